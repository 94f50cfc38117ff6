# Adds the codes of moves to rest_sources: a table that tools/gen_codes.c, a
# program of the machine that builds, prints.

set(generator ${CMAKE_SOURCE_DIR}/tools/gen_codes.c)
add_custom_command(
    OUTPUT ${gen}/codes.c
    DEPENDS ${generator} ${CMAKE_SOURCE_DIR}/include/tabiya/move.h
            ${CMAKE_SOURCE_DIR}/include/tabiya/board.h
    COMMAND ${TBY_HOST_CC} -std=c11 -O1 -I${CMAKE_SOURCE_DIR}/include
            -o ${gen}/gen_codes ${generator}
    COMMAND ${gen}/gen_codes > ${gen}/codes.c
    COMMENT "Generating the codes of moves" VERBATIM)
list(APPEND rest_sources ${gen}/codes.c)

# tby_core_sources: the files of libtabiya, the generated tables included.

tby_glob(tby_core_sources src/core)

# The same move generator is compiled twice and chosen at run time.  Elsewhere
# than on x86-64 these files guard themselves and come out empty.
set(tby_pext_sources ${tby_core_sources})
list(FILTER tby_pext_sources INCLUDE REGEX "_pext\\.c$")
set(tby_tables small)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(tby_tables full)
    set_source_files_properties(${tby_pext_sources} PROPERTIES
        COMPILE_OPTIONS "-mbmi;-mbmi2;-mpopcnt")
    # GCC's induction variables cost registers the generator needs: perft 5 of
    # kiwipete, four runs each: 1,050-1,150 Mn/s with -O3, 1,150-1,190 so.
    set(gcc_release "$<C_COMPILER_ID:GNU>,$<CONFIG:Release>")
    set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/core/chess/movegen_pext.c
        APPEND PROPERTY COMPILE_OPTIONS
        "$<$<AND:${gcc_release}>:-O2>;$<$<AND:${gcc_release}>:-fno-ivopts>")
    # Planes in pairs have to be taken apart again.
    set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/core/game/pgn/quick_pext.c
        APPEND PROPERTY COMPILE_OPTIONS
        "$<$<AND:${gcc_release}>:-fno-tree-slp-vectorize>")
endif()

# gen_tables.c is a program of the machine that builds, also when the target
# is another one (WebAssembly), so it goes through that machine's compiler.
set(generator ${CMAKE_SOURCE_DIR}/src/core/chess/gen_tables.c)
list(REMOVE_ITEM tby_core_sources ${generator})
find_program(TBY_HOST_CC NAMES cc gcc clang-14 REQUIRED)

set(gen ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${gen})
add_custom_command(
    OUTPUT ${gen}/gen_tables
    DEPENDS ${generator}
    DEPFILE ${gen}/gen_tables.d
    COMMAND ${TBY_HOST_CC} -std=c11 -O1 -I${CMAKE_SOURCE_DIR}/include
            -I${CMAKE_SOURCE_DIR}/src -MMD -MF ${gen}/gen_tables.d
            -MT ${gen}/gen_tables -o ${gen}/gen_tables ${generator}
    COMMENT "Compiling the generator of tables" VERBATIM)
add_custom_command(
    OUTPUT ${gen}/tables.c
    DEPENDS ${gen}/gen_tables
    COMMAND ${gen}/gen_tables ${tby_tables} > ${gen}/tables.c
    COMMENT "Generating tables" VERBATIM)
set_source_files_properties(${gen}/tables.c PROPERTIES
    INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/src/core/chess)
list(APPEND tby_core_sources ${gen}/tables.c)

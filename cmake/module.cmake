# Modules of core behind the flat exports of src/app/wasm, without imports.  The
# exports name themselves (export_name in the source).
#
#   tabiya.wasm   what the page cannot do without: the files of the room itself
#   names.wasm    names of openings, loaded with openings.txt, which is the
#                 built-in names as a list: no module has names in it
#   layout.wasm   places for a graph, loaded by a worker
#   endgame.wasm  endgame tables of three men, loaded where they are wanted
#
# Two are never shipped.  probe.wasm has all of these and what only tests ask
# for; core.wasm exports every function of core, so that none is dropped and a
# test sees whether any of them would need a host.

set(room ${CMAKE_SOURCE_DIR}/src/app/wasm)
tby_glob(probe_sources src/app/wasm)
set(tabiya_sources ${probe_sources})
list(FILTER tabiya_sources EXCLUDE REGEX "/app/wasm/(names|layout|endgame)/")
list(APPEND probe_sources ${CMAKE_SOURCE_DIR}/tests/wasm/probe.c)
tby_glob(names_sources src/app/wasm/names)
foreach(name exports memory)
    list(APPEND names_sources ${room}/${name}.c)
endforeach()
tby_glob(layout_sources src/app/wasm/layout)
list(APPEND layout_sources ${room}/memory.c)

tby_glob(endgame_sources src/app/wasm/endgame)
foreach(name exports memory)
    list(APPEND endgame_sources ${room}/${name}.c)
endforeach()

set(list ${CMAKE_BINARY_DIR}/openings.txt)
add_custom_command(
    OUTPUT ${list}
    DEPENDS ${gen}/openings.txt
    COMMAND ${CMAKE_COMMAND} -E copy ${gen}/openings.txt ${list} VERBATIM)
add_custom_target(openings ALL DEPENDS ${list})

# A page waits for every byte, so size comes before speed (TBY_SMALL says so to
# core): all in one, the module was 171 kB with gzip with -O2, and 132 so.  The
# features are those that all browsers have had since 2021.
add_compile_options(-Oz -flto -mbulk-memory -msign-ext -mnontrapping-fptoint)
add_compile_definitions(TBY_SMALL)
add_library(tabiya_core OBJECT ${tby_core_sources})
tby_options(tabiya_core)
target_include_directories(tabiya_core PUBLIC include src)
set_target_properties(tabiya_core PROPERTIES C_VISIBILITY_PRESET default)
add_executable(core $<TARGET_OBJECTS:tabiya_core> ${room}/memory.c)
foreach(module tabiya names layout endgame probe)
    add_executable(${module} ${${module}_sources})
    tby_options(${module})
endforeach()

foreach(module tabiya names layout endgame probe core)
    set_target_properties(${module} PROPERTIES SUFFIX .wasm LINKER_LANGUAGE C)
    # No start-up file: nothing in core or in the exports needs a constructor.
    # The stack comes first, so that running over it traps instead of writing
    # into data.  -O0: else clang hands the module to wasm-opt where binaryen is
    # installed, which refuses it for want of the sections that are stripped,
    # and would save no more than 3 % with gzip.
    target_link_options(${module} PRIVATE -nostartfiles -O0
        -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=1048576
        -Wl,--strip-all -Wl,--fatal-warnings)
    target_link_libraries(${module} PRIVATE tabiya_core m)
endforeach()
target_link_options(core PRIVATE -Wl,--export-dynamic)

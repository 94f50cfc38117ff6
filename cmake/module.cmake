# tabiya.wasm: core behind the flat exports of src/app/wasm, and no imports.
# The exports name themselves (export_name in the source).
#
# openings.tsv is the built-in book as a list, which a page loads when it needs
# it: the module has no names in it.
#
# Two modules are never shipped.  probe.wasm also has what tests ask of games;
# core.wasm exports every function of core, so that none is dropped and a test
# sees whether any of them would need a host.

tby_glob(wasm_sources src/app/wasm)
set(probe_sources ${wasm_sources})
list(FILTER wasm_sources EXCLUDE REGEX "/probe/")
add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/openings.tsv
    DEPENDS ${gen}/openings.tsv
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${gen}/openings.tsv
            ${CMAKE_BINARY_DIR}/openings.tsv
    COMMENT "Writing openings.tsv" VERBATIM)
add_custom_target(openings ALL DEPENDS ${CMAKE_BINARY_DIR}/openings.tsv)

# A page waits for every byte, so size comes before speed (TBY_SMALL says so to
# core): the module was 171 kB with gzip with -O2, and 132 so.  The
# features are those that all browsers have had since 2021.
add_compile_options(-Oz -flto -mbulk-memory -msign-ext -mnontrapping-fptoint)
add_compile_definitions(TBY_SMALL)
add_library(tabiya_core OBJECT ${tby_core_sources})
tby_options(tabiya_core)
target_include_directories(tabiya_core PUBLIC include src)
set_target_properties(tabiya_core PROPERTIES C_VISIBILITY_PRESET default)
add_executable(tabiya ${wasm_sources})
add_executable(probe ${probe_sources})
add_executable(core $<TARGET_OBJECTS:tabiya_core>)
tby_options(tabiya)
tby_options(probe)

foreach(module tabiya probe core)
    set_target_properties(${module} PROPERTIES SUFFIX .wasm LINKER_LANGUAGE C)
    # No start-up file: nothing in core or in the exports needs a constructor.
    # The stack comes first, so that running over it traps instead of writing
    # into data.
    target_link_options(${module} PRIVATE -nostartfiles
        -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=1048576
        -Wl,--strip-all -Wl,--fatal-warnings)
    target_link_libraries(${module} PRIVATE tabiya_core m)
endforeach()
target_link_options(core PRIVATE -Wl,--export-dynamic)

# tabiya.wasm: core behind the flat exports of src/app/wasm, and no imports.
# The exports name themselves (export_name in the source).
#
# core.wasm is never shipped.  It exports every function of core, so that none
# is dropped and a test sees whether any of them would need a host.

# openings.tsv is the built-in book as a list, which a page loads when it needs
# it: the module has no names in it.

tby_glob(wasm_sources src/app/wasm)
add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/openings.tsv
    DEPENDS ${gen}/openings.tsv
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${gen}/openings.tsv
            ${CMAKE_BINARY_DIR}/openings.tsv
    COMMENT "Writing openings.tsv" VERBATIM)
add_custom_target(openings ALL DEPENDS ${CMAKE_BINARY_DIR}/openings.tsv)

add_library(tabiya_core OBJECT ${tby_core_sources})
tby_options(tabiya_core)
target_include_directories(tabiya_core PUBLIC include src)
set_target_properties(tabiya_core PROPERTIES C_VISIBILITY_PRESET default)
add_executable(tabiya ${wasm_sources})
add_executable(core $<TARGET_OBJECTS:tabiya_core>)
tby_options(tabiya)

foreach(module tabiya core)
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

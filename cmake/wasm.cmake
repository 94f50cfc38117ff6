# Toolchain of the preset wasm: Debian's clang-14, lld-14, wasi-libc and
# libclang-rt-14-dev-wasm32.  Debian's clang knows where the last two live.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)

# A trial link would ask for a main() and a start-up file; we want neither.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

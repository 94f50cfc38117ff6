# How every target of ours is compiled: warnings, sanitizers, globs.

set(tby_warnings
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wwrite-strings
    -Wpointer-arith -Wformat=2 -Wswitch-enum -Wimplicit-fallthrough
    -Wdouble-promotion -Wnull-dereference -Wcast-qual)
if(TBY_WERROR)
    list(APPEND tby_warnings -Werror)
endif()

# What is installed makes a mistake of ours hard to use: tests/hardened reads it
# off the program.  _FORTIFY_SOURCE needs an optimising compiler.
option(TBY_HARDEN "Stack protector, checked library calls, read-only tables" ON)
if(TBY_HARDEN AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT TBY_SANITIZE
   AND NOT TBY_HOST AND NOT WIN32
   AND NOT CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
    add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE
                        -D_FORTIFY_SOURCE=2)
    add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C)
endif()

# A layout has the same bytes on every machine, so no product may be added
# without being rounded.
add_compile_options(-ffp-contract=off)

if(TBY_SANITIZE)
    # The first finding ends the program: a test must not pass over it.
    add_compile_options(-fsanitize=${TBY_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${TBY_SANITIZE})
    # Two hundred programs are linked, each in half of the time; about what
    # clang puts into them gold has something to say.
    find_program(TBY_GOLD ld.gold)
    if(TBY_GOLD AND CMAKE_C_COMPILER_ID STREQUAL GNU)
        add_link_options(-fuse-ld=gold)
    endif()
endif()

# Applies to one target rather than to the directory, so that what tests pull
# in from elsewhere is not judged by our rules.
function(tby_options target)
    target_compile_options(${target} PRIVATE ${tby_warnings})
endfunction()

# All C files below the given rooms, relative to the source directory.
function(tby_glob out)
    set(found)
    foreach(room ${ARGN})
        file(GLOB_RECURSE files CONFIGURE_DEPENDS
             ${CMAKE_SOURCE_DIR}/${room}/*.c)
        list(APPEND found ${files})
    endforeach()
    set(${out} ${found} PARENT_SCOPE)
endfunction()

# A step of cmake/names.cmake: brings the host project in the folder HOST up to
# date and copies its names to OUT, and the same as a list to LIST.  Two presets
# may be built at the same time, so one waits for the other.

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status
        OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(NOT status EQUAL 0)
        message("${out}")
        message(FATAL_ERROR "The built-in names cannot be made.")
    endif()
endfunction()

file(MAKE_DIRECTORY ${HOST})
file(LOCK ${HOST} DIRECTORY GUARD PROCESS TIMEOUT 600)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${HOST} -G Ninja
    -DTBY_HOST=ON -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_C_FLAGS_RELEASE=-O2 # asserts stay
    -DCMAKE_C_COMPILER=${TBY_HOST_CC} -DTBY_HOST_CC=${TBY_HOST_CC})
run(${CMAKE_COMMAND} --build ${HOST})
file(COPY_FILE ${HOST}/names.c ${OUT} ONLY_IF_DIFFERENT)
file(COPY_FILE ${HOST}/list.txt ${LIST} ONLY_IF_DIFFERENT)

# What src/io unpacks with: the target tabiya_packing.  Debian's libzstd-dev,
# zlib1g-dev, libbz2-dev and libarchive-dev.  What src/store keeps games in:
# tabiya_sqlite and tabiya_curl, Debian's libsqlite3-dev and
# libcurl4-openssl-dev.  What src/app/server speaks HTTP with:
# tabiya_http, Debian's libmicrohttpd-dev.  What src/app/console draws and reads
# lines with: tabiya_terminal, Debian's libncurses-dev and libedit-dev.

find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(LibArchive REQUIRED)
find_path(TBY_ZSTD_INCLUDE zstd.h REQUIRED)
find_library(TBY_ZSTD_LIBRARY zstd REQUIRED)

add_library(tabiya_packing INTERFACE)
target_include_directories(tabiya_packing SYSTEM INTERFACE ${TBY_ZSTD_INCLUDE})
target_link_libraries(tabiya_packing INTERFACE ${TBY_ZSTD_LIBRARY} ZLIB::ZLIB
    BZip2::BZip2 LibArchive::LibArchive)

find_package(SQLite3 3.40 REQUIRED)
add_library(tabiya_sqlite INTERFACE)
target_link_libraries(tabiya_sqlite INTERFACE SQLite::SQLite3)

# Its headers alone: it is loaded when a cluster is first asked.
find_path(TBY_CURL_INCLUDE curl/curl.h REQUIRED)

add_library(tabiya_curl INTERFACE)
target_include_directories(tabiya_curl SYSTEM INTERFACE ${TBY_CURL_INCLUDE})
target_link_libraries(tabiya_curl INTERFACE ${CMAKE_DL_LIBS})

find_path(TBY_MICROHTTPD_INCLUDE microhttpd.h REQUIRED)
find_library(TBY_MICROHTTPD_LIBRARY microhttpd REQUIRED)

add_library(tabiya_http INTERFACE)
target_include_directories(tabiya_http SYSTEM INTERFACE
    ${TBY_MICROHTTPD_INCLUDE})
target_link_libraries(tabiya_http INTERFACE ${TBY_MICROHTTPD_LIBRARY})

find_path(TBY_CURSES_INCLUDE ncursesw/curses.h REQUIRED)
find_library(TBY_CURSES_LIBRARY ncursesw REQUIRED)
find_library(TBY_TINFO_LIBRARY tinfo REQUIRED)
find_path(TBY_EDIT_INCLUDE histedit.h REQUIRED)
find_library(TBY_EDIT_LIBRARY edit REQUIRED)

add_library(tabiya_terminal INTERFACE)
target_include_directories(tabiya_terminal SYSTEM INTERFACE
    ${TBY_CURSES_INCLUDE} ${TBY_EDIT_INCLUDE})
target_link_libraries(tabiya_terminal INTERFACE ${TBY_CURSES_LIBRARY}
    ${TBY_TINFO_LIBRARY} ${TBY_EDIT_LIBRARY})

# Another prober of endgame tables, for tests and the bench; without it they say
# what they leave out.
function(tby_link_fathom target)
    find_library(TBY_FATHOM_LIBRARY fathom)
    if(TBY_FATHOM_LIBRARY)
        target_compile_definitions(${target} PRIVATE HAVE_FATHOM)
        target_link_libraries(${target} PRIVATE ${TBY_FATHOM_LIBRARY})
    endif()
endfunction()

# What src/io unpacks with: the target tabiya_packing.  Debian's libzstd-dev,
# zlib1g-dev, libbz2-dev and libarchive-dev.  What src/work reads JSON with:
# tabiya_json, Debian's libjansson-dev.  What src/store keeps games in:
# tabiya_sqlite, Debian's libsqlite3-dev.  What src/app/server speaks HTTP with:
# tabiya_http, Debian's libmicrohttpd-dev.

find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(LibArchive REQUIRED)
find_path(TBY_ZSTD_INCLUDE zstd.h REQUIRED)
find_library(TBY_ZSTD_LIBRARY zstd REQUIRED)

add_library(tabiya_packing INTERFACE)
target_include_directories(tabiya_packing SYSTEM INTERFACE ${TBY_ZSTD_INCLUDE})
target_link_libraries(tabiya_packing INTERFACE ${TBY_ZSTD_LIBRARY} ZLIB::ZLIB
    BZip2::BZip2 LibArchive::LibArchive)

find_path(TBY_JANSSON_INCLUDE jansson.h REQUIRED)
find_library(TBY_JANSSON_LIBRARY jansson REQUIRED)

add_library(tabiya_json INTERFACE)
target_include_directories(tabiya_json SYSTEM INTERFACE ${TBY_JANSSON_INCLUDE})
target_link_libraries(tabiya_json INTERFACE ${TBY_JANSSON_LIBRARY})

find_package(SQLite3 3.40 REQUIRED)
add_library(tabiya_sqlite INTERFACE)
target_link_libraries(tabiya_sqlite INTERFACE SQLite::SQLite3)

find_path(TBY_MICROHTTPD_INCLUDE microhttpd.h REQUIRED)
find_library(TBY_MICROHTTPD_LIBRARY microhttpd REQUIRED)

add_library(tabiya_http INTERFACE)
target_include_directories(tabiya_http SYSTEM INTERFACE
    ${TBY_MICROHTTPD_INCLUDE})
target_link_libraries(tabiya_http INTERFACE ${TBY_MICROHTTPD_LIBRARY})

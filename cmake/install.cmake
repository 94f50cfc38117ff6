# What `cmake --install` puts where, with the man page and the completions
# that the program prints about itself.

set(share ${CMAKE_BINARY_DIR}/share)

# page(name, destination, installed name): one `tabiya docs NAME`.
function(tby_docs name destination file)
    add_custom_command(
        OUTPUT ${share}/${file}
        DEPENDS tabiya
        COMMAND tabiya docs ${name} > ${share}/${file}
        COMMENT "Writing ${file}" VERBATIM)
    set_property(DIRECTORY APPEND PROPERTY TBY_DOC_FILES ${share}/${file})
    install(FILES ${share}/${file} DESTINATION ${destination})
endfunction()

if(TBY_DOCS)
    file(MAKE_DIRECTORY ${share}/bash ${share}/zsh)
    tby_docs(man ${CMAKE_INSTALL_MANDIR}/man1 tabiya.1)
    tby_docs(bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
             bash/tabiya)
    tby_docs(zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions zsh/_tabiya)
    get_property(files DIRECTORY PROPERTY TBY_DOC_FILES)
    add_custom_target(tabiya_docs ALL DEPENDS ${files})
endif()

# The prefix is written relative to the file, so that the installed tree may be
# moved and DESTDIR and --prefix need no care.
file(RELATIVE_PATH TBY_PC_TO_PREFIX
     /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" TBY_PC_TO_PREFIX "${TBY_PC_TO_PREFIX}")
configure_file(tabiya.pc.in tabiya.pc @ONLY)

# The same for programs that CMake builds.  Before 1.0 a program asks for the minor
# version it was written for.
include(CMakePackageConfigHelpers)
configure_file(cmake/tabiyaConfig.cmake.in tabiyaConfig.cmake @ONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tabiyaConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)

install(TARGETS tabiya_static tabiya_shared)
install(DIRECTORY include/tabiya TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_BINARY_DIR}/tabiya.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${CMAKE_BINARY_DIR}/tabiyaConfig.cmake
              ${CMAKE_BINARY_DIR}/tabiyaConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tabiya)
set(doc ${CMAKE_INSTALL_DATADIR}/doc/tabiya)
install(FILES LICENSE DESTINATION ${doc})
if(TBY_LIBRARY_ONLY)
    return()
endif()

install(TARGETS tabiya)
if(TARGET tabiya_db_shared)
    configure_file(tabiya-db.pc.in tabiya-db.pc @ONLY)
    install(TARGETS tabiya_db_static tabiya_db_shared)
    install(FILES ${CMAKE_BINARY_DIR}/tabiya-db.pc
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# The page, with the compressed forms of its files, and the licences of what is
# in it and in the program: what `make web` has made, if it has.
set(dist ${CMAKE_SOURCE_DIR}/web/dist)
install(DIRECTORY ${dist}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tabiya/web
        OPTIONAL)
install(FILES ${dist}/THIRD-PARTY.txt DESTINATION ${doc} OPTIONAL)
install(FILES ${dist}/engine/Copying.txt DESTINATION ${doc}/engine OPTIONAL)

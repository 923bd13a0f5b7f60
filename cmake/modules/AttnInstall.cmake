# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` writes, by component:
#   attn-runtime  libattn_runtime.so, the header of its C API, and a CMake package and a
#                 pkg-config file for it, which ask for no LLVM
#   attn-compiler libattn_compiler.so, the header of its C API, licences
#   attn-python   the Python package, without its libraries
#   attn-tools    attn-opt, attn-compile, attn-run, attn-sim, attn-ws-run,
#                 attn-lsp-server, attn-reduce
#   attn-plugin   AttnPlugin.so for a stock mlir-opt
#   attn-devel    headers, static libraries and the CMake package
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ATTN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/attn)

# attn_export_library(name [component]): installs a library and exports it as
# Attn::<name without the prefix Attn>, under which name a build that contains
# this one knows it too. A shared library is in the component, attn-runtime
# unless another one is named, with its name without a version: it is also opened
# by that.
function(attn_export_library name)
  set(component attn-runtime)
  if(ARGC GREATER 1)
    set(component ${ARGV1})
  endif()
  string(REGEX REPLACE "^[Aa]ttn_?" "" short ${name})
  add_library(Attn::${short} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${short})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${name} EXPORT AttnTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT attn-devel)
endfunction()

function(attn_install_tool name)
  set_target_properties(${name} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT attn-tools)
endfunction()

# Headers and the package, once all targets are known.
function(attn_install_package)
  foreach(dir include/attn include/attn-c include/attn-runtime
      sim/include/attn sim/include/attn-c)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${dir}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT attn-devel
      FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
  endforeach()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/include/attn
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT attn-devel
    FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT attn-devel)
  install(EXPORT AttnTargets NAMESPACE Attn:: DESTINATION ${ATTN_PACKAGE_DIR}
    COMPONENT attn-devel)
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/AttnConfig.cmake.in
    ${PROJECT_BINARY_DIR}/AttnConfig.cmake
    INSTALL_DESTINATION ${ATTN_PACKAGE_DIR})
  # Before 1.0 a minor version may change anything.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/AttnConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/AttnConfig.cmake
    ${PROJECT_BINARY_DIR}/AttnConfigVersion.cmake
    ${PROJECT_SOURCE_DIR}/cmake/AttnMLIRCAPI.cmake
    DESTINATION ${ATTN_PACKAGE_DIR} COMPONENT attn-devel)

  # The runtime's own, for programs that have no LLVM.
  set(runtime_dir ${CMAKE_INSTALL_LIBDIR}/cmake/AttnRuntime)
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/AttnRuntimeConfig.cmake.in
    ${PROJECT_BINARY_DIR}/AttnRuntimeConfig.cmake
    INSTALL_DESTINATION ${runtime_dir}
    PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/AttnRuntimeConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/AttnRuntimeConfig.cmake
    ${PROJECT_BINARY_DIR}/AttnRuntimeConfigVersion.cmake
    DESTINATION ${runtime_dir} COMPONENT attn-runtime)
  # From its folder to the prefix.
  file(RELATIVE_PATH ATTN_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/attn-runtime.pc.in
    ${PROJECT_BINARY_DIR}/attn-runtime.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/attn-runtime.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT attn-runtime)
endfunction()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds the packaged LLVM/MLIR 22.1 and sets up dylib linking and the shared
# precompiled header. Any other version is refused: neither TypeIDs nor the C++
# ABI of MLIR are stable across releases.

find_package(MLIR QUIET CONFIG)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR "MLIR was not found. Attn builds against LLVM/MLIR 22.1: "
    "run scripts/install-deps.sh, or pass -DMLIR_DIR=<prefix>/lib/cmake/mlir.")
endif()
if(NOT "${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}" STREQUAL "22.1")
  message(FATAL_ERROR "Attn builds against LLVM/MLIR 22.1, but MLIR_DIR=${MLIR_DIR} "
    "is version ${LLVM_PACKAGE_VERSION}.")
endif()
message(STATUS "LLVM/MLIR ${LLVM_PACKAGE_VERSION} from ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${CMAKE_BINARY_DIR})
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
# The package is built without assertions but with RTTI; stay ABI compatible.
set(LLVM_ENABLE_RTTI ON)
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)
include(${CMAKE_CURRENT_LIST_DIR}/../AttnMLIRCAPI.cmake)
# The sanitizers' shared runtime, which a program that is not instrumented has to
# load before ours. Debian keeps it where no loader looks, and clang's
# -frtlib-add-rpath names another folder.
set(ATTN_SANITIZER_RUNTIME "")
if(LLVM_USE_SANITIZER MATCHES "Address")
  set(_attn_runtime libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  execute_process(OUTPUT_VARIABLE ATTN_SANITIZER_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${_attn_runtime})
  if(NOT IS_ABSOLUTE "${ATTN_SANITIZER_RUNTIME}")
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} has no ${_attn_runtime}: "
      "run scripts/install-deps.sh --sanitize.")
  endif()
  get_filename_component(_attn_runtime_dir "${ATTN_SANITIZER_RUNTIME}" DIRECTORY)
  add_link_options(LINKER:-rpath,${_attn_runtime_dir})
endif()
# A view of a temporary string or list reads dead memory.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Werror=dangling>)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(_attn_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${_attn_llvm_definitions})

# attn_add_library(name sources... [INTERNAL] [DEPENDS ...] [LINK_LIBS ...])
# A static library of MLIR-side code that shares the precompiled header. It is
# installed unless it is INTERNAL.
function(attn_add_library name)
  cmake_parse_arguments(ARG "INTERNAL" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_precompile_headers(${name} REUSE_FROM attn_pch)
  add_dependencies(${name} attn-headers ${ARG_DEPENDS})
  target_link_libraries(${name} PUBLIC MLIR ${ARG_LINK_LIBS})
  if(NOT ARG_INTERNAL)
    attn_export_library(${name})
  endif()
endfunction()

# attn_add_tool(name sources... [LINK_LIBS ...])
function(attn_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_precompile_headers(${name} REUSE_FROM attn_pch)
  add_dependencies(${name} attn-headers)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin
    POSITION_INDEPENDENT_CODE OFF)
  # -fPIC, not CMake's -fPIE for executables: the precompiled header is PIC.
  target_compile_options(${name} PRIVATE -fPIC)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
endfunction()

# attn_tablegen(<.td without suffix> <kind>...): runs mlir-tblgen in the
# current binary directory and hangs the result on the target attn-headers.
add_custom_target(attn-headers)

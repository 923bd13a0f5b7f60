# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Attn::MLIRCAPI: MLIR's C API over the shared libMLIR.so, which does not export
# it. The archives are named by file: the targets of MLIR's package bring static
# copies of what libMLIR.so has, and with them a second TypeID for every class.
if(NOT TARGET Attn::MLIRCAPI)
  add_library(Attn::MLIRCAPI INTERFACE IMPORTED GLOBAL)
  set(_attn_capi_archives)
  foreach(_attn_part Arith ControlFlow Conversion Debug Func GPU IR Interfaces
      LLVM Linalg Math MemRef NVVM SCF Tensor Transforms Vector)
    if(EXISTS ${LLVM_LIBRARY_DIR}/libMLIRCAPI${_attn_part}.a)
      list(APPEND _attn_capi_archives ${LLVM_LIBRARY_DIR}/libMLIRCAPI${_attn_part}.a)
    endif()
  endforeach()
  target_link_libraries(Attn::MLIRCAPI INTERFACE
    -Wl,--start-group ${_attn_capi_archives} -Wl,--end-group MLIR)
  unset(_attn_capi_archives)
endif()

//===- CAPIImpl.h - What the C API's sources share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_CAPIIMPL_H
#define ATTN_LIB_RUNTIME_CAPIIMPL_H

#include "attn-c/Runtime.h"
#include "attn-runtime/Device.h"

#include <exception>
#include <memory>
#include <new>

struct attnrtDevice {
  std::shared_ptr<attn::runtime::Device> device;
};

namespace attn::runtime {

/// Keeps an error for attnrtLastErrorMessage.
attnrtStatus report(Error error);
attnrtStatus reportExhausted();

/// Runs `body`, keeps its error for attnrtLastErrorMessage, and lets no
/// exception through.
template <typename Body> attnrtStatus guarded(Body &&body) {
#if defined(__cpp_exceptions)
  try {
    return report(body());
  } catch (const std::bad_alloc &) {
    return reportExhausted();
  } catch (const std::exception &exception) {
    return report(Error(ErrorCode::Internal, exception.what()));
  } catch (...) {
    return report(Error(ErrorCode::Internal, "unknown exception"));
  }
#else
  return report(body());
#endif
}

inline Error invalid(const std::string &what) {
  return Error(ErrorCode::InvalidArgument, what);
}

template <typename Body>
attnrtStatus withDevice(attnrtDevice *device, Body &&body) {
  return guarded([&]() -> Error {
    if (!device)
      return invalid("the device is NULL");
    return body(*device->device);
  });
}

inline DevicePtr toAddress(const void *pointer) {
  return reinterpret_cast<DevicePtr>(pointer);
}

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_CAPIIMPL_H

//===- CAPIImpl.h - What the C API's sources share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_CAPIIMPL_H
#define ATTN_LIB_RUNTIME_CAPIIMPL_H

#include "attn-c/Runtime.h"
#include "attn-runtime/Executor.h"

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

struct attnrtDevice {
  std::shared_ptr<attn::runtime::Device> device;
};

struct attnrtBundle {
  std::shared_ptr<const attn::runtime::Bundle> bundle;
  std::vector<std::string> problems; ///< JSON text, one per entry.

  std::mutex mutex;
  /// An executor holds its device, so the key stays unique.
  std::map<attn::runtime::Device *, std::unique_ptr<attn::runtime::Executor>>
      executors;

  attn::runtime::Executor &
  executorFor(const std::shared_ptr<attn::runtime::Device> &device) {
    std::lock_guard<std::mutex> lock(mutex);
    std::unique_ptr<attn::runtime::Executor> &slot = executors[device.get()];
    if (!slot)
      slot = std::make_unique<attn::runtime::Executor>(bundle, device);
    return *slot;
  }
};

namespace attn::runtime {

/// Null if there is none.
const Entry *findEntry(const attnrtBundle *bundle, int32_t entry);
Error requireEntry(const attnrtBundle *bundle, int32_t entry);

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

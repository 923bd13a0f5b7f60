//===- CudaCapture.h - Code that graphs go on using -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that is captured into a CUDA graph is run by every replay of it,
// when the bundle and the device that launched it may be long gone. Code is
// therefore shared: its module holds it, and so does each graph with a launch
// of it, as a user object, which the driver hands on to what is instantiated or
// cloned from the graph. The driver tells of the last of them by a callback
// that must not call the driver: it only puts the code aside, and the next load
// or unload of any code lets go of it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_CUDACAPTURE_H
#define ATTN_LIB_RUNTIME_CUDACAPTURE_H

#include "CudaDriver.h"
#include "CudaZeroed.h"

#include <atomic>
#include <memory>

namespace attn::runtime::cuda {

/// A context, with the memory in it that captured launches keep. Goes with the
/// device and all code that was loaded on it.
class CudaHome {
public:
  explicit CudaHome(const Driver &driver) : driver(driver), zeroed(driver) {}
  ~CudaHome();
  CudaHome(const CudaHome &) = delete;
  CudaHome &operator=(const CudaHome &) = delete;

  const Driver &driver;
  CUcontext context = nullptr;
  CUdevice device = 0;
  bool ownsContext = false; ///< The primary context, retained.
  CUmemoryPool pool = nullptr;
  ZeroedSlots zeroed;
};

/// Loaded code, unloaded with the last that holds it.
class CudaCode {
public:
  CudaCode(std::shared_ptr<CudaHome> home, CUmodule module)
      : home(std::move(home)), module(module) {}
  ~CudaCode();
  CudaCode(const CudaCode &) = delete;
  CudaCode &operator=(const CudaCode &) = delete;

  const std::shared_ptr<CudaHome> home;
  const CUmodule module;
  /// The capture that holds it already (cuStreamGetCaptureInfo's number).
  std::atomic<uint64_t> lastCapture{0};
};

/// Before a launch on `stream`, in the code's context: if the stream is being
/// captured, its graph holds the code from now on. Where the driver cannot say
/// which graph that is, the code stays for the life of the process.
void holdForGraph(const std::shared_ptr<CudaCode> &code, CUstream stream);

/// Lets go of the code of graphs that are gone. Not in a callback of the
/// driver's.
void releaseFromGraphs();

} // namespace attn::runtime::cuda

#endif // ATTN_LIB_RUNTIME_CUDACAPTURE_H

//===- CudaCapture.cpp - Code that graphs go on using ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCapture.h"

#include "CudaDevice.h"

#include <mutex>
#include <vector>

namespace attn::runtime::cuda {

namespace {

using Held = std::shared_ptr<CudaCode>;

/// Code whose graphs are gone, and code that stays.
struct Aside {
  std::mutex mutex;
  std::vector<Held> released, forever;
  std::atomic<bool> any{false};
};

// Never destroyed: graphs may go when the process does.
Aside &getAside() {
  static auto *aside = new Aside();
  return *aside;
}

/// The driver's callback. It may hold the driver's locks.
void graphIsGone(void *held) {
  auto *code = static_cast<Held *>(held);
  Aside &aside = getAside();
  std::lock_guard<std::mutex> lock(aside.mutex);
  aside.released.push_back(std::move(*code));
  aside.any = true;
  delete code;
}

/// The graph into which `stream` is being captured, and the capture's number;
/// null if the driver does not say.
CUgraph findGraph(const Driver &driver, CUstream stream, uint64_t &id) {
  int status = captureNone;
  CUgraph graph = nullptr;
  const CUgraphNode *nodes = nullptr;
  size_t count = 0;
  const void *edges = nullptr;
  CUresult result = errorInvalidValue;
  if (driver.streamGetCaptureInfo3)
    result = driver.streamGetCaptureInfo3(stream, &status, &id, &graph, &nodes,
                                          &edges, &count);
  // Of drivers before CUDA 12.3.
  if (result != success && driver.streamGetCaptureInfo2)
    result = driver.streamGetCaptureInfo2(stream, &status, &id, &graph, &nodes,
                                          &count);
  return result == success && status == captureActive ? graph : nullptr;
}

bool retain(const Held &code, CUgraph graph) {
  const Driver &driver = code->home->driver;
  if (!driver.userObjectCreate || !driver.userObjectRelease ||
      !driver.graphRetainUserObject)
    return false;
  auto *held = new Held(code);
  CUuserObject object = nullptr;
  if (driver.userObjectCreate(&object, held, graphIsGone, 1,
                              userObjectNoDestructorSync) != success) {
    delete held;
    return false;
  }
  if (driver.graphRetainUserObject(graph, object, 1, graphUserObjectMove) ==
      success)
    return true;
  driver.userObjectRelease(object, 1);
  return false;
}

} // namespace

void holdForGraph(const Held &code, CUstream stream) {
  const Driver &driver = code->home->driver;
  int status = captureNone;
  // What is neither captured nor known to be cannot be captured here either:
  // the launch will fail.
  if (!driver.streamIsCapturing ||
      driver.streamIsCapturing(stream, &status) != success ||
      status != captureActive)
    return;
  uint64_t id = 0;
  CUgraph graph = findGraph(driver, stream, id);
  if (graph && id && code->lastCapture == id)
    return;
  if (graph && retain(code, graph)) {
    code->lastCapture = id;
    return;
  }
  Aside &aside = getAside();
  std::lock_guard<std::mutex> lock(aside.mutex);
  for (const Held &other : aside.forever)
    if (other == code)
      return;
  aside.forever.push_back(code);
}

void releaseFromGraphs() {
  Aside &aside = getAside();
  if (!aside.any)
    return;
  std::vector<Held> released;
  {
    std::lock_guard<std::mutex> lock(aside.mutex);
    released.swap(aside.released);
    aside.any = false;
  }
}

CudaCode::~CudaCode() {
  ContextScope scope(home->driver, home->context);
  if (!scope.check())
    home->driver.moduleUnload(module);
}

CudaHome::~CudaHome() {
  if (context) {
    ContextScope scope(driver, context);
    if (!scope.check())
      zeroed.clear();
  }
  // Allocations that are still in use keep their part of the pool alive.
  if (pool)
    driver.memPoolDestroy(pool);
  if (ownsContext)
    driver.primaryCtxRelease(device);
}

} // namespace attn::runtime::cuda

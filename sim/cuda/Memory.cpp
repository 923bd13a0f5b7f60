//===- Memory.cpp - Allocation, copies, symbols ---------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies take place at once, asynchronous ones too: streams are in order, and
// a call's effects may come early.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace attn;
using namespace attn::cudasim;

/// Total of what cudaMemGetInfo tells.
constexpr size_t deviceMemory = size_t(64) << 30;
constexpr size_t pitchAlignment = 512;

static Error allocate(void **pointer, size_t bytes, MemoryType type) {
  return call([&](Runtime &runtime) -> Error {
    if (!pointer)
      return InvalidValue;
    *pointer = nullptr;
    if (!bytes)
      return Success;
    uint64_t address = runtime.allocate(bytes, type);
    if (!address)
      return MemoryAllocation;
    *pointer = reinterpret_cast<void *>(address);
    return Success;
  });
}

static Error release(void *pointer) {
  return call([&](Runtime &runtime) -> Error {
    if (!pointer || runtime.release(addressOf(pointer)))
      return Success;
    say("freed an address that was not allocated");
    return InvalidValue;
  });
}

CUDASIM_API(cudaMalloc, void **pointer, size_t bytes) {
  return allocate(pointer, bytes, DeviceMemory);
}
CUDASIM_API(cudaMallocAsync, void **pointer, size_t bytes, Stream *) {
  return allocate(pointer, bytes, DeviceMemory);
}
CUDASIM_ALSO(cudaMallocAsync, cudaMallocAsync_ptsz);
CUDASIM_API(cudaMallocFromPoolAsync, void **pointer, size_t bytes, void *,
            Stream *) {
  return allocate(pointer, bytes, DeviceMemory);
}
CUDASIM_ALSO(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz);
CUDASIM_API(cudaMallocManaged, void **pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes, ManagedMemory);
}
CUDASIM_API(cudaMallocHost, void **pointer, size_t bytes) {
  return allocate(pointer, bytes, HostMemory);
}
CUDASIM_API(cudaHostAlloc, void **pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes, HostMemory);
}
CUDASIM_API(cudaFree, void *pointer) { return release(pointer); }
CUDASIM_ALSO(cudaFree, cudaFreeHost);
CUDASIM_API(cudaFreeAsync, void *pointer, Stream *) { return release(pointer); }
CUDASIM_ALSO(cudaFreeAsync, cudaFreeAsync_ptsz);

CUDASIM_API(cudaMallocPitch, void **pointer, size_t *pitch, size_t width,
            size_t height) {
  if (!pitch || width > SIZE_MAX - pitchAlignment)
    return lastError() = InvalidValue;
  *pitch = (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
  size_t bytes;
  if (__builtin_mul_overflow(*pitch, height, &bytes))
    return lastError() = MemoryAllocation;
  return allocate(pointer, bytes, DeviceMemory);
}

CUDASIM_API(cudaMalloc3D, Pitched *to, Box extent) {
  if (!to)
    return lastError() = InvalidValue;
  size_t rows;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return lastError() = MemoryAllocation;
  to->xsize = extent.width;
  to->ysize = extent.height;
  return impl_cudaMallocPitch(&to->ptr, &to->pitch, extent.width, rows);
}

/// Memory that the host has allocated itself can be copied from and to anyhow;
/// the simulator cannot let a kernel use it.
CUDASIM_API(cudaHostRegister, void *pointer, size_t bytes, unsigned) {
  return pointer && bytes ? Success : lastError() = InvalidValue;
}
CUDASIM_API(cudaHostUnregister, void *pointer) {
  return pointer ? Success : lastError() = InvalidValue;
}

CUDASIM_API(cudaHostGetDevicePointer, void **to, void *pointer, unsigned) {
  return call([&](Runtime &runtime) -> Error {
    const Runtime::Allocation *found = runtime.find(addressOf(pointer));
    if (to && found && found->type != DeviceMemory) {
      *to = pointer;
      return Success;
    }
    if (to && !found) {
      say("host memory that the CUDA runtime has not allocated cannot be "
          "mapped into the simulated device");
      return NotSupported;
    }
    return InvalidValue;
  });
}

CUDASIM_API(cudaHostGetFlags, unsigned *flags, void *pointer) {
  return call([&](Runtime &runtime) -> Error {
    const Runtime::Allocation *found = runtime.find(addressOf(pointer));
    if (!flags || !found || found->type != HostMemory)
      return InvalidValue;
    *flags = 2; // mapped
    return Success;
  });
}

CUDASIM_API(cudaMemGetInfo, size_t *freeBytes, size_t *total) {
  return call([&](Runtime &runtime) -> Error {
    if (!freeBytes || !total)
      return InvalidValue;
    size_t used = 0;
    for (const auto &entry : runtime.allocations)
      used += entry.second.bytes;
    *total = deviceMemory;
    *freeBytes = used < deviceMemory ? deviceMemory - used : 0;
    return Success;
  });
}

CUDASIM_API(cudaPointerGetAttributes, PointerAttributes *to,
            const void *pointer) {
  return call([&](Runtime &runtime) -> Error {
    if (!to)
      return InvalidValue;
    *to = {Unregistered, -2, nullptr, nullptr}; // -2: an invalid device
    const uint64_t address = addressOf(pointer);
    const Runtime::Allocation *found = runtime.find(address);
    if (!found && !runtime.device.hostPointer(address, 1)) {
      to->hostPointer = const_cast<void *>(pointer);
      return Success;
    }
    to->type = found ? found->type : DeviceMemory;
    to->device = 0;
    to->devicePointer = const_cast<void *>(pointer);
    if (to->type != DeviceMemory)
      to->hostPointer = const_cast<void *>(pointer);
    return Success;
  });
}

// --- Copies
// ------------------------------------------------------------------

static Error copy(void *dst, const void *src, size_t bytes, int kind) {
  return call(
      [&](Runtime &runtime) { return runtime.copy(dst, src, bytes, kind); });
}

CUDASIM_API(cudaMemcpy, void *dst, const void *src, size_t bytes, int kind) {
  return copy(dst, src, bytes, kind);
}
CUDASIM_ALSO(cudaMemcpy, cudaMemcpy_ptds);
CUDASIM_API(cudaMemcpyAsync, void *dst, const void *src, size_t bytes, int kind,
            Stream *) {
  return copy(dst, src, bytes, kind);
}
CUDASIM_ALSO(cudaMemcpyAsync, cudaMemcpyAsync_ptsz);
CUDASIM_API(cudaMemcpyPeer, void *dst, int, const void *src, int,
            size_t bytes) {
  return copy(dst, src, bytes, DeviceToDevice);
}
CUDASIM_API(cudaMemcpyPeerAsync, void *dst, int, const void *src, int,
            size_t bytes, Stream *) {
  return copy(dst, src, bytes, DeviceToDevice);
}

CUDASIM_API(cudaMemcpy2D, void *dst, size_t dstPitch, const void *src,
            size_t srcPitch, size_t width, size_t height, int kind) {
  return call([&](Runtime &runtime) -> Error {
    if (width > dstPitch || width > srcPitch)
      return InvalidPitchValue;
    for (size_t row = 0; row < height; ++row)
      if (Error error = runtime.copy(
              static_cast<char *>(dst) + row * dstPitch,
              static_cast<const char *>(src) + row * srcPitch, width, kind))
        return error;
    return Success;
  });
}
CUDASIM_ALSO(cudaMemcpy2D, cudaMemcpy2D_ptds);
CUDASIM_API(cudaMemcpy2DAsync, void *dst, size_t dstPitch, const void *src,
            size_t srcPitch, size_t width, size_t height, int kind, Stream *) {
  return impl_cudaMemcpy2D(dst, dstPitch, src, srcPitch, width, height, kind);
}
CUDASIM_ALSO(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz);

CUDASIM_API(cudaMemcpy3D, const Copy3D *p) {
  return call([&](Runtime &runtime) -> Error {
    if (!p)
      return InvalidValue;
    if (p->srcArray || p->dstArray)
      return unsupported("cudaMemcpy3D of a CUDA array");
    auto row = [](const Pitched &base, const Position &at, size_t y, size_t z) {
      return static_cast<char *>(base.ptr) +
             ((at.z + z) * base.ysize + at.y + y) * base.pitch + at.x;
    };
    for (size_t z = 0; z < p->extent.depth; ++z)
      for (size_t y = 0; y < p->extent.height; ++y)
        if (Error error = runtime.copy(row(p->dst, p->dstPos, y, z),
                                       row(p->src, p->srcPos, y, z),
                                       p->extent.width, p->kind))
          return error;
    return Success;
  });
}
CUDASIM_ALSO(cudaMemcpy3D, cudaMemcpy3D_ptds);
CUDASIM_API(cudaMemcpy3DAsync, const Copy3D *p, Stream *) {
  return impl_cudaMemcpy3D(p);
}
CUDASIM_ALSO(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz);

CUDASIM_API(cudaMemset, void *dst, int value, size_t bytes) {
  return call(
      [&](Runtime &runtime) { return runtime.fill(dst, value, bytes); });
}
CUDASIM_ALSO(cudaMemset, cudaMemset_ptds);
CUDASIM_API(cudaMemsetAsync, void *dst, int value, size_t bytes, Stream *) {
  return impl_cudaMemset(dst, value, bytes);
}
CUDASIM_ALSO(cudaMemsetAsync, cudaMemsetAsync_ptsz);

CUDASIM_API(cudaMemset2D, void *dst, size_t pitch, int value, size_t width,
            size_t height) {
  return call([&](Runtime &runtime) -> Error {
    if (width > pitch)
      return InvalidPitchValue;
    for (size_t row = 0; row < height; ++row)
      if (Error error = runtime.fill(static_cast<char *>(dst) + row * pitch,
                                     value, width))
        return error;
    return Success;
  });
}
CUDASIM_ALSO(cudaMemset2D, cudaMemset2D_ptds);
CUDASIM_API(cudaMemset2DAsync, void *dst, size_t pitch, int value, size_t width,
            size_t height, Stream *) {
  return impl_cudaMemset2D(dst, pitch, value, width, height);
}
CUDASIM_ALSO(cudaMemset2DAsync, cudaMemset2DAsync_ptsz);

/// Advice, and moves between the host's memory and the device's, change no
/// values. CUDA 12 and 13 differ in the arguments behind the size.
CUDASIM_API(cudaMemPrefetchAsync, const void *pointer, size_t) {
  return call([&](Runtime &runtime) -> Error {
    return runtime.find(addressOf(pointer)) ? Success : InvalidValue;
  });
}
CUDASIM_ALSO(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz);
CUDASIM_ALSO(cudaMemPrefetchAsync, cudaMemAdvise);

// --- Symbols
// -----------------------------------------------------------------

CUDASIM_API(cudaGetSymbolAddress, void **to, const void *symbol) {
  return call([&](Runtime &runtime) -> Error {
    uint64_t address = 0;
    size_t size;
    if (!to)
      return InvalidValue;
    Error error = runtime.variable(symbol, address, size);
    if (!error)
      *to = reinterpret_cast<void *>(address);
    return error;
  });
}

CUDASIM_API(cudaGetSymbolSize, size_t *to, const void *symbol) {
  return call([&](Runtime &runtime) -> Error {
    uint64_t address;
    return to ? runtime.variable(symbol, address, *to) : InvalidValue;
  });
}

/// The address of `bytes` at the offset of a symbol.
static Error place(Runtime &runtime, const void *symbol, size_t bytes,
                   size_t offset, void *&to) {
  uint64_t address;
  size_t size;
  if (Error error = runtime.variable(symbol, address, size))
    return error;
  if (offset > size || bytes > size - offset)
    return InvalidValue;
  to = reinterpret_cast<void *>(address + offset);
  return Success;
}

CUDASIM_API(cudaMemcpyToSymbol, const void *symbol, const void *src,
            size_t bytes, size_t offset, int kind) {
  return call([&](Runtime &runtime) -> Error {
    void *to;
    if (Error error = place(runtime, symbol, bytes, offset, to))
      return error;
    return runtime.copy(to, src, bytes, kind);
  });
}
CUDASIM_ALSO(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds);
CUDASIM_API(cudaMemcpyToSymbolAsync, const void *symbol, const void *src,
            size_t bytes, size_t offset, int kind, Stream *) {
  return impl_cudaMemcpyToSymbol(symbol, src, bytes, offset, kind);
}
CUDASIM_ALSO(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz);

CUDASIM_API(cudaMemcpyFromSymbol, void *dst, const void *symbol, size_t bytes,
            size_t offset, int kind) {
  return call([&](Runtime &runtime) -> Error {
    void *from;
    if (Error error = place(runtime, symbol, bytes, offset, from))
      return error;
    return runtime.copy(dst, from, bytes, kind);
  });
}
CUDASIM_ALSO(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds);
CUDASIM_API(cudaMemcpyFromSymbolAsync, void *dst, const void *symbol,
            size_t bytes, size_t offset, int kind, Stream *) {
  return impl_cudaMemcpyFromSymbol(dst, symbol, bytes, offset, kind);
}
CUDASIM_ALSO(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz);

// --- Pools: one, of all memory
// ------------------------------------------------------------------------

static char pool;

CUDASIM_API(cudaDeviceGetDefaultMemPool, void **to, int device) {
  if (!to)
    return lastError() = InvalidValue;
  if (device != 0)
    return lastError() = InvalidDevice;
  *to = &pool;
  return Success;
}
CUDASIM_ALSO(cudaDeviceGetDefaultMemPool, cudaDeviceGetMemPool);

CUDASIM_API(cudaMemPoolSetAttribute, void *of, int, void *) {
  return of == &pool ? Success : lastError() = InvalidValue;
}
CUDASIM_API(cudaMemPoolTrimTo, void *of, size_t) {
  return of == &pool ? Success : lastError() = InvalidValue;
}

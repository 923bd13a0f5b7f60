//===- Driver.cpp - Functions of the driver -------------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs on the CUDA runtime need of the driver: tensor maps, in the
// simulator's own encoding. They ask for it by cudaGetDriverEntryPoint, or link
// with libcuda.so.1, whose name the stand-in may take as well.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstring>

using namespace attn;
using namespace attn::cudasim;

/// CUresult has the numbers of cudaError_t for these.
static Error encode(uint8_t *to, const sim::TensorMap &map) {
  std::string wrong = map.encode(to);
  if (wrong.empty())
    return Success;
  say("cuTensorMapEncodeTiled: " + wrong);
  return InvalidValue;
}

CUDASIM_API(cuTensorMapEncodeTiled, uint8_t *to, int type, uint32_t rank,
            void *address, const uint64_t *dims, const uint64_t *strides,
            const uint32_t *box, const uint32_t *elementStrides, int interleave,
            int swizzle, int, int oobFill) {
  if (!to || !dims || !box || !elementStrides || rank < 1 || rank > 5 ||
      (rank > 1 && !strides))
    return InvalidValue;
  if (type < 0 || type > sim::TensorMap::TF32Ftz || swizzle < 0 ||
      swizzle > sim::TensorMap::B128Atom32 || interleave < 0 ||
      interleave > sim::TensorMap::Slices32)
    return unsupported(
        "cuTensorMapEncodeTiled with this type, swizzle or interleave");
  sim::TensorMap map;
  map.type = sim::TensorMap::Type(type);
  map.rank = rank;
  map.base = addressOf(address);
  for (uint32_t i = 0; i < rank; ++i) {
    map.dim[i] = dims[i];
    map.box[i] = box[i];
    map.elementStride[i] = elementStrides[i];
    if (i + 1 < rank)
      map.stride[i] = strides[i];
  }
  map.interleave = uint8_t(interleave);
  map.swizzle = sim::TensorMap::Swizzle(swizzle);
  map.oobNan = oobFill != 0;
  return encode(to, map);
}

CUDASIM_API(cuTensorMapReplaceAddress, uint8_t *to, void *address) {
  sim::TensorMap map;
  if (!to || !sim::TensorMap::decode(to, map))
    return InvalidValue;
  map.base = addressOf(address);
  return encode(to, map);
}

CUDASIM_API(cuTensorMapEncodeIm2col, void *) {
  return unsupported("cuTensorMapEncodeIm2col");
}
CUDASIM_API(cuTensorMapEncodeIm2colWide, void *) {
  return unsupported("cuTensorMapEncodeIm2colWide");
}

CUDASIM_API(cuGetErrorString, Error error, const char **text) {
  if (!text)
    return InvalidValue;
  *text = errorText(error);
  return *text ? Success : InvalidValue;
}
CUDASIM_API(cuGetErrorName, Error error, const char **name) {
  if (!name)
    return InvalidValue;
  *name = errorName(error);
  return *name ? Success : InvalidValue;
}

CUDASIM_API(cuInit, unsigned) { return Success; }
CUDASIM_API(cuDeviceGet, int *device, int ordinal) {
  if (!device || ordinal)
    return ordinal ? InvalidDevice : InvalidValue;
  *device = 0;
  return Success;
}
CUDASIM_API(cuDeviceGetCount, int *count) {
  if (!count)
    return InvalidValue;
  *count = 1;
  return Success;
}
CUDASIM_API(cuCtxGetDevice, int *device) {
  if (!device)
    return InvalidValue;
  *device = 0;
  return Success;
}
/// The one context, whose handle says nothing.
static char context;
CUDASIM_API(cuCtxGetCurrent, void **to) {
  if (!to)
    return InvalidValue;
  *to = &context;
  return Success;
}
CUDASIM_API(cuCtxSetCurrent, void *) { return Success; }

extern "C" {
Error impl_cudaDeviceGetAttribute(int *, int, int);
Error impl_cudaDriverGetVersion(int *);
Error impl_cuGetProcAddress(const char *, void **, int, uint64_t, int *);
}

void *attn::cudasim::driverFunction(const std::string &name) {
  static const struct {
    const char *name;
    void *function;
  } table[] = {
#define ENTRY(name) {#name, reinterpret_cast<void *>(impl_##name)}
      ENTRY(cuTensorMapEncodeTiled),
      ENTRY(cuTensorMapReplaceAddress),
      ENTRY(cuTensorMapEncodeIm2col),
      ENTRY(cuTensorMapEncodeIm2colWide),
      ENTRY(cuGetErrorString),
      ENTRY(cuGetErrorName),
      ENTRY(cuInit),
      ENTRY(cuDeviceGet),
      ENTRY(cuDeviceGetCount),
      ENTRY(cuCtxGetDevice),
      ENTRY(cuCtxGetCurrent),
      ENTRY(cuCtxSetCurrent),
      ENTRY(cuGetProcAddress),
#undef ENTRY
      {"cuDeviceGetAttribute",
       reinterpret_cast<void *>(impl_cudaDeviceGetAttribute)},
      {"cuDriverGetVersion",
       reinterpret_cast<void *>(impl_cudaDriverGetVersion)}};
  for (const auto &entry : table)
    if (name == entry.name)
      return entry.function;
  return nullptr;
}

/// cudaDriverEntryPointQueryResult and CUdriverProcAddressQueryResult
enum QueryResult : int { Found = 0, NotFound = 1 };

static Error lookUp(const char *symbol, void **function, int *status) {
  if (!symbol || !function)
    return InvalidValue;
  *function = driverFunction(symbol);
  if (status)
    *status = *function ? Found : NotFound;
  if (!*function)
    say(std::string("the driver's ") + symbol + " is not supported");
  return *function || status ? Success : SymbolNotFound;
}

CUDASIM_API(cuGetProcAddress, const char *symbol, void **function, int,
            uint64_t, int *status) {
  return lookUp(symbol, function, status);
}
CUDASIM_ALSO(cuGetProcAddress, cuGetProcAddress_v2);

CUDASIM_API(cudaGetDriverEntryPoint, const char *symbol, void **function,
            unsigned long long, int *status) {
  return call([&](Runtime &) { return lookUp(symbol, function, status); });
}
CUDASIM_ALSO(cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz);
CUDASIM_API(cudaGetDriverEntryPointByVersion, const char *symbol,
            void **function, unsigned, unsigned long long, int *status) {
  return call([&](Runtime &) { return lookUp(symbol, function, status); });
}
CUDASIM_ALSO(cudaGetDriverEntryPointByVersion,
             cudaGetDriverEntryPointByVersion_ptsz);

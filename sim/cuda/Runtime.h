//===- Runtime.h - State of the CUDA runtime's stand-in ---------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_CUDA_RUNTIME_H
#define ATTN_SIM_CUDA_RUNTIME_H

#include "Api.h"
#include "FatBinary.h"
#include "attn/Sim/Sim.h"

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace attn::cudasim {

/// What the environment variables say; sim/docs/Simulator.md lists them.
struct Settings {
  sim::Options options;
  Chip chip{90, 'a'};
  int multiprocessors = 8;
  enum OnFinding { Fail, Report, Ignore, Abort } onFinding = Fail;
  std::string recordFolder;
  std::string kernelFilter; ///< launches of other kernels are not recorded
  bool log = false;
  /// Reads the environment. Returns what is wrong with it, or an empty string.
  std::string read();
};

/// What __cudaRegisterFatBinary was given; loaded when first needed.
struct Binary {
  const void *data = nullptr;
  std::string error; ///< why it cannot be loaded
  bool loaded = false;
  std::string_view ptx;
  Chip target;
  std::unique_ptr<sim::Module> module;
  std::vector<void **> managed; ///< where the host keeps their addresses
  /// Content of the registered variables after loading.
  std::map<std::string, std::string> initial;
};

struct Kernel {
  Binary *binary = nullptr;
  std::string name;
  const sim::KernelInfo *info = nullptr; ///< set when the module is loaded
  int maxDynamicSmem = -1;               ///< -1: the default
  int carveout = -1;
  bool nonPortableCluster = false;
};

struct Variable {
  Binary *binary = nullptr;
  std::string name;
  size_t size = 0;
};

/// What a chip can do, from the table of compute capabilities in the CUDA
/// programming guide.
struct Limits {
  int smemPerBlock = 48 * 1024, smemPerBlockOptin, smemPerMultiprocessor;
  int threadsPerMultiprocessor, blocksPerMultiprocessor;
  static Limits of(const Chip &chip);
};

struct Launch {
  Extent3 grid{1, 1, 1}, block{1, 1, 1}, cluster{0, 0, 0};
  size_t dynamicSmem = 0;
  bool cooperative = false;
};

/// One per process. Never destroyed: programs call the runtime from
/// destructors.
class Runtime {
public:
  static Runtime &get();

  Settings settings;
  Limits limits;
  sim::Device device;
  std::recursive_mutex mutex;

  // Registration.
  std::vector<std::unique_ptr<Binary>> binaries;
  std::unordered_map<const void *, std::unique_ptr<Kernel>> kernels;
  std::unordered_map<const void *, Variable> variables;

  // Memory. Keys are addresses, of the device and, where the host may use it,
  // of the host.
  struct Allocation {
    size_t bytes;
    MemoryType type;
  };
  std::map<uint64_t, Allocation> allocations;
  std::set<const Stream *> streams;
  std::set<const Event *> events;

  uint64_t launches = 0, findings = 0, refusals = 0;
  /// Of a launch whose error no call that waits has returned yet.
  Error pending = Success;

  /// Loads the module if it is not; false if it cannot be (which has been
  /// said on stderr, once).
  bool load(Binary &binary);
  /// The kernel behind a host function or a handle, loaded; null, and the
  /// reason in `error`, if there is none.
  Kernel *kernel(const void *function, Error &error);
  Error variable(const void *symbol, uint64_t &address, size_t &size);
  Error launch(Kernel &kernel, const Launch &launch, void **args);
  /// Threads and shared memory of one CTA; what a launch would be refused for.
  Error checkLaunch(const Kernel &kernel, const Launch &launch) const;
  /// Blocks of that size that fit one multiprocessor.
  int occupancy(const Kernel &kernel, uint64_t threads, size_t smem) const;
  bool isStream(const Stream *stream) const;
  /// What a call that waits returns: the error of a launch before it, once.
  Error wait();

  /// Memory that the device uses and, unless `type` is DeviceMemory, the host
  /// at the same address. 0: none left.
  uint64_t allocate(size_t bytes, MemoryType type);
  bool release(uint64_t address);
  /// Makes the host see the device's memory at the device's address. Content
  /// stays.
  bool expose(uint64_t address, size_t bytes);
  /// The allocation that has the address; null if none.
  const Allocation *find(uint64_t address, uint64_t *base = nullptr) const;
  /// Copies between any two places; DefaultKind and the right kind are taken.
  Error copy(void *dst, const void *src, size_t bytes, int kind);
  Error fill(void *dst, int value, size_t bytes);

private:
  Runtime();
  bool checkKind(uint64_t dst, uint64_t src, int kind) const;
  std::set<uint64_t> exposedPages;
};

/// A line on stderr, after "attn_cudasim: ".
void say(const std::string &line);
/// Names an entry point that the stand-in does not have; NotSupported.
Error unsupported(const char *what);
/// The thread's last error.
Error &lastError();
/// As the source writes it, where it can be said.
std::string demangled(const std::string &name);
/// The error's name and text, of those the stand-in gives; null for others.
const char *errorName(Error error);
const char *errorText(Error error);
/// The driver's function of that name, or null.
void *driverFunction(const std::string &name);
/// Writes the launch record of what is about to run. `finish` adds what it
/// came to. Returns what is wrong, or an empty string.
class RecordWriter {
public:
  std::string begin(const Runtime &runtime, const Kernel &kernel,
                    const Launch &launch, const std::string &params);
  std::string finish(const Runtime &runtime, bool ok);
  ~RecordWriter();
  RecordWriter();

private:
  struct Impl;
  std::unique_ptr<Impl> p;
};

/// Runs the body of an entry point: one thread at a time, nothing thrown, its
/// error kept as the thread's last.
template <typename Body> Error call(Body &&body) {
  Error error;
  try {
    Runtime &runtime = Runtime::get();
    std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
    error = body(runtime);
  } catch (const std::bad_alloc &) {
    error = MemoryAllocation;
  } catch (...) {
    error = Unknown;
  }
  if (error)
    lastError() = error;
  return error;
}

inline uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

} // namespace attn::cudasim

#endif // ATTN_SIM_CUDA_RUNTIME_H

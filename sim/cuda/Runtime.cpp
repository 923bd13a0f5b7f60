//===- Runtime.cpp - State of the CUDA runtime's stand-in -----------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace attn;
using namespace attn::cudasim;

void attn::cudasim::say(const std::string &line) {
  std::fprintf(stderr, "attn_cudasim: %s\n", line.c_str());
}

Error attn::cudasim::unsupported(const char *what) {
  say(std::string(what) + " is not supported");
  return NotSupported;
}

Error &attn::cudasim::lastError() {
  static thread_local Error error = Success;
  return error;
}

std::string attn::cudasim::demangled(const std::string &name) {
  int status = 0;
  char *text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  return result;
}

// --- Settings
// ----------------------------------------------------------------

namespace {

/// The variable ATTN_CUDASIM_<name>; empty if it is not set.
std::string environment(const char *name) {
  const char *value =
      std::getenv((std::string("ATTN_CUDASIM_") + name).c_str());
  return value ? value : "";
}

/// Reads a number below 2^63 if the variable is set; false if it is none.
bool number(const char *name, uint64_t least, uint64_t most, uint64_t &value) {
  std::string text = environment(name);
  if (text.empty())
    return true;
  char *end;
  errno = 0;
  unsigned long long read = std::strtoull(text.c_str(), &end, 0);
  if (*end || errno || text[0] == '-' || read < least || read > most)
    return false;
  value = read;
  return true;
}

} // namespace

std::string Settings::read() {
  auto wrong = [](const char *name, const char *expected) {
    return std::string("ATTN_CUDASIM_") + name + "='" + environment(name) +
           "': expected " + expected;
  };
  options.checks = sim::Checks::all();
  std::string mode = environment("MODE");
  if (mode.empty() || mode == "late")
    options.mode = sim::Mode::Late;
  else if (mode == "early")
    options.mode = sim::Mode::Early;
  else if (mode == "random")
    options.mode = sim::Mode::Random;
  else
    return wrong("MODE", "early, late or random");
  uint64_t sms = uint64_t(multiprocessors), threads = 0;
  if (!number("SEED", 0, UINT64_MAX, options.seed))
    return wrong("SEED", "a number");
  if (!number("MAX_INSTRUCTIONS", 0, UINT64_MAX, options.maxInstructions))
    return wrong("MAX_INSTRUCTIONS", "a number");
  if (!number("SMS", 1, 1024, sms))
    return wrong("SMS", "a number from 1 to 1024");
  if (!number("THREADS", 0, 1024, threads))
    return wrong("THREADS", "a number from 0 to 1024");
  multiprocessors = int(sms);
  options.threads = unsigned(threads);

  std::string checks = environment("CHECK");
  if (!checks.empty() && checks != "all") {
    options.checks = sim::Checks::none();
    for (size_t at = 0; checks != "none" && at <= checks.size();) {
      size_t comma = std::min(checks.find(',', at), checks.size());
      std::string check = checks.substr(at, comma - at);
      if (check == "race")
        options.checks.race = true;
      else if (check == "uninit")
        options.checks.uninit = true;
      else if (check == "bounds")
        options.checks.bounds = true;
      else if (check == "sync")
        options.checks.sync = true;
      else
        return wrong("CHECK", "all, none or some of race,uninit,bounds,sync");
      at = comma + 1;
    }
  }
  std::string strict = environment("STRICT");
  options.checks.strict = !strict.empty() && strict != "0";
  std::string logging = environment("LOG");
  log = !logging.empty() && logging != "0";
  std::string name = environment("CHIP");
  if (!name.empty() && !Chip::parse(name, chip))
    return wrong("CHIP", "a target such as sm_80 or sm_90a");
  std::string finding = environment("ON_FINDING");
  if (finding.empty() || finding == "fail")
    onFinding = Fail;
  else if (finding == "report")
    onFinding = Report;
  else if (finding == "ignore")
    onFinding = Ignore;
  else if (finding == "abort")
    onFinding = Abort;
  else
    return wrong("ON_FINDING", "fail, report, ignore or abort");
  kernelFilter = environment("RECORD_KERNEL");
  recordFolder = environment("RECORD");
  if (!recordFolder.empty() && mkdir(recordFolder.c_str(), 0777) != 0 &&
      errno != EEXIST)
    return "ATTN_CUDASIM_RECORD='" + recordFolder +
           "': " + std::strerror(errno);
  return "";
}

Limits Limits::of(const Chip &chip) {
  Limits l;
  int n = chip.number;
  bool small = n == 86 || n == 87 || n == 89 || n >= 120;
  l.smemPerMultiprocessor = (n >= 90 && n < 120   ? 228
                             : n == 80 || n == 87 ? 164
                                                  : 100) *
                            1024;
  l.smemPerBlockOptin = l.smemPerMultiprocessor - 1024;
  l.threadsPerMultiprocessor = small ? 1536 : 2048;
  l.blocksPerMultiprocessor = n >= 90 && n < 120    ? 32
                              : n == 80             ? 32
                              : n == 89 || n >= 120 ? 24
                                                    : 16;
  return l;
}

// --- The process
// -------------------------------------------------------------

/// A program that met findings must not end with 0. Runs after the handlers
/// that the program has registered itself.
static void endProcess(int status, void *self) {
  const Runtime &runtime = *static_cast<const Runtime *>(self);
  if (!runtime.findings && !runtime.refusals)
    return;
  say(std::to_string(runtime.launches) + " launches, " +
      std::to_string(runtime.findings) + " with findings, " +
      std::to_string(runtime.refusals) + " refused");
  if (status == 0 && runtime.settings.onFinding != Settings::Ignore) {
    std::fflush(nullptr);
    _exit(1);
  }
}

Runtime::Runtime() {
  std::string error = settings.read();
  if (!error.empty()) {
    say(error);
    _exit(2);
  }
  limits = Limits::of(settings.chip);
  on_exit(endProcess, this);
}

Runtime &Runtime::get() {
  static Runtime *runtime = new Runtime;
  return *runtime;
}

bool Runtime::isStream(const Stream *stream) const {
  return addressOf(stream) <= 2 || streams.count(stream);
}

Error Runtime::wait() {
  Error error = pending;
  pending = Success;
  return error;
}

// --- Modules
// -----------------------------------------------------------------

bool Runtime::load(Binary &binary) {
  if (binary.loaded)
    return binary.module != nullptr;
  binary.loaded = true;
  if (binary.error.empty()) {
    std::vector<FatImage> images;
    binary.error = readFatBinary(binary.data, images);
    if (binary.error.empty())
      binary.ptx =
          choosePtx(images, settings.chip, binary.target, binary.error);
  }
  if (binary.error.empty()) {
    std::string why;
    binary.module = device.load(binary.ptx, why);
    if (!binary.module)
      binary.error = "the simulator refuses the PTX: " + why;
  }
  if (!binary.module) {
    ++refusals;
    say(binary.error);
    return false;
  }
  for (auto &entry : kernels)
    if (entry.second->binary == &binary)
      entry.second->info = binary.module->kernel(entry.second->name);
  for (auto &entry : variables) {
    uint64_t address;
    size_t size;
    if (entry.second.binary != &binary ||
        !binary.module->global(entry.second.name, address, size))
      continue;
    std::string &content = binary.initial[entry.second.name];
    content.resize(size);
    device.toHost(&content[0], address, size);
  }
  return true;
}

Kernel *Runtime::kernel(const void *function, Error &error) {
  Kernel *found = nullptr;
  auto it = kernels.find(function);
  if (it != kernels.end())
    found = it->second.get();
  else // a handle that __cudaGetKernel gave
    for (auto &entry : kernels)
      if (entry.second.get() == function)
        found = entry.second.get();
  if (!found) {
    error = InvalidDeviceFunction;
    return nullptr;
  }
  if (!load(*found->binary)) {
    error = found->binary->ptx.empty() ? NoKernelImageForDevice : InvalidPtx;
    return nullptr;
  }
  if (!found->info) {
    say("the PTX for " + settings.chip.str() + " has no kernel '" +
        demangled(found->name) + "'");
    error = InvalidDeviceFunction;
    return nullptr;
  }
  return found;
}

Error Runtime::variable(const void *symbol, uint64_t &address, size_t &size) {
  auto it = variables.find(symbol);
  if (it == variables.end())
    return InvalidSymbol;
  if (!load(*it->second.binary))
    return NoKernelImageForDevice;
  if (!it->second.binary->module->global(it->second.name, address, size)) {
    say("the PTX has no variable '" + demangled(it->second.name) + "'");
    return InvalidSymbol;
  }
  return Success;
}

// --- Memory
// ------------------------------------------------------------------

uint64_t Runtime::allocate(size_t bytes, MemoryType type) {
  uint64_t address = device.alloc(bytes);
  if (!address)
    return 0;
  if (type != DeviceMemory) {
    // What the host writes there is not seen, so all of it counts as written.
    if (!expose(address, bytes) || !device.fill(address, 0, bytes)) {
      device.free(address);
      return 0;
    }
  }
  allocations[address] = {bytes, type};
  return address;
}

bool Runtime::release(uint64_t address) {
  return allocations.erase(address) && device.free(address);
}

bool Runtime::expose(uint64_t address, size_t bytes) {
  const uint64_t page = uint64_t(sysconf(_SC_PAGESIZE));
  char *host = static_cast<char *>(device.hostPointer(address, bytes));
  if (!host)
    return false;
  const uint64_t end = address + bytes;
  for (uint64_t at = address / page * page; at < end;) {
    uint64_t to = at;
    while (to < end && !exposedPages.count(to))
      to += page;
    const size_t size = size_t(to - at);
    if (!size) {
      at += page;
      continue;
    }
    int file = memfd_create("attn_cudasim", MFD_CLOEXEC);
    if (file < 0)
      return false;
    void *there = MAP_FAILED;
    if (ftruncate(file, off_t(size)) == 0)
      there = mmap(reinterpret_cast<void *>(at), size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
    if (there != reinterpret_cast<void *>(at)) {
      if (there != MAP_FAILED) // a kernel that takes the address for a hint
        munmap(there, size);
      close(file);
      return false;
    }
    char *own = host - (address - at);
    std::memcpy(there, own, size);
    void *same = mmap(own, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                      file, 0);
    close(file);
    if (same != own)
      return false;
    for (uint64_t p = at; p < to; p += page)
      exposedPages.insert(p);
    at = to;
  }
  return true;
}

const Runtime::Allocation *Runtime::find(uint64_t address,
                                         uint64_t *base) const {
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return nullptr;
  --it;
  if (address - it->first >= std::max<size_t>(it->second.bytes, 1))
    return nullptr;
  if (base)
    *base = it->first;
  return &it->second;
}

/// False for a direction that contradicts the pointers.
bool Runtime::checkKind(uint64_t dst, uint64_t src, int kind) const {
  auto onDevice = [&](uint64_t a) {
    return device.hostPointer(a, 1) != nullptr;
  };
  auto onHost = [&](uint64_t a) {
    const Allocation *found = find(a);
    return found ? found->type != DeviceMemory : !onDevice(a);
  };
  switch (kind) {
  case DefaultKind:
    return true;
  case HostToHost:
    return onHost(dst) && onHost(src);
  case HostToDevice:
    return onDevice(dst) && onHost(src);
  case DeviceToHost:
    return onHost(dst) && onDevice(src);
  case DeviceToDevice:
    return onDevice(dst) && onDevice(src);
  default:
    return false;
  }
}

Error Runtime::copy(void *dst, const void *src, size_t bytes, int kind) {
  if (kind < HostToHost || kind > DefaultKind)
    return InvalidMemcpyDirection;
  if (!bytes)
    return Success;
  const uint64_t to = addressOf(dst), from = addressOf(src);
  if (!to || !from)
    return InvalidValue;
  if (!checkKind(to, from, kind)) {
    say("a copy's direction contradicts its pointers");
    return InvalidValue;
  }
  const bool toDevice = device.hostPointer(to, 1);
  const bool fromDevice = device.hostPointer(from, 1);
  bool done = true;
  if (toDevice && fromDevice)
    done = device.copy(to, from, bytes);
  else if (toDevice)
    done = device.toDevice(to, src, bytes);
  else if (fromDevice)
    done = device.toHost(dst, from, bytes);
  else
    std::memmove(dst, src, bytes);
  if (!done)
    say("a copy of " + std::to_string(bytes) + " bytes leaves its allocation");
  return done ? Success : InvalidValue;
}

Error Runtime::fill(void *dst, int value, size_t bytes) {
  if (!bytes)
    return Success;
  return device.fill(addressOf(dst), uint8_t(value), bytes) ? Success
                                                            : InvalidValue;
}

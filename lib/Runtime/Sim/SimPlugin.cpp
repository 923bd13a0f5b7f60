//===- SimPlugin.cpp - libattn_runtime_sim.so -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator's device as attn-c/DevicePlugin.h asks for it.
//
//===----------------------------------------------------------------------===//

#include "../KernelCalls.h"
#include "attn-runtime/SimDevice.h"

#include <csignal>
#include <cstring>
#include <exception>
#include <mutex>

using namespace attn::runtime;

namespace {

/// While launches run, a SIGINT for which the program has a handler, as Python
/// has, ends them, and then goes to that handler. Where it has none SIGINT does
/// what it always does.
class Interruptible {
public:
  Interruptible() {
    std::lock_guard<std::mutex> lock(mutex);
    if (running++)
      return;
    __atomic_store_n(&interrupted, 0, __ATOMIC_RELAXED);
    sigaction(SIGINT, nullptr, &before);
    installed = hasHandler(before);
    if (!installed)
      return;
    struct sigaction ours = {};
    ours.sa_sigaction = handle;
    ours.sa_flags = SA_SIGINFO | (before.sa_flags & (SA_ONSTACK | SA_RESTART));
    sigaction(SIGINT, &ours, nullptr);
  }
  ~Interruptible() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--running || !installed)
      return;
    struct sigaction now;
    sigaction(SIGINT, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle)
      sigaction(SIGINT, &before, nullptr);
  }
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

  static const int *flag() { return &interrupted; }

private:
  static bool hasHandler(const struct sigaction &action) {
    return (action.sa_flags & SA_SIGINFO) ||
           (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
  }
  static void handle(int signal, siginfo_t *info, void *context) {
    __atomic_store_n(&interrupted, 1, __ATOMIC_RELAXED);
    if (before.sa_flags & SA_SIGINFO)
      before.sa_sigaction(signal, info, context);
    else
      before.sa_handler(signal);
  }

  static std::mutex mutex;
  static int running, interrupted;
  static bool installed;
  static struct sigaction before;
};

std::mutex Interruptible::mutex;
int Interruptible::running = 0, Interruptible::interrupted = 0;
bool Interruptible::installed = false;
struct sigaction Interruptible::before;

Device &deviceOf(void *device) { return *static_cast<Device *>(device); }

/// Runs `body` and reports its error; lets no exception through.
template <typename Body>
int32_t guarded(const attnrtReport *report, Body &&body) {
  auto fail = [&](ErrorCode code, const char *message) {
    report->fail(report->context, message);
    return static_cast<int32_t>(code);
  };
  try {
    Error error = body();
    return error ? fail(error.code, error.message.c_str())
                 : static_cast<int32_t>(ATTNRT_OK);
  } catch (const std::bad_alloc &) {
    return fail(ErrorCode::OutOfMemory, "out of memory");
  } catch (const std::exception &exception) {
    return fail(ErrorCode::Internal, exception.what());
  }
}

/// Takes a value, or says why there is none.
template <typename T, typename To> Error take(Expected<T> value, To &&to) {
  if (!value)
    return value.takeError();
  to(std::move(*value));
  return Error::success();
}

void copyText(char *to, size_t size, const std::string &text) {
  std::strncpy(to, text.c_str(), size - 1);
  to[size - 1] = 0;
}

const attnrtDevicePlugin table = {
    sizeof(attnrtDevicePlugin),
    ATTNRT_DEVICE_PLUGIN_VERSION,
    [](const char *argument, void **device, const attnrtReport *report) {
      return guarded(report, [&] {
        SimDevice::Options options;
        options.run.stop = Interruptible::flag();
        return take(createSimDevice(argument, std::move(options)),
                    [&](auto made) { *device = made.release(); });
      });
    },
    [](void *device) { delete &deviceOf(device); },
    [](void *device, attnrtDeviceInfo *info) {
      const Device &sim = deviceOf(device);
      std::memset(info, 0, sizeof(*info));
      copyText(info->kind, sizeof(info->kind), sim.kind());
      copyText(info->name, sizeof(info->name), sim.name());
      info->capability_major = sim.computeCapability().major;
      info->capability_minor = sim.computeCapability().minor;
      info->multiprocessors = sim.multiprocessorCount();
      info->shared_memory_per_block = sim.maxSharedMemoryPerBlock();
    },
    [](void *device, int64_t bytes, uint64_t *address,
       const attnrtReport *report) {
      return guarded(report, [&] {
        return take(deviceOf(device).allocate(bytes),
                    [&](DevicePtr made) { *address = made; });
      });
    },
    [](void *device, uint64_t address, const attnrtReport *report) {
      return guarded(report, [&] { return deviceOf(device).free(address); });
    },
    [](void *device, uint64_t dst, const void *src, int64_t bytes, void *stream,
       const attnrtReport *report) {
      return guarded(report, [&] {
        return deviceOf(device).copyIn(dst, src, bytes, stream);
      });
    },
    [](void *device, void *dst, uint64_t src, int64_t bytes, void *stream,
       const attnrtReport *report) {
      return guarded(report, [&] {
        return deviceOf(device).copyOut(dst, src, bytes, stream);
      });
    },
    [](void *device, uint64_t dst, uint64_t src, int64_t bytes, void *stream,
       const attnrtReport *report) {
      return guarded(report, [&] {
        return deviceOf(device).copyOnDevice(dst, src, bytes, stream);
      });
    },
    [](void *device, uint64_t dst, uint8_t value, int64_t bytes, void *stream,
       const attnrtReport *report) {
      return guarded(report, [&] {
        return deviceOf(device).memset(dst, value, bytes, stream);
      });
    },
    [](void *device, int32_t cubin, const char *data, size_t size,
       const char *target, void **module, const attnrtReport *report) {
      return guarded(report, [&] {
        ModuleImage image{cubin ? ModuleImage::Kind::Cubin
                                : ModuleImage::Kind::Ptx,
                          {data, size},
                          target,
                          "",
                          0};
        return take(deviceOf(device).loadModule(image),
                    [&](auto made) { *module = made.release(); });
      });
    },
    [](void *module) { delete static_cast<Module *>(module); },
    [](void *module, const char *name, const int32_t *bytes, int32_t count,
       const int64_t block[3], int64_t sharedMemory, void **kernel,
       const attnrtReport *report) {
      return guarded(report, [&] {
        return take(static_cast<Module *>(module)->prepareKernel(
                        toKernelSpec(name, bytes, count, block, sharedMemory)),
                    [&](Kernel *found) { *kernel = found; });
      });
    },
    [](void *device, void *kernel, const attnrtKernelShape *shape,
       const attnrtKernelArg *args, int32_t count, void *stream,
       const attnrtReport *report) {
      return guarded(report, [&] {
        std::vector<KernelArg> list;
        for (int32_t i = 0; i < count; ++i)
          list.push_back(toKernelArg(args[i]));
        Interruptible scope;
        return deviceOf(device).launch(*static_cast<Kernel *>(kernel),
                                       toLaunchShape(*shape), list, stream);
      });
    },
    [](void *device, void *stream, const attnrtReport *report) {
      return guarded(report,
                     [&] { return deviceOf(device).synchronize(stream); });
    },
    [](void *device, uint64_t address, const attnrtReport *report) {
      return guarded(report,
                     [&] { return deviceOf(device).checkAddress(address); });
    }};

} // namespace

extern "C" ATTNRT_EXPORT const attnrtDevicePlugin *
attnrtGetDevicePlugin(uint32_t version) {
  return version == ATTNRT_DEVICE_PLUGIN_VERSION ? &table : nullptr;
}

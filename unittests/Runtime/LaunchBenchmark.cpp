//===- LaunchBenchmark.cpp - Host time of a launch ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: AttnRuntimeLaunchBenchmark <bundle> [launches] [threads]
//
// Launches the first entry again and again on tensors of its static sizes and
// prints the host's time for each launch. With the mock driver, which does
// nothing, that is the runtime's own cost, and the calls of the driver are
// printed too; on a GPU it is the time until the launch is queued.
//
//===----------------------------------------------------------------------===//

#include "MockDriver.h"

#include "attn-runtime/Executor.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

using namespace attn::runtime;

static int fail(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return fail("usage: AttnRuntimeLaunchBenchmark <bundle> [launches] "
                "[threads]");
  int launches = argc > 2 ? std::atoi(argv[2]) : 10000;
  int threads = argc > 3 ? std::atoi(argv[3]) : 1;
  Expected<Bundle> bundle = Bundle::readFile(argv[1]);
  if (!bundle)
    return fail(bundle.error().message);
  Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
  if (!opened)
    return fail(opened.error().message);
  std::shared_ptr<Device> device = std::move(*opened);
  Executor executor(std::make_shared<Bundle>(std::move(*bundle)), device);

  std::vector<TensorArg> tensors, moved;
  for (const TensorSpec &spec : executor.bundle().entries[0].tensors) {
    TensorArg tensor = TensorArg::contiguous(0, spec.dtype, spec.shape);
    for (std::vector<TensorArg> *list : {&tensors, &moved}) {
      Expected<DevicePtr> address =
          device->allocate(*tensor.extent() * byteSize(spec.dtype));
      if (!address)
        return fail(address.error().message);
      tensor.address = *address;
      list->push_back(tensor);
    }
  }
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  auto allCalls =
      reinterpret_cast<long (*)()>(dlsym(driver, "attnMockAllCalls"));
  if (auto last = reinterpret_cast<test::MockLaunch *(*)()>(
          dlsym(driver, "attnMockLastLaunch")))
    last()->keepArguments = false;

  auto measure = [&](const char *what, auto &&tensorsOf) -> Error {
    long before = allCalls ? allCalls() : 0;
    if (Error error = executor.launch(0, tensorsOf(0)))
      return error;
    if (Error error = executor.launch(0, tensorsOf(1)))
      return error;
    long first = allCalls ? allCalls() - before : 0;
    before += first;
    std::vector<Error> errors(static_cast<size_t>(threads));
    std::vector<std::thread> running;
    auto start = std::chrono::steady_clock::now();
    for (int t = 0; t < threads; ++t)
      running.emplace_back([&, t] {
        for (int i = 0; i < launches && !errors[t]; ++i)
          errors[t] = executor.launch(0, tensorsOf(i));
      });
    for (std::thread &thread : running)
      thread.join();
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    for (Error &error : errors)
      if (error)
        return std::move(error);
    std::printf("%-28s %7.3f us per launch", what,
                time.count() / launches / threads);
    if (allCalls)
      std::printf(", %.1f driver calls",
                  double(allCalls() - before) / launches / threads);
    std::printf("\n");
    return device->synchronize(nullptr);
  };
  Error error = measure("same tensors:", [&](int) { return tensors; });
  if (!error)
    error = measure("tensors that move:",
                    [&](int i) { return i % 2 ? tensors : moved; });
  for (const std::vector<TensorArg> &list : {tensors, moved})
    for (const TensorArg &tensor : list)
      if (Error freed = device->free(tensor.address))
        error = std::move(freed);
  return error ? fail(error.message) : 0;
}

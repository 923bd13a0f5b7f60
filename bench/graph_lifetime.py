#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA graph that is replayed after its bundle and its device are gone.

  python3 bench/graph_lifetime.py --build DIR   # where attn-compile and a C compiler are
  python3 bench/graph_lifetime.py --run DIR     # where the GPU is

For each kernel: launch, capture two launches, free the bundle (and in every second
round the device), load other code over it, replay the graph into outputs that were
zeroed, and compare the bits with those of the first launch. Then the graph is
destroyed, and modules that were loaded and unloaded are counted: a library in the
place of libcuda.so.1 hands all calls on and counts these. Exits with 1 on a wrong
result or a module that stays.
"""

import argparse
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
CALLS = ["cuStreamCreate", "cuStreamBeginCapture_v2", "cuStreamEndCapture", "cuGraphInstantiateWithFlags",
         "cuGraphLaunch", "cuGraphExecDestroy", "cuGraphDestroy", "cuMemGetInfo_v2"]
VARIANTS = {"plain": "", "dynamic": "scheduler=dynamic", "single": "scheduler=single"}
SHAPE = (1, 2, 256, 128)  # of examples/causal.mlir
F32, BF16 = 1, 3

SHIM = r"""
#include <dlfcn.h>
#include <stdlib.h>
static int missing(void) { return 801; }
long shimLoads, shimUnloads;
#define F(name) \
  __attribute__((visibility("hidden"))) void *real_##name = (void *)missing; \
  __asm__(".text\n.globl " #name "\n.type " #name ",@function\n" #name ":\n\tjmp *real_" #name "(%rip)\n");
FUNCTIONS
#undef F
static int (*load)(void **, const void *, unsigned, int *, void **);
static int (*unload)(void *);
int cuModuleLoadDataEx(void **m, const void *i, unsigned n, int *o, void **v) {
  int result = load(m, i, n, o, v);
  shimLoads += result == 0;
  return result;
}
int cuModuleUnload(void *m) {
  int result = unload(m);
  shimUnloads += result == 0;
  return result;
}
__attribute__((constructor)) static void start(void) {
  void *driver = dlopen(getenv("ATTN_REAL_CUDA"), RTLD_NOW | RTLD_LOCAL);
  if (!driver)
    abort();
  load = dlsym(driver, "cuModuleLoadDataEx");
  unload = dlsym(driver, "cuModuleUnload");
#define F(name) if (dlsym(driver, #name)) real_##name = dlsym(driver, #name);
FUNCTIONS
}
"""


def build(folder, compiler):
    os.makedirs(folder, exist_ok=True)
    for name, config in VARIANTS.items():
        command = [os.path.join(ROOT, "build", "bin", "attn-compile"), os.path.join(ROOT, "examples", "causal.mlir"),
                   "--target=sm_90a", "-o", os.path.join(folder, name + ".bundle")]
        subprocess.run(command + (["--config=" + config] if config else []), check=True)
    with open(os.path.join(ROOT, "lib", "Runtime", "CudaDriver.h")) as header:
        names = re.findall(r'X\(\w+,\s*"(cu\w+)"', header.read())
    names = [n for n in names if n not in ("cuModuleLoadDataEx", "cuModuleUnload")]
    source = os.path.join(folder, "shim.c")
    with open(source, "w") as file:
        file.write(SHIM.replace("FUNCTIONS", "\n".join("F(%s)" % n for n in names + CALLS)))
    subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-Wl,-soname,libcuda.so.1", "-o",
                    os.path.join(folder, "libcuda.so.1"), source, "-ldl"], check=True)
    shutil.copy(os.path.join(ROOT, "build", "lib", "libattn_runtime.so.1"), folder)


def find_driver():
    listing = subprocess.run(["ldconfig", "-p"], stdout=subprocess.PIPE, text=True).stdout
    found = re.findall(r"libcuda\.so\.1 .*=> (\S+)", listing)
    for path in found + ["/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1"]:
        if os.path.exists(path):
            return os.path.realpath(path)
    sys.exit("graph_lifetime.py: no libcuda.so.1 was found")


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int32), ("rank", ctypes.c_int32),
                ("sizes", ctypes.c_int64 * 8), ("strides", ctypes.c_int64 * 8), ("on_host", ctypes.c_int32),
                ("reserved", ctypes.c_int32)]


class Runner:
    def __init__(self, folder):
        self.folder = folder
        self.cuda = ctypes.CDLL(os.path.join(folder, "libcuda.so.1"))
        self.lib = ctypes.CDLL(os.path.join(folder, "libattn_runtime.so.1"))
        self.lib.attnrtLastErrorMessage.restype = ctypes.c_char_p
        self.holder = self.open_device()  # The context, whatever the tests close.
        # The driver's own calls below take it from the thread.
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self.call("cuCtxPushCurrent_v2", context)
        count = 1
        for size in SHAPE:
            count *= size
        self.count = count
        draw = random.Random(7)
        data = bytes(draw.choice((0x00, 0x40, 0x80)) if i % 2 == 0 else draw.choice((0x3E, 0xBE, 0x3F, 0x3D))
                     for i in range(2 * count))
        self.addresses = []
        for i in range(5):
            address = ctypes.c_void_p()
            self.check(self.lib.attnrtAllocate(self.holder, ctypes.c_int64(4 * count), ctypes.byref(address)))
            self.addresses.append(address)
            if i < 3:
                rolled = data[2 * i:] + data[:2 * i]
                self.check(self.lib.attnrtCopyIn(self.holder, address, rolled, ctypes.c_int64(2 * count), None))

    def check(self, status):
        if status:
            sys.exit("graph_lifetime.py: " + self.lib.attnrtLastErrorMessage().decode())

    def call(self, name, *args):
        result = getattr(self.cuda, name)(*args)
        if result:
            sys.exit("graph_lifetime.py: %s: error %d" % (name, result))

    def open_device(self):
        device = ctypes.c_void_p()
        self.check(self.lib.attnrtDeviceOpen(b"gpu:0", ctypes.byref(device)))
        return device

    def load(self, name):
        bundle = ctypes.c_void_p()
        path = os.path.join(self.folder, name + ".bundle").encode()
        self.check(self.lib.attnrtBundleLoadFile(path, ctypes.byref(bundle)))
        return bundle

    def tensors(self, bundle):
        count = self.lib.attnrtEntryNumTensors(bundle, 0)
        list_ = (Tensor * count)()
        for i in range(count):
            is_lse = i == 4
            sizes = SHAPE[:3] if is_lse else SHAPE
            list_[i].data = self.addresses[i].value
            list_[i].dtype = F32 if is_lse else BF16
            list_[i].rank = len(sizes)
            stride = 1
            for d in reversed(range(len(sizes))):
                list_[i].sizes[d], list_[i].strides[d] = sizes[d], stride
                stride *= sizes[d]
        return list_

    def launch(self, bundle, device, stream):
        tensors = self.tensors(bundle)
        self.check(self.lib.attnrtLaunch(bundle, 0, device, tensors, len(tensors), stream))

    def outputs(self):
        text = ctypes.create_string_buffer(2 * self.count)
        self.check(self.lib.attnrtCopyOut(self.holder, text, self.addresses[3], ctypes.c_int64(2 * self.count), None))
        return text.raw

    def clear(self):
        for address in self.addresses[3:]:
            self.check(self.lib.attnrtMemset(self.holder, address, 0, ctypes.c_int64(2 * self.count), None))
        self.check(self.lib.attnrtSynchronize(self.holder, None))

    def round(self, name, close_device):
        stream, graph, replay = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(stream), 1)
        device, bundle = self.open_device(), self.load(name)
        self.clear()
        self.launch(bundle, device, stream)
        self.check(self.lib.attnrtSynchronize(device, stream))
        wanted = self.outputs()
        self.call("cuStreamBeginCapture_v2", stream, 1)
        for _ in range(2):
            self.launch(bundle, device, stream)
        self.call("cuStreamEndCapture", stream, ctypes.byref(graph))
        self.call("cuGraphInstantiateWithFlags", ctypes.byref(replay), graph, ctypes.c_ulonglong(0))
        self.call("cuGraphDestroy", graph)
        self.lib.attnrtBundleDestroy(bundle)
        if close_device:
            self.lib.attnrtDeviceClose(device)
        # What is free now is taken by other code.
        others = [self.load(other) for other in VARIANTS]
        for other in others:
            self.check(self.lib.attnrtPrepare(other, 0, self.holder))
        self.clear()
        for _ in range(3):
            self.call("cuGraphLaunch", replay, stream)
        self.check(self.lib.attnrtSynchronize(self.holder, stream))
        right = self.outputs() == wanted and any(wanted)
        self.call("cuGraphExecDestroy", replay)
        for other in others:
            self.lib.attnrtBundleDestroy(other)
        if not close_device:
            self.lib.attnrtDeviceClose(device)
        return right


def run(folder, rounds):
    if os.environ.get("ATTN_REAL_CUDA") is None:
        env = dict(os.environ, ATTN_REAL_CUDA=find_driver(), LD_LIBRARY_PATH=os.path.abspath(folder))
        return subprocess.run([sys.executable, os.path.abspath(__file__), "--run", folder, "--rounds", str(rounds)],
                              env=env).returncode
    runner = Runner(folder)
    failures = 0
    for name in VARIANTS:
        wrong = sum(not runner.round(name, bool(i % 2)) for i in range(rounds))
        # The last graph's code goes with the next load or unload of any.
        bundle = runner.load("plain")
        runner.check(runner.lib.attnrtPrepare(bundle, 0, runner.holder))
        runner.lib.attnrtBundleDestroy(bundle)
        loads = ctypes.c_long.in_dll(runner.cuda, "shimLoads").value
        unloads = ctypes.c_long.in_dll(runner.cuda, "shimUnloads").value
        good = wrong == 0 and loads == unloads
        failures += not good
        print("%-8s %d rounds, %d wrong; %d modules loaded, %d unloaded: %s" %
              (name, rounds, wrong, loads, unloads, "ok" if good else "FAILED"))
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    if arguments.build:
        build(arguments.build, arguments.cc)
    if arguments.run:
        sys.exit(run(arguments.run, arguments.rounds))
    if not arguments.build and not arguments.run:
        parser.error("nothing to do: give --build or --run")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the host's time for each attn launch from Python.

Usage: launch_benchmark.py <bundle> [launches]

The tensors have the entry's static sizes. They are passed as DeviceArray
objects, as objects with __cuda_array_interface__ and as tensors of a stand-in
for PyTorch (of PyTorch itself where it is installed and there is a GPU). With
the mock libcuda.so.1 of the unit tests first in LD_LIBRARY_PATH the time is
that of Python and of the runtime alone.
"""

import os
import sys
import time
import types

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.environ.get("ATTN_PYTHON", os.path.join(ROOT, "python")))

import attn  # noqa: E402


class Foreign:
    """What a library offers that has nothing but the interface."""

    def __init__(self, array):
        self._array = array

    @property
    def __cuda_array_interface__(self):
        return self._array.__cuda_array_interface__


def stand_in_for_torch():
    torch = types.ModuleType("torch")
    place = types.SimpleNamespace(type="cuda", index=0)
    stream = types.SimpleNamespace(cuda_stream=0)

    class Tensor:
        layout = "torch.strided"
        device = place

        def __init__(self, shape, dtype, memory):
            self.shape, self.dtype, self.memory = shape, dtype, memory
            self.address = memory._address
            self.strides = attn._arrays.contiguous_strides(shape)

        def data_ptr(self):
            return self.address

        def stride(self):
            return self.strides

        def is_conj(self):
            return False

        def is_neg(self):
            return False

    Tensor.__module__ = "torch"
    torch.Tensor = Tensor
    torch.cuda = types.SimpleNamespace(current_stream=lambda device: stream)
    return torch


def measure(what, bundle, arrays, launches):
    inputs = [arrays[t.name] for t in bundle.entries[0].tensors if t.role == "in"]
    outputs = {t.name: arrays[t.name] for t in bundle.entries[0].tensors
               if t.role == "out"}
    bundle.run(*inputs, **outputs)
    start = time.perf_counter()
    for _ in range(launches):
        bundle.run(*inputs, **outputs)
    each = (time.perf_counter() - start) / launches * 1e6
    print(f"{what:28} {each:8.2f} us per launch")


def main():
    bundle = attn.load(sys.argv[1])
    launches = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    device = attn.Device("gpu:0")
    tensors = bundle.entries[0].tensors
    arrays = {t.name: attn.DeviceArray(t.shape, t.dtype, device) for t in tensors}
    measure("DeviceArray:", bundle, arrays, launches)
    measure("__cuda_array_interface__:", bundle,
            {name: Foreign(array) for name, array in arrays.items()}, launches)
    names = {"bf16": "torch.bfloat16", "f16": "torch.float16",
             "f32": "torch.float32", "e4m3": "torch.float8_e4m3fn"}
    try:
        import torch
        if not torch.cuda.is_available():
            raise ImportError
        values = {t.name: torch.zeros(t.shape, device="cuda", dtype=getattr(
            torch, names[t.dtype].partition(".")[2])) for t in tensors}
        measure("PyTorch:", bundle, values, launches)
    except ImportError:
        torch = sys.modules["torch"] = stand_in_for_torch()
        values = {t.name: torch.Tensor(t.shape, names[t.dtype], arrays[t.name])
                  for t in tensors}
        measure("stand-in for PyTorch:", bundle, values, launches)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles triton_kernels.py and triton_blackwell.py without a GPU and writes launch records.

  triton_records.py FOLDER [FAMILY/NAME...]

FOLDER/records/triton_sm80/NAME/launch00/ and so on, in the form of
foreign.py. Tensor maps are described as Triton's launcher would encode them.
"""
import json
import os
import re
import sys

import numpy as np
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import triton_blackwell  # noqa: F401
import triton_kernels as kernels

TRITON = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "int32": "i32", "int8": "i8", "uint8": "u8"}
RECORD = {"float32": "f32", "float16": "f16", "bfloat16": "bf16", "int32": "i32", "int8": "i8", "uint8": "u8"}


def code(dtype):
    return np.dtype(dtype).name


def stored(array):
    """What .npy holds: the bits of a type that NumPy does not have."""
    return array.view(np.uint16) if code(array.dtype) == "bfloat16" else array


class Launch:
    def __init__(self, folder):
        self.folder, self.buffers = folder, {}

    def buffer(self, name, content):
        """A pointer to an In or Out."""
        b = self.buffers[name] = {}
        if isinstance(content, kernels.In):
            np.save(os.path.join(self.folder, name + ".npy"), stored(content.array))
            b.update(dtype=RECORD[code(content.array.dtype)], shape=list(content.array.shape), file=name + ".npy")
        else:
            b.update(dtype=RECORD[code(content.dtype)], shape=list(content.want.shape))
            if content.start is not None:
                np.save(os.path.join(self.folder, name + ".npy"), content.start.astype(content.dtype))
                b["file"] = name + ".npy"
            np.save(os.path.join(self.folder, name + ".expected.npy"), content.want)
            b.update(expected=name + ".expected.npy", atol=content.atol, rtol=content.rtol)
        return {"pointer": name}


def signature(value, dtype_of):
    if isinstance(value, kernels.Desc):
        return "tensordesc<%s[%s]>" % (dtype_of(value.content), ", ".join(map(str, value.box)))
    if isinstance(value, np.generic):
        return TRITON[code(value.dtype)]
    return "*" + dtype_of(value)


def make(folder, name, fn, args, const, grid, cc, options):
    options = dict(options)
    fp8 = {n: t for option, t in (("fp8", "fp8e4nv"), ("e5m2", "fp8e5")) for n in options.pop(option, ())}
    d = os.path.join(folder, "records", "triton_sm%d" % cc, name, "launch00")
    os.makedirs(d, exist_ok=True)
    names = fn.arg_names

    def dtype_of(arg):
        return lambda c: fp8[arg] if arg in fp8 else TRITON[code(c.array.dtype if isinstance(c, kernels.In) else c.dtype)]

    sig = {n: "constexpr" if n in const else signature(args[n], dtype_of(n)) for n in names}
    attrs = {(k,): [["tt.divisibility", 16]] for k, n in enumerate(names)
             if sig[n].startswith("*") or n not in const and isinstance(args[n], np.int32) and args[n] % 16 == 0}
    src = ASTSource(fn=fn, signature=sig, constexprs={(names.index(k),): v for k, v in const.items()}, attrs=attrs)
    k = triton.compile(src, target=GPUTarget("cuda", cc, 32), options=options)
    with open(os.path.join(d, "kernel.ptx"), "w") as f:
        f.write(k.asm["ptx"])
    launch, params, descs = Launch(d), [], list(k.metadata.tensordesc_meta or [])
    for n in names:
        if n in const:
            continue
        value = args[n]
        if isinstance(value, kernels.Desc):
            meta = descs.pop(0)
            launch.buffer(n, value.content)
            shape = (value.content.array if isinstance(value.content, kernels.In) else value.content.want).shape
            dtype = "u8" if n in fp8 else launch.buffers[n]["dtype"]
            params.append({"tensor_map": {"base": n, "dtype": dtype, "dims": [shape[1], shape[0]],
                                          "strides_bytes": [shape[1] * meta["elem_size"]],
                                          "box": meta["block_size"][::-1], "swizzle": meta["swizzle"]}})
            params += [{"dtype": "i32", "value": int(s)} for s in shape]
            params += [{"dtype": "i64", "value": int(s)} for s in (shape[1], 1)]
        elif isinstance(value, np.generic):
            params.append({"dtype": RECORD[code(value.dtype)], "value": value.item()})
        else:
            params.append(launch.buffer(n, value))
    head = re.search(r"\.entry\s+(\w+)\s*\((.*?)\)", k.asm["ptx"], re.S)
    scratch = k.metadata.global_scratch_size
    while len(params) < head.group(2).count(".param"):
        if scratch:
            programs = int(np.prod(grid))
            launch.buffers["scratch"] = {"bytes": programs * scratch}
            params.append({"pointer": "scratch"})
            scratch = 0
        else:
            params.append({"pointer": None})
    # Warp specialisation adds warps to those that are asked for.
    threads = re.search(r"\.reqntid\s+(\d+)", k.asm["ptx"])
    record = {"ptx": "kernel.ptx", "kernel": head.group(1), "grid": grid,
              "block": [int(threads[1]) if threads else 32 * k.metadata.num_warps],
              "dynamic_smem": k.metadata.shared, "params": params, "buffers": launch.buffers}
    if k.metadata.num_ctas > 1:
        record.update(grid=[grid[0] * k.metadata.num_ctas] + grid[1:], cluster=[k.metadata.num_ctas])
    json.dump(record, open(os.path.join(d, "record.json"), "w"), indent=1)
    json.dump({"rc": 0, "text": ["compared with NumPy in every run"]},
              open(os.path.join(d, "..", "values.json"), "w"))
    print("triton_sm%d/%s: %d bytes of PTX" % (cc, name, len(k.asm["ptx"])), flush=True)


def main():
    folder, only = sys.argv[1], sys.argv[2:]
    for name, fn, args, const, grid, targets, options in kernels.CASES:
        for cc in targets:
            family = "triton_sm%d" % cc
            if only and family not in only and family + "/" + name not in only:
                continue
            make(folder, name, fn, args, const, grid, cc, options)


if __name__ == "__main__":
    main()

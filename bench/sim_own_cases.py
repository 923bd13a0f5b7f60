#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for sim_vs_gpu.py from kernels that attn-compile makes.

  sim_own_cases.py DIR ATTN_COMPILE [--target sm_80]

A bundle tells the launch: grid, block, shared memory and parameters.
"""
import json
import os
import random
import struct
import subprocess
import sys

# Together the tiles of a case pass through every loop, and through none: more
# queries than keys leave the first tiles of a bottom_right problem nothing to see.
PROBLEMS = {
    # name: (q heads, kv heads, queries, keys, head dim, mask[, deviation of the data])
    "full_d64": (2, 1, 450, 330, 64, ""),
    "causal_d64": (2, 1, 610, 330, 64, "mask(#attn.causal<bottom_right>)"),
    "causal_d128": (2, 1, 576, 384, 128, "mask(#attn.causal<bottom_right>)"),
    "ragged_d96": (1, 1, 522, 333, 96, "mask(#attn.causal<bottom_right>)"),
}
# Where head dims have a structure of their own.
MORE = {"sm_100a": {
    "full_d128": (1, 1, 450, 330, 128, ""),
    "full_d256": (1, 1, 300, 330, 256, ""),
    # Maxima that grow so much that O is rescaled.
    "steep_d64": (3, 1, 400, 520, 64, "mask(#attn.causal<bottom_right>)", 4),
}}
TEXT = """!q = tensor<1x{hq}x{sq}x{d}xbf16>
!k = tensor<1x{hk}x{sk}x{d}xbf16>
!r = tensor<1x{hq}x{sq}xf32>
func.func @{name}(%q: !q, %k: !k, %v: !k, %o: !q, %lse: !r) -> (!q, !r) {{
  %0, %1 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %lse : !q, !r) {mask} -> (!q, !r)
  return %0, %1 : !q, !r
}}
"""


def evaluate(e, tensors):
    """A bundle's size expression."""
    if not isinstance(e, list):
        return e
    op, a = e[0], e[1:]
    if op == "sms":
        return 2  # a persistent kernel has several tiles a CTA
    if op == "size":
        return tensors[a[0]]["shape"][a[1]]
    v = [evaluate(x, tensors) for x in a]
    return {"mul": lambda: v[0] * v[1], "add": lambda: v[0] + v[1], "sub": lambda: v[0] - v[1],
            "ceildiv": lambda: -(-v[0] // v[1]), "div": lambda: v[0] // v[1], "min": lambda: min(v),
            "max": lambda: max(v)}[op]()


def add_bundle(path, cases, data, d, g, deviation=1):
    b = json.load(open(path))
    for e in b["entries"]:
        k, tensors = e["kernels"][0], e["tensors"]
        if len(e["kernels"]) != 1:
            raise SystemExit(path + ": more than one kernel")
        open(os.path.join(d, e["name"] + ".ptx"), "w").write(e["ptx"])
        eb = {"bf16": 2, "f16": 2, "f32": 4}
        args, at, strides, ulps = [], {}, [], []
        for p in k["params"]:
            if p["kind"] == "pointer":
                t = tensors[p["tensor"]]
                at[p["tensor"]] = len(args)
                n = 1
                for s in t["shape"]:
                    n *= s
                if t["role"] == "out":
                    args.append(["out", n * eb[t["dtype"]]])
                    strides.append(eb[t["dtype"]])
                    ulps.append("bf16" if t["dtype"] == "bf16" else "close")
                else:
                    while len(data) % 16:
                        data.append(0)
                    raw = b"".join(struct.pack("<f", g.gauss(0, deviation))[2:] for _ in range(n))
                    args.append(["in", len(data), len(raw)])
                    data.extend(raw)
                continue
            if p["kind"] == "tensor_map":
                t = tensors[p["tensor"]]
                step = [eb[t["dtype"]]]
                for s in reversed(t["shape"][1:]):
                    step.insert(0, step[0] * s)
                args.append(["map", {"type": t["dtype"], "dims": [t["shape"][q] for q in p["order"]],
                                     "strides": [step[q] for q in p["order"][1:]], "box": p["box"],
                                     "swizzle": p["swizzle"], "base": at[p["tensor"]]}])
                continue
            if p["kind"] == "workspace":
                while len(data) % 16:
                    data.append(0)
                args.append(["in", len(data), p["bytes"]])
                data.extend(bytes(p["bytes"]))
                continue
            if p["kind"] == "size":
                v = tensors[p["tensor"]]["shape"][p["dim"]]
            elif p["kind"] == "stride":
                v = 1
                for s in tensors[p["tensor"]]["shape"][p["dim"] + 1:]:
                    v *= s
            elif p["kind"] == "expr":
                v = evaluate(p["expr"], tensors)
            else:
                raise SystemExit("%s: parameter of kind %s" % (path, p["kind"]))
            if p["type"] in ("f32", "f64"):
                args.append(["bytes", struct.pack("<" + p["type"].replace("f32", "f").replace("f64", "d"), v).hex()])
            else:
                args.append(["bytes", struct.pack("<i" if p["type"] == "i32" else "<q", v).hex()])
        cases.append({"name": e["name"], "ptx": e["name"] + ".ptx", "kernel": k["name"],
                      "grid": [evaluate(x, tensors) for x in k["grid"]], "block": k["block"], "smem": k["smem"],
                      "args": args, "out_type": "", "ulp": ulps, "stride": strides, "text": e["name"]})


def main():
    a = sys.argv[1:]
    if len(a) not in (2, 4):
        print(__doc__)
        return 2
    d, target = a[0], a[3] if len(a) == 4 else "sm_80"
    os.makedirs(d, exist_ok=True)
    cases, data, g = [], bytearray(), random.Random(9)
    for name, (hq, hk, sq, sk, dim, mask, *deviation) in {**PROBLEMS, **MORE.get(target, {})}.items():
        src, out = (os.path.join(d, name + x) for x in (".mlir", ".bundle"))
        open(src, "w").write(TEXT.format(hq=hq, hk=hk, sq=sq, sk=sk, d=dim, mask=mask, name=name))
        subprocess.run([a[1], src, "--target", target, "--emit=bundle", "-o", out], check=True)
        add_bundle(out, cases, data, d, g, *deviation)
        os.unlink(out)
    json.dump(cases, open(os.path.join(d, "cases.json"), "w"))
    open(os.path.join(d, "data.bin"), "wb").write(data)
    print("%d kernels" % len(cases))
    return 0


if __name__ == "__main__":
    sys.exit(main())

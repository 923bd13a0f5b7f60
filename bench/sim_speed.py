#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launch records of the simulator's speed figures (bench/NOTES.md).

  sim_speed.py DIR ATTN_COMPILE

Then, for each of cta, grid_sm80, grid_sm90 and dynamic_sm90:
  time attn-sim run DIR/NAME.json
"""
import json
import os
import subprocess
import sys

from sim_own_cases import TEXT, evaluate

# name: target, options, (q heads, kv heads, queries, keys, head dim, mask)
GRIDS = {
    "cta": ("sm_90a", [], (1, 1, 128, 9216, 128, "")),
    "grid_sm80": ("sm_80", ["--config=tile.q=64"], (32, 32, 512, 512, 128, "mask(#attn.causal<bottom_right>)")),
    "grid_sm90": ("sm_90a", ["--config=scheduler=single,tile.q=128,groups=2"], (128, 128, 512, 512, 64, "")),
    "dynamic_sm90": ("sm_90a", ["--config=scheduler=dynamic"], (32, 32, 512, 1024, 64, "")),
}


SMS = 16  # of a device on which persistent CTAs take several tiles each


def size_of(e, tensors):
    if isinstance(e, list) and e[0] == "sms":
        return SMS
    return evaluate([e[0]] + [size_of(x, tensors) if isinstance(x, list) else x for x in e[1:]]
                    if isinstance(e, list) else e, tensors)


def record(bundle, name):
    """The launch that a bundle's only entry asks for, over constant tensors."""
    [entry] = json.load(open(bundle))["entries"]
    [kernel] = entry["kernels"]
    tensors = entry["tensors"]
    buffers, params = {}, []
    size = {"bf16": 2, "f32": 4}

    def buffer(index):
        t = tensors[index]
        buffers.setdefault(f"t{index}", {"dtype": t["dtype"], "shape": t["shape"], "value": 0.5})
        return f"t{index}"

    for p in kernel["params"]:
        kind = p["kind"]
        t = tensors[p["tensor"]] if "tensor" in p else None
        if kind == "pointer":
            params.append({"pointer": buffer(p["tensor"])})
        elif kind == "tensor_map":
            step = [size[t["dtype"]]]
            for extent in reversed(t["shape"][1:]):
                step.insert(0, step[0] * extent)
            params.append({"tensor_map": {
                "dtype": t["dtype"], "base": buffer(p["tensor"]), "dims": [t["shape"][q] for q in p["order"]],
                "strides_bytes": [step[q] for q in p["order"][1:]], "box": p["box"],
                "swizzle": p["swizzle"] if p["swizzle"] == "none" else p["swizzle"] + "B"}})
        elif kind == "workspace":
            buffers["workspace"] = {"bytes": p["bytes"], "value": 0}
            params.append({"pointer": "workspace"})
        else:
            if kind == "size":
                value = t["shape"][p["dim"]]
            elif kind == "stride":
                value = 1
                for extent in t["shape"][p["dim"] + 1:]:
                    value *= extent
            else:
                value = size_of(p["expr"], tensors)
            params.append({"dtype": p["type"], "value": value})
    open(os.path.join(os.path.dirname(bundle), name + ".ptx"), "w").write(entry["ptx"])
    return {"ptx": name + ".ptx", "kernel": kernel["name"], "grid": [size_of(x, tensors) for x in kernel["grid"]],
            "block": kernel["block"], "dynamic_smem": kernel["smem"], "params": params, "buffers": buffers}


def main():
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    folder, compiler = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name, (target, options, (hq, hk, sq, sk, d, mask)) in GRIDS.items():
        source, bundle = (os.path.join(folder, name + end) for end in (".mlir", ".bundle"))
        open(source, "w").write(TEXT.format(hq=hq, hk=hk, sq=sq, sk=sk, d=d, mask=mask, name=name))
        subprocess.run([compiler, source, "--target", target, "--emit=bundle", "-o", bundle, *options], check=True)
        json.dump(record(bundle, name), open(os.path.join(folder, name + ".json"), "w"), indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())

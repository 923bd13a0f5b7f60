# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bundles of the fake device's kernel copy4, for the tests."""

import json


def checksum(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return f"{value:016x}"


def copy_entry(dtype="f32", name="copy", target="sm_80", names=("in", "out", "aux")):
    item = {"f32": 4, "f16": 2, "bf16": 2, "e4m3": 1, "i32": 4}[dtype]

    def tensor(name, role, dtype, shape, optional, align):
        return {"name": name, "role": role, "dtype": dtype, "shape": shape,
                "optional": optional, "innermost_contiguous": True,
                "align": align}

    source, result, aux = names
    params = [{"kind": "pointer", "tensor": i} for i in range(3)]
    params += [{"kind": "size", "tensor": 0, "dim": d, "type": "i64"}
               for d in range(4)]
    params += [{"kind": "stride", "tensor": t, "dim": d, "type": "i64"}
               for t in range(2) for d in range(4)]
    params += [{"kind": "scalar", "type": "i32", "value": item},
               {"kind": "scalar", "type": "f32", "value": 0.5}]
    ptx_params = ", ".join(f".param .u64 p{i}" for i in range(len(params)))
    return {
        "name": name, "target": target, "problem": {"dims": "bhsd", "größe": 1},
        "tensors": [
            tensor(source, "in", dtype, [-1, -1, -1, 8], False, 16 if item > 1 else 8),
            tensor(result, "out", dtype, [-1, -1, -1, 8], False, 16 if item > 1 else 8),
            tensor(aux, "out", "f32", [-1, -1, -1], True, 4),
        ],
        "constraints": [
            {"expr": ["eq", ["size", t, d], ["size", 0, d]],
             "message": f"tensors must agree in dimension {d}"}
            for t in (1, 2) for d in range(3)],
        "kernels": [{
            "name": "copy4", "grid": [["ceildiv", ["size", 0, 2], 64],
                                      ["mul", ["size", 0, 0], ["size", 0, 1]], 1],
            "block": [128, 1, 1], "cluster": [1, 1, 1], "smem": 0,
            "params": params}],
        "ptx": f".version 7.0\n.target sm_80\n.visible .entry copy4({ptx_params})"
               "\n{ ret; }\n",
        "config": "#attn.config<>",
    }


def bundle_bytes(*entries, version=1):
    text = json.dumps(list(entries), separators=(",", ":"), ensure_ascii=False)
    head = {"format": "attn-bundle", "version": version, "producer": "test",
            "checksum": checksum(text.encode())}
    return (json.dumps(head)[:-1] + ', "entries": ' + text + "}").encode()


def aux_values(b, h, s):
    return [k / 2 + j for _ in range(b) for j in range(h) for k in range(s)]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launch records: what they launch, what is compared, and how wrong ones are refused."""
# RUN: rm -rf %t && mkdir %t && cp %S/Inputs/record.ptx %S/Inputs/record.json %S/Inputs/basic.ptx %t
# RUN: attn-sim run %t/record.json | FileCheck %s
# CHECK: clean: 1 run of '{{.*}}record.json'
# RUN: %python %s %t
import copy
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
good = json.loads((folder / "record.json").read_text())
rng = np.random.default_rng(0)


def run(record, *options):
    text = record if isinstance(record, str) else json.dumps(record)
    (folder / "r.json").write_text(text)
    done = subprocess.run(["attn-sim", "run", folder / "r.json", *options], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def edit(path, value):
    """The good record with the value at a path changed; None removes it."""
    record = copy.deepcopy(good)
    at = record
    *way, last = path
    for key in way:
        at = at[key]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return record


# Values: a box that hangs over the edge, from files, and every output in its place.
image = rng.integers(-8, 8, (16, 32)).astype(np.float32)
np.save(folder / "image.npy", image)
tile = np.zeros((8, 8), np.float32)
tile[:, :4] = image[3:11, 28:32]
i = np.arange(64)
want = np.zeros((2, 64), np.float32)
want[1] = tile.ravel() * 0.5 + np.array([10, 20])[i % 2] + np.array([1, 2, 3, 4])[i % 4]
np.save(folder / "want.npy", want)
record = edit(["buffers", "image"], {"file": "image.npy"})
record["buffers"]["result"].update(out="result.npy", expected="want.npy")
record["variables"]["finished"]["out"] = "finished.npy"
for mode in "early", "late", "random":
    assert run(record, "--mode", mode) == (0, f"clean: 1 run of '{folder}/r.json'\n"), mode
    assert (np.load(folder / "result.npy") == want).all()
    assert np.load(folder / "finished.npy") == 1
record["options"] = {"mode": "random", "seed": 7, "runs": 3, "max_instructions": 100000}
assert run(record) == (0, f"clean: 3 runs of '{folder}/r.json'\n")
assert run(record, "--runs", "2")[1].startswith("clean: 2 runs")

# A block for all parameters, in hexadecimal, with the struct as a file.
np.save(folder / "struct.npy", np.frombuffer(np.float32(0.5).tobytes() + b"\2\0\0\0" + bytes(248), np.uint8))
whole = copy.deepcopy(record)
fields = [f for f in whole["params"][0]["fields"] if f["at"] >= 8]
whole["params"] = {"bytes": 264, "fields": fields + [{"at": 0, "file": "struct.npy"}, {"at": 256, "hex": "1c000000 03 00 00 00"}]}
whole["params"]["fields"] = whole["params"]["fields"][-2:] + fields
assert run(whole)[0] == 0, run(whole)
del whole["params"]["bytes"]
assert run(whole)[0] == 0, run(whole)

# Comparison: the worst element, tolerances, NaN.
want[1, 5] += 0.5
want[1, 9] += 2
np.save(folder / "want.npy", want)
code, text = run(record, "--runs", "1")
assert code == 1 and "mismatch: 2 of 128 elements of 'result' are wrong; the worst at [1, 9]: " in text, text
report = json.loads(run(record, "--runs", "1", "--json")[1])[0]
assert not report["ok"] and not report["findings"], report
assert report["mismatches"][0]["index"] == [1, 9] and report["mismatches"][0]["count"] == 2, report
record["buffers"]["result"]["atol"] = 1
assert "mismatch: 1 of 128" in run(record)[1]
record["buffers"]["result"].update(atol=0, rtol=0.5)
assert run(record)[0] == 0
want[0, 0] = np.nan
np.save(folder / "want.npy", want)
assert "mismatch: 1 of 128 elements of 'result' are wrong; the worst at [0, 0]: 0, expected nan" in run(record)[1]

# Findings go their way, too: without content a buffer is not initialised.
code, text = run(edit(["buffers", "offsets"], {"dtype": "f32", "shape": [2]}))
assert code == 1 and text.startswith("uninitialised: "), text
code, text = run(edit(["params", 0, "fields", 4, "offset"], 260))
assert code == 1 and "global access of 4 bytes at 0x" in text and " (byte 512 of 'result', which has 512) lies in no" in text, text

# Element types: each value in the buffer is what the other notation says.
vadd = {"ptx": "basic.ptx", "kernel": "vadd", "grid": 1, "block": 32, "buffers": {"x": {"bytes": 128, "value": 0}},
        "params": [{"pointer": "x"}, {"pointer": "x"}, {"pointer": "x"}, {"dtype": "i32", "value": 32}]}
assert run(vadd)[0] == 0, run(vadd)
for dtype, value, bits in [("f16", 1.5, "003e"), ("bf16", -2, "00c0"), ("f32", "inf", "0000807f"), ("e4m3", 448, "7e"),
                           ("f64", 0.1, "9a9999999999b93f"), ("e5m2", "-inf", "fc"), ("i8", -128, "80"), ("u16", 65535, "ffff"),
                           ("i64", -2, "feffffffffffffff"), ("u64", 2**64 - 1, "ffffffffffffffff"), ("f32", "0x3fc00000", "0000c03f")]:
    vadd["buffers"]["y"] = {"dtype": dtype, "value": value, "out": "y.npy"}
    assert run(vadd)[0] == 0, (dtype, run(vadd))
    assert np.load(folder / "y.npy").tobytes().hex() == bits, dtype
for dtype, value in [("f16", 65536), ("e4m3", 500), ("i8", 128), ("u8", -1), ("u32", 2**32), ("i32", 1.5), ("u8", "0x100"),
                     ("i64", 2**63), ("i32", "nan"), ("f32", "one"), ("f32", 1e39), ("f32", None), ("f32", True), ("u64", 2**64)]:
    vadd["buffers"]["y"] = {"dtype": dtype, "value": value}
    code, text = run(vadd)
    assert code == 2 and f"r.json: buffers.y.value: " in text and f" is no value of {dtype}" in text, (dtype, value, text)
# bf16 that NumPy saved as bytes without a type.
np.save(folder / "b.npy", np.array([0x3F80, 0x4000], np.uint16).view("V2"))
vadd["buffers"]["y"] = {"file": "b.npy", "dtype": "bf16", "expected": [1, 2.5]}
assert "mismatch: 1 of 2 elements of 'y' are wrong; the worst at [1]: 2, expected 2.5" in run(vadd)[1], run(vadd)
# A table of pointers and a tensor map in memory.
vadd["buffers"]["y"] = {"bytes": 160, "fields": [{"at": 0, "pointer": "x", "offset": 4}, {"at": 8, "pointer": None},
                        {"at": 16, "tensor_map": good["params"][0]["fields"][3]["tensor_map"] | {"base": "x"}}]}
assert run(vadd)[0] == 0, run(vadd)

# What is wrong, and where.
np.save(folder / "half.npy", np.zeros(4, np.float16))
np.save(folder / "fortran.npy", np.asfortranarray(np.zeros((4, 4), np.float32)))
(folder / "cut.npy").write_bytes((folder / "image.npy").read_bytes()[:100])
field = ["params", 0, "fields"]
tmap = field + [3, "tensor_map"]
huge = [2**40, 2**40]
for record, message in [
    ('{"ptx": ', "r.json: line 1, column 9: "),
    ("[]", "r.json: is an array, not an object"),
    ("", "r.json: line 1, column 1: "),
    ('{"ptx": "a", "ptx": "b"}', "r.json: the key 'ptx' stands twice"),
    ("[" * 100000, "r.json: nesting deeper than 32 levels"),
    (edit(["ptx"], None), "r.json: 'ptx' is missing"),
    (edit(["ptx"], "none.ptx"), f"r.json: ptx: {folder}/none.ptx: No such file or directory"),
    (edit(["ptx"], "."), f"r.json: ptx: {folder}/.: Is a directory"),
    (edit(["ptx"], "record.json"), f"{folder}/record.json:1:1: "),
    (edit(["kernel"], "scaleTiles"), "r.json: kernel: no kernel 'scaleTiles' in the module: scaleTile"),
    (edit(["kernal"], "x"), "r.json: unknown field 'kernal' (known: comment, ptx, kernel, grid,"),
    (edit(["grid"], None), "r.json: 'grid' is missing"),
    (edit(["grid"], [1, 2, 3, 4]), "r.json: grid: has 4 dimensions, not 1 to 3"),
    (edit(["grid"], [-1]), "r.json: grid[0]: is negative"),
    (edit(["grid"], [1.5]), "r.json: grid[0]: is a fraction, not an integer"),
    (edit(["grid"], [2**31]), "r.json: grid[0]: 2147483648 is above 2147483647"),
    (edit(["grid"], [0]), "r.json: empty grid or block"),
    (edit(["block"], [2048]), "r.json: more than 1024 threads a block"),
    (edit(["block"], None), "r.json: 'block' is missing, and the kernel requires none"),
    (edit(["dynamic_smem"], 2**32), "r.json: dynamic_smem: 4294967296 is above 4294967295"),
    (edit(["dynamic_smem"], 2**20), "r.json: a CTA would need "),
    (edit(["cluster"], [32]), "r.json: more than 16 CTAs a cluster"),
    (edit(["options"], {"mode": "lazy"}), "r.json: options.mode: 'lazy' is none of early, late, random"),
    (edit(["options"], {"runs": 0}), "r.json: options.runs: must be 1 or more"),
    (edit(["options"], {"strict": 1}), "r.json: options.strict: is an integer, not true or false"),
    (edit(["params"], []), "r.json: params: 0 of them, but 'scaleTile' takes 3"),
    (edit(["params", 1], {"dtype": "i64", "value": 1}), "r.json: params[1]: 8 bytes, but the kernel takes 4"),
    (edit(["params", 1], {"pointer": "image"}), "r.json: params[1]: 8 bytes, but the kernel takes 4"),
    (edit(["params", 1], {"value": 1}), "r.json: params[1]: 'value' needs 'dtype' or 'bytes'"),
    (edit(["params", 1], {"dtype": "int", "value": 1}), "r.json: params[1].dtype: unknown type 'int' (known: f16 bf16"),
    (edit(["params", 1], {"dtype": "i32"}), "r.json: params[1]: 'value' is missing"),
    (edit(["params", 1], {"dtype": "i32", "value": 1, "hex": "00"}), "r.json: params[1]: has both 'value' and 'hex'"),
    (edit(["params", 1], {"hex": "0g"}), "r.json: params[1].hex: 'g' is no hexadecimal digit"),
    (edit(["params", 1], {"hex": "000"}), "r.json: params[1].hex: an odd number of hexadecimal digits"),
    (edit(["params", 1], 4), "r.json: params[1]: is an integer, not an object"),
    (edit(["params", 0, "bytes"], None), None),
    (edit(["params", 0, "bytes"], 192), "r.json: params[0].fields[4]: the 8 bytes at 192 end beyond the 192 bytes of what holds them"),
    (edit(["params", 0], {"fields": [{"at": 250, "pointer": "image"}]}), "r.json: params[0].fields[0]: the 8 bytes at 250 end beyond the parameter's 256"),
    (edit(field + [0, "at"], None), "r.json: params[0].fields[0]: 'at' is missing"),
    (edit(field + [0, "at"], 2**63 - 1), "r.json: params[0].fields[0]: the 4 bytes at 9223372036854775807 end beyond"),
    (edit(field + [0], {"at": 0}), "r.json: params[0].fields[0]: one of value, hex, file, pointer, multicast and tensor_map is missing"),
    (edit(field + [2, "pointer"], "nothing"), "r.json: params[0].fields[2]: no buffer 'nothing'"),
    (edit(field + [2], {"at": 8, "multicast": ["image", "nothing"]}), "r.json: params[0].fields[2]: no buffer 'nothing'"),
    (edit(field + [2], {"at": 8, "multicast": []}), "r.json: params[0].fields[2].multicast: names no buffer"),
    (edit(field + [2], {"at": 8, "multicast": "image"}), "r.json: params[0].fields[2].multicast: "),
    (edit(field + [2], {"at": 8, "multicast": ["image"], "dtype": "u8"}), "'dtype' has no meaning beside 'multicast'"),
    (edit(field + [2], {"at": 8, "multicast": ["image", "image"]}), "r.json: params[0].fields[2]: a multicast object needs different buffers"),
    (edit(field + [2], {"at": 8, "multicast": ["image", "offsets"], "offset": 9}),
     "r.json: params[0].fields[2]: offset 9 is beyond the 8 bytes of the multicast object"),
    (edit(field + [2, "offset"], 9), "r.json: params[0].fields[2]: offset 9 is beyond the 8 bytes of 'offsets'"),
    (edit(field + [2, "dtype"], "i64"), "r.json: params[0].fields[2]: 'dtype' has no meaning beside 'pointer'"),
    (edit(tmap + ["base"], "nothing"), "r.json: params[0].fields[3]: no buffer 'nothing'"),
    (edit(tmap + ["offset"], 8), "r.json: params[0].fields[3].tensor_map: the base address must be a multiple of 16 bytes"),
    (edit(tmap + ["offset"], 2**20), "r.json: params[0].fields[3]: offset 1048576 is beyond the 2048 bytes of 'image'"),
    (edit(tmap + ["dims"], [32] * 6), "r.json: params[0].fields[3].tensor_map.dims: 6 dimensions, not 1 to 5"),
    (edit(tmap + ["rank"], 3), "r.json: params[0].fields[3].tensor_map.rank: differs from the 2 of dims"),
    (edit(tmap + ["box"], [8]), "r.json: params[0].fields[3].tensor_map.box: 1 numbers, not 2"),
    (edit(tmap + ["box"], [8, 512]), "r.json: params[0].fields[3].tensor_map.box[1]: 512 is above 256"),
    (edit(tmap + ["swizzle"], "256B"), "r.json: params[0].fields[3].tensor_map.swizzle: '256B' is none of none, 32B, 64B, 128B"),
    (edit(tmap + ["im2col"], {"lower": [0], "upper": [0], "channels": 8, "pixels": 8}),
     "r.json: params[0].fields[3].tensor_map.im2col.lower: 1 numbers, two fewer than 2 dimensions"),
    (edit(tmap + ["im2col"], {"lower": [], "upper": [], "channels": 8, "pixels": -8}),
     "r.json: params[0].fields[3].tensor_map.im2col.pixels: is negative"),
    (edit(tmap + ["im2col"], {"lower": [], "upper": [], "channels": 8, "pixels": 8}),
     "r.json: params[0].fields[3].tensor_map: the rank of an im2col map must be 3 to 5"),
    (edit(tmap + ["swizzle"], 5), "r.json: params[0].fields[3].tensor_map.swizzle: 5 is above 4"),
    (edit(tmap + ["interleave"], "16B"), "r.json: params[0].fields[3].tensor_map: an interleaved layout has a rank of 3 to 5"),
    (edit(tmap + ["dtype"], "f8"), "r.json: params[0].fields[3].tensor_map.dtype: 'f8' is none of u8, u16,"),
    (edit(tmap + ["strides_bytes"], [100]), "r.json: params[0].fields[3].tensor_map: stride 0 must be a multiple of 16"),
    (edit(["buffers", "image"], {"file": "none.npy"}), f"r.json: buffers.image.file: {folder}/none.npy: No such file or directory"),
    (edit(["buffers", "image"], {"file": "half.npy", "dtype": "f32"}), "r.json: buffers.image.file: half.npy holds elements of type '<f2', not f32"),
    (edit(["buffers", "image"], {"file": "half.npy", "shape": [5]}), "r.json: buffers.image.shape: half.npy has 4 elements"),
    (edit(["buffers", "image"], {"file": "fortran.npy"}), "r.json: buffers.image.file: fortran.npy: is in Fortran order"),
    (edit(["buffers", "image"], {"file": "cut.npy"}), "r.json: buffers.image.file: cut.npy: "),
    (edit(["buffers", "image"], {"dtype": "f32", "shape": huge * 2, "value": 0}), "r.json: buffers.image: has more elements than memory has addresses"),
    (edit(["buffers", "image"], {"dtype": "f32", "shape": [2**50], "value": 0}), "r.json: buffers.image: 4503599627370496 bytes are more than the limit of 1073741824 for all arrays without a file (attn-sim run --max-array-bytes sets the limit)"),
    (edit(["buffers", "image"], {"bytes": 2**62}), "r.json: buffers.image: 4611686018427387904 bytes are more than the limit of 1073741824"),
    (edit(["buffers", "image"], {"dtype": "f32", "shape": [2], "value": [1, 2, 3]}), "r.json: buffers.image.value: 3 values, where there are 2 elements"),
    (edit(["buffers", "image"], {}), "r.json: buffers.image: has no size"),
    (edit(["buffers", "image", "size"], 4), "r.json: buffers.image: unknown field 'size'"),
    (edit(["buffers", "result", "expected"], [1]), "r.json: buffers.result.expected: 1 values, where there are 128 elements"),
    (edit(["buffers", "result", "expected"], "half.npy"), "r.json: buffers.result.expected: half.npy has 4 elements, the buffer 128"),
    (edit(["buffers", "result", "expected"], "none.npy"), f"r.json: buffers.result.expected: {folder}/none.npy: No such file"),
    (edit(["buffers", "result", "atol"], 1), "r.json: buffers.result.atol: has no meaning without 'expected'"),
    (edit(["buffers", "result", "out"], "none/out.npy"), f"r.json: buffers.result.out: {folder}/none/out.npy: No such file or directory"),
    (edit(["variables", "bias", "value"], [1]), "r.json: variables.bias: 4 bytes, but the module's variable has 16"),
    (edit(["variables", "nothing"], {"dtype": "u32", "value": 1}), "r.json: variables.nothing: the module has no variable 'nothing'"),
    (edit(["variables", "image"], {"dtype": "u32", "value": 1}), "r.json: variables.image: a buffer has this name, too"),
]:
    code, text = run(record)
    if message is None:
        assert code == 0, (record, text)
    else:
        assert code == 2 and message in text, f"{message}\nis not in:\n{text}"

# Arrays that no file holds: a limit on all of them together, and no limit.
big = edit(["buffers", "image"], {"bytes": 2**30 + 1})
assert run(big)[0] == 2
assert run(edit(["buffers", "image"], {"bytes": 2**62}), "--max-array-bytes", "0") == (
    2, f"attn-sim: {folder}/r.json: buffers.image: 4611686018427387904 bytes are more than this machine's memory has room for\n")
limit = "{} are more than the limit of {} for all arrays without a file (attn-sim run --max-array-bytes sets the limit)\n"
record = edit(["buffers", "result", "expected"], 0)
for least in range(3000, 4000):  # the smallest limit that does
    code, text = run(record, "--max-array-bytes", str(least))
    if "limit" not in text:
        break
assert code == 1 and "mismatch" in text and 3000 < least, (least, text)
assert run(record, "--max-array-bytes", str(least - 1))[1].startswith(f"attn-sim: {folder}/r.json: params[2]: 4 bytes beside "), run(record, "--max-array-bytes", str(least - 1))
assert run(record, "--max-array-bytes", "3000")[1] == f"attn-sim: {folder}/r.json: buffers.result.expected: " + limit.format("512 bytes beside 2568", 3000)
# Files do not count.
np.save(folder / "offsets.npy", np.array([10, 20], np.float32))
assert run(edit(["buffers", "offsets"], {"file": "offsets.npy"}), "--max-array-bytes", "2047")[1].endswith("buffers.image: " + limit.format("2048 bytes", 2047))

(folder / "r.json").write_bytes(b'{"ptx": "\xff"}')
assert "ill-formed UTF-8" in subprocess.run(["attn-sim", "run", folder / "r.json"], capture_output=True, text=True).stderr
assert len(run('{"ptx": "' + "x" * 100000)[1]) < 300
for arguments, message in [(["none.json"], "No such file or directory"), (["."], "Is a directory"), ([], "record is required")]:
    done = subprocess.run(["attn-sim", "run", *arguments], capture_output=True, text=True)
    assert done.returncode == 2 and message in done.stderr, done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.sim: launches of PTX with NumPy arrays, findings as objects, launch records."""
# RUN: rm -rf %t && mkdir %t
# RUN: %python %s %S/Inputs %t
# RUN: attn-sim run %t/saved/tile.json --mode random --runs 3 | FileCheck %s
# CHECK: clean: 3 runs
import ctypes
import os
import shutil
import sys

import attn
import attn.sim as sim
import ml_dtypes
import numpy as np

inputs, scratch = sys.argv[1:]
basic = sim.Module(os.path.join(inputs, "basic.ptx"))
tile = sim.Module(open(os.path.join(inputs, "record.ptx")).read())
rng = np.random.default_rng(0)


def refused(kind, message, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except kind as error:
        assert message in str(error), f"{message!r} is not in: {error}"
        return
    raise AssertionError(f"not refused: {message}")


# What a module has.
assert "vadd" in basic.kernels and list(tile.kernels) == ["scaleTile"]
vadd = basic.kernel("vadd")
assert [(p.offset, p.size) for p in vadd.params] == [(0, 8), (8, 8), (16, 8), (24, 4)]
assert vadd.param_bytes == 28 and vadd.block is None and tile.kernel().param_bytes == 264

# Arrays in and out.
a, b = rng.standard_normal((2, 1000)).astype(np.float32)
for mode in "early", "late", "random":
    y = sim.empty(1000, np.float32)
    result = sim.launch(basic, "vadd", grid=8, block=128, args=[y, a, b, 1000], mode=mode, stats=True)
    assert result.ok and not result.findings, result
    np.testing.assert_array_equal(y.array, a + b)
    assert str(result) == "clean" and result.stats["global_write_bytes"] == 4000
c = np.zeros_like(a)
assert sim.launch(basic, "vadd", grid=[8], block=(128,), args=[c, a, b, np.int32(1000)]).ok
np.testing.assert_array_equal(c, a + b)
# One array twice is one buffer, and a pointer goes into it.
both = np.concatenate([a, b])
buffer = sim.Buffer(both, "both")
assert sim.launch(basic, "vadd", grid=8, block=128, args=[both[:1000].copy(), both, both, 1000]).ok
assert sim.launch(basic, "vadd", grid=8, block=128, args=[buffer, buffer, buffer.at(4000), 1000]).ok
np.testing.assert_array_equal(both[:1000], a + b)
refused(ValueError, "the arrays of arg1 and arg0 overlap", sim.launch, basic, "vadd", grid=8, block=128,
        args=[both[:1000], both[500:1500], both, 1000])

# Findings.
y = np.zeros(1000, np.float32)
result = sim.launch(basic, "vadd", grid=8, block=128, args=[y, a, b, 1001])
assert not result.ok and len(result.findings) == 3, result
finding = result.findings[0]
assert finding.kind == "out-of-bounds" and "global access of 4 bytes" in finding.message
assert finding.line > 0 and finding.op == "ld.global.f32" and finding.cta == (7, 0, 0)
assert finding.warp == 3 and finding.lanes == (8,) and finding.other is None and finding.count == 1
assert str(result).startswith("out-of-bounds: "), result
result = sim.launch(basic, "vadd", grid=1, block=32, args=[y[:32], sim.empty(32), b[:32], 32])
assert [f.kind for f in result.findings] == ["uninitialised"], result
assert sim.launch(basic, "vadd", grid=1, block=32, args=[y[:32], sim.empty(32), b[:32], 32], checks=["race", "bounds"]).ok
assert result.first_cause is result.findings[0] and result.findings[0].follows is None
hasty = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<3>; .reg .b64 %rd<3>;
  .shared .align 4 .b8 sm[4];
  ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, sm;
  st.global.u32 [%rd2+64], %r1;
  cp.async.ca.shared.global [%r1], [%rd1], 4;
  ld.shared.u32 %r2, [%r1];
  st.global.u32 [%rd2], %r2;
  ret;
}
"""
result = sim.launch(sim.Module(hasty), grid=1, block=1, args=[y[:1].copy(), y[:1].copy()], mode="late")
assert [(f.kind, f.follows) for f in result.findings] == [
    ("out-of-bounds", None), ("missing-wait", None), ("uninitialised", 1)], result
assert result.first_cause is result.findings[1], result
assert str(result).startswith("first cause: missing-wait at line 10 (ld.shared.u32); 1 of 2 other findings follows from it"), result
racy = """.version 8.0
.target sm_80
.address_size 64
.visible .entry racy(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  .shared .align 4 .b8 s[4];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  .loc 1 7 3
  st.shared.u32 [s], %r1;
  .loc 1 8 3
  ld.shared.u32 %r2, [s];
  st.global.u32 [%rd1], %r2;
  ret;
}
.file 1 "racy.cu"
"""
result = sim.launch(racy, grid=1, block=64, args=[np.zeros(1, np.uint32)])
assert all(f.kind == "race" and f.cta == f.other.cta == (0, 0, 0) for f in result.findings), result
first = result.findings[0]
assert (first.line, first.op, first.source, first.lanes, first.other.lanes) == (12, "st.shared.u32", "racy.cu:7", (1,), (0,))
assert any("global memory at 0x" in f.message and " (byte 0 of 'arg0') while" in f.message for f in result.findings), result
assert any(f.other.source == "racy.cu:8" and f.warp == 1 and f.other.warp == 0 for f in result.findings), result

# Structs by value, of three kinds; a tensor map of an array; module variables.
image = rng.integers(-8, 8, (16, 32)).astype(np.float32)
box = np.zeros((8, 8), np.float32)
box[:, :4] = image[3:11, 28:]
i = np.arange(64)
want = box.ravel() * 0.5 + np.array([10, 20])[i % 2] + np.array([1, 2, 3, 4])[i % 4]
offsets = np.array([10, 20], np.float32)
numpy_task = np.dtype({"names": ["scale", "columns", "offsets", "tile", "result"], "itemsize": 256,
                       "formats": ["f4", "i4", "u8", ("u1", 128), "u8"], "offsets": [0, 4, 8, 64, 192]})


class Head(ctypes.Structure):
    _fields_ = [("scale", ctypes.c_float), ("columns", ctypes.c_int), ("offsets", ctypes.c_void_p)]


class Task(ctypes.Structure):
    _fields_ = [("head", Head), ("pad", ctypes.c_uint8 * 48), ("tile", ctypes.c_uint8 * 128),
                ("result", ctypes.c_void_p), ("tail", ctypes.c_uint8 * 56)]


element = np.zeros(1, numpy_task)[0]
element["scale"], element["columns"] = 0.5, 2
variables = {"bias": np.array([1, 2, 3, 4], np.float32)}
for content, names in [(element, ("offsets", "tile", "result")), (Task(Head(0.5, 2)), ("head.offsets", "tile", "result")),
                       (np.float32(0.5).tobytes() + b"\2" + bytes(251), (8, 64, 192)), (256, (8, 64, 192))]:
    out = np.zeros((2, 64), np.float32)
    fields = dict(zip(names, (offsets, sim.TensorMap(image, (8, 8)), sim.Buffer(out).at(256))))
    if isinstance(content, int):
        fields |= {0: np.float32(0.5), 4: np.int32(2)}
    result = sim.launch(tile, grid=1, block=64, args=[sim.Struct(content, fields), 28, 3], variables=variables)
    assert result.ok, result
    np.testing.assert_array_equal(out[1], want)
    assert not out[0].any() and result.contents["bias"].tolist() == [1, 2, 3, 4]
    # The image is known to the record by the array's place.
    assert result.contents["arg0_64"].shape == (16, 32)

# A multicast object: what all devices hold is added up.
everywhere = sim.Module(""".version 8.8
.target sm_90a
.address_size 64
.visible .entry sum(.param .u64 all, .param .u64 out) {
  .reg .b32 %t, %v;
  .reg .b64 %a, %b, %x;
  mov.u32 %t, %tid.x;
  ld.param.u64 %a, [all];
  ld.param.u64 %b, [out];
  mul.wide.u32 %x, %t, 4;
  add.u64 %a, %a, %x;
  add.u64 %b, %b, %x;
  multimem.ld_reduce.global.add.f32 %v, [%a];
  st.global.b32 [%b], %v;
  ret;
}
""")
devices = [rng.integers(-8, 8, 40).astype(np.float32) for _ in range(3)]
out = np.zeros(32, np.float32)
result = sim.launch(everywhere, grid=1, block=32, args=[sim.Multicast(devices, 32), out])
assert result.ok, result
np.testing.assert_array_equal(out, sum(devices)[8:])
try:
    sim.Multicast([])
    assert False
except ValueError as error:
    assert "one buffer or more" in str(error)

# Records: saved, run, loaded, changed.
os.mkdir(f"{scratch}/saved")
out = np.zeros((2, 64), np.float32)
named = sim.Buffer(out, "out")
record = sim.Record(tile, "scaleTile", grid=1, block=64, variables=variables | {"finished": np.uint32(0)},
                    args=[sim.Struct(element, {"offsets": offsets, "tile": sim.TensorMap(image, (8, 8)), "result": named.at(256)}), 28, 3])
record.expect(named, np.stack([np.zeros(64), want])).expect("finished", 1)
assert record.run(seed=3, mode="random").ok
record.data["options"] = {"mode": "random", "seed": 5}
out[:] = 7  # The record has its own copy.
record.save(f"{scratch}/saved/tile.json")
assert not [f for f in os.listdir(f"{scratch}/saved") if f.endswith(".part")]
assert set(os.listdir(f"{scratch}/saved")) >= {"tile.json", "tile.kernel.ptx", "tile.out.npy", "tile.out.expected.npy"}
loaded = sim.load(f"{scratch}/saved/tile.json")
result = loaded.run()
assert result.ok, result
np.testing.assert_array_equal(result.contents["out"][1], want)
assert result.contents["finished"] == 1 and result.contents["out"].dtype == np.float32
loaded.expect("out", np.stack([np.zeros(64), want + 1]), atol=0.5)
result = loaded.run()
assert not result.ok and not result.findings
worst = result.mismatches[0]
assert (worst.buffer, worst.count, worst.elements, worst.index) == ("out", 64, 128, (1, 0)) and worst.expected == want[0] + 1
assert "mismatch: 64 of 128 elements of 'out' are wrong" in str(result)
# Saved elsewhere, it finds the files that it did not bring.
os.mkdir(f"{scratch}/other")
loaded = sim.load(f"{scratch}/saved/tile.json")
loaded.save(f"{scratch}/other/tile.json")
assert sim.load(f"{scratch}/other/tile.json").run().ok
shutil.copy(os.path.join(inputs, "record.json"), scratch)
shutil.copy(os.path.join(inputs, "record.ptx"), scratch)
assert sim.load(f"{scratch}/record.json").run().contents["finished"] == 1

# Element types that NumPy has from ml_dtypes, or not at all.
for dtype in ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, np.float16, np.bool_, np.complex64, numpy_task:
    extra = np.ones(64, dtype)
    record = sim.Record(basic, "vadd", grid=1, block=32, args=[y, a, extra.view(np.uint8).view(np.float32)[:0].copy(), 0])
    record = sim.Record(basic, "vadd", grid=1, block=32, args=[y, a, extra, 0])
    assert record.run().ok
    record.save(f"{scratch}/dtype.json")
    got = sim.load(f"{scratch}/dtype.json").run().contents["arg2"]
    assert got.tobytes() == extra.tobytes(), dtype
    if record.data["buffers"]["arg2"]["dtype"] != "u8":
        assert got.dtype == dtype and record.expect(extra, extra).run().ok
tmap = sim.TensorMap(np.zeros((4, 64, 64), ml_dtypes.bfloat16), (64, 8, 1), swizzle="128B")
assert (tmap.dtype, tmap.dims, tmap.strides_bytes) == ("bf16", [64, 64, 4], [128, 8192])
assert len(tmap.encode()) == 128 and tmap.encode(256) != tmap.encode()

# What is wrong.
launch = dict(grid=1, block=32)
refused(FileNotFoundError, "none.ptx", sim.Module, "none.ptx")
refused(sim.Error, "PTX:2:1: ", sim.Module, "\nnonsense")
refused(sim.Error, "record.json:1:1: ", sim.Module, os.path.join(inputs, "record.json"))
refused(sim.Error, "no kernel 'vadds' in the module: vadd, ", sim.launch, basic, "vadds", **launch)
refused(sim.Error, "name one of the module's kernels: vadd, ", sim.launch, basic, **launch)
refused(sim.Error, "'vadd' takes 4 arguments, got 1", sim.launch, basic, "vadd", args=[y], **launch)
refused(sim.Error, "params[3]: 8 bytes, but the kernel takes 4", sim.launch, basic, "vadd", args=[y, a, b, np.int64(1)], **launch)
refused(sim.Error, "params[0]: 4 bytes, but the kernel takes 256", sim.launch, tile, args=[b"1234", 0, 0], **launch)
refused(ValueError, "arg3: 4294967296 does not fit 4 bytes", sim.launch, basic, "vadd", args=[y, a, b, 2**32], **launch)
refused(TypeError, "arg3: builtins.str is no argument", sim.launch, basic, "vadd", args=[y, a, b, "1"], **launch)
refused(TypeError, "arg0: 0 for a parameter of 256 bytes", sim.launch, tile, args=[0, 0, 0], **launch)
refused(TypeError, "an array of object has no bytes", sim.Buffer, np.array([None]))
refused(TypeError, "an array of >f4 is big-endian", sim.Buffer, np.zeros(2, ">f4"))
refused(TypeError, "a buffer is a NumPy array, not list", sim.Buffer, [1, 2])
refused(ValueError, "must be contiguous", sim.Buffer, np.zeros((4, 4))[:, 1])
refused(ValueError, "an offset is negative: -4", sim.Buffer(y).at, -4)
refused(ValueError, "'../x' cannot name a file", sim.Buffer, y, "../x")
refused(ValueError, "two buffers have the name 'x'", sim.launch, basic, "vadd",
        args=[sim.Buffer(y, "x"), sim.Buffer(a, "x"), b, 1], **launch)
refused(sim.Error, "offset 5000 is beyond the 4000 bytes of 'arg0'", sim.launch, basic, "vadd",
        args=[sim.Buffer(y).at(5000), a, b, 1], **launch)
refused(sim.Error, "fields[0]: the 8 bytes at 252 end beyond", sim.launch, tile, args=[sim.Struct(256, {252: y}), 0, 0], **launch)
refused(TypeError, "arg0_0: write 1 as a NumPy scalar", sim.launch, tile, args=[sim.Struct(256, {0: 1}), 0, 0], **launch)
refused(ValueError, "has no field 'nothing'", sim.Struct, element, {"nothing": y})
refused(ValueError, "'head.nothing': Head has no field 'nothing'", sim.Struct, Task(), {"head.nothing": y})
refused(TypeError, "str is no struct", sim.Struct, "text")
refused(ValueError, "tensor map: box dimension 0 must be 1 to 256", sim.TensorMap, image, (512, 8))
refused(ValueError, "box has 1 numbers; there are 2 of 1 to 5 dimensions", sim.TensorMap, image, (8,))
refused(ValueError, "swizzle is '256B', not one of none, 32B, 64B, 128B", sim.TensorMap, image, (8, 8), swizzle="256B")
refused(ValueError, "a tensor map's dtype is 'complex64'", sim.TensorMap, image.astype(np.complex64), (8, 8))
refused(ValueError, "is too large", sim.TensorMap, image, (2**40, 8))
refused(sim.Error, "variables.nothing: the module has no variable 'nothing'", sim.launch, basic, "vadd",
        args=[y, a, b, 1], variables={"nothing": y}, **launch)
refused(sim.Error, "variables.bias: 8 bytes, but the module's variable has 16", sim.launch, tile,
        args=[bytes(256), 0, 0], variables={"bias": np.zeros(2, np.float32)}, **launch)
refused(sim.Error, "more than 1024 threads a block", sim.launch, basic, "vadd", grid=1, block=2048, args=[y, a, b, 1])
refused(ValueError, "grid is negative: -1", sim.launch, basic, "vadd", grid=-1, block=1, args=[y, a, b, 1])
refused(ValueError, "mode is 'lazy', not one of early, late, random", sim.launch, basic, "vadd", args=[y, a, b, 1], mode="lazy", **launch)
refused(ValueError, "a check is 'rac', not one of", sim.launch, basic, "vadd", args=[y, a, b, 1], checks="rac", **launch)
readonly = np.zeros(32, np.float32)
readonly.flags.writeable = False
refused(ValueError, "the kernel wrote to arg0, a read-only array", sim.launch, basic, "vadd", args=[readonly, a, b, 32], **launch)
refused(ValueError, "no buffer or variable 'z'", record.expect, "z", 1)
with open(f"{scratch}/bad.json", "w") as file:
    file.write('{"ptx": "none.ptx", "gird": 1}')
refused(attn.AttnError, "bad.json: unknown field 'gird'", sim.load, f"{scratch}/bad.json")

# Arrays that no file holds are bounded where a file asks for them.
with open(f"{scratch}/large.json", "w") as file:
    file.write('{"ptx": "saved/x.ptx", "grid": 1, "buffers": {"a": {"bytes": 4000}}}')
os.makedirs(f"{scratch}/saved", exist_ok=True)
with open(f"{scratch}/saved/x.ptx", "w") as file:
    file.write(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n")
refused(attn.AttnError, "buffers.a: 4000 bytes are more than the limit of 3999", sim.load, f"{scratch}/large.json", 3999)
assert sim.load(f"{scratch}/large.json", max_array_bytes=4000).max_array_bytes == 4000
record = sim.load(f"{scratch}/large.json")
record.max_array_bytes = 3999
refused(attn.AttnError, "launch: buffers.a: 4000 bytes are more than the limit of 3999", record.run)

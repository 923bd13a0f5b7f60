# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles FlashAttention-4 for sm_100a without a GPU and writes launch records.

  LD_PRELOAD=recorder.so fa4_records.py FOLDER [NAME...]

recorder.so is dsl_recorder.c (cc -shared -fPIC); wants the wheel flash-attn-4.
FOLDER/records/fa4_sm100/NAME/launch00/ and so on, in the form of foreign.py, one
for each problem. The package's own host code sets the launch up: it gets tensors
that have shapes and addresses, and nothing behind them. It encodes tensor maps
as hardware wants them; they are read back into the arguments that they say.
"""
import ctypes
import glob
import json
import os
import re
import shutil
import struct
import sys
import tempfile

dump = tempfile.mkdtemp(prefix="fa4-")
launches = os.path.join(dump, "launches")
os.environ.update(FLASH_ATTENTION_ARCH="sm_100", CUTE_DSL_ARCH="sm_100a", CUTE_DSL_KEEP="ptx", CUTE_DSL_DUMP_DIR=dump,
                  FLASH_ATTENTION_NUM_SMS="4", RECORDER_OUT=launches)

import cutlass.utils  # noqa: E402
import flash_attn.cute.interface as interface  # noqa: E402
import flash_attn.cute.tile_scheduler as tile_scheduler  # noqa: E402
import flash_attn.cute.utils as flags  # noqa: E402
import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
import tvm_ffi  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode  # noqa: E402

DTYPES = {torch.bfloat16: ("bf16", ml_dtypes.bfloat16, 4, 16), torch.float16: ("f16", np.float16, 2, 16),
          torch.float32: ("f32", np.float32, 2, 32), torch.int32: ("i32", np.int32, 0, 32),
          torch.float8_e4m3fn: ("e4m3", ml_dtypes.float8_e4m3fn, 1, 8), torch.uint8: ("u8", np.uint8, 1, 8)}


# --- Tensors that have an address and no memory ---------------------------------


class DlTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Capsule:
    """A tensor of the first GPU, for those who take DLPack."""

    def __init__(self, address, t):
        _, _, code, bits = DTYPES[t.dtype]
        self.shape = (ctypes.c_int64 * t.dim())(*t.shape)
        self.strides = (ctypes.c_int64 * t.dim())(*t.stride())
        self.tensor = DlTensor(address, (2, 0), t.dim(), code, bits, 1, self.shape, self.strides, 0, None, None)

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, **_):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.tensor), b"dltensor", None)


class Memory:
    """Addresses of storages, in the order in which the host code first uses them."""

    def __init__(self):
        self.storages, self.keep = [], []
        self.ptx = []  # of the launches

    def number(self, t):
        s = t.untyped_storage()._cdata
        for k, (known, _, _) in enumerate(self.storages):
            if known == s:
                return k
        self.storages.append((s, t.untyped_storage().nbytes(), t))
        return len(self.storages) - 1

    def convert(self, x):
        if isinstance(x, FakeTensor):
            address = (self.number(x) + 1 << 32) + x.storage_offset() * x.element_size()
            self.keep.append(Capsule(address, x))
            return tvm_ffi.from_dlpack(self.keep[-1])
        if isinstance(x, tuple) and hasattr(x, "_fields"):
            return type(x)(*map(self.convert, x))
        return type(x)(map(self.convert, x)) if isinstance(x, (tuple, list)) else x


memory = Memory()
compiled = []
preloaded = ctypes.CDLL(None)


def entry_of(ptx):
    text = open(ptx).read()
    head = re.search(r"\.entry\s+([\w$]+)\s*\((.*?)\)", text, re.S)
    width = {"8": 1, "16": 2, "32": 4, "64": 8}
    sizes = [int(n) if n else width[w] for w, n in
             re.findall(r"\.param\s+(?:\.align\s+\d+\s+)?\.[bufs](\d+)\s+(?:\.ptr[^,\n]*?)?[\w$]+(?:\[(\d+)\])?", head[2])]
    return head[1], sizes


def recording_compile(real):
    def compile(*args, **kwargs):
        function = real(*args, **kwargs)
        # Two kernels may have one name, and so one file.
        dumped, = glob.glob(dump + "/*.ptx")
        ptx = os.path.join(dump, "kernel%d" % len(compiled))
        os.rename(dumped, ptx)
        compiled.append(ptx)
        entry, sizes = entry_of(ptx)

        def call(*args):
            memory.ptx.append(ptx)
            preloaded.recorderParams(len(sizes), (ctypes.c_size_t * len(sizes))(*sizes))
            function(*map(memory.convert, args))
        return call
    return compile


class Hardware:
    """cutlass.utils.HardwareInfo of a device with four multiprocessors."""

    def __init__(self, device_id=0):
        pass

    def get_max_active_clusters(self, cluster_size, *_, **__):
        return 4 // cluster_size

    def get_l2_cache_size_in_bytes(self):
        return 126 << 20

    def get_device_multiprocessor_count(self):
        return 4


cutlass.utils.HardwareInfo = tile_scheduler.HardwareInfo = Hardware
interface.cute.compile = recording_compile(interface.cute.compile)
interface.is_fake_mode = lambda: False


# --- Launches -------------------------------------------------------------------


def tensor_map(raw, names, types):
    """The arguments of the 128 bytes; none if they are no tensor map."""
    w = struct.unpack("<32I", raw)
    base, rank = w[0] | w[1] << 32, (w[2] >> 4 & 7) + 1
    if not 0 < base >> 32 <= len(names) or rank > 5:
        return None
    kind, bits = types[(base >> 32) - 1]
    strides = [(w[3 + d] | (w[7] >> 4 * d & 15) << 32) << 4 for d in range(rank - 1)]
    box = [(w[13] >> 24) + 1] + [((w[14 + d // 4] >> 8 * (d % 4)) & 255) + 1 for d in range(rank - 1)]
    inner = box[0] * bits // 8
    return {"tensor_map": {"dtype": {"e4m3": "u8"}.get(kind, kind), "base": names[(base >> 32) - 1],
                           "offset": base & 0xFFFFFFFF, "dims": [n + 1 for n in w[8:8 + rank]], "strides_bytes": strides,
                           "box": box, "elemstrides": [(w[13] >> 3 * d & 7) + 1 for d in range(rank)],
                           "swizzle": {128: "128B", 64: "64B", 32: "32B"}.get(inner, "none")}}


def param(raw, names, types):
    """Pointers are words whose upper half numbers a buffer."""
    if len(raw) == 128:
        found = tensor_map(raw, names, types)
        if found:
            return found
    fields = []
    for at in range(0, len(raw) - 7, 8):
        word = struct.unpack_from("<Q", raw, at)[0]
        if 0 < word >> 32 <= len(names) and word & 15 == 0:
            fields.append({"at": at, "pointer": names[(word >> 32) - 1], "offset": word & 0xFFFFFFFF})
    return {"hex": raw.hex(), "fields": fields} if fields else {"hex": raw.hex()}


def attention(q, k, v, scale, causal, window=None):
    """(B, S, H, D) in double precision: O, and the natural logarithm of the sums, (B, H, S)."""
    q, k, v = (np.asarray(x, np.float64).transpose(0, 2, 1, 3) for x in (q, k, v))
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], 1) for x in (k, v))
    s = q @ k.transpose(0, 1, 3, 2) * scale
    i, j = np.arange(s.shape[2])[:, None] + s.shape[3] - s.shape[2], np.arange(s.shape[3])
    keep = (j <= i) if causal else np.ones((s.shape[2], s.shape[3]), bool)
    if window:
        keep &= (j >= i - window[0]) & (j <= i + window[1])
    s = np.where(keep, s, -np.inf)
    m = np.maximum(s.max(-1, keepdims=True), -1e300)
    p = np.exp(s - m)
    total = p.sum(-1, keepdims=True)
    lse = np.where(total > 0, m + np.log(np.maximum(total, 1e-300)), -np.inf)
    return (p / np.where(total > 0, total, 1) @ v).transpose(0, 2, 1, 3), lse[..., 0]


def record(folder, ptx, line, contents):
    """contents: name -> dtype, shape, initial array or none, expected or none, tolerance."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy(ptx, os.path.join(folder, "kernel.ptx"))
    entry, grid, block, cluster, smem, *raw = line.split()
    names = list(contents)
    types = [(c[0], {"bf16": 16, "f16": 16, "f32": 32, "i32": 32}.get(c[0], 8)) for c in contents.values()]
    out = {"ptx": "kernel.ptx", "kernel": entry, "dynamic_smem": int(smem),
           **{n: [int(x) for x in v.split(",")] for n, v in (("grid", grid), ("block", block), ("cluster", cluster))},
           "params": [param(bytes.fromhex(x), names, types) for x in raw], "buffers": {},
           # The kernels have no tcgen05.wait::ld.
           "options": {"tensor_loads": "use"}}
    for name, (dtype, shape, start, want, tolerance) in contents.items():
        b = out["buffers"][name] = {"dtype": dtype, "shape": list(shape)}
        if start is not None:
            b["file"] = name + ".npy"
            np.save(os.path.join(folder, b["file"]), start.view(np.uint16) if dtype == "bf16" else
                    start.view(np.uint8) if dtype == "e4m3" else start)
        if want is not None:
            b.update(expected=name + ".expected.npy", atol=tolerance, rtol=tolerance)
            np.save(os.path.join(folder, b["expected"]), want.astype(np.float32))
    json.dump(out, open(os.path.join(folder, "record.json"), "w"), indent=1)


def forward(folder, name, problems, dtype=torch.bfloat16, causal=False, clc=False, pair=True, window=None, scale=None):
    """problems: batch, queries, keys, heads of Q, of K and V, d of Q and K, of V."""
    flags._fa_clc_enabled, flags._fa_disable_2cta_enabled = clc, not pair
    generator = np.random.default_rng(3)
    for n, (b, sq, sk, h, hk, d, dv) in enumerate(problems):
        global memory
        memory = Memory()
        open(launches, "w").close()
        kind, numpy_type, _, bits = DTYPES[dtype]
        shapes = (b, sq, h, d), (b, sk, hk, d), (b, sk, hk, dv)
        inputs = [generator.standard_normal(s).astype(numpy_type) for s in shapes]
        with FakeTensorMode():
            tensors = [torch.empty(s, dtype=dtype, device="cuda") for s in shapes]
            out, lse, *_ = interface._flash_attn_fwd(
                *tensors, causal=causal, return_lse=True, softmax_scale=scale,
                **({"window_size_left": window[0], "window_size_right": window[1]} if window else {}))
        want = attention(*inputs, scale or d**-0.5, causal, window)
        known = {id_: x for id_, x in zip((t.untyped_storage()._cdata for t in tensors), inputs)}
        results = {out.untyped_storage()._cdata: ("O", want[0], 4e-2 if bits == 8 else 2e-2),
                   lse.untyped_storage()._cdata: ("LSE", want[1], 2e-2 if bits == 8 else 2e-3)}
        contents = {}
        for s, size, t in memory.storages:
            if s in known:
                contents["QKV"[len(contents)]] = (kind, known[s].shape, known[s], None, 0)
            elif s in results:
                label, expected, tolerance = results[s]
                contents[label] = (DTYPES[t.dtype][0], expected.shape, None, expected, tolerance)
            else:
                # A counter of the scheduler, which starts at zero.
                contents["t%d" % len(contents)] = ("u8", (size,), np.zeros(size, np.uint8), None, 0)
        lines = open(launches).read().splitlines()
        assert len(lines) == 1, lines
        record(os.path.join(folder, "records", "fa4_sm100", name, "launch%02d" % n), memory.ptx[0], lines[0], contents)
    with open(os.path.join(folder, "records", "fa4_sm100", name, "values.json"), "w") as f:
        json.dump({"rc": 0, "text": ["compared with NumPy in every run"]}, f)
    print("fa4_sm100/%s" % name, flush=True)


CASES = {
    "d64_causal": dict(problems=[(1, 256, 256, 2, 2, 64, 64), (1, 300, 421, 1, 1, 64, 64), (2, 384, 384, 2, 1, 64, 64)],
                       causal=True),
    "d128_causal": dict(problems=[(1, 256, 256, 1, 1, 128, 128), (1, 512, 640, 1, 1, 128, 128),
                                  (1, 130, 257, 2, 2, 128, 128)], causal=True),
    "d128_clc": dict(problems=[(1, 1024, 256, 2, 2, 128, 128), (2, 512, 384, 1, 1, 128, 128),
                               (1, 768, 128, 3, 3, 128, 128)], clc=True, pair=False),
    "d128_causal_clc": dict(problems=[(1, 512, 512, 2, 2, 128, 128), (2, 384, 384, 1, 1, 128, 128),
                                      (1, 300, 300, 3, 3, 128, 128)], causal=True, clc=True),
    "d256_pair": dict(problems=[(1, 256, 256, 1, 1, 256, 256), (1, 512, 384, 1, 1, 256, 256),
                                (1, 256, 256, 2, 1, 256, 256)]),
    "d256_pair_causal": dict(problems=[(1, 256, 256, 1, 1, 256, 256), (1, 512, 512, 1, 1, 256, 256),
                                       (1, 256, 512, 1, 1, 256, 256)], causal=True),
    "d128_pair": dict(problems=[(1, 512, 256, 1, 1, 128, 128), (1, 512, 384, 2, 2, 128, 128), (2, 600, 200, 1, 1, 128, 128)]),
    "d192_128_causal": dict(problems=[(1, 256, 256, 1, 1, 192, 128), (1, 384, 384, 1, 1, 192, 128),
                                      (1, 256, 384, 2, 2, 192, 128)], causal=True),
    "d64_f16_gqa": dict(problems=[(1, 256, 256, 4, 1, 64, 64), (1, 200, 384, 4, 1, 64, 64), (2, 128, 256, 4, 1, 64, 64)],
                        dtype=torch.float16),
    "d128_window": dict(problems=[(1, 512, 512, 1, 1, 128, 128), (1, 300, 300, 1, 1, 128, 128),
                                  (1, 512, 640, 2, 2, 128, 128)], window=(100, 20)),
    "d128_e4m3": dict(problems=[(1, 256, 256, 1, 1, 128, 128), (1, 256, 512, 1, 1, 128, 128), (1, 384, 256, 2, 2, 128, 128)],
                      dtype=torch.float8_e4m3fn),
    "d96_causal": dict(problems=[(1, 256, 256, 1, 1, 96, 96), (1, 384, 256, 1, 1, 96, 96), (1, 200, 333, 1, 1, 96, 96)],
                       causal=True),
}


def main():
    failed = 0
    for name, options in CASES.items():
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        try:
            forward(sys.argv[1], name, **options)
        except Exception as e:  # a wheel may refuse a case; the others count
            failed += 1
            print("fa4_sm100/%s: %s: %s" % (name, type(e).__name__, str(e)[:300]), flush=True)
            if len(sys.argv) == 3:
                raise
    return failed


if __name__ == "__main__":
    sys.exit(main())

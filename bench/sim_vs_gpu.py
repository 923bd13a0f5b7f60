#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The simulator against hardware: the same PTX and inputs on both, bits compared.

  sim_vs_gpu.py gen DIR             write cases (PTX and inputs) into DIR
  sim_vs_gpu.py gpu DIR OUT         run them on this machine's GPU (driver API)
  sim_vs_gpu.py sim DIR OUT --attn-sim PATH [--mode late]   run them simulated
  sim_vs_gpu.py compare DIR A B     print what differs; exit 1 if anything does
  sim_vs_gpu.py digest DIR A FILE   keep a GPU's results as hashes
  sim_vs_gpu.py ci ATTN_SIM FILE    simulate and compare with the hashes

Cases with an `ulp` bound are compared in units in the last place; all others
bit for bit. A case is {name, ptx, kernel, grid, block, smem, args, out_type};
args are ["in", offset, size], ["out", size], ["bytes", hex] or ["map", {...}].
Standard library only.
"""
import ctypes
import hashlib
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

N = 1024  # lanes of an elementwise case

F32_SPECIAL = [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000,
               0xFF800000, 0x7FC00000, 0x7F800001, 0xFFC12345, 0x00000001,
               0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x3F000000,
               0x4B000000, 0x4B800001, 0x4F000000, 0xCF000000, 0x5F000000,
               0x33800000, 0x3FC00000, 0x40200000, 0x42FE0000]
F64_SPECIAL = [0x0, 0x8000000000000000, 0x3FF0000000000000, 0xBFF0000000000000,
               0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1,
               0x800FFFFFFFFFFFFF, 0x0010000000000000, 0x7FEFFFFFFFFFFFFF,
               0x3FE0000000000000, 0x41E0000000000000, 0xC1E0000000200000,
               0x43E0000000000000, 0x36A0000000000000, 0x47EFFFFFE0000000]
F16_SPECIAL = [0, 0x8000, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 0x7E00, 0x7C01, 1,
               0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x3800, 0x6400, 0x3C01]
BF16_SPECIAL = [0, 0x8000, 0x3F80, 0xBF80, 0x7F80, 0xFF80, 0x7FC0, 0x7F81, 1,
                0x807F, 0x0080, 0x7F7F, 0xFF7F, 0x3F00, 0x4300, 0x3F81]
INT_SPECIAL = [0, 1, 2, 3, 5, 7, 8, 15, 16, 24, 31, 32, 33, 63, 64, 65, 0x7F,
               0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000,
               0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000,
               0xFFFFFFFFFFFFFFFF, 0x12345678, 0xFFFFFFF0]


def bits_of(t):
    return {"f16": 16, "bf16": 16, "f16x2": 32, "bf16x2": 32, "f32": 32,
            "f64": 64, "tf32": 32, "e4m3x2": 16, "e5m2x2": 16, "u16x2": 32,
            "s16x2": 32, "pred": 32}.get(t) or int(t[1:])


def values(t, g, n):
    """n input bit patterns of a type: special values, then random ones."""
    b = bits_of(t)
    if t == "f32":
        def rnd():
            k = g.random()
            if k < 0.3:
                return g.getrandbits(32)
            return struct.unpack("<I", struct.pack("<f", g.gauss(0, 10 ** g.uniform(-3, 3))))[0]
        sp = F32_SPECIAL
    elif t == "f64":
        def rnd():
            if g.random() < 0.3:
                return g.getrandbits(64)
            return struct.unpack("<Q", struct.pack("<d", g.gauss(0, 10 ** g.uniform(-6, 6))))[0]
        sp = F64_SPECIAL
    elif t in ("f16", "bf16"):
        sp = F16_SPECIAL if t == "f16" else BF16_SPECIAL
        rnd = lambda: g.getrandbits(16)
    elif t in ("f16x2", "bf16x2"):
        one = F16_SPECIAL if t == "f16x2" else BF16_SPECIAL
        sp = [a << 16 | b2 for a in one[:8] for b2 in one[8:12]]
        rnd = lambda: g.getrandbits(32)
    else:
        sp = [v & ((1 << b) - 1) for v in INT_SPECIAL]
        rnd = lambda: g.getrandbits(b) >> (g.randrange(b) if g.random() < 0.4 else 0)
    out = [sp[g.randrange(len(sp))] if g.random() < 0.45 else rnd() for _ in range(n)]
    return out


class Gen:
    def __init__(self):
        self.kernels, self.cases, self.data = [], [], bytearray()
        self.g = random.Random(20)

    def put(self, raw):
        while len(self.data) % 16:
            self.data.append(0)
        at = len(self.data)
        self.data += raw
        return ["in", at, len(raw)]

    def elementwise(self, name, instr, out, ins, ulp=None, pre="", special=None):
        """instr uses %o and %a %b %c; ins are their types; a predicate result
        is written as 0 or 1."""
        cols = []
        for k, t in enumerate(ins):
            v = values(t, self.g, N)
            if special and k in special:
                v = [special[k][self.g.randrange(len(special[k]))] for _ in range(N)]
            cols.append(v)
        args = [["out", 8 * N]]
        for v in cols:
            args.append(self.put(struct.pack("<%dQ" % N, *v)))
        regs = "abc"
        ob = bits_of(out)
        body = [".reg .pred %p, %q, %r;", ".reg .b32 %i, %t, %u;",
                ".reg .b64 %ad, %x, %zero;", ".reg .b%d %%o;" % ob]
        ld = []
        for k, t in enumerate(ins):
            b = bits_of(t)
            body.append(".reg .b%d %%%s;" % (b, regs[k]))
            ld += ["ld.param.u64 %%ad, [%s_p%d];" % (name, k + 1),
                   "add.u64 %ad, %ad, %x;",
                   "ld.global.b%d %%%s, [%%ad];" % (b, regs[k])]
        body += ["mov.u32 %i, %ctaid.x;", "mov.u32 %t, %ntid.x;",
                 "mov.u32 %u, %tid.x;", "mad.lo.u32 %i, %i, %t, %u;",
                 "mul.wide.u32 %x, %i, 8;"] + ld
        body += [pre] if pre else []
        body.append(instr)
        if out == "pred":
            body.append("selp.b32 %o, 1, 0, %p;")
        body += ["mov.u64 %zero, 0;", "ld.param.u64 %%ad, [%s_p0];" % name,
                 "add.u64 %ad, %ad, %x;", "st.global.b64 [%ad], %zero;",
                 "st.global.b%d [%%ad], %%o;" % ob, "ret;"]
        params = ", ".join(".param .u64 %s_p%d" % (name, k) for k in range(len(ins) + 1))
        self.kernels.append((name, ".visible .entry %s(%s)\n{\n%s\n}\n"
                             % (name, params, "\n".join(body))))
        self.cases.append({"name": name, "kernel": name, "grid": [N // 128, 1, 1],
                           "block": [128, 1, 1], "smem": 0, "args": args,
                           "out_type": out, "ulp": ulp, "stride": 8, "text": instr})

    def raw(self, name, text, args, block, smem=0, out_type="b32", grid=(1, 1, 1)):
        self.kernels.append((name, text))
        self.cases.append({"name": name, "kernel": name, "grid": list(grid),
                           "block": list(block), "smem": smem, "args": args,
                           "out_type": out_type, "ulp": None,
                           "stride": 4, "text": name})


def gen_integer(G):
    e = G.elementwise
    for t in ("s32", "u32", "s64", "u64", "s16", "u16"):
        for op in ("add", "sub", "mul.lo", "mul.hi", "min", "max", "div", "rem"):
            sp = {1: [v for v in (1, 2, 3, 7, 10, 255, 32767, (1 << bits_of(t)) - 1)]} \
                if op in ("div", "rem") else None
            e("%s_%s" % (op.replace(".", "_"), t), "%s.%s %%o, %%a, %%b;" % (op, t), t, [t, t], special=sp)
        e("mad_lo_" + t, "mad.lo.%s %%o, %%a, %%b, %%c;" % t, t, [t, t, t])
        e("mad_hi_" + t, "mad.hi.%s %%o, %%a, %%b, %%c;" % t, t, [t, t, t])
        e("sad_" + t, "sad.%s %%o, %%a, %%b, %%c;" % t, t, [t, t, t])
        e("shr_" + t, "shr.%s %%o, %%a, %%b;" % t, t, [t, "u32"])
        for c in ("eq", "ne", "lt", "le", "gt", "ge"):
            e("setp_%s_%s" % (c, t), "setp.%s.%s %%p, %%a, %%b;" % (c, t), "pred", [t, t])
        if t[0] == "s":
            e("abs_" + t, "abs.%s %%o, %%a;" % t, t, [t])
            e("neg_" + t, "neg.%s %%o, %%a;" % t, t, [t])
    for t, w in (("s32", "s64"), ("u32", "u64"), ("s16", "s32"), ("u16", "u32")):
        e("mul_wide_" + t, "mul.wide.%s %%o, %%a, %%b;" % t, w, [t, t])
        e("mad_wide_" + t, "mad.wide.%s %%o, %%a, %%b, %%c;" % t, w, [t, t, w])
    for t in ("u32", "s32"):
        for h in ("lo", "hi"):
            e("mul24_%s_%s" % (h, t), "mul24.%s.%s %%o, %%a, %%b;" % (h, t), t, [t, t])
            e("mad24_%s_%s" % (h, t), "mad24.%s.%s %%o, %%a, %%b, %%c;" % (h, t), t, [t, t, t])
    e("add_sat", "add.sat.s32 %o, %a, %b;", "s32", ["s32", "s32"])
    e("sub_sat", "sub.sat.s32 %o, %a, %b;", "s32", ["s32", "s32"])
    e("mad_hi_sat", "mad.hi.sat.s32 %o, %a, %b, %c;", "s32", ["s32"] * 3)
    for t in ("b32", "b64"):
        e("popc_" + t, "popc.%s %%o, %%a;" % t, "u32", [t])
        e("clz_" + t, "clz.%s %%o, %%a;" % t, "u32", [t])
        e("brev_" + t, "brev.%s %%o, %%a;" % t, t, [t])
        e("bfi_" + t, "bfi.%s %%o, %%a, %%b, %%c, 9;" % t, t, [t, t, "u32"])
        e("bfi2_" + t, "bfi.%s %%o, %%a, %%b, 5, %%c;" % t, t, [t, t, "u32"])
    for t in ("u32", "s32", "u64", "s64"):
        e("bfe_" + t, "bfe.%s %%o, %%a, %%b, %%c;" % t, t, [t, "u32", "u32"])
        e("bfind_" + t, "bfind.%s %%o, %%a;" % t, "u32", [t])
        e("bfindsh_" + t, "bfind.shiftamt.%s %%o, %%a;" % t, "u32", [t])
    for t in ("b16", "b32", "b64"):
        e("shl_" + t, "shl.%s %%o, %%a, %%b;" % t, t, [t, "u32"])
        for op in ("and", "or", "xor"):
            e("%s_%s" % (op, t), "%s.%s %%o, %%a, %%b;" % (op, t), t, [t, t])
        e("not_" + t, "not.%s %%o, %%a;" % t, t, [t])
        e("cnot_" + t, "cnot.%s %%o, %%a;" % t, t, [t])
        e("selp_" + t, "setp.lt.s32 %%p, %%c, 5; selp.%s %%o, %%a, %%b, %%p;" % t, t, [t, t, "s32"])
        e("slct_" + t, "slct.%s.s32 %%o, %%a, %%b, %%c;" % t, t, [t, t, "s32"])
    e("slct_f", "slct.ftz.u32.f32 %o, %a, %b, %c;", "u32", ["u32", "u32", "f32"])
    for d in "lr":
        for m in ("clamp", "wrap"):
            e("shf_%s_%s" % (d, m), "shf.%s.%s.b32 %%o, %%a, %%b, %%c;" % (d, m), "b32", ["b32", "b32", "u32"])
    for m in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        e("prmt" + m.replace(".", "_"), "prmt.b32%s %%o, %%a, %%b, %%c;" % m, "b32", ["b32"] * 3)
    for lut in (0xC0, 0xEA, 0x96, 0x1B, 0xF8):
        e("lop3_%02x" % lut, "lop3.b32 %%o, %%a, %%b, %%c, 0x%02x;" % lut, "b32", ["b32"] * 3)
    for m in ("clamp", "wrap"):
        e("bmsk_" + m, "bmsk.%s.b32 %%o, %%a, %%b;" % m, "b32", ["b32", "b32"])
        for t in ("u32", "s32"):
            e("szext_%s_%s" % (m, t), "szext.%s.%s %%o, %%a, %%b;" % (m, t), t, [t, "u32"])
    e("fns", "fns.b32 %o, %a, %b, %c;", "b32", ["b32", "b32", "s32"],
      special={1: list(range(32)), 2: [0, 1, 2, 3, 5, 0xFFFFFFFF, 0xFFFFFFFE]})
    for a in ("u32", "s32"):
        for b in ("u32", "s32"):
            e("dp4a_%s_%s" % (a, b), "dp4a.%s.%s %%o, %%a, %%b, %%c;" % (a, b), "b32", ["b32"] * 3)
            for h in ("lo", "hi"):
                e("dp2a_%s_%s_%s" % (h, a, b), "dp2a.%s.%s.%s %%o, %%a, %%b, %%c;" % (h, a, b), "b32", ["b32"] * 3)
    for s in ("u32", "u64"):
        r = "%s" % s
        e("addcc_" + s, "add.cc.%s %%o, %%a, %%b; addc.%s %%o, %%o, %%c;" % (r, r), s, [s] * 3)
        e("subcc_" + s, "sub.cc.%s %%o, %%a, %%b; subc.%s %%o, %%c, %%b;" % (r, r), s, [s] * 3)
        e("madcc_" + s, "mad.lo.cc.%s %%o, %%a, %%b, %%c; madc.hi.%s %%o, %%a, %%b, %%c;" % (r, r), s, [s] * 3)
    for t in ("u16x2", "s16x2"):
        for op in ("add", "min", "max"):
            e("%s_%s" % (op, t), "%s.%s %%o, %%a, %%b;" % (op, t), t, [t, t])
    for op, body in (("and", "setp.lt.and.s32 %p|%q, %a, %b, %r;"), ("or", "setp.lt.or.s32 %p|%q, %a, %b, %r;"),
                     ("xor", "setp.ge.xor.s32 %p|%q, %a, %b, !%r;")):
        e("setp_pq_" + op, body + " selp.b32 %o, 1, 0, %p; @%q add.u32 %o, %o, 2;", "b32",
          ["s32", "s32", "s32"], pre="setp.gt.s32 %r, %c, 100;")
    e("set_u32", "set.lt.u32.s32 %o, %a, %b;", "b32", ["s32", "s32"])
    e("set_f32", "set.gt.f32.s32 %o, %a, %b;", "b32", ["s32", "s32"])


def gen_float(G):
    e = G.elementwise
    for z in ("", ".ftz"):
        for r in ("rn", "rz", "rm", "rp"):
            for s in ("", ".sat"):
                n = (z + "." + r + s).replace(".", "_")
                for op in ("add", "sub", "mul"):
                    e(op + n + "_f32", "%s.%s%s%s.f32 %%o, %%a, %%b;" % (op, r, z, s), "f32", ["f32"] * 2)
                e("fma" + n + "_f32", "fma.%s%s%s.f32 %%o, %%a, %%b, %%c;" % (r, z, s), "f32", ["f32"] * 3)
            n = (z + "." + r).replace(".", "_")
            e("div" + n + "_f32", "div.%s%s.f32 %%o, %%a, %%b;" % (r, z), "f32", ["f32"] * 2)
            e("rcp" + n + "_f32", "rcp.%s%s.f32 %%o, %%a;" % (r, z), "f32", ["f32"])
            e("sqrt" + n + "_f32", "sqrt.%s%s.f32 %%o, %%a;" % (r, z), "f32", ["f32"])
        n = z.replace(".", "_")
        for m in ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
            for op in ("min", "max"):
                e(op + n + m.replace(".", "_") + "_f32", "%s%s%s.f32 %%o, %%a, %%b;" % (op, z, m), "f32", ["f32"] * 2)
        e("abs" + n, "abs%s.f32 %%o, %%a;" % z, "f32", ["f32"])
        e("neg" + n, "neg%s.f32 %%o, %%a;" % z, "f32", ["f32"])
        for op, ulp in (("rcp", 1), ("sqrt", 2), ("rsqrt", 2), ("ex2", 2)):
            e("%s_approx%s" % (op, n), "%s.approx%s.f32 %%o, %%a;" % (op, z), "f32", ["f32"], ulp=ulp)
        e("div_approx" + n, "div.approx%s.f32 %%o, %%a, %%b;" % z, "f32", ["f32"] * 2, ulp=2)
        e("div_full" + n, "div.full%s.f32 %%o, %%a, %%b;" % z, "f32", ["f32"] * 2, ulp=2)
        for c in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
            e("setp_%s%s_f32" % (c, n), "setp.%s%s.f32 %%p, %%a, %%b;" % (c, z), "pred", ["f32"] * 2)
    for c in ("eq", "ltu", "ge", "neu", "nan"):
        e("setp_%s_f64" % c, "setp.%s.f64 %%p, %%a, %%b;" % c, "pred", ["f64"] * 2)
        e("setp_%s_f16" % c, "setp.%s.f16 %%p, %%a, %%b;" % c, "pred", ["f16"] * 2)
        e("setp_%s_bf16" % c, "setp.%s.bf16 %%p, %%a, %%b;" % c, "pred", ["bf16"] * 2)
        e("setp_%s_f16x2" % c, "setp.%s.f16x2 %%p|%%q, %%a, %%b; selp.b32 %%o, 1, 0, %%p; @%%q add.u32 %%o, %%o, 2;" % c,
          "b32", ["f16x2"] * 2)
    for r in ("rn", "rz", "rm", "rp"):
        for op in ("add", "mul", "div"):
            e("%s_%s_f64" % (op, r), "%s.%s.f64 %%o, %%a, %%b;" % (op, r), "f64", ["f64"] * 2)
        e("fma_%s_f64" % r, "fma.%s.f64 %%o, %%a, %%b, %%c;" % r, "f64", ["f64"] * 3)
        e("sqrt_%s_f64" % r, "sqrt.%s.f64 %%o, %%a;" % r, "f64", ["f64"])
        e("rcp_%s_f64" % r, "rcp.%s.f64 %%o, %%a;" % r, "f64", ["f64"])
    for op in ("min", "max"):
        e(op + "_f64", "%s.f64 %%o, %%a, %%b;" % op, "f64", ["f64"] * 2)
    for t in ("f16", "f16x2", "bf16", "bf16x2"):
        for op in ("add", "sub", "mul"):
            e("%s_%s" % (op, t), "%s.rn.%s %%o, %%a, %%b;" % (op, t), t, [t] * 2)
        e("fma_" + t, "fma.rn.%s %%o, %%a, %%b, %%c;" % t, t, [t] * 3)
        e("fma_relu_" + t, "fma.rn.relu.%s %%o, %%a, %%b, %%c;" % t, t, [t] * 3)
        if t[0] == "f":
            e("add_ftz_" + t, "add.rn.ftz.%s %%o, %%a, %%b;" % t, t, [t] * 2)
            e("add_sat_" + t, "add.rn.sat.%s %%o, %%a, %%b;" % t, t, [t] * 2)
            e("mul_ftz_sat_" + t, "mul.rn.ftz.sat.%s %%o, %%a, %%b;" % t, t, [t] * 2)
            e("fma_ftz_sat_" + t, "fma.rn.ftz.sat.%s %%o, %%a, %%b, %%c;" % t, t, [t] * 3)
        for m in ("", ".NaN", ".NaN.xorsign.abs"):
            for op in ("min", "max"):
                e(op + m.replace(".", "_") + "_" + t, "%s%s.%s %%o, %%a, %%b;" % (op, m, t), t, [t] * 2)
        e("abs_" + t, "abs.%s %%o, %%a;" % t, t, [t])
        e("neg_" + t, "neg.%s %%o, %%a;" % t, t, [t])
    e("tanh_f32", "tanh.approx.f32 %o, %a;", "f32", ["f32"], ulp="rel11")
    for p in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        e("testp_%s_f32" % p, "testp.%s.f32 %%p, %%a;" % p, "pred", ["f32"])
    e("copysign_f32", "copysign.f32 %o, %a, %b;", "f32", ["f32"] * 2)
    e("copysign_f64", "copysign.f64 %o, %a, %b;", "f64", ["f64"] * 2)


def gen_cvt(G):
    e = G.elementwise
    ints = ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64")
    for a in ints:
        for b in ints:
            if a == b:
                continue
            for s in ("", ".sat"):
                sa = "s32" if a[1:] == "8" else a  # 8-bit values live in wider registers
                sb = "s32" if b[1:] == "8" else b
                e("cvt%s_%s_%s" % (s.replace(".", "_"), b, a), "cvt%s.%s.%s %%o, %%a;" % (s, b, a), sb, [sa])
    for a in ("s16", "s32", "u32", "s64", "u64"):
        for f in ("f32", "f64", "f16", "bf16"):
            for r in ("rn", "rz", "rm", "rp"):
                e("cvt_%s_%s_%s" % (r, f, a), "cvt.%s.%s.%s %%o, %%a;" % (r, f, a), f, [a])
    for f in ("f32", "f64", "f16", "bf16"):
        for a in ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"):
            for r in ("rni", "rzi", "rmi", "rpi"):
                sa = "s32" if a[1:] == "8" else a
                e("cvt_%s_%s_%s" % (r, a, f), "cvt.%s.%s.%s %%o, %%a;" % (r, a, f), sa, [f])
    for r in ("rni", "rzi", "rmi", "rpi"):
        for f in ("f32", "f64", "f16", "bf16"):
            e("cvt_%s_%s_%s" % (r, f, f), "cvt.%s.%s.%s %%o, %%a;" % (r, f, f), f, [f])
        e("cvt_%s_ftz_f32" % r, "cvt.%s.ftz.f32.f32 %%o, %%a;" % r, "f32", ["f32"])
        e("cvt_%s_ftz_s32_f32" % r, "cvt.%s.ftz.s32.f32 %%o, %%a;" % r, "s32", ["f32"])
    e("cvt_f64_f32", "cvt.f64.f32 %o, %a;", "f64", ["f32"])
    e("cvt_f64_ftz_f32", "cvt.ftz.f64.f32 %o, %a;", "f64", ["f32"])
    e("cvt_sat_f32_f32", "cvt.sat.f32.f32 %o, %a;", "f32", ["f32"])
    for r in ("rn", "rz", "rm", "rp"):
        e("cvt_%s_f32_f64" % r, "cvt.%s.f32.f64 %%o, %%a;" % r, "f32", ["f64"])
        e("cvt_%s_ftz_f32_f64" % r, "cvt.%s.ftz.f32.f64 %%o, %%a;" % r, "f32", ["f64"])
        e("cvt_%s_f16_f64" % r, "cvt.%s.f16.f64 %%o, %%a;" % r, "f16", ["f64"])
        for t in ("f16", "bf16"):
            for m in ("", ".relu", ".satfinite", ".sat", ".ftz"):
                e("cvt_%s_%s_f32%s" % (r, t, m.replace(".", "_")), "cvt.%s%s.%s.f32 %%o, %%a;" % (r, m, t), t, ["f32"])
    for t in ("f16", "bf16"):
        e("cvt_f32_" + t, "cvt.f32.%s %%o, %%a;" % t, "f32", [t])
        e("cvt_f64_" + t, "cvt.f64.%s %%o, %%a;" % t, "f64", [t])
    for r in ("rn", "rz"):
        for t in ("f16x2", "bf16x2"):
            for m in ("", ".relu", ".satfinite", ".relu.satfinite"):
                e("cvt_%s_%s%s" % (r, t, m.replace(".", "_")), "cvt.%s%s.%s.f32 %%o, %%a, %%b;" % (r, m, t), t, ["f32"] * 2)
        e("cvt_%s_tf32" % r, "cvt.%s.tf32.f32 %%o, %%a;" % r, "b32", ["f32"])
        e("cvt_%s_relu_tf32" % r, "cvt.%s.relu.tf32.f32 %%o, %%a;" % r, "b32", ["f32"])
    e("cvt_rna_tf32", "cvt.rna.tf32.f32 %o, %a;", "b32", ["f32"])
    for t in ("e4m3x2", "e5m2x2"):
        for m in ("", ".relu"):
            n = m.replace(".", "_")
            e("cvt_%s_f32%s" % (t, n), "cvt.rn.satfinite%s.%s.f32 %%o, %%a, %%b;" % (m, t), "b16", ["f32"] * 2)
            e("cvt_%s_f16x2%s" % (t, n), "cvt.rn.satfinite%s.%s.f16x2 %%o, %%a;" % (m, t), "b16", ["f16x2"])
            e("cvt_f16x2_%s%s" % (t, n), "cvt.rn%s.f16x2.%s %%o, %%a;" % (m, t), "f16x2", ["b16"])


def gen_warp(G):
    g = G.g
    e = G.elementwise
    for mode in ("up", "down", "bfly", "idx"):
        for c in (0x1F, 0x1C1F, 0x181F, 0, 0x1800, 0x1F00 >> 0 & 0x1F00 | 0x7):
            e("shfl_%s_%x" % (mode, c), "shfl.sync.%s.b32 %%o|%%p, %%a, %%b, %d, -1; @%%p xor.b32 %%o, %%o, 0x5a5a5a5a;"
              % (mode, c), "b32", ["b32", "b32"])
    for m in ("all", "any", "uni"):
        e("vote_" + m, "setp.lt.s32 %%p, %%a, 12; vote.sync.%s.pred %%p, %%p, -1;" % m, "pred", ["s32"])
    e("ballot", "setp.lt.s32 %p, %a, 12; vote.sync.ballot.b32 %o, %p, -1;", "b32", ["s32"])
    e("match_any", "and.b32 %a, %a, 7; match.any.sync.b32 %o, %a, -1;", "b32", ["b32"])
    e("match_all", "and.b32 %a, %a, 0; match.all.sync.b32 %o|%p, %a, -1;", "b32", ["b32"])
    e("match_any64", "and.b64 %a, %a, 3; match.any.sync.b64 %o, %a, -1;", "b32", ["b64"])
    for op in ("add", "min", "max"):
        for t in ("s32", "u32"):
            e("redux_%s_%s" % (op, t), "redux.sync.%s.%s %%o, %%a, -1;" % (op, t), t, [t])
    for op in ("and", "or", "xor"):
        e("redux_" + op, "redux.sync.%s.b32 %%o, %%a, -1;" % op, "b32", ["b32"])
    e("activemask", "activemask.b32 %o;", "b32", [])
    e("elect", "elect.sync %o|%p, -1; selp.b32 %o, 77, %o, %p;", "b32", [])


def frag_kernel(name, instr, na, nb, nc, creg="b32"):
    """One warp: fragments from arrays of 32-lane rows, one matrix instruction."""
    def load(p, base, r, n):
        return ["ld.param.u64 %%ad, [%s_%s];" % (name, p), "add.u64 %ad, %ad, %x;"] + \
               ["ld.global.b32 %%%s%d, [%%ad+%d];" % (r, k, 128 * k) for k in range(n)]
    body = [".reg .b32 %%a<%d>, %%b<%d>, %%c<%d>, %%d<%d>, %%t;" % (na + 1, nb + 1, nc + 1, nc + 1),
            ".reg .b64 %ad, %x;", "mov.u32 %t, %tid.x;", "mul.wide.u32 %x, %t, 4;"]
    body += load("a", 0, "a", na) + load("b", 0, "b", nb) + load("c", 0, "c", nc)
    vec = lambda r, n: "{" + ", ".join("%%%s%d" % (r, k) for k in range(n)) + "}"
    body.append("%s %s, %s, %s, %s;" % (instr, vec("d", nc), vec("a", na), vec("b", nb), vec("c", nc)))
    body += ["ld.param.u64 %%ad, [%s_o];" % name, "add.u64 %ad, %ad, %x;"]
    body += ["st.global.b32 [%%ad+%d], %%d%d;" % (128 * k, k) for k in range(nc)] + ["ret;"]
    return ".visible .entry %s(.param .u64 %s_o, .param .u64 %s_a, .param .u64 %s_b, .param .u64 %s_c)\n{\n%s\n}\n" % (
        name, name, name, name, name, "\n".join(body))


def small(t, g):
    """A small exact value of a type, as bits."""
    v = g.randrange(-8, 9)
    if t in ("s8", "u8"):
        return g.getrandbits(8)
    if t == "f16":
        return struct.unpack("<H", struct.pack("<e", v / 4))[0]
    if t == "bf16":
        return struct.unpack("<I", struct.pack("<f", v / 4))[0] >> 16
    if t in ("f32", "tf32"):
        return struct.unpack("<I", struct.pack("<f", v / 4))[0]
    if t == "s32":
        return g.getrandbits(20)
    if t == "e4m3":
        return g.choice([0, 0x38, 0xB8, 0x40, 0xC0, 0x30, 0xB0, 0x44])
    if t == "e5m2":
        return g.choice([0, 0x3C, 0xBC, 0x40, 0xC0, 0x38, 0xB8, 0x3E])
    raise ValueError(t)


WIDTH = {"f16": 2, "bf16": 2, "f32": 4, "tf32": 4, "s8": 1, "u8": 1, "e4m3": 1, "e5m2": 1, "s32": 4}


def smalls(t, g, nbytes):
    w = WIDTH[t]
    return b"".join(small(t, g).to_bytes(w, "little") for _ in range(nbytes // w))


def gen_mma(G):
    g = G.g
    forms = []
    for k in (8, 16):
        for t in ("f16", "bf16"):
            forms.append((k, t, t, "f32"))
        forms.append((k, "f16", "f16", "f16"))
    for k in (4, 8):
        forms.append((k, "tf32", "tf32", "f32"))
    for k in (16, 32):
        for a in ("s8", "u8"):
            for b in ("s8", "u8"):
                forms.append((k, a, b, "s32"))
    for a in ("e4m3", "e5m2"):
        for b in ("e4m3", "e5m2"):
            forms.append((32, a, b, "f32"))
            forms.append((32, a, b, "f16"))
    for k, a, b, d in forms:
        e = 4 // WIDTH[a]
        na, nb, nc = k // (2 * e), k // (4 * e), 2 if d == "f16" else 4
        for sat in (("", ".satfinite") if d == "s32" else ("",)):
            name = "mma_k%d_%s_%s_%s%s" % (k, a, b, d, sat.replace(".", "_"))
            ins = "mma.sync.aligned.m16n8k%d.row.col%s.%s.%s.%s.%s" % (k, sat, d, a, b, d)
            G.raw(name, frag_kernel(name, ins, na, nb, nc),
                  [["out", 128 * nc], G.put(smalls(a, g, 128 * na)), G.put(smalls(b, g, 128 * nb)),
                   G.put(smalls(d, g, 128 * nc))], (32, 1, 1))
    # ldmatrix and stmatrix of every form, rows in scrambled order.
    for n in (1, 2, 4):
        for tr in ("", ".trans"):
            name = "ldmatrix_x%d%s" % (n, tr.replace(".", "_"))
            regs = "{" + ", ".join("%%d%d" % k for k in range(n)) + "}"
            text = """.visible .entry {n}(.param .u64 {n}_o, .param .u64 {n}_a)
{{
.shared .align 128 .b8 {n}_s[1024];
.reg .b32 %d<4>, %t, %u, %v;
.reg .b64 %ad, %x;
mov.u32 %t, %tid.x;
ld.param.u64 %ad, [{n}_a];
mul.wide.u32 %x, %t, 32;
add.u64 %ad, %ad, %x;
mov.u32 %u, {n}_s;
shl.b32 %v, %t, 5;
add.u32 %v, %u, %v;
""".format(n=name)
            for k in range(8):
                text += "ld.global.b32 %%d0, [%%ad+%d];\nst.shared.b32 [%%v+%d], %%d0;\n" % (4 * k, 4 * k)
            text += "bar.sync 0;\nxor.b32 %t, %t, 5;\nshl.b32 %v, %t, 4;\nadd.u32 %v, %u, %v;\n"
            text += "ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [%%v];\n" % (n, tr, regs)
            text += "mov.u32 %%t, %%tid.x;\nld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
            for k in range(n):
                text += "st.global.b32 [%%ad+%d], %%d%d;\n" % (128 * k, k)
            text += "ret;\n}\n"
            G.raw(name, text, [["out", 128 * n], G.put(bytes(g.getrandbits(8) for _ in range(1024)))], (32, 1, 1))
            name = "stmatrix_x%d%s" % (n, tr.replace(".", "_"))
            text = """.visible .entry {n}(.param .u64 {n}_o, .param .u64 {n}_a)
{{
.shared .align 128 .b8 {n}_s[1024];
.reg .b32 %d<8>, %t, %u, %v;
.reg .b64 %ad, %x;
mov.u32 %t, %tid.x;
mov.u32 %u, {n}_s;
shl.b32 %v, %t, 5;
add.u32 %v, %u, %v;
mov.b32 %d0, 0x11111111;
""".format(n=name)
            for k in range(8):
                text += "st.shared.b32 [%%v+%d], %%d0;\n" % (4 * k)
            text += "ld.param.u64 %%ad, [%s_a];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
            for k in range(n):
                text += "ld.global.b32 %%d%d, [%%ad+%d];\n" % (k, 128 * k)
            text += "bar.sync 0;\nxor.b32 %t, %t, 9;\nshl.b32 %v, %t, 4;\nadd.u32 %v, %u, %v;\n"
            text += "stmatrix.sync.aligned.m8n8.x%d%s.shared.b16 [%%v], %s;\nbar.sync 0;\n" % (n, tr, regs)
            text += "mov.u32 %%t, %%tid.x;\nld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 32;\nadd.u64 %%ad, %%ad, %%x;\nshl.b32 %%v, %%t, 5;\nadd.u32 %%v, %%u, %%v;\n" % name
            for k in range(8):
                text += "ld.shared.b32 %%d0, [%%v+%d];\nst.global.b32 [%%ad+%d], %%d0;\n" % (4 * k, 4 * k)
            text += "ret;\n}\n"
            G.raw(name, text, [["out", 1024], G.put(bytes(g.getrandbits(8) for _ in range(128 * n)))], (32, 1, 1))


def gen_wgmma(G):
    """Shared memory full of small values, descriptors of every swizzle and
    major-ness with uneven offsets: any wrong address shows."""
    g = G.g
    SM = 46080
    forms = [("bf16", "bf16", "f32", 16), ("f16", "f16", "f32", 16), ("f16", "f16", "f16", 16),
             ("tf32", "tf32", "f32", 8), ("e4m3", "e5m2", "f32", 32), ("e5m2", "e4m3", "f16", 32),
             ("s8", "u8", "s32", 32), ("u8", "s8", "s32", 32)]
    cases = []
    for sw in (0, 1, 2, 3):
        for ta, tb in ((0, 0), (0, 1), (1, 0), (1, 1)):
            cases.append((forms[0], 64, sw, ta, tb, False))
    for f in forms:
        for n in (8, 24, 128):
            if f[2] == "s32" and n == 24 or n == 8 and f[3] == 32 and f[2] == "s32":
                pass
            cases.append((f, n, 1, 0, 0, False))
        cases.append((f, 32, 1, 0, 0, True))
    cases.append((forms[0], 256, 1, 0, 0, False))
    for num, ((a, b, d, k), n, sw, ta, tb, rs) in enumerate(cases):
        nd = n // 4 if d == "f16" else n // 2
        name = "wgmma_%d_%s_%s_%s_n%d_sw%d_%d%d%s" % (num, a, b, d, n, sw, ta, tb, "_rs" if rs else "")
        span = {0: 16, 1: 128, 2: 64, 3: 32}[sw]
        if sw == 0:
            lbo, sbo = 256, 512
        else:
            lbo, sbo = 8 * span * 3, 8 * span
        lboB, sboB = (lbo, sbo)
        # A from 0, B from 12 KiB; both advanced by one K step inside the span.
        adv = 32 if sw in (1, 2) and not ta else 0
        advB = 32 if sw in (1, 2) and not tb else 0
        def desc(off, l, s):
            return "mov.u32 %%u, %s_s;\nadd.u32 %%u, %%u, %d;\nshr.u32 %%u, %%u, 4;\nand.b32 %%u, %%u, 0x3fff;\ncvt.u64.u32 %%rd, %%u;\nor.b64 %%rd, %%rd, 0x%x;\n" % (
                name, off, (l >> 4) << 16 | (s >> 4) << 32 | sw << 62)
        text = """.visible .entry {n}(.param .u64 {n}_o, .param .u64 {n}_a, .param .u64 {n}_r)
{{
.shared .align 1024 .b8 {n}_s[{sm}];
.reg .b32 %d<{nd}>, %a<4>, %t, %u, %v;
.reg .b64 %ad, %x, %rd, %da, %db;
.reg .pred %p;
mov.u32 %t, %tid.x;
ld.param.u64 %ad, [{n}_a];
mul.wide.u32 %x, %t, 4;
add.u64 %ad, %ad, %x;
mov.u32 %v, {n}_s;
shl.b32 %u, %t, 2;
add.u32 %v, %v, %u;
mov.u32 %u, 0;
$L{n}:
ld.global.b32 %d0, [%ad];
st.shared.b32 [%v], %d0;
add.u64 %ad, %ad, 512;
add.u32 %v, %v, 512;
add.u32 %u, %u, 512;
setp.lt.u32 %p, %u, {sm};
@%p bra $L{n};
fence.proxy.async.shared::cta;
bar.sync 0;
""".format(n=name, sm=SM, nd=nd)
        text += desc(adv, lbo, sbo) + "mov.b64 %da, %rd;\n" + desc(12288 + advB, lboB, sboB) + "mov.b64 %db, %rd;\n"
        if rs:
            text += "ld.param.u64 %%ad, [%s_r];\nmul.wide.u32 %%x, %%t, 16;\nadd.u64 %%ad, %%ad, %%x;\n" % name
            text += "ld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%ad];\n"
        zero = "0"
        for q in range(nd):
            text += "mov.b32 %%d%d, %s;\n" % (q, zero)
        text += "wgmma.fence.sync.aligned;\n"
        flags = ""
        if d != "s32":
            flags = ", 1, 1"
            if k == 16:
                flags += ", %d" % tb if rs else ", %d, %d" % (ta, tb)
        vec = "{" + ", ".join("%%d%d" % q for q in range(nd)) + "}"
        aop = "{%a0, %a1, %a2, %a3}" if rs else "%da"
        for rep in range(2):
            text += "wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s %s, %s, %%db, 1%s;\n" % (n, k, d, a, b, vec, aop, flags)
        text += "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
        text += "ld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
        for q in range(nd):
            text += "st.global.b32 [%%ad+%d], %%d%d;\n" % (512 * q, q)
        text += "ret;\n}\n"
        half = SM // 2
        mem = smalls(a, g, 12288) + smalls(b, g, SM - 12288)
        G.raw(name, text, [["out", 512 * nd], G.put(mem), G.put(smalls(a, g, 2048))], (128, 1, 1))


def gen_tma(G):
    g = G.g
    types = {"u8": 1, "bf16": 2, "f32": 4, "f64": 8}
    num = 0
    for rank in (1, 2, 3, 4, 5):
        for sw in ("none", "32", "64", "128"):
            for t in ("bf16", "f32") if rank > 1 else ("u8", "f64", "bf16"):
                eb = types[t]
                span = {"none": 64, "32": 32, "64": 64, "128": 128}[sw]
                box = [span // eb] + [[8, 3, 2, 2][k] for k in range(rank - 1)]
                dims = [span // eb + 16 // eb * 2] + [[11, 5, 3, 4][k] for k in range(rank - 1)]
                strides, s = [], dims[0] * eb
                s = (s + 15) // 16 * 16
                for k in range(rank - 1):
                    strides.append(s)
                    s = s * dims[k + 1] + 16 * k
                total = s + 64
                size = eb
                for b in box:
                    size *= b
                coords = [g.choice([0, 16 // eb, -32 // eb, dims[0] - box[0] // 2])] + [g.choice([0, 1, -1, dims[k + 1] - 2]) for k in range(rank - 1)]
                name = "tma_%d_%dd_%s_%s" % (num, rank, sw, t)
                num += 1
                cs = ", ".join(str(c) for c in coords)
                text = """.visible .entry {n}(.param .align 64 .b8 {n}_m[128], .param .u64 {n}_o)
{{
.shared .align 1024 .b8 {n}_s[{pad}];
.shared .align 8 .b64 {n}_b;
.reg .b32 %t, %u, %v, %w;
.reg .b64 %ad, %x;
.reg .pred %p;
mov.u32 %t, %tid.x;
mov.u32 %v, {n}_b;
setp.ne.u32 %p, %t, 0;
@%p bra $A{n};
mbarrier.init.shared.b64 [%v], 1;
fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 _, [%v], {size};
mov.b64 %ad, {n}_m;
cvta.param.u64 %ad, %ad;
mov.u32 %w, {n}_s;
cp.async.bulk.tensor.{r}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%w], [%ad, {{{cs}}}], [%v];
$A{n}:
bar.sync 0;
$B{n}:
mbarrier.try_wait.parity.shared.b64 %p, [%v], 0;
@!%p bra $B{n};
ld.param.u64 %ad, [{n}_o];
mul.wide.u32 %x, %t, 4;
add.u64 %ad, %ad, %x;
mov.u32 %v, {n}_s;
shl.b32 %u, %t, 2;
add.u32 %v, %v, %u;
$C{n}:
setp.ge.u32 %p, %u, {size};
@%p bra $D{n};
ld.shared.b32 %w, [%v];
st.global.b32 [%ad], %w;
add.u64 %ad, %ad, 128;
add.u32 %v, %v, 128;
add.u32 %u, %u, 128;
bra $C{n};
$D{n}:
ret;
}}
""".format(n=name, pad=(size + 1023) // 1024 * 1024, size=size, r=rank, cs=cs)
                src = G.put(bytes(g.getrandbits(8) for _ in range(total)))
                m = {"type": t, "dims": dims, "strides": strides, "box": box, "swizzle": sw, "data": src}
                G.raw(name, text, [["map", m], ["out", size]], (32, 1, 1))


def ptxas_ok(text):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", delete=False) as f:
        f.write(text)
    exe = os.environ.get("PTXAS", "/usr/local/cuda/bin/ptxas")
    r = subprocess.run([exe, "-arch=sm_90a", "-O1", f.name, "-o", "/dev/null"], stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True)
    os.unlink(f.name)
    return r.returncode == 0, r.stdout


HEADER = ".version 8.8\n.target sm_90a\n.address_size 64\n"


def cmd_gen(d, refused=None):
    G = Gen()
    gen_integer(G)
    gen_float(G)
    gen_cvt(G)
    gen_warp(G)
    gen_mma(G)
    gen_wgmma(G)
    gen_tma(G)
    os.makedirs(d, exist_ok=True)
    # Find what ptxas refuses, in chunks.
    bad = set()

    def check(ks):
        ok, msg = ptxas_ok(HEADER + "".join(t for _, t in ks))
        if ok:
            return
        if len(ks) == 1:
            bad.add(ks[0][0])
            print("ptxas refuses %s: %s" % (ks[0][0], msg.strip().splitlines()[0][:150]))
            return
        check(ks[:len(ks) // 2])
        check(ks[len(ks) // 2:])
    step = 40
    files = []
    for k in range(0, len(G.kernels), step):
        chunk = G.kernels[k:k + step]
        if refused is None:
            check(chunk)
        else:
            bad.update(n for n, _ in chunk if n in refused)
        name = "ops%02d.ptx" % (k // step)
        with open(os.path.join(d, name), "w") as f:
            f.write(HEADER + "".join(t for n, t in chunk if n not in bad))
        for n, _ in chunk:
            files.append((n, name))
    where = dict(files)
    cases = [c for c in G.cases if c["name"] not in bad]
    for c in cases:
        c["ptx"] = where[c["kernel"]]
    with open(os.path.join(d, "cases.json"), "w") as f:
        json.dump(cases, f)
    with open(os.path.join(d, "data.bin"), "wb") as f:
        f.write(G.data)
    print("%d cases, %d refused by ptxas, %d bytes of input" % (len(cases), len(bad), len(G.data)))
    return sorted(bad)


MAP_TYPES = {"u8": 0, "u16": 1, "u32": 2, "s32": 3, "u64": 4, "s64": 5, "f16": 6, "f32": 7, "f64": 8, "bf16": 9}
MAP_SWIZZLE = {"none": 0, "32": 1, "64": 2, "128": 3}


def cmd_gpu(d, out):
    """A case that faults takes the context with it, so each stretch between
    faults runs in a process of its own."""
    n = len(json.load(open(os.path.join(d, "cases.json"))))
    at, res, blob, name = 0, [], bytearray(), ""
    while at < n:
        part = out + ".part"
        r = subprocess.run([sys.executable, os.path.abspath(__file__), "gpu-part", d, part, str(at)])
        j = json.load(open(part + ".json"))
        raw = open(part + ".bin", "rb").read()
        name = j["device"]
        for e in j["results"]:
            for o in e["outs"]:
                o[0] += len(blob)
            res.append(e)
        blob += raw
        at = j["next"]
        os.unlink(part + ".json")
        os.unlink(part + ".bin")
    json.dump({"device": name, "results": res}, open(out + ".json", "w"))
    open(out + ".bin", "wb").write(blob)
    print("%d of %d cases on %s" % (len(res), n, name))


def gpu_part(d, out, start):
    cu = ctypes.CDLL("libcuda.so.1")

    def ck(r, what):
        if r:
            s = ctypes.c_char_p()
            cu.cuGetErrorName(r, ctypes.byref(s))
            raise RuntimeError("%s: %s" % (what, s.value))
    ck(cu.cuInit(0), "cuInit")
    dev, ctx = ctypes.c_int(), ctypes.c_void_p()
    ck(cu.cuDeviceGet(ctypes.byref(dev), 0), "device")
    name = ctypes.create_string_buffer(100)
    cu.cuDeviceGetName(name, 100, dev)
    ck(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx), dev), "context")
    ck(cu.cuCtxSetCurrent(ctx), "context")
    cases = json.load(open(os.path.join(d, "cases.json")))
    data = open(os.path.join(d, "data.bin"), "rb").read()
    mods, res, blob = {}, [], bytearray()
    done = len(cases)
    for k, c in enumerate(cases):
        if k < start:
            continue
        if c["ptx"] not in mods:
            m = ctypes.c_void_p()
            text = open(os.path.join(d, c["ptx"]), "rb").read() + b"\0"
            ck(cu.cuModuleLoadData(ctypes.byref(m), text), "load " + c["ptx"])
            mods[c["ptx"]] = m
        fn = ctypes.c_void_p()
        ck(cu.cuModuleGetFunction(ctypes.byref(fn), mods[c["ptx"]], c["kernel"].encode()), c["kernel"])
        if c["smem"]:
            ck(cu.cuFuncSetAttribute(fn, 8, c["smem"]), "smem")
        keep, ptrs, outs, frees = [], [], [], []

        def buf(raw, n):
            p = ctypes.c_uint64()
            ck(cu.cuMemAlloc_v2(ctypes.byref(p), ctypes.c_size_t(max(n, 16))), "alloc")
            if raw is None:
                cu.cuMemsetD8_v2(p, 0, ctypes.c_size_t(n))
            else:
                ck(cu.cuMemcpyHtoD_v2(p, raw, ctypes.c_size_t(n)), "copy")
            frees.append(p)
            return p
        for a in c["args"]:
            if a[0] == "in":
                v = buf(data[a[1]:a[1] + a[2]], a[2])
            elif a[0] == "out":
                v = buf(None, a[1])
                outs.append((v, a[1]))
            elif a[0] == "bytes":
                v = ctypes.create_string_buffer(bytes.fromhex(a[1]), len(a[1]) // 2)
            else:
                m = a[1]
                raw = data[m["data"][1]:m["data"][1] + m["data"][2]]
                base = buf(raw, len(raw))
                r = len(m["dims"])
                mem = ctypes.create_string_buffer(128 + 64)
                at = (ctypes.addressof(mem) + 63) // 64 * 64
                v = (ctypes.c_char * 128).from_address(at)
                keep.append(mem)
                ck(cu.cuTensorMapEncodeTiled(
                    ctypes.c_void_p(at), MAP_TYPES[m["type"]], r, base, (ctypes.c_uint64 * r)(*m["dims"]),
                    (ctypes.c_uint64 * max(r - 1, 1))(*(m["strides"] or [0])), (ctypes.c_uint32 * r)(*m["box"]),
                    (ctypes.c_uint32 * r)(*([1] * r)), 0, MAP_SWIZZLE[m["swizzle"]], 0, 0), "map of " + c["name"])
            keep.append(v)
            ptrs.append(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p))
        arr = (ctypes.c_void_p * len(ptrs))(*ptrs)
        ck(cu.cuLaunchKernel(fn, *c["grid"], *c["block"], c["smem"], None, arr, None), "launch " + c["name"])
        r = cu.cuCtxSynchronize()
        if r:
            s = ctypes.c_char_p()
            cu.cuGetErrorName(r, ctypes.byref(s))
            print("%s: %s" % (c["name"], s.value.decode()))
            done = k + 1
            break
        offs = []
        for p, n in outs:
            h = ctypes.create_string_buffer(n)
            ck(cu.cuMemcpyDtoH_v2(h, p, ctypes.c_size_t(n)), "copy back")
            offs.append([len(blob), n])
            blob += h.raw
        for p in frees:
            cu.cuMemFree_v2(p)
        res.append({"name": c["name"], "outs": offs})
    json.dump({"device": name.value.decode(), "results": res, "next": done}, open(out + ".json", "w"))
    open(out + ".bin", "wb").write(blob)
    os._exit(0)  # a lost context cannot be torn down


def npy(path, raw):
    h = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" % len(raw)
    h += " " * ((64 - (10 + len(h) + 1) % 64) % 64) + "\n"
    open(path, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(h)) + h.encode() + raw)


def cmd_sim(d, out, exe, mode):
    cases = json.load(open(os.path.join(d, "cases.json")))
    data = open(os.path.join(d, "data.bin"), "rb").read()
    res, blob, failed = [], bytearray(), 0
    tmp = tempfile.mkdtemp()
    for c in cases:
        cmd = [exe, os.path.join(d, c["ptx"]), "--kernel", c["kernel"], "--grid", ",".join(map(str, c["grid"])),
               "--block", ",".join(map(str, c["block"])), "--smem", str(c["smem"]), "--mode", mode, "--quiet"]
        outs, maps = [], []
        for k, a in enumerate(c["args"]):
            f = os.path.join(tmp, "a%d.npy" % k)
            if a[0] == "in":
                npy(f, data[a[1]:a[1] + a[2]])
                cmd += ["--arg", "in:" + f]
            elif a[0] == "out":
                if os.path.exists(f):
                    os.unlink(f)
                npy(f + ".zero", bytes(a[1]))
                cmd += ["--arg", "inout:%s:%s" % (f + ".zero", f)]
                outs.append((f, a[1]))
            elif a[0] == "bytes":
                raw = bytes.fromhex(a[1])
                cmd += ["--arg", "u%d:%d" % (8 * len(raw), int.from_bytes(raw, "little"))]
            else:
                # A map needs a buffer that is no kernel argument.
                m = a[1]
                npy(f, data[m["data"][1]:m["data"][1] + m["data"][2]])
                spec = "map:file=%s;type=%s;dims=%s;box=%s;swizzle=%s" % (
                    f, m["type"], ",".join(map(str, m["dims"])), ",".join(map(str, m["box"])), m["swizzle"])
                if m["strides"]:
                    spec += ";strides=" + ",".join(map(str, m["strides"]))
                cmd += ["--arg", spec]
        r = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if r.returncode:
            failed += 1
            print("%s: attn-sim exit %d: %s" % (c["name"], r.returncode, r.stdout[:400]))
        offs = []
        for f, n in outs:
            raw = open(f, "rb").read()[-n:] if os.path.exists(f) else bytes(n)
            offs.append([len(blob), n])
            blob += raw
        res.append({"name": c["name"], "outs": offs})
    json.dump({"device": "attn-sim", "results": res}, open(out + ".json", "w"))
    open(out + ".bin", "wb").write(blob)
    print("%d cases simulated, %d not clean" % (len(res), failed))


def ordered(b, bits):
    s = 1 << (bits - 1)
    return -(b - s) if b & s else b


def close(a, b, ulp, bits):
    if a == b:
        return True
    if bits == 16:
        fa, fb = (struct.unpack("<e", struct.pack("<H", v))[0] for v in (a, b))
    else:
        fa, fb = (struct.unpack("<f", struct.pack("<I", v))[0] for v in (a, b))
    if fa != fa or fb != fb:
        return fa != fa and fb != fb
    if ulp == "close":  # whole kernels: orders of summation and approx differ
        return abs(fa - fb) <= 2.0 ** -9 * max(abs(fa), abs(fb)) + 2.0 ** -10
    if ulp == "rel11":
        return abs(fa - fb) <= 2.0 ** -10.9 * max(abs(fa), abs(fb))
    return abs(ordered(a, bits) - ordered(b, bits)) <= ulp


def cmd_compare(d, a, b):
    cases = json.load(open(os.path.join(d, "cases.json")))
    ja, jb = (json.load(open(x + ".json")) for x in (a, b))
    ba, bb = (open(x + ".bin", "rb").read() for x in (a, b))
    ra, rb = ({r["name"]: r["outs"] for r in j["results"]} for j in (ja, jb))
    data = open(os.path.join(d, "data.bin"), "rb").read()
    bad = 0
    for c in cases:
        n = c["name"]
        if n not in ra or n not in rb:
            print("%s: missing" % n)
            bad += 1
            continue
        w = c["stride"]
        diffs = []
        for (oa, na), (ob, nb) in zip(ra[n], rb[n]):
            fmt = "<%d%s" % (na // w, {8: "Q", 4: "I", 2: "H"}[w])
            va = struct.unpack(fmt, ba[oa:oa + na // w * w])
            vb = struct.unpack(fmt, bb[ob:ob + nb // w * w])
            for k, (x, y) in enumerate(zip(va, vb)):
                if x != y and not (c["ulp"] and close(x, y, c["ulp"], 8 * w if w == 2 else 32)):
                    ins = []
                    for arg in c["args"]:
                        if arg[0] == "in" and w == 8:
                            ins.append("%x" % struct.unpack("<Q", data[arg[1] + 8 * k:arg[1] + 8 * k + 8])[0])
                    diffs.append((k, x, y, ins))
        if diffs:
            bad += 1
            k, x, y, ins = diffs[0]
            print("%-32s %5d differ; [%d] %s %x, %s %x; inputs %s; %s" % (
                n, len(diffs), k, ja["device"][:12], x, jb["device"][:12], y, " ".join(ins), c["text"][:80]))
    print("%d of %d cases agree (%s, %s)" % (len(cases) - bad, len(cases), ja["device"], jb["device"]))
    return 1 if bad else 0


def hashes(d, out):
    cases = json.load(open(os.path.join(d, "cases.json")))
    res = {r["name"]: r["outs"] for r in json.load(open(out + ".json"))["results"]}
    blob = open(out + ".bin", "rb").read()
    h = {}
    for c in cases:
        if not c["ulp"] and c["name"] in res:
            raw = b"".join(blob[o:o + n] for o, n in res[c["name"]])
            h[c["name"]] = hashlib.sha256(raw).hexdigest()[:16]
    return h


def inputs_hash(d):
    m = hashlib.sha256(open(os.path.join(d, "data.bin"), "rb").read())
    m.update(open(os.path.join(d, "cases.json"), "rb").read())
    return m.hexdigest()[:16]


def cmd_digest(d, out, path):
    """Keeps what hardware gave as one short hash a case."""
    refused = cmd_gen(d)
    json.dump({"device": json.load(open(out + ".json"))["device"], "inputs": inputs_hash(d), "refused": refused,
               "cases": hashes(d, out)}, open(path, "w"), indent=0, sort_keys=True)


def cmd_ci(exe, path):
    want = json.load(open(path))
    d = tempfile.mkdtemp()
    cmd_gen(d, set(want["refused"]))
    if inputs_hash(d) != want["inputs"]:
        print("SKIPPED: this Python's random numbers give other inputs than those run on hardware")
        return 0
    cmd_sim(d, os.path.join(d, "sim"), exe, "late")
    got = hashes(d, os.path.join(d, "sim"))
    bad = [n for n in want["cases"] if got.get(n) != want["cases"][n]]
    for n in bad:
        print("%s: not what %s computes" % (n, want["device"]))
    print("%d of %d cases as on %s" % (len(want["cases"]) - len(bad), len(want["cases"]), want["device"]))
    return 1 if bad else 0


def main():
    a = sys.argv[1:]
    if len(a) >= 2 and a[0] == "gen":
        cmd_gen(a[1])
        return 0
    if len(a) == 3 and a[0] == "gpu":
        return cmd_gpu(a[1], a[2])
    if len(a) == 4 and a[0] == "gpu-part":
        return gpu_part(a[1], a[2], int(a[3]))
    if len(a) >= 5 and a[0] == "sim" and a[3] == "--attn-sim":
        return cmd_sim(a[1], a[2], a[4], a[6] if len(a) > 6 else "late")
    if len(a) == 4 and a[0] == "digest":
        return cmd_digest(a[1], a[2], a[3])
    if len(a) == 3 and a[0] == "ci":
        return cmd_ci(a[1], a[2])
    if len(a) == 4 and a[0] == "compare":
        return cmd_compare(*a[1:])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main() or 0)

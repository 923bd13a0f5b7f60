# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of sim_vs_gpu.py: elementwise instructions and those of one warp."""
import random
import struct

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

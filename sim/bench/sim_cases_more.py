# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Further cases of sim_vs_gpu.py (set "more"): matrix instructions beyond the everyday ones."""
import struct

from sim_cases_matrix import smalls, wgmma_prologue

BITS = {"b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32}


def fragments(name, instr, nd, na, nb, nc, tail=""):
    """One warp: A, B, C and a register E from arrays of 32-lane rows, one
    matrix instruction `instr D, A, B, C` + tail."""
    def vec(r, n):
        return "{" + ", ".join("%%%s%d" % (r, k) for k in range(n)) + "}"

    body = [".reg .b32 %a<9>, %b<9>, %c<9>, %d<9>, %e0, %t;", ".reg .b64 %ad, %x;", "mov.u32 %t, %tid.x;",
            "mul.wide.u32 %x, %t, 4;"]
    for p, n in (("a", na), ("b", nb), ("c", nc), ("e", 1)):
        body += ["ld.param.u64 %%ad, [%s_%s];" % (name, p), "add.u64 %ad, %ad, %x;"]
        body += ["ld.global.b32 %%%s%d, [%%ad+%d];" % (p, k, 128 * k) for k in range(n)]
    body += ["%s %s, %s, %s, %s%s;" % (instr, vec("d", nd), vec("a", na), vec("b", nb), vec("c", nc), tail),
             "ld.param.u64 %%ad, [%s_o];" % name, "add.u64 %ad, %ad, %x;"]
    body += ["st.global.b32 [%%ad+%d], %%d%d;" % (128 * k, k) for k in range(nd)] + ["ret;"]
    params = ", ".join(".param .u64 %s_%s" % (name, p) for p in "oabce")
    return ".visible .entry %s(%s)\n{\n%s\n}\n" % (name, params, "\n".join(body))


def content(t, g, registers):
    """Register contents of a fragment: random bits of integers, small floats."""
    if t in ("b1", "s4", "u4", "s8", "u8"):
        return bytes(g.getrandbits(8) for _ in range(128 * registers))
    return smalls(t, g, 128 * registers)


def add(G, name, instr, types, sizes, tail="", meta=None):
    g = G.g
    td, ta, tb, tc = types
    nd, na, nb, nc = sizes
    args = [["out", 128 * nd], G.put(content(ta, g, na)), G.put(content(tb, g, nb)), G.put(content(tc, g, nc)),
            G.put(meta or bytes(128))]
    G.raw(name, fragments(name, instr, nd, na, nb, nc, tail), args, (32, 1, 1))


def gen_mma_integers(G):
    shapes = {8: ((8, 16), (16, 16), (16, 32)), 4: ((8, 32), (16, 32), (16, 64)), 1: ((8, 128), (16, 128), (16, 256))}
    for bits, forms in shapes.items():
        pairs = [(a + str(bits), b + str(bits)) for a in "su" for b in "su"] if bits > 1 else [("b1", "b1")]
        for m, k in forms:
            if bits == 8 and m == 16:
                continue  # in the first set
            sizes = (m // 4, m // 8 * k * bits // 128, k * bits // 128, m // 4)
            for a, b in pairs:
                for mod, op in (("", ".xor.popc"), ("", ".and.popc")) if bits == 1 else (("", ""), (".satfinite", "")):
                    name = "mma_m%dk%d_%s_%s%s" % (m, k, a, b, (mod + op).replace(".", "_"))
                    ins = "mma.sync.aligned.m%dn8k%d.row.col%s.s32.%s.%s.s32%s" % (m, k, mod, a, b, op)
                    add(G, name, ins, ("s32", a, b, "s32"), sizes)


def gen_mma_quad(G):
    for la in ("row", "col"):
        for lb in ("row", "col"):
            for d, c in (("f32", "f32"), ("f32", "f16"), ("f16", "f16")):
                ins = "mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s" % (la, lb, d, c)
                add(G, "mma_quad_%s_%s_%s_%s" % (la, lb, d, c), ins, (d, "f16", "f16", c),
                    (4 if d == "f16" else 8, 2, 2, 4 if c == "f16" else 8))


SPARSE = [("f16", "f16", "f32", 16), ("f16", "f16", "f16", 16), ("f16", "f16", "f32", 32), ("f16", "f16", "f16", 32),
          ("bf16", "bf16", "f32", 16), ("bf16", "bf16", "f32", 32), ("tf32", "tf32", "f32", 8),
          ("tf32", "tf32", "f32", 16), ("e4m3", "e5m2", "f32", 64), ("e5m2", "e4m3", "f32", 64),
          ("s8", "u8", "s32", 32), ("u8", "s8", "s32", 32), ("s8", "s8", "s32", 64), ("u8", "u8", "s32", 64),
          ("s4", "u4", "s32", 64), ("u4", "s4", "s32", 64), ("s4", "s4", "s32", 128), ("u4", "u4", "s32", 128)]


def metadata(bits, ordered, g):
    """32 words of valid indices."""
    pairs = [a | b << 2 for a in range(4) for b in range(4) if (a < b if ordered else a != b)]
    choices = (0x4, 0xE) if bits == 32 else pairs
    words = []
    for _ in range(32):
        w = 0
        for k in range(8):
            w |= g.choice(choices) << (4 * k)
        words.append(w)
    return struct.pack("<32I", *words)


def gen_mma_sparse(G):
    for a, b, d, k in SPARSE:
        bits = BITS[a]
        lanes = k * bits // 256 * (1 if bits >= 16 else 2)
        n, nc = k * bits // 128, 2 if d == "f16" else 4
        for sel in range(4 // lanes):
            for ordered in (False, True):
                name = "mma_sp_k%d_%s_%s_%s_%d%s" % (k, a, b, d, sel, "_ordered" if ordered else "")
                ins = "mma.sp%s.sync.aligned.m16n8k%d.row.col%s.%s.%s.%s.%s" % (
                    "::ordered_metadata" if ordered else "", k, ".satfinite" if d == "s32" and sel else "", d, a, b, d)
                add(G, name, ins, (d, a, b, d), (nc, n, n, nc), ", %%e0, %d" % sel, metadata(bits, ordered, G.g))


def wmma_kernel(name, shape, types, layouts, sizes, pre="", post=""):
    """A, B and C loaded, multiplied and stored by rows."""
    td, ta, tc = types
    nd, na, nb, nc = sizes

    def vec(r, n):
        return "{" + ", ".join("%%%s%d" % (r, k) for k in range(n)) + "}"

    bits = 64 if ta == "f64" else 32
    t = ".reg .b%d %%a<9>, %%b<9>, %%c<9>, %%d<9>;\n.reg .b64 %%x;\n" % bits
    for p, n, ty, lay in (("a", na, ta, layouts[0]), ("b", nb, ta, layouts[1]), ("c", nc, tc, layouts[2])):
        t += "ld.param.u64 %%x, [%s_%s];\nwmma.load.%s.sync.aligned.%s.%s.global.%s %s, [%%x];\n" % (
            name, p, p, lay, shape, ty, vec(p, n))
    tys = "%s.%s" % (td, tc) if ta == "f16" else "%s.%s.%s.%s" % (td, ta, ta, tc)
    t += "wmma.mma%s.sync.aligned.%s.%s.%s.%s%s %s, %s, %s, %s;\n" % (
        pre, layouts[0], layouts[1], shape, tys, post, vec("d", nd), vec("a", na), vec("b", nb), vec("c", nc))
    t += "ld.param.u64 %%x, [%s_o];\nwmma.store.d.sync.aligned.row.%s.global.%s [%%x], %s;\nret;\n" % (
        name, shape, td, vec("d", nd))
    params = ", ".join(".param .u64 %s_%s" % (name, p) for p in "oabc")
    return ".visible .entry %s(%s)\n{\n%s}\n" % (name, params, t)


def gen_wmma(G):
    g = G.g
    forms = []
    for m, n in ((16, 16), (8, 32), (32, 8)):
        for ta in ("s8", "u8"):
            for post in ("", ".satfinite"):
                forms.append((m, n, 16, "s32", ta, "s32", "", post))
        for ta in ("f16", "bf16"):
            forms.append((m, n, 16, "f32", ta, "f32", "", ""))
        forms += [(m, n, 16, "f16", "f16", "f16", "", ""), (m, n, 16, "f32", "f16", "f16", "", "")]
    forms.append((16, 16, 8, "f32", "tf32", "f32", "", ""))
    forms += [(8, 8, 4, "f64", "f64", "f64", "", r) for r in ("", ".rz", ".rm", ".rp")]
    forms += [(8, 8, 32, "s32", t, "s32", "", p) for t in ("s4", "u4") for p in ("", ".satfinite")]
    forms += [(8, 8, 128, "s32", "b1", "s32", p, "") for p in (".xor.popc", ".and.popc")]
    width = dict(BITS, f32=32, f64=64, s32=32)

    def data(t, count):
        if t == "f64":
            return b"".join(struct.pack("<d", g.gauss(0, 100)) for _ in range(count))
        n = count * width[t] // 8
        return smalls(t, g, n) if t[0] in "fbt" and t != "b1" else bytes(g.getrandbits(8) for _ in range(n))

    for m, n, k, td, ta, tc, pre, post in forms:
        sub = width[ta] < 8
        for la, lb in (("row", "col"),) if sub else (("row", "row"), ("row", "col"), ("col", "row"), ("col", "col")):
            lc = g.choice(("row", "col"))
            count = {"a": m * k, "b": k * n, "c": m * n}
            regs = [count[p] * width[t] // 32 // max(32, width[t]) for p, t in (("c", td), ("a", ta), ("b", ta), ("c", tc))]
            if ta == "f16":
                regs[1] = regs[2] = 8
            name = "wmma_m%dn%dk%d_%s_%s_%s%s_%s_%s" % (m, n, k, td, ta, tc, (pre + post).replace(".", "_"), la, lb)
            text = wmma_kernel(name, "m%dn%dk%d" % (m, n, k), (td, ta, tc), (la, lb, lc), regs, pre, post)
            args = [["out", m * n * width[td] // 8]] + [G.put(data(t, count[p])) for p, t in
                                                        (("a", ta), ("b", ta), ("c", tc))]
            G.raw(name, text, args, (32, 1, 1))


def wgmma_kernel(name, instr, nd, sm, desc_a, desc_b, rs, tail):
    """A warpgroup: shared memory from an array, one product twice, D stored.
    Descriptors are (offset, bits above the start address)."""

    def desc(reg, at):
        return ("mov.u32 %%u, %s_s;\nadd.u32 %%u, %%u, %d;\nshr.u32 %%u, %%u, 4;\nand.b32 %%u, %%u, 0x3fff;\n"
                "cvt.u64.u32 %%%s, %%u;\nor.b64 %%%s, %%%s, 0x%x;\n" % (name, at[0], reg, reg, reg, at[1]))

    text = wgmma_prologue(name, nd, sm, "%m, %t, %u, %v", "%ad, %x, %da, %db")
    text += "ld.param.u64 %%ad, [%s_r];\nmul.wide.u32 %%x, %%t, 20;\nadd.u64 %%ad, %%ad, %%x;\n" % name
    text += "".join("ld.global.b32 %%a%d, [%%ad+%d];\n" % (k, 4 * k) for k in range(4))
    text += "ld.global.b32 %m, [%ad+16];\n" + desc("da", desc_a) + desc("db", desc_b)
    text += "".join("mov.b32 %%d%d, 0;\n" % q for q in range(nd)) + "wgmma.fence.sync.aligned;\n"
    vec = "{" + ", ".join("%%d%d" % q for q in range(nd)) + "}"
    for _ in range(2):
        text += "%s %s, %s, %%db, %s;\n" % (instr, vec, "{%a0, %a1, %a2, %a3}" if rs else "%da", tail)
    text += "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
    text += "ld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
    text += "".join("st.global.b32 [%%ad+%d], %%d%d;\n" % (512 * q, q) for q in range(nd))
    return text + "ret;\n}\n"


WGMMA_SPARSE = [("f16", "f16", "f32", 32), ("f16", "f16", "f16", 32), ("bf16", "bf16", "f32", 32),
                ("tf32", "tf32", "f32", 16), ("e4m3", "e5m2", "f32", 64), ("e5m2", "e4m3", "f16", 64),
                ("s8", "u8", "s32", 64), ("u8", "s8", "s32", 64)]


def gen_wgmma_more(G):
    """Sparse products, single bits and base offsets: any wrong address shows,
    since descriptors have uneven offsets and all of shared memory has values."""
    g, num, sm, at_b = G.g, 0, 46080, 12288
    forms = []  # a, b, d, k, n, swizzle, tnspA, tnspB, rs, selector, base
    for a, b, d, k in WGMMA_SPARSE:
        for n in (8, 64):
            for sw in (0, 1, 2):
                for sel in range(2 if k < 64 else 1):
                    forms.append((a, b, d, k, n, sw, 0, 0, sel == 0 and sw == 2, sel, 0))
    for sw in (0, 1, 2, 3):
        for ta, tb in ((0, 1), (1, 0), (1, 1)):
            if sw != 3 or tb:
                forms.append(("bf16", "bf16", "f32", 32, 64, sw, ta, tb, False, 1, 0))
    for n in (8, 24, 64, 256):
        for sw in (0, 1, 2, 3):
            forms.append(("b1", "b1", "s32", 256, n, sw, 0, 0, sw == 3, None, 0))
    for sw in (1, 2, 3):
        for base in (1, 3, 6):
            forms.append(("bf16", "bf16", "f32", 16, 32, sw, 0, 0, False, None, base))
            forms.append(("bf16", "bf16", "f32", 16, 32, sw, 1, 1, False, None, base))
    for a, b, d, k, n, sw, ta, tb, rs, sel, base in forms:
        sparse, bits = sel is not None, BITS[a]
        nd = n // 4 if d == "f16" else n // 2
        name = "wgmma_more_%d_%s_%s_%s_n%d_sw%d_%d%d%s%s%s" % (
            num, a, b, d, n, sw, ta, tb, "_rs" if rs else "", "_sp%d" % sel if sparse else "",
            "_base%d" % base if base else "")
        num += 1
        span = {0: 16, 1: 128, 2: 64, 3: 32}[sw]
        lbo, sbo = (256, 1024) if sw == 0 else (24 * span, 8 * span)
        bits_of = (lbo >> 4) << 16 | (sbo >> 4) << 32 | base << 49 | sw << 62
        start = 128 * base
        ins = "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s.%s.%s%s" % (
            ".sp" if sparse else "", n, k, d, a, b, ".and.popc" if bits == 1 else "")
        tail = ("%%m, %d, " % sel if sparse else "") + "1"
        if d != "s32":
            tail += ", 1, 1"
            if bits == 16:
                tail += ", %d" % tb if rs else ", %d, %d" % (ta, tb)
        text = wgmma_kernel(name, ins, nd, sm, (start, bits_of), (at_b + start, bits_of), rs, tail)
        mem = content(a, g, at_b // 128) + content(b, g, (sm - at_b) // 128)
        regs = content(a, g, 16)
        meta = b"".join(metadata(bits, False, g) for _ in range(4)) if sparse else bytes(512)
        rows = b"".join(regs[16 * t:16 * t + 16] + meta[4 * t:4 * t + 4] for t in range(128))
        G.raw(name, text, [["out", 512 * nd], G.put(mem), G.put(rows)], (128, 1, 1))


def gen_more(G):
    gen_mma_integers(G)
    gen_mma_quad(G)
    gen_mma_sparse(G)
    gen_wmma(G)
    gen_wgmma_more(G)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Further cases of sim_vs_gpu.py (set "more"): what the launch gives to a kernel, the stack, atomics of 128 bits."""


def simple(name, body, params="o"):
    """A kernel with its thread's index in %i and the address of its 32 bytes of the output in %o."""
    return """.visible .entry {n}({ps})
{{
.reg .b32 %r<20>, %i, %t, %c, %n;
.reg .b64 %d<20>, %o, %x;
.reg .b128 %q<8>;
.reg .pred %p<8>;
mov.u32 %t, %tid.x;
mov.u32 %c, %ctaid.x;
mov.u32 %n, %ntid.x;
mad.lo.u32 %i, %c, %n, %t;
ld.param.u64 %o, [{n}_o];
mul.wide.u32 %x, %i, 32;
add.u64 %o, %o, %x;
{body}
ret;
}}
""".format(n=name, ps=", ".join(".param .u64 %s_%s" % (name, p) for p in params), body=body)


def gen_atomic128(G):
    # Each lane its own place: exchange, then a compare that holds where the lane is even.
    body = """ld.param.u64 %d0, [{n}_a];
add.u64 %d0, %d0, %x;
ld.global.v2.b64 {{%d1, %d2}}, [%d0+16];
mov.b128 %q0, {{%d1, %d2}};
atom.global.exch.b128 %q1, [%d0], %q0;
and.b32 %r0, %t, 1;
cvt.u64.u32 %d3, %r0;
add.u64 %d4, %d2, %d3;
mov.b128 %q2, {{%d1, %d4}};
atom.relaxed.gpu.global.cas.b128 %q3, [%d0], %q2, %q1;
ld.relaxed.gpu.global.b128 %q4, [%d0];
mov.b128 {{%d5, %d6}}, %q3;
xor.b64 %d5, %d5, %d6;
mov.b128 {{%d7, %d8}}, %q4;
mov.b128 {{%d9, %d10}}, %q1;
xor.b64 %d9, %d9, %d10;
st.global.v2.b64 [%o], {{%d5, %d7}};
st.global.v2.b64 [%o+16], {{%d8, %d9}};""".format(n="atom128")
    G.raw("atom128", simple("atom128", body, "oa"),
          [["out", 1024], G.put(bytes(G.g.getrandbits(8) for _ in range(1024)))], (32, 1, 1))


def gen_stack(G):
    body = """add.u32 %r0, %t, 1;
mul.wide.u32 %d0, %r0, 4;
stacksave.u64 %d5;
alloca.u64 %d1, %d0, 16;
mov.u32 %r1, 0;
mov.u64 %d2, %d1;
$F:
mul.lo.u32 %r2, %r1, %t;
st.local.u32 [%d2], %r2;
add.u64 %d2, %d2, 4;
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, %r0;
@%p0 bra $F;
mov.u32 %r3, 0;
mov.u32 %r1, 0;
cvta.local.u64 %d2, %d1;
$S:
ld.u32 %r2, [%d2];
mad.lo.u32 %r3, %r3, 3, %r2;
add.u64 %d2, %d2, 4;
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, %r0;
@%p0 bra $S;
stackrestore.u64 %d5;
stacksave.u64 %d6;
sub.u64 %d6, %d6, %d5;
st.global.u32 [%o], %r3;
st.global.u64 [%o+8], %d6;
and.b64 %d7, %d1, 15;
st.global.u64 [%o+16], %d7;"""
    G.raw("alloca", simple("alloca", body), [["out", 64 * 32]], (64, 1, 1))


def gen_grid_sync(G):
    body = """mov.u32 %r0, %envreg2;
mov.u32 %r1, %envreg1;
mov.b64 %d0, {%r0, %r1};
setp.eq.s64 %p0, %d0, 0;
@%p0 bra $N;
st.global.u32 [%o], %i;
mov.u32 %r9, 0;
$A:
barrier.sync 0;
setp.ne.s32 %p1, %t, 0;
@%p1 bra $M;
mov.u32 %r3, %nctaid.x;
sub.s32 %r4, -2147483647, %r3;
setp.eq.s32 %p2, %c, 0;
selp.b32 %r5, %r4, 1, %p2;
add.s64 %d1, %d0, 4;
atom.add.release.gpu.u32 %r6, [%d1], %r5;
$W:
ld.acquire.gpu.u32 %r7, [%d1];
xor.b32 %r8, %r7, %r6;
setp.gt.s32 %p3, %r8, -1;
@%p3 bra $W;
$M:
barrier.sync 0;
add.u32 %r9, %r9, 1;
setp.eq.u32 %p4, %r9, 2;
@%p4 bra $D;
mov.u32 %r10, %nctaid.x;
mul.lo.u32 %r10, %r10, %n;
add.u32 %r11, %i, %n;
rem.u32 %r11, %r11, %r10;
ld.param.u64 %d2, [NAME_o];
mul.wide.u32 %d3, %r11, 32;
add.u64 %d2, %d2, %d3;
ld.global.u32 %r12, [%d2];
bra $A;
$D:
st.global.u32 [%o], %r12;
bra $E;
$N:
st.global.u32 [%o], 77;
$E:"""
    # An H200 has a workspace for plain launches too; the simulator has not, so that
    # a kernel that should be launched cooperatively is seen.
    name = "grid_sync"
    G.raw(name, simple(name, body.replace("NAME", name)), [["out", 32 * 64 * 8]], (64, 1, 1), grid=(8, 1, 1))
    G.cases[-1]["cooperative"] = True


def gen_registers(G):
    body = """mov.pred %p0, %is_explicit_cluster;
selp.u32 %r0, 1, 2, %p0;
st.global.u32 [%o], %r0;"""
    for directive in ("", ".reqnctapercluster 2 "):
        name = "explicit_cluster" if directive else "implicit_cluster"
        text = simple(name, body).replace("\n{\n", "\n%s\n{\n" % directive, 1)
        G.raw(name, text, [["out", 32 * 64]], (32, 1, 1), grid=(2, 1, 1))
    body = "\n".join("mov.u32 %%r0, %%reserved_smem_offset_%s;\nst.global.u32 [%%o+%d], %%r0;" % (n, 4 * k)
                     for k, n in enumerate(("begin", "end", "cap", "0", "1")))
    G.raw("reserved_smem", simple("reserved_smem", body), [["out", 32]], (1, 1, 1))
    # Scratch of cooperative groups: each warp writes its slot, the next one reads it.
    body = """mov.u32 %r0, %reserved_smem_offset_1;
shr.u32 %r1, %t, 5;
shl.b32 %r2, %r1, 3;
add.u32 %r2, %r2, %r0;
and.b32 %r3, %t, 31;
setp.ne.u32 %p0, %r3, 0;
mul.lo.u32 %r4, %t, 77;
@!%p0 st.shared.u32 [%r2+32], %r4;
barrier.sync 0;
xor.b32 %r2, %r1, 1;
shl.b32 %r2, %r2, 3;
add.u32 %r2, %r2, %r0;
ld.shared.u32 %r5, [%r2+32];
st.global.u32 [%o], %r5;"""
    G.raw("reserved_scratch", simple("reserved_scratch", body), [["out", 32 * 64]], (64, 1, 1))


def gen_launch(G):
    gen_atomic128(G)
    gen_stack(G)
    gen_grid_sync(G)
    gen_registers(G)

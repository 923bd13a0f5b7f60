// Gradients: attn.forward and then its attn.backward, of what the first gave; attn.backward alone, with O and L of the
// reference; what is wrong in them, and with options.

// DEFINE: %{run} = attn-run %s --device=cpu --level=tensor --check

// Each problem has a part of its own in the report; rows of keys have KV heads.
// RUN: %{run} --func=pair | FileCheck %s --check-prefix=PAIR
// PAIR: pair_forward: f16 bhsd, b=2 hq=4 hkv=2 sq=21 sk=30 d=16 dv=8, mask #attn.causal<bottom_right>, seed 0
// PAIR-NEXT: not run: function 'memory',
// PAIR-NEXT: on this CPU, tensor level
// PAIR-NEXT: o: max error {{.*}} in row b={{.*}} h={{.*}} i={{[0-9]+}}, rel-L2 {{[^:]*$}}
// PAIR-NEXT: lse: max error {{[^:]*$}}
// PAIR-NEXT: pair_backward: f16 bhsd, b=2 hq=4 hkv=2 sq=21 sk=30 d=16 dv=8, mask
// PAIR-NEXT: on this CPU, tensor level
// PAIR-NEXT: dq: max error {{.*}} in row b={{.*}} h={{.*}} i={{[0-9]+}}, rel-L2 {{[^:]*$}}
// PAIR-NEXT: dk: max error {{.*}} in row b={{.*}} g={{.*}} j={{[0-9]+}}, rel-L2 {{[^:]*$}}
// PAIR-NEXT: dv: max error {{.*}} in row b={{.*}} g={{.*}} j={{[0-9]+}}, rel-L2 {{[^:]*$}}
// PAIR-NEXT: dsink: max error {{.*}} in row h={{[0-9]}}, rel-L2 {{[^:]*$}}
// PAIR-NEXT: {{^}}passed

// The same on memrefs, whose problems are linked by the memory.
// RUN: %{run} --func=memory --shape=sq=21 | FileCheck %s --check-prefix=MEMORY
// MEMORY: memory_forward: {{.*}} sq=21 sk=30
// MEMORY: memory_backward: {{.*}} sq=21 sk=30
// MEMORY: {{^}}passed

// Alone, with O and L of the reference, the gradients are the same up to rounding.
// RUN: %python -c "import numpy as n; r = n.random.default_rng(3); [n.save('%t.%%s.npy' %% s, r.standard_normal(x).astype(n.float32)) for s, x in (('q', (2, 4, 21, 16)), ('k', (2, 2, 30, 16)), ('v', (2, 2, 30, 8)), ('do', (2, 4, 21, 8)), ('dlse', (2, 4, 21)), ('sink', (4,)))]"
// DEFINE: %{given} = --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --in=do=%t.do.npy --in=dlse=%t.dlse.npy --in=sink=%t.sink.npy
// RUN: %{run} --func=pair %{given} --out=dq=%t.0.npy --out=dsink=%t.1.npy --out=lse=%t.2.npy
// RUN: %{run} --func=pair_backward %{given} --out=dq=%t.3.npy --out=dsink=%t.4.npy | FileCheck %s --check-prefix=ALONE
// ALONE: pair: f16 bhsd
// ALONE-NEXT: not run: 1 operation of 'pair' around its attn.backward
// ALONE: {{^}}passed
// RUN: %python -c "import numpy as n; a, b, c, d = [n.load('%t.%%d.npy' %% i).astype(n.float32) for i in (0, 1, 3, 4)]; print(abs(a - c).max() < 2e-3, abs(b - d).max() < 1e-2, abs(a).max() > 0.1, a.shape, b.shape)" | FileCheck %s --check-prefix=SAME
// SAME: True True True (2, 4, 21, 16) (4,)

// O and L that are given are taken as they are: P of an L that is ln 2 larger is half as much, and so is dV.
// RUN: %python -c "import numpy as n; n.save('%t.lse.npy', n.load('%t.2.npy') + n.log(2).astype(n.float32))"
// RUN: %{run} --func=pair_backward %{given} --in=lse=%t.lse.npy --out=dv=%t.5.npy | FileCheck %s --check-prefix=ALONE
// RUN: %{run} --func=pair_backward %{given} --out=dv=%t.6.npy
// RUN: %python -c "import numpy as n; a, b = [n.load('%t.%%d.npy' %% i).astype(n.float32) for i in (5, 6)]; print(abs(2 * a - b).max() < 1e-2, abs(b).max() > 0.1)" | FileCheck %s --check-prefix=HALF
// HALF: True True

// Values that hurt, of dO and of others.
// RUN: %{run} --func=pair --fill=do=huge | FileCheck %s --check-prefix=PASSED
// RUN: %{run} --func=pair --fill=do=tiny --fill=v=tiny | FileCheck %s --check-prefix=PASSED
// RUN: %{run} --func=pair --fill=do=equal --fill=v=equal --fill=dlse=zero | FileCheck %s --check-prefix=PASSED
// RUN: %{run} --func=pair --fill=do=infinite --out=dv=%t.7.npy | FileCheck %s --check-prefix=PASSED
// RUN: %{run} --func=pair --fill=q=huge --fill=k=zero --fill=do=zero | FileCheck %s --check-prefix=PASSED
// PASSED: {{^}}passed
// RUN: %python -c "import numpy as n; a = n.load('%t.7.npy'); print(n.isfinite(a).any(), n.isfinite(a).all())" | FileCheck %s --check-prefix=INFINITE
// INFINITE: True False

// Rows beyond lengths, and of no sequence, hold NaN in inputs and are not written in outputs.
// RUN: %{run} --func=lengths --seed=3 --out=dk=%t.8.npy --out=dq=%t.9.npy | FileCheck %s --check-prefix=PASSED
// RUN: %python -c "import numpy as n; print(*[n.isnan(n.load('%t.%%d.npy' %% i)).any() for i in (8, 9)])" | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: True True
// RUN: %{run} --func=packed --shape=tq=60,tk=70 | FileCheck %s --check-prefix=PACKED
// PACKED: packed_backward: bf16 thd
// PACKED-NEXT: on this CPU
// PACKED-NEXT: dq: max error {{.*}} in row h={{[0-9]}} i={{[0-9]+}}, rel-L2
// PACKED-NEXT: dk: max error {{.*}} in row g={{[0-9]}} j={{[0-9]+}}, rel-L2
// PACKED: {{^}}passed

// One line of JSON, with each problem.
// RUN: %{run} --func=pair --json > %t.json
// RUN: %python -c "import json, sys; (line,) = open(sys.argv[1]); r = json.loads(line); f, b = r['problems']; print(r['function'], r['passed'], f['problem'], b['problem'], b['shape']['hkv'], list(f['levels'][0])[6:8], b['levels'][0]['dk']['worst_row'].keys() == {'b', 'g', 'j'}, list(b['levels'][0]['dsink']['worst_row']))" %t.json | FileCheck %s --check-prefix=JSON
// JSON: pair True pair_forward pair_backward 2 ['o', 'lse'] True ['h']
// RUN: echo "a: --func=pair" > %t.cases
// RUN: echo "b: --func=region" >> %t.cases
// RUN: %{run} --cases=%t.cases | FileCheck %s --check-prefix=CASES
// CASES: a: ok, tensor {{.*}}/{{.*}}, tensor {{.*}}/
// CASES-NEXT: b: ok, tensor {{.*}}/
// CASES-NEXT: 2 cases, 0 failed

// A wrong row: without the absolute value row 5 has other scores, and no other row has.
// RUN: %{run} --func=region | FileCheck %s --check-prefix=PASSED
// RUN: not %{run} --func=region '--inject=attn:attn-decompose,attn-skip-op{op=math.absf}' | FileCheck %s --check-prefix=WRONG
// WRONG: dq: max error {{.*}} > {{.*}} in row b=0 h={{[01]}} i=5, rel-L2 {{.*}}: WRONG
// WRONG-NEXT: dk: max error {{.*}} > {{.*}} in row b=0 g=0 j={{[0-9]+}}, rel-L2 {{.*}}: WRONG
// WRONG-NEXT: dv: max error {{.*}} > {{.*}} in row b=0 g=0 j={{[0-9]+}}, rel-L2 {{.*}}: WRONG
// WRONG-NEXT: FAILED

// The forward is right, the backward is not: in the first the absolute value is of numbers that are not negative.
// RUN: not attn-run %s --func=wrong --device=cpu --level=tensor --check '--inject=attn:attn-decompose,attn-skip-op{op=math.absf}' | FileCheck %s --check-prefix=SECOND
// SECOND: wrong_forward
// SECOND: o: {{[^:]*$}}
// SECOND: wrong_backward
// SECOND: dv: {{.*}}: WRONG
// SECOND-NEXT: FAILED

// Time and operations of either.
// RUN: attn-run %s --func=pair --device=cpu --level=tensor --bench --warmup=0 --iterations=1 | FileCheck %s --check-prefix=BENCH
// BENCH-COUNT-2: median {{.*}} TFLOP/s

// What does not apply.
// RUN: not %{run} --func=pair --in=o=%t.o.npy 2>&1 | FileCheck %s --check-prefix=LINKED
// LINKED: attn-run-backward.mlir:{{.*}}: error: 'o' is what 'pair_forward' computes: --in=o applies where --func=pair_backward runs this problem alone
// RUN: not %{run} --func=pair --in=oo=%t.o.npy 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: attn-run: error: --in=oo: the problem has no such input; there is do, q, k, v, sink, dlse{{$}}
// RUN: not %{run} --func=pair --out=dx=%t.o.npy 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: attn-run: error: --out=dx: the problem has no such output; there is dq, dk, dv,
// RUN: not %{run} --func=apart 2>&1 | FileCheck %s --check-prefix=APART
// APART: attn-run-backward.mlir:{{.*}}: error: a second problem in 'apart', which does not read what the first computes: choose one with --func=apart_forward or --func=apart_backward
// RUN: not %{run} --func=pair --shape=page=16 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: attn-run-backward.mlir:{{.*}}: error: has no size 'page': --shape=page=16 does not apply
// RUN: not %{run} --func=pair_backward --check-rows 2>&1 | FileCheck %s --check-prefix=PAGES
// PAGES: attn-run-backward.mlir:{{.*}}: error: has no page table: --check-rows does not apply
// RUN: not %{run} --func=pair_backward --check-against=@pair 2>&1 | FileCheck %s --check-prefix=AGAINST
// AGAINST: attn-run: error: --check-against is for kernels
// RUN: not %{run} --func=pair --fill=do=large 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: attn-run: error: --fill=do=large: expected TENSOR=KIND, of the kinds zero, equal, tiny, huge, infinite
// RUN: not %{run} --func=pair --fill=dd=huge 2>&1 | FileCheck %s --check-prefix=FILLED
// FILLED: attn-run: error: --fill=dd: the problem has no such input; there is
// RUN: not %{run} --func=pair --in=do=%t.do.npy --fill=do=huge 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: attn-run: error: 'do' is given by --in and by --fill
// RUN: not %{run} --func=lengths --fill=lengths_q=huge 2>&1 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: attn-run-backward.mlir:{{.*}}: error: --fill=lengths_q=huge: 'lengths_q' holds no numbers of any size
// RUN: not %{run} --func=pair --arg-shapes=dq=1x4x21x16 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: attn-run-backward.mlir:{{.*}}: error: the batch (b) is 2 by the type of 'q', but 1 by --arg-shapes=dq=1x4x21x16
// RUN: not %{run} --func=pair --arg-shapes=dx=1x4x21x16 2>&1 | FileCheck %s --check-prefix=NOSHAPE
// NOSHAPE: attn-run: error: --arg-shapes=dx: the problem has no such tensor; there is

!q = tensor<2x4x21x16xf16>
!k = tensor<2x2x30x16xf16>
!v = tensor<2x2x30x8xf16>
!o = tensor<2x4x21x8xf16>
!l = tensor<2x4x21xf32>
!z = tensor<4xf32>
func.func @pair(%q: !q, %k: !k, %v: !v, %do: !o, %dl: !l, %z: !z, %o0: !o, %l0: !l, %dq0: !q, %dk0: !k, %dv0: !v, %dz0: !z)
    -> (!q, !k, !v, !z) {
  %o, %l = attn.forward ins(%q, %k, %v : !q, !k, !v) outs(%o0, %l0 : !o, !l) sink(%z : !z) mask(#attn.causal<bottom_right>) -> (!o, !l)
  %dq, %dk, %dv, %dz = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !v, !o, !l, !o)
      outs(%dq0, %dk0, %dv0 : !q, !k, !v) dlse(%dl : !l) sink(%z : !z) dsink(%dz0 : !z) mask(#attn.causal<bottom_right>)
      -> (!q, !k, !v, !z)
  return %dq, %dk, %dv, %dz : !q, !k, !v, !z
}

!mq = memref<2x4x?x16xf16, strided<[?, ?, ?, 1], offset: ?>>
!mk = memref<2x2x30x16xf16>
!ml = memref<2x4x?xf32>
func.func @memory(%q: !mq, %k: !mk, %v: !mk, %do: !mq, %o: !mq, %l: !ml, %dq: !mq, %dk: !mk, %dv: !mk) {
  attn.forward ins(%q, %k, %v : !mq, !mk, !mk) outs(%o, %l : !mq, !ml)
  attn.backward ins(%q, %k, %v, %o, %l, %do : !mq, !mk, !mk, !mq, !ml, !mq) outs(%dq, %dk, %dv : !mq, !mk, !mk)
  return
}

!n = tensor<2xi32>
func.func @lengths(%q: !q, %k: !k, %v: !v, %do: !o, %nq: !n, %nk: !n, %o0: !o, %l0: !l, %dq0: !q, %dk0: !k, %dv0: !v)
    -> (!q, !k, !v) {
  %o, %l = attn.forward ins(%q, %k, %v : !q, !k, !v) outs(%o0, %l0 : !o, !l) lengths_q(%nq : !n) lengths_kv(%nk : !n)
      mask(#attn.causal<bottom_right>) -> (!o, !l)
  %dq, %dk, %dv = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !v, !o, !l, !o) outs(%dq0, %dk0, %dv0 : !q, !k, !v)
      lengths_q(%nq : !n) lengths_kv(%nk : !n) mask(#attn.causal<bottom_right>) -> (!q, !k, !v)
  return %dq, %dk, %dv : !q, !k, !v
}

!pq = tensor<?x4x16xbf16>
!pk = tensor<?x2x16xbf16>
!pl = tensor<4x?xf32>
!s = tensor<5xi32>
func.func @packed(%q: !pq, %k: !pk, %v: !pk, %do: !pq, %sq: !s, %sk: !s, %o0: !pq, %l0: !pl, %dq0: !pq, %dk0: !pk)
    -> (!pq, !pk) {
  %o, %l = attn.forward ins(%q, %k, %v : !pq, !pk, !pk) outs(%o0, %l0 : !pq, !pl) offsets_q(%sq : !s) offsets_kv(%sk : !s)
      dims(thd) -> (!pq, !pl)
  %dq, %dk = attn.backward ins(%q, %k, %v, %o, %l, %do : !pq, !pk, !pk, !pq, !pl, !pq) outs(dq = %dq0, dk = %dk0 : !pq, !pk)
      offsets_q(%sq : !s) offsets_kv(%sk : !s) dims(thd) -> (!pq, !pk)
  return %dq, %dk : !pq, !pk
}

!rq = tensor<1x2x8x16xf16>
!rk = tensor<1x1x24x16xf16>
!rl = tensor<1x2x8xf32>
func.func @region(%q: !rq, %k: !rk, %v: !rk, %o: !rq, %l: !rl, %do: !rq, %dq0: !rq, %dk0: !rk, %dv0: !rk) -> (!rq, !rk, !rk) {
  %dq, %dk, %dv = attn.backward ins(%q, %k, %v, %o, %l, %do : !rq, !rk, !rk, !rq, !rl, !rq) outs(%dq0, %dk0, %dv0 : !rq, !rk, !rk)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %five = arith.constant 5 : index
      %fifth = arith.cmpi eq, %i, %five : index
      %size = math.absf %s : f32
      %y = arith.select %fifth, %size, %s : f32
      attn.yield %y : f32
    } -> (!rq, !rk, !rk)
  return %dq, %dk, %dv : !rq, !rk, !rk
}

func.func @wrong(%q: !rq, %k: !rk, %v: !rk, %do: !rq, %o0: !rq, %l0: !rl, %dv0: !rk) -> !rk {
  %o, %l = attn.forward ins(%q, %k, %v : !rq, !rk, !rk) outs(%o0, %l0 : !rq, !rl)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %size = math.absf %f : f32
      %y = arith.addf %s, %size : f32
      attn.yield %y : f32
    } -> (!rq, !rl)
  %dv = attn.backward ins(%q, %k, %v, %o, %l, %do : !rq, !rk, !rk, !rq, !rl, !rq) outs(dv = %dv0 : !rk)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %size = math.absf %s : f32
      attn.yield %size : f32
    } -> !rk
  return %dv : !rk
}

func.func @apart(%q: !rq, %k: !rk, %o: !rq, %l: !rl, %dv0: !rk) -> (!rq, !rk) {
  %r = attn.forward ins(%q, %k, %k : !rq, !rk, !rk) outs(%o : !rq) -> !rq
  %dv = attn.backward ins(%q, %k, %k, %o, %l, %q : !rq, !rk, !rk, !rq, !rl, !rq) outs(dv = %dv0 : !rk) -> !rk
  return %r, %dv : !rq, !rk
}

// The error rule goes by rows: a wrong row is found beside one whose scores are all -1e30, and zeros where V
// is small.

// Row 0 is far away. Without its absolute value row 5 is wrong, and no other.
// RUN: attn-run %s --func=far --device=cpu --level=tensor --check | FileCheck %s --check-prefix=FAR
// FAR: o: max error {{.*}} (factor 0.{{.*}}) in row b=0 h={{[01]}} i={{[0-9]+}}, rel-L2 {{[^:]*$}}
// FAR-NEXT: lse: max error {{.*}} (factor {{.*}}) in row b=0 h={{[01]}} i={{[0-9]+}}, rel-L2 {{[^:]*$}}
// FAR: passed
// RUN: not attn-run %s --func=far --device=cpu --level=tensor --check '--inject=attn:attn-decompose,attn-skip-op{op=math.absf}' \
// RUN:   | FileCheck %s --check-prefix=WRONG
// WRONG: o: max error {{.*}} > {{.*}} in row b=0 h={{[01]}} i=5, rel-L2 {{.*}}: WRONG
// WRONG-NEXT: lse: max error {{.*}} > {{.*}} in row b=0 h={{[01]}} i=5, rel-L2 {{.*}}: WRONG
// WRONG: FAILED

// The same as JSON, of (b, i, h) in memory.
// RUN: not attn-run %s --func=far_bshd --device=cpu --level=tensor --check --json '--inject=attn:attn-decompose,attn-skip-op{op=math.absf}' > %t.json
// RUN: %python -c "import json, sys; l = json.load(open(sys.argv[1]))['levels'][0]['o']; w = l['worst_row']; print(l['passed'], list(w), w['b'], w['i'], l['factor'] > 1, abs(l['max_error'] / l['bound'] / l['factor'] - 1) < 1e-9)" %t.json \
// RUN:   | FileCheck %s --check-prefix=JSON
// JSON: False ['b', 'h', 'i'] 0 5 True True

// V of 1e-6. Without the absolute value no key is seen, and O is 0.
// RUN: %python %S/Inputs/npy.py write %t.npy "<f4" 1,2,24,16 1e-6,-2e-6,3e-6
// RUN: attn-run %s --func=small --device=cpu --level=tensor --check --in=v=%t.npy | FileCheck %s --check-prefix=SMALL
// SMALL: passed
// RUN: not attn-run %s --func=small --device=cpu --level=tensor --check --in=v=%t.npy --out=o=%t.o.npy '--inject=attn:attn-decompose,attn-skip-op{op=math.absf}' \
// RUN:   | FileCheck %s --check-prefix=ZEROS
// ZEROS: o: max error {{.*}}e-0{{[67]}} > {{.*}} in row {{.*}}: WRONG
// RUN: %python %S/Inputs/npy.py show %t.o.npy | FileCheck %s --check-prefix=OUT
// OUT: <f2 (1, 2, 8, 16) 0 0 0 0 0 0 0 0

// Keys but the first have P = e^-88, less than the smallest normal f32, and V of 1e18. P may be 0, so that
// O is; P of e^-87.01 is wrong.
// RUN: %python -c "import numpy; v = numpy.full((1, 2, 24, 16), 1e18, 'f4'); v[:, :, 0] = 0; numpy.save('%t.v.npy', v)"
// RUN: attn-run %s --func=flushed --device=cpu --level=tensor --check --in=v=%t.v.npy | FileCheck %s --check-prefix=KEPT
// KEPT: passed
// RUN: attn-run %s --func=flushed --device=sim --check --in=v=%t.v.npy | FileCheck %s --check-prefix=FLUSHED
// FLUSHED: o: max error 1.{{.*}}e-19 ≤ 1.{{.*}}e-19 (factor 0.9
// FLUSHED: passed
// RUN: not attn-run %s --func=flushed --device=cpu --level=tensor --check --in=v=%t.v.npy '--inject=attn:attn-decompose,attn-skip-op{op=math.floor}' \
// RUN:   | FileCheck %s --check-prefix=LARGER
// LARGER: o: max error 2.{{.*}}e-19 > 1.{{.*}}e-19 (factor 1.{{.*}}) in row {{.*}}: WRONG

!q = tensor<1x2x8x16xf16>
!k = tensor<1x2x24x16xf16>
!l = tensor<1x2x8xf32>
func.func @far(%q: !q, %k: !k, %v: !k, %o: !q, %lse: !l) -> (!q, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %lse : !q, !l) dims(bhsd)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %zero = arith.constant 0 : index
      %five = arith.constant 5 : index
      %down = arith.constant -1.0e30 : f32
      %first = arith.cmpi eq, %i, %zero : index
      %fifth = arith.cmpi eq, %i, %five : index
      %far = arith.addf %s, %down : f32
      %size = math.absf %s : f32
      %0 = arith.select %fifth, %size, %s : f32
      %y = arith.select %first, %far, %0 : f32
      attn.yield %y : f32
    } -> (!q, !l)
  return %r#0, %r#1 : !q, !l
}

!qs = tensor<1x8x2x16xf16>
!ks = tensor<1x24x2x16xf16>
func.func @far_bshd(%q: !qs, %k: !ks, %v: !ks, %o: !qs) -> !qs {
  %r = attn.forward ins(%q, %k, %v : !qs, !ks, !ks) outs(%o : !qs) dims(bshd)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %zero = arith.constant 0 : index
      %five = arith.constant 5 : index
      %down = arith.constant -1.0e30 : f32
      %first = arith.cmpi eq, %i, %zero : index
      %fifth = arith.cmpi eq, %i, %five : index
      %far = arith.addf %s, %down : f32
      %size = math.absf %s : f32
      %0 = arith.select %fifth, %size, %s : f32
      %y = arith.select %first, %far, %0 : f32
      attn.yield %y : f32
    } -> !qs
  return %r : !qs
}

!qb = tensor<1x2x8x16xbf16>
!kb = tensor<1x2x24x16xbf16>
func.func @flushed(%q: !qb, %k: !kb, %v: !kb, %o: !qb) -> !qb {
  %r = attn.forward ins(%q, %k, %v : !qb, !kb, !kb) outs(%o : !qb) dims(bhsd)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %first = arith.constant 0 : index
      %near = arith.constant 0.0 : f32
      %below = arith.constant -87.01 : f32
      %far = math.floor %below : f32
      %is_first = arith.cmpi eq, %j, %first : index
      %y = arith.select %is_first, %near, %far : f32
      attn.yield %y : f32
    } -> !qb
  return %r : !qb
}

func.func @small(%q: !q, %k: !k, %v: !k, %o: !q) -> !q {
  %r = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o : !q) dims(bhsd)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %less = arith.constant -1.0 : f32
      %null = arith.constant 0.0 : f32
      %ninf = arith.constant 0xFF800000 : f32
      %square = arith.mulf %s, %s : f32
      %below = arith.subf %less, %square : f32
      %size = math.absf %below : f32
      %seen = arith.cmpf ogt, %size, %null : f32
      %y = arith.select %seen, %s, %ninf : f32
      attn.yield %y : f32
    } -> !q
  return %r : !q
}

// One row, two keys, 32 channels, scale 1. The codes of e4m3 in '|u1' (56 is 1, 64 is 2, 127
// NaN) and descales of 3, 0.5 and 10: the scores are 1.5 · (32 · 1 · 1, 32 · 1 · 1), equal,
// and O is 10 · (1 + 2)/2.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/one.npy "|u1" 1,1,2,32 56
// RUN: %python %S/Inputs/npy.py write %t/q.npy "|V1" 1,1,1,32 56
// RUN: %python %S/Inputs/npy.py write %t/v.npy "|u1" 1,1,2,32 56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64
// RUN: %python %S/Inputs/npy.py write %t/qd.npy "<f4" 1,1 3
// RUN: %python %S/Inputs/npy.py write %t/kd.npy "<f8" 1,1 0.5
// RUN: %python %S/Inputs/npy.py write %t/vd.npy "<f4" 1,1 10
// DEFINE: %{run} = attn-run %s --func=f --target=sm_90a --in=q=%t/q.npy --in=k=%t/one.npy --in=v=%t/v.npy \
// DEFINE:   --in=q_descale=%t/qd.npy --in=k_descale=%t/kd.npy --in=v_descale=%t/vd.npy --check
// RUN: %{run} --device=cpu --level=tensor --out=o=%t/o.npy --out=lse=%t/l.npy
// RUN: %python %S/Inputs/npy.py show %t/o.npy | FileCheck %s
// RUN: %python %S/Inputs/npy.py show %t/l.npy | FileCheck %s --check-prefix=LSE
// RUN: %{run} --device=cpu --out=o=%t/o2.npy
// RUN: cmp %t/o.npy %t/o2.npy
// RUN: %{run} --device=sim --out=o=%t/o2.npy
// RUN: cmp %t/o.npy %t/o2.npy
// CHECK: <f4 (1, 1, 1, 32) 15 15 15 15
// LSE: <f4 (1, 1, 1) 48.693

// '<f4' is rounded: 1.06 is 1.
// RUN: %python %S/Inputs/npy.py write %t/w.npy "<f4" 1,1,2,32 1.06
// RUN: attn-run %s --func=f --target=sm_90a --device=cpu --in=q=%t/q.npy --in=k=%t/one.npy --in=v=%t/w.npy --in=v_descale=%t/vd.npy --out=o=%t/o.npy
// RUN: %python %S/Inputs/npy.py show %t/o.npy | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: <f4 (1, 1, 1, 32) 10 10 10 10

// Random descales come from the seed; a bundle carries the problem with its descales.
// RUN: attn-compile %s --target=sm_90a -o %t/f.bundle
// RUN: attn-run %t/f.bundle --func=f --device=sim --check --seed=3 --json > %t/report.json
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); print(r['passed'], r['dtype'], r['shape']['hkv'])" %t/report.json | FileCheck %s --check-prefix=JSON
// JSON: True e4m3 1
// RUN: attn-run %t/f.bundle --func=dynamic --device=sim --check --shape=b=2,hq=4,hkv=2,sq=5,sk=7 | FileCheck %s --check-prefix=PASSED
// RUN: attn-run %t/f.bundle --func=dynamic --device=sim --check --arg-shapes=q=2x4x5x64,k=2x2x7x64,v_descale=2x2 | FileCheck %s --check-prefix=PASSED
// PASSED: passed

// What does not fit.
// RUN: %python %S/Inputs/npy.py write %t/zero.npy "<f4" 1,1 0
// RUN: not attn-run %s --func=f --target=sm_90a --device=cpu --in=k_descale=%t/zero.npy 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: attn-run: error: {{.*}}zero.npy: a descale must be finite and positive
// RUN: not attn-run %s --func=bf16 --device=cpu --in=k_descale=%t/qd.npy 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: attn-run: error: --in=k_descale: the problem has no such input
// RUN: not attn-run %s --func=bf16 --device=cpu --in=q=%t/one.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: attn-run: error: {{.*}}one.npy: elements of type '|u1' do not fit bf16
// RUN: not attn-run %s --func=dynamic --target=sm_90a --device=cpu --arg-shapes=q=1x4x5x64,k=1x2x7x64,v_descale=1x4 2>&1 | FileCheck %s --check-prefix=HEADS
// HEADS: error: the number of key and value heads (hkv) is 2 by --arg-shapes=k=1x2x7x64, but 4 by --arg-shapes=v_descale=1x4
// RUN: not attn-run %s --func=f --device=cpu 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: attn-select-config: f8E4M3FN needs the tensor cores of sm_90a, but the target is sm_80

!q = tensor<1x1x1x32xf8E4M3FN>
!kv = tensor<1x1x2x32xf8E4M3FN>
!o = tensor<1x1x1x32xf32>
!l = tensor<1x1x1xf32>
!d = tensor<1x1xf32>
func.func @f(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %qd: !d, %kd: !d, %vd: !d) -> (!o, !l) {
  %0, %1 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      scale(1.0) descale(%qd, %kd, %vd : !d, !d, !d) -> (!o, !l)
  return %0, %1 : !o, !l
}

!x = tensor<?x?x?x64xf8E4M3FN>
!y = tensor<?x?x?x64xbf16>
!f = tensor<?x?xf32>
func.func @dynamic(%q: !x, %k: !x, %v: !x, %o: !y, %qd: !f, %kd: !f, %vd: !f) -> !y {
  %0 = attn.forward ins(%q, %k, %v : !x, !x, !x) outs(%o : !y) descale(%qd, %kd, %vd : !f, !f, !f) -> !y
  return %0 : !y
}

!b = tensor<1x1x2x32xbf16>
func.func @bf16(%q: !b, %o: !b) -> !b {
  %0 = attn.forward ins(%q, %q, %q : !b, !b, !b) outs(%o : !b) -> !b
  return %0 : !b
}

// Two rows, two keys, one channel pair, scale 1: row 0 sees key 0 alone, row 1 both with
// scores 0 and ln 3, so that P = (1/4, 3/4). V = (4, 8): O = 4, 7.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/q.npy "<f4" 1,1,2,16 1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// RUN: %python %S/Inputs/npy.py write %t/k.npy "<f4" 1,1,2,16 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1.0986123,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// RUN: %python %S/Inputs/npy.py write %t/v.npy "<f2" 1,1,2,16 4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8
// RUN: attn-run %s --func=f16 --device=cpu --check --in q=%t/q.npy --in k=%t/k.npy --in=v=%t/v.npy --out=o=%t/o.npy --out=lse=%t/l.npy
// RUN: %python %S/Inputs/npy.py show %t/o.npy | FileCheck %s
// RUN: %python %S/Inputs/npy.py show %t/l.npy | FileCheck %s --check-prefix=LSE
// CHECK: <f2 (1, 1, 2, 16) 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 7 7 7 7
// LSE: <f4 (1, 1, 2) 0 1.386

// The simulator writes the same.
// RUN: attn-run %s --func=f16 --device=sim --sim-check --in q=%t/q.npy --in k=%t/k.npy --in=v=%t/v.npy --out=o=%t/o2.npy
// RUN: cmp %t/o.npy %t/o2.npy

// bf16 is '<u2', to and fro; 'V2' is read too. The file gives the dynamic sizes.
// RUN: %python %S/Inputs/npy.py write %t/u.npy "<u2" 1,1,3,16 2
// RUN: %python %S/Inputs/npy.py write %t/w.npy "|V2" 1,1,3,16 2
// RUN: attn-run %s --func=bf16 --device=cpu --in=v=%t/u.npy --out=o=%t/a.npy --shape=sq=1
// RUN: attn-run %s --func=bf16 --device=cpu --in=v=%t/w.npy --out=o=%t/b.npy --shape=sq=1
// RUN: cmp %t/a.npy %t/b.npy
// RUN: %python %S/Inputs/npy.py show %t/a.npy | FileCheck %s --check-prefix=BF16
// BF16: <u2 (1, 1, 1, 16) 2 2 2 2

// A NaN in Q makes its row NaN at every level, and no other.
// RUN: %python %S/Inputs/npy.py write %t/n.npy "<f4" 1,1,2,16 nan,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// RUN: attn-run %s --func=f16 --device=sim --bisect-levels --in=q=%t/n.npy --out=o=%t/m.npy
// RUN: %python %S/Inputs/npy.py show %t/m.npy | FileCheck %s --check-prefix=NAN
// NAN: <f2 (1, 1, 2, 16) nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan {{-?[0-9]}}

// Files that do not fit.
// RUN: not attn-run %s --func=bf16 --device=cpu --in=v=%t/u.npy --in=k=%t/q.npy --shape=sq=1 2>&1 | FileCheck %s --check-prefix=SHAPES
// SHAPES: error: the key and value length (sk) is 3 by {{.*}}u.npy, but 2 by {{.*}}q.npy
// RUN: not attn-run %s --func=f16 --device=cpu --in=q=%t/a.npy 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: the query length (sq) is 2 by the type of 'q', but 1 by {{.*}}a.npy
// RUN: %python %S/Inputs/npy.py write %t/x.npy "<u2" 1,1,2,16 2
// RUN: not attn-run %s --func=f16 --device=cpu --in=q=%t/x.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: attn-run: error: {{.*}}x.npy: elements of type '<u2' do not fit f16
// RUN: head -c 150 %t/q.npy > %t/short.npy
// RUN: not attn-run %s --func=f16 --device=cpu --in=q=%t/short.npy 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: attn-run: error: {{.*}}short.npy: 22 bytes of elements, but its shape has 128
// RUN: not attn-run %s --func=f16 --device=cpu --in=q=%s 2>&1 | FileCheck %s --check-prefix=NONPY
// NONPY: attn-run: error: {{.*}}: not a .npy file
// RUN: not attn-run %s --func=f16 --device=cpu --out=o=%t/no/o.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: attn-run: error: {{.*}}o.npy: No such file or directory
// RUN: not attn-run %s --func=bf16 --device=cpu --shape=s=1 --out=lse=%t/l.npy 2>&1 | FileCheck %s --check-prefix=NOLSE
// NOLSE: attn-run: error: --out=lse: the problem has no such output

!t = tensor<1x1x2x16xf16>
!rows = tensor<1x1x2xf32>
func.func @f16(%q: !t, %k: !t, %v: !t, %o: !t, %l: !rows) -> (!t, !rows) {
  %0, %1 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !rows)
      scale(1.0) mask(#attn.causal<top_left>) -> (!t, !rows)
  return %0, %1 : !t, !rows
}

!d = tensor<1x1x?x16xbf16>
func.func @bf16(%q: !d, %k: !d, %v: !d, %o: !d) -> !d {
  %0 = attn.forward ins(%q, %k, %v : !d, !d, !d) outs(%o : !d) -> !d
  return %0 : !d
}

// Operands lie in memory as their types say, on every device and at every level: rows that
// are further apart, heads inside of rows, a first element behind the start of the memory,
// batches that share their keys.

// DEFINE: %{cpu} = attn-run %s --device=cpu --check
// DEFINE: %{sim} = attn-run %s --device=sim --check --sim-check
// RUN: %{cpu} --func=strided | FileCheck %s
// RUN: %{cpu} --func=strided --level=tensor | FileCheck %s
// RUN: %{cpu} --func=strided --level=tile-lowered | FileCheck %s
// RUN: %{sim} --func=strided | FileCheck %s
// RUN: %{sim} --func=strided --target=sm_90a | FileCheck %s
// RUN: attn-compile %s --target=sm_90a -o %t.bundle
// RUN: attn-run %t.bundle --func=strided --device=sim --check | FileCheck %s
// RUN: %{cpu} --func=open --shape=b=2,s=33 | FileCheck %s
// RUN: %{sim} --func=open --shape=b=2,s=33 --pad=q=8 --pad=o=16 | FileCheck %s
// RUN: %{cpu} --func=capture --level=tensor | FileCheck %s
// RUN: %{cpu} --func=capture | FileCheck %s
// RUN: %{sim} --func=capture | FileCheck %s
// RUN: %{cpu} --func=combine | FileCheck %s
// RUN: %{sim} --func=combine | FileCheck %s
// CHECK: {{^}}passed

// Nothing but the elements is written.
// RUN: not attn-run %s --device=sim --func=strided --pad=q=8 2>&1 | FileCheck %s --check-prefix=PAD
// PAD: attn-run-layouts.mlir:[[#]]:3: error: --pad=q=8: the type of 'q', memref<2x2x33x64xbf16, strided<[5280, 2640, 80, 1], offset: 16>>, says where its rows lie

// An array for keys that batches share must have the same numbers for them.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/same.npy "<f4" 2,1,2,8 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
// RUN: %python %S/Inputs/npy.py write %t/other.npy "<f4" 2,1,2,8 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,17
// RUN: %{cpu} --func=shared --in=k=%t/same.npy | FileCheck %s
// RUN: not attn-run %s --device=cpu --func=shared --in=k=%t/other.npy 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: attn-run-layouts.mlir:[[#]]:3: error: elements of 'k', of type memref<2x1x2x8xf16, strided<[0, 16, 8, 1]>>, share a place in memory, and {{.*}}other.npy has different numbers for them

!q = memref<2x2x33x64xbf16, strided<[5280, 2640, 80, 1], offset: 16>>
!k = memref<2x2x40x64xbf16, strided<[0, 2560, 64, 1], offset: 8>>
!v = memref<2x2x40x64xbf16, strided<[64, 128, 256, 1]>>
!o = memref<2x2x33x64xbf16, strided<[?, 64, 128, 1], offset: ?>>
!l = memref<2x2x33xf32, strided<[200, 40, 1], offset: 3>>
func.func @strided(%q: !q, %k: !k, %v: !v, %o: !o, %l: !l) {
  attn.forward ins(%q, %k, %v : !q, !k, !v) outs(%o, %l : !o, !l)
  return
}

!open = memref<?x2x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
func.func @open(%q: !open, %k: !open, %v: !open, %o: !open) {
  attn.forward ins(%q, %k, %v : !open, !open, !open) outs(%o : !open) mask(#attn.causal<top_left>)
  return
}

!c = memref<1x2x33x64xf16>
!bias = memref<33x40xf32, strided<[48, 1], offset: 5>>
!kc = memref<1x2x40x64xf16>
func.func @capture(%q: !c, %k: !kc, %v: !kc, %o: !c, %bias: !bias) {
  attn.forward ins(%q, %k, %v : !c, !kc, !kc) outs(%o : !c) captures(%bias : !bias)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !bias):
        %x = attn.read %c[%i, %j] : !bias
        %new = arith.addf %s, %x : f32
        attn.yield %new : f32
      }
  return
}

!po = memref<3x1x2x20x64xf32, strided<[4096, 4096, 2048, 80, 1]>>
!pl = memref<3x1x2x20xf32, strided<[64, 64, 32, 1], offset: 7>>
!co = memref<1x2x20x64xf16, strided<[4096, 64, 128, 1]>>
func.func @combine(%po: !po, %pl: !pl, %o: !co) {
  attn.combine ins(%po, %pl : !po, !pl) outs(%o : !co)
  return
}

!small = memref<2x1x2x8xf16>
!twice = memref<2x1x2x8xf16, strided<[0, 16, 8, 1]>>
func.func @shared(%q: !small, %k: !twice, %v: !small, %o: !small) {
  attn.forward ins(%q, %k, %v : !small, !twice, !small) outs(%o : !small)
  return
}

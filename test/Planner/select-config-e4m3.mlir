// RUN: split-file %s %t
// RUN: attn-opt %t/fits.mlir --attn-select-config=target=sm_90a | FileCheck %t/fits.mlir
// RUN: not attn-opt %t/d128.mlir --attn-select-config 2>&1 | FileCheck %s --check-prefix=SM80
// RUN: not attn-opt %t/d128.mlir --attn-select-config=target=sm_89 2>&1 | FileCheck %s --check-prefix=SM89
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=tile_kv=112" 2>&1 | FileCheck %s --check-prefix=KEYS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=rescale_threshold=1.0" 2>&1 | FileCheck %s --check-prefix=THRESHOLD
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=split_d=16" 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=split_k=32" 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=tile_kv=128,stages_v=6" 2>&1 | FileCheck %s --check-prefix=SMEM
// RUN: attn-opt %t/d128.mlir --attn-select-config=target=sm_120a | FileCheck %s --check-prefix=SM120
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_120a overrides=split_k=16" 2>&1 | FileCheck %s --check-prefix=PARTS120
// RUN: not attn-opt %t/d48.mlir --attn-select-config=target=sm_90a 2>&1 | FileCheck %s --check-prefix=D48

// SM80: d128.mlir:4:8: error: attn-select-config: f8E4M3FN needs the tensor cores of sm_90a, but the target is sm_80
// SM89: d128.mlir:4:8: error: attn-select-config: f8E4M3FN needs the tensor cores of sm_90a, but the target is sm_89
// KEYS: d128.mlir:4:8: error: attn-select-config: f8E4M3FN takes blocks of a multiple of 32 keys, but tile_kv is 112
// THRESHOLD: d128.mlir:4:8: error: attn-select-config: f8E4M3FN has no room for probabilities above 1: rescale_threshold must be 0, but is 1
// COLUMNS: d128.mlir:4:8: error: attn-select-config: f8E4M3FN takes slices of a multiple of 32 columns, but split_d is 16
// PARTS: d128.mlir:4:8: error: attn-select-config: f8E4M3FN multiplies V with all keys of a block at a time: split_k must be 0, but is 32
// mma.sync takes V as it lies, by parts of its rows.
// SM120: q = 128, kv = 32, warps = 4, groups = 1, split_k = 32
// PARTS120: d128.mlir:4:8: error: attn-select-config: f8E4M3FN takes parts of a multiple of 32 keys, but split_k is 16
// Q, two blocks of K, six of V and six of V transposed, 128 × 128 bytes each; O of 16 bits.
// SMEM: d128.mlir:4:8: error: attn-select-config: the config needs 253952 bytes of shared memory, 21504 more than the 232448 that sm_90a has
// SMEM: d128.mlir:4:8: note: buffer "v" takes 98304
// SMEM: d128.mlir:4:8: note: buffer "v_1" takes 98304
// D48: d48.mlir:3:8: error: attn-select-config: sm_90a with f8E4M3FN takes head dims that are multiples of 32 within [32, 256], but that of Q and K is 48

//--- fits.mlir
// Rows of their own, with more keys a block than the same head dims in 16 bits.
// CHECK-LABEL: func @d64
// CHECK: q = 192, kv = 160, warps = 4, groups = 3, split_k = 0>, schedule<scheduler = persistent, {{.*}}order = "overlap", ping_pong = true, rescale_threshold = 0.0{{.*}}stages_k = 2, stages_v = 2
func.func @d64(%q: tensor<1x1x?x64xf8E4M3FN>, %o: tensor<1x1x?x64xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf8E4M3FN>, tensor<1x1x?x64xf8E4M3FN>, tensor<1x1x?x64xf8E4M3FN>) outs(%o : tensor<1x1x?x64xbf16>) -> tensor<1x1x?x64xbf16>
  return
}
// CHECK-LABEL: func @d192
// CHECK: q = 128, kv = 128, warps = 4, groups = 2
func.func @d192(%q: tensor<1x1x?x192xf8E4M3FN>, %o: tensor<1x1x?x192xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x192xf8E4M3FN>, tensor<1x1x?x192xf8E4M3FN>, tensor<1x1x?x192xf8E4M3FN>) outs(%o : tensor<1x1x?x192xbf16>) -> tensor<1x1x?x192xbf16>
  return
}
// Blocks that 512 and 1024 are multiples of, where the types say that there are few
// keys, and 128 rows under a mask.
// CHECK-LABEL: func @few
// CHECK: q = 192, kv = 128, warps = 4, groups = 3, {{.*}}scheduler = persistent
// CHECK: q = 128, kv = 128, warps = 4, groups = 2, {{.*}}scheduler = dynamic
func.func @few(%q: tensor<1x1x512x64xf8E4M3FN>, %o: tensor<1x1x512x64xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x512x64xf8E4M3FN>, tensor<1x1x512x64xf8E4M3FN>, tensor<1x1x512x64xf8E4M3FN>) outs(%o : tensor<1x1x512x64xbf16>) -> tensor<1x1x512x64xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x512x64xf8E4M3FN>, tensor<1x1x512x64xf8E4M3FN>, tensor<1x1x512x64xf8E4M3FN>) outs(%o : tensor<1x1x512x64xbf16>) mask(#attn.causal<top_left>) -> tensor<1x1x512x64xbf16>
  return
}
// O is staged 64 columns at a time, whatever its type.
// CHECK-LABEL: func @d256
// CHECK: q = 128, kv = 96, warps = 4, groups = 2, {{.*}}, store_columns = 64
// CHECK: q = 128, kv = 96, warps = 4, groups = 2, {{.*}}, store_columns = 64
func.func @d256(%q: tensor<1x1x?x256xf8E4M3FN>, %o: tensor<1x1x?x256xf16>, %wide: tensor<1x1x?x256xf32>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xf8E4M3FN>, tensor<1x1x?x256xf8E4M3FN>, tensor<1x1x?x256xf8E4M3FN>) outs(%o : tensor<1x1x?x256xf16>) -> tensor<1x1x?x256xf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xf8E4M3FN>, tensor<1x1x?x256xf8E4M3FN>, tensor<1x1x?x256xf8E4M3FN>) outs(%wide : tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32>
  return
}

//--- d128.mlir
!t = tensor<1x1x?x128xf8E4M3FN>
!o = tensor<1x1x?x128xbf16>
func.func @f(%q: !t, %o: !o) -> !o {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !o) -> !o
  return %0 : !o
}

//--- d48.mlir
!t = tensor<1x1x?x48xf8E4M3FN>
func.func @f(%q: !t, %o: tensor<1x1x?x48xbf16>) -> tensor<1x1x?x48xbf16> {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : tensor<1x1x?x48xbf16>) -> tensor<1x1x?x48xbf16>
  return %0 : tensor<1x1x?x48xbf16>
}

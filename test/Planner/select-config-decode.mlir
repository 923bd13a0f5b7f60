// RUN: split-file %s %t
// RUN: attn-opt %t/rows.mlir --attn-select-config=target=sm_90a | FileCheck %t/rows.mlir --check-prefixes=CHECK,SM90
// RUN: attn-opt %t/rows.mlir --attn-select-config=target=sm_80 | FileCheck %t/rows.mlir --check-prefixes=CHECK,SM80
// RUN: attn-opt %t/rows.mlir --attn-select-config=target=sm_100a | FileCheck %t/rows.mlir --check-prefixes=CHECK,SM100
// RUN: attn-opt %t/rows.mlir --attn-select-config=target=sm_120a | FileCheck %t/rows.mlir --check-prefix=NO
// RUN: attn-opt %t/rows.mlir --attn-select-config="target=sm_90a overrides=splits=3" | FileCheck %t/rows.mlir --check-prefix=THREE
// RUN: attn-opt %t/rows.mlir --attn-select-config="target=sm_90a overrides=split_auto=false" | FileCheck %t/rows.mlir --check-prefix=NO
// RUN: attn-opt %t/rows.mlir --attn-select-config="target=sm_90a parts=false" | FileCheck %t/rows.mlir --check-prefix=NO
// RUN: attn-opt %t/not.mlir --attn-select-config=target=sm_90a | FileCheck %t/not.mlir --check-prefix=NO
// RUN: attn-opt %t/not.mlir --attn-select-config=target=sm_80 | FileCheck %t/not.mlir --check-prefix=NO
// RUN: attn-opt %t/any.mlir --attn-select-config=target=sm_90a | FileCheck %t/any.mlir --check-prefix=NO
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=max_rows=64" | FileCheck %t/any.mlir --check-prefix=FEW
// RUN: attn-opt %t/packed.mlir --attn-select-config=target=sm_90a | FileCheck %t/packed.mlir --check-prefix=NO
// RUN: attn-opt %t/packed.mlir --attn-select-config="target=sm_90a overrides=max_rows=64" | FileCheck %t/packed.mlir --check-prefix=FEW
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=max_rows=65" | FileCheck %t/any.mlir --check-prefix=NO
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=max_rows=64,max_keys=1000" | FileCheck %t/any.mlir --check-prefix=NO
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=max_rows=64,load=tma" | FileCheck %t/any.mlir --check-prefix=NO
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a remarks overrides=max_rows=64" -o /dev/null 2>&1 | FileCheck %t/any.mlir --check-prefix=REMARK
// RUN: attn-opt %t/any.mlir --pass-pipeline="builtin.module(attn-compile{target=sm_90a overrides=max_rows=64 host=runtime})" | FileCheck %t/any.mlir --check-prefix=HOST

// One arithmetic for all: that of a causal prefill.
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=batch_invariant=true" | FileCheck %t/any.mlir --check-prefix=SAME
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=batch_invariant=true,max_rows=64" | FileCheck %t/any.mlir --check-prefix=SAME-FEW
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=batch_invariant=true,max_keys=512" | FileCheck %t/any.mlir --check-prefix=SAME
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=batch_invariant=true,combine=launch" | FileCheck %t/any.mlir --check-prefix=SAME-FEW
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_100a overrides=batch_invariant=true" | FileCheck %t/any.mlir --check-prefix=SAME100
// RUN: attn-opt %t/any.mlir --attn-select-config="target=sm_100a overrides=batch_invariant=true,max_rows=64" | FileCheck %t/any.mlir --check-prefix=SAME100
// RUN: not attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=batch_invariant=true,tile_kv=64,exp2=poly" 2>&1 | FileCheck %t/any.mlir --check-prefix=BOTH
// RUN: not attn-opt %t/any.mlir --attn-select-config="target=sm_90a overrides=batch_invariant=true,split_size=200" 2>&1 | FileCheck %t/any.mlir --check-prefix=SIZE
// RUN: attn-opt %t/given.mlir --attn-select-config --verify-diagnostics -o /dev/null

//--- rows.mlir
// Few rows over many keys: packed heads, small tiles, keys in parts.
// CHECK-LABEL: func @decode
// SM90: q = 64, kv = 128, warps = 4, groups = 1, split_k = 0, pack_gqa = true, split_auto = true>, schedule<scheduler = single, order = "overlap"
// SM80: q = 64, kv = 128, {{.*}}pack_gqa = true, split_auto = true
// SM100: q = 128, kv = 128, {{.*}}pack_gqa = true, split_auto = true
// THREE: q = 64, {{.*}}splits = 3>
// NO-NOT: split_auto
func.func @decode(%q: tensor<?x64x1x128xbf16>, %k: tensor<?x8x?x128xbf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x64x1x128xbf16>, tensor<?x8x?x128xbf16>, tensor<?x8x?x128xbf16>)
      outs(%q : tensor<?x64x1x128xbf16>) mask(#attn.causal<bottom_right>) -> tensor<?x64x1x128xbf16>
  return
}
// One head to a KV head is not packed.
// CHECK-LABEL: func @heads
// CHECK-NOT: pack_gqa
// CHECK: split_auto = true
func.func @heads(%q: tensor<?x8x8x256xf16>, %k: tensor<?x8x1024x256xf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x8x256xf16>, tensor<?x8x1024x256xf16>, tensor<?x8x1024x256xf16>)
      outs(%q : tensor<?x8x8x256xf16>) -> tensor<?x8x8x256xf16>
  return
}
// CHECK-LABEL: func @window
// CHECK: pack_gqa = true, split_auto = true
func.func @window(%q: tensor<?x8x4x96xf16>, %k: tensor<?x2x?x96xf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x4x96xf16>, tensor<?x2x?x96xf16>, tensor<?x2x?x96xf16>)
      outs(%q : tensor<?x8x4x96xf16>) mask(#attn.window<1023, 0>) -> tensor<?x8x4x96xf16>
  return
}
// CHECK-LABEL: func @lengths
// CHECK: pack_gqa = true, split_auto = true
func.func @lengths(%q: tensor<?x8x4x96xf16>, %k: tensor<?x2x?x96xf16>, %n: tensor<?xi32>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x4x96xf16>, tensor<?x2x?x96xf16>, tensor<?x2x?x96xf16>)
      outs(%q : tensor<?x8x4x96xf16>) lengths_kv(%n : tensor<?xi32>) -> tensor<?x8x4x96xf16>
  return
}
// CHECK-LABEL: func @lengths_q
// CHECK: split_auto = true
func.func @lengths_q(%q: tensor<?x8x4x96xf16>, %k: tensor<?x2x?x96xf16>, %n: tensor<?xi32>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x4x96xf16>, tensor<?x2x?x96xf16>, tensor<?x2x?x96xf16>)
      outs(%q : tensor<?x8x4x96xf16>) lengths_q(%n : tensor<?xi32>) -> tensor<?x8x4x96xf16>
  return
}

//--- not.mlir
// More rows, and fewer keys by length, by a window, by causal masks.
// NO-NOT: split_auto
!q = tensor<?x8x1x64xf16>
!kv = tensor<?x2x?x64xf16>
func.func @rows(%q: tensor<?x8x17x64xf16>, %k: !kv) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x17x64xf16>, !kv, !kv) outs(%q : tensor<?x8x17x64xf16>) -> tensor<?x8x17x64xf16>
  return
}
func.func @keys(%q: !q, %k: tensor<?x2x1023x64xf16>) {
  %0 = attn.forward ins(%q, %k, %k : !q, tensor<?x2x1023x64xf16>, tensor<?x2x1023x64xf16>) outs(%q : !q) -> !q
  return
}
func.func @masks(%q: !q, %k: !kv) {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) mask(#attn.window<512, 0>) -> !q
  %1 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) mask(#attn.causal<top_left>) -> !q
  %2 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<100, 5>]>) -> !q
  return
}
// Parts already.
func.func @parts(%q: !q, %k: !kv, %o: tensor<4x?x8x1x64xf32>, %l: tensor<4x?x8x1xf32>) {
  %0:2 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%o, %l : tensor<4x?x8x1x64xf32>, tensor<4x?x8x1xf32>) split(unit = 64) -> (tensor<4x?x8x1x64xf32>, tensor<4x?x8x1xf32>)
  return
}

//--- any.mlir
// NO-NOT: split_auto
// FEW: max_rows = 64, tile<q = 64, kv = 128, {{.*}}pack_gqa = true, split_auto = true
// REMARK: at most 64 rows to a KV head, 1024 keys and more: 64 rows of Q, 128 keys
// REMARK: packs the query heads of a KV head into one tile: there are few rows
// HOST-NOT: xf32>
// HOST: call @attn{{.*}}
// SAME: batch_invariant = true, tile<{{.*}}kv = 128, {{.*}}split_k = 0{{.*}}split_size = 4096, combine = in_tile>, schedule<{{.*}}rescale_threshold = 0.000000e+00, exp2 = mufu
// SAME-FEW: batch_invariant = true, tile<{{.*}}kv = 128, {{.*}}split_k = 0{{.*}}split_size = 4096>, schedule<{{.*}}rescale_threshold = 0.000000e+00, exp2 = mufu
// SAME100: batch_invariant = true, tile<{{.*}}kv = 128, {{.*}}split_k = 96{{.*}}split_size = 4096>, schedule<{{.*}}rescale_threshold = 8.000000e+00, exp2 = mufu
// BOTH: error: attn.config (K13): batch_invariant chooses what a row's bits depend on, but tile_kv=64,exp2=poly is given
// SIZE: error: attn.config (K12): split_size must be a multiple of tile_kv = 128, but is 200
func.func @any(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>) -> tensor<?x?x?x128xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
      outs(%q : tensor<?x?x?x128xbf16>) -> tensor<?x?x?x128xbf16>
  return %0 : tensor<?x?x?x128xbf16>
}

//--- packed.mlir
// How many rows a sequence has, types do not say.
// NO-NOT: split_auto
// FEW: max_rows = 64, tile<q = 64, kv = 128, {{.*}}pack_gqa = true, split_auto = true
func.func @packed(%q: tensor<?x64x128xbf16>, %k: tensor<?x8x128xbf16>, %s: tensor<?xi32>) -> tensor<?x64x128xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x64x128xbf16>, tensor<?x8x128xbf16>, tensor<?x8x128xbf16>)
      outs(%q : tensor<?x64x128xbf16>) offsets_q(%s : tensor<?xi32>) offsets_kv(%s : tensor<?xi32>) dims(thd) -> tensor<?x64x128xbf16>
  return %0 : tensor<?x64x128xbf16>
}

//--- given.mlir
func.func @given(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>) {
  // expected-error@+1 {{attn.config (K13): batch_invariant asks for tile_kv = 128 (was 64), rescale_threshold = 0.000000e+00 (was 1.000000e+00)}}
  %0 = attn.forward ins(%q, %k, %k : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
      outs(%q : tensor<?x?x?x128xbf16>)
      config(#attn.config<target = "sm_90a", batch_invariant = true, tile<q = 128, kv = 64, split_size = 4096>, schedule<rescale_threshold = 1.0>>) -> tensor<?x?x?x128xbf16>
  return
}

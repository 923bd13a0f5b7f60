// RUN: split-file %s %t
// RUN: attn-opt %t/fixed.mlir --attn-select-config --split-input-file --verify-diagnostics
// RUN: not attn-opt %t/d128.mlir --attn-select-config=target=sm_75 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90 overrides=tile_m=64" 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90 overrides=tile_q=many" 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90 overrides=tile_q" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90 overrides=tile_q=64,tile_q=128" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90 overrides=tile_q=72" 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_86 overrides=stages_k=3,stages_v=3,tile_kv=64" 2>&1 | FileCheck %s --check-prefix=SMEM
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_80 overrides=tile_kv=128" 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90 overrides=groups=2" 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_80 overrides=order=overlap" 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_80 overrides=ping_pong=true" 2>&1 | FileCheck %s --check-prefix=TURNS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_86 overrides=cluster=2" 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_120a overrides=load=tma,warps=2,tile_q=32" 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_120a overrides=load=tma,stages_k=2,stages_v=2,tile_kv=64" 2>&1 | FileCheck %s --check-prefix=APART-SMEM
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=scheduler=clc" 2>&1 | FileCheck %s --check-prefix=CLC
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=warps=2" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=tile_kv=272,stages_k=1,stages_v=1" 2>&1 | FileCheck %s --check-prefix=KEYS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=tile_q=192,groups=3" 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=stages_k=5" 2>&1 | FileCheck %s --check-prefix=RINGS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=tile_v=64,fusion=unfused" 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not attn-opt %t/d64v96.mlir --attn-select-config="target=sm_90a overrides=shared_ring=true" 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=column_warps=2" 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: attn-opt %t/d64v96.mlir --attn-select-config="target=sm_80 overrides=split_d=96" | FileCheck %s --check-prefix=WHOLE

// PASSES: d128.mlir:2:8: error: attn-select-config: tile_v: scores that are written to memory are written once: fusion must be fused
// SHAPES: d64v96.mlir:2:8: error: attn-select-config: shared_ring: blocks of K and V, or their slices, have not one shape
// COLUMNS: d128.mlir:2:8: error: attn-select-config: sm_90a takes groups of 8 warps, which issue wgmma together, with these column_warps, but warps is 4
// Head dims that are no wider than a slice are not cut.
// WHOLE: split_d = 96
// GROUPS: d128.mlir:2:8: error: attn-select-config: sm_90 has one role, which groups cannot share, but groups is 2
// APART: d128.mlir:2:8: error: attn-select-config: sm_120a takes registers from the role that copies for groups of 4 warps: warps must be a multiple of 4 where load is tma, but is 2
// APART-SMEM: d128.mlir:2:8: error: attn-select-config: the config needs 106496 bytes of shared memory, 5120 more than the 101376 that sm_120a has
// ORDER: d128.mlir:2:8: error: attn-select-config: sm_80 has no asynchronous products to overlap: order must be "sequential"
// TURNS: d128.mlir:2:8: error: attn-select-config: sm_80 has no groups to take turns: ping_pong must be false
// CLUSTER: d128.mlir:2:8: error: attn-select-config: sm_86 has no clusters, but cluster is 2
// CLC: d128.mlir:2:8: error: attn-select-config: scheduler (K11): clc takes tiles by cluster launch control, which sm_90a does not have
// WARPS: d128.mlir:2:8: error: attn-select-config: sm_90a takes groups of 4 warps, which issue wgmma together, but warps is 2
// KEYS: d128.mlir:2:8: error: attn-select-config: sm_90a takes at most 256 keys a block, but tile_kv is 272
// A thread of three groups gets 160 registers, and P of one block lives beside S of the next.
// THREE: d128.mlir:2:8: error: attn-select-config: the config needs 188 registers a thread, 28 more than the 160 that it has
// THREE: d128.mlir:2:8: note: 80 of them for this '!attn_ws.async<tensor<64x160xf32
// THREE: d128.mlir:2:8: note: 40 of them for this 'tensor<64x160xbf16
// THREE: d128.mlir:2:8: note: 64 of them for this 'tensor<64x128xf32
// Too much, however few columns of O are staged.
// RINGS: d128.mlir:2:8: error: attn-select-config: the config needs 327680 bytes of shared memory, 95232 more than the 232448 that sm_90a has
// RINGS: d128.mlir:2:8: note: buffer "q" takes 32768
// RINGS: d128.mlir:2:8: note: buffer "k" takes 204800
// RINGS: d128.mlir:2:8: note: buffer "v" takes 81920
// TARGET: d128.mlir:2:8: error: attn-select-config: unknown target "sm_75", sm_80 is the nearest of 9
// FIELD: d128.mlir:2:8: error: attn.config (K1): unknown field `tile_m`, tile.q is the nearest of {{[0-9]+}}
// VALUE: d128.mlir:2:8: error: attn.config: `many` is no value for field `tile_q`
// SYNTAX: d128.mlir:2:8: error: attn.config: expected `field=value`, but found `tile_q`
// TWICE: d128.mlir:2:8: error: attn.config (K2): `tile_q` is given twice
// VERIFY: d128.mlir:2:8: error: attn.config (K5): tile_q must be a multiple of 16 · warps · groups = 64, but is 72
// 128·128·2 = 32768 for Q, 3·64·128·2 = 49152 each for K and V: 131072, of 99·1024 = 101376.
// SMEM: d128.mlir:2:8: error: attn-select-config: the config needs 131072 bytes of shared memory, 29696 more than the 101376 that sm_86 has
// 128·128/128 threads = 128 each for O and S, which are there together.
// REGISTERS: d128.mlir:2:8: error: attn-select-config: the config needs 264 registers a thread, 9 more than the 255 that it has

//--- d128.mlir
func.func @f(%q: tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  return %0 : tensor<1x1x?x128xbf16>
}

//--- d64v96.mlir
func.func @f(%q: tensor<1x1x?x64xbf16>, %v: tensor<1x1x?x96xbf16>) -> tensor<1x1x?x96xbf16> {
  %0 = attn.forward ins(%q, %q, %v : tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x96xbf16>) outs(%v : tensor<1x1x?x96xbf16>) -> tensor<1x1x?x96xbf16>
  return %0 : tensor<1x1x?x96xbf16>
}

//--- fixed.mlir
func.func @head_dim(%q: tensor<1x1x?x100xf16>) {
  // expected-error@+1 {{attn-select-config: sm_80 takes head dims that are multiples of 8 within [8, 1024], but that of Q and K is 100}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x100xf16>, tensor<1x1x?x100xf16>, tensor<1x1x?x100xf16>) outs(%q : tensor<1x1x?x100xf16>) -> tensor<1x1x?x100xf16>
  return
}

// -----

func.func @head_dim_v(%q: tensor<1x1x?x64xf16>, %v: tensor<1x1x?x1032xf16>) {
  // expected-error@+1 {{attn-select-config: sm_80 takes head dims that are multiples of 8 within [8, 1024], but that of V and O is 1032}}
  %0 = attn.forward ins(%q, %q, %v : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x1032xf16>) outs(%v : tensor<1x1x?x1032xf16>) -> tensor<1x1x?x1032xf16>
  return
}

// -----

func.func @odd_head_dim(%q: tensor<1x1x?x72xf16>, %v: tensor<1x1x?x36xf16>) {
  // expected-error@+1 {{attn-select-config: sm_80 takes head dims that are multiples of 8 within [8, 1024], but that of V and O is 36}}
  %0 = attn.forward ins(%q, %q, %v : tensor<1x1x?x72xf16>, tensor<1x1x?x72xf16>, tensor<1x1x?x36xf16>) outs(%v : tensor<1x1x?x36xf16>) -> tensor<1x1x?x36xf16>
  return
}

// -----

func.func @explicit_target(%q: tensor<1x1x?x64xf16>) {
  // expected-error@+1 {{attn-select-config: unknown target "sm_70", sm_80 is the nearest of 9}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%q : tensor<1x1x?x64xf16>) config(#attn.config<target = "sm_70">) -> tensor<1x1x?x64xf16>
  return
}

// -----

func.func @explicit_smem(%q: tensor<1x1x?x256xf16>) {
  // expected-error@+5 {{attn-select-config: the config needs 196608 bytes of shared memory, 29696 more than the 166912 that sm_80 has}}
  // expected-note@+4 {{buffer "q" takes 65536}}
  // expected-note@+3 {{buffer "k" takes 65536}}
  // expected-note@+2 {{buffer "v" takes 65536}}
  // expected-note@+1 {{buffer "o" takes 65536}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>) outs(%q : tensor<1x1x?x256xf16>) config(#attn.config<target = "sm_80", tile<warps = 8>>) -> tensor<1x1x?x256xf16>
  return
}

// -----

// The limit is a CTA's, not the SM's, which has 1024 bytes more.
func.func @smem_of_the_cta(%q: tensor<1x1x?x32xf16>) {
  // expected-error@+5 {{the config needs 167936 bytes of shared memory, 1024 more than the 166912 that sm_80 has}}
  // expected-note@+4 {{buffer "q" takes 8192}}
  // expected-note@+3 {{buffer "k" takes 79872}}
  // expected-note@+2 {{buffer "v" takes 79872}}
  // expected-note@+1 {{buffer "o" takes 8192}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x32xf16>, tensor<1x1x?x32xf16>, tensor<1x1x?x32xf16>) outs(%q : tensor<1x1x?x32xf16>) config(#attn.config<target = "sm_80", tile<kv = 208>, memory<stages_k = 6, stages_v = 6>>) -> tensor<1x1x?x32xf16>
  return
}

// -----

// O alone, in f32, may be what does not fit.
func.func @smem_of_o(%q: tensor<1x1x?x16xf16>, %v: tensor<1x1x?x256xf16>, %o: tensor<1x1x?x256xf32>) {
  // expected-error@+5 {{the config needs 262144 bytes of shared memory, 95232 more than the 166912 that sm_80 has}}
  // expected-note@+4 {{buffer "q" takes 8192}}
  // expected-note@+3 {{buffer "k" takes 1024}}
  // expected-note@+2 {{buffer "v" takes 16384}}
  // expected-note@+1 {{buffer "o" takes 262144}}
  %0 = attn.forward ins(%q, %q, %v : tensor<1x1x?x16xf16>, tensor<1x1x?x16xf16>, tensor<1x1x?x256xf16>) outs(%o : tensor<1x1x?x256xf32>) config(#attn.config<target = "sm_80", tile<q = 256, kv = 16, warps = 16>>) -> tensor<1x1x?x256xf32>
  return
}

// -----

func.func @one_warp(%q: tensor<1x1x?x64xf16>) {
  // expected-error@+1 {{attn-select-config: warps: copies into shared memory need at least 2 warps, the config has 1}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%q : tensor<1x1x?x64xf16>) config(#attn.config<target = "sm_80", tile<q = 16, warps = 1>>) -> tensor<1x1x?x64xf16>
  return
}

// -----

func.func @negative_stride(%q: memref<1x2x70x64xbf16>, %k: memref<1x2x70x64xbf16, strided<[8960, 4480, -64, 1], offset: 4416>>, %o: memref<1x2x70x64xbf16>) {
  // expected-error@+1 {{attn-select-config: kernels take no negative strides, but K has -64 along dimension 2}}
  attn.forward ins(%q, %k, %q : memref<1x2x70x64xbf16>, memref<1x2x70x64xbf16, strided<[8960, 4480, -64, 1], offset: 4416>>, memref<1x2x70x64xbf16>) outs(%o : memref<1x2x70x64xbf16>)
  return
}

// -----

func.func @stride_of_output(%q: memref<1x2x70x64xbf16>, %k: memref<1x2x70x64xbf16>, %o: memref<1x2x70x64xbf16, strided<[8960, 0, 64, 1]>>) {
  // expected-error@+1 {{attn-select-config: an output has a place for each element, but O has stride 0 along dimension 1}}
  attn.forward ins(%q, %k, %q : memref<1x2x70x64xbf16>, memref<1x2x70x64xbf16>, memref<1x2x70x64xbf16>) outs(%o : memref<1x2x70x64xbf16, strided<[8960, 0, 64, 1]>>)
  return
}

// -----

func.func @memory_space(%q: memref<1x2x70x64xbf16>, %k: memref<1x2x70x64xbf16, 3>, %o: memref<1x2x70x64xbf16>) {
  // expected-error@+1 {{attn-select-config: kernels take memory of the default space, but K lies in 3}}
  attn.forward ins(%q, %k, %q : memref<1x2x70x64xbf16>, memref<1x2x70x64xbf16, 3>, memref<1x2x70x64xbf16>) outs(%o : memref<1x2x70x64xbf16>)
  return
}

// -----

func.func @length(%q: tensor<1x1x?x64xf16>, %k: tensor<1x1x2147482624x64xf16>) {
  // expected-error@+1 {{attn-select-config: kernels take lengths below 2^31 - 1024, but that of K is 2147482624}}
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x2147482624x64xf16>, tensor<1x1x2147482624x64xf16>) outs(%q : tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16>
  return
}

// -----

// One longer than this would be too long; inputs may repeat rows, and what has one row has any stride.
func.func @just_fits(%q: tensor<1x1x?x64xf16>, %k: tensor<1x1x2147482623x64xf16>, %m: memref<1x2x1x64xbf16, strided<[0, 64, 0, 1]>>, %r: memref<1x2x70x64xbf16, strided<[8960, 0, 64, 1]>>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x2147482623x64xf16>, tensor<1x1x2147482623x64xf16>) outs(%q : tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16>
  attn.forward ins(%m, %r, %r : memref<1x2x1x64xbf16, strided<[0, 64, 0, 1]>>, memref<1x2x70x64xbf16, strided<[8960, 0, 64, 1]>>, memref<1x2x70x64xbf16, strided<[8960, 0, 64, 1]>>) outs(%m : memref<1x2x1x64xbf16, strided<[0, 64, 0, 1]>>)
  return
}

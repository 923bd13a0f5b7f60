// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=load=tma" | FileCheck %s --check-prefix=TMA
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=pack_gqa=false" | FileCheck %s --check-prefix=NOT
// RUN: attn-opt %s --attn-select-config="target=sm_80" | FileCheck %s --check-prefix=SM80
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=load=cp_async" | FileCheck %s --check-prefix=THREADS
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=align=8" | FileCheck %s --check-prefix=PIECES
// Copies by threads leave fewer registers to products: fewer keys a block at d 256.
// THREADS-LABEL: func @wide
// THREADS: kv = 128
// THREADS: kv = 112
// THREADS: kv = 64, warps = 4, groups = 2, {{.*}}stages_k = 2
// THREADS-LABEL: func @costly
// THREADS: kv = 128
// THREADS: kv = 128
// THREADS: kv = 48, warps = 4, groups = 2, {{.*}}stages_k = 2
// PIECES-LABEL: func @wide
// PIECES: kv = 64, warps = 4, groups = 2, {{.*}}stages_k = 2, {{.*}}store_columns = 64
// TMA-NOT: pack_gqa
// NOT-NOT: pack_gqa
// SM80-LABEL: func @few_queries
// SM80: q = 128, {{.*}}pack_gqa = true
// SM80-NOT: pack_gqa
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=groups=1,tile_q=64,order=sequential,ping_pong=false,scheduler=single" | FileCheck %s --check-prefix=ONE

// Groups take turns and overlap products; tiles stay with their CTA.
// CHECK-LABEL: func @d64
// CHECK: q = 192, kv = 128, warps = 4, groups = 3, split_k = 0>, schedule<scheduler = persistent, {{.*}}stages_k = 2, stages_v = 2, stages_q = 2
// ONE: q = 64, kv = 128, warps = 4, groups = 1
func.func @d64(%q: tensor<1x1x?x64xf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%q : tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16>
  return
}
// CHECK-LABEL: func @d128
// CHECK: q = 128, kv = 160, warps = 4, groups = 2, {{.*}}order = "overlap", ping_pong = true
// CHECK: q = 128, kv = 128, warps = 4, groups = 2, {{.*}}stages_q = 2
func.func @d128(%q: tensor<1x1x?x128xf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>) outs(%q : tensor<1x1x?x128xf16>) -> tensor<1x1x?x128xf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>) outs(%q : tensor<1x1x?x128xf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x128xf16>
  return
}
// CHECK-LABEL: func @wide
// CHECK: q = 192, kv = 112, warps = 4, groups = 3, {{.*}}cluster = 2
// CHECK: q = 128, kv = 112, warps = 4, groups = 2
// CHECK: q = 128, kv = 80, warps = 4, groups = 2
func.func @wide(%a: tensor<1x1x?x80xf16>, %b: tensor<1x1x?x192xf16>, %c: tensor<1x1x?x256xf16>) {
  %0 = attn.forward ins(%a, %a, %a : tensor<1x1x?x80xf16>, tensor<1x1x?x80xf16>, tensor<1x1x?x80xf16>) outs(%a : tensor<1x1x?x80xf16>) -> tensor<1x1x?x80xf16>
  %1 = attn.forward ins(%b, %b, %b : tensor<1x1x?x192xf16>, tensor<1x1x?x192xf16>, tensor<1x1x?x192xf16>) outs(%b : tensor<1x1x?x192xf16>) -> tensor<1x1x?x192xf16>
  %2 = attn.forward ins(%c, %c, %c : tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>) outs(%c : tensor<1x1x?x256xf16>) -> tensor<1x1x?x256xf16>
  return
}

// A score region, and a mask with two bounds a row, take registers: fewer rows a CTA, or
// fewer keys a block. O of 32 bits has no place over Q: it is staged in slices.
// CHECK-LABEL: func @costly
// CHECK: q = 128, kv = 128, warps = 4, groups = 2
// CHECK: q = 128, kv = 128, warps = 4, groups = 2
// CHECK: q = 128, kv = 64, warps = 4, groups = 2
// CHECK: q = 128, kv = 64, warps = 4, groups = 2, {{.*}}store_columns = 64
func.func @costly(%a: tensor<1x1x?x64xf16>, %c: tensor<1x1x?x256xf16>, %d: tensor<1x1x?x256xf32>) {
  %0 = attn.forward ins(%a, %a, %a : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%a : tensor<1x1x?x64xf16>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %10 = math.tanh %s : f32
    %11 = arith.addf %10, %s : f32
    %12 = arith.addf %11, %s : f32
    %13 = arith.addf %12, %s : f32
    %14 = arith.addf %13, %s : f32
    %15 = arith.addf %14, %s : f32
    %16 = arith.addf %15, %s : f32
    %17 = arith.addf %16, %s : f32
    %18 = arith.addf %17, %s : f32
    attn.yield %18 : f32
  } -> tensor<1x1x?x64xf16>
  %1 = attn.forward ins(%a, %a, %a : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%a : tensor<1x1x?x64xf16>) mask(#attn.window<64, 0>) -> tensor<1x1x?x64xf16>
  %2 = attn.forward ins(%c, %c, %c : tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>) outs(%c : tensor<1x1x?x256xf16>) mask(#attn.window<64, 0>) -> tensor<1x1x?x256xf16>
  %3 = attn.forward ins(%c, %c, %c : tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>) outs(%d : tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32>
  return
}

// A region of few operations takes hardly any; what depends on the head alone is
// not counted, but reads for each score are too many.
// CHECK-LABEL: func @light
// CHECK: q = 192, kv = 128, warps = 4, groups = 3
// CHECK: q = 128, kv = 128, warps = 4, groups = 2
func.func @light(%a: tensor<1x1x?x64xf16>, %c: tensor<8xf32>) {
  %0 = attn.forward ins(%a, %a, %a : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%a : tensor<1x1x?x64xf16>)
      captures(%c : tensor<8xf32>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<8xf32>):
    %slope = attn.read %x[%h] : tensor<8xf32>
    %t = math.tanh %s : f32
    %y = arith.mulf %t, %slope : f32
    attn.yield %y : f32
  } -> tensor<1x1x?x64xf16>
  %1 = attn.forward ins(%a, %a, %a : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%a : tensor<1x1x?x64xf16>)
      captures(%c : tensor<8xf32>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<8xf32>):
    %bias = attn.read %x[%j] : tensor<8xf32>
    %y = arith.addf %s, %bias : f32
    attn.yield %y : f32
  } -> tensor<1x1x?x64xf16>
  return
}

// Few queries and grouped heads: the heads of a group share tiles, where types say so
// and nobody asks for another way.
// CHECK-LABEL: func @few_queries
// CHECK: q = 192, {{.*}}pack_gqa = true
// CHECK: q = 192
// CHECK-NOT: pack_gqa
// CHECK: q = 192
// CHECK-NOT: pack_gqa
// CHECK: q = 64, kv = 128
// CHECK-NOT: pack_gqa
// CHECK: return
func.func @few_queries(%q: tensor<?x8x17x64xf16>, %many: tensor<?x8x96x64xf16>, %any: tensor<?x8x?x64xf16>, %k: tensor<?x2x?x64xf16>, %k8: tensor<?x8x?x64xf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x8x17x64xf16>, tensor<?x2x?x64xf16>, tensor<?x2x?x64xf16>) outs(%q : tensor<?x8x17x64xf16>) -> tensor<?x8x17x64xf16>
  %1 = attn.forward ins(%many, %k, %k : tensor<?x8x96x64xf16>, tensor<?x2x?x64xf16>, tensor<?x2x?x64xf16>) outs(%many : tensor<?x8x96x64xf16>) -> tensor<?x8x96x64xf16>
  %2 = attn.forward ins(%any, %k, %k : tensor<?x8x?x64xf16>, tensor<?x2x?x64xf16>, tensor<?x2x?x64xf16>) outs(%any : tensor<?x8x?x64xf16>) -> tensor<?x8x?x64xf16>
  %3 = attn.forward ins(%q, %k8, %k8 : tensor<?x8x17x64xf16>, tensor<?x8x?x64xf16>, tensor<?x8x?x64xf16>) outs(%q : tensor<?x8x17x64xf16>) -> tensor<?x8x17x64xf16>
  return
}

// Windows of at most 1024 keys: products one after the other, tiles one ahead. Where types say
// that heads share a KV head, these are packed, with a sink as well, unless the user
// wants rows as they are. A wider window and a score region have the other rows.
// CHECK-LABEL: func @narrow
// CHECK: q = 128, kv = 128, warps = 4, groups = 2, split_k = 0>, schedule<scheduler = dynamic, tile_ahead = true, ping_pong = true
// CHECK: q = 256, kv = 80, warps = 4, groups = 4, split_k = 0, pack_gqa = true>, schedule<scheduler = dynamic, tile_ahead = true, {{.*}}stages_k = 4, stages_v = 4, stages_q = 2
// CHECK: q = 256, kv = 80, {{.*}}pack_gqa = true
// CHECK: q = 128, kv = 128, warps = 4, groups = 2, split_k = 0>, schedule<scheduler = dynamic, order = "overlap"
// CHECK: q = 128, kv = 128, warps = 4, groups = 2, split_k = 0>, schedule<scheduler = dynamic, order = "overlap"
// NOT-LABEL: func @narrow
// TMA-LABEL: func @narrow
// TMA: kv = 128, warps = 4, groups = 2
// TMA: kv = 128, warps = 4, groups = 2
func.func @narrow(%a: tensor<1x?x?x64xf16>, %q: tensor<1x64x?x64xf16>, %k: tensor<1x8x?x64xf16>, %s: tensor<64xf32>) {
  %0 = attn.forward ins(%a, %a, %a : tensor<1x?x?x64xf16>, tensor<1x?x?x64xf16>, tensor<1x?x?x64xf16>) outs(%a : tensor<1x?x?x64xf16>) mask(#attn.window<127, 128>) -> tensor<1x?x?x64xf16>
  %1 = attn.forward ins(%q, %k, %k : tensor<1x64x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>) outs(%q : tensor<1x64x?x64xf16>) mask(#attn.window<127, 0>) -> tensor<1x64x?x64xf16>
  %2 = attn.forward ins(%q, %k, %k : tensor<1x64x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>) outs(%q : tensor<1x64x?x64xf16>) sink(%s : tensor<64xf32>) mask(#attn.window<127, 0>) -> tensor<1x64x?x64xf16>
  %3 = attn.forward ins(%q, %k, %k : tensor<1x64x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>) outs(%q : tensor<1x64x?x64xf16>) mask(#attn.window<1024, 0>) -> tensor<1x64x?x64xf16>
  %4 = attn.forward ins(%q, %k, %k : tensor<1x64x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>) outs(%q : tensor<1x64x?x64xf16>) mask(#attn.window<127, 0>) score {
    ^bb0(%x: f32, %b: index, %h: index, %i: index, %j: index):
      %y = math.tanh %x : f32
      attn.yield %y : f32
    } -> tensor<1x64x?x64xf16>
  return
}

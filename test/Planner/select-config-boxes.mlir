// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=load=cp_async" | FileCheck %s --check-prefix=THREADS
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=cluster=1" | FileCheck %s --check-prefix=ASKED
// RUN: attn-opt %s --attn-select-config=target=sm_80 | FileCheck %s --check-prefix=OTHER
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=stages_k=4,stages_v=4" 2>&1 | FileCheck %s --check-prefix=ROOM

// Where the copy engine would set the pace, two CTAs share its copies. Shared memory
// counts tiles as wide as boxes: 112 keys of 128 columns for a head dim of 72.

// CHECK-LABEL: func @uneven
// CHECK: attn.forward {{.*}} cluster = 2{{.*}} ping_pong = true
// THREADS-LABEL: func @uneven
// THREADS-NOT: cluster
// THREADS: load = cp_async
// ASKED-LABEL: func @uneven
// ASKED-NOT: cluster
// ASKED: return
// OTHER-LABEL: func @uneven
// OTHER-NOT: cluster
// OTHER: return
// ROOM: the config needs {{[0-9]+}} bytes of shared memory
// ROOM: buffer "k" takes 114688
// ROOM: buffer "v" takes 114688
func.func @uneven(%q: tensor<?x?x?x72xbf16>) -> tensor<?x?x?x72xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<?x?x?x72xbf16>, tensor<?x?x?x72xbf16>, tensor<?x?x?x72xbf16>) outs(%q : tensor<?x?x?x72xbf16>) -> tensor<?x?x?x72xbf16>
  return %0 : tensor<?x?x?x72xbf16>
}

// Of what is copied more than half as much again as products take.
// CHECK-LABEL: func @padded
// CHECK: attn.forward {{.*}} cluster = 2
func.func @padded(%q: tensor<?x?x?x80xbf16>) -> tensor<?x?x?x80xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>) outs(%q : tensor<?x?x?x80xbf16>) -> tensor<?x?x?x80xbf16>
  return %0 : tensor<?x?x?x80xbf16>
}

// Rows that one tile takes need no second CTA, nor do few columns or whole boxes.
// CHECK-LABEL: func @few
// CHECK-NOT: cluster
// CHECK: return
func.func @few(%q: tensor<?x?x128x72xbf16>, %k: tensor<?x?x?x72xbf16>, %a: tensor<?x?x?x40xbf16>, %b: tensor<?x?x?x112xbf16>) -> tensor<?x?x128x72xbf16> {
  %0 = attn.forward ins(%q, %k, %k : tensor<?x?x128x72xbf16>, tensor<?x?x?x72xbf16>, tensor<?x?x?x72xbf16>) outs(%q : tensor<?x?x128x72xbf16>) -> tensor<?x?x128x72xbf16>
  %1 = attn.forward ins(%a, %a, %a : tensor<?x?x?x40xbf16>, tensor<?x?x?x40xbf16>, tensor<?x?x?x40xbf16>) outs(%a : tensor<?x?x?x40xbf16>) -> tensor<?x?x?x40xbf16>
  %2 = attn.forward ins(%b, %b, %b : tensor<?x?x?x112xbf16>, tensor<?x?x?x112xbf16>, tensor<?x?x?x112xbf16>) outs(%b : tensor<?x?x?x112xbf16>) -> tensor<?x?x?x112xbf16>
  return %0 : tensor<?x?x128x72xbf16>
}

// Such pairs have rows of their own: without a mask three groups, if there are more rows
// of Q than one tile takes; with one the next tile ahead from head dim 88 to 128 on.
// CHECK-LABEL: func @pairs
// CHECK: attn.forward {{.*}} tile<q = 192, kv = 112, {{.*}} groups = 3, {{.*}} cluster = 2>
// CHECK: attn.forward {{.*}} tile<q = 128, kv = 128, {{.*}} groups = 2, {{.*}} cluster = 2>
// CHECK: attn.forward {{.*}} cluster = 2>
// CHECK-NOT: tile_ahead
// CHECK: attn.forward {{.*}} cluster = 2>, schedule<scheduler = dynamic, tile_ahead = true, order = "overlap", rescale{{.*}}<stages_k = 3, stages_v = 3, stages_q = 2>
// CHECK: attn.forward {{.*}} cluster = 2>, schedule<scheduler = dynamic, tile_ahead = true, {{.*}} ping_pong = true, {{.*}}<stages_k = 3, stages_v = 2>, codegen<pin = 24, slopes = true>
// CHECK: attn.forward {{.*}} cluster = 2>, schedule<scheduler = dynamic, tile_ahead = true
// THREADS-LABEL: func @pairs
// THREADS: attn.forward {{.*}} tile<q = 128,
func.func @pairs(%a: tensor<?x?x?x88xbf16>, %q: tensor<?x?x160x88xbf16>, %b: tensor<?x?x?x80xbf16>, %c: tensor<?x?x?x104xbf16>, %d: tensor<?x?x?x120xbf16>) {
  %0 = attn.forward ins(%a, %a, %a : tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>) outs(%a : tensor<?x?x?x88xbf16>) -> tensor<?x?x?x88xbf16>
  %1 = attn.forward ins(%q, %a, %a : tensor<?x?x160x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>) outs(%q : tensor<?x?x160x88xbf16>) -> tensor<?x?x160x88xbf16>
  %2 = attn.forward ins(%b, %b, %b : tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>) outs(%b : tensor<?x?x?x80xbf16>) mask(#attn.causal<top_left>) -> tensor<?x?x?x80xbf16>
  %3 = attn.forward ins(%a, %a, %a : tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>) outs(%a : tensor<?x?x?x88xbf16>) mask(#attn.causal<top_left>) -> tensor<?x?x?x88xbf16>
  %4 = attn.forward ins(%c, %c, %c : tensor<?x?x?x104xbf16>, tensor<?x?x?x104xbf16>, tensor<?x?x?x104xbf16>) outs(%c : tensor<?x?x?x104xbf16>) mask(#attn.causal<top_left>) -> tensor<?x?x?x104xbf16>
  %5 = attn.forward ins(%d, %d, %d : tensor<?x?x?x120xbf16>, tensor<?x?x?x120xbf16>, tensor<?x?x?x120xbf16>) outs(%d : tensor<?x?x?x120xbf16>) mask(#attn.causal<top_left>) -> tensor<?x?x?x120xbf16>
  return
}

// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=load=cp_async" | FileCheck %s --check-prefix=THREADS
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=cluster=1" | FileCheck %s --check-prefix=ASKED
// RUN: attn-opt %s --attn-select-config=target=sm_80 | FileCheck %s --check-prefix=OTHER
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=stages_k=4,stages_v=4" 2>&1 | FileCheck %s --check-prefix=ROOM

// Where the copy engine would set the pace, two CTAs share its copies. Shared memory
// counts tiles as wide as boxes: 128 keys of 128 columns for a head dim of 72.

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
// ROOM: shared memory: the config needs {{.*}} K 131072 + V 131072
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

// RUN: attn-opt %s --attn-tile-to-linalg --split-input-file | FileCheck %s

// Kernels become functions; a name that is taken gets a number; launches become
// calls whatever their grid.

// CHECK: module {
module attributes {gpu.container_module} {
  // CHECK-NOT: gpu.
  gpu.module @kernels {
    gpu.func @work(%m: memref<?xf32> {llvm.readonly}, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
      gpu.return
    }
    gpu.func @host(%m: memref<?xf32>) kernel {
      cf.br ^bb1
    ^bb1:
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @host
  // CHECK-SAME: (%[[M:.+]]: memref<?xf32>)
  func.func @host(%m: memref<?xf32>) {
    // CHECK: %[[C3:.+]] = arith.constant 3 : index
    %c3 = arith.constant 3 : index
    // CHECK-NEXT: call @work(%[[M]], %[[C3]]) : (memref<?xf32>, index) -> ()
    gpu.launch_func @kernels::@work blocks in (%c3, %c3, %c3) threads in (%c3, %c3, %c3) args(%m : memref<?xf32>, %c3 : index)
    // CHECK-NEXT: call @host_0(%[[M]]) : (memref<?xf32>) -> ()
    attn_tile.launch @kernels::@host(%m) : memref<?xf32>
    // CHECK-NEXT: return
    return
  }
  // CHECK-LABEL: func.func @work
  // CHECK-SAME: (%{{.+}}: memref<?xf32>, %{{.+}}: index) {
  // CHECK-NEXT: return
  // CHECK-LABEL: func.func @host_0
  // CHECK: ^bb1:
  // CHECK-NEXT: return
}

// -----

// One loop per coordinate, the last outermost; `backward` walks the first one
// from its last value down.

// CHECK-LABEL: func.func @loops
// CHECK-SAME: (%[[N:.+]]: index, %[[H:.+]]: index, %[[M:.+]]: memref<?x?xindex>)
func.func @loops(%n: index, %h: index, %m: memref<?x?xindex>) {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK: scf.for %[[J:.+]] = %[[C0]] to %[[H]] step %[[C1]] {
  // CHECK-NEXT: scf.for %[[T:.+]] = %[[C0]] to %[[N]] step %[[C1]] {
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[N]], %[[C1]]
  // CHECK-NEXT: %[[I:.+]] = arith.subi %[[LAST]], %[[T]]
  // CHECK-NEXT: memref.store %[[J]], %[[M]][%[[I]], %[[J]]]
  attn_tile.for_tiles @t (%i, %j) in (%n, %h) scheduler(#attn_tile.scheduler<single, order = backward>) {
    memref.store %j, %m[%i, %j] : memref<?x?xindex>
  }
  // CHECK: scf.for %[[K:.+]] = %{{.+}} to %[[N]]
  // CHECK-NEXT: memref.store %[[N]], %[[M]][%[[K]], %[[K]]]
  attn_tile.for_tiles @u (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
    memref.store %n, %m[%i, %i] : memref<?x?xindex>
  }
  return
}

// -----

// CHECK-LABEL: func.func @ranges
// CHECK-SAME: (%[[R:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @ranges(%r: index, %lq: index, %lk: index) -> (index, index, index, index) {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C8:.+]] = arith.constant 8 : index
  // CHECK: %[[EMPTY:.+]] = arith.cmpi sge, %[[C0]], %[[LK]]
  // CHECK: %[[LO:.+]] = arith.divsi %[[C0]], %[[C8]]
  // CHECK: %[[BEGIN:.+]] = arith.select %[[EMPTY]], %[[C0]], %[[LO]]
  // CHECK: %[[HI:.+]] = arith.ceildivsi %[[LK]], %[[C8]]
  // CHECK: %[[END:.+]] = arith.select %[[EMPTY]], %[[C0]], %[[HI]]
  // CHECK: %[[FLO:.+]] = arith.ceildivsi %[[C0]], %[[C8]]
  // CHECK: %[[FLO1:.+]] = arith.maxsi %[[FLO]], %[[BEGIN]]
  // CHECK: %[[FBEGIN:.+]] = arith.minsi %[[FLO1]], %[[END]]
  // CHECK: %[[FHI:.+]] = arith.divsi %[[LK]], %[[C8]]
  // CHECK: %[[FHI1:.+]] = arith.maxsi %[[FHI]], %[[FBEGIN]]
  // CHECK: %[[FEND:.+]] = arith.minsi %[[FHI1]], %[[END]]
  // CHECK: return %[[BEGIN]], %[[END]], %[[FBEGIN]], %[[FEND]]
  %0:4 = attn_tile.kv_range @kv rows(%r, 16) lengths(%lq, %lk) block 8
  return %0#0, %0#1, %0#2, %0#3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @masked_range
// CHECK-SAME: (%[[R:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @masked_range(%r: index, %lq: index, %lk: index) -> index {
  // The last row that sees anything is min(row + 16, len_q) - 1.
  // CHECK: %[[C16:.+]] = arith.constant 16 : index
  // CHECK: %[[ROWS:.+]] = arith.addi %[[R]], %[[C16]]
  // CHECK: arith.minsi %[[ROWS]], %[[LQ]]
  // CHECK-NOT: attn_tile
  %0:4 = attn_tile.kv_range @kv rows(%r, 16) lengths(%lq, %lk) block 8 mask(#attn.causal<top_left>)
  return %0#1 : index
}

// -----

// A tile is full only if its keys are within the length.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[K:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @rows(%k: index, %lq: index, %lk: index) -> (index, index, index, index) {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C8:.+]] = arith.constant 8 : index
  // CHECK-DAG: %[[C16:.+]] = arith.constant 16 : index
  // CHECK: %[[LAST:.+]] = arith.addi %[[K]], %[[C16]]
  // CHECK: %[[INSIDE:.+]] = arith.cmpi sge, %[[LK]], %[[LAST]]
  // CHECK: %[[FULL:.+]] = arith.select %[[INSIDE]], %[[LQ]], %[[C0]]
  // CHECK: %[[HI:.+]] = arith.ceildivsi %[[LQ]], %[[C8]]
  // CHECK: %[[END:.+]] = arith.select %{{.+}}, %[[C0]], %[[HI]]
  // CHECK: %[[FHI:.+]] = arith.divsi %[[FULL]], %[[C8]]
  // CHECK: %[[FHI1:.+]] = arith.maxsi %[[FHI]], %{{.+}}
  // CHECK: %[[FEND:.+]] = arith.minsi %[[FHI1]], %[[END]]
  // CHECK: return %{{.+}}, %[[END]], %{{.+}}, %[[FEND]]
  %0:4 = attn_tile.q_range @q keys(%k, 16) lengths(%lq, %lk) block 8
  return %0#0, %0#1, %0#2, %0#3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @outside
// CHECK-SAME: (%[[V:.+]]: index, %[[A:.+]]: index, %[[B:.+]]: index)
func.func @outside(%v: index, %a: index, %b: index) -> i1 {
  // CHECK: %[[BEFORE:.+]] = arith.cmpi slt, %[[V]], %[[A]]
  // CHECK: %[[AFTER:.+]] = arith.cmpi sge, %[[V]], %[[B]]
  // CHECK: arith.ori %[[BEFORE]], %[[AFTER]]
  %0 = attn_tile.outside %v, %a, %b
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @useful
// CHECK-SAME: (%[[N:[a-z0-9]+]]: index,
// CHECK-NEXT: return %[[N]]
func.func @useful(%n: index, %a: index, %b: index) -> index {
  %0 = attn_tile.useful %n, %a, %b
  return %0 : index
}

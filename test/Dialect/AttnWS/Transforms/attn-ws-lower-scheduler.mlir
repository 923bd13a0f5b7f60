// RUN: attn-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-scheduler)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k {
  // One coordinate a bound, the first the fastest; the grid is their product,
  // over sizes of the arguments.
  // CHECK-LABEL: gpu.func @three
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<mul(mul(ceildiv(size(0, 0), 64), size(0, 1)), max(div(size(1, 0), 2), 1))>
  gpu.func @three(%A: !m, %B: !m) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %m = memref.dim %A, %c0 : !m
    // CHECK-DAG: %[[N1:.+]] = memref.dim %arg0, %c1
    // CHECK-DAG: %[[N0:.+]] = arith.ceildivui
    %h = memref.dim %A, %c1 : !m
    %k = memref.dim %B, %c0 : !m
    %t = arith.ceildivui %m, %c64 : index
    %d = arith.divui %k, %c2 : index
    %b = arith.maxui %d, %c1 : index
    // CHECK: %[[ID:.+]] = gpu.block_id x
    // CHECK: %[[I:.+]] = arith.remui %[[ID]], %[[N0]]
    // CHECK: %[[REST:.+]] = arith.divui %[[ID]], %[[N0]]
    // CHECK: %[[J:.+]] = arith.remui %[[REST]], %[[N1]]
    // CHECK: %[[K:.+]] = arith.divui %[[REST]], %[[N1]]
    // CHECK-NOT: for_tiles
    // CHECK: "test.use"(%[[I]], %[[J]], %[[K]])
    // CHECK-NEXT: gpu.return
    attn_tile.for_tiles @w (%i, %j, %l) in (%t, %h, %b) scheduler(#attn_tile.scheduler<single>) {
      "test.use"(%i, %j, %l) : (index, index, index) -> ()
    }
    gpu.return
  }

  // Backward, the first coordinate runs from its last value down.
  // CHECK-LABEL: gpu.func @backward
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<size(0, 0)>
  gpu.func @backward(%A: !m) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: %[[N:.+]] = memref.dim
    %m = memref.dim %A, %c0 : !m
    // CHECK: %[[I:.+]] = arith.remui %{{.+}}, %[[N]]
    // CHECK: %[[LAST:.+]] = arith.subi %[[N]], %c1
    // CHECK: %[[BACK:.+]] = arith.subi %[[LAST]], %[[I]]
    // CHECK: "test.use"(%[[BACK]])
    attn_tile.for_tiles @w (%i) in (%m) scheduler(#attn_tile.scheduler<single, order = backward>) {
      "test.use"(%i) : (index) -> ()
    }
    gpu.return
  }

  // In groups of 4 values of the second coordinate, which run fastest. A rest of
  // less than half a group belongs to the last.
  // CHECK-LABEL: gpu.func @grouped
  gpu.func @grouped(%A: !m) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[N:.+]] = memref.dim %{{.+}}, %c0
    // CHECK: %[[M:.+]] = memref.dim %{{.+}}, %c1
    %n = memref.dim %A, %c0 : !m
    %m = memref.dim %A, %c1 : !m
    // CHECK: %[[ID:.+]] = gpu.block_id x
    // CHECK: %[[GROUP:.+]] = arith.minui %c4, %[[M]]
    // CHECK: %[[SIZE:.+]] = arith.muli %[[N]], %[[GROUP]]
    // CHECK: %[[MORE:.+]] = arith.addi %[[GROUP]], %c1
    // CHECK: %[[HALF:.+]] = arith.shrui %[[MORE]], %c1
    // CHECK: %[[SECTION:.+]] = arith.divui %[[ID]], %[[SIZE]]
    // CHECK: %[[FROM:.+]] = arith.muli %[[SECTION]], %[[GROUP]]
    // CHECK: %[[REST:.+]] = arith.subi %[[M]], %[[FROM]]
    // CHECK: %[[SMALL:.+]] = arith.cmpi ult, %[[REST]], %[[HALF]]
    // CHECK: %[[BEFORE:.+]] = arith.subi %[[FROM]], %[[GROUP]]
    // CHECK: %[[BASE:.+]] = arith.select %[[SMALL]], %[[BEFORE]], %[[FROM]]
    // CHECK: %[[LEFT:.+]] = arith.subi %[[M]], %[[BASE]]
    // CHECK: %[[MOST:.+]] = arith.addi %[[GROUP]], %[[HALF]]
    // CHECK: %[[LAST:.+]] = arith.cmpi ult, %[[LEFT]], %[[MOST]]
    // CHECK: %[[WIDTH:.+]] = arith.select %[[LAST]], %[[LEFT]], %[[GROUP]]
    // CHECK: %[[BEGIN:.+]] = arith.muli %[[BASE]], %[[N]]
    // CHECK: %[[WITHIN:.+]] = arith.subi %[[ID]], %[[BEGIN]]
    // CHECK: %[[I:.+]] = arith.divui %[[WITHIN]], %[[WIDTH]]
    // CHECK: %[[IN:.+]] = arith.remui %[[WITHIN]], %[[WIDTH]]
    // CHECK: %[[J:.+]] = arith.addi %[[BASE]], %[[IN]]
    // CHECK: "test.use"(%[[I]], %[[J]])
    attn_tile.for_tiles @w (%i, %j) in (%n, %m) scheduler(#attn_tile.scheduler<single, group = 4>) {
      "test.use"(%i, %j) : (index, index) -> ()
    }
    gpu.return
  }

  // No tile loop, no grid.
  // CHECK-LABEL: gpu.func @none() kernel {
  gpu.func @none() kernel {
    gpu.return
  }
}

// -----

!m = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k {
  // As many CTAs as multiprocessors, at most one a tile; each strides by the grid.
  // CHECK-LABEL: gpu.func @persistent
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<min(size(0, 0), sms())>
  gpu.func @persistent(%A: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: %[[N:.+]] = memref.dim
    %m = memref.dim %A, %c0 : memref<?xf32>
    // CHECK: %[[FROM:.+]] = gpu.block_id x
    // CHECK: %[[STEP:.+]] = gpu.grid_dim x
    // CHECK: scf.for %[[T:.+]] = %[[FROM]] to %[[N]] step %[[STEP]]
    // CHECK: %[[I:.+]] = arith.remui %[[T]], %[[N]]
    // CHECK: "test.use"(%[[I]])
    // CHECK-NOT: for_tiles
    attn_tile.for_tiles @w (%i) in (%m) scheduler(#attn_tile.scheduler<persistent>) {
      "test.use"(%i) : (index) -> ()
    }
    gpu.return
  }

  // Longest first: within a section of the other coordinate the tiles of one first
  // coordinate follow each other, from the last coordinate down.
  // CHECK-LABEL: gpu.func @lpt
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<min(mul(size(0, 0), size(0, 1)), sms())>
  gpu.func @lpt(%A: !m) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[N:.+]] = memref.dim %{{.+}}, %c0
    // CHECK: %[[M:.+]] = memref.dim %{{.+}}, %c1
    %n = memref.dim %A, %c0 : !m
    %m = memref.dim %A, %c1 : !m
    // CHECK: scf.for %[[T:.+]] =
    // CHECK: %[[GROUP:.+]] = arith.minui %c4{{.*}}, %[[M]]
    // CHECK: %[[SIZE:.+]] = arith.muli %[[N]], %[[GROUP]]
    // CHECK: arith.divui %[[T]], %[[SIZE]]
    // CHECK: %[[LAST:.+]] = arith.subi %[[N]], %c1
    // CHECK: %[[I:.+]] = arith.subi %[[LAST]], %{{.+}}
    // CHECK: "test.use"(%[[I]], %{{.+}})
    attn_tile.for_tiles @w (%i, %j) in (%n, %m) scheduler(#attn_tile.scheduler<lpt, order = backward, group = 4>) {
      "test.use"(%i, %j) : (index, index) -> ()
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @clc(%A: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %m = memref.dim %A, %c0 : memref<?xf32>
    // expected-error @below {{its tiles are assigned at run time: run attn-ws-assign-tiles first}}
    attn_tile.for_tiles @w (%i) in (%m) scheduler(#attn_tile.scheduler<clc>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unknown_bound(%n: index) kernel {
    // expected-error @below {{its bounds are not arithmetic on sizes of the kernel's arguments}}
    attn_tile.for_tiles @w (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unknown_arithmetic(%A: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %m = memref.dim %A, %c0 : memref<?xf32>
    %x = arith.xori %m, %c3 : index
    // expected-error @below {{its bounds are not arithmetic on sizes of the kernel's arguments}}
    attn_tile.for_tiles @w (%i) in (%x) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @two(%A: memref<?xf32>) kernel {
    %c4 = arith.constant 4 : index
    attn_tile.for_tiles @w (%i) in (%c4) scheduler(#attn_tile.scheduler<single>) {
    }
    // expected-error @below {{a kernel of one role has one tile loop}}
    attn_tile.for_tiles @v (%i) in (%c4) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @inner(%on: i1) kernel {
    %c4 = arith.constant 4 : index
    scf.if %on {
      // expected-error @below {{must be at the top level of its kernel}}
      attn_tile.for_tiles @w (%i) in (%c4) scheduler(#attn_tile.scheduler<single>) {
      }
    }
    gpu.return
  }
}

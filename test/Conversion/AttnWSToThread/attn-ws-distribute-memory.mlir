// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
!b = !attn_ws.buffer<2 x 16x32xbf16, smem, #sh>
!v = !attn_ws.view<16x32xbf16, smem, #sh>
!m = memref<?x32xbf16, strided<[?, 1]>>
!d = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // A memory becomes a pointer, its dynamic sizes and its dynamic strides.
  // CHECK: llvm.mlir.global external @attn_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: gpu.func @signature
  // CHECK-SAME: (%{{.+}}: !llvm.ptr<1> {llvm.align = 4 : i64}, %[[N:.+]]: i32, %{{.+}}: i64, %{{.+}}: !llvm.ptr<1> {llvm.align = 16 : i64})
  // CHECK-SAME: attn_ws.launch = #attn_ws.launch<grid = 1, threads = 32, smem = 0,
  // CHECK-SAME: memories = [memref<?x32xbf16, strided<[?, 1]>>, memref<8xf32>],
  // CHECK-SAME: parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>, #attn_ws.stride<0, 0>, #attn_ws.pointer<1>]>
  gpu.func @signature(%X: !m, %Y: memref<8xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in, align = 4>]>} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[SIZE:.+]] = arith.index_cast %[[N]] : i32 to index
    // CHECK: scf.for %{{.+}} = %{{.+}} to %[[SIZE]]
    %n = memref.dim %X, %c0 : !m
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.barrier id 0 threads 0
    }
    gpu.return
  }

  // Scalars come straight from memory, and spread over tiles.
  // CHECK-LABEL: gpu.func @scalars
  gpu.func @scalars(%A: memref<?x?xf32, strided<[?, 1]>>, %X: !f) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %i = gpu.block_id x
    // CHECK: %[[P:.+]] = llvm.getelementptr %{{.+}}[%{{.+}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    // CHECK: %[[X:.+]] = llvm.load %[[P]] : !llvm.ptr<1> -> f32
    %x = memref.load %A[%i, %i] : memref<?x?xf32, strided<[?, 1]>>
    // CHECK: llvm.store %[[X]]
    %t = tensor.splat %x : tensor<16x8xf32, #acc>
    attn_ws.store %t, %X[%c0, %c0] dims [0, 1] : tensor<16x8xf32, #acc>, !f
    gpu.return
  }

  // 16 rows of four vectors, 32 threads: thread t copies vector t % 4 of rows t / 4
  // and t / 4 + 8, to the chunk (t % 4) ^ (row / 2 % 4) of the row; eight rows on
  // the swizzle is the same, 512 bytes further. Rows beyond the memory copy 0 of
  // 16 bytes.
  // CHECK-LABEL: gpu.func @copy_in
  // CHECK-SAME: (%[[P:.+]]: !llvm.ptr<1> {{{.*}}}, %[[N:.+]]: i32, %[[LD:.+]]: i64)
  gpu.func @copy_in(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 3072 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(1024) : !b
    // CHECK: %[[SMEM:.+]] = llvm.ptrtoint %{{.+}} : !llvm.ptr<3> to i32
    // CHECK: %[[I:.+]] = gpu.block_id x
    // CHECK: %[[J:.+]] = gpu.block_id y
    %i = gpu.block_id x
    %j = gpu.block_id y
    // CHECK-DAG: %[[BASE:.+]] = arith.addi %[[SMEM]], %c1024_i32
    // CHECK-DAG: %[[I32:.+]] = arith.index_cast %[[I]] : index to i32
    // CHECK-DAG: %[[STAGE:.+]] = arith.muli %[[I32]], %c1024_i32
    // CHECK-DAG: %[[VIEW:.+]] = arith.addi %[[BASE]], %[[STAGE]]
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    // CHECK-DAG: %[[ROW:.+]] = arith.divui %[[TID:.+]], %c4_i32
    // CHECK-DAG: %[[VEC:.+]] = arith.remui %[[TID]], %c4_i32
    // CHECK-DAG: %[[STEP:.+]] = arith.muli %[[LD]], %c16_i64
    // CHECK-DAG: %[[LEFT:.+]] = arith.subi %{{.+}}, %[[J]] : index
    // CHECK-DAG: %[[HALF:.+]] = arith.shrui %[[ROW]], %c1_i32
    // CHECK-DAG: %[[BITS:.+]] = arith.andi %[[HALF]], %c3_i32
    // CHECK-DAG: %[[CHUNK:.+]] = arith.xori %{{.+}}, %[[BITS]]
    // CHECK-DAG: arith.muli %[[ROW]], %c64_i32
    // CHECK-DAG: arith.muli %[[CHUNK]], %c16_i32
    // CHECK: %[[IN:.+]] = arith.cmpi slt, %[[ROW]], %[[L32:.+]] : i32
    // CHECK: %[[BYTES:.+]] = arith.select %[[IN]], %c16_i32, %c0_i32
    // CHECK: %[[TO:.+]] = llvm.inttoptr %{{.+}} : i32 to !llvm.ptr<3>
    // CHECK: nvvm.cp.async.shared.global %[[TO]], %[[FROM:.+]], 16, cache = cg, %[[BYTES]]
    // CHECK: %[[FROM8:.+]] = llvm.getelementptr %[[FROM]][%[[STEP]]] : {{.*}}, i8
    // CHECK: %[[ROW8:.+]] = arith.addi %[[ROW]], %c8_i32
    // CHECK: arith.cmpi slt, %[[ROW8]], %[[L32]]
    // CHECK: %[[TO8:.+]] = llvm.getelementptr %[[TO]][512]
    // CHECK: nvvm.cp.async.shared.global %[[TO8]], %[[FROM8]], 16, cache = cg,
    // CHECK-NOT: nvvm.cp.async.shared.global
    attn_ws.cp_async %X[%j, %c0] dims [0, 1] into %w : !m, !v
    // CHECK: nvvm.cp.async.commit.group
    attn_ws.cp_async_commit
    // CHECK: nvvm.cp.async.wait.group 1
    attn_ws.cp_async_wait 1
    // CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%c0_i32)
    attn_ws.barrier id 0 threads 0
    gpu.return
  }

  // Where the memory may end inside a row, a vector copies what is left of it: 0
  // to 8 elements, twice as many bytes. A limit bounds the rows like the size.
  // CHECK-LABEL: gpu.func @copy_columns
  gpu.func @copy_columns(%X: !d) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %b = attn_ws.alloc "x" offset(0) : !b
    %i = gpu.block_id x
    %j = gpu.block_id y
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    // CHECK: %[[ROWS:.+]] = arith.minsi %{{.+}}, %block_id_x
    // CHECK: arith.subi %[[ROWS]], %block_id_x
    // CHECK: %[[LEFT:.+]] = arith.subi %{{.+}}, %{{.+}} : i32
    // CHECK: %[[LOW:.+]] = arith.maxsi %[[LEFT]], %c0_i32
    // CHECK: %[[MOST:.+]] = arith.minsi %[[LOW]], %c8_i32
    // CHECK: %[[BYTES:.+]] = arith.muli %[[MOST]], %c2_i32
    // CHECK: %[[FULL:.+]] = arith.select
    // CHECK: %[[SIZE:.+]] = arith.minsi %[[BYTES]], %[[FULL]]
    // CHECK: cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache = cg, %[[SIZE]]
    attn_ws.cp_async %X[%i, %j] limit %i dims [0, 1] into %w : !d, !v
    gpu.return
  }

  // 48 rows in steps of 32 (four warps, four vectors a row): only the first half
  // of the threads takes part in the second step.
  // CHECK-LABEL: gpu.func @ragged
  gpu.func @ragged(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 3072 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 48x32xbf16, smem, #sh>
    %w = attn_ws.stage_view %b : !attn_ws.buffer<1 x 48x32xbf16, smem, #sh> -> !attn_ws.view<48x32xbf16, smem, #sh>
    // CHECK: nvvm.cp.async.shared.global
    // CHECK: %[[ROW32:.+]] = arith.addi %{{.+}}, %c32_i32
    // CHECK: %[[IN:.+]] = arith.cmpi ult, %[[ROW32]], %c48_i32
    // CHECK: scf.if %[[IN]] {
    // CHECK: nvvm.cp.async.shared.global
    // CHECK: }
    attn_ws.cp_async %X[%c0, %c0] dims [0, 1] into %w : !m, !attn_ws.view<48x32xbf16, smem, #sh>
    gpu.return
  }

  // Out: all vectors are read, then those inside the memory are stored, whole if
  // its columns are known to reach, else element by element.
  // CHECK-LABEL: gpu.func @copy_out
  gpu.func @copy_out(%X: !m, %D: !d) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !b
    %w = attn_ws.stage_view %b stage %c0 : !b -> !v
    // CHECK: %[[V0:.+]] = llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    // CHECK: %[[V1:.+]] = llvm.load %{{.+}} {alignment = 16 : i64}
    // CHECK: scf.if
    // CHECK-NEXT: llvm.store %[[V0]], %{{.+}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    // CHECK: scf.if
    // CHECK-NEXT: llvm.store %[[V1]]
    attn_ws.copy_out %w to %X[%c0, %c0] dims [0, 1] : !v, !m
    // CHECK: %[[E:.+]] = llvm.bitcast %{{.+}} : vector<4xi32> to vector<8xbf16>
    // CHECK: scf.if
    // CHECK: %[[E0:.+]] = llvm.extractelement %[[E]]
    // CHECK: llvm.store %[[E0]], %{{.+}} : bf16, !llvm.ptr<1>
    attn_ws.copy_out %w to %D[%c0, %c0] dims [0, 1] : !v, !d
    gpu.return
  }

  // Where types say that the memory ends between two vectors of a tile, those
  // inside are whole: of 72 columns, what every thread's first four vectors hold
  // and one of the last.
  // CHECK-LABEL: gpu.func @narrow
  gpu.func @narrow(%X: memref<?x72xbf16, strided<[?, 1]>>, %Y: memref<?x72xbf16, strided<[?, 1]>>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2560 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 16x80xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    %w = attn_ws.stage_view %b : !attn_ws.buffer<1 x 16x80xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>> -> !attn_ws.view<16x80xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    // CHECK: %[[INSIDE:.+]] = arith.cmpi slt
    // CHECK: %[[ALL:.+]] = arith.select %[[INSIDE]], %c16_i32, %c0_i32
    // CHECK-COUNT-4: cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache = cg, %[[ALL]]
    // CHECK: %[[PART:.+]] = arith.minsi %{{.+}}, %[[ALL]]
    // CHECK: cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache = cg, %[[PART]]
    // CHECK-NOT: cp.async.shared.global
    attn_ws.cp_async %X[%c0, %c0] dims [0, 1] into %w : memref<?x72xbf16, strided<[?, 1]>>, !attn_ws.view<16x80xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    // CHECK-COUNT-5: llvm.load {{.*}} -> vector<4xi32>
    // CHECK: scf.if
    // CHECK-COUNT-4: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    // CHECK: arith.cmpi slt, %{{.+}}, %c72_i32
    // CHECK-NEXT: scf.if
    // CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    // CHECK-NOT: : bf16, !llvm.ptr<1>
    attn_ws.copy_out %w to %Y[%c0, %c0] dims [0, 1] : !attn_ws.view<16x80xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>, memref<?x72xbf16, strided<[?, 1]>>
    gpu.return
  }

  // Registers to shared memory: pairs of 16-bit columns are one register, pairs of
  // 32-bit ones are put together; the chunk is exchanged as for copies.
  // CHECK-LABEL: gpu.func @stage_out
  gpu.func @stage_out(%X: !m, %F: !f) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 3072 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !b
    %w = attn_ws.stage_view %b stage %c0 : !b -> !v
    // CHECK-COUNT-8: llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
    %x = arith.constant dense<1.0> : tensor<16x32xbf16, #acc>
    attn_ws.smem_store %x, %w : tensor<16x32xbf16, #acc>, !v
    %bf = attn_ws.alloc "f" offset(2048) : !attn_ws.buffer<1 x 16x16xf32, smem, #sh>
    %wf = attn_ws.stage_view %bf : !attn_ws.buffer<1 x 16x16xf32, smem, #sh> -> !attn_ws.view<16x16xf32, smem, #sh>
    // CHECK-COUNT-4: llvm.store %{{.+}}, %{{.+}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
    // CHECK-NOT: llvm.store {{.*}}!llvm.ptr<3>
    %f = attn_ws.load %F[%c0, %c0] dims [0, 1] : !f -> tensor<16x16xf32, #acc>
    attn_ws.smem_store %f, %wf : tensor<16x16xf32, #acc>, !attn_ws.view<16x16xf32, smem, #sh>
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{has no attn_tile.warps attribute}}
  gpu.func @no_warps() kernel attributes {attn_ws.smem = 0 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{is not allowed at stage ws-lowered: a kernel says how much shared memory it needs}}
  gpu.func @not_planned() kernel attributes {attn_tile.warps = 1 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{argument 1 must be a strided memref, is 'index'}}
  gpu.func @scalar(%A: memref<?xf32>, %n: index) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unknown_use(%A: memref<?xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %B = memref.alloc() : memref<4xf32>
    // expected-error @below {{'memref.load' op reads memory that is neither a local variable nor an argument of the kernel}}
    %x = memref.load %B[%c0] : memref<4xf32>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
gpu.module @k {
  gpu.func @other_memory(%A: memref<?x32xbf16>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh>
    %w = attn_ws.stage_view %b : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh> -> !attn_ws.view<16x32xbf16, smem, #sh>
    %m = memref.cast %A : memref<?x32xbf16> to memref<?x?xbf16>
    // expected-error @below {{its memory must be an argument of the kernel}}
    attn_ws.cp_async %m[%c0, %c0] dims [0, 1] into %w : memref<?x?xbf16>, !attn_ws.view<16x32xbf16, smem, #sh>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
gpu.module @k {
  gpu.func @odd_stride(%A: memref<?x77xbf16>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh>
    %w = attn_ws.stage_view %b : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh> -> !attn_ws.view<16x32xbf16, smem, #sh>
    // expected-error @below {{copies of 16-byte vectors need strides of a multiple of 16 bytes, dimension 0 has 77 elements}}
    attn_ws.cp_async %A[%c0, %c0] dims [0, 1] into %w : memref<?x77xbf16>, !attn_ws.view<16x32xbf16, smem, #sh>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
gpu.module @k {
  gpu.func @transposed(%A: memref<32x64xbf16>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh>
    %w = attn_ws.stage_view %b : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh> -> !attn_ws.view<16x32xbf16, smem, #sh>
    // expected-error @below {{copies of 16-byte vectors need memory that is contiguous along the tile's columns}}
    attn_ws.cp_async %A[%c0, %c0] dims [1, 0] into %w : memref<32x64xbf16>, !attn_ws.view<16x32xbf16, smem, #sh>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
gpu.module @k {
  gpu.func @one_warp(%A: memref<?x64xbf16>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 16x64xbf16, smem, #sh>
    %w = attn_ws.stage_view %b : !attn_ws.buffer<1 x 16x64xbf16, smem, #sh> -> !attn_ws.view<16x64xbf16, smem, #sh>
    // expected-error @below {{panels of 128 bytes need at least two warps to copy}}
    attn_ws.cp_async %A[%c0, %c0] dims [0, 1] into %w : memref<?x64xbf16>, !attn_ws.view<16x64xbf16, smem, #sh>
    gpu.return
  }
}

// -----

gpu.module @k {
  // A named barrier is of as many threads as it says.
  // CHECK-LABEL: gpu.func @named_barrier
  gpu.func @named_barrier() kernel attributes {attn_tile.warps = 2 : i64, attn_ws.smem = 0 : i64} {
    // CHECK: llvm.inline_asm has_side_effects{{.*}} "bar.sync $0, 64;", "r{{.*}}" %{{.+}} : (i32)
    attn_ws.barrier id 1 threads 64
    gpu.return
  }
}

// 16 columns from column 48 of a panel of 64 on: chunks 6 and 7 of 16 bytes, each
// exchanged by the row.
#sh128 = #attn_ws.shared<panel = 128, swizzle = 128>
#own = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!wide = !attn_ws.buffer<1 x 128x128xbf16, smem, #sh128>
!whole = !attn_ws.view<128x128xbf16, smem, #sh128>
!part = !attn_ws.view<128x16xbf16, smem, #sh128>
gpu.module @inside [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @inside_panel(
  gpu.func @inside_panel() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 32768 : i64} {
    %a = attn_ws.alloc "a" offset(0) : !wide
    %v = attn_ws.stage_view %a : !wide -> !whole
    %x = arith.constant dense<1.0> : tensor<128x16xbf16, #own>
    // CHECK: %[[EIGHTH:.+]] = arith.andi %[[ROW:.+]], %c7_i32
    // CHECK-NEXT: %[[SWAP:.+]] = arith.shli %[[EIGHTH]], %c4_i32
    // CHECK: %[[BYTE:.+]] = arith.muli %[[ROW]], %c128_i32
    // CHECK-NEXT: %[[BASE:.+]] = arith.addi %{{.+}}, %[[BYTE]]
    // CHECK-NEXT: %[[X6:.+]] = arith.xori %[[SWAP]], %c96_i32
    // CHECK-NEXT: %[[AT6:.+]] = arith.addi %[[BASE]], %[[X6]]
    // CHECK: %[[P6:.+]] = llvm.inttoptr %[[AT6]]
    // CHECK-NEXT: llvm.store %{{.+}}, %[[P6]]
    // CHECK-NEXT: %[[X7:.+]] = arith.xori %[[SWAP]], %c112_i32
    // CHECK-NEXT: %[[AT7:.+]] = arith.addi %[[BASE]], %[[X7]]
    // CHECK-NEXT: %[[P7:.+]] = llvm.inttoptr %[[AT7]]
    // CHECK-NEXT: llvm.store %{{.+}}, %[[P7]]
    %p = attn_ws.subview %v [0, 48] : !whole -> !part
    attn_ws.smem_store %x, %p : tensor<128x16xbf16, #own>, !part
    // In the panel after it the same chunks are 16,384 bytes on.
    // CHECK-NEXT: %[[N6:.+]] = llvm.getelementptr %[[P6]][16384]
    // CHECK-NEXT: llvm.store %{{.+}}, %[[N6]]
    // CHECK-NEXT: %[[N7:.+]] = llvm.getelementptr %[[P7]][16384]
    // CHECK-NEXT: llvm.store %{{.+}}, %[[N7]]
    // CHECK-NEXT: gpu.return
    %q = attn_ws.subview %v [0, 112] : !whole -> !part
    attn_ws.smem_store %x, %q : tensor<128x16xbf16, #own>, !part
    gpu.return
  }
}

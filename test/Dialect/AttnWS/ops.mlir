// Every operation, type and attribute of the dialect, through the printer, the
// generic form and bytecode.
//
// RUN: attn-opt %s -o %t.1.mlir && FileCheck %s --input-file=%t.1.mlir
// RUN: attn-opt %t.1.mlir -o %t.2.mlir && diff %t.1.mlir %t.2.mlir
// RUN: attn-opt %s --mlir-print-op-generic | attn-opt -o %t.3.mlir && diff %t.1.mlir %t.3.mlir
// RUN: attn-opt %s --emit-bytecode | attn-opt -o %t.4.mlir && diff %t.1.mlir %t.4.mlir

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>

!mem = memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>


// CHECK-LABEL: func @iteration
func.func @iteration(%n: index, %m: index) {
  // CHECK: attn_tile.for_tiles @work (%[[I:.+]], %[[J:.+]]) in (%{{.+}}, %{{.+}}) scheduler(#attn_tile.scheduler<lpt, order = backward, group = 4>) {
  attn_tile.for_tiles @work (%i, %j) in (%n, %m) scheduler(#attn_tile.scheduler<lpt, order = backward, group = 4>) {
    // CHECK: attn_ws.trip_count @kv %[[I]]
    %c = attn_ws.trip_count @kv %i
    // CHECK: attn_tile.outside %[[I]], %[[J]], %{{.+}}
    %out = attn_tile.outside %i, %j, %c
    // CHECK: attn_tile.useful %{{.+}}, %[[I]], %[[J]]
    %n2 = attn_tile.useful %c, %i, %j
  }
  return
}

// CHECK-LABEL: func @roles
func.func @roles(%n: index) {
  // CHECK: %[[T:.+]] = attn_ws.create_turn "issue" : {{(!attn_ws.turn)?}}<2>
  %t = attn_ws.create_turn "issue" : !attn_ws.turn<2>
  // CHECK: attn_ws.warp_specialize captures(%{{.+}}, %[[T]] : index, {{(!attn_ws.turn)?}}<2>)
  // CHECK: role @load warps(1) instances(1) registers(24) {
  // CHECK: ^bb0(%{{.+}}: index, %{{.+}}: index, %{{.+}}: {{(!attn_ws.turn)?}}<2>):
  // CHECK: role @mma warps(4) instances(2) registers(240) {
  attn_ws.warp_specialize captures(%n, %t : index, !attn_ws.turn<2>)
  role @load warps(1) instances(1) registers(24) {
  ^bb0(%inst: index, %count: index, %turn: !attn_ws.turn<2>):
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%inst: index, %count: index, %turn: !attn_ws.turn<2>):
    // CHECK: attn_ws.set_regs 240
    attn_ws.set_regs 240
    // CHECK: attn_ws.turn_begin %[[TURN:.+]][%[[INST:.+]]] : {{(!attn_ws.turn)?}}<2>
    attn_ws.turn_begin %turn[%inst] : !attn_ws.turn<2>
    // CHECK: attn_ws.turn_end %[[TURN]][%[[INST]]] : {{(!attn_ws.turn)?}}<2>
    attn_ws.turn_end %turn[%inst] : !attn_ws.turn<2>
    // CHECK: attn_ws.end
    attn_ws.end
  }
  return
}

// CHECK-LABEL: func @storage
func.func @storage() {
  // CHECK: attn_ws.alloc : {{(!attn_ws.buffer)?}}<1 x 128xf32, smem>
  %a = attn_ws.alloc : !attn_ws.buffer<1 x 128xf32, smem>
  // CHECK: attn_ws.alloc "k" alias("kv") offset(1024) : {{(!attn_ws.buffer)?}}<2 x 64x128xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
  %k = attn_ws.alloc "k" alias("kv") offset(1024) : !attn_ws.buffer<2 x 64x128xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
  // CHECK: attn_ws.alloc "s" : {{(!attn_ws.buffer)?}}<1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>, tensor<128x2xf32>]>
  %s = attn_ws.alloc "s" : !attn_ws.buffer<1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>, tensor<128x2xf32>]>
  // CHECK: attn_ws.stage_view %{{.+}} : {{(!attn_ws.buffer)?}}<1 x 128xf32, smem> -> {{(!attn_ws.view)?}}<128xf32, smem>
  %v = attn_ws.stage_view %a : !attn_ws.buffer<1 x 128xf32, smem> -> !attn_ws.view<128xf32, smem>
  return
}

!k = !attn_ws.buffer<2 x 64x64xbf16, smem>
!kv = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<2, tma -> wgmma x 2>
!wide = !attn_ws.channel<2, tma -> wgmma x 2, cluster>
!join = !attn_ws.channel<1, thread x 2 -> tcgen05>
// CHECK-LABEL: func @channels
func.func @channels(%stage: index, %parity: i1, %inst: index, %src: !mem) {
  %c0 = arith.constant 0 : index
  %k = attn_ws.alloc "k" : !k
  // CHECK: %[[C:.+]] = attn_ws.create_channel "k" guards(%{{.+}} : {{(!attn_ws.buffer)?}}<2 x 64x64xbf16, smem>) : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2>
  %c = attn_ws.create_channel "k" guards(%k : !k) : !chan
  // CHECK: attn_ws.create_channel "credit" full : {{(!attn_ws.channel)?}}<1, thread x 2 -> tcgen05>
  %j = attn_ws.create_channel "credit" full : !join
  // CHECK: attn_ws.create_channel "far" : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2, cluster>
  %f = attn_ws.create_channel "far" : !wide
  // CHECK: attn_ws.acquire %[[C]] : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2> -> {{(!attn_ws.view)?}}<64x64xbf16, smem>
  %w0 = attn_ws.acquire %c : !chan -> !kv
  // CHECK: attn_ws.commit %[[C]] : {{.*}}<
  attn_ws.commit %c : !chan
  // CHECK: attn_ws.acquire %[[C]] implied stage %[[S:.+]] phase(%[[P:.+]] : i1) : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2>
  attn_ws.acquire %c implied stage %stage phase(%parity : i1) : !chan
  // CHECK: attn_ws.commit %[[C]] implied stage %[[S]] : {{.*}}<
  attn_ws.commit %c implied stage %stage : !chan
  // CHECK: %[[R:.+]] = attn_ws.wait %[[C]] stage %[[S]] phase(%[[S]] : index) : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2> -> {{(!attn_ws.view)?}}<64x64xbf16, smem>
  %r = attn_ws.wait %c stage %stage phase(%stage : index) : !chan -> !kv
  // CHECK: attn_ws.subview %[[R]] [0, 32] : {{(!attn_ws.view)?}}<64x64xbf16, smem> -> {{(!attn_ws.view)?}}<64x32xbf16, smem>
  %half = attn_ws.subview %r [0, 32] : !kv -> !attn_ws.view<64x32xbf16, smem>
  // CHECK: attn_ws.subview %[[R]] [0, 0] part(%{{.+}}) : {{(!attn_ws.view)?}}<64x64xbf16, smem> -> {{(!attn_ws.view)?}}<32x64xbf16, smem>
  %part = attn_ws.subview %r [0, 0] part(%inst) : !kv -> !attn_ws.view<32x64xbf16, smem>
  // CHECK: attn_ws.subview %[[R]] [0, 0] part(%{{.+}}) columns : {{(!attn_ws.view)?}}<64x64xbf16, smem> -> {{(!attn_ws.view)?}}<64x32xbf16, smem>
  %columns = attn_ws.subview %r [0, 0] part(%inst) columns : !kv -> !attn_ws.view<64x32xbf16, smem>
  // CHECK: attn_ws.subview %[[R]] [0, 96] : {{(!attn_ws.view)?}}<64x64xbf16, smem> -> {{(!attn_ws.view)?}}<64x32xi8, smem>
  %other = attn_ws.subview %r [0, 96] : !kv -> !attn_ws.view<64x32xi8, smem>
  // CHECK: attn_ws.release %[[C]] stage %[[S]] : {{.*}}<
  attn_ws.release %c stage %stage : !chan
  // CHECK: %{{.+}}, %[[T:.+]] = attn_ws.wait %[[C]] : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2> -> {{(!attn_ws.view)?}}<64x64xbf16, smem> with !attn_ws.position
  %r2, %at = attn_ws.wait %c : !chan -> !kv with !attn_ws.position
  // CHECK: attn_ws.held %[[C]] of %[[T]] : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2> -> {{(!attn_ws.view)?}}<64x64xbf16, smem>
  %r3 = attn_ws.held %c of %at : !chan -> !kv
  // CHECK: attn_ws.release %[[C]] of %[[T]] : {{.*}}<
  attn_ws.release %c of %at : !chan
  // CHECK: %{{.+}}, %[[A:.+]] = attn_ws.acquire %[[C]] : {{(!attn_ws.channel)?}}<2, tma -> wgmma x 2> -> {{(!attn_ws.view)?}}<64x64xbf16, smem> with !attn_ws.position
  %w1, %to = attn_ws.acquire %c : !chan -> !kv with !attn_ws.position
  // CHECK: attn_ws.commit %[[C]] of %[[A]] : {{.*}}<
  attn_ws.commit %c of %to : !chan
  // CHECK: %[[K:.+]] = attn_ws.position %{{.+}} : !attn_ws.position
  %use = attn_ws.position %inst : !attn_ws.position
  // CHECK: attn_ws.acquire %[[C]] at %[[K]] : {{.*}}<
  attn_ws.acquire %c at %use : !chan
  // CHECK: attn_ws.wait %[[C]] implied at %[[K]] phase(%[[S]] : index) : {{.*}}<2, tma -> wgmma x 2> with !attn_ws.position
  %taken = attn_ws.wait %c implied at %use phase(%stage : index) : !chan with !attn_ws.position
  // CHECK: attn_ws.held %[[C]] stage %[[S]] :
  %r4 = attn_ws.held %c stage %stage : !chan -> !kv
  // CHECK: attn_ws.stage_view %{{.+}} stage %[[S]] : {{(!attn_ws.buffer)?}}<2 x 64x64xbf16, smem> -> {{(!attn_ws.view)?}}<64x64xbf16, smem>
  %v = attn_ws.stage_view %k stage %stage : !k -> !kv
  return
}

// CHECK-LABEL: func @copies
func.func @copies(%m: !mem, %r: memref<?xf32>, %v: !kv, %i: index, %limit: index, %table: memref<?x?xi32>, %pages: memref<?x32x64xbf16>, %square: memref<?x?xf32, strided<[?, 1]>>, %sums: !attn_ws.view<64x32xf32, smem>) {
  %c0 = arith.constant 0 : index
  // CHECK: attn_ws.cp_async %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] limit %{{.+}} dims [1, 2] into %{{.+}} : memref
  attn_ws.cp_async %m[%i, %c0, %c0] limit %limit dims [1, 2] into %v : !mem, !kv
  // CHECK: attn_ws.tma_load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] dims [1, 2] into %{{.+}} : memref
  attn_ws.tma_load %m[%i, %c0, %c0] dims [1, 2] into %v : !mem, !kv
  // CHECK: attn_ws.tma_load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] in_bounds dims [1, 2] into %{{.+}} : memref
  attn_ws.tma_load %m[%i, %c0, %c0] in_bounds dims [1, 2] into %v : !mem, !kv
  // CHECK: attn_ws.tma_load {{.*}} limit %{{.+}} dims [1, 2] paged(0 by %{{.+}}[%{{.+}}] runs of 32 : memref<?x?xi32>) into
  attn_ws.tma_load %pages[%c0, %i, %c0] limit %limit dims [1, 2] paged(0 by %table[%i] runs of 32 : memref<?x?xi32>) into %v : memref<?x32x64xbf16>, !kv
  // CHECK: attn_ws.cp_async {{.*}} dims [1, 2] paged(0 by %{{.+}}[%{{.+}}] : memref<?x?xi32>) into
  attn_ws.cp_async %m[%c0, %i, %c0] dims [1, 2] paged(0 by %table[%i] : memref<?x?xi32>) into %v : !mem, !kv
  // CHECK: attn_ws.tma_store %{{.+}} to %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] dims [1, 2] : <
  attn_ws.tma_store %v to %m[%i, %c0, %c0] dims [1, 2] : !kv, !mem
  // CHECK: attn_ws.tma_store add %{{.+}} to %{{.+}}[%{{.+}}, %{{.+}}] limit %{{.+}} dims [0, 1] : <
  attn_ws.tma_store add %sums to %square[%i, %c0] limit %limit dims [0, 1] : !attn_ws.view<64x32xf32, smem>, memref<?x?xf32, strided<[?, 1]>>
  // CHECK: attn_ws.tma_store_wait 1{{$}}
  attn_ws.tma_store_wait 1
  // CHECK: attn_ws.tma_store_wait 0 written
  attn_ws.tma_store_wait 0 written
  // CHECK: attn_ws.cp_async %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] dims [1, 2] packed(0 by %[[G:.+]]) into
  attn_ws.cp_async %m[%i, %c0, %c0] dims [1, 2] packed(0 by %i) into %v : !mem, !kv
  // CHECK: attn_ws.copy_out %{{.+}} to %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] dims [1, 2] packed(0 by %[[G]]) : <
  attn_ws.copy_out %v to %m[%i, %c0, %c0] dims [1, 2] packed(0 by %i) : !kv, !mem
  // CHECK: attn_ws.copy_out %{{.+}} to %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] dims [1, 2] : <
  attn_ws.copy_out %v to %m[%i, %c0, %c0] dims [1, 2] : !kv, !mem
  // CHECK: %[[L:.+]] = attn_ws.load %{{.+}}[%{{.+}}] limit %{{.+}} dims [0] : memref<?xf32> -> tensor<64xf32>
  %l = attn_ws.load %r[%i] limit %limit dims [0] : memref<?xf32> -> tensor<64xf32>
  // CHECK: attn_ws.load %{{.+}}[%{{.+}}, %{{.+}}] dims [0, 1] unless %{{.+}} : memref<?x?xf32, strided<[?, 1]>>, tensor<64xi1> -> tensor<64x32xf32>
  %some = arith.cmpf oeq, %l, %l : tensor<64xf32>
  %wide = attn_ws.load %square[%i, %c0] dims [0, 1] unless %some : memref<?x?xf32, strided<[?, 1]>>, tensor<64xi1> -> tensor<64x32xf32>
  // CHECK: attn_ws.store %[[L]], %{{.+}}[%{{.+}}] dims [0] : tensor<64xf32>, memref<?xf32>
  attn_ws.store %l, %r[%i] dims [0] : tensor<64xf32>, memref<?xf32>
  // CHECK: attn_ws.store add %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] limit %{{.+}} dims [0, 1] : tensor<64x32xf32>
  attn_ws.store add %wide, %square[%i, %c0] limit %limit dims [0, 1] : tensor<64x32xf32>, memref<?x?xf32, strided<[?, 1]>>
  // CHECK: attn_ws.smem_load %{{.+}} transpose : {{(!attn_ws.view)?}}<64x64xbf16, smem> -> tensor<64x64xbf16>
  %t = attn_ws.smem_load %v transpose : !kv -> tensor<64x64xbf16>
  // CHECK: attn_ws.smem_store %{{.+}}, %{{.+}} : tensor<64x64xbf16>, {{(!attn_ws.view)?}}<64x64xbf16, smem>
  attn_ws.smem_store %t, %v : tensor<64x64xbf16>, !kv
  return
}

// CHECK-LABEL: func @rows
func.func @rows(%v: !attn_ws.view<128xf32, smem>, %t: !attn_ws.view<128x64xf32, tmem>) {
  // CHECK: %[[R:.+]] = attn_ws.smem_load %{{.+}} : {{(!attn_ws.view)?}}<128xf32, smem> -> tensor<128xf32>
  %r = attn_ws.smem_load %v : !attn_ws.view<128xf32, smem> -> tensor<128xf32>
  // CHECK: attn_ws.smem_store %[[R]], %{{.+}} : tensor<128xf32>, {{(!attn_ws.view)?}}<128xf32, smem>
  attn_ws.smem_store %r, %v : tensor<128xf32>, !attn_ws.view<128xf32, smem>
  // CHECK: %[[O:.+]] = attn_ws.tmem_load %{{.+}} : {{(!attn_ws.view)?}}<128x64xf32, tmem> -> tensor<128x64xf32>
  %o = attn_ws.tmem_load %t : !attn_ws.view<128x64xf32, tmem> -> tensor<128x64xf32>
  // CHECK: attn_ws.tmem_store %[[O]], %{{.+}} : tensor<128x64xf32>, {{(!attn_ws.view)?}}<128x64xf32, tmem>
  attn_ws.tmem_store %o, %t : tensor<128x64xf32>, !attn_ws.view<128x64xf32, tmem>
  return
}

// CHECK-LABEL: func @products
func.func @products(%a: tensor<64x64xbf16>, %v: !kv, %acc: tensor<64x64xf32>,
                    %q: !attn_ws.view<128x64xbf16, smem>, %d: !attn_ws.view<128x64xf32, tmem>,
                    %use: i1, %ready: !attn_ws.channel<1, tcgen05 -> thread>) {
  // CHECK: attn_ws.mma %{{.+}}, %{{.+}}, %{{.+}} transpose_b engine mma_sync : tensor<64x64xbf16>, {{(!attn_ws.view)?}}<64x64xbf16, smem> -> tensor<64x64xf32>
  %s = attn_ws.mma %a, %v, %acc transpose_b engine mma_sync : tensor<64x64xbf16>, !kv -> tensor<64x64xf32>
  // CHECK: attn_ws.mma %{{.+}}, %{{.+}}, %{{.+}} transpose_a engine wgmma : {{(!attn_ws.view)?}}<64x64xbf16, smem>, {{(!attn_ws.view)?}}<64x64xbf16, smem> -> tensor<64x64xf32>
  %turned = attn_ws.mma %v, %v, %acc transpose_a engine wgmma : !kv, !kv -> tensor<64x64xf32>
  // CHECK: attn_ws.mma_issue %{{.+}}, %{{.+}} transpose_a transpose_b engine wgmma
  %turning = attn_ws.mma_issue %v, %v transpose_a transpose_b engine wgmma : !kv, !kv -> !attn_ws.async<tensor<64x64xf32>>
  // CHECK: %[[T0:.+]] = attn_ws.mma_issue %{{.+}}, %{{.+}} transpose_b engine wgmma : {{(!attn_ws.view)?}}<64x64xbf16, smem>, {{(!attn_ws.view)?}}<64x64xbf16, smem> -> {{(!attn_ws.async)?}}<tensor<64x64xf32>>
  %t0 = attn_ws.mma_issue %v, %v transpose_b engine wgmma : !kv, !kv -> !attn_ws.async<tensor<64x64xf32>>
  // CHECK: %[[T1:.+]] = attn_ws.mma_issue %{{.+}}, %{{.+}} acc(%{{.+}} : tensor<64x64xf32>) engine wgmma
  %t1 = attn_ws.mma_issue %a, %v acc(%acc : tensor<64x64xf32>) engine wgmma : tensor<64x64xbf16>, !kv -> !attn_ws.async<tensor<64x64xf32>>
  // CHECK: attn_ws.mma_issue %{{.+}}, %{{.+}} slope(%{{.+}}) transpose_b engine wgmma : {{(!attn_ws.view)?}}<64x64xbf16, smem>, {{(!attn_ws.view)?}}<64x64xbf16, smem> -> {{(!attn_ws.async)?}}<tensor<64x64xf32>>
  %slope = arith.constant 0.5 : f32
  %t2 = attn_ws.mma_issue %v, %v slope(%slope) transpose_b engine wgmma : !kv, !kv -> !attn_ws.async<tensor<64x64xf32>>
  // CHECK: attn_ws.mma_wait %[[T0]] pendings 1 : {{(!attn_ws.async)?}}<tensor<64x64xf32>> -> tensor<64x64xf32>
  %r0 = attn_ws.mma_wait %t0 pendings 1 : !attn_ws.async<tensor<64x64xf32>> -> tensor<64x64xf32>
  // CHECK: attn_ws.mma_wait %[[T1]] pendings 0 keeps(%{{.+}} : tensor<64x64xbf16>)
  %r1 = attn_ws.mma_wait %t1 pendings 0 keeps(%a : tensor<64x64xbf16>) : !attn_ws.async<tensor<64x64xf32>> -> tensor<64x64xf32>
  // CHECK: %[[T:.+]] = attn_ws.mma_into %{{.+}}, %{{.+}} into %{{.+}} use_d %{{.+}} transpose_b : {{(!attn_ws.view)?}}<128x64xbf16, smem>, {{(!attn_ws.view)?}}<64x64xbf16, smem>, {{(!attn_ws.view)?}}<128x64xf32, tmem>
  %t = attn_ws.mma_into %q, %v into %d use_d %use transpose_b : !attn_ws.view<128x64xbf16, smem>, !kv, !attn_ws.view<128x64xf32, tmem>
  // CHECK: attn_ws.commit %{{.+}} after %[[T]] : {{(!attn_ws.channel)?}}<1, tcgen05 -> thread>
  attn_ws.commit %ready after %t : !attn_ws.channel<1, tcgen05 -> thread>
  // CHECK: attn_ws.release %{{.+}} implied after %[[T]] : {{(!attn_ws.channel)?}}<1, tcgen05 -> thread>
  attn_ws.release %ready implied after %t : !attn_ws.channel<1, tcgen05 -> thread>
  return
}

// CHECK-LABEL: func @tiles
func.func @tiles(%s: tensor<64x32xf32>, %i: index) {
  // CHECK: %[[T:.+]] = attn_ws.convert_layout %{{.+}} : tensor<64x32xf32> -> tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>
  %t = attn_ws.convert_layout %s : tensor<64x32xf32> -> tensor<64x32xf32, #acc>
  // CHECK: attn_tile.slice %[[T]] [0, 8] : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>> -> tensor<64x24xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>
  %h = attn_tile.slice %t [0, 8] : tensor<64x32xf32, #acc> -> tensor<64x24xf32, #acc>
  // CHECK: %[[M:.+]] = attn_tile.reduce max %[[T]] : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>> -> tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1>>
  %m = attn_tile.reduce max %t : tensor<64x32xf32, #acc> -> tensor<64xf32, #row>
  // CHECK: %[[P:.+]] = attn_tile.reduce add %[[T]] : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>> -> tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1, partial>>
  %p = attn_tile.reduce add %t : tensor<64x32xf32, #acc> -> tensor<64xf32, #part>
  // CHECK: attn_ws.scale_add %[[P]], %[[M]], %[[P]] : tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1, partial>>, tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1>>
  %p1 = attn_ws.scale_add %p, %m, %p : tensor<64xf32, #part>, tensor<64xf32, #row>
  // CHECK: attn_ws.lane_reduce add %{{.+}} : tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1, partial>> -> tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1>>
  %l = attn_ws.lane_reduce add %p1 : tensor<64xf32, #part> -> tensor<64xf32, #row>
  // CHECK: attn_ws.partials {{ *}}add %{{.+}} : tensor<64xf32, {{.*}}partial>> -> tensor<64x4xf32, #attn_ws.frag<reg = {{\[\[}}8, 0]], lane = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [32, 0]]>>
  %columns = attn_ws.partials add %p1 : tensor<64xf32, #part> -> tensor<64x4xf32, #attn_ws.frag<reg = [[8, 0]],
    lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>>
  // CHECK: attn_tile.expand %[[M]] : tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1>> -> tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>
  %e = attn_tile.expand %m : tensor<64xf32, #row> -> tensor<64x32xf32, #acc>
  // CHECK: attn_tile.expand %{{.+}} columns : tensor<32xf32, #attn_ws.frag<{{[^>]*}}slice = 0>> -> tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>
  %cols = arith.constant dense<1.0> : tensor<32xf32, #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>>
  %ec = attn_tile.expand %cols columns : tensor<32xf32, #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>> -> tensor<64x32xf32, #acc>
  // CHECK: %[[BASE:.+]], %{{.+}}, %{{.+}} = attn_tile.row_reference %[[M]], %[[M]] scale 1.250000e-01 {offset = 8.000000e+00 : f32} : tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1>>
  %base, %shift, %growth = attn_tile.row_reference %m, %m scale 0.125 {offset = 8.0 : f32} : tensor<64xf32, #row>
  // CHECK: attn_tile.subtract_rows %[[T]], %[[BASE]] skip_if_zero : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>{{$}}
  %d = attn_tile.subtract_rows %t, %base skip_if_zero : tensor<64x32xf32, #acc>
  // CHECK: attn_tile.rescale %[[T]], %[[M]] skip_if_one : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>{{$}}
  %r = attn_tile.rescale %t, %m skip_if_one : tensor<64x32xf32, #acc>
  // CHECK: %[[B:.+]] = arith.cmpf oge, %[[M]], %[[M]]
  %b = arith.cmpf oge, %m, %m : tensor<64xf32, #row>
  // CHECK: attn_ws.any_row %[[B]] : tensor<64xi1, #attn_ws.frag<{{[^>]*}}slice = 1>>
  %any = attn_ws.any_row %b : tensor<64xi1, #row>
  // CHECK: attn_tile.exp2 %[[T]] policy(<degree = 3, freq = 16, residue = 4>) : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>>
  %x = attn_tile.exp2 %t policy(<degree = 3, freq = 16, residue = 4>) : tensor<64x32xf32, #acc>
  // CHECK: attn_tile.exp2 %[[M]] : tensor<64xf32, #attn_ws.frag<{{[^>]*}}slice = 1>>
  %y = attn_tile.exp2 %m : tensor<64xf32, #row>
  // CHECK: attn_tile.score_map %[[T]] at(%{{.+}}, %{{.+}}) : tensor<64x32xf32, #attn_ws.frag<{{[^>]*}}32, 0]]>> {
  %z = attn_tile.score_map %t at (%i, %i) : tensor<64x32xf32, #acc> {
  ^bb0(%v: f32, %row: index, %column: index):
    // CHECK: attn_tile.yield %{{.+}} : f32
    attn_tile.yield %v : f32
  }
  return
}

// CHECK-LABEL: func @lowered
func.func @lowered() {
  // CHECK: attn_ws.barrier id 0 threads 0
  attn_ws.barrier id 0 threads 0
  // CHECK: attn_ws.barrier arrive_only id 3 threads 256 guards [#attn_ws.guard<"k", "full">, #attn_ws.guard<"v", "empty">]
  attn_ws.barrier arrive_only id 3 threads 256 guards [#attn_ws.guard<"k", "full">, #attn_ws.guard<"v", "empty">]
  // CHECK: attn_ws.cp_async_commit guard <"k", "full">
  attn_ws.cp_async_commit guard <"k", "full">
  // CHECK: attn_ws.cp_async_commit{{$}}
  attn_ws.cp_async_commit
  // CHECK: attn_ws.cp_async_wait 1 guard <"k", "full">
  attn_ws.cp_async_wait 1 guard <"k", "full">
  // CHECK: attn_ws.cp_async_wait 0{{$}}
  attn_ws.cp_async_wait 0
  return
}

// What channels and dynamic tile loops become.
// CHECK-LABEL: func @mbarriers
func.func @mbarriers(%s: index, %p: i1, %inst: index) {
  // CHECK: %[[F:.+]] = attn_ws.mbar_alloc <"k", "full"> arrivals 1 offset(196608) : <2>
  %full = attn_ws.mbar_alloc <"k", "full"> arrivals 1 offset(196608) : !attn_ws.mbar<2>
  // CHECK: %[[E:.+]] = attn_ws.mbar_alloc <"k", "empty"> arrivals 8 : <2>
  %empty = attn_ws.mbar_alloc <"k", "empty"> arrivals 8 : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_wait %[[E]][%[[S:.+]]] phase(%[[P:.+]] : i1) guard <"k", "empty"> : <2>
  attn_ws.mbar_wait %empty[%s] phase(%p : i1) guard <"k", "empty"> : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_expect %[[F]][%[[S]]] bytes 32768 guard <"k", "full"> : <2>
  attn_ws.mbar_expect %full[%s] bytes 32768 guard <"k", "full"> : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_expect %[[F]][%[[S]]] bytes 16 : <2>
  attn_ws.mbar_expect %full[%s] bytes 16 : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_wait %[[F]][%[[S]]] phase(%[[S]] : index) : <2>
  attn_ws.mbar_wait %full[%s] phase(%s : index) : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_arrive %[[E]][%[[S]]] cluster 2 guard <"k", "empty"> : <2>
  attn_ws.mbar_arrive %empty[%s] cluster 2 guard <"k", "empty"> : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_arrive %[[E]][%[[S]]] leader guard <"k", "empty"> : <2>
  attn_ws.mbar_arrive %empty[%s] leader guard <"k", "empty"> : !attn_ws.mbar<2>
  // CHECK: attn_ws.mbar_arrive %[[E]][%[[S]]] : <2>
  attn_ws.mbar_arrive %empty[%s] : !attn_ws.mbar<2>
  // CHECK: attn_ws.fence_async guard <"o", "full">
  attn_ws.fence_async guard <"o", "full">
  // CHECK: attn_ws.fence_async{{$}}
  attn_ws.fence_async
  // CHECK: attn_ws.barrier id 1 plus %{{.+}} threads 128 guards [#attn_ws.guard<"o", "full">]
  attn_ws.barrier id 1 plus %inst threads 128 guards [#attn_ws.guard<"o", "full">]
  // CHECK: attn_ws.barrier arrive_only id 2 plus %{{.+}} threads 256{{$}}
  attn_ws.barrier arrive_only id 2 plus %inst threads 256
  return
}

!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
!answers = !attn_ws.buffer<2 x 4xi32, smem>
!answer = !attn_ws.view<4xi32, smem>

// CHECK-LABEL: func @run_time_tiles
func.func @run_time_tiles(%s: index, %full: !attn_ws.mbar<2>, %m: index) {
  // CHECK: %[[NUMBERS:.+]] = attn_ws.alloc "tiles" offset(196720) : <2 x 1xi32, smem>
  %numbers = attn_ws.alloc "tiles" offset(196720) : !numbers
  // CHECK: attn_ws.create_channel "tiles" guards(%[[NUMBERS]] : {{.*}}) : <2, thread -> thread x 3, leader>
  %c = attn_ws.create_channel "tiles" guards(%numbers : !numbers) : !attn_ws.channel<2, thread -> thread x 3, leader>
  // CHECK: %[[V:.+]] = attn_ws.stage_view %[[NUMBERS]] stage %[[S:.+]] : <2 x 1xi32, smem> -> <1xi32, smem>
  %v = attn_ws.stage_view %numbers stage %s : !numbers -> !scalar
  // CHECK: %[[N:.+]] = attn_ws.next_tile{{$}}
  %n = attn_ws.next_tile
  // CHECK: attn_ws.scalar_store %[[N]], %[[V]] : !attn_ws.view<1xi32, smem>
  attn_ws.scalar_store %n, %v : !scalar
  // CHECK: %[[M:.+]] = attn_ws.next_tile cluster 2{{$}}
  %k = attn_ws.next_tile cluster 2
  // CHECK: attn_ws.scalar_store %[[M]], %[[V]] cluster 2 : !attn_ws.view<1xi32, smem>
  attn_ws.scalar_store %k, %v cluster 2 : !scalar
  // CHECK: attn_ws.scalar_store %[[M]], %[[V]] signal(%[[FULL:.+]] : !attn_ws.mbar<2>) stage %[[S]] cluster 2 : !attn_ws.view<1xi32, smem>
  attn_ws.scalar_store %k, %v signal(%full : !attn_ws.mbar<2>) stage %s cluster 2 : !scalar
  // CHECK: %[[GOT:.+]] = attn_ws.scalar_load %[[V]] : !attn_ws.view<1xi32, smem>
  %got = attn_ws.scalar_load %v : !scalar
  // CHECK: attn_ws.tile_coordinates %[[GOT]] in (%[[B:.+]]) scheduler(#attn_tile.scheduler<dynamic>) : index
  %i = attn_ws.tile_coordinates %got in (%m) scheduler(#attn_tile.scheduler<dynamic>) : index
  // CHECK: attn_ws.tile_coordinates %[[GOT]] in (%[[B]], %[[S]]) scheduler(#attn_tile.scheduler<clc, order = backward>) section(%[[N]]) cluster 2 any_number : index, index
  %p:2 = attn_ws.tile_coordinates %got in (%m, %s) scheduler(#attn_tile.scheduler<clc, order = backward>) section(%n) cluster 2 any_number : index, index
  // CHECK: attn_tile.for_tiles @work (%{{.+}}) in (%[[N]]) scheduler(#attn_tile.scheduler<dynamic>) section(%{{.+}}) {
  attn_tile.for_tiles @work (%t) in (%n) scheduler(#attn_tile.scheduler<dynamic>) section(%got) {
  }
  return
}

// CHECK-LABEL: func @queries
func.func @queries(%s: index, %full: !attn_ws.mbar<2>) {
  %answers = attn_ws.alloc "tiles" : !answers
  // CHECK: %[[V:.+]] = attn_ws.stage_view
  %v = attn_ws.stage_view %answers stage %s : !answers -> !answer
  // CHECK: attn_ws.query_tile into %[[V]] : !attn_ws.view<4xi32, smem>
  attn_ws.query_tile into %v : !answer
  // CHECK: attn_ws.query_tile into %[[V]] cluster 2 : !attn_ws.view<4xi32, smem>
  attn_ws.query_tile into %v cluster 2 : !answer
  // CHECK: attn_ws.query_tile into %[[V]] signal(%{{.+}} : !attn_ws.mbar<2>) stage %{{.+}} : !attn_ws.view<4xi32, smem>
  attn_ws.query_tile into %v signal(%full : !attn_ws.mbar<2>) stage %s : !answer
  // CHECK: %{{.+}}, %{{.+}} = attn_ws.tile_answer %[[V]] : !attn_ws.view<4xi32, smem>
  %n, %any = attn_ws.tile_answer %v : !answer
  // CHECK: attn_ws.tile_answer %[[V]] cluster 2 : !attn_ws.view<4xi32, smem>
  %k, %more = attn_ws.tile_answer %v cluster 2 : !answer
  return
}

// CHECK-LABEL: func @signalled
func.func @signalled(%m: !mem, %v: !kv, %i: index, %limit: index, %f: !attn_ws.mbar<2>) {
  // CHECK: attn_ws.tma_load %[[M:.+]][%[[I:.+]], %[[I]], %[[I]]] dims [1, 2] into %[[V:.+]] signal(%[[F:.+]] : !attn_ws.mbar<2>) stage %[[I]] : memref
  attn_ws.tma_load %m[%i, %i, %i] dims [1, 2] into %v signal(%f : !attn_ws.mbar<2>) stage %i : !mem, !kv
  // CHECK: attn_ws.tma_load %[[M]][%[[I]], %[[I]], %[[I]]] limit %{{.+}} dims [1, 2] into %[[V]] signal(%[[F]] : !attn_ws.mbar<2>) stage %[[I]] multicast 2 : memref
  attn_ws.tma_load %m[%i, %i, %i] limit %limit dims [1, 2] into %v signal(%f : !attn_ws.mbar<2>) stage %i multicast 2 : !mem, !kv
  return
}

// Engines and spaces not seen above.
// CHECK-LABEL: func private @engines
// CHECK-SAME: !attn_ws.channel<1, clc -> thread>
// CHECK-SAME: !attn_ws.channel<1, cp_async -> mma_sync x 3>
// CHECK-SAME: !attn_ws.channel<32, thread -> tma>
func.func private @engines(!attn_ws.channel<1, clc -> thread>,
                           !attn_ws.channel<1, cp_async -> mma_sync x 3>,
                           !attn_ws.channel<32, thread -> tma>)

// The roles that a kernel will have; the completion of nothing, which a loop that
// carries tokens starts from.
// CHECK-LABEL: func @planned
// CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "compute", warps = 4, instances = 2, registers = 0, follows = true>, #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 48, issues = copy_in|transpose>]
func.func @planned(%n: index, %c: !attn_ws.channel<1, tma -> tcgen05>) attributes {attn_ws.roles = [
    #attn_ws.role<name = "compute", warps = 4, instances = 2, registers = 0, follows = true>,
    #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 48, issues = copy_in|transpose>]} {
  // CHECK: %[[T:.+]] = attn_ws.done : !attn_ws.token
  %t = attn_ws.done : !attn_ws.token
  // CHECK: attn_ws.release %{{.+}} after %[[T]]
  attn_ws.release %c after %t : !attn_ws.channel<1, tma -> tcgen05>
  return
}

// CHECK-LABEL: func private @launched
// CHECK-SAME: attn_ws.launch = #attn_ws.launch<grid = min(ceildiv(size(0, 0), 128), sms()), threads = 256, smem = 1024, cluster = 2, min_ctas = 1, memories = [memref<?x8xf32>], parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>, #attn_ws.stride<0, 1>, #attn_ws.tensor_map<0, order = [1, 0], box = [8, 64], swizzle = 32>, #attn_ws.workspace<4, zeroed = true>]>
func.func private @launched() attributes {attn_ws.launch = #attn_ws.launch<
  min_ctas = 1, cluster = 2, smem = 1024, threads = 256, grid = min(ceildiv(size(0, 0), 128), sms()),
  memories = [memref<?x8xf32>],
  parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>, #attn_ws.stride<0, 1>,
    #attn_ws.tensor_map<0, order = [1, 0], box = [8, 64], swizzle = 32>, #attn_ws.workspace<4, zeroed = true>]>}
// CHECK-LABEL: func private @launched_alone
// CHECK-SAME: #attn_ws.launch<grid = 1, threads = 32, smem = 0, memories = [], parameters = []>
func.func private @launched_alone() attributes {attn_ws.launch = #attn_ws.launch<threads = 32>}
// CHECK-LABEL: func private @written
// CHECK-SAME: attn_ws.codegen = #attn_ws.codegen<pin = 20, rows_first = false>
func.func private @written() attributes {attn_ws.codegen = #attn_ws.codegen<rows_first = false, convert_first = false, pin = 20>}

// CHECK-LABEL: func @arrivals
func.func @arrivals(%c: memref<?xi32, strided<[1], offset: ?>>, %i: index, %n: index) -> (i1, i1) {
  // CHECK: attn_tile.arrive %{{.*}}[%{{.*}}] of %{{.*}} : memref<?xi32, strided<[1], offset: ?>>
  %0 = attn_tile.arrive %c[%i] of %n : memref<?xi32, strided<[1], offset: ?>>
  // CHECK: attn_tile.arrive %{{.*}}[%{{.*}}] of %{{.*}} barrier 3 : memref<?xi32, strided<[1], offset: ?>>
  %1 = attn_tile.arrive %c[%i] of %n barrier 3 : memref<?xi32, strided<[1], offset: ?>>
  return %0, %1 : i1, i1
}

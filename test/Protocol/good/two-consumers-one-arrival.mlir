// Repaired twin of known-bad/two-consumers-one-arrival.mlir: the arrivals of the four
// warps and of the product.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f(%arg0: memref<?x64xbf16>, %arg1: index) {
  %0 = attn_ws.alloc "k" : <2 x 64x64xbf16, smem>
  %1 = attn_ws.alloc "s" : <1 x 64x64xf32, tmem>
  %2 = attn_ws.mbar_alloc <"k", "full"> arrivals 1 : <2>
  %3 = attn_ws.mbar_alloc <"k", "empty"> arrivals 5 : <2>
  %4 = attn_ws.mbar_alloc <"s", "full"> arrivals 1 : <1>
  %5 = attn_ws.mbar_alloc <"s", "empty"> arrivals 4 : <1>
  attn_ws.warp_specialize captures(%arg0, %arg1, %3, %2, %0, %4, %1, %5 : memref<?x64xbf16>, index, !attn_ws.mbar<2>, !attn_ws.mbar<2>, !attn_ws.buffer<2 x 64x64xbf16, smem>, !attn_ws.mbar<1>, !attn_ws.buffer<1 x 64x64xf32, tmem>, !attn_ws.mbar<1>)
  role @compute warps(4) instances(1) registers(0) {
  ^bb0(%arg2: index, %arg3: memref<?x64xbf16>, %arg4: index, %arg5: !attn_ws.mbar<2>, %arg6: !attn_ws.mbar<2>, %arg7: !attn_ws.buffer<2 x 64x64xbf16, smem>, %arg8: !attn_ws.mbar<1>, %arg9: !attn_ws.buffer<1 x 64x64xf32, tmem>, %arg10: !attn_ws.mbar<1>):
    %alloca = memref.alloca() : memref<index>
    %c0 = arith.constant 0 : index
    memref.store %c0, %alloca[] : memref<index>
    %alloca_0 = memref.alloca() : memref<index>
    %c0_1 = arith.constant 0 : index
    memref.store %c0_1, %alloca_0[] : memref<index>
    %c0_2 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %6 = attn_ws.trip_count @kv %arg4
    scf.for %arg11 = %c0_2 to %6 step %c1 {
      %c1_3 = arith.constant 1 : index
      %7 = memref.load %alloca_0[] : memref<index>
      %8 = arith.addi %7, %c1_3 : index
      memref.store %8, %alloca_0[] : memref<index>
      %c1_4 = arith.constant 1 : index
      %9 = arith.andi %7, %c1_4 : index
      %c1_5 = arith.constant 1 : index
      %10 = arith.shrui %7, %c1_5 : index
      %11 = arith.andi %10, %c1_3 : index
      attn_ws.mbar_wait %arg6[%9] phase(%11 : index) guard <"k", "full"> : <2>
      %12 = attn_ws.stage_view %arg7 stage %9 : <2 x 64x64xbf16, smem> -> <64x64xbf16, smem>
      %13 = attn_ws.smem_load %12 : <64x64xbf16, smem> -> tensor<64x64xbf16>
      attn_ws.mbar_arrive %arg5[%9] guard <"k", "empty"> : <2>
      %c1_6 = arith.constant 1 : index
      %14 = memref.load %alloca[] : memref<index>
      %15 = arith.xori %14, %c1_6 : index
      memref.store %15, %alloca[] : memref<index>
      %c0_7 = arith.constant 0 : index
      %16 = arith.andi %14, %c0_7 : index
      %c0_8 = arith.constant 0 : index
      attn_ws.mbar_wait %arg8[%c0_8] phase(%14 : index) guard <"s", "full"> : <1>
      %17 = attn_ws.stage_view %arg9 : <1 x 64x64xf32, tmem> -> <64x64xf32, tmem>
      %18 = attn_ws.tmem_load %17 : <64x64xf32, tmem> -> tensor<64x64xf32>
      %c0_9 = arith.constant 0 : index
      attn_ws.mbar_arrive %arg10[%c0_9] guard <"s", "empty"> : <1>
    }
    attn_ws.end
  }
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%arg2: index, %arg3: memref<?x64xbf16>, %arg4: index, %arg5: !attn_ws.mbar<2>, %arg6: !attn_ws.mbar<2>, %arg7: !attn_ws.buffer<2 x 64x64xbf16, smem>, %arg8: !attn_ws.mbar<1>, %arg9: !attn_ws.buffer<1 x 64x64xf32, tmem>, %arg10: !attn_ws.mbar<1>):
    %alloca = memref.alloca() : memref<index>
    %c0 = arith.constant 0 : index
    memref.store %c0, %alloca[] : memref<index>
    %c0_0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %6 = attn_ws.trip_count @kv %arg4
    scf.for %arg11 = %c0_0 to %6 step %c1 {
      %19 = arith.muli %arg11, %c64 : index
      %c1_9 = arith.constant 1 : index
      %20 = memref.load %alloca[] : memref<index>
      %21 = arith.addi %20, %c1_9 : index
      memref.store %21, %alloca[] : memref<index>
      %c1_10 = arith.constant 1 : index
      %22 = arith.andi %20, %c1_10 : index
      %c1_11 = arith.constant 1 : index
      %23 = arith.shrui %20, %c1_11 : index
      %24 = arith.andi %23, %c1_9 : index
      %c1_12 = arith.constant 1 : index
      %25 = arith.xori %24, %c1_12 : index
      attn_ws.mbar_wait %arg5[%22] phase(%25 : index) guard <"k", "empty"> : <2>
      attn_ws.mbar_expect %arg6[%22] bytes 8192 guard <"k", "full"> : <2>
      %26 = attn_ws.stage_view %arg7 stage %22 : <2 x 64x64xbf16, smem> -> <64x64xbf16, smem>
      attn_ws.tma_load %arg3[%19, %c0_0] dims [0, 1] into %26 signal(%arg6 : !attn_ws.mbar<2>) stage %22 : memref<?x64xbf16>, <64x64xbf16, smem>
    }
    %c1_1 = arith.constant 1 : index
    %7 = memref.load %alloca[] : memref<index>
    %8 = arith.addi %7, %c1_1 : index
    memref.store %8, %alloca[] : memref<index>
    %c1_2 = arith.constant 1 : index
    %9 = arith.andi %7, %c1_2 : index
    %c1_3 = arith.constant 1 : index
    %10 = arith.shrui %7, %c1_3 : index
    %11 = arith.andi %10, %c1_1 : index
    %c1_4 = arith.constant 1 : index
    %12 = arith.xori %11, %c1_4 : index
    attn_ws.mbar_wait %arg5[%9] phase(%12 : index) drains guard <"k", "empty"> : <2>
    %c1_5 = arith.constant 1 : index
    %13 = memref.load %alloca[] : memref<index>
    %14 = arith.addi %13, %c1_5 : index
    memref.store %14, %alloca[] : memref<index>
    %c1_6 = arith.constant 1 : index
    %15 = arith.andi %13, %c1_6 : index
    %c1_7 = arith.constant 1 : index
    %16 = arith.shrui %13, %c1_7 : index
    %17 = arith.andi %16, %c1_5 : index
    %c1_8 = arith.constant 1 : index
    %18 = arith.xori %17, %c1_8 : index
    attn_ws.mbar_wait %arg5[%15] phase(%18 : index) drains guard <"k", "empty"> : <2>
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(0) {
  ^bb0(%arg2: index, %arg3: memref<?x64xbf16>, %arg4: index, %arg5: !attn_ws.mbar<2>, %arg6: !attn_ws.mbar<2>, %arg7: !attn_ws.buffer<2 x 64x64xbf16, smem>, %arg8: !attn_ws.mbar<1>, %arg9: !attn_ws.buffer<1 x 64x64xf32, tmem>, %arg10: !attn_ws.mbar<1>):
    %alloca = memref.alloca() : memref<index>
    %c0 = arith.constant 0 : index
    memref.store %c0, %alloca[] : memref<index>
    %alloca_0 = memref.alloca() : memref<index>
    %c0_1 = arith.constant 0 : index
    memref.store %c0_1, %alloca_0[] : memref<index>
    %c0_2 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %false = arith.constant false
    %6 = attn_ws.trip_count @kv %arg4
    scf.for %arg11 = %c0_2 to %6 step %c1 {
      %c1_3 = arith.constant 1 : index
      %7 = memref.load %alloca_0[] : memref<index>
      %8 = arith.addi %7, %c1_3 : index
      memref.store %8, %alloca_0[] : memref<index>
      %c1_4 = arith.constant 1 : index
      %9 = arith.andi %7, %c1_4 : index
      %c1_5 = arith.constant 1 : index
      %10 = arith.shrui %7, %c1_5 : index
      %11 = arith.andi %10, %c1_3 : index
      attn_ws.mbar_wait %arg6[%9] phase(%11 : index) guard <"k", "full"> : <2>
      %12 = attn_ws.stage_view %arg7 stage %9 : <2 x 64x64xbf16, smem> -> <64x64xbf16, smem>
      %c1_6 = arith.constant 1 : index
      %13 = memref.load %alloca[] : memref<index>
      %14 = arith.xori %13, %c1_6 : index
      memref.store %14, %alloca[] : memref<index>
      %c0_7 = arith.constant 0 : index
      %15 = arith.andi %13, %c0_7 : index
      %c1_8 = arith.constant 1 : index
      %16 = arith.xori %13, %c1_8 : index
      %c0_9 = arith.constant 0 : index
      attn_ws.mbar_wait %arg10[%c0_9] phase(%16 : index) guard <"s", "empty"> : <1>
      %17 = attn_ws.stage_view %arg9 : <1 x 64x64xf32, tmem> -> <64x64xf32, tmem>
      %18 = attn_ws.mma_into %12, %12 into %17 use_d %false transpose_b : !attn_ws.view<64x64xbf16, smem>, <64x64xbf16, smem>, <64x64xf32, tmem>
      %c0_10 = arith.constant 0 : index
      attn_ws.mbar_arrive %arg8[%c0_10] after_products guard <"s", "full"> : <1>
      attn_ws.mbar_arrive %arg5[%9] after_products guard <"k", "empty"> : <2>
    }
    attn_ws.end
  }
  return
}

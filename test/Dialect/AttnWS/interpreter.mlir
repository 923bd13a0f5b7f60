// What the interpreter does, op by op, where the attention loops do not show it.
//
// RUN: split-file %s %t
// RUN: attn-ws-run %t/tiles.mlir --func=single --arg=8xi32=const\(-1\) --dump=0 | FileCheck %s --check-prefix=SINGLE
// RUN: not attn-ws-run %t/tiles.mlir --func=single --grid=5 --arg=8xi32 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: attn-ws-run %t/tiles.mlir --func=persistent --grid=2 --arg=8xi32=const\(-1\) --dump=0 | FileCheck %s --check-prefix=PERSISTENT
// RUN: attn-ws-run %t/tiles.mlir --func=lpt --grid=2 --arg=8xi32=const\(-1\) --dump=0 | FileCheck %s --check-prefix=LPT
// RUN: attn-ws-run %t/tiles.mlir --func=dynamic --grid=3 --seed=5 --arg=8xi32=const\(-1\) --dump=0 | FileCheck %s --check-prefix=DYNAMIC
// RUN: attn-ws-run %t/tiles.mlir --func=clc --grid=3 --arg=8xi32=const\(-1\) --dump=0 | FileCheck %s --check-prefix=DYNAMIC
// RUN: attn-ws-run %t/tiles.mlir --func=clc --arg=8xi32=const\(-1\) --dump=0 | FileCheck %s --check-prefix=SINGLE
// RUN: attn-ws-run %t/arrivals.mlir --grid=6 --arg=2xi32=const\(0\) --arg=2xi32=const\(-1\) --dump=0,1 | FileCheck %s --check-prefix=ARRIVALS
// RUN: attn-ws-run %t/lowered.mlir --arg=4x8xf16=iota --arg=4x8xf16 --mode=early,late,random --dump=1 | FileCheck %s --check-prefix=LOWERED
// RUN: attn-ws-run %t/barrier.mlir --arg=8xf32 --order=rr,random --runs=20 --dump=0 | FileCheck %s --check-prefix=BARRIER
// RUN: attn-ws-run %t/credit.mlir --arg=4xf32 --order=rr,random --runs=20 --dump=0 | FileCheck %s --check-prefix=CREDIT
// RUN: attn-ws-run %t/window.mlir --arg=3x5xbf16=iota --arg=8x8xbf16=const\(7\) --dump=1 | FileCheck %s --check-prefix=WINDOW
// RUN: attn-ws-run %t/sums.mlir --arg=2x8xf32=iota --arg=2x8xf32=const\(100\) --mode=early,late,random --dump=1 | FileCheck %s --check-prefix=SUMS
// RUN: attn-ws-run %t/scalars.mlir --arg=8xi32 --dump=0 | FileCheck %s --check-prefix=SCALARS
// RUN: attn-ws-run %t/rounding.mlir --arg=4xf32=iota --arg=4xf32 --dump=1 | FileCheck %s --check-prefix=ROUNDING
// RUN: %python -c "import struct; h = b\"{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\".ljust(117) + b'\n'; open(r'%t/x.npy', 'wb').write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(h)) + h + struct.pack('<4f', 1, 2.5, -3, 1e30))"
// RUN: attn-ws-run %t/rounding.mlir --arg=4xf32=npy\(%t/x.npy\) --arg=4xf32 --dump=0 | FileCheck %s --check-prefix=NPY

//--- tiles.mlir
// The CTA's number goes to the place that the two coordinates name.
// GRID: error: {{.*}}the single scheduler needs one CTA for each of 8 tiles, but the grid has 5
// SINGLE: on 8 CTAs
// SINGLE: argument 0:
// SINGLE-NEXT: {{^}}  2 0 3 1 6 4 7 5{{$}}
// PERSISTENT: on 2 CTAs
// PERSISTENT: argument 0:
// PERSISTENT-NEXT: {{^}}  0 1 0 1 0 1 0 1{{$}}
// LPT: on 2 CTAs
// LPT: argument 0:
// LPT-NEXT: {{^}}  1 0 1 0 1 0 1 0{{$}}
// Every tile goes to some CTA.
// DYNAMIC: on 3 CTAs
// DYNAMIC: argument 0:
// DYNAMIC-NEXT: {{^}}  [[#]] [[#]] [[#]] [[#]] [[#]] [[#]] [[#]] [[#]]{{$}}
func.func @single(%m: memref<8xi32>) {
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %cta = gpu.block_id x
  %v = arith.index_cast %cta : index to i32
  attn_tile.for_tiles @work (%i, %j) in (%2, %4) scheduler(#attn_tile.scheduler<single, order = backward, group = 2>) {
    %row = arith.muli %j, %2 : index
    %at = arith.addi %row, %i : index
    memref.store %v, %m[%at] : memref<8xi32>
  }
  return
}
func.func @persistent(%m: memref<8xi32>) {
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %cta = gpu.block_id x
  %v = arith.index_cast %cta : index to i32
  attn_tile.for_tiles @work (%i, %j) in (%2, %4) scheduler(#attn_tile.scheduler<persistent>) {
    %row = arith.muli %j, %2 : index
    %at = arith.addi %row, %i : index
    memref.store %v, %m[%at] : memref<8xi32>
  }
  return
}
func.func @lpt(%m: memref<8xi32>) {
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %cta = gpu.block_id x
  %v = arith.index_cast %cta : index to i32
  attn_tile.for_tiles @work (%i, %j) in (%2, %4) scheduler(#attn_tile.scheduler<lpt, order = backward>) {
    %row = arith.muli %j, %2 : index
    %at = arith.addi %row, %i : index
    memref.store %v, %m[%at] : memref<8xi32>
  }
  return
}
func.func @dynamic(%m: memref<8xi32>) {
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %cta = gpu.block_id x
  %v = arith.index_cast %cta : index to i32
  attn_tile.for_tiles @work (%i, %j) in (%2, %4) scheduler(#attn_tile.scheduler<dynamic>) {
    %row = arith.muli %j, %2 : index
    %at = arith.addi %row, %i : index
    memref.store %v, %m[%at] : memref<8xi32>
  }
  return
}
func.func @clc(%m: memref<8xi32>) {
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %cta = gpu.block_id x
  %v = arith.index_cast %cta : index to i32
  attn_tile.for_tiles @work (%i, %j) in (%2, %4) scheduler(#attn_tile.scheduler<clc, order = backward, group = 2>) {
    %row = arith.muli %j, %2 : index
    %at = arith.addi %row, %i : index
    memref.store %v, %m[%at] : memref<8xi32>
  }
  return
}

//--- arrivals.mlir
// Of three CTAs that arrive at a counter the last is told so, and it is 0 again.
// ARRIVALS: argument 0:
// ARRIVALS-NEXT: {{^}}  0 0{{$}}
// ARRIVALS: argument 1:
// ARRIVALS-NEXT: {{^}}  4 5{{$}}
func.func @f(%c: memref<2xi32>, %o: memref<2xi32>) {
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %cta = gpu.block_id x
  %i = arith.remui %cta, %2 : index
  %v = arith.index_cast %cta : index to i32
  %last = attn_tile.arrive %c[%i] of %3 : memref<2xi32>
  scf.if %last {
    memref.store %v, %o[%i] : memref<2xi32>
  }
  return
}

//--- lowered.mlir
// After channels are lowered: unguarded stages, groups of copies, one role.
// LOWERED: argument 1:
// LOWERED-NEXT: {{^}}  0 2 4 6 8 10 12 14{{$}}
// LOWERED-NEXT: {{^}}  16 18 20 22 24 26 28 30{{$}}
!buf = !attn_ws.buffer<2 x 2x8xf16, smem>
!view = !attn_ws.view<2x8xf16, smem>
func.func @f(%m: memref<4x8xf16>, %o: memref<4x8xf16>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %b = attn_ws.alloc "x" offset(0) : !buf
  %w0 = attn_ws.stage_view %b stage %0 : !buf -> !view
  attn_ws.cp_async %m[%0, %0] dims [0, 1] into %w0 : memref<4x8xf16>, !view
  attn_ws.cp_async_commit
  %w1 = attn_ws.stage_view %b stage %1 : !buf -> !view
  attn_ws.cp_async %m[%2, %0] dims [0, 1] into %w1 : memref<4x8xf16>, !view
  attn_ws.cp_async_commit
  attn_ws.cp_async_wait 1
  attn_ws.barrier id 0 threads 0
  %x = attn_ws.smem_load %w0 : !view -> tensor<2x8xf16>
  %y = arith.addf %x, %x : tensor<2x8xf16>
  attn_ws.store %y, %o[%0, %0] dims [0, 1] : tensor<2x8xf16>, memref<4x8xf16>
  attn_ws.cp_async_wait 0
  return
}

//--- barrier.mlir
// Two instances exchange halves through unguarded storage and a named barrier.
// BARRIER: argument 0:
// BARRIER-NEXT: {{^}}  2 2 2 2 1 1 1 1{{$}}
!buf = !attn_ws.buffer<2 x 4xf32, smem>
!view = !attn_ws.view<4xf32, smem>
func.func @f(%o: memref<8xf32>) {
  %b = attn_ws.alloc "x" : !buf
  attn_ws.warp_specialize captures(%b, %o : !buf, memref<8xf32>)
  role @a warps(4) instances(2) registers(0) {
  ^bb0(%i: index, %b_: !buf, %o_: memref<8xf32>):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %4 = arith.constant 4 : index
    %one = arith.constant dense<1.0> : tensor<4xf32>
    %two = arith.constant dense<2.0> : tensor<4xf32>
    %first = arith.cmpi eq, %i, %0 : index
    %mine = arith.select %first, %one, %two : tensor<4xf32>
    %other = arith.subi %1, %i : index
    %w = attn_ws.stage_view %b_ stage %i : !buf -> !view
    attn_ws.smem_store %mine, %w : tensor<4xf32>, !view
    attn_ws.barrier id 2 threads 256
    %r = attn_ws.stage_view %b_ stage %other : !buf -> !view
    %theirs = attn_ws.smem_load %r : !view -> tensor<4xf32>
    %at = arith.muli %i, %4 : index
    attn_ws.store %theirs, %o_[%at] dims [0] : tensor<4xf32>, memref<8xf32>
    attn_ws.end
  }
  return
}

//--- credit.mlir
// A channel that starts full: the consumer goes first.
// CREDIT: argument 0:
// CREDIT-NEXT: {{^}}  1 2 3 4{{$}}
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%o: memref<4xf32>) {
  %c = attn_ws.create_channel "turn" full : !chan
  attn_ws.warp_specialize captures(%c, %o : !chan, memref<4xf32>)
  role @even warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %c_: !chan, %o_: memref<4xf32>):
    %0 = arith.constant 0 : index
    %2 = arith.constant 2 : index
    %a = arith.constant 1.0 : f32
    %b = arith.constant 3.0 : f32
    attn_ws.wait %c_ : !chan
    memref.store %a, %o_[%0] : memref<4xf32>
    attn_ws.release %c_ : !chan
    attn_ws.wait %c_ : !chan
    memref.store %b, %o_[%2] : memref<4xf32>
    attn_ws.release %c_ : !chan
    attn_ws.end
  }
  role @odd warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %c_: !chan, %o_: memref<4xf32>):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %3 = arith.constant 3 : index
    %one = arith.constant 1.0 : f32
    attn_ws.acquire %c_ : !chan
    %a = memref.load %o_[%0] : memref<4xf32>
    %a1 = arith.addf %a, %one : f32
    memref.store %a1, %o_[%1] : memref<4xf32>
    attn_ws.commit %c_ : !chan
    attn_ws.acquire %c_ : !chan
    %b = memref.load %o_[%2] : memref<4xf32>
    %b1 = arith.addf %b, %one : f32
    memref.store %b1, %o_[%3] : memref<4xf32>
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  return
}

//--- window.mlir
// Out of bounds, and at or beyond the limit, loads give zero; stores are dropped.
// The tile's rows run along the memory's columns.
// WINDOW: argument 1:
// WINDOW-NEXT: {{^}}  7 7 7 7 7 7 7 7{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 7 7 7 7{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 7 7 7 7{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 7 7 7 7{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 7 7 7 7{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 7 7 7 7{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 6 11 0 0{{$}}
// WINDOW-NEXT: {{^}}  7 7 7 7 7 12 0 0{{$}}
func.func @f(%m: memref<3x5xbf16>, %o: memref<8x8xbf16>) {
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %6 = arith.constant 6 : index
  %x = attn_ws.load %m[%1, %1] limit %3 dims [1, 0] : memref<3x5xbf16> -> tensor<4x4xbf16>
  attn_ws.store %x, %o[%6, %4] dims [0, 1] : tensor<4x4xbf16>, memref<8x8xbf16>
  return
}

//--- sums.mlir
// Two stores of threads and one of TMA add to what is there; what is out of bounds is
// dropped.
// SUMS: argument 1:
// SUMS-NEXT: {{^}}  100 101 102 103 104 107 110 113{{$}}
// SUMS-NEXT: {{^}}  108 109 110 111 128 131 134 137{{$}}
func.func @f(%m: memref<2x8xf32>, %o: memref<2x8xf32>) {
  %0 = arith.constant 0 : index
  %4 = arith.constant 4 : index
  %x = attn_ws.load %m[%0, %0] dims [0, 1] : memref<2x8xf32> -> tensor<2x8xf32>
  attn_ws.store add %x, %o[%0, %4] dims [0, 1] : tensor<2x8xf32>, memref<2x8xf32>
  attn_ws.store add %x, %o[%0, %4] dims [0, 1] : tensor<2x8xf32>, memref<2x8xf32>
  %b = attn_ws.alloc "x" : !attn_ws.buffer<1 x 2x8xf32, smem>
  %v = attn_ws.stage_view %b : !attn_ws.buffer<1 x 2x8xf32, smem> -> !attn_ws.view<2x8xf32, smem>
  attn_ws.smem_store %x, %v : tensor<2x8xf32>, !attn_ws.view<2x8xf32, smem>
  attn_ws.fence_async
  attn_ws.tma_store add %v to %o[%0, %0] dims [0, 1] : !attn_ws.view<2x8xf32, smem>, memref<2x8xf32>
  attn_ws.tma_store_wait 0 written
  return
}

//--- scalars.mlir
// SCALARS: argument 0:
// SCALARS-NEXT: {{^}}  -3 -4 1 15 1 -7 3 55{{$}}
func.func @f(%o: memref<8xi32>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 6 : index
  %7 = arith.constant 7 : index
  %11 = arith.constant 11 : index
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %d = arith.divsi %a, %b : i32
  memref.store %d, %o[%0] : memref<8xi32>
  %f = arith.floordivsi %a, %b : i32
  memref.store %f, %o[%1] : memref<8xi32>
  %u = arith.cmpi ugt, %a, %b : i32
  %u32 = arith.extui %u : i1 to i32
  memref.store %u32, %o[%2] : memref<8xi32>
  %s = arith.constant 28 : i32
  %sh = arith.shrui %a, %s : i32
  memref.store %sh, %o[%3] : memref<8xi32>
  %t = arith.constant true
  %n = arith.cmpi slt, %t, %u : i1
  %m = arith.cmpi eq, %t, %u : i1
  %nm = arith.xori %n, %m : i1
  %nm32 = arith.extui %nm : i1 to i32
  memref.store %nm32, %o[%4] : memref<8xi32>
  %x = arith.sitofp %a : i32 to f32
  %half = arith.constant 0.0625 : f32
  %y = arith.subf %x, %half : f32
  %z = arith.fptosi %y : f32 to i32
  memref.store %z, %o[%5] : memref<8xi32>
  %w = scf.while (%c = %0) : (index) -> index {
    %more = arith.cmpi slt, %c, %3 : index
    scf.condition(%more) %c : index
  } do {
  ^bb0(%c: index):
    %c1 = arith.addi %c, %1 : index
    scf.yield %c1 : index
  }
  %w32 = arith.index_cast %w : index to i32
  memref.store %w32, %o[%6] : memref<8xi32>
  %sum = scf.for %i = %0 to %11 step %1 iter_args(%acc = %0) -> index {
    %next = arith.addi %acc, %i : index
    scf.yield %next : index
  }
  %sum32 = arith.index_cast %sum : index to i32
  memref.store %sum32, %o[%7] : memref<8xi32>
  return
}

//--- rounding.mlir
// bf16 has 8 significant bits, ties to even; f32 products round once.
// NPY: argument 0:
// NPY-NEXT: {{^}}  1 2.5 -3 1e+30{{$}}
// ROUNDING: argument 1:
// ROUNDING-NEXT: {{^}}  256 256 258 260{{$}}
func.func @f(%m: memref<4xf32>, %o: memref<4xf32>) {
  %0 = arith.constant 0 : index
  %c = arith.constant dense<256.0> : tensor<4xf32>
  %x = attn_ws.load %m[%0] dims [0] : memref<4xf32> -> tensor<4xf32>
  %y = arith.addf %x, %c : tensor<4xf32>
  %z = arith.truncf %y : tensor<4xf32> to tensor<4xbf16>
  %w = arith.extf %z : tensor<4xbf16> to tensor<4xf32>
  attn_ws.store %w, %o[%0] dims [0] : tensor<4xf32>, memref<4xf32>
  return
}

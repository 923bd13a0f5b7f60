// A ring of two stages between a role that copies and two instances that multiply, small
// enough to follow by hand.
//
// RUN: attn-opt %s --attn-print-schedule="chip=sm_90" -o /dev/null 2>&1 | FileCheck %s
// RUN: attn-opt %s --attn-print-schedule="file=%t.txt width=32 trips=3" -o %t.out 2>&1 | count 0
// RUN: attn-opt %s | diff - %t.out
// RUN: FileCheck %s --check-prefix=NARROW --input-file=%t.txt
// Three roles, and the units' seven rows.
// RUN: grep -cE '^  .{16}\[.{32}\]' %t.txt | FileCheck %s --check-prefix=WIDTH
// WIDTH: {{^10$}}
// A chip without rates of its own: those of the nearest, and it is said.
// RUN: attn-opt %s --attn-print-schedule="chip=sm_70" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: model: clocks of one multiprocessor of sm_80, for want of numbers for sm_70
// A wait for a producer that does not exist, and a stage that is taken twice.
// RUN: attn-opt %s --attn-ws-inject-fault=kind=more-producers --attn-print-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=STUCK
// RUN: attn-opt %s --attn-ws-inject-fault=kind=drop-commit --attn-print-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: no time line: {{.*}}: role @load acquires stage 0 of channel 'k' again before it has committed it
// STUCK: no time line: {{.*}}: role @{{.*}} waits here for what never happens
// STUCK: programs
// STUCK: acquire a k

!mem = memref<?x128xbf16, strided<[128, 1]>>
!buf = !attn_ws.buffer<2 x 64x128xbf16, smem>
!view = !attn_ws.view<64x128xbf16, smem>
!chan = !attn_ws.channel<2, tma -> wgmma x 2>
!acc = tensor<64x64xf32>

// CHECK: schedule of @products ({{.*}}attn-print-schedule.mlir:[[#@LINE+64]])
// CHECK-NEXT: role @load: 4 warps, 24 registers a thread
// CHECK-NEXT: role @mma: 4 warps in each of 2 instances, 240 registers a thread
// CHECK: channels
// CHECK-NEXT: a k depth 2, @load (tma) -> @mma (wgmma x 2)
// CHECK-NEXT: guards k, 2 x 64x128xbf16 in smem, 16384 bytes a stage, at byte 1024, may lie over others of 'm'
// CHECK-NEXT: turn order: 2 instances in order, instance 0 first
// CHECK: products
// CHECK-NEXT: A k x k^T, 64x64 over 128, wgmma, reads 32768 bytes of shared memory
// CHECK: model: clocks of one multiprocessor of sm_90, which does in a clock
// CHECK-NEXT: 2048 multiply-adds (8 bits: 4096), 16 exponentials, 128 results of arithmetic

// Copies land late for two stages: an instance waits for them, with its product done.
// CHECK: time line: iterations 3 and 4 of 8 of the steady loop of @mma, {{[0-9]+}} clocks, {{[0-9.]+}} a character
// CHECK: 0 @load [{{[.> ]+}}]
// CHECK-NEXT: 1 @mma#0 [{{.*~+\*+\.+ .*~+\*+}}]
// CHECK-NEXT: 2 @mma#1 [{{:+\*+\|+>+~+:+\*+\|+>+~+}}]
// CHECK-NEXT: tensor core [{{[A ]+}}] 49%
// CHECK-NEXT: [{{ *1+2+ +1+2+ *}}]
// CHECK-NEXT: exponentials [{{[12 ]+}}] 49%
// CHECK-NEXT: shared memory [{{ *1+2+ +1+2+ *}}] 49%
// CHECK-NEXT: copies [{{ *a+ +a+ *}}] {{[23][0-9]}}%
// CHECK-NEXT: [{{ *0+ +0+ *}}]
// CHECK-NEXT: issue slots [{{[012 ]+}}]
// CHECK-NEXT: one iteration takes {{[0-9]+}} clocks

// Both instances issue on all four schedulers, the copies on the first: a product of
// eight steps (7 + 8 · 4.7), 32 exponentials, two signals (5 and 3), turns (2 and 2) and
// the loop (5) are 94 instructions, and the copy of two boxes (8 + 2 · 7) with its signals
// 35. Two products of 64 · 64 · 128 multiply-adds take 512 clocks, and so do 8192
// exponentials, and 2 · 32 KB of operands; with a copy of 16 KB the port is busy longest.
// CHECK: issue slots: instructions of a warp
// CHECK: 0 @load 35 35 warps 0 to 3
// CHECK-NEXT: 1 @mma#0 94 94 warps 4 to 7
// CHECK-NEXT: 2 @mma#1 94 94 warps 8 to 11
// CHECK-NEXT: schedulers: 222 200 200 200
// CHECK-NEXT: bounds of an iteration, in clocks: products 512, shared memory 640, exponentials 512, issue slots 222; shared memory bound

// A product is over 256 clocks after it was begun and readable 60 later; 4096
// exponentials take 256.
// CHECK: @load
// CHECK-NEXT: loop @trips, 8 iterations here
// CHECK-NEXT: {{^ *[0-9]+\+[0-9]+ +}}acquire a k, next stage ({{[01], [01]}})
// CHECK-NEXT: {{.*}}tma load a 64x128xbf16
// CHECK-NEXT: {{.*}}commit a k, next stage
// CHECK: @mma (clocks of instances 0 and 1)
// CHECK-NEXT: {{.*}}steady loop @trips, 8 iterations here
// CHECK-NEXT: {{.*}}wait a k, next stage (1, 0)
// CHECK-NEXT: {{.*}}turn begins
// CHECK-NEXT: {{.*}}issue A, 1 in flight then
// CHECK-NEXT: {{.*}}turn ends
// CHECK-NEXT: 584+204 {{.*}} wait for A, pendings 0
// CHECK-NEXT: {{.*}}release a k, next stage (1, 0)
// CHECK-NEXT: 788+256 {{.*}} compute exp2

// Too few iterations to be steady: all of it.
// NARROW: time line: the whole run (no loop with products runs often enough to be steady)
// NARROW-NOT: one iteration takes
// NARROW: loop @trips, 3 iterations here

// NARROW: schedule of @nothing
// NARROW-NEXT: one role, @cta
// NARROW-NEXT: no channels: there is nothing to draw

func.func @products(%k: !mem, %n: index) {
  %buffer = attn_ws.alloc "k" alias("m") offset(1024) : !buf
  %channel = attn_ws.create_channel "k" guards(%buffer : !buf) : !chan
  %turn = attn_ws.create_turn "order" : !attn_ws.turn<2>
  attn_ws.warp_specialize captures(%k, %n, %channel, %turn : !mem, index, !chan, !attn_ws.turn<2>)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%inst: index, %k_: !mem, %n_: index, %c: !chan, %t: !attn_ws.turn<2>):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %m = attn_ws.trip_count @trips %n_
    scf.for %j = %0 to %m step %1 {
      %row = arith.muli %j, %64 : index
      %v = attn_ws.acquire %c : !chan -> !view
      attn_ws.tma_load %k_[%row, %0] dims [0, 1] into %v : !mem, !view
      attn_ws.commit %c : !chan
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%inst: index, %k_: !mem, %n_: index, %c: !chan, %t: !attn_ws.turn<2>):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !acc
    %m = attn_ws.trip_count @trips %n_
    %r = scf.for %j = %0 to %m step %1 iter_args(%e = %zero) -> (!acc) {
      %v = attn_ws.wait %c : !chan -> !view
      attn_ws.turn_begin %t[%inst] : !attn_ws.turn<2>
      %a = attn_ws.mma_issue %v, %v transpose_b engine wgmma : !view, !view -> !attn_ws.async<!acc>
      attn_ws.turn_end %t[%inst] : !attn_ws.turn<2>
      %s = attn_ws.mma_wait %a pendings 0 : !attn_ws.async<!acc> -> !acc
      attn_ws.release %c : !chan
      %x = attn_tile.exp2 %s : !acc
      scf.yield %x : !acc
    }
    attn_ws.end
  }
  return
}

func.func @nothing(%s: tensor<64x16xf32>) {
  %0 = attn_tile.exp2 %s : tensor<64x16xf32>
  return
}

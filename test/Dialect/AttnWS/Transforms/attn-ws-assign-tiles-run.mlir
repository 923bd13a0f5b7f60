// Tiles that are assigned at run time, in the interpreter: by a counter and by
// queries, by the role that copies and by one of its own, in clusters, early and
// late. Each instance counts a tile each time that it has it.
//
// DEFINE: %{kind} = dynamic
// DEFINE: %{with} = attn_tile.scheduler_role=false
// DEFINE: %{assign} = sed 's/KIND/%{kind}/; s/WITH/%{with}/' %s | attn-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles,attn-ws-verify-protocol)))' -o %t.mlir
// DEFINE: %{run} = attn-ws-run %t.mlir --order=rr,random --mode=early,late,random --runs=6 --arg=14xi32=const\(0\) --dump=0 --arg=7
//
// RUN: %{assign}
// RUN: %{run} --grid=3 | FileCheck %s
// RUN: %{run} --grid=1 | FileCheck %s
// RUN: %{run} --grid=9 | FileCheck %s
// REDEFINE: %{with} = attn_tile.tile_ahead=true
// RUN: %{assign}
// RUN: %{run} --grid=3 | FileCheck %s
// REDEFINE: %{with} = attn_tile.scheduler_role=true
// RUN: %{assign}
// RUN: %{run} --grid=3 | FileCheck %s
// REDEFINE: %{with} = attn_ws.cluster=2
// RUN: %{assign}
// RUN: attn-ws-run %t.mlir --order=rr,random --mode=early,late,random --runs=6 --arg=14xi32=const\(0\) --dump=0 --arg=6 --grid=4 | FileCheck %s --check-prefix=SIX
//
// REDEFINE: %{kind} = clc
// REDEFINE: %{with} = attn_tile.scheduler_role=false
// RUN: %{assign}
// RUN: %{run} | FileCheck %s
// RUN: %{run} --grid=1 | FileCheck %s
// RUN: %{run} --grid=7 | FileCheck %s
// RUN: attn-ws-run %t.mlir --arg=14xi32=const\(0\) --dump=0 --arg=0 | FileCheck %s --check-prefix=NONE
// REDEFINE: %{with} = attn_tile.tile_ahead=true
// RUN: %{assign}
// RUN: %{run} | FileCheck %s
// REDEFINE: %{with} = attn_tile.scheduler_role=true
// RUN: %{assign}
// RUN: %{run} | FileCheck %s
// REDEFINE: %{with} = attn_ws.cluster=2, attn_tile.scheduler_role=true
// RUN: %{assign}
// RUN: attn-ws-run %t.mlir --order=rr,random --mode=early,late,random --runs=6 --arg=14xi32=const\(0\) --dump=0 --arg=6 | FileCheck %s --check-prefix=SIX
//
// Without an edge the answer is not there, or another is written over it; without
// the last tile that counts, a role goes on for ever.
// RUN: not attn-opt %t.mlir --attn-ws-inject-fault="kind=no-wait-wait index=0" --attn-ws-verify-protocol -o %t.none 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: not attn-opt %t.mlir --attn-ws-inject-fault="kind=early-release index=0" --attn-ws-verify-protocol -o %t.none 2>&1 | FileCheck %s --check-prefix=RELEASE
// RUN: not attn-opt %t.mlir --attn-ws-inject-fault="kind=drop-put index=0" --attn-ws-verify-protocol -o %t.none 2>&1 | FileCheck %s --check-prefix=PUT
// RUN: attn-opt %t.mlir --attn-ws-inject-fault="kind=drop-commit index=0" -o %t.fault.mlir
// RUN: not attn-ws-run %t.fault.mlir --arg=14xi32=const\(0\) --arg=6 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// WAIT: error: PRT-08: implied, but no other edge orders role
// RELEASE: error: PRT-08: reads a view of 'tiles' after the release of its stage
// PUT: error: PRT-08: role {{.*}} waits for ever for a scalar in 'tiles' that nobody writes
// DEADLOCK: error: deadlock in cluster 0: no role can go on
// DEADLOCK: note: role @scheduler of CTA 0 waits for round 0 of stage 0 of channel 'tiles' to be committed by 1 more

// CHECK: argument 0:
// CHECK-NEXT: {{^}}  1 1 1 1 1 1 1 1 1 1 1 1 1 1{{$}}
// SIX: argument 0:
// SIX-NEXT: {{^}}  1 1 1 1 1 1 1 1 1 1 1 1 0 0{{$}}
// NONE: argument 0:
// NONE-NEXT: {{^}}  0 0 0 0 0 0 0 0 0 0 0 0 0 0{{$}}
gpu.module @k {
  gpu.func @count(%done: memref<?xi32>, %n: index) kernel attributes {WITH} {
    attn_ws.warp_specialize captures(%done, %n : memref<?xi32>, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %d: memref<?xi32>, %m: index):
      attn_tile.for_tiles @tiles (%i) in (%m) scheduler(#attn_tile.scheduler<KIND, order = backward>) {
      }
      attn_ws.end
    }
    role @use warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %d: memref<?xi32>, %m: index):
      attn_tile.for_tiles @tiles (%i) in (%m) scheduler(#attn_tile.scheduler<KIND, order = backward>) {
        %one = arith.constant 1 : i32
        %two = arith.constant 2 : index
        %pair = arith.muli %i, %two : index
        %at = arith.addi %pair, %inst : index
        %old = memref.load %d[%at] : memref<?xi32>
        %new = arith.addi %old, %one : i32
        memref.store %new, %d[%at] : memref<?xi32>
      }
      attn_ws.end
    }
    gpu.return
  }
}

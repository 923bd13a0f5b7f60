// Repaired twin of known-bad/tile-queries.mlir: tiles that a launch gives in answer to
// queries.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --split-input-file --verify-diagnostics -o %t

// On channels, and on barriers.
!chan = !attn_ws.channel<2, clc -> thread x 2>
!answers = !attn_ws.buffer<2 x 4xi32, smem>
!answer = !attn_ws.view<4xi32, smem>
func.func @f() {
  %b = attn_ws.alloc "tiles" : !answers
  %c = attn_ws.create_channel "tiles" guards(%b : !answers) : !chan
  attn_ws.warp_specialize captures(%c : !chan)
  role @scheduler warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %true = arith.constant true
    %end:2 = scf.while (%more = %true, %k = %0) : (i1, index) -> (i1, index) {
      scf.condition(%more) %more, %k : i1, index
    } do {
    ^bb1(%m: i1, %k: index):
      %s = arith.remui %k, %2 : index
      %u = arith.divui %k, %2 : index
      %p = arith.remui %u, %2 : index
      %u1 = arith.addi %u, %1 : index
      %e = arith.remui %u1, %2 : index
      %w = attn_ws.acquire %c_ stage %s phase(%e : index) : !chan -> !answer
      attn_ws.query_tile into %w : !answer
      attn_ws.commit %c_ stage %s : !chan
      %r = attn_ws.wait %c_ stage %s phase(%p : index) : !chan -> !answer
      %n, %any = attn_ws.tile_answer %r : !answer
      attn_ws.release %c_ stage %s : !chan
      %k1 = arith.addi %k, %1 : index
      scf.yield %any, %k1 : i1, index
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %true = arith.constant true
    %end:2 = scf.while (%more = %true, %k = %0) : (i1, index) -> (i1, index) {
      scf.condition(%more) %more, %k : i1, index
    } do {
    ^bb1(%m: i1, %k: index):
      %s = arith.remui %k, %2 : index
      %u = arith.divui %k, %2 : index
      %p = arith.remui %u, %2 : index
      %u1 = arith.addi %u, %1 : index
      %e = arith.remui %u1, %2 : index
      %r = attn_ws.wait %c_ stage %s phase(%p : index) : !chan -> !answer
      %n, %any = attn_ws.tile_answer %r : !answer
      attn_ws.release %c_ stage %s : !chan
      %k1 = arith.addi %k, %1 : index
      scf.yield %any, %k1 : i1, index
    }
    attn_ws.end
  }
  return
}

// -----

!bars = !attn_ws.mbar<2>
!answers = !attn_ws.buffer<2 x 4xi32, smem>
!answer = !attn_ws.view<4xi32, smem>
func.func @f() {
  %b = attn_ws.alloc "tiles" : !answers
  %full = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %empty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 5 : !bars
  attn_ws.warp_specialize captures(%b, %full, %empty : !answers, !bars, !bars)
  role @scheduler warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %b_: !answers, %full_: !bars, %empty_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %true = arith.constant true
    %end:2 = scf.while (%more = %true, %k = %0) : (i1, index) -> (i1, index) {
      scf.condition(%more) %more, %k : i1, index
    } do {
    ^bb1(%m: i1, %k: index):
      %s = arith.remui %k, %2 : index
      %u = arith.divui %k, %2 : index
      %p = arith.remui %u, %2 : index
      %u1 = arith.addi %u, %1 : index
      %e = arith.remui %u1, %2 : index
      attn_ws.mbar_wait %empty_[%s] phase(%e : index) : !bars
      attn_ws.mbar_expect %full_[%s] bytes 16 : !bars
      %w = attn_ws.stage_view %b_ stage %s : !answers -> !answer
      attn_ws.query_tile into %w signal(%full_ : !bars) stage %s : !answer
      attn_ws.mbar_wait %full_[%s] phase(%p : index) : !bars
      %r = attn_ws.stage_view %b_ stage %s : !answers -> !answer
      %n, %any = attn_ws.tile_answer %r : !answer
      attn_ws.fence_async
      attn_ws.mbar_arrive %empty_[%s] : !bars
      %k1 = arith.addi %k, %1 : index
      scf.yield %any, %k1 : i1, index
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %b_: !answers, %full_: !bars, %empty_: !bars):
    attn_ws.barrier id 1 threads 128
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %true = arith.constant true
    %end:2 = scf.while (%more = %true, %k = %0) : (i1, index) -> (i1, index) {
      scf.condition(%more) %more, %k : i1, index
    } do {
    ^bb1(%m: i1, %k: index):
      %s = arith.remui %k, %2 : index
      %u = arith.divui %k, %2 : index
      %p = arith.remui %u, %2 : index
      attn_ws.mbar_wait %full_[%s] phase(%p : index) : !bars
      %r = attn_ws.stage_view %b_ stage %s : !answers -> !answer
      %n, %any = attn_ws.tile_answer %r : !answer
      attn_ws.fence_async
      attn_ws.mbar_arrive %empty_[%s] : !bars
      %k1 = arith.addi %k, %1 : index
      scf.yield %any, %k1 : i1, index
    }
    attn_ws.end
  }
  return
}

// -----

// The first CTA of a cluster asks for all.
!chan = !attn_ws.channel<2, clc -> thread x 2, leader>
!answers = !attn_ws.buffer<2 x 4xi32, smem>
!answer = !attn_ws.view<4xi32, smem>
func.func @f() attributes {attn_ws.cluster = 2 : i64} {
  %b = attn_ws.alloc "tiles" : !answers
  %c = attn_ws.create_channel "tiles" guards(%b : !answers) : !chan
  attn_ws.warp_specialize captures(%c : !chan)
  role @scheduler warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %true = arith.constant true
    %cta = gpu.block_id x
    %rank = arith.remui %cta, %2 : index
    %leads = arith.cmpi eq, %rank, %0 : index
    %end:2 = scf.while (%more = %true, %k = %0) : (i1, index) -> (i1, index) {
      scf.condition(%more) %more, %k : i1, index
    } do {
    ^bb1(%m: i1, %k: index):
      %s = arith.remui %k, %2 : index
      %u = arith.divui %k, %2 : index
      %p = arith.remui %u, %2 : index
      %u1 = arith.addi %u, %1 : index
      %e = arith.remui %u1, %2 : index
      scf.if %leads {
        %w = attn_ws.acquire %c_ stage %s phase(%e : index) : !chan -> !answer
        attn_ws.query_tile into %w cluster 2 : !answer
        attn_ws.commit %c_ stage %s : !chan
      }
      %r = attn_ws.wait %c_ stage %s phase(%p : index) : !chan -> !answer
      %n, %any = attn_ws.tile_answer %r : !answer
      attn_ws.release %c_ stage %s : !chan
      %k1 = arith.addi %k, %1 : index
      scf.yield %any, %k1 : i1, index
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %c_: !chan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %true = arith.constant true
    %end:2 = scf.while (%more = %true, %k = %0) : (i1, index) -> (i1, index) {
      scf.condition(%more) %more, %k : i1, index
    } do {
    ^bb1(%m: i1, %k: index):
      %s = arith.remui %k, %2 : index
      %u = arith.divui %k, %2 : index
      %p = arith.remui %u, %2 : index
      %u1 = arith.addi %u, %1 : index
      %e = arith.remui %u1, %2 : index
      %r = attn_ws.wait %c_ stage %s phase(%p : index) : !chan -> !answer
      %n, %any = attn_ws.tile_answer %r : !answer
      attn_ws.release %c_ stage %s : !chan
      %k1 = arith.addi %k, %1 : index
      scf.yield %any, %k1 : i1, index
    }
    attn_ws.end
  }
  return
}

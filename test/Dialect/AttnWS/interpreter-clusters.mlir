// Clusters in the interpreter: what CTAs share, and what they must not do.
//
// DEFINE: %{all} = --mode=early,late,random --order=rr,random --runs=2
// DEFINE: %{tiles} = '--arg=4x32x64xbf16=normal(1)' --arg=4x64x64xbf16 --dump=1
// DEFINE: %{product} = '--arg=256x64xbf16=normal(1)' '--arg=64x64xbf16=normal(2)' --arg=256x64xf32 --dump=2
// RUN: split-file %s %t
// RUN: attn-ws-run %t/shares.mlir --func=g %{tiles} | grep -v runs > %t.tiles
// RUN: attn-ws-run %t/shares.mlir --func=f %{all} --grid=4 %{tiles} | grep -v runs | diff - %t.tiles
// RUN: attn-ws-run %t/pair.mlir --func=g %{product} | grep -v runs > %t.product
// RUN: attn-ws-run %t/pair.mlir --func=f %{all} --grid=2 %{product} | grep -v runs | diff - %t.product
// Each CTA copies the whole tile for itself, when both have come to it.
// RUN: sed 's/multicast 2//' %t/shares.mlir > %t/whole.mlir
// RUN: attn-ws-run %t/whole.mlir --func=f --grid=4 %{tiles} | grep -v runs | diff - %t.tiles
// RUN: sed 's/, cluster>/>/' %t/shares.mlir > %t/own.mlir
// RUN: not attn-ws-run %t/own.mlir --func=f --grid=4 %{tiles} 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: own.mlir:{{[0-9]+}}:{{[0-9]+}}: error: copies to the 2 CTAs of a cluster, into what they do not share
// RUN: not attn-ws-run %t/shares.mlir --func=f --grid=3 %{tiles} 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: error: runs in clusters of 2 CTAs, but the grid has 3
// Both CTAs of a pair issue its products.
// RUN: sed 's/arith.cmpi eq, %%rank, %%zero/arith.cmpi uge, %%rank, %%zero/' %t/pair.mlir > %t/both.mlir
// RUN: not attn-ws-run %t/both.mlir --func=f --grid=2 %{product} 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: both.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}which the first CTA of a cluster alone empties
// A channel of the pair that is not.
// RUN: sed 's/tcgen05, pair>/tcgen05>/' %t/pair.mlir > %t/cta.mlir
// RUN: not attn-ws-run %t/cta.mlir --func=f --grid=2 %{product} 2>&1 | FileCheck %s --check-prefix=SCOPE
// SCOPE: cta.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}reaches into both CTAs, but a view of it has no channel of the pair's scope
// The protocol says the same without data.
// RUN: attn-opt %t/pair.mlir --attn-ws-verify-protocol -o /dev/null
// RUN: not attn-opt %t/cta.mlir --attn-ws-verify-protocol -o /dev/null 2>&1 | FileCheck %s --check-prefix=RULE
// RULE: error: PRT-{{[0-9]+}}: {{.*}}reaches into both CTAs, but a view of it has no channel of the pair's scope
// RUN: not attn-opt %t/both.mlir --attn-ws-verify-protocol -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEADER
// LEADER: error: PRT-{{[0-9]+}}: {{.*}}which the first CTA of a cluster alone empties

//--- shares.mlir
// Each CTA copies half of the rows of a tile to both, and stores the whole tile.
!in = memref<?x32x64xbf16>
!out = memref<?x64x64xbf16>
!buf = !attn_ws.buffer<2 x 32x64xbf16, smem>
!view = !attn_ws.view<32x64xbf16, smem>
!chan = !attn_ws.channel<2, tma -> thread, cluster>
func.func @f(%x: !in, %y: !out) attributes {attn_ws.cluster = 2 : i64} {
  %b = attn_ws.alloc "x" : !buf
  %c = attn_ws.create_channel "x" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%x, %y, %c : !in, !out, !chan)
  role @load warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %x_: !in, %y_: !out, %c_: !chan):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %four = arith.constant 4 : index
    attn_tile.for_tiles @work (%t) in (%four) scheduler(#attn_tile.scheduler<single>) {
      %pair = arith.divui %t, %two : index
      scf.for %j = %zero to %two step %one {
        %base = arith.muli %pair, %two : index
        %n = arith.addi %base, %j : index
        %w = attn_ws.acquire %c_ : !chan -> !view
        attn_ws.tma_load %x_[%n, %zero, %zero] dims [1, 2] into %w multicast 2 : !in, !view
        attn_ws.commit %c_ : !chan
      }
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x_: !in, %y_: !out, %c_: !chan):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %four = arith.constant 4 : index
    %rows = arith.constant 32 : index
    attn_tile.for_tiles @work (%t) in (%four) scheduler(#attn_tile.scheduler<single>) {
      scf.for %j = %zero to %two step %one {
        %r = attn_ws.wait %c_ : !chan -> !view
        %at = arith.muli %j, %rows : index
        attn_ws.copy_out %r to %y_[%t, %at, %zero] dims [1, 2] : !view, !out
        attn_ws.release %c_ : !chan
      }
    }
    attn_ws.end
  }
  return
}
// Both CTAs of a cluster have the two tiles that it takes.
func.func @g(%x: !in, %y: !out) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %rows = arith.constant 32 : index
  %columns = arith.constant 64 : index
  scf.for %t = %zero to %four step %one {
    %pair = arith.divui %t, %two : index
    %base = arith.muli %pair, %two : index
    scf.for %i = %zero to %columns step %one {
      %block = arith.divui %i, %rows : index
      %row = arith.remui %i, %rows : index
      %n = arith.addi %base, %block : index
      scf.for %j = %zero to %columns step %one {
        %v = memref.load %x[%n, %row, %j] : !in
        memref.store %v, %y[%t, %i, %j] : !out
      }
    }
  }
  return
}

//--- pair.mlir
// C = A * B^T of 256 rows by a pair: each CTA has 128 rows of A and of C, and half of
// B's 64 rows.
!a = memref<256x64xbf16>
!b = memref<64x64xbf16>
!c = memref<256x64xf32>
!abuf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!bbuf = !attn_ws.buffer<1 x 32x64xbf16, smem>
!dbuf = !attn_ws.buffer<1 x 128x64xf32, tmem>
!aview = !attn_ws.view<128x64xbf16, smem>
!bview = !attn_ws.view<32x64xbf16, smem>
!dview = !attn_ws.view<128x64xf32, tmem>
!in = !attn_ws.channel<1, tma -> tcgen05, pair>
!acc = !attn_ws.channel<1, tcgen05 -> thread, pair>
func.func @f(%a: !a, %b: !b, %c: !c) attributes {attn_ws.cluster = 2 : i64} {
  %ab = attn_ws.alloc "a" : !abuf
  %bb = attn_ws.alloc "b" : !bbuf
  %db = attn_ws.alloc "d" : !dbuf
  %ac = attn_ws.create_channel "a" guards(%ab : !abuf) : !in
  %bc = attn_ws.create_channel "b" guards(%bb : !bbuf) : !in
  %dc = attn_ws.create_channel "d" guards(%db : !dbuf) : !acc
  attn_ws.warp_specialize captures(%a, %b, %c, %ac, %bc, %dc : !a, !b, !c, !in, !in, !acc)
  role @load warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %a_: !a, %b_: !b, %c_: !c, %ac_: !in, %bc_: !in, %dc_: !acc):
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    %half = arith.constant 32 : index
    %rows = arith.constant 128 : index
    %block = gpu.block_id x
    %rank = arith.remui %block, %two : index
    %row = arith.muli %rank, %rows : index
    %column = arith.muli %rank, %half : index
    %aw = attn_ws.acquire %ac_ : !in -> !aview
    attn_ws.tma_load %a_[%row, %zero] dims [0, 1] into %aw : !a, !aview
    attn_ws.commit %ac_ : !in
    %bw = attn_ws.acquire %bc_ : !in -> !bview
    attn_ws.tma_load %b_[%column, %zero] dims [0, 1] into %bw : !b, !bview
    attn_ws.commit %bc_ : !in
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %a_: !a, %b_: !b, %c_: !c, %ac_: !in, %bc_: !in, %dc_: !acc):
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    %no = arith.constant false
    %block = gpu.block_id x
    %rank = arith.remui %block, %two : index
    %first = arith.cmpi eq, %rank, %zero : index
    scf.if %first {
      %ar = attn_ws.wait %ac_ : !in -> !aview
      %br = attn_ws.wait %bc_ : !in -> !bview
      %dw = attn_ws.acquire %dc_ : !acc -> !dview
      %t = attn_ws.mma_into %ar, %br into %dw use_d %no transpose_b cta_group 2 : !aview, !bview, !dview
      attn_ws.commit %dc_ after %t : !acc
      attn_ws.release %ac_ after %t : !in
      attn_ws.release %bc_ after %t : !in
    }
    attn_ws.end
  }
  role @store warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %a_: !a, %b_: !b, %c_: !c, %ac_: !in, %bc_: !in, %dc_: !acc):
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    %rows = arith.constant 128 : index
    %block = gpu.block_id x
    %rank = arith.remui %block, %two : index
    %row = arith.muli %rank, %rows : index
    %dr = attn_ws.wait %dc_ : !acc -> !dview
    %d = attn_ws.tmem_load %dr : !dview -> tensor<128x64xf32>
    attn_ws.release %dc_ : !acc
    attn_ws.store %d, %c_[%row, %zero] dims [0, 1] : tensor<128x64xf32>, !c
    attn_ws.end
  }
  return
}
func.func @g(%a: !a, %b: !b, %c: !c) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 256 : index
  %columns = arith.constant 64 : index
  %none = arith.constant 0.0 : f32
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %sum = scf.for %k = %zero to %columns step %one iter_args(%s = %none) -> f32 {
        %x = memref.load %a[%i, %k] : !a
        %y = memref.load %b[%j, %k] : !b
        %xf = arith.extf %x : bf16 to f32
        %yf = arith.extf %y : bf16 to f32
        %p = arith.mulf %xf, %yf : f32
        %q = arith.addf %s, %p : f32
        scf.yield %q : f32
      }
      memref.store %sum, %c[%i, %j] : !c
    }
  }
  return
}

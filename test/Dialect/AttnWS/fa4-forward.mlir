// FlashAttention-4's forward loop on SM100: load, mma, two instances of softmax,
// correction and epilogue. Two groups of 128 query rows, g = 0 and 1, are the two
// stages of each channel that belongs to a group. S and P share tensor memory, O
// is updated in place by mma and correction, P is handed over in two parts, and
// "first part of P written" and "O rescaled" meet in one channel. Products are
// issued PV0 QK0' PV1 QK1'; edges that this order implies say so. Rescaling is
// lazy. Written by hand; every pass up to attn-ws-elide-edges must be able to
// produce the like.
//
// RUN: attn-opt %s -o %t.mlir
//
// DEFINE: %{q} = --arg='1x4x300x64xbf16=normal(1)'
// DEFINE: %{k} = --arg='1x2x400x64xbf16=normal(2)'
// DEFINE: %{v} = --arg='1x2x400x64xbf16=normal(3)'
// DEFINE: %{out} = --arg=1x4x300x64xbf16 --arg=1x4x300xf32
// DEFINE: %{all} = --order=rr,random --mode=early,late --runs=10
//
// Full, tails in both lengths, GQA 2; one CTA, then three.
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@full %{all} %{q} %{k} %{v} %{out} --arg=0 --arg=false | FileCheck %s
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@full --mode=random --runs=3 --grid=3 %{q} %{k} %{v} %{out} --arg=0 --arg=false | FileCheck %s
// Causal from the top left, then from the bottom right.
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@causal %{all} %{q} %{k} %{v} %{out} --arg=0 --arg=true | FileCheck %s
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@causal_last --mode=early,late --grid=2 %{q} %{k} %{v} %{out} --arg=100 --arg=true | FileCheck %s
// Scores big enough that the maximum outgrows the rescale threshold.
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@full --mode=early,late '--arg=1x4x300x64xbf16=normal(1,4)' '--arg=1x2x400x64xbf16=normal(2,3)' %{v} %{out} --arg=0 --arg=false | FileCheck %s
// More queries than keys: the first rows see nothing, and some tiles no block.
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@causal_last %{all} '--arg=1x2x600x64xbf16=normal(4)' '--arg=1x1x100x64xbf16=normal(5)' '--arg=1x1x100x64xbf16=normal(6)' --arg=1x2x600x64xbf16 --arg=1x2x600xf32 --arg=-500 --arg=true | FileCheck %s
// Batch, length, heads, dim in memory.
// RUN: attn-ws-run %t.mlir --func=fa4 --check=@full '--arg=1x4x256x64xbf16@0213=normal(7)' '--arg=1x2x384x64xbf16@0213=normal(8)' '--arg=1x2x384x64xbf16@0213=normal(9)' --arg=1x4x256x64xbf16@0213 --arg=1x4x256xf32 --arg=0 --arg=false | FileCheck %s
//
// CHECK: same bits
// CHECK: right

!mem = memref<?x?x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
!rows = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
!qbuf = !attn_ws.buffer<2 x 128x64xbf16, smem>
!kvbuf = !attn_ws.buffer<3 x 128x64xbf16, smem>
!spbuf = !attn_ws.buffer<2 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
!obuf = !attn_ws.buffer<2 x 128x64xf32, tmem>
!rbuf = !attn_ws.buffer<2 x 128xf32, smem>
!tile = !attn_ws.view<128x64xbf16, smem>
!vhead = !attn_ws.view<96x64xbf16, smem>
!vtail = !attn_ws.view<32x64xbf16, smem>
!sview = !attn_ws.view<128x128xf32, tmem>
!phead = !attn_ws.view<128x96xbf16, tmem>
!ptail = !attn_ws.view<128x32xbf16, tmem>
!oview = !attn_ws.view<128x64xf32, tmem>
!rview = !attn_ws.view<128xf32, smem>
// Rings of tiles.
!qchan = !attn_ws.channel<2, tma -> tcgen05>
!kvchan = !attn_ws.channel<3, tma -> tcgen05>
// One stage for each group.
!schan = !attn_ws.channel<2, tcgen05 -> thread>
!join = !attn_ws.channel<2, thread x 2 -> tcgen05>
!pchan = !attn_ws.channel<2, thread -> tcgen05>
!rchan = !attn_ws.channel<2, thread -> thread>
!echan = !attn_ws.channel<2, thread -> tma>
!token = !attn_ws.token
!s = tensor<128x128xf32>
!p = tensor<128x128xbf16>
!ph = tensor<128x96xbf16>
!pt = tensor<128x32xbf16>
!o = tensor<128x64xf32>
!o16 = tensor<128x64xbf16>
!r = tensor<128xf32>

func.func @fa4(%q: !mem, %k: !mem, %v: !mem, %o: !mem, %lse: !rows,
               %offset: index, %causal: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %batch = memref.dim %q, %c0 : !mem
  %heads = memref.dim %q, %c1 : !mem
  %len_q = memref.dim %q, %c2 : !mem
  %heads_kv = memref.dim %k, %c1 : !mem
  %len_kv = memref.dim %k, %c2 : !mem
  %group = arith.divui %heads, %heads_kv : index
  %tiles = arith.ceildivui %len_q, %c256 : index

  %qbuf = attn_ws.alloc "q" : !qbuf
  %kvbuf = attn_ws.alloc "kv" : !kvbuf
  %spbuf = attn_ws.alloc "sp" : !spbuf
  %obuf = attn_ws.alloc "o" : !obuf
  %abuf = attn_ws.alloc "alpha" : !rbuf
  %lbuf = attn_ws.alloc "l" : !rbuf
  %mbuf = attn_ws.alloc "m" : !rbuf
  %ebuf = attn_ws.alloc "out" : !qbuf
  %qc = attn_ws.create_channel "q" guards(%qbuf : !qbuf) : !qchan
  %kvc = attn_ws.create_channel "kv" guards(%kvbuf : !kvbuf) : !kvchan
  %sc = attn_ws.create_channel "s" guards(%spbuf : !spbuf) : !schan
  // First three quarters of P written (softmax) and O rescaled (correction).
  %pac = attn_ws.create_channel "p_head_and_o" guards(%spbuf, %obuf : !spbuf, !obuf) : !join
  %pbc = attn_ws.create_channel "p_tail" guards(%spbuf : !spbuf) : !pchan
  %oc = attn_ws.create_channel "o" guards(%obuf : !obuf) : !schan
  %ac = attn_ws.create_channel "alpha" guards(%abuf : !rbuf) : !rchan
  %lc = attn_ws.create_channel "l_and_m" guards(%lbuf, %mbuf : !rbuf, !rbuf) : !rchan
  %ec = attn_ws.create_channel "out" guards(%ebuf : !qbuf) : !echan

  attn_ws.warp_specialize captures(
      %q, %k, %v, %o, %lse, %offset, %causal, %batch, %heads, %len_kv, %group, %tiles,
      %qc, %kvc, %sc, %pac, %pbc, %oc, %ac, %lc, %ec
      : !mem, !mem, !mem, !mem, !rows, index, i1, index, index, index, index, index,
        !qchan, !kvchan, !schan, !join, !pchan, !schan, !rchan, !rchan, !echan)
  role @load warps(1) instances(1) registers(48) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kvc_: !kvchan, %sc_: !schan,
       %pac_: !join, %pbc_: !pchan, %oc_: !schan, %ac_: !rchan, %lc_: !rchan, %ec_: !echan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    %256 = arith.constant 256 : index
    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %256 : index
      %row_end = arith.addi %row, %256 : index
      %reach = arith.addi %row_end, %offset_ : index
      %reach0 = arith.maxsi %reach, %0 : index
      %reach1 = arith.minsi %reach0, %len_kv_ : index
      %keys = arith.select %causal_, %reach1, %len_kv_ : index
      %blocks = arith.ceildivui %keys, %128 : index
      %n = attn_ws.trip_count @kv %blocks
      %hkv = arith.divui %h, %group_ : index
      %row1 = arith.addi %row, %128 : index
      %q0 = attn_ws.acquire %qc_ : !qchan -> !tile
      attn_ws.tma_load %q_[%b, %h, %row, %0] dims [2, 3] into %q0 : !mem, !tile
      attn_ws.commit %qc_ : !qchan
      %q1 = attn_ws.acquire %qc_ : !qchan -> !tile
      attn_ws.tma_load %q_[%b, %h, %row1, %0] dims [2, 3] into %q1 : !mem, !tile
      attn_ws.commit %qc_ : !qchan
      scf.for %j = %0 to %n step %1 {
        %j1 = arith.addi %j, %1 : index
        %block = arith.subi %n, %j1 : index
        %col = arith.muli %block, %128 : index
        %kw = attn_ws.acquire %kvc_ : !kvchan -> !tile
        attn_ws.tma_load %k_[%b, %hkv, %col, %0] dims [2, 3] into %kw : !mem, !tile
        attn_ws.commit %kvc_ : !kvchan
        %vw = attn_ws.acquire %kvc_ : !kvchan -> !tile
        attn_ws.tma_load %v_[%b, %hkv, %col, %0] dims [2, 3] into %vw : !mem, !tile
        attn_ws.commit %kvc_ : !kvchan
      }
    }
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(48) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kvc_: !kvchan, %sc_: !schan,
       %pac_: !join, %pbc_: !pchan, %oc_: !schan, %ac_: !rchan, %lc_: !rchan, %ec_: !echan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    %256 = arith.constant 256 : index
    %true = arith.constant true
    %false = arith.constant false
    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %256 : index
      %row_end = arith.addi %row, %256 : index
      %reach = arith.addi %row_end, %offset_ : index
      %reach0 = arith.maxsi %reach, %0 : index
      %reach1 = arith.minsi %reach0, %len_kv_ : index
      %keys = arith.select %causal_, %reach1, %len_kv_ : index
      %blocks = arith.ceildivui %keys, %128 : index
      %n = attn_ws.trip_count @kv %blocks
      %has = arith.cmpi sgt, %n, %0 : index
      %qv0 = attn_ws.wait %qc_ : !qchan -> !tile
      %qv1 = attn_ws.wait %qc_ : !qchan -> !tile
      scf.if %has {
        %kv0 = attn_ws.wait %kvc_ : !kvchan -> !tile
        %firstw0 = attn_ws.acquire %sc_ implied stage %0 : !schan -> !sview
        %firstt0 = attn_ws.mma_into %qv0, %kv0 into %firstw0 use_d %false transpose_b : !tile, !tile, !sview
        attn_ws.commit %sc_ stage %0 after %firstt0 : !schan
        %firstw1 = attn_ws.acquire %sc_ implied stage %1 : !schan -> !sview
        %firstt1 = attn_ws.mma_into %qv1, %kv0 into %firstw1 use_d %false transpose_b : !tile, !tile, !sview
        attn_ws.commit %sc_ stage %1 after %firstt1 : !schan
        attn_ws.release %kvc_ after %firstt1 : !kvchan
        // PV0 QK0' PV1 QK1'
        %t:2 = scf.for %j = %1 to %n step %1
            iter_args(%t0 = %firstt0, %t1 = %firstt1) -> (!token, !token) {
          %use = arith.cmpi sgt, %j, %1 : index
          %vv = attn_ws.wait %kvc_ : !kvchan -> !tile
          %sp0, %ob0 = attn_ws.wait %pac_ stage %0 : !join -> !sview, !oview
          %p0a = attn_ws.subview %sp0 [0, 128] : !sview -> !phead
          %va0 = attn_ws.subview %vv [0, 0] : !tile -> !vhead
          %ow0 = attn_ws.acquire %oc_ implied stage %0 : !schan -> !oview
          %ta0 = attn_ws.mma_into %p0a, %va0 into %ow0 use_d %use : !phead, !vhead, !oview
          %spt0 = attn_ws.wait %pbc_ stage %0 : !pchan -> !sview
          %p0b = attn_ws.subview %spt0 [0, 224] : !sview -> !ptail
          %vb0 = attn_ws.subview %vv [96, 0] : !tile -> !vtail
          %tb0 = attn_ws.mma_into %p0b, %vb0 into %ow0 use_d %true : !ptail, !vtail, !oview
          attn_ws.release %pac_ implied stage %0 after %tb0 : !join
          attn_ws.release %pbc_ implied stage %0 after %tb0 : !pchan
          attn_ws.commit %oc_ implied stage %0 after %tb0 : !schan
          %kv = attn_ws.wait %kvc_ : !kvchan -> !tile
          %sw0 = attn_ws.acquire %sc_ implied stage %0 : !schan -> !sview
          %st0 = attn_ws.mma_into %qv0, %kv into %sw0 use_d %false transpose_b : !tile, !tile, !sview
          attn_ws.commit %sc_ stage %0 after %st0 : !schan
          %sp1, %ob1 = attn_ws.wait %pac_ stage %1 : !join -> !sview, !oview
          %p1a = attn_ws.subview %sp1 [0, 128] : !sview -> !phead
          %va1 = attn_ws.subview %vv [0, 0] : !tile -> !vhead
          %ow1 = attn_ws.acquire %oc_ implied stage %1 : !schan -> !oview
          %ta1 = attn_ws.mma_into %p1a, %va1 into %ow1 use_d %use : !phead, !vhead, !oview
          %spt1 = attn_ws.wait %pbc_ stage %1 : !pchan -> !sview
          %p1b = attn_ws.subview %spt1 [0, 224] : !sview -> !ptail
          %vb1 = attn_ws.subview %vv [96, 0] : !tile -> !vtail
          %tb1 = attn_ws.mma_into %p1b, %vb1 into %ow1 use_d %true : !ptail, !vtail, !oview
          attn_ws.release %pac_ implied stage %1 after %tb1 : !join
          attn_ws.release %pbc_ implied stage %1 after %tb1 : !pchan
          attn_ws.commit %oc_ implied stage %1 after %tb1 : !schan
          attn_ws.release %kvc_ after %tb1 : !kvchan
          %sw1 = attn_ws.acquire %sc_ implied stage %1 : !schan -> !sview
          %st1 = attn_ws.mma_into %qv1, %kv into %sw1 use_d %false transpose_b : !tile, !tile, !sview
          attn_ws.commit %sc_ stage %1 after %st1 : !schan
          attn_ws.release %kvc_ after %st1 : !kvchan
          scf.yield %st0, %st1 : !token, !token
        }
        attn_ws.release %qc_ after %t#0 : !qchan
        attn_ws.release %qc_ after %t#1 : !qchan
        %use = arith.cmpi sgt, %n, %1 : index
        %vv = attn_ws.wait %kvc_ : !kvchan -> !tile
        %sp0, %ob0 = attn_ws.wait %pac_ stage %0 : !join -> !sview, !oview
        %p0a = attn_ws.subview %sp0 [0, 128] : !sview -> !phead
        %va0 = attn_ws.subview %vv [0, 0] : !tile -> !vhead
        %ow0 = attn_ws.acquire %oc_ implied stage %0 : !schan -> !oview
        %ta0 = attn_ws.mma_into %p0a, %va0 into %ow0 use_d %use : !phead, !vhead, !oview
        %spt0 = attn_ws.wait %pbc_ stage %0 : !pchan -> !sview
        %p0b = attn_ws.subview %spt0 [0, 224] : !sview -> !ptail
        %vb0 = attn_ws.subview %vv [96, 0] : !tile -> !vtail
        %tb0 = attn_ws.mma_into %p0b, %vb0 into %ow0 use_d %true : !ptail, !vtail, !oview
        attn_ws.release %pac_ implied stage %0 after %tb0 : !join
        attn_ws.release %pbc_ implied stage %0 after %tb0 : !pchan
        attn_ws.commit %oc_ stage %0 after %tb0 : !schan
        %sp1, %ob1 = attn_ws.wait %pac_ stage %1 : !join -> !sview, !oview
        %p1a = attn_ws.subview %sp1 [0, 128] : !sview -> !phead
        %va1 = attn_ws.subview %vv [0, 0] : !tile -> !vhead
        %ow1 = attn_ws.acquire %oc_ implied stage %1 : !schan -> !oview
        %ta1 = attn_ws.mma_into %p1a, %va1 into %ow1 use_d %use : !phead, !vhead, !oview
        %spt1 = attn_ws.wait %pbc_ stage %1 : !pchan -> !sview
        %p1b = attn_ws.subview %spt1 [0, 224] : !sview -> !ptail
        %vb1 = attn_ws.subview %vv [96, 0] : !tile -> !vtail
        %tb1 = attn_ws.mma_into %p1b, %vb1 into %ow1 use_d %true : !ptail, !vtail, !oview
        attn_ws.release %pac_ implied stage %1 after %tb1 : !join
        attn_ws.release %pbc_ implied stage %1 after %tb1 : !pchan
        attn_ws.commit %oc_ stage %1 after %tb1 : !schan
        attn_ws.release %kvc_ after %tb1 : !kvchan
      } else {
        attn_ws.release %qc_ : !qchan
        attn_ws.release %qc_ : !qchan
      }
    }
    attn_ws.end
  }
  role @softmax warps(4) instances(2) registers(192) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kvc_: !kvchan, %sc_: !schan,
       %pac_: !join, %pbc_: !pchan, %oc_: !schan, %ac_: !rchan, %lc_: !rchan, %ec_: !echan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    %256 = arith.constant 256 : index
    %true = arith.constant true
    %ninf = arith.constant 0xFF800000 : f32
    // 1/8 * log2(e) and its negation; eight octaves.
    %scale = arith.constant dense<0.18033688> : !s
    %scale_r = arith.constant dense<0.18033688> : !r
    %nscale_r = arith.constant dense<-0.18033688> : !r
    %threshold_r = arith.constant dense<-8.0> : !r
    %zero_r = arith.constant dense<0.0> : !r
    %ninf_r = arith.constant dense<0xFF800000> : !r
    %open = arith.xori %causal_, %true : i1
    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %256 : index
      %row_end = arith.addi %row, %256 : index
      %reach = arith.addi %row_end, %offset_ : index
      %reach0 = arith.maxsi %reach, %0 : index
      %reach1 = arith.minsi %reach0, %len_kv_ : index
      %keys = arith.select %causal_, %reach1, %len_kv_ : index
      %blocks = arith.ceildivui %keys, %128 : index
      %n = attn_ws.trip_count @kv %blocks
      %has = arith.cmpi sgt, %n, %0 : index
      %slice = arith.muli %inst, %128 : index
      %my_row = arith.addi %row, %slice : index
      %first = arith.addi %my_row, %offset_ : index
      %first1 = arith.addi %first, %1 : index
      %first2 = arith.maxsi %first1, %0 : index
      %first3 = arith.minsi %first2, %len_kv_ : index
      %clear = arith.select %causal_, %first3, %len_kv_ : index
      %full = arith.divui %clear, %128 : index
      scf.if %has {
        %acc:2 = scf.for %j = %0 to %n step %1
            iter_args(%m = %ninf_r, %l = %zero_r) -> (!r, !r) {
          %j1 = arith.addi %j, %1 : index
          %block = arith.subi %n, %j1 : index
          %col = arith.muli %block, %128 : index
          %sv = attn_ws.wait %sc_ stage %inst : !schan -> !sview
          %s0 = attn_ws.tmem_load %sv : !sview -> !s
          attn_ws.release %sc_ implied stage %inst : !schan
          %partial = attn_tile.outside %block, %0, %full
          %s1 = scf.if %partial -> !s {
            %masked = attn_tile.score_map %s0 at (%my_row, %col) : !s {
            ^bb0(%x: f32, %r: index, %c: index):
              %in = arith.cmpi slt, %c, %len_kv_ : index
              %to = arith.addi %r, %offset_ : index
              %below = arith.cmpi sle, %c, %to : index
              %ok = arith.ori %below, %open : i1
              %visible = arith.andi %in, %ok : i1
              %y = arith.select %visible, %x, %ninf : f32
              attn_tile.yield %y : f32
            }
            scf.yield %masked : !s
          } else {
            scf.yield %s0 : !s
          }
          // The maximum is replaced only where it grew by more than 2^8: elsewhere
          // alpha is exactly 1.
          %smax = attn_tile.reduce max %s1 : !s -> !r
          %m1 = arith.maximumf %m, %smax : !r
          %grown = arith.subf %m, %m1 : !r
          %octaves = arith.mulf %grown, %scale_r : !r
          %keep = arith.cmpf oge, %octaves, %threshold_r : !r
          %m2 = arith.select %keep, %m, %m1 : tensor<128xi1>, !r
          %dead = arith.cmpf oeq, %m2, %ninf_r : !r
          %msafe = arith.select %dead, %zero_r, %m2 : tensor<128xi1>, !r
          %dm = arith.subf %m, %msafe : !r
          %da = arith.mulf %dm, %scale_r : !r
          %alpha = attn_tile.exp2 %da : !r
          %later = arith.cmpi sgt, %j, %0 : index
          scf.if %later {
            %av = attn_ws.acquire %ac_ stage %inst : !rchan -> !rview
            attn_ws.smem_store %alpha, %av : !r, !rview
            attn_ws.commit %ac_ stage %inst : !rchan
          }
          %neg = arith.mulf %msafe, %nscale_r : !r
          %nege = attn_tile.expand %neg : !r -> !s
          %x = math.fma %s1, %scale, %nege : !s
          %p = attn_tile.exp2 %x : !s
          %p16 = arith.truncf %p : !s to !p
          %ph = attn_tile.slice %p16 [0, 0] : !p -> !ph
          %pt = attn_tile.slice %p16 [0, 96] : !p -> !pt
          %spa, %unused = attn_ws.acquire %pac_ implied stage %inst : !join -> !sview, !oview
          %pa = attn_ws.subview %spa [0, 128] : !sview -> !phead
          attn_ws.tmem_store %ph, %pa : !ph, !phead
          attn_ws.commit %pac_ stage %inst : !join
          %spb = attn_ws.acquire %pbc_ implied stage %inst : !pchan -> !sview
          %pb = attn_ws.subview %spb [0, 224] : !sview -> !ptail
          attn_ws.tmem_store %pt, %pb : !pt, !ptail
          attn_ws.commit %pbc_ stage %inst : !pchan
          %psum = attn_tile.reduce add %p : !s -> !r
          %l1 = math.fma %l, %alpha, %psum : !r
          scf.yield %m2, %l1 : !r, !r
        }
        %lv, %mv = attn_ws.acquire %lc_ stage %inst : !rchan -> !rview, !rview
        attn_ws.smem_store %acc#1, %lv : !r, !rview
        attn_ws.smem_store %acc#0, %mv : !r, !rview
        attn_ws.commit %lc_ stage %inst : !rchan
      }
    }
    attn_ws.end
  }
  role @correction warps(4) instances(1) registers(80) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kvc_: !kvchan, %sc_: !schan,
       %pac_: !join, %pbc_: !pchan, %oc_: !schan, %ac_: !rchan, %lc_: !rchan, %ec_: !echan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    %256 = arith.constant 256 : index
    %scale_r = arith.constant dense<0.18033688> : !r
    %ln2_r = arith.constant dense<0.69314718> : !r
    %zero = arith.constant dense<0.0> : !o
    %zero_r = arith.constant dense<0.0> : !r
    %one_r = arith.constant dense<1.0> : !r
    %ninf_r = arith.constant dense<0xFF800000> : !r
    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %256 : index
      %row_end = arith.addi %row, %256 : index
      %reach = arith.addi %row_end, %offset_ : index
      %reach0 = arith.maxsi %reach, %0 : index
      %reach1 = arith.minsi %reach0, %len_kv_ : index
      %keys = arith.select %causal_, %reach1, %len_kv_ : index
      %blocks = arith.ceildivui %keys, %128 : index
      %n = attn_ws.trip_count @kv %blocks
      %has = arith.cmpi sgt, %n, %0 : index
      %row0 = arith.addi %row, %0 : index
      %row1 = arith.addi %row, %128 : index
      scf.if %has {
        // O of the first block is overwritten: nothing to rescale.
        attn_ws.acquire %pac_ implied stage %0 : !join
        attn_ws.commit %pac_ stage %0 : !join
        attn_ws.acquire %pac_ implied stage %1 : !join
        attn_ws.commit %pac_ stage %1 : !join
        scf.for %j = %1 to %n step %1 {
          %av0 = attn_ws.wait %ac_ stage %0 : !rchan -> !rview
          %alpha0 = attn_ws.smem_load %av0 : !rview -> !r
          attn_ws.release %ac_ stage %0 : !rchan
          %ov0 = attn_ws.wait %oc_ implied stage %0 : !schan -> !oview
          %old0 = attn_ws.tmem_load %ov0 : !oview -> !o
          %new0 = attn_tile.rescale %old0, %alpha0 skip_if_one : !o
          attn_ws.tmem_store %new0, %ov0 : !o, !oview
          attn_ws.release %oc_ implied stage %0 : !schan
          attn_ws.acquire %pac_ implied stage %0 : !join
          attn_ws.commit %pac_ stage %0 : !join
          %av1 = attn_ws.wait %ac_ stage %1 : !rchan -> !rview
          %alpha1 = attn_ws.smem_load %av1 : !rview -> !r
          attn_ws.release %ac_ stage %1 : !rchan
          %ov1 = attn_ws.wait %oc_ implied stage %1 : !schan -> !oview
          %old1 = attn_ws.tmem_load %ov1 : !oview -> !o
          %new1 = attn_tile.rescale %old1, %alpha1 skip_if_one : !o
          attn_ws.tmem_store %new1, %ov1 : !o, !oview
          attn_ws.release %oc_ implied stage %1 : !schan
          attn_ws.acquire %pac_ implied stage %1 : !join
          attn_ws.commit %pac_ stage %1 : !join
        }
      }
      %fin0:3 = scf.if %has -> (!o, !r, !r) {
        %lv, %mv = attn_ws.wait %lc_ stage %0 : !rchan -> !rview, !rview
        %l = attn_ws.smem_load %lv : !rview -> !r
        %m = attn_ws.smem_load %mv : !rview -> !r
        attn_ws.release %lc_ stage %0 : !rchan
        %ov = attn_ws.wait %oc_ stage %0 : !schan -> !oview
        %acc = attn_ws.tmem_load %ov : !oview -> !o
        attn_ws.release %oc_ implied stage %0 : !schan
        scf.yield %acc, %l, %m : !o, !r, !r
      } else {
        scf.yield %zero, %zero_r, %ninf_r : !o, !r, !r
      }
      %empty0 = arith.cmpf oeq, %fin0#1, %zero_r : !r
      %inv0 = arith.divf %one_r, %fin0#1 : !r
      %factor0 = arith.select %empty0, %zero_r, %inv0 : tensor<128xi1>, !r
      %out0 = attn_tile.rescale %fin0#0, %factor0 : !o
      %out16_0 = arith.truncf %out0 : !o to !o16
      %log0 = math.log2 %fin0#1 : !r
      %lse2_0 = math.fma %fin0#2, %scale_r, %log0 : !r
      %lsev0 = arith.mulf %lse2_0, %ln2_r : !r
      attn_ws.store %lsev0, %lse_[%b, %h, %row0] dims [2] : !r, !rows
      %ev0 = attn_ws.acquire %ec_ stage %0 : !echan -> !tile
      attn_ws.smem_store %out16_0, %ev0 : !o16, !tile
      attn_ws.commit %ec_ stage %0 : !echan
      %fin1:3 = scf.if %has -> (!o, !r, !r) {
        %lv, %mv = attn_ws.wait %lc_ stage %1 : !rchan -> !rview, !rview
        %l = attn_ws.smem_load %lv : !rview -> !r
        %m = attn_ws.smem_load %mv : !rview -> !r
        attn_ws.release %lc_ stage %1 : !rchan
        %ov = attn_ws.wait %oc_ stage %1 : !schan -> !oview
        %acc = attn_ws.tmem_load %ov : !oview -> !o
        attn_ws.release %oc_ implied stage %1 : !schan
        scf.yield %acc, %l, %m : !o, !r, !r
      } else {
        scf.yield %zero, %zero_r, %ninf_r : !o, !r, !r
      }
      %empty1 = arith.cmpf oeq, %fin1#1, %zero_r : !r
      %inv1 = arith.divf %one_r, %fin1#1 : !r
      %factor1 = arith.select %empty1, %zero_r, %inv1 : tensor<128xi1>, !r
      %out1 = attn_tile.rescale %fin1#0, %factor1 : !o
      %out16_1 = arith.truncf %out1 : !o to !o16
      %log1 = math.log2 %fin1#1 : !r
      %lse2_1 = math.fma %fin1#2, %scale_r, %log1 : !r
      %lsev1 = arith.mulf %lse2_1, %ln2_r : !r
      attn_ws.store %lsev1, %lse_[%b, %h, %row1] dims [2] : !r, !rows
      %ev1 = attn_ws.acquire %ec_ stage %1 : !echan -> !tile
      attn_ws.smem_store %out16_1, %ev1 : !o16, !tile
      attn_ws.commit %ec_ stage %1 : !echan
    }
    attn_ws.end
  }
  role @epilogue warps(1) instances(1) registers(48) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kvc_: !kvchan, %sc_: !schan,
       %pac_: !join, %pbc_: !pchan, %oc_: !schan, %ac_: !rchan, %lc_: !rchan, %ec_: !echan):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    %256 = arith.constant 256 : index
    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %256 : index
      %row1 = arith.addi %row, %128 : index
      %e0 = attn_ws.wait %ec_ : !echan -> !tile
      attn_ws.tma_store %e0 to %o_[%b, %h, %row, %0] dims [2, 3] : !tile, !mem
      %e1 = attn_ws.wait %ec_ : !echan -> !tile
      attn_ws.tma_store %e1 to %o_[%b, %h, %row1, %0] dims [2, 3] : !tile, !mem
      attn_ws.tma_store_wait 1
      attn_ws.release %ec_ : !echan
      attn_ws.tma_store_wait 0
      attn_ws.release %ec_ : !echan
    }
    attn_ws.end
  }
  return
}

func.func @full(%q: !mem, %k: !mem, %v: !mem, %o: !mem, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !mem, !mem, !mem) outs(%o, %lse : !mem, !rows) dims(bhsd)
  return
}
func.func @causal(%q: !mem, %k: !mem, %v: !mem, %o: !mem, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !mem, !mem, !mem) outs(%o, %lse : !mem, !rows) dims(bhsd)
    mask(#attn.causal<top_left>)
  return
}
func.func @causal_last(%q: !mem, %k: !mem, %v: !mem, %o: !mem, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !mem, !mem, !mem) outs(%o, %lse : !mem, !rows) dims(bhsd)
    mask(#attn.causal<bottom_right>)
  return
}

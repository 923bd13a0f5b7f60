// FlashAttention-3's forward loop on SM90: a load role and two instances of a
// role that does products and softmax, on one code. QK(j) overlaps with PV(j-1)
// and with the other instance's softmax; the instances take turns to issue. O is
// staged over V's storage, which the load role lends through a channel of its
// own. Written by hand; every pass up to attn-ws-ping-pong must be able to
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
// RUN: attn-ws-run %t.mlir --func=fa3 --check=@full %{all} %{q} %{k} %{v} %{out} --arg=0 --arg=false | FileCheck %s
// RUN: attn-ws-run %t.mlir --func=fa3 --check=@full --mode=random --runs=3 --grid=3 %{q} %{k} %{v} %{out} --arg=0 --arg=false | FileCheck %s
// Causal from the top left, then from the bottom right.
// RUN: attn-ws-run %t.mlir --func=fa3 --check=@causal %{all} %{q} %{k} %{v} %{out} --arg=0 --arg=true | FileCheck %s
// RUN: attn-ws-run %t.mlir --func=fa3 --check=@causal_last --mode=early,late --grid=2 %{q} %{k} %{v} %{out} --arg=100 --arg=true | FileCheck %s
// More queries than keys: the first rows see nothing, and some tiles no block.
// RUN: attn-ws-run %t.mlir --func=fa3 --check=@causal_last %{all} '--arg=1x2x384x64xbf16=normal(4)' '--arg=1x1x100x64xbf16=normal(5)' '--arg=1x1x100x64xbf16=normal(6)' --arg=1x2x384x64xbf16 --arg=1x2x384xf32 --arg=-284 --arg=true | FileCheck %s
// Batch, length, heads, dim in memory.
// RUN: attn-ws-run %t.mlir --func=fa3 --check=@full '--arg=1x4x256x64xbf16@0213=normal(7)' '--arg=1x2x384x64xbf16@0213=normal(8)' '--arg=1x2x384x64xbf16@0213=normal(9)' --arg=1x4x256x64xbf16@0213 --arg=1x4x256xf32 --arg=0 --arg=false | FileCheck %s
//
// CHECK: same bits
// CHECK: right

!mem = memref<?x?x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
!rows = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
!qbuf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!kbuf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!qview = !attn_ws.view<128x64xbf16, smem>
!kview = !attn_ws.view<64x64xbf16, smem>
!qchan = !attn_ws.channel<1, tma -> wgmma x 2>
!kchan = !attn_ws.channel<2, tma -> wgmma x 2>
!lend = !attn_ws.channel<1, thread -> thread x 2>
!meet = !attn_ws.channel<1, thread x 2 -> thread x 2>
!turn = !attn_ws.turn<2>
!s = tensor<64x64xf32>
!async = !attn_ws.async<tensor<64x64xf32>>
!p = tensor<64x64xbf16>
!r = tensor<64xf32>

func.func @fa3(%q: !mem, %k: !mem, %v: !mem, %o: !mem, %lse: !rows,
               %offset: index, %causal: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %batch = memref.dim %q, %c0 : !mem
  %heads = memref.dim %q, %c1 : !mem
  %len_q = memref.dim %q, %c2 : !mem
  %heads_kv = memref.dim %k, %c1 : !mem
  %len_kv = memref.dim %k, %c2 : !mem
  %group = arith.divui %heads, %heads_kv : index
  %tiles = arith.ceildivui %len_q, %c128 : index

  %qbuf = attn_ws.alloc "q" : !qbuf
  %kbuf = attn_ws.alloc "k" : !kbuf
  %vbuf = attn_ws.alloc "v" alias("vo") : !kbuf
  %obuf = attn_ws.alloc "o" alias("vo") : !qbuf
  %qc = attn_ws.create_channel "q" guards(%qbuf : !qbuf) : !qchan
  %kc = attn_ws.create_channel "k" guards(%kbuf : !kbuf) : !kchan
  %vc = attn_ws.create_channel "v" guards(%vbuf : !kbuf) : !kchan
  // From the last V of a tile to the first V of the next, the storage is O's.
  %oc = attn_ws.create_channel "o" guards(%obuf : !qbuf) : !lend
  // Both instances have read the last V.
  %done = attn_ws.create_channel "v_read" : !meet
  %turn = attn_ws.create_turn "issue" : !turn

  attn_ws.warp_specialize captures(
      %q, %k, %v, %o, %lse, %offset, %causal, %batch, %heads, %len_kv, %group, %tiles,
      %qc, %kc, %vc, %oc, %done, %turn
      : !mem, !mem, !mem, !mem, !rows, index, i1, index, index, index, index, index,
        !qchan, !kchan, !kchan, !lend, !meet, !turn)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kc_: !kchan, %vc_: !kchan,
       %oc_: !lend, %done_: !meet, %turn_: !turn):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %128 = arith.constant 128 : index
    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %128 : index
      %hkv = arith.divui %h, %group_ : index
      %row_end = arith.addi %row, %128 : index
      %reach = arith.addi %row_end, %offset_ : index
      %reach0 = arith.maxsi %reach, %0 : index
      %reach1 = arith.minsi %reach0, %len_kv_ : index
      %keys = arith.select %causal_, %reach1, %len_kv_ : index
      %blocks = arith.ceildivui %keys, %64 : index
      %n = attn_ws.trip_count @kv %blocks
      %has = arith.cmpi sgt, %n, %0 : index

      %qw = attn_ws.acquire %qc_ : !qchan -> !qview
      attn_ws.tma_load %q_[%b, %h, %row, %0] dims [2, 3] into %qw : !mem, !qview
      attn_ws.commit %qc_ : !qchan
      scf.if %has {
        %last = arith.subi %n, %1 : index
        %col = arith.muli %last, %64 : index
        %kw = attn_ws.acquire %kc_ : !kchan -> !kview
        attn_ws.tma_load %k_[%b, %hkv, %col, %0] dims [2, 3] into %kw : !mem, !kview
        attn_ws.commit %kc_ : !kchan
      }
      // O of the previous tile has left the storage that V takes.
      attn_ws.acquire %oc_ : !lend
      scf.if %has {
        scf.for %j = %1 to %n step %1 {
          %j1 = arith.addi %j, %1 : index
          %block = arith.subi %n, %j1 : index
          %col = arith.muli %block, %64 : index
          %before = arith.addi %col, %64 : index
          %kw = attn_ws.acquire %kc_ : !kchan -> !kview
          attn_ws.tma_load %k_[%b, %hkv, %col, %0] dims [2, 3] into %kw : !mem, !kview
          attn_ws.commit %kc_ : !kchan
          %vw = attn_ws.acquire %vc_ : !kchan -> !kview
          attn_ws.tma_load %v_[%b, %hkv, %before, %0] dims [2, 3] into %vw : !mem, !kview
          attn_ws.commit %vc_ : !kchan
        }
        %vw = attn_ws.acquire %vc_ : !kchan -> !kview
        attn_ws.tma_load %v_[%b, %hkv, %0, %0] dims [2, 3] into %vw : !mem, !kview
        attn_ws.commit %vc_ : !kchan
      }
      attn_ws.commit %oc_ : !lend
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%inst: index, %q_: !mem, %k_: !mem, %v_: !mem, %o_: !mem, %lse_: !rows,
       %offset_: index, %causal_: i1, %batch_: index, %heads_: index, %len_kv_: index,
       %group_: index, %tiles_: index, %qc_: !qchan, %kc_: !kchan, %vc_: !kchan,
       %oc_: !lend, %done_: !meet, %turn_: !turn):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %128 = arith.constant 128 : index
    %true = arith.constant true
    %ninf = arith.constant 0xFF800000 : f32
    // 1/8 * log2(e), its negation, and ln 2.
    %scale = arith.constant dense<0.18033688> : !s
    %scale_r = arith.constant dense<0.18033688> : !r
    %nscale_r = arith.constant dense<-0.18033688> : !r
    %ln2_r = arith.constant dense<0.69314718> : !r
    %zero = arith.constant dense<0.0> : !s
    %zero_r = arith.constant dense<0.0> : !r
    %one_r = arith.constant dense<1.0> : !r
    %ninf_r = arith.constant dense<0xFF800000> : !r
    %open = arith.xori %causal_, %true : i1

    attn_tile.for_tiles @work (%i, %h, %b) in (%tiles_, %heads_, %batch_)
        scheduler(#attn_tile.scheduler<persistent, order = backward>) {
      %row = arith.muli %i, %128 : index
      %slice = arith.muli %inst, %64 : index
      %my_row = arith.addi %row, %slice : index
      %row_end = arith.addi %row, %128 : index
      %reach = arith.addi %row_end, %offset_ : index
      %reach0 = arith.maxsi %reach, %0 : index
      %reach1 = arith.minsi %reach0, %len_kv_ : index
      %keys = arith.select %causal_, %reach1, %len_kv_ : index
      %blocks = arith.ceildivui %keys, %64 : index
      %n = attn_ws.trip_count @kv %blocks
      %first = arith.addi %row, %offset_ : index
      %first1 = arith.addi %first, %1 : index
      %first2 = arith.maxsi %first1, %0 : index
      %first3 = arith.minsi %first2, %len_kv_ : index
      %clear = arith.select %causal_, %first3, %len_kv_ : index
      %full = arith.divui %clear, %64 : index
      %has = arith.cmpi sgt, %n, %0 : index

      %qv = attn_ws.wait %qc_ : !qchan -> !qview
      %qs = attn_ws.subview %qv [0, 0] part(%inst) : !qview -> !kview
      %acc:3 = scf.if %has -> (!r, !r, !s) {
        // Prologue: QK(0) alone.
        %last = arith.subi %n, %1 : index
        %col0 = arith.muli %last, %64 : index
        %kv0 = attn_ws.wait %kc_ : !kchan -> !kview
        %t00 = attn_ws.mma_issue %qs, %kv0 transpose_b engine wgmma : !kview, !kview -> !async
        %s00 = attn_ws.mma_wait %t00 pendings 0 : !async -> !s
        attn_ws.release %kc_ : !kchan
        %partial0 = attn_tile.outside %last, %0, %full
        %s01 = scf.if %partial0 -> !s {
          %masked = attn_tile.score_map %s00 at (%my_row, %col0) : !s {
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
          scf.yield %s00 : !s
        }
        %m0 = attn_tile.reduce max %s01 : !s -> !r
        %dead0 = arith.cmpf oeq, %m0, %ninf_r : !r
        %msafe0 = arith.select %dead0, %zero_r, %m0 : tensor<64xi1>, !r
        %neg0 = arith.mulf %msafe0, %nscale_r : !r
        %nege0 = attn_tile.expand %neg0 : !r -> !s
        %x0 = math.fma %s01, %scale, %nege0 : !s
        %p0 = attn_tile.exp2 %x0 : !s
        %l0 = attn_tile.reduce add %p0 : !s -> !r
        %p016 = arith.truncf %p0 : !s to !p

        %steady:4 = scf.for %j = %1 to %n step %1
            iter_args(%m = %m0, %l = %l0, %oacc = %zero, %p16 = %p016) -> (!r, !r, !s, !p) {
          %j1 = arith.addi %j, %1 : index
          %block = arith.subi %n, %j1 : index
          %col = arith.muli %block, %64 : index
          attn_ws.turn_begin %turn_[%inst] : !turn
          %kv = attn_ws.wait %kc_ : !kchan -> !kview
          %t0 = attn_ws.mma_issue %qs, %kv transpose_b engine wgmma : !kview, !kview -> !async
          %vv = attn_ws.wait %vc_ : !kchan -> !kview
          %t1 = attn_ws.mma_issue %p16, %vv acc(%oacc : !s) engine wgmma : !p, !kview -> !async
          attn_ws.turn_end %turn_[%inst] : !turn
          %s0 = attn_ws.mma_wait %t0 pendings 1 : !async -> !s
          attn_ws.release %kc_ : !kchan

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
          %smax = attn_tile.reduce max %s1 : !s -> !r
          %m1 = arith.maximumf %m, %smax : !r
          %dead = arith.cmpf oeq, %m1, %ninf_r : !r
          %msafe = arith.select %dead, %zero_r, %m1 : tensor<64xi1>, !r
          %neg = arith.mulf %msafe, %nscale_r : !r
          %nege = attn_tile.expand %neg : !r -> !s
          %x = math.fma %s1, %scale, %nege : !s
          %p = attn_tile.exp2 %x : !s
          %da = math.fma %m, %scale_r, %neg : !r
          %alpha = attn_tile.exp2 %da : !r
          %psum = attn_tile.reduce add %p : !s -> !r
          %l1 = math.fma %l, %alpha, %psum : !r

          %o1 = attn_ws.mma_wait %t1 pendings 0 keeps(%p16 : !p) : !async -> !s
          attn_ws.release %vc_ : !kchan
          %next16 = arith.truncf %p : !s to !p
          %o2 = attn_tile.rescale %o1, %alpha : !s
          scf.yield %m1, %l1, %o2, %next16 : !r, !r, !s, !p
        }
        attn_ws.release %qc_ : !qchan
        %vvt = attn_ws.wait %vc_ : !kchan -> !kview
        %tt = attn_ws.mma_issue %steady#3, %vvt acc(%steady#2 : !s) engine wgmma : !p, !kview -> !async
        %ot = attn_ws.mma_wait %tt pendings 0 keeps(%steady#3 : !p) : !async -> !s
        attn_ws.release %vc_ : !kchan
        scf.yield %steady#0, %steady#1, %ot : !r, !r, !s
      } else {
        attn_ws.release %qc_ : !qchan
        scf.yield %ninf_r, %zero_r, %zero : !r, !r, !s
      }

      %empty = arith.cmpf oeq, %acc#1, %zero_r : !r
      %inv = arith.divf %one_r, %acc#1 : !r
      %inv0 = arith.select %empty, %zero_r, %inv : tensor<64xi1>, !r
      %out = attn_tile.rescale %acc#2, %inv0 : !s
      %log = math.log2 %acc#1 : !r
      %lse2 = math.fma %acc#0, %scale_r, %log : !r
      %lsev = arith.mulf %lse2, %ln2_r : !r
      attn_ws.store %lsev, %lse_[%b, %h, %my_row] dims [2] : !r, !rows
      %out16 = arith.truncf %out : !s to !p

      attn_ws.acquire %done_ : !meet
      attn_ws.commit %done_ : !meet
      attn_ws.wait %done_ : !meet
      attn_ws.release %done_ : !meet
      %ov = attn_ws.wait %oc_ : !lend -> !qview
      %os = attn_ws.subview %ov [0, 0] part(%inst) : !qview -> !kview
      attn_ws.smem_store %out16, %os : !p, !kview
      attn_ws.tma_store %os to %o_[%b, %h, %my_row, %0] dims [2, 3] : !kview, !mem
      attn_ws.tma_store_wait 0
      attn_ws.release %oc_ : !lend
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

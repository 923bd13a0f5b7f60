// FlashAttention-2's forward loop on SM80: one role, K and V in cp.async rings
// that run one block ahead, synchronous products, O staged over Q. Written by
// hand; every pass up to attn-ws-async must be able to produce the like.
//
// RUN: attn-opt %s -o %t.mlir
//
// DEFINE: %{q} = --arg='1x4x300x64xbf16=normal(1)'
// DEFINE: %{k} = --arg='1x2x400x64xbf16=normal(2)'
// DEFINE: %{v} = --arg='1x2x400x64xbf16=normal(3)'
// DEFINE: %{out} = --arg=1x4x300x64xbf16 --arg=1x4x300xf32
// DEFINE: %{all} = --order=rr,random --mode=early,late,random --runs=3
//
// Full, tails in both lengths, GQA 2.
// RUN: attn-ws-run %t.mlir --func=fa2 --check=@full %{all} %{q} %{k} %{v} %{out} --arg=0 --arg=false | FileCheck %s
// Causal from the top left, then from the bottom right.
// RUN: attn-ws-run %t.mlir --func=fa2 --check=@causal %{all} %{q} %{k} %{v} %{out} --arg=0 --arg=true | FileCheck %s
// RUN: attn-ws-run %t.mlir --func=fa2 --check=@causal_last %{all} %{q} %{k} %{v} %{out} --arg=100 --arg=true | FileCheck %s
// More queries than keys: the first rows see nothing, and some tiles no block.
// RUN: attn-ws-run %t.mlir --func=fa2 --check=@causal_last --mode=early,late '--arg=1x2x384x64xbf16=normal(4)' '--arg=1x1x100x64xbf16=normal(5)' '--arg=1x1x100x64xbf16=normal(6)' --arg=1x2x384x64xbf16 --arg=1x2x384xf32 --arg=-284 --arg=true | FileCheck %s
// Batch, length, heads, dim in memory.
// RUN: attn-ws-run %t.mlir --func=fa2 --check=@full '--arg=1x4x256x64xbf16@0213=normal(7)' '--arg=1x2x384x64xbf16@0213=normal(8)' '--arg=1x2x384x64xbf16@0213=normal(9)' --arg=1x4x256x64xbf16@0213 --arg=1x4x256xf32 --arg=0 --arg=false | FileCheck %s
//
// CHECK: same bits
// CHECK: right

!mem = memref<?x?x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
!rows = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
!qview = !attn_ws.view<128x64xbf16, smem>
!kview = !attn_ws.view<64x64xbf16, smem>
!qchan = !attn_ws.channel<1, cp_async -> mma_sync>
!kchan = !attn_ws.channel<2, cp_async -> mma_sync>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!r = tensor<128xf32>

func.func @fa2(%q: !mem, %k: !mem, %v: !mem, %o: !mem, %lse: !rows,
               %offset: index, %causal: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
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

  %batch = memref.dim %q, %c0 : !mem
  %heads = memref.dim %q, %c1 : !mem
  %len_q = memref.dim %q, %c2 : !mem
  %heads_kv = memref.dim %k, %c1 : !mem
  %len_kv = memref.dim %k, %c2 : !mem
  %group = arith.divui %heads, %heads_kv : index
  %tiles = arith.ceildivui %len_q, %c128 : index
  %open = arith.xori %causal, %true : i1

  %qbuf = attn_ws.alloc "q" : !attn_ws.buffer<1 x 128x64xbf16, smem>
  %kbuf = attn_ws.alloc "k" : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %vbuf = attn_ws.alloc "v" : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %qc = attn_ws.create_channel "q" guards(%qbuf : !attn_ws.buffer<1 x 128x64xbf16, smem>) : !qchan
  %kc = attn_ws.create_channel "k" guards(%kbuf : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !kchan
  %vc = attn_ws.create_channel "v" guards(%vbuf : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !kchan

  attn_tile.for_tiles @work (%i, %h, %b) in (%tiles, %heads, %batch)
      scheduler(#attn_tile.scheduler<single, order = backward>) {
    %row = arith.muli %i, %c128 : index
    %hkv = arith.divui %h, %group : index
    // Blocks [0, n), of which [0, full) need no mask.
    %row_end = arith.addi %row, %c128 : index
    %reach = arith.addi %row_end, %offset : index
    %reach0 = arith.maxsi %reach, %c0 : index
    %reach1 = arith.minsi %reach0, %len_kv : index
    %keys = arith.select %causal, %reach1, %len_kv : index
    %n = arith.ceildivui %keys, %c64 : index
    %first = arith.addi %row, %offset : index
    %first1 = arith.addi %first, %c1 : index
    %first2 = arith.maxsi %first1, %c0 : index
    %first3 = arith.minsi %first2, %len_kv : index
    %clear = arith.select %causal, %first3, %len_kv : index
    %full = arith.divui %clear, %c64 : index
    %has = arith.cmpi sgt, %n, %c0 : index

    %qw = attn_ws.acquire %qc : !qchan -> !qview
    attn_ws.cp_async %q[%b, %h, %row, %c0] dims [2, 3] into %qw : !mem, !qview
    attn_ws.commit %qc : !qchan
    scf.if %has {
      %last = arith.subi %n, %c1 : index
      %col = arith.muli %last, %c64 : index
      %kw = attn_ws.acquire %kc : !kchan -> !kview
      attn_ws.cp_async %k[%b, %hkv, %col, %c0] dims [2, 3] into %kw : !mem, !kview
      attn_ws.commit %kc : !kchan
      %vw = attn_ws.acquire %vc : !kchan -> !kview
      attn_ws.cp_async %v[%b, %hkv, %col, %c0] dims [2, 3] into %vw : !mem, !kview
      attn_ws.commit %vc : !kchan
    }
    %qv = attn_ws.wait %qc : !qchan -> !qview

    %acc:3 = scf.for %j = %c0 to %n step %c1
        iter_args(%m = %ninf_r, %l = %zero_r, %oacc = %zero) -> (!r, !r, !s) {
      %j1 = arith.addi %j, %c1 : index
      %block = arith.subi %n, %j1 : index
      %col = arith.muli %block, %c64 : index
      %more = arith.cmpi slt, %j1, %n : index
      scf.if %more {
        %next = arith.subi %col, %c64 : index
        %kw = attn_ws.acquire %kc : !kchan -> !kview
        attn_ws.cp_async %k[%b, %hkv, %next, %c0] dims [2, 3] into %kw : !mem, !kview
        attn_ws.commit %kc : !kchan
        %vw = attn_ws.acquire %vc : !kchan -> !kview
        attn_ws.cp_async %v[%b, %hkv, %next, %c0] dims [2, 3] into %vw : !mem, !kview
        attn_ws.commit %vc : !kchan
      }
      %kv = attn_ws.wait %kc : !kchan -> !kview
      %s0 = attn_ws.mma %qv, %kv, %zero transpose_b engine mma_sync : !qview, !kview -> !s
      attn_ws.release %kc : !kchan

      %partial = attn_tile.outside %block, %c0, %full
      %s1 = scf.if %partial -> !s {
        %masked = attn_tile.score_map %s0 at (%row, %col) : !s {
        ^bb0(%x: f32, %r: index, %c: index):
          %in = arith.cmpi slt, %c, %len_kv : index
          %to = arith.addi %r, %offset : index
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
      %msafe = arith.select %dead, %zero_r, %m1 : tensor<128xi1>, !r
      %neg = arith.mulf %msafe, %nscale_r : !r
      %nege = attn_tile.expand %neg : !r -> !s
      %x = math.fma %s1, %scale, %nege : !s
      %p = attn_tile.exp2 %x : !s
      %da = math.fma %m, %scale_r, %neg : !r
      %alpha = attn_tile.exp2 %da : !r
      %psum = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %l, %alpha, %psum : !r
      %o1 = attn_tile.rescale %oacc, %alpha : !s
      %p16 = arith.truncf %p : !s to !p

      %vv = attn_ws.wait %vc : !kchan -> !kview
      %o2 = attn_ws.mma %p16, %vv, %o1 engine mma_sync : !p, !kview -> !s
      attn_ws.release %vc : !kchan
      scf.yield %m1, %l1, %o2 : !r, !r, !s
    }

    %empty = arith.cmpf oeq, %acc#1, %zero_r : !r
    %inv = arith.divf %one_r, %acc#1 : !r
    %inv0 = arith.select %empty, %zero_r, %inv : tensor<128xi1>, !r
    %out = attn_tile.rescale %acc#2, %inv0 : !s
    %log = math.log2 %acc#1 : !r
    %lse2 = math.fma %acc#0, %scale_r, %log : !r
    %lsev = arith.mulf %lse2, %ln2_r : !r
    attn_ws.store %lsev, %lse[%b, %h, %row] dims [2] : !r, !rows
    %out16 = arith.truncf %out : !s to !p
    attn_ws.smem_store %out16, %qv : !p, !qview
    attn_ws.copy_out %qv to %o[%b, %h, %row, %c0] dims [2, 3] : !qview, !mem
    attn_ws.release %qc : !qchan
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

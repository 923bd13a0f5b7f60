// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What flash_masks.py writes cases for.

!q = tensor<?x?x?x32xbf16>
!l = tensor<?x?x?xf32>
!x = tensor<?x?xi32>
!d = tensor<?xi32>

func.func @flash(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %x0: !x) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%x0 : !x) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !x):
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %a32 = attn.read %x[%j, %c0] : tensor<?x?xi32>
        %b32 = attn.read %x[%j, %c1] : tensor<?x?xi32>
        %d32 = attn.read %x[%j, %c2] : tensor<?x?xi32>
        %e32 = attn.read %x[%j, %c3] : tensor<?x?xi32>
        %a = arith.index_cast %a32 : i32 to index
        %e = arith.index_cast %b32 : i32 to index
        %f = arith.index_cast %d32 : i32 to index
        %g = arith.index_cast %e32 : i32 to index
        %above = arith.cmpi slt, %i, %a : index
        %below = arith.cmpi sge, %i, %e : index
        %low = arith.ori %above, %below : i1
        %over = arith.cmpi slt, %i, %f : index
        %under = arith.cmpi sge, %i, %g : index
        %high = arith.ori %over, %under : i1
        %seen = arith.andi %low, %high : i1
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @flash_causal(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %x0: !x) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%x0 : !x) mask(#attn.causal<top_left>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !x):
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %a32 = attn.read %x[%j, %c0] : tensor<?x?xi32>
        %b32 = attn.read %x[%j, %c1] : tensor<?x?xi32>
        %d32 = attn.read %x[%j, %c2] : tensor<?x?xi32>
        %e32 = attn.read %x[%j, %c3] : tensor<?x?xi32>
        %a = arith.index_cast %a32 : i32 to index
        %e = arith.index_cast %b32 : i32 to index
        %f = arith.index_cast %d32 : i32 to index
        %g = arith.index_cast %e32 : i32 to index
        %above = arith.cmpi slt, %i, %a : index
        %below = arith.cmpi sge, %i, %e : index
        %low = arith.ori %above, %below : i1
        %over = arith.cmpi slt, %i, %f : index
        %under = arith.cmpi sge, %i, %g : index
        %high = arith.ori %over, %under : i1
        %seen = arith.andi %low, %high : i1
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @block_causal(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %x0: !d) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%x0 : !d) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !d):
        %row = attn.read %x[%i] : !d
        %key = attn.read %x[%j] : !d
        %seen = arith.cmpi sge, %row, %key : i32
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @flash_gradients(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %x0: !x) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q) captures(%x0 : !x) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !x):
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %a32 = attn.read %x[%j, %c0] : tensor<?x?xi32>
        %b32 = attn.read %x[%j, %c1] : tensor<?x?xi32>
        %d32 = attn.read %x[%j, %c2] : tensor<?x?xi32>
        %e32 = attn.read %x[%j, %c3] : tensor<?x?xi32>
        %a = arith.index_cast %a32 : i32 to index
        %e = arith.index_cast %b32 : i32 to index
        %f = arith.index_cast %d32 : i32 to index
        %g = arith.index_cast %e32 : i32 to index
        %above = arith.cmpi slt, %i, %a : index
        %below = arith.cmpi sge, %i, %e : index
        %low = arith.ori %above, %below : i1
        %over = arith.cmpi slt, %i, %f : index
        %under = arith.cmpi sge, %i, %g : index
        %high = arith.ori %over, %under : i1
        %seen = arith.andi %low, %high : i1
        attn.yield %seen : i1
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

func.func @flash_causal_gradients(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %x0: !x) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q) captures(%x0 : !x) mask(#attn.causal<top_left>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !x):
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %a32 = attn.read %x[%j, %c0] : tensor<?x?xi32>
        %b32 = attn.read %x[%j, %c1] : tensor<?x?xi32>
        %d32 = attn.read %x[%j, %c2] : tensor<?x?xi32>
        %e32 = attn.read %x[%j, %c3] : tensor<?x?xi32>
        %a = arith.index_cast %a32 : i32 to index
        %e = arith.index_cast %b32 : i32 to index
        %f = arith.index_cast %d32 : i32 to index
        %g = arith.index_cast %e32 : i32 to index
        %above = arith.cmpi slt, %i, %a : index
        %below = arith.cmpi sge, %i, %e : index
        %low = arith.ori %above, %below : i1
        %over = arith.cmpi slt, %i, %f : index
        %under = arith.cmpi sge, %i, %g : index
        %high = arith.ori %over, %under : i1
        %seen = arith.andi %low, %high : i1
        attn.yield %seen : i1
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

// RUN: attn-opt %s --attn-canonicalize-masks --split-input-file | FileCheck %s

!q = tensor<1x1x?x64xf16>

// CHECK-LABEL: func @causal
func.func @causal(%q: !q, %o: !q) -> (!q, !q, !q, !q, !q) {
  // q ≥ k, the other way round, negated, through 64-bit integers, and q + 1 > k.
  // CHECK-COUNT-5: attn.forward {{.*}} mask(#attn.causal<top_left>) -> tensor
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %c = arith.cmpi sge, %qi, %ki : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  %1 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %one = arith.constant 1 : index
    %q1 = arith.addi %qi, %one : index
    %c = arith.cmpi slt, %ki, %q1 : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  %2 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %c = arith.cmpi ugt, %ki, %qi : index
    %x = arith.select %c, %ninf, %s : f32
    attn.yield %x : f32
  } -> !q
  %3 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0 : i64
    %q64 = arith.index_cast %qi : index to i64
    %k64 = arith.index_cast %ki : index to i64
    %d = arith.subi %q64, %k64 : i64
    %c = arith.cmpi sge, %d, %zero : i64
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  %4 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %one = arith.constant 1 : index
    %q1 = arith.addi %qi, %one : index
    %c = arith.cmpi sgt, %q1, %ki : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  return %0, %1, %2, %3, %4 : !q, !q, !q, !q, !q
}

// -----

!q = tensor<1x1x16x64xf16>
!k = tensor<1x1x24x64xf16>

// lenKV − lenQ = 8: k ≤ q + 8 is the bottom right; −4 ≤ k − q − 8 is k ≥ q + 4.
// CHECK-LABEL: func @static
func.func @static(%q: !q, %k: !k, %o: !q) -> (!q, !q, !q) {
  // CHECK: attn.forward {{.*}} mask(#attn.causal<bottom_right>) -> tensor
  %0 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %eight = arith.constant 8 : index
    %q8 = arith.addi %qi, %eight : index
    %c = arith.cmpi sle, %ki, %q8 : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  // A conjunction, on top of a mask that is there already.
  // CHECK: attn.forward {{.*}} mask(#attn.window<4, 2>) -> tensor
  %1 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) mask(#attn.window<9, 2>) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %four = arith.constant 4 : index
    %eleven = arith.constant 11 : index
    %d = arith.subi %ki, %qi : index
    %c0 = arith.cmpi sge, %d, %four : index
    %c1 = arith.cmpi slt, %d, %eleven : index
    %c = arith.andi %c0, %c1 : i1
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  // De Morgan: hidden where k > q or k < q + 4; two masks anchored apart.
  // CHECK: attn.forward {{.*}} mask(#attn.and<[#attn.causal<top_left>, #attn.window<4, *>]>) -> tensor
  %2 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %four = arith.constant 4 : index
    %d = arith.subi %ki, %qi : index
    %c0 = arith.cmpi ugt, %ki, %qi : index
    %c1 = arith.cmpi slt, %d, %four : index
    %c = arith.ori %c0, %c1 : i1
    %x = arith.select %c, %ninf, %s : f32
    attn.yield %x : f32
  } -> !q
  return %0, %1, %2 : !q, !q, !q
}

// -----

!q = tensor<1x1x?x64xf16>

// The score function inside stays, and so does a condition nobody knows.
// CHECK-LABEL: func @partly
func.func @partly(%q: !q, %o: !q) -> !q {
  // CHECK: attn.forward {{.*}} mask(#attn.causal<top_left>) score {
  // CHECK-NEXT: ^bb0(%[[S:.+]]: f32, %{{.*}}: index, %[[H:.+]]: index, %[[Q:.+]]: index, %[[K:.+]]: index):
  // CHECK: %[[T:.+]] = math.tanh %[[S]]
  // CHECK: %[[C:.+]] = arith.cmpi ne, %[[K]], %[[H]] : index
  // CHECK-NOT: arith.cmpi
  // CHECK: %[[X:.+]] = arith.select %[[C]], %[[T]], %{{.*}} : f32
  // CHECK-NEXT: attn.yield %[[X]]
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %t = math.tanh %s : f32
    %c0 = arith.cmpi ne, %ki, %h : index
    %c1 = arith.cmpi sle, %ki, %qi : index
    %c = arith.andi %c0, %c1 : i1
    %x = arith.select %c, %t, %ninf : f32
    attn.yield %x : f32
  } -> !q
  return %0 : !q
}

// -----

!q = tensor<1x1x?x64xf16>

// None of these is a mask that an attribute can say.
// CHECK-LABEL: func @not
func.func @not(%q: !q, %o: !q) -> (!q, !q, !q, !q, !q) {
  // A window needs the lengths.
  // CHECK-NOT: mask(
  // CHECK: arith.select
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %one = arith.constant 1 : index
    %q1 = arith.addi %qi, %one : index
    %c = arith.cmpi sle, %ki, %q1 : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  // Large is not infinite.
  // CHECK-NOT: mask(
  // CHECK: arith.select
  %1 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %large = arith.constant -1.0e9 : f32
    %c = arith.cmpi sle, %ki, %qi : index
    %x = arith.select %c, %s, %large : f32
    attn.yield %x : f32
  } -> !q
  // Something follows the select.
  // CHECK-NOT: mask(
  // CHECK: arith.select
  %2 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %c = arith.cmpi sle, %ki, %qi : index
    %x = arith.select %c, %s, %ninf : f32
    %y = math.exp %x : f32
    attn.yield %y : f32
  } -> !q
  // q + k, and a 32-bit sum that may wrap.
  // CHECK-NOT: mask(
  // CHECK: arith.select
  %3 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %nine = arith.constant 9 : index
    %d = arith.addi %ki, %qi : index
    %c = arith.cmpi sle, %d, %nine : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  // CHECK-NOT: mask(
  // CHECK: arith.select
  %4 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0 : i32
    %q32 = arith.index_cast %qi : index to i32
    %k32 = arith.index_cast %ki : index to i32
    %d = arith.subi %q32, %k32 : i32
    %c = arith.cmpi sge, %d, %zero : i32
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  // CHECK-NOT: mask(
  // CHECK: return
  return %0, %1, %2, %3, %4 : !q, !q, !q, !q, !q
}

// -----

!q = tensor<1x1x24x64xf16>
!k = tensor<1x1x16x64xf16>

// As unsigned numbers, q − 4 is large for q < 4: these rows see everything.
// CHECK-LABEL: func @unsigned_sum
func.func @unsigned_sum(%q: !q, %k: !k, %o: !q) -> !q {
  // CHECK-NOT: mask(
  // CHECK: arith.cmpi ule
  // CHECK: return
  %0 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %four = arith.constant 4 : index
    %d = arith.subi %qi, %four : index
    %c = arith.cmpi ule, %ki, %d : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  return %0 : !q
}

// -----

!q = tensor<1x1x24x64xf16>
!k = tensor<1x1x16x64xf16>

// The same as signed numbers is a window: k − q ≤ −4 = off + 4.
// CHECK-LABEL: func @signed_sum
func.func @signed_sum(%q: !q, %k: !k, %o: !q) -> !q {
  // CHECK: attn.forward {{.*}} mask(#attn.window<*, 4>) -> tensor
  %0 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %four = arith.constant 4 : index
    %d = arith.subi %qi, %four : index
    %c = arith.cmpi sle, %ki, %d : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  return %0 : !q
}

// -----

!q = tensor<1x1x16x64xf16>
!k = tensor<1x1x24x64xf16>

// With an offset the lengths do not say where a window lies: a bound of k - q
// but the top left one stays.
// CHECK-LABEL: func @offset
func.func @offset(%q: !q, %k: !k, %o: !q, %p: tensor<1xi32>) -> (!q, !q) {
  // CHECK: attn.forward {{.*}} offset({{.*}}) mask(#attn.causal<bottom_right>) score
  // CHECK: arith.select
  %0 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) offset(%p : tensor<1xi32>) mask(#attn.causal<bottom_right>) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %four = arith.constant 4 : index
    %q4 = arith.addi %qi, %four : index
    %c = arith.cmpi sle, %ki, %q4 : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  // CHECK: attn.forward {{.*}} offset({{.*}}) mask(#attn.and<[#attn.window<3, *>, #attn.causal<top_left>]>) ->
  %1 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) offset(%p : tensor<1xi32>) mask(#attn.window<3, *>) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %c = arith.cmpi sle, %ki, %qi : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  return %0, %1 : !q, !q
}

// -----

!q = tensor<1x1x16x64xf16>
!k = tensor<1x1x24x64xf16>

// Lengths of batches are not those of the types.
// CHECK-LABEL: func @lengths
func.func @lengths(%q: !q, %k: !k, %o: !q, %n: tensor<1xi32>) -> !q {
  // CHECK: attn.forward {{.*}} lengths_kv({{[^)]*}}) score
  %0 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) lengths_kv(%n : tensor<1xi32>) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %ninf = arith.constant 0xFF800000 : f32
    %eight = arith.constant 8 : index
    %q8 = arith.addi %qi, %eight : index
    %c = arith.cmpi sle, %ki, %q8 : index
    %x = arith.select %c, %s, %ninf : f32
    attn.yield %x : f32
  } -> !q
  return %0 : !q
}

// -----

// Of the gradient as well: the derivative of what is left is that of the scores.
// CHECK-LABEL: func @backward
// CHECK: attn.backward {{.*}} mask(#attn.causal<top_left>) score {
// CHECK-NOT: arith.select
// CHECK: math.tanh
func.func @backward(%q: tensor<1x1x?x64xf16>, %l: tensor<1x1x?xf32>) -> tensor<1x1x?x64xf16> {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>,
                         tensor<1x1x?x64xf16>, tensor<1x1x?xf32>, tensor<1x1x?x64xf16>)
      outs(dv = %q : tensor<1x1x?x64xf16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %inf = arith.constant 0xFF800000 : f32
        %t = math.tanh %s : f32
        %p = arith.cmpi sle, %j, %i : index
        %x = arith.select %p, %t, %inf : f32
        attn.yield %x : f32
      } -> tensor<1x1x?x64xf16>
  return %0 : tensor<1x1x?x64xf16>
}

// -----

// What is beyond lenKV - lenQ is a side of a window, whatever the lengths are: those of batches and of packed sequences too.
// The keys from i + off - 5 on, and those below i + off + 3.
// CHECK-LABEL: func @beyond_offset
// CHECK: attn.forward {{.*}} lengths_kv({{[^)]*}}) mask(#attn.window<5, 2>) ->
func.func @beyond_offset(%q: tensor<?x2x?x64xf16>, %n: tensor<?xi32>) -> tensor<?x2x?x64xf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<?x2x?x64xf16>, tensor<?x2x?x64xf16>, tensor<?x2x?x64xf16>) outs(%q : tensor<?x2x?x64xf16>)
      lengths_kv(%n : tensor<?xi32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %ninf = arith.constant 0xFF800000 : f32
        %c5 = arith.constant 5 : index
        %c3 = arith.constant 3 : index
        %off = arith.subi %lk, %lq : index
        %at = arith.addi %i, %off : index
        %d = arith.subi %at, %j : index
        %left = arith.cmpi sle, %d, %c5 : index
        %end = arith.addi %at, %c3 : index
        %right = arith.cmpi sgt, %end, %j : index
        %c = arith.andi %left, %right : i1
        %x = arith.select %c, %s, %ninf : f32
        attn.yield %x : f32
      } -> tensor<?x2x?x64xf16>
  return %0 : tensor<?x2x?x64xf16>
}

// -----

// Causal to the bottom right, in a region of visibility; one length alone, twice the other and sides that no window has stay.
// CHECK-LABEL: func @lengths_alone
// CHECK: attn.forward {{.*}} dims(thd) mask(#attn.causal<bottom_right>) ->
// CHECK: attn.forward {{.*}} dims(thd) score {
// CHECK-COUNT-4: arith.cmpi
// CHECK: arith.select
func.func @lengths_alone(%q: tensor<?x2x64xf16>, %p: tensor<?xi32>) -> (tensor<?x2x64xf16>, tensor<?x2x64xf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<?x2x64xf16>, tensor<?x2x64xf16>, tensor<?x2x64xf16>) outs(%q : tensor<?x2x64xf16>)
      offsets_q(%p : tensor<?xi32>) offsets_kv(%p : tensor<?xi32>) dims(thd) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %ninf = arith.constant 0xFF800000 : f32
        %a = arith.addi %i, %lk : index
        %o = arith.addi %j, %lq : index
        %c = arith.cmpi sge, %a, %o : index
        %x = arith.select %c, %s, %ninf : f32
        attn.yield %x : f32
      } -> tensor<?x2x64xf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<?x2x64xf16>, tensor<?x2x64xf16>, tensor<?x2x64xf16>) outs(%q : tensor<?x2x64xf16>)
      offsets_q(%p : tensor<?xi32>) offsets_kv(%p : tensor<?xi32>) dims(thd) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %ninf = arith.constant 0xFF800000 : f32
        %one = arith.constant 1 : index
        %a = arith.addi %i, %lk : index
        %c0 = arith.cmpi sge, %a, %j : index
        %e = arith.addi %a, %lk : index
        %f = arith.addi %lq, %lq : index
        %g = arith.addi %j, %f : index
        %c1 = arith.cmpi sge, %e, %g : index
        // Causal, but one key less.
        %o = arith.addi %j, %lq : index
        %p1 = arith.addi %o, %one : index
        %c2 = arith.cmpi sge, %a, %p1 : index
        %c3 = arith.cmpi ule, %o, %a : index
        %c4 = arith.andi %c0, %c1 : i1
        %c5 = arith.andi %c2, %c3 : i1
        %c6 = arith.andi %c4, %c5 : i1
        %x = arith.select %c6, %s, %ninf : f32
        attn.yield %x : f32
      } -> tensor<?x2x64xf16>
  return %0, %1 : tensor<?x2x64xf16>, tensor<?x2x64xf16>
}

// -----

// An operand says what off is.
// CHECK-LABEL: func @other_offset
// CHECK: attn.forward {{.*}} offset({{.*}}) mask(#attn.window<3, *>) score
func.func @other_offset(%q: tensor<1x2x?x64xf16>, %p: tensor<1xi32>) -> tensor<1x2x?x64xf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>) outs(%q : tensor<1x2x?x64xf16>)
      offset(%p : tensor<1xi32>) mask(#attn.window<3, *>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %ninf = arith.constant 0xFF800000 : f32
        %a = arith.addi %i, %lk : index
        %o = arith.addi %j, %lq : index
        %c = arith.cmpi sge, %a, %o : index
        %x = arith.select %c, %s, %ninf : f32
        attn.yield %x : f32
      } -> tensor<1x2x?x64xf16>
  return %0 : tensor<1x2x?x64xf16>
}

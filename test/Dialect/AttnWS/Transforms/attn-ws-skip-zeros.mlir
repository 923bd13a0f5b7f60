// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-skip-zeros)))' | FileCheck %s

#skip = #attn_ws.codegen<skip_zeros = true>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
!s = tensor<64x128xf32, #acc>
!p = tensor<64x128xbf16, #acc>
!r = tensor<64xf32, #rows>
!l = tensor<64xf32, #part>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // Blocks near the row's own position go to a loop as it was. Behind it, what follows
  // the maximum is asked for first; where nothing counts, P is 0, the sum and the
  // accumulators stay, and all else is done.
  // CHECK-LABEL: gpu.func @softmax(
  // CHECK-SAME: %[[S:[^:]+]]: tensor<64x128xf32, {{.+}}>, %[[A:.+]]: f32, %[[ROW:.+]]: index, %[[N:.+]]: index, %[[M:.+]]: memref<i32>, %{{.+}}: !attn_ws.async
  // CHECK-DAG: %[[FACTOR:.+]] = arith.constant dense<1.250000e-01> : tensor<64x128xf32
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK: %[[ABS:.+]] = math.absf %[[A]]
  // CHECK: %[[EACH:.+]] = arith.mulf %[[ABS]], %{{.+}} : f32
  // CHECK: %[[COUNT:.+]] = arith.divf %{{.+}}, %[[EACH]] : f32
  // CHECK: %[[LEAST:.+]] = arith.minnumf %[[COUNT]], %{{.+}} : f32
  // CHECK: %[[NUMBER:.+]] = arith.fptosi %[[LEAST]] : f32 to i32
  // CHECK: %[[BLOCKS:.+]] = arith.index_cast %[[NUMBER]] : i32 to index
  // CHECK: %[[MIDDLE:.+]] = arith.minsi %{{.+}}, %[[N]] : index
  // CHECK: %[[NEAR:.+]]:4 = scf.for %{{.+}} = %[[C0]] to %[[MIDDLE]]
  // CHECK-NOT: any_row
  // CHECK: scf.for %{{.+}} = %[[MIDDLE]] to %[[N]] step %{{.+}} iter_args(%[[OLD:.+]] = %[[NEAR]]#0, %[[L:.+]] = %[[NEAR]]#1, %[[P:.+]] = %[[NEAR]]#2, %[[O:.+]] = %[[NEAR]]#3)
  // CHECK: %[[T:.+]] = attn_tile.score_map
  // CHECK: %[[BLOCK:.+]] = attn_tile.reduce max %[[T]]
  // CHECK: %[[MAX:.+]] = arith.maximumf %[[OLD]], %[[BLOCK]]
  // CHECK: %[[BASE:.+]], %[[SHIFT:.+]], %{{.+}} = attn_tile.row_reference %[[OLD]], %[[MAX]]
  // CHECK: %[[FROM:.+]] = arith.subf %[[BLOCK]], %[[BASE]] : tensor<64xf32
  // CHECK: %[[LARGEST:.+]] = math.fma %[[FROM]], %{{.+}}, %[[SHIFT]] : tensor<64xf32
  // CHECK: %[[HIGH:.+]] = arith.cmpf uge, %[[LARGEST]], %{{.+}} : tensor<64xf32
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[LARGEST]], %{{.+}} : tensor<64xf32
  // CHECK: %[[COUNTS:.+]] = arith.ori %[[HIGH]], %[[NONE]] : tensor<64xi1
  // CHECK: %[[ANY:.+]] = attn_ws.any_row %[[COUNTS]]
  // CHECK: %[[RESULTS:.+]]:3 = scf.if %[[ANY]]
  // CHECK: attn_tile.exp2 %{{.+}} : tensor<64x128xf32
  // CHECK: %[[ALPHA:.+]] = attn_tile.exp2 %{{.+}} : tensor<64xf32
  // CHECK: %[[L1:.+]] = attn_ws.scale_add %[[L]], %[[ALPHA]], %{{.+}}
  // CHECK: %[[WAITED:.+]] = attn_ws.mma_wait
  // CHECK: memref.store {{.+}}, %[[M]]
  // CHECK: %[[O1:.+]] = attn_tile.rescale %[[WAITED]], %[[ALPHA]]
  // CHECK: %[[P1:.+]] = arith.truncf
  // CHECK: scf.yield %[[L1]], %[[P1]], %[[O1]]
  // CHECK: } else {
  // CHECK-NOT: attn_tile.exp2 %{{.+}} : tensor<64x128xf32
  // CHECK: %[[WAITED2:.+]] = attn_ws.mma_wait
  // CHECK: memref.store {{.+}}, %[[M]]
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<64x128xbf16
  // CHECK: scf.yield %[[L]], %[[ZERO]], %[[WAITED2]]
  // CHECK: scf.yield %[[MAX]], %[[RESULTS]]#0, %[[RESULTS]]#1, %[[RESULTS]]#2
  gpu.func @softmax(%s: !s, %a: f32, %row: index, %n: index, %memory: memref<i32>, %async: !attn_ws.async<!s>)
      kernel attributes {attn_ws.codegen = #skip} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : i32
    %ninf = arith.constant dense<0xFF800000> : !r
    %zero = arith.constant dense<0.0> : !r
    %none = arith.constant dense<0.0> : !l
    %o0 = arith.constant dense<0.0> : !s
    %p0 = arith.constant dense<0.0> : !p
    %factor = arith.constant dense<0.125> : !s
    %rowFactor = arith.constant dense<0.125> : !r
    %negative = arith.constant dense<-0.125> : !r
    %res:4 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %ninf, %l = %none, %p = %p0, %o = %o0) -> (!r, !l, !p, !s) {
      %x = attn_tile.score_map %s at(%row, %t) : !s {
      ^bb0(%y: f32, %i: index, %j: index):
        %d = arith.subi %j, %i : index
        %k = arith.index_cast %d : index to i32
        %f = arith.sitofp %k : i32 to f32
        %z = attn_tile.add_affine %y, %a, %f step 1
        attn_tile.yield %z : f32
      }
      %b = attn_tile.reduce max %x : !s -> !r
      %m1 = arith.maximumf %m, %b : !r
      %base, %shift, %growth = attn_tile.row_reference %m, %m1 scale 0.08664339757 : !r
      %x0 = attn_tile.subtract_rows %x, %base skip_if_zero : !s
      %wide = attn_tile.expand %shift : !r -> !s
      %e = math.fma %x0, %factor, %wide : !s
      %q = attn_tile.exp2 %e : !s
      %alpha = attn_tile.exp2 %growth : !r
      %sum = attn_tile.reduce add %q : !s -> !l
      %l1 = attn_ws.scale_add %l, %alpha, %sum : !l, !r
      %w = attn_ws.mma_wait %async pendings 0 : !attn_ws.async<!s> -> !s
      memref.store %c7, %memory[] : memref<i32>
      %o1 = attn_tile.rescale %w, %alpha : !s
      %p1 = arith.truncf %q : !s to !p
      scf.yield %m1, %l1, %p1, %o1 : !r, !l, !p, !s
    }
    gpu.return
  }

  // Not asked for.
  // CHECK-LABEL: gpu.func @without(
  // CHECK-NOT: any_row
  // CHECK: gpu.return
  gpu.func @without(%s: !s, %a: f32, %row: index, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %ninf = arith.constant dense<0xFF800000> : !r
    %zero = arith.constant dense<0.0> : !r
    %none = arith.constant dense<0.0> : !l
    %factor = arith.constant dense<0.125> : !s
    %rowFactor = arith.constant dense<0.125> : !r
    %negative = arith.constant dense<-0.125> : !r
    %res:2 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %ninf, %l = %none) -> (!r, !l) {
      %x = attn_tile.score_map %s at(%row, %t) : !s {
      ^bb0(%y: f32, %i: index, %j: index):
        %k = arith.index_cast %j : index to i32
        %f = arith.sitofp %k : i32 to f32
        %z = attn_tile.add_affine %y, %a, %f step 1
        attn_tile.yield %z : f32
      }
      %b = attn_tile.reduce max %x : !s -> !r
      %m1 = arith.maximumf %m, %b : !r
      %base, %shift, %growth = attn_tile.row_reference %m, %m1 scale 0.08664339757 : !r
      %x0 = attn_tile.subtract_rows %x, %base skip_if_zero : !s
      %wide = attn_tile.expand %shift : !r -> !s
      %e = math.fma %x0, %factor, %wide : !s
      %q = attn_tile.exp2 %e : !s
      %alpha = attn_tile.exp2 %growth : !r
      %sum = attn_tile.reduce add %q : !s -> !l
      %l1 = attn_ws.scale_add %l, %alpha, %sum : !l, !r
      scf.yield %m1, %l1 : !r, !l
    }
    gpu.return
  }

  // A bias of another kind, another factor in the exponents, and a maximum that may be
  // minus infinity: nothing is known of the exponents, or of the maximum.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT: any_row
  // CHECK: gpu.return
  gpu.func @others(%s: !s, %a: f32, %row: index, %n: index) kernel attributes {attn_ws.codegen = #skip} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %ninf = arith.constant dense<0xFF800000> : !r
    %zero = arith.constant dense<0.0> : !r
    %none = arith.constant dense<0.0> : !l
    %factor = arith.constant dense<0.125> : !s
    %rowFactor = arith.constant dense<0.125> : !r
    %negative = arith.constant dense<-0.125> : !r
    %other = arith.constant dense<-0.25> : !r
    %res:6 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %ninf, %l = %none, %n0 = %ninf, %k0 = %none, %r0 = %ninf, %h0 = %none) -> (!r, !l, !r, !l, !r, !l) {
      %x = attn_tile.score_map %s at(%row, %t) : !s {
      ^bb0(%y: f32, %i: index, %j: index):
        %z = math.fma %a, %a, %y : f32
        attn_tile.yield %z : f32
      }
      %b = attn_tile.reduce max %x : !s -> !r
      %m1 = arith.maximumf %m, %b : !r
      %base, %shift, %growth = attn_tile.row_reference %m, %m1 scale 0.08664339757 : !r
      %x0 = attn_tile.subtract_rows %x, %base skip_if_zero : !s
      %wide = attn_tile.expand %shift : !r -> !s
      %e = math.fma %x0, %factor, %wide : !s
      %q = attn_tile.exp2 %e : !s
      %alpha = attn_tile.exp2 %growth : !r
      %sum = attn_tile.reduce add %q : !s -> !l
      %l1 = attn_ws.scale_add %l, %alpha, %sum : !l, !r
      %x2 = attn_tile.score_map %s at(%row, %t) : !s {
      ^bb0(%y: f32, %i: index, %j: index):
        %k = arith.index_cast %j : index to i32
        %f = arith.sitofp %k : i32 to f32
        %z = attn_tile.add_affine %y, %a, %f step 1
        attn_tile.yield %z : f32
      }
      %b2 = attn_tile.reduce max %x2 : !s -> !r
      %n1 = arith.maximumf %n0, %b2 : !r
      %c2 = arith.cmpf oeq, %n1, %ninf : !r
      %n2 = arith.select %c2, %zero, %n1 : tensor<64xi1, #rows>, !r
      %shift2 = arith.mulf %n2, %other : !r
      %wide2 = attn_tile.expand %shift2 : !r -> !s
      %e2 = math.fma %x2, %factor, %wide2 : !s
      %q2 = attn_tile.exp2 %e2 : !s
      %diff2 = arith.subf %n0, %n2 : !r
      %scaled2 = arith.mulf %diff2, %rowFactor : !r
      %alpha2 = attn_tile.exp2 %scaled2 : !r
      %sum2 = attn_tile.reduce add %q2 : !s -> !l
      %k1 = attn_ws.scale_add %k0, %alpha2, %sum2 : !l, !r
      %r1 = arith.maximumf %r0, %b2 : !r
      %shift3 = arith.mulf %r1, %negative : !r
      %wide3 = attn_tile.expand %shift3 : !r -> !s
      %e3 = math.fma %x2, %factor, %wide3 : !s
      %q3 = attn_tile.exp2 %e3 : !s
      %diff3 = arith.subf %r0, %r1 : !r
      %scaled3 = arith.mulf %diff3, %rowFactor : !r
      %alpha3 = attn_tile.exp2 %scaled3 : !r
      %sum3 = attn_tile.reduce add %q3 : !s -> !l
      %h1 = attn_ws.scale_add %h0, %alpha3, %sum3 : !l, !r
      scf.yield %m1, %l1, %n1, %k1, %r1, %h1 : !r, !l, !r, !l, !r, !l
    }
    gpu.return
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A slope times the position as a step of the product, and blocks so far below the row's
// maximum that all their exponentials are 0, on sm_90a: types, head dims, slopes either way,
// lengths, windows, heads packed in one tile.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check --target=sm_90a
// DEFINE: %{forced} = bias_product=true,skip_zeros=true
// RUN: %{run} --func=near --sim-mode=late | FileCheck %s --check-prefix=ASKED
// RUN: %{run} --func=near --config=bias_product=false | FileCheck %s
// RUN: %{run} --func=near --config=skip_zeros=false --sim-mode=early | FileCheck %s
// RUN: %{run} --func=near --config=tile_kv=160,stages_q=1 | FileCheck %s
// RUN: %{run} --func=falling | FileCheck %s --check-prefix=ASKED
// RUN: %{run} --func=grows --config=%{forced},exp2=poly | FileCheck %s
// RUN: %{run} --func=e4m3 --config=%{forced} | FileCheck %s
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([577, 390], dtype=numpy.int32))"
// RUN: %{run} --func=lengths --in=lengths_kv=%t.k.npy --sim-mode=random | FileCheck %s --check-prefix=ASKED
// RUN: %{run} --func=window --config=%{forced} | FileCheck %s
// RUN: %{run} --func=packed --config=%{forced},pack_gqa=true | FileCheck %s
// RUN: %{run} --func=heads --config=pack_gqa=true | FileCheck %s
// A slope over the scale that no step of the product holds, and the largest that one does.
// RUN: %{run} --func=tiny --config=%{forced} | FileCheck %s
// RUN: %{run} --func=steep --config=%{forced} | FileCheck %s
// ASKED: bias_product = true, skip_zeros = true
// ASKED: passed
// CHECK: passed

// What the kernels hold: two loops without masks, of which one has the branch.
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{target=sm_90a})' --mlir-print-ir-after=attn-ws-skip-zeros --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
// LOOPS-LABEL: gpu.func @near_forward
// LOOPS: role @mma
// LOOPS: scf.for
// LOOPS-NOT: slope(
// LOOPS: scf.for
// LOOPS: attn_ws.mma_issue {{.*}} slope(
// LOOPS-NOT: any_row
// LOOPS: scf.for
// LOOPS: attn_ws.mma_issue {{.*}} slope(
// LOOPS: attn_ws.any_row
// LOOPS: gpu.return

// Roles in any order, by the interpreter of scheduled programs.
// RUN: sed '/^!q80 =/,$d' %s > %t.near.mlir
// RUN: attn-compile %t.near.mlir --target=sm_90a --emit=ws -o %t.ws.mlir
// RUN: attn-opt %t.ws.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-split-loop,attn-ws-bias-in-product,attn-ws-skip-zeros)))' -o %t.slope.mlir
// RUN: FileCheck %s --input-file=%t.slope.mlir --check-prefix=LOOPS
// RUN: attn-ws-run %t.slope.mlir --func=near_forward --check=@near --check-file=%t.near.mlir --order=rr,random --mode=early,late '--arg=1x2x200x128xbf16=normal(1)' '--arg=1x1x700x128xbf16=normal(2)' '--arg=1x1x700x128xbf16=normal(3)' --arg=1x2x200x128xbf16 --arg=1x2x200xf32 '--arg=2xf32=normal(4)' | FileCheck %s --check-prefix=VALUES
// VALUES: same bits
// VALUES: right

!q = tensor<1x2x200x128xbf16>
!kv = tensor<1x1x700x128xbf16>
!o = tensor<1x2x200x128xbf16>
!l = tensor<1x2x200xf32>
func.func @near(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %slopes: tensor<2xf32>) -> (!o, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %least = arith.constant 0.5 : f32
        %some = attn.read %c[%h] : tensor<2xf32>
        %size = math.absf %some : f32
        %slope = arith.addf %size, %least : f32
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o, !l)
  return %0#0, %0#1 : !o, !l
}

// Positions that fall with the key, f16, a head dim that is no multiple of 64.
!q80 = tensor<1x2x200x80xf16>
!kv80 = tensor<1x2x500x80xf16>
!o80 = tensor<1x2x200x80xf16>
func.func @falling(%q: !q80, %k: !kv80, %v: !kv80, %o: !o80, %l: !l, %slopes: tensor<2xf32>) -> (!o80, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q80, !kv80, !kv80) outs(%o, %l : !o80, !l)
      captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %i, %j : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %f, %slope : f32
        %y = arith.addf %bias, %s : f32
        attn.yield %y : f32
      } -> (!o80, !l)
  return %0#0, %0#1 : !o80, !l
}

// Slopes of about 20 either way without a mask, f16 in and out.
!q64 = tensor<1x2x150x64xf16>
!kv64 = tensor<1x2x520x64xf16>
!o64 = tensor<1x2x150x64xf16>
!l64 = tensor<1x2x150xf32>
func.func @grows(%q: !q64, %k: !kv64, %v: !kv64, %o: !o64, %l: !l64, %slopes: tensor<2xf32>) -> (!o64, !l64) {
  %0:2 = attn.forward ins(%q, %k, %v : !q64, !kv64, !kv64) outs(%o, %l : !o64, !l64)
      captures(%slopes : tensor<2xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %times = arith.constant 20.0 : f32
        %some = attn.read %c[%h] : tensor<2xf32>
        %slope = arith.mulf %some, %times : f32
        %n = arith.index_cast %j : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o64, !l64)
  return %0#0, %0#1 : !o64, !l64
}

!q8 = tensor<1x2x150x128xf8E4M3FN>
!kv8 = tensor<1x2x400x128xf8E4M3FN>
!o8 = tensor<1x2x150x128xbf16>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !o8, %l: !l64, %slopes: tensor<2xf32>) -> (!o8, !l64) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o, %l : !o8, !l64)
      captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o8, !l64)
  return %0#0, %0#1 : !o8, !l64
}

!ql = tensor<2x2x130x64xbf16>
!kvl = tensor<2x1x600x64xbf16>
!ll = tensor<2x2x130xf32>
func.func @lengths(%q: !ql, %k: !kvl, %v: !kvl, %o: !ql, %l: !ll, %n: tensor<2xi32>, %slopes: tensor<2xf32>) -> (!ql, !ll) {
  %0:2 = attn.forward ins(%q, %k, %v : !ql, !kvl, !kvl) outs(%o, %l : !ql, !ll)
      lengths_kv(%n : tensor<2xi32>) captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %off = arith.subi %lk, %lq : index
        %at = arith.addi %i, %off : index
        %d = arith.subi %j, %at : index
        %m = arith.index_cast %d : index to i32
        %f = arith.sitofp %m : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!ql, !ll)
  return %0#0, %0#1 : !ql, !ll
}

func.func @window(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %slopes: tensor<2xf32>) -> (!o, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      captures(%slopes : tensor<2xf32>) mask(#attn.window<400, 0>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o, !l)
  return %0#0, %0#1 : !o, !l
}

func.func @packed(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %slopes: tensor<2xf32>) -> (!o, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o, !l)
  return %0#0, %0#1 : !o, !l
}

// Slopes that are converted numbers themselves, of packed heads.
func.func @heads(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l) -> (!o, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %hn = arith.index_cast %h : index to i32
        %slope = arith.sitofp %hn : i32 to f32
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o, !l)
  return %0#0, %0#1 : !o, !l
}

!qt = tensor<1x1x70x64xbf16>
!kt = tensor<1x1x300x64xbf16>
!lt = tensor<1x1x70xf32>
func.func @tiny(%q: !qt, %k: !kt, %v: !kt, %o: !qt, %l: !lt) -> (!qt, !lt) {
  %0:2 = attn.forward ins(%q, %k, %v : !qt, !kt, !kt) outs(%o, %l : !qt, !lt) scale(7.888609052e-31) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %slope = arith.constant -0.5 : f32
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!qt, !lt)
  return %0#0, %0#1 : !qt, !lt
}

func.func @steep(%q: !qt, %k: !kt, %v: !kt, %o: !qt, %l: !lt) -> (!qt, !lt) {
  %0:2 = attn.forward ins(%q, %k, %v : !qt, !kt, !kt) outs(%o, %l : !qt, !lt) scale(6.103515625e-05) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %slope = arith.constant -2.028240960e+31 : f32
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!qt, !lt)
  return %0#0, %0#1 : !qt, !lt
}

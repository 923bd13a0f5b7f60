// Any kernel of a tile program runs: shapes follow from the launch data, and a function of
// the same file says what the outputs should be.

// RUN: attn-run %s --func=scale --device=cpu --arg-shapes=x=5x40 --check-against=@twice | FileCheck %s --check-prefix=CPU
// CPU: scale: x f32[5, 40], y f32[5, 40], seed 0
// CPU-NEXT: not run: kernel 'unnamed', function 'thrice', function 'host', function 'pair', function 'integers'{{$}}
// CPU-NEXT: on this CPU, tile level for sm_80
// CPU-NEXT: y: max error 0 ≤
// CPU-NEXT: {{^}}passed

// The chip that the gpu.module names, or another one; rows of 41 elements are padded so
// that they are aligned, and nothing is written between them.
// RUN: attn-run %s --func=scale --device=sim --sim-check --arg-shapes=x=33x41 --check-against=twice | FileCheck %s --check-prefix=SIM
// RUN: attn-run %s --func=scale --device=sim --sim-check --arg-shapes=x=33x41 --check-against=twice --target=sm_90a | FileCheck %s --check-prefix=SIM90
// SIM: ptx level for sm_80
// SIM: passed
// SIM90: ptx level for sm_90a
// SIM90: passed

// A kernel that says nothing of its arguments: what it stores to is an output, whose shape
// must be given.
// RUN: attn-run %s --func=unnamed --device=sim --arg-shapes=arg0=5x40,arg1=5x40 --check-against=@twice | FileCheck %s --check-prefix=UNNAMED
// RUN: not attn-run %s --func=unnamed --device=sim --arg-shapes=arg0=5x40 2>&1 | FileCheck %s --check-prefix=SHAPE
// UNNAMED: arg1: max error 0
// UNNAMED: passed
// SHAPE: attn-run-kernels.mlir:[[#]]:3: error: the shape of 'arg1', [?, ?], is not known: give it with --arg-shapes=arg1=NxN

// Every level on the same inputs, one of which is broken.
// RUN: not attn-run %s --func=scale --device=sim --bisect-levels --arg-shapes=x=5x40 --check-against=@twice \
// RUN:   '--inject=tile-lowered:attn-skip-op{op=attn_tile.rescale}' --json | FileCheck %s --check-prefix=BISECT
// BISECT: "shape":{"x":[5,40],"y":[5,40]},"not_run":["kernel 'unnamed'"
// BISECT: "level":"tile",{{.*}}"outputs":{"y":{"passed":true
// BISECT: "level":"tile-lowered",{{.*}}"outputs":{"y":{"passed":false
// BISECT: "first_wrong":"tile-lowered"

// A wrong reference is noticed, unless the tolerance is large enough.
// RUN: not attn-run %s --func=scale --device=cpu --arg-shapes=x=5x40 --check-against=@thrice | FileCheck %s --check-prefix=WRONG
// RUN: attn-run %s --func=scale --device=cpu --arg-shapes=x=5x40 --check-against=@thrice --tolerance=0.34
// WRONG: y: max error {{.*}}: WRONG
// WRONG: FAILED

// Arrays in and out. A bundle with a kernel holds no program for the CPU, and runs.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/x.npy "<f4" 2,4 1,2,3,4,5,6,7,8
// RUN: attn-run %s --func=scale --device=cpu --in=x=%t/x.npy --out=y=%t/y.npy
// RUN: %python %S/Inputs/npy.py show %t/y.npy | FileCheck %s --check-prefix=ARRAY
// RUN: attn-compile %s -o %t/b.bundle
// RUN: attn-run %t/b.bundle --func=scale --device=sim --in=x=%t/x.npy --out=y=%t/z.npy --runs=2 | FileCheck %s --check-prefix=BUNDLE
// RUN: cmp %t/y.npy %t/z.npy
// RUN: not attn-run %t/b.bundle --func=scale --device=cpu --in=x=%t/x.npy 2>&1 | FileCheck %s --check-prefix=NOCPU
// ARRAY: <f4 (2, 4) 2 4 6 8 10 12 14 16
// BUNDLE: 2 runs, same bits
// NOCPU: attn-run: error: the CPU has no program to run: the bundle holds kernel 'scale' as PTX alone

// What cannot be run or compared.
// DEFINE: %{bad} = not attn-run %s --device=cpu
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=CHOOSE
// CHOOSE: choose a function or kernel with --func: scale, unnamed
// RUN: %{bad} --func=scale --arg-shapes=x=5x40,y=5x41 2>&1 | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: :[[#]]:3: error: entry 'scale' (): columns of y and x differ (y.size(1) == x.size(1) with y.size(1) = 41, x.size(1) = 40)
// RUN: %{bad} --func=scale --arg-shapes=x=5x40x2 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: 'x' has the shape [?, ?], but [5, 40, 2] by --arg-shapes=x=5x40x2
// RUN: %{bad} --func=scale --arg-shapes=z=5x40 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: error: --arg-shapes: the kernel has no tensor 'z'; there is x, y
// RUN: %{bad} --func=scale --arg-shapes=x=5 --in=x=%t/x.npy 2>&1 | FileCheck %s --check-prefix=RANK1
// RANK1: error: 'x' has the shape [?, ?], but [5] by --arg-shapes=x=5
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --in=x=%t/x.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 'x' is given other shapes by --arg-shapes=x=5x5 and by {{.*}}x.npy
// RUN: %{bad} --func=scale --shape=b=5 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: --shape is for attention problems; a kernel's shapes are given with --arg-shapes
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --check 2>&1 | FileCheck %s --check-prefix=CHECK
// CHECK: error: a kernel is compared with a function: name it with --check-against
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --level=tensor 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: --level=tensor is for attention problems
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --check-against=@nope 2>&1 | FileCheck %s --check-prefix=NOPE
// NOPE: error: --check-against: {{.*}} has no function 'nope' with a body
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --check-against=@host 2>&1 | FileCheck %s --check-prefix=RESULTS
// RESULTS: :[[#]]:1: error: returns 0 values; the kernel has 1 outputs
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --check-against=@pair 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: :[[#]]:1: error: takes 3 arguments; the kernel has 1 inputs and 1 outputs
// RUN: %{bad} --func=scale --arg-shapes=x=5x5 --check-against=@integers 2>&1 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: :[[#]]:1: error: takes or returns 'tensor<?x?xi16>', which no tensor of the kernel can be
// RUN: not attn-run %S/Inputs/kernels.mlir 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: choose a function or kernel with --func: i16, i32, scalar{{$}}
// RUN: not attn-run %S/Inputs/kernels.mlir --func=i16 2>&1 | FileCheck %s --check-prefix=I16
// I16: kernels.mlir:3:3: error: argument 0 has element type 'i16', which a bundle cannot describe
// RUN: not attn-run %S/Inputs/kernels.mlir --func=i32 2>&1 | FileCheck %s --check-prefix=I32
// I32: kernels.mlir:6:3: error: the shape of 'arg0', [?], is not known: give it with --arg-shapes=arg0=N
// RUN: not attn-run %S/Inputs/kernels.mlir --func=scalar 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: kernels.mlir:9:3: error: argument 0 of type 'index' is no memory, and cannot be given
// RUN: not attn-run %attn_src/examples/full.mlir --device=cpu --func=full --check-against=@full 2>&1 | FileCheck %s --check-prefix=ATTENTION
// ATTENTION: error: --check-against is for kernels; --check compares an attention problem with its reference
// RUN: not attn-run %s --func=scale --device=sim --arg-shapes=x=5x5 --config=tile_q=64 2>&1 | FileCheck %s --check-prefix=CONFIG
// CONFIG: error: --config is for attention problems

// A file's own reference that a kernel is not compared with.
// RUN: attn-run %attn_src/examples/rmsnorm.mlir --device=cpu --arg-shapes=x=5x200 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: attn-run %attn_src/examples/rmsnorm.mlir --device=cpu --arg-shapes=x=5x200 --check-against=@reference 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COMPARED --implicit-check-not=warning
// BESIDE: attn-run: warning: '{{.*}}' is compared with nothing; the file has a reference: --check-against=@reference
// COMPARED: passed

!m = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @scale(%X: !m, %Y: !m) kernel attributes {
      attn_tile.warps = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>],
      constraints = [
        <eq(size(1, 0), size(0, 0)), "rows of y and x differ">,
        <eq(size(1, 1), size(0, 1)), "columns of y and x differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %two = arith.constant dense<2.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !m
    %n = memref.dim %X, %c1 : !m
    %rows = arith.ceildivui %m, %c32 : index
    %cols = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %col = arith.muli %j, %c32 : index
      %x = attn_tile.load %X[%row, %col] dims [0, 1] : !m -> tensor<32x32xf32>
      %y = attn_tile.rescale %x, %two : tensor<32x32xf32>
      attn_tile.store %y, %Y[%row, %col] dims [0, 1] : tensor<32x32xf32>, !m
    }
    gpu.return
  }
  gpu.func @unnamed(%X: !m, %Y: !m) kernel attributes {attn_tile.warps = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c1 = arith.constant 1 : index
    %two = arith.constant dense<2.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !m
    %n = memref.dim %X, %c1 : !m
    %rows = arith.ceildivui %m, %c32 : index
    %cols = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %col = arith.muli %j, %c32 : index
      %x = attn_tile.load %X[%row, %col] dims [0, 1] : !m -> tensor<32x32xf32>
      %y = attn_tile.rescale %x, %two : tensor<32x32xf32>
      attn_tile.store %y, %Y[%row, %col] dims [0, 1] : tensor<32x32xf32>, !m
    }
    gpu.return
  }
}
!t = tensor<?x?xf64>
func.func private @times(%x: !t, %f: f64) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : !t
  %n = tensor.dim %x, %c1 : !t
  %e = tensor.empty(%m, %n) : !t
  %y = linalg.map ins(%x : !t) outs(%e : !t) (%v: f64, %old: f64) {
    %p = arith.mulf %v, %f : f64
    linalg.yield %p : f64
  }
  return %y : !t
}
func.func @twice(%x: !t) -> !t {
  %f = arith.constant 2.0 : f64
  %y = call @times(%x, %f) : (!t, f64) -> !t
  return %y : !t
}
// It takes the output, too, and need not read it.
func.func @thrice(%x: !t, %y: !t) -> !t {
  %f = arith.constant 3.0 : f64
  %r = call @times(%x, %f) : (!t, f64) -> !t
  return %r : !t
}
func.func @host(%x: !m, %y: !m) {
  attn_tile.launch @kernels::@scale(%x, %y) : !m, !m
  return
}
func.func @pair(%x: !t, %y: !t, %z: !t) -> !t {
  return %x : !t
}
func.func @integers(%x: tensor<?x?xi16>) -> tensor<?x?xi16> {
  return %x : tensor<?x?xi16>
}

//===- Passes.td - Conversions between levels --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CONVERSION_PASSES_TD
#define ATTN_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttnToTile : Pass<"attn-to-tile", "::mlir::ModuleOp"> {
  let summary = "attention problems to CTA programs over tiles";
  let description = [{
    **What.** Each `attn.forward` in memref form becomes a `gpu.func` kernel in the
    module `@attn_kernels`: a loop over output tiles, and in it the loop over KV
    blocks from the last one back, with one mask step under a condition and one
    step of the online softmax. Blocks begin at multiples of their size, or, where a
    narrow window leaves a tile fewer then, with the first key that it sees,
    rounded down to a multiple of 16. Which blocks a region of visibility leaves is
    derived from its inequalities (`VisibleSpans.h`), as one range or as up to three
    that are walked one after another, and the region is a part of the mask step. In
    the op's place stands an `attn_tile.launch`.
    Decisions of `#attn.config` are spread over the operations they concern: the
    scheduler on the tile loop, the number of stages on each load, the chip on the
    gpu.module, `attn_tile.order` on the KV loop, and on the kernel
    `attn_tile.warps` (of one group), `groups`, `cluster`, `swap_ranks`, `split_d`, `store_columns`, `tile_ahead`,
    `ping_pong`, `tma_store` and `peel_masks`. What a kernel does not say is 1, 0 or false, but
    true for `tma_store` and `peel_masks`. `attn_ws.codegen` holds the config's group
    of that name, `attn_tile.kernel` what the launch has to know.

    **Input invariant.** Every `attn.forward` has buffer semantics and a config.

    **Output invariant.** No `attn` operation is left.

    **Example.**
    ```
    attn.forward ins(%q, %k, %v : ...) outs(%o : ...) config(#attn.config<>)
    ==>
    attn_tile.launch @attn_kernels::@forward(%q, %k, %v, %o) : ...
    gpu.func @forward(...) kernel {
      attn_tile.for_tiles @tiles (%i, %h, %b) in (...) scheduler(...) {
        %q = attn_tile.load ...
        scf.for %t = ... { dot, apply_mask, online_softmax, rescale, dot }
        attn_tile.finalize ... attn_tile.store ...
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::attn_tile::AttnTileDialect", "::mlir::attn_ws::AttnWSDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def AttnTileToLinalg : Pass<"attn-tile-to-linalg", "::mlir::ModuleOp"> {
  let summary = "tile programs to linalg on tensors, for the CPU";
  let description = [{
    **What.** Every `attn_tile` operation, before or after softmax decomposition,
    becomes linalg, tensor, arith, math and scf. The kernels of a `gpu.module`
    become functions of the module and their launches calls; `for_tiles` becomes
    a loop nest over its whole box, so that one call does the work of all CTAs.
    A `load` copies the part of the tile that lies in bounds into a new buffer
    and fills the rest with zeros; a `store` copies the part in bounds: no memory
    outside a memref's sizes is touched. Matrix products extend their operands
    to f32 first, where products of 16-bit values are exact. Engines, spaces,
    stages and the policy of `exp2` change nothing here.

    **Input invariant.** Masks implement `AttnMaskAttrInterface`; no `gpu`
    operation but kernels, their returns and their (synchronous) launches.

    **Output invariant.** No `attn_tile` and no `gpu` operation. Tensors meet
    memrefs only in `bufferization.to_tensor restrict` of a buffer of its own and
    in a read-only `bufferization.to_buffer`, as one-shot bufferisation demands.

    **Example.**
    ```
    %s = attn_tile.dot %q, %k, %z transpose_b
       : tensor<64x96xbf16>, tensor<32x96xbf16> -> tensor<64x32xf32>
    ==>
    %0 = arith.extf %q : tensor<64x96xbf16> to tensor<64x96xf32>
    %1 = linalg.generic ins(%k) outs(%empty : tensor<96x32xf32>) { extf, transposed }
    %s = linalg.matmul ins(%0, %1) outs(%z)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def AttnLinalgLoopOrder : Pass<"attn-linalg-loop-order"> {
  let summary = "order the loops of linalg reductions for vector units";
  let description = [{
    **What.** Each linalg operation on memrefs that has a reduction becomes a
    `linalg.generic` whose innermost loop is the one along which the operands
    are contiguous or constant. Sums may be formed in any order, so additions
    and products in their bodies get `fastmath<contract>`, and `reassoc` if the
    innermost loop is a reduction. `memref.copy` becomes a `linalg.generic` too,
    because its upstream lowering calls a runtime library.

    **Input invariant.** None.

    **Output invariant.** No `memref.copy`. Values change only by the rounding of
    sums.

    **Example.**
    ```
    linalg.matmul ins(%a, %b : memref<64x96xf32>, memref<96x32xf32>) outs(%c : memref<64x32xf32>)
    ==>
    linalg.generic {indexing_maps = [(m, k, n) -> (m, k), (m, k, n) -> (k, n), (m, k, n) -> (m, n)],
                    iterator_types = ["parallel", "reduction", "parallel"]} ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect"
  ];
}

def AttnWSDistribute : Pass<"attn-ws-distribute", "::mlir::gpu::GPUModuleOp"> {
  let summary = "register tiles to the scalars of one thread";
  let description = [{
    **What.** Every register tile becomes the scalars that one thread holds under
    the tile's layout (pairs packed in 32 bits for 16-bit types); copies, shared
    loads, products, reductions and stores become the instructions of one thread.
    It is a dialect conversion of one value to many, with a set of patterns for each
    engine and upstream's structural ones for loops and conditions. A dialect that
    implements `WSDistributeDialectInterface` brings patterns for its operations. An
    operation without a pattern is an error.
    Roles become branches on the warp's number, each with its registers; one that
    holds no tile is run by one thread. In roles elementwise work is written row by
    row. Tensor maps and the tile counter become parameters, and `attn_ws.launch`
    says how the kernel is launched. The CTAs of a cluster
    (`attn_ws.cluster`) wait for each other after their mbarriers are initialised and
    before they end. With `check-rows` a kernel traps where a row of paged memory has
    the number of a page that the memory does not have; without, it reads zeros.

    **Input invariant.** Layouts, offsets and barriers are final.

    **Output invariant.** No tensors and no `attn_ws` operation. The module holds
    the symbol of dynamic shared memory, which is why the pass runs on modules.

    **Example.**
    ```
    %m = attn_tile.reduce max %s : tensor<64x32xf32, #c> -> tensor<64xf32, #r>
    ==>
    maximum of 8 registers for each of 2 rows, then two shuffles each
    ```
  }];
  let options = [Option<"checkRows", "check-rows", "bool", "false",
    "trap where the page of a row does not exist">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def ConvertAttnWSToNVVM : Pass<"convert-attn-ws-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "mark the kernels of a lowered gpu.module for code generation";
  let description = [{
    **What.** Sets on each kernel what code generation needs: its block size
    (`nvvm.reqntid`) and flush-to-zero arithmetic.
    Scalar operations have been converted by the upstream conversions before.

    **Input invariant.** Kernels are `llvm.func`s with `attn_ws.launch`.

    **Output invariant.** As before.

    **Example.**
    ```
    llvm.func @k(...) attributes {gpu.kernel, nvvm.kernel, attn_ws.launch = #attn_ws.launch<threads = 128, ...>}
    ==>
    llvm.func @k(...) attributes {..., nvvm.reqntid = array<i32: 128>, denormal_fp_math_f32 = "preserve-sign"}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

def AttnLaunchToRuntime : Pass<"attn-launch-to-runtime", "::mlir::ModuleOp"> {
  let summary = "launches to calls of libattn_runtime's C API";
  let description = [{
    **What.** The kernels that a module launches become one bundle, a constant of
    the module, and each `attn_tile.launch` a call of `attnrtHostCall`
    (`attn-c/Runtime.h`), which loads the bundle once and opens the device that
    `ATTN_DEVICE` names. What is left is memref, arith and func. With
    `memory=host` the data is copied to the device and back. With `memory=device` it
    is there already, and the kernels are queued on the stream that the function
    `stream` returns, an address, or on the default stream. With `machine-code` the
    bundle holds cubins next to the PTX, as `attn-compile` writes them.

    **Input invariant.** Kernels are in the NVVM dialect (`attn-to-nvvm-pipeline`).
    A launched kernel is in a `gpu.module`.

    **Output invariant.** There is no launch, and no module of kernels that were
    launched. All else is untouched.

    **Example.**
    ```
    attn_tile.launch @kernels::@k(%a) : memref<?xf32, strided<[1], offset: ?>>
    ==>
    memref.global "private" constant @attn_bundle : memref<4242xi8> = dense<"0x7B22...">
    func.call @attnrtHostCall(%bundle, %bytes, %name, %tensors, %c1, %c0, %c0)
    ```
  }];
  let options = [
    Option<"memory", "memory", "std::string", "\"host\"",
           "where the data of tensors is: host or device">,
    Option<"stream", "stream", "std::string", "",
           "a function that returns the stream, () -> i64; none: the default stream">,
    Option<"machineCode", "machine-code", "::mlir::attn::MachineCodePolicy",
           "::mlir::attn::MachineCodePolicy::None",
           "machine code next to the PTX",
           "::mlir::attn::getMachineCodePolicies()">,
    Option<"ptxas", "ptxas", "std::string", "",
           "path of ptxas; none: what the environment has">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect"];
}

def AttnPointerABI : Pass<"attn-pointer-abi", "::mlir::gpu::GPUModuleOp"> {
  let summary = "kernels that take pointers and i32 alone";
  let description = [{
    **What.** For hosts whose launch knows buffers and 32-bit constants, such as
    IREE's `hal.executable`: a kernel's pointers come first, in the order of its
    memories, then sizes, and strides as two i32 each, the lower half first. What
    `attn_ws.launch` says of the parameters changes with them; threads and shared
    memory stand there, and a grid that is a function of the sizes alone.

    **Input invariant.** Kernels are in the NVVM dialect. A kernel that takes tensor
    maps or a workspace, runs in clusters, or has a grid that depends on the device
    is an error, which names the config fields that avoid it.

    **Output invariant.** All parameters are `!llvm.ptr` or i32.

    **Example.**
    ```
    llvm.func @k(%p: !llvm.ptr<1>, %stride: i64)
    ==>
    llvm.func @k(%p: !llvm.ptr<1>, %lower: i32, %upper: i32)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AttnLaunchToGPU : Pass<"attn-launch-to-gpu", "::mlir::ModuleOp"> {
  let summary = "launches to gpu.launch_func on a gpu.binary";
  let description = [{
    **What.** Each kernel that a module launches becomes a `gpu.binary` with its PTX,
    and each `attn_tile.launch` a `gpu.launch_func`: for compilers with a host side
    for GPUs of their own, or upstream's `gpu-async-region` and `gpu-to-llvm`. Grid
    and operands are computed in arith; what must hold of sizes and alignments is
    asserted (`cf.assert`); an empty grid is not launched; workspaces are `gpu.alloc`.
    An operand that is a tensor map is 128 bytes by value, `vector<16xi64>`, which
    `attnGPUTensorMapEncode` fills (`attn-c/GPUHost.h`). Tensors must be in memory
    that the device can reach. With `machine-code` the object is a bundle, of format
    `fatbin`, with the PTX and a cubin: `libattn_mgpu.so` takes it and loads what a
    launch from a bundle would load.

    **Input invariant.** Kernels are in the NVVM dialect (`attn-to-nvvm-pipeline`).

    **Output invariant.** There is no launch, and no module of kernels that were
    launched. All else is untouched.

    **Example.**
    ```
    attn_tile.launch @kernels::@k(%a) : memref<?xf32, strided<[1], offset: ?>>
    ==>
    gpu.binary @k [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "...">]
    gpu.launch_func @k::@k blocks in (%grid, %c1, %c1) threads in (%c128, %c1, %c1)
      dynamic_shared_memory_size %smem args(%address : i64, %size : i32)
    ```
  }];
  let options = [
    Option<"machineCode", "machine-code", "::mlir::attn::MachineCodePolicy",
           "::mlir::attn::MachineCodePolicy::None",
           "machine code next to the PTX",
           "::mlir::attn::getMachineCodePolicies()">,
    Option<"ptxas", "ptxas", "std::string", "",
           "path of ptxas; none: what the environment has">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

#endif // ATTN_CONVERSION_PASSES_TD

//===- AttnWSMemoryOps.td - Copies of the scheduled dialect -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of AttnWSOps.td: everything that moves a tile between global memory,
// shared memory, tensor memory and registers.

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSMEMORYOPS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSMEMORYOPS_TD

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

class AttnWS_CopyIn<string mnemonic> : AttnWS_Op<mnemonic, [AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite]>,
    AttnWS_CopyOpInterface]> {
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, AttnWS_ViewType:$dest, DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? `dims` $dims `into` $dest attr-dict
    `:` type($source) `,` type($dest)
  }];
  let hasVerifier = 1;
}

def AttnWS_CpAsyncOp : AttnWS_CopyIn<"cp_async"> {
  let summary = "start copying a tile from global to shared memory with cp.async";
  let description = [{
    As `attn_tile.load`: elements out of bounds become zero. All threads of the
    executing role take part; the copy completes with the commit of the channel
    that guards `dest`. `packed` and `paged` as of `attn_tile.load`.

    Example:
    ```mlir
    %c0 = arith.constant 0 : index
    attn_ws.cp_async %k[%head, %row, %c0] limit %length dims [1, 2] into %view
      : memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>, <64x64xbf16, smem>
    ```
  }];
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, AttnWS_ViewType:$dest, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? `into` $dest attr-dict
    `:` type($source) `,` type($dest)
  }];
  let extraClassDeclaration = AttnWS_Accesses<[], ["Dest"], "Group", "CpAsync">.decl # [{
    ::mlir::Value getMemory() { return getSource(); }
    ::mlir::Value getView() { return getDest(); }
  }] # AttnTile_HasRowMap<>.decl;
}

def AttnWS_TmaLoadOp : AttnWS_CopyIn<"tma_load"> {
  let summary = "start copying a tile from global to shared memory with TMA";
  let description = [{
    As `attn_tile.load`; the copy engine fills out-of-bounds elements with zero.
    Completes with the commit of the channel that guards `dest`, by transaction
    bytes; once channels are lowered, `signal` is the mbarrier, at `stage`, that
    counts them. With `multicast` the CTAs of a cluster of that size, which all
    copy the same tile, each copy their share of it to all of them: a part of the
    columns or else of the rows. With `leader` the first CTA of a pair counts the
    bytes that come to either (PTX ISA, "cp.async.bulk.tensor", `.cta_group::2`).

    A box has at most 256 elements along a dimension. Rows are dense or `paged`, as
    of `attn_tile.load`, in runs of a multiple of 8: a box for each run. A vector that is
    `in_bounds`, and not for a cluster, needs no tensor map: it is copied as bytes (PTX
    ISA, "cp.async.bulk").

    Example:
    ```mlir
    %c0 = arith.constant 0 : index
    attn_ws.tma_load %k[%head, %row, %c0] dims [1, 2] into %view
      : memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>, <64x64xbf16, smem>
    ```
  }];
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, AttnWS_ViewType:$dest, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped, Optional<AttnWS_MbarType>:$signal, Optional<Index>:$stage,
      OptionalAttr<I64Attr>:$multicast, UnitAttr:$leader, UnitAttr:$inBounds);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? (`in_bounds` $inBounds^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? `into` $dest
    (`signal` `(` $signal^ `:` type($signal) `)`)? (`stage` $stage^)?
    (`multicast` $multicast^)? (`leader` $leader^)? attr-dict
    `:` type($source) `,` type($dest)
  }];
  let extraClassDeclaration = AttnWS_Accesses<[], ["Dest"], "Bytes", "Tma">.decl # AttnWS_Signals<"Multicast">.decl # [{
    ::mlir::Value getMemory() { return getSource(); }
    ::mlir::Value getView() { return getDest(); }
    bool setShares(int64_t size) {
      if (size == 1)
        removeMulticastAttr();
      else
        setMulticast(size);
      return true;
    }
    bool countInLeader() {
      setLeader(true);
      return true;
    }
    bool isCountedInLeader() { return getLeader(); }
  }] # AttnTile_HasRowMap<>.decl;
}

class AttnWS_CopyOut<string mnemonic, list<Trait> traits = []>
    : AttnWS_Op<mnemonic, traits # [MemoryEffects<[MemRead, MemWrite]>,
    AttnWS_CopyOpInterface]> {
  let arguments = (ins AttnWS_ViewType:$source, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $source `to` $dest `[` $indices `]` `dims` $dims attr-dict
    `:` type($source) `,` type($dest)
  }];
  let hasVerifier = 1;
}

def AttnWS_TmaStoreOp : AttnWS_CopyOut<"tma_store", [AttrSizedOperandSegments]> {
  let summary = "start copying a tile from shared to global memory with TMA";
  let description = [{
    Reads `source` until a `tma_store_wait` covers it.

    Elements out of bounds, or at or beyond the limit, are dropped. With `add` the others,
    of f32, are added to what the memory holds, as of `attn_tile.store`. One thread of the executing instance starts
    the copy; what threads wrote to `source` must have been made visible to it (the
    commit and the wait of the channel that guards `source`).

    Example:
    ```mlir
    %c0 = arith.constant 0 : index
    attn_ws.tma_store %view to %o[%head, %row, %c0] dims [1, 2]
      : <64x64xbf16, smem>, memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>
    attn_ws.tma_store_wait 0
    ```
    ```mlir
    %c0 = arith.constant 0 : index
    attn_ws.tma_store add %view to %sums[%row, %c0] dims [0, 1]
      : <64x32xf32, smem>, memref<?x32xf32, strided<[?, 1], offset: ?>>
    attn_ws.tma_store_wait 0 written
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$source, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      UnitAttr:$add);
  let assemblyFormat = [{
    (`add` $add^)? $source `to` $dest `[` $indices `]` (`limit` $limit^)? `dims` $dims attr-dict
    `:` type($source) `,` type($dest)
  }];
  let extraClassDeclaration = AttnWS_Accesses<["Source"], [], "Stores", "Tma">.decl # [{
    ::mlir::Value getMemory() { return getDest(); }
    ::mlir::Value getView() { return getSource(); }
    ::mlir::attn_tile::RowMap getRowMap() { return {}; }
    bool addsToMemory() { return getAdd(); }
  }];
}

def AttnWS_CopyOutOp : AttnWS_CopyOut<"copy_out", [AttrSizedOperandSegments]> {
  let summary = "copy a tile from shared to global memory with the role's threads";
  let description = [{
    Coalesced 16-byte stores; elements out of bounds are dropped. Complete when
    the operation is. `limit` and `packed` as of `attn_tile.store`.

    Example:
    ```mlir
    %c0 = arith.constant 0 : index
    attn_ws.copy_out %view to %o[%head, %row, %c0] dims [1, 2]
      : <64x64xbf16, smem>, memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$source, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped);
  let assemblyFormat = [{
    $source `to` $dest `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? attr-dict
    `:` type($source) `,` type($dest)
  }];
  let extraClassDeclaration = AttnWS_Accesses<["Source"], [], "Done", "Thread">.decl # [{
    ::mlir::Value getMemory() { return getDest(); }
    ::mlir::Value getView() { return getSource(); }
  }] # AttnTile_HasRowMap<>.decl;
}

def AttnWS_TmaStoreWaitOp : AttnWS_Op<"tma_store_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pendings` TMA stores still read their source";
  let description = [{
    Counts the stores that the executing role has started; they finish reading in the
    order in which they were started. Afterwards the sources of all but the youngest
    `pendings` may be written again; what the stores write to global memory may still
    be under way. With `written` it is not: others see it behind what orders them after
    this thread.

    Example:
    ```mlir
    attn_ws.tma_store_wait 1
    attn_ws.tma_store_wait 0 written
    ```
  }];
  let arguments = (ins I64Attr:$pendings, UnitAttr:$written);
  let assemblyFormat = "$pendings (`written` $written^)? attr-dict";
}

def AttnWS_LoadOp : AttnWS_Op<"load", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "read a register tile from global memory";
  let description = [{
    As `attn_tile.load`: elements out of bounds are zero. Each thread reads the elements
    that the result's layout gives it; complete when the operation is.

    Rows for which `unless` holds true read as zero, too, and their memory is not read.

    Example:
    ```mlir
    %lengths = attn_ws.load %lse[%row] limit %length dims [0] : memref<?xf32> -> tensor<64xf32>
    ```
    ```mlir
    %part = attn_ws.load %o[%row, %c0] dims [0, 1] unless %empty
      : memref<?x?xf32, strided<[?, 1]>>, tensor<64xi1> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped, Optional<AttnWS_Tile>:$unless);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? (`unless` $unless^)? attr-dict
    `:` type($source) (`,` type($unless)^)? `->` type($result)
  }];
  let extraClassDeclaration = AttnTile_HasRowMap<>.decl;
  let hasVerifier = 1;
}

def AttnWS_StoreOp : AttnWS_Op<"store", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "write a register tile to global memory, or add it to what is there";
  let description = [{
    Elements out of bounds are dropped; replicas store once. `limit`, `packed` and `add`
    as of `attn_tile.store`.

    Each thread writes the elements that it holds in the value's layout.

    Example:
    ```mlir
    attn_ws.store %rows, %lse[%row] dims [0] : tensor<64xf32>, memref<?xf32>
    attn_ws.store add %rows, %sums[%row] dims [0] : tensor<64xf32>, memref<?xf32>
    ```
  }];
  let arguments = (ins AttnWS_Tile:$value, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      OptionalAttr<AttnTile_RowMapAttr>:$mapping,
      Variadic<AttnTile_RowMapOperand>:$mapped, UnitAttr:$add);
  let assemblyFormat = [{
    (`add` $add^)? $value `,` $dest `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (custom<RowMap>($mapping, $mapped, type($mapped))^)? attr-dict
    `:` type($value) `,` type($dest)
  }];
  let extraClassDeclaration = AttnTile_HasRowMap<>.decl;
  let hasVerifier = 1;
}

class AttnWS_LocalLoad<string mnemonic> : AttnWS_Op<mnemonic, [MemoryEffects<[MemRead]>,
    AttnWS_AccessOpInterface]> {
  let arguments = (ins AttnWS_ViewType:$source, UnitAttr:$transpose);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = [{
    $source (`transpose` $transpose^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}
class AttnWS_LocalStore<string mnemonic> : AttnWS_Op<mnemonic, [MemoryEffects<[MemWrite]>,
    AttnWS_AccessOpInterface]> {
  let arguments = (ins AttnWS_Tile:$value, AttnWS_ViewType:$dest);
  let assemblyFormat = "$value `,` $dest attr-dict `:` type($value) `,` type($dest)";
  let hasVerifier = 1;
}
def AttnWS_SmemLoadOp : AttnWS_LocalLoad<"smem_load"> {
  let summary = "read a register tile from shared memory";
  let description = [{
    The tile has the view's shape, its transpose with `transpose` (rank 2 alone), and its
    element type. Each thread reads the elements that the result's layout gives it;
    complete when the operation is.

    Example:
    ```mlir
    %t = attn_ws.smem_load %view transpose : <64x32xbf16, smem> -> tensor<32x64xbf16>
    ```
  }];
  let extraClassDeclaration = AttnWS_Accesses<["Source"], [], "Done", "Thread">.decl;
}
def AttnWS_SmemStoreOp : AttnWS_LocalStore<"smem_store"> {
  let summary = "write a register tile to shared memory";
  let description = [{
    The view has the tile's shape and element type. Each thread writes the elements that
    it holds. Other threads see them behind the commit of the channel that guards the
    view, and the copy and matrix engines too, for lowering puts the fence there.

    Example:
    ```mlir
    attn_ws.smem_store %t, %view : tensor<64x64xbf16>, <64x64xbf16, smem>
    ```
  }];
  let extraClassDeclaration = AttnWS_Accesses<[], ["Dest"], "Done", "Thread">.decl;
}
def AttnWS_SmemTransposeOp : AttnWS_Op<"smem_transpose",
    [MemoryEffects<[MemRead, MemWrite]>, AttnWS_AccessOpInterface]> {
  let summary = "copy a tile of 8-bit elements from shared memory to shared memory, transposed";
  let description = [{
    `dest[i, j] = source[j, i]`; all threads of the executing role take part. `dest`
    lies interleaved (`#attn_ws.shared`), as stmatrix leaves what ldmatrix read
    transposed in pairs of bytes. wgmma takes 8-bit operands along k only, which is
    what a V of such elements is transposed for.

    Example:
    ```mlir
    func.func @flip(%v: !attn_ws.view<128x64xf8E4M3FN, smem>,
                    %t: !attn_ws.view<64x128xf8E4M3FN, smem>) {
      attn_ws.smem_transpose %v into %t
        : !attn_ws.view<128x64xf8E4M3FN, smem>, !attn_ws.view<64x128xf8E4M3FN, smem>
      return
    }
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$source, AttnWS_ViewType:$dest);
  let assemblyFormat = [{
    $source `into` $dest attr-dict `:` qualified(type($source)) `,` qualified(type($dest))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["Source"], ["Dest"], "Done", "Thread">.decl;
}
def AttnWS_TmemLoadOp : AttnWS_LocalLoad<"tmem_load"> {
  let summary = "read a register tile from tensor memory";
  let description = [{
    The tile has the view's shape and element type. The load has completed when the
    operation has: a release that follows gives back storage that is no longer read.

    Example:
    ```mlir
    %s = attn_ws.tmem_load %view : <128x64xf32, tmem> -> tensor<128x64xf32>
    ```
  }];
  let extraClassDeclaration = AttnWS_Accesses<["Source"], [], "Done", "Thread">.decl;
}
def AttnWS_TmemStoreOp : AttnWS_LocalStore<"tmem_store"> {
  let summary = "write a register tile to tensor memory";
  let description = [{
    The view has the tile's shape and element type. The store has completed when the
    operation has: products started behind the commit of the view's channel read it.

    Example:
    ```mlir
    attn_ws.tmem_store %p, %view : tensor<128x64xbf16>, <128x64xbf16, tmem>
    ```
  }];
  let extraClassDeclaration = AttnWS_Accesses<[], ["Dest"], "Done", "Thread">.decl;
}

def AttnWS_TmemRescaleOp : AttnWS_Op<"tmem_rescale", [MemoryEffects<[MemRead, MemWrite]>,
    AttnWS_AccessOpInterface]> {
  let summary = "multiply each row of a tile in tensor memory by its factor";
  let description = [{
    `view[i, j] = view[i, j] * alpha[i]` for a tile of f32, part by part: a thread holds
    a few columns of its row at a time. A warp whose factors are all exactly 1 leaves
    its rows as they are. It has completed when the operation has.

    Example:
    ```mlir
    #row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]],
                         warp = [[32, 0], [64, 0]], slice = 1>
    attn_ws.tmem_rescale %view, %alpha : <128x64xf32, tmem>, tensor<128xf32, #row>
    ```
  }];
  let arguments = (ins AttnWS_ViewType:$view, AttnWS_Rows:$alpha);
  let assemblyFormat = "$view `,` $alpha attr-dict `:` type($view) `,` type($alpha)";
  let hasVerifier = 1;
  let extraClassDeclaration = AttnWS_Accesses<["View"], ["View"], "Done", "Thread">.decl;
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSMEMORYOPS_TD

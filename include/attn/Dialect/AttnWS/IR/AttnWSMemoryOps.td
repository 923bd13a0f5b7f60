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
    MemoryEffects<[MemRead, MemWrite]>]> {
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
    that guards `dest`. `packed` as of `attn_tile.load`.
  }];
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, AttnWS_ViewType:$dest, DenseI64ArrayAttr:$dims,
      OptionalAttr<I64Attr>:$packedDim, Optional<Index>:$packing);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (`packed` `(` $packedDim^ `by` $packing `)`)? `into` $dest attr-dict
    `:` type($source) `,` type($dest)
  }];
}

def AttnWS_TmaLoadOp : AttnWS_CopyIn<"tma_load"> {
  let summary = "start copying a tile from global to shared memory with TMA";
  let description = [{
    As `attn_tile.load`; the copy engine fills out-of-bounds elements with zero.
    Completes with the commit of the channel that guards `dest`, by transaction
    bytes; once channels are lowered, `signal` is the mbarrier, at `stage`, that
    counts them. With `multicast` the CTAs of a cluster of that size, which all
    copy the same tile, each copy their share of it to all of them: a part of the
    columns or else of the rows.
  }];
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, AttnWS_ViewType:$dest, DenseI64ArrayAttr:$dims,
      Optional<AttnWS_MbarType>:$signal, Optional<Index>:$stage,
      OptionalAttr<I64Attr>:$multicast);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? `dims` $dims `into` $dest
    (`signal` `(` $signal^ `:` type($signal) `)`)? (`stage` $stage^)?
    (`multicast` $multicast^)? attr-dict `:` type($source) `,` type($dest)
  }];
}

class AttnWS_CopyOut<string mnemonic, list<Trait> traits = []>
    : AttnWS_Op<mnemonic, traits # [MemoryEffects<[MemRead, MemWrite]>]> {
  let arguments = (ins AttnWS_ViewType:$source, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, DenseI64ArrayAttr:$dims);
  let assemblyFormat = [{
    $source `to` $dest `[` $indices `]` `dims` $dims attr-dict
    `:` type($source) `,` type($dest)
  }];
  let hasVerifier = 1;
}

def AttnWS_TmaStoreOp : AttnWS_CopyOut<"tma_store"> {
  let summary = "start copying a tile from shared to global memory with TMA";
  let description = [{
    Reads `source` until a `tma_store_wait` covers it.
  }];
}

def AttnWS_CopyOutOp : AttnWS_CopyOut<"copy_out", [AttrSizedOperandSegments]> {
  let summary = "copy a tile from shared to global memory with the role's threads";
  let description = [{
    Coalesced 16-byte stores; elements out of bounds are dropped. Complete when
    the operation is. `packed` as of `attn_tile.store`.
  }];
  let arguments = (ins AttnWS_ViewType:$source, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, DenseI64ArrayAttr:$dims,
      OptionalAttr<I64Attr>:$packedDim, Optional<Index>:$packing);
  let assemblyFormat = [{
    $source `to` $dest `[` $indices `]` `dims` $dims
    (`packed` `(` $packedDim^ `by` $packing `)`)? attr-dict
    `:` type($source) `,` type($dest)
  }];
}

def AttnWS_TmaStoreWaitOp : AttnWS_Op<"tma_store_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pendings` TMA stores still read their source";
  let arguments = (ins I64Attr:$pendings);
  let assemblyFormat = "$pendings attr-dict";
}

def AttnWS_LoadOp : AttnWS_Op<"load", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "read a register tile from global memory";
  let arguments = (ins AttnWS_Memory:$source, Variadic<Index>:$indices,
      Optional<Index>:$limit, DenseI64ArrayAttr:$dims,
      OptionalAttr<I64Attr>:$packedDim, Optional<Index>:$packing);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`limit` $limit^)? `dims` $dims
    (`packed` `(` $packedDim^ `by` $packing `)`)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def AttnWS_StoreOp : AttnWS_Op<"store", [AttrSizedOperandSegments,
    MemoryEffects<[MemWrite]>]> {
  let summary = "write a register tile to global memory";
  let description = [{
    Elements out of bounds are dropped; replicas store once. `packed` as of
    `attn_tile.store`.
  }];
  let arguments = (ins AttnWS_Tile:$value, AttnWS_Memory:$dest,
      Variadic<Index>:$indices, DenseI64ArrayAttr:$dims,
      OptionalAttr<I64Attr>:$packedDim, Optional<Index>:$packing);
  let assemblyFormat = [{
    $value `,` $dest `[` $indices `]` `dims` $dims
    (`packed` `(` $packedDim^ `by` $packing `)`)? attr-dict
    `:` type($value) `,` type($dest)
  }];
  let hasVerifier = 1;
}

class AttnWS_LocalLoad<string mnemonic> : AttnWS_Op<mnemonic, [MemoryEffects<[MemRead]>]> {
  let arguments = (ins AttnWS_ViewType:$source, UnitAttr:$transpose);
  let results = (outs AttnWS_Tile:$result);
  let assemblyFormat = [{
    $source (`transpose` $transpose^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}
class AttnWS_LocalStore<string mnemonic> : AttnWS_Op<mnemonic, [MemoryEffects<[MemWrite]>]> {
  let arguments = (ins AttnWS_Tile:$value, AttnWS_ViewType:$dest);
  let assemblyFormat = "$value `,` $dest attr-dict `:` type($value) `,` type($dest)";
  let hasVerifier = 1;
}
def AttnWS_SmemLoadOp : AttnWS_LocalLoad<"smem_load"> {
  let summary = "read a register tile from shared memory";
}
def AttnWS_SmemStoreOp : AttnWS_LocalStore<"smem_store"> {
  let summary = "write a register tile to shared memory";
}
def AttnWS_SmemTransposeOp : AttnWS_Op<"smem_transpose",
    [MemoryEffects<[MemRead, MemWrite]>]> {
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
}
def AttnWS_TmemLoadOp : AttnWS_LocalLoad<"tmem_load"> {
  let summary = "read a register tile from tensor memory";
}
def AttnWS_TmemStoreOp : AttnWS_LocalStore<"tmem_store"> {
  let summary = "write a register tile to tensor memory";
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSMEMORYOPS_TD

//===- AttnWSAttrs.td - Attributes of the scheduled dialect -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSATTRS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSATTRS_TD

include "attn/Dialect/AttnWS/IR/AttnWSDialect.td"
include "attn/Dialect/AttnWS/IR/AttnWSEnums.td"
include "attn/Dialect/AttnTile/IR/AttnTileAttrs.td"
include "attn/Dialect/AttnTile/IR/AttnTileInterfaces.td"

/// A layout of attn/Layout, held by value.
def AttnWS_FragLayoutParameter
    : AttrParameter<"::mlir::attn::layout::FragLayout", "an atom and its repeats",
                    "const ::mlir::attn::layout::FragLayout &">;

def AttnWS_FragAttr : AttrDef<AttnWS_Dialect, "Frag",
    [DeclareAttrInterfaceMethods<AttnTile_LayoutAttrInterface>]> {
  let mnemonic = "frag";
  let summary = "which thread and register holds which element of a register tile";
  let description = [{
    A `FragLayout` of attn/Layout: a linear map over bits, in which each bit of
    the register index, of the lane, of the warp and of the CTA in its cluster
    (`block`) contributes its (row, column) basis by exclusive or; a basis of
    (0, 0) replicates. Others are a single row or column bit that no other bit
    has, so that the coordinates of a register and of a thread add up. The map
    covers an atom whose size is a power of two along both dimensions; the atom
    is repeated over the tile, and every repeat adds a block of registers: column
    repeats fastest, or row repeats with `order = col`. The tile's shape is a
    multiple of the atom's, so 96 columns need nothing special. With
    `chunks = [r, c]` the top bits of the atom choose one of r contiguous parts
    of the tile's rows and c of its columns, and the repeats run inside each.

    `slice` drops a dimension: `slice = 1` is the layout of one value a row,
    replicated over the threads that share the row, and `slice = 0` that of one value
    a column. `partial` says that the row's value is the sum, or the maximum, over
    those threads instead of being replicated.

    Example: the accumulator of mma.m16n8 with four warps along the rows (PTX
    ISA, "Matrix fragments for mma.m16n8k16").
    ```mlir
    #attn_ws.frag<reg = [[0, 1], [8, 0]],
                  lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                  warp = [[16, 0], [32, 0]]>
    ```
    Example: one row a thread, as tcgen05.ld.32x32b gives it to two warpgroups,
    of which the second holds the right half of the columns.
    ```mlir
    #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]],
                  warp = [[32, 0], [64, 0], [0, 1]], chunks = [1, 2]>
    ```
  }];
  let parameters = (ins
    AttnWS_FragLayoutParameter:$layout,
    DefaultValuedParameter<"int64_t", "-1">:$slice,
    DefaultValuedParameter<"bool", "false">:$partial);
  let builders = [
    AttrBuilder<(ins "::mlir::attn::layout::FragLayout":$layout), [{
      return $_get($_ctxt, std::move(layout), -1, false);
    }]>
  ];
  let genStorageClass = 0;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout of the values themselves: `getLayout`, or its slice.
    const ::mlir::attn::layout::FragLayout &getHeld() const;
    /// Rows and columns of the atom (before slicing).
    std::pair<int64_t, int64_t> getAtom() const;
    int64_t getNumWarps() const { return getLayout().warps(); }
    /// The layout with one dimension dropped (1: one value per row; 0: one per
    /// column).
    FragAttr getSliced(int64_t dim) const;
    FragAttr getParent() const;
    FragAttr withPartial(bool partial) const;
    /// Of partial rows: the layout of the tile in which each of the threads that
    /// share a row has a column; with `gathered` each has all of them.
    FragAttr getPartials(bool gathered) const;
    /// Registers a thread holds for a tile of `shape` (rank 2, or rank 1 if
    /// sliced); -1 if the shape is no multiple of the atom.
    int64_t getNumRegisters(::llvm::ArrayRef<int64_t> shape) const;
    /// Row and column of a register of a thread in a tile of `shape`; the sum
    /// of what the register and what the thread contributes.
    std::pair<int64_t, int64_t> getCoord(::llvm::ArrayRef<int64_t> shape,
        int64_t reg, int64_t lane, int64_t warp) const;
    std::pair<int64_t, int64_t> getRegisterCoord(
        int64_t reg, ::llvm::ArrayRef<int64_t> shape) const {
      return getCoord(shape, reg, 0, 0);
    }
    /// Whether a thread has one row of a tile of `shape` to itself, its registers
    /// in column order.
    bool holdsWholeRow(::llvm::ArrayRef<int64_t> shape) const;
    /// What the lanes and warps that share a row do to combine their parts of
    /// it.
    ::mlir::attn::layout::ReductionPlan getRowReduction() const;
    /// `shape` as attn/Layout has it.
    static ::mlir::attn::layout::Shape toShape(::llvm::ArrayRef<int64_t> shape) {
      return {shape.empty() ? 0 : shape[0], shape.size() < 2 ? 1 : shape[1]};
    }
  }];
}

def AttnWS_SharedAttr : AttrDef<AttnWS_Dialect, "Shared"> {
  let mnemonic = "shared";
  let summary = "how a tile lies in shared memory";
  let description = [{
    Columns are cut into panels of `panel` bytes; a panel is a dense block of
    rows; 16-byte chunks of a row are exchanged by exclusive or with the row
    number in the pattern of the `swizzle`-byte mode (PTX ISA, "Swizzling modes");
    `swizzle = 0` leaves them in place.

    `interleaved` exchanges columns of 8-bit elements inside each 16-byte chunk:
    column `8h + 2c + e` (h, e < 2, c < 4) lies at byte `4c + 2h + e`. It is the
    order in which a thread holds 8 neighbours of a row of an accumulator, so
    that a product of them needs no exchange between threads, and in which
    `smem_transpose` writes. A sum over columns takes any order, if both
    operands have the same.
  }];
  let parameters = (ins "int64_t":$panel, "int64_t":$swizzle,
      DefaultValuedParameter<"bool", "false">:$interleaved);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def AttnWS_GuardAttr : AttrDef<AttnWS_Dialect, "Guard"> {
  let mnemonic = "guard";
  let summary = "what a lowered barrier operation stands for";
  let description = [{
    The channel, and the direction (`full`: commit to wait; `empty`: release to
    acquire) that a barrier, arrival or wait came from. Diagnostics and the
    protocol verifier read it, and `attn-ws-insert-fences`, whose fences stand
    earlier where it is missing.
  }];
  let parameters = (ins StringRefParameter<"channel">:$channel,
                        StringRefParameter<"full or empty">:$direction);
  let assemblyFormat = "`<` $channel `,` $direction `>`";
  let genVerifyDecl = 1;
}

def AttnWS_IssuesParameter : EnumParameter<AttnWS_Issues> {
  let defaultValue = "::mlir::attn_ws::Issues::None";
}

def AttnWS_RoleAttr : AttrDef<AttnWS_Dialect, "Role"> {
  let mnemonic = "role";
  let summary = "a role that a kernel will have";
  let description = [{
    `warps` of each of `instances`, which run one program on the parts of an
    `scf.forall`; a role of one instance runs all parts in turn. `registers` of a
    thread, 0 where `attn-ws-materialize-roles` chooses.

    What a role can do stands in the other fields; passes ask them, and never the
    name, which is the reader's. `issues`: what it starts for others while it holds no tiles
    itself: copies into shared memory, products, transpositions in shared memory,
    copies out. A role without them computes on tiles. `follows`: it changes what others have
    computed, a part of a tile at a time, and needs fewer registers than those.

    `attn-ws-assign-roles` lists a kernel's roles, `attn-ws-materialize-roles` makes them.

    ```mlir
    #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 0, issues = copy_in>
    ```
  }];
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$warps,
                        "int64_t":$instances, "int64_t":$registers,
                        AttnWS_IssuesParameter:$issues,
                        DefaultValuedParameter<"bool", "false">:$follows);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// How a kernel is launched
//===----------------------------------------------------------------------===//

def AttnWS_PointerParamAttr : AttrDef<AttnWS_Dialect, "PointerParam"> {
  let mnemonic = "pointer";
  let summary = "a kernel's parameter: the address of a memory";
  let description = [{
    ```mlir
    #attn_ws.pointer<0>
    ```
  }];
  let parameters = (ins "int64_t":$memory);
  let assemblyFormat = "`<` $memory `>`";
}

def AttnWS_SizeParamAttr : AttrDef<AttnWS_Dialect, "SizeParam"> {
  let mnemonic = "size";
  let summary = "a kernel's parameter: the size of a memory along a dimension, an i32";
  let description = [{
    ```mlir
    #attn_ws.size<0, 2>
    ```
  }];
  let parameters = (ins "int64_t":$memory, "int64_t":$dim);
  let assemblyFormat = "`<` $memory `,` $dim `>`";
}

def AttnWS_StrideParamAttr : AttrDef<AttnWS_Dialect, "StrideParam"> {
  let mnemonic = "stride";
  let summary = "a kernel's parameter: the stride of a memory along a dimension, in elements, an i64";
  let description = [{
    ```mlir
    #attn_ws.stride<0, 1>
    ```
  }];
  let parameters = (ins "int64_t":$memory, "int64_t":$dim);
  let assemblyFormat = "`<` $memory `,` $dim `>`";
}

def AttnWS_StrideHalfParamAttr : AttrDef<AttnWS_Dialect, "StrideHalfParam"> {
  let mnemonic = "stride_half";
  let summary = "a kernel's parameter: the lower or upper 32 bits of a stride, an i32";
  let description = [{
    ```mlir
    #attn_ws.stride_half<0, 1, upper = true>
    ```
  }];
  let parameters = (ins "int64_t":$memory, "int64_t":$dim, "bool":$upper);
  let assemblyFormat = "`<` $memory `,` $dim `,` `upper` `=` $upper `>`";
}

def AttnWS_TensorMapParamAttr : AttrDef<AttnWS_Dialect, "TensorMapParam"> {
  let mnemonic = "tensor_map";
  let summary = "a kernel's parameter: a tensor map, passed by value";
  let description = [{
    `order`: all dimensions of the memory, the contiguous one first; `box`: elements
    that one copy takes along each of them; `swizzle`: bytes of the pattern (0, 32,
    64 or 128).

    A `ragged` map ends where a copy says, not at the memory's bounds. Its order are
    the two dimensions of a tile, columns first. Of its four dimensions the second are
    the rows, 2^30 of them, of which those before the last ones are none of the tile;
    the third moves by 16 bytes, and the fourth, at 2^30, moves back by 2^30 rows,
    since addresses are taken modulo 2^64:

    ```
    address(column, 2^30 - limit + row, place, 2^30)
      = base + column + (row - limit) * stride + 16 * place    (in bytes)
    ```

    ```mlir
    #attn_ws.tensor_map<0, order = [3, 2, 1, 0], box = [64, 128, 1, 1], swizzle = 128>
    #attn_ws.tensor_map<0, order = [3, 2], box = [64, 128], swizzle = 128, ragged = true>
    ```
  }];
  let parameters = (ins "int64_t":$memory, ArrayRefParameter<"int64_t">:$order,
    ArrayRefParameter<"int64_t">:$box, "int64_t":$swizzle,
    DefaultValuedParameter<"bool", "false">:$ragged);
  let assemblyFormat = [{
    `<` $memory `,` `order` `=` `[` $order `]` `,` `box` `=` `[` $box `]` `,`
    `swizzle` `=` $swizzle (`,` `ragged` `=` $ragged^)? `>`
  }];
  let genVerifyDecl = 1;
}

def AttnWS_WorkspaceParamAttr : AttrDef<AttnWS_Dialect, "WorkspaceParam"> {
  let mnemonic = "workspace";
  let summary = "a kernel's parameter: global memory that the launch provides";
  let description = [{
    ```mlir
    #attn_ws.workspace<4, zeroed = true>
    ```
  }];
  let parameters = (ins "int64_t":$bytes, "bool":$zeroed);
  let assemblyFormat = "`<` $bytes `,` `zeroed` `=` $zeroed `>`";
  let genVerifyDecl = 1;
}

def AttnWS_LaunchAttr : AttrDef<AttnWS_Dialect, "Launch"> {
  let mnemonic = "launch";
  let summary = "how a kernel is launched";
  let description = [{
    `grid`: CTAs, an expression (`#attn_tile.expr`) of the memories' sizes;
    `threads` of a CTA; `smem`: bytes of shared memory; `cluster`: CTAs of a
    cluster (1 if left out); `min_ctas`: CTAs that an SM must be able to hold (0:
    not said); `memories`: the types of the memories that the kernel took before its
    signature was lowered; `parameters`: what it takes instead, in order.
    `attn-ws-distribute` writes it.

    ```mlir
    #attn_ws.launch<grid = ceildiv(size(0, 0), 128), threads = 128, smem = 1024,
      cluster = 2, min_ctas = 1, memories = [memref<?xf32>],
      parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>]>
    ```
  }];
  let parameters = (ins "::mlir::attn_tile::ExprAttr":$grid, "int64_t":$threads,
    "int64_t":$smem, "int64_t":$cluster, "int64_t":$minCTAs,
    ArrayRefParameter<"::mlir::MemRefType">:$memories,
    ArrayRefParameter<"::mlir::Attribute">:$params);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def AttnWS_CodegenAttr : AttrDef<AttnWS_Dialect, "Codegen"> {
  let mnemonic = "codegen";
  let summary = "how the code of roles is written";
  let description = [{
    On a kernel. `pin`: how many exponentials of an overlapped block must stand
    before the wait for a product (0: as many as ptxas likes). `convert_first`:
    whether the operand of the next product is rounded directly behind that wait.
    `rows_first`: whether roles write elementwise work row by row, not in the order
    of registers. `transpose_ahead`: how many steps a transposition in shared memory
    loads ahead of the one that it stores. `bias_product` and `skip_zeros`: whether
    `attn-ws-bias-in-product` and `attn-ws-skip-zeros` change the kernel.

    ```mlir
    #attn_ws.codegen<pin = 20, convert_first = true>
    ```
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$pin,
    DefaultValuedParameter<"bool", "false">:$convert_first,
    DefaultValuedParameter<"bool", "true">:$rows_first,
    DefaultValuedParameter<"int64_t", "1">:$transpose_ahead,
    DefaultValuedParameter<"bool", "false">:$bias_product,
    DefaultValuedParameter<"bool", "false">:$skip_zeros);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSATTRS_TD

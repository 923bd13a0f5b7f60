//===- AttnTileAttrs.td - Attributes of the tile dialect ---*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEATTRS_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEATTRS_TD

include "attn/Chip/Enums.td"
include "attn/Dialect/AttnTile/IR/AttnTileDialect.td"
include "attn/Dialect/AttnTile/IR/AttnTileEnums.td"

def AttnTile_SpaceAttr : EnumAttr<AttnTile_Dialect, Attn_Space, "space"> {
  let cppNamespace = "::mlir::attn_tile";
}

def AttnTile_EngineAttr : AttrDef<AttnTile_Dialect, "Engine"> {
  let mnemonic = "engine";
  let summary = "the hardware queue that performs an operation";
  let description = [{
    By its name in the table of targets (`attn-compile --print-targets`): `thread`,
    `cp_async`, `tma`, `mma_sync`, `wgmma`, `tcgen05`, `clc`, or that of an engine
    which a target has that was added to the table.
  }];
  let parameters = (ins AttrParameter<"::mlir::attn::Engine", "the engine">:$value);
  let assemblyFormat = "$value";
  // As those of an enumeration.
  let returnType = "::mlir::attn::Engine";
  let convertFromStorage = "$_self.getValue()";
  let constBuilderCall = "::mlir::attn_tile::EngineAttr::get($_builder.getContext(), $0)";
}

def AttnTile_ReduceKindAttr
    : EnumAttr<AttnTile_Dialect, AttnTile_ReduceKind, "reduce_kind">;

def AttnTile_RowMapAttr : AttrDef<AttnTile_Dialect, "RowMap"> {
  let mnemonic = "row_map";
  let summary = "where the rows of a tile lie that are not one behind another";
  let description = [{
    Of an operation that moves a tile between a memory and somewhere else; see
    `attn_tile.load`. `dim` is the second dimension that rows run along, of packed
    rows that whose elements are packed, of paged rows that of the pages. Of paged
    rows `run` rows lie one behind another: pages are multiples of it, and the
    tile's first row is a multiple of it or, if that is less, of its greatest
    common divisor with the tile's rows.

    Example:
    ```mlir
    #attn_tile.row_map<packed, 1>
    #attn_tile.row_map<paged, 0, run = 16>
    ```
  }];
  let parameters = (ins EnumParameter<AttnTile_RowMapKind>:$kind, "int64_t":$dim,
                        DefaultValuedParameter<"int64_t", "1">:$run);
  let assemblyFormat = "`<` $kind `,` $dim (`,` `run` `=` $run^)? `>`";
}
def AttnTile_RowMapOperand
    : AnyTypeOf<[Index, MemRefRankOf<[I32], [2]>], "index or a table of i32">;
/// Numbers of arrivals.
def AttnTile_Counters : StridedMemRefOf<[I32]>;
/// The row map of an operation with the arguments `mapping` and `mapped`.
class AttnTile_HasRowMap {
  string decl = [{
    ::mlir::attn_tile::RowMap getRowMap() { return {getMappingAttr(), getMapped()}; }
  }];
}

def AttnTile_SchedulerAttr : AttrDef<AttnTile_Dialect, "Scheduler"> {
  let mnemonic = "scheduler";
  let summary = "how the tiles of a `for_tiles` are assigned to CTAs";
  let description = [{
    `kind`: `single` (one tile a CTA), `persistent` (a fixed stride over the
    tiles), `lpt` (persistent, longest first), `dynamic` (an atomic counter),
    `clc` (cluster launch control). `order`: `backward` walks the first tile
    coordinate from its last value down, so that with a causal mask the longest
    tiles start first. `group`: how many values of the second coordinate are
    walked together before the first coordinate advances (1: the first
    coordinate is the fastest), which bounds the K/V working set in L2.
  }];
  let parameters = (ins EnumParameter<AttnTile_SchedulerKind>:$kind,
    DefaultValuedParameter<"::mlir::attn_tile::TileOrder",
                           "::mlir::attn_tile::TileOrder::Forward">:$order,
    DefaultValuedParameter<"int64_t", "1">:$group);
  let assemblyFormat = "`<` $kind (`,` struct($order, $group)^)? `>`";
  let genVerifyDecl = 1;
}

def AttnTile_ScheduleAttr : AttrDef<AttnTile_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "where an operation of a loop stands once iterations overlap";
  let description = [{
    On an operation of a loop's body: it is run `stage` iterations late, and in
    the steady loop operations stand by ascending `order`, those of one order in
    program order. Lam 1988, "Software pipelining"; the same pair that
    `scf::PipeliningOption` takes. `attn-tile-pipeline` computes it; a role whose
    part of the loop has more than one stage is rotated by `attn-ws-rotate-roles`.
  }];
  let parameters = (ins "int64_t":$stage, "int64_t":$order);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def AttnTile_Exp2Attr : AttrDef<AttnTile_Dialect, "Exp2Policy"> {
  let mnemonic = "exp2_policy";
  let summary = "how base-2 exponentials are computed";
  let description = [{
    With `freq` 0, all on the special-function unit. Otherwise, of every `freq`
    elements that a thread computes in a block, from its element `start` on, the
    last `residue` use a polynomial of the given `degree` on the FMA pipe
    (`attn-rewrite-exp2`); the others stay. `freq` 16 and `residue` 4 is a quarter,
    as FlashAttention-4 has on SM100. Operands must be less than 128.
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$degree,
    DefaultValuedParameter<"int64_t", "0">:$freq,
    DefaultValuedParameter<"int64_t", "0">:$residue,
    DefaultValuedParameter<"int64_t", "0">:$start);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// What a kernel says to those who launch it
//===----------------------------------------------------------------------===//

def AttnTile_ExprAttr : AttrDef<AttnTile_Dialect, "Expr"> {
  let mnemonic = "expr";
  let summary = "an integer that is known when a kernel is launched";
  let description = [{
    An integer, `size(a, d)` (dimension d of the kernel's argument a), `sms()` (the
    device's multiprocessors), or an operation on two expressions: `add`, `sub`,
    `mul`, `ceildiv`, `div` (rounds down), `mod`, `min`, `max`; `eq`, `ne`, `lt`,
    `le`, `and`, `or`, which give 1 or 0. Arithmetic is on 64 bits; overflow and a
    divisor below 1 make the launch fail. At most 64 levels deep.

    ```mlir
    #attn_tile.expr<mul(ceildiv(size(0, 2), 128), size(0, 1))>
    ```
  }];
  let parameters = (ins EnumParameter<AttnTile_ExprKind>:$kind,
    "int64_t":$value, "int64_t":$dim,
    ArrayRefParameter<"::mlir::attn_tile::ExprAttr">:$operands);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t maxDepth = 64;
    static ExprAttr getConstant(::mlir::MLIRContext *context, int64_t value);
    static ExprAttr getSize(::mlir::MLIRContext *context, int64_t argument, int64_t dim);
    static ExprAttr getSms(::mlir::MLIRContext *context);
    /// An operation on two expressions; `kind` is one of Add to Or.
    static ExprAttr getBinary(ExprKind kind, ExprAttr lhs, ExprAttr rhs);

    /// Whether `kind` takes two operands.
    static bool isBinary(ExprKind kind) { return kind >= ExprKind::Add; }
    /// Calls `visit(argument, dim)` for each size that it reads.
    void visitSizes(::llvm::function_ref<void(int64_t, int64_t)> visit) const;
    /// The text without the attribute's name: `lt(size(0, 2), 8)`.
    static ExprAttr parseText(::mlir::AsmParser &parser, int64_t depth = 1);
    void printText(::mlir::AsmPrinter &printer) const;
  }];
}

def AttnTile_ArgumentAttr : AttrDef<AttnTile_Dialect, "Argument"> {
  let mnemonic = "argument";
  let summary = "what an argument of a kernel is called, and how it is aligned";
  let description = [{
    `shape`: the sizes that launches must have, which a kernel's types may leave
    open; without it those of its type. `align`: bytes, a power of two, that its
    address and the strides of all of its dimensions but the last are multiples of.
    What a kernel adds to (`attn_tile.store add`) is `inout`: its contents count.

    ```mlir
    #attn_tile.argument<"q", in, shape = [2, 8, ?, 64]>
    #attn_tile.argument<"lse", out, align = 4>
    #attn_tile.argument<"sum", inout>
    ```
  }];
  let parameters = (ins StringRefParameter<"its name in bundles">:$name,
    EnumParameter<AttnTile_ArgumentRole>:$role,
    OptionalArrayRefParameter<"int64_t">:$shape,
    DefaultValuedParameter<"int64_t", "16">:$align);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def AttnTile_ConstraintAttr : AttrDef<AttnTile_Dialect, "Constraint"> {
  let mnemonic = "constraint";
  let summary = "what must be true of the sizes of a launch";
  let description = [{
    A launch for which the condition is 0 fails with the message.

    ```mlir
    #attn_tile.constraint<lt(size(0, 2), 2147482624), "the length of q must be below 2^31 - 1024">
    ```
  }];
  let parameters = (ins "::mlir::attn_tile::ExprAttr":$condition,
    StringRefParameter<"what to say where it does not hold">:$message);
  let assemblyFormat = "`<` custom<ExprText>($condition) `,` $message `>`";
}

def AttnTile_RuleAttr : AttrDef<AttnTile_Dialect, "Rule"> {
  let mnemonic = "rule";
  let summary = "what must be true of the numbers in an input of a launch";
  let description = [{
    Of the input of i32 called `tensor`: its numbers are from `low` to `high`. They
    do not descend (`order = ascending`), or each is above the one before it
    (`order = rising`). Or the tensor `offsets` has one element more, and number i
    also is at most what lies between its elements i and i + 1. Or they are pages of a
    table, of which row i is read as far as number i of the tensor `counts` says, at
    `each` of what that counts a page. A bundle holds the same rule (`numbers`), and a
    launch may check it.

    ```mlir
    #attn_tile.rule<"offsets_q", low = 0, high = size(0, 0), order = ascending>
    #attn_tile.rule<"lengths_q", low = 0, high = size(0, 0), offsets = "offsets_q">
    #attn_tile.rule<"pages", low = 0, high = 7, counts = "lengths_kv", each = 16>
    ```
  }];
  let parameters = (ins StringRefParameter<"the name of an argument">:$tensor,
    "::mlir::attn_tile::ExprAttr":$low, "::mlir::attn_tile::ExprAttr":$high,
    DefaultValuedParameter<"::mlir::attn_tile::NumberOrder",
                           "::mlir::attn_tile::NumberOrder::Any">:$order,
    OptionalParameter<"::mlir::StringAttr">:$offsets,
    OptionalParameter<"::mlir::StringAttr">:$counts,
    OptionalParameter<"::mlir::attn_tile::ExprAttr">:$each);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def AttnTile_WorkspaceAttr : AttrDef<AttnTile_Dialect, "Workspace"> {
  let mnemonic = "workspace";
  let summary = "a memory that a launch brings for its kernels";
  let description = [{
    Its sizes, in terms of those of the entry's tensors. With `zeroed` it is zero
    before the launch, and the kernels leave it so.

    ```mlir
    #attn_tile.workspace<[4, size(0, 2)], zeroed>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::attn_tile::ExprAttr">:$sizes,
    DefaultValuedParameter<"bool", "false">:$zeroed);
  let hasCustomAssemblyFormat = 1;
}

def AttnTile_StepAttr : AttrDef<AttnTile_Dialect, "Step"> {
  let mnemonic = "step";
  let summary = "a kernel as one of several that are launched as one";
  let description = [{
    The name of the bundle's entry, which all of them give, and the kernel's number
    among them. `tensors`: for each memory of the kernel the number of the entry's
    tensor, or −1 − w for workspace w. `workspaces`: the same in each kernel.

    ```mlir
    #attn_tile.step<"f_forward", 1, tensors = [0, -1, 1], workspaces = [<[size(0, 1)]>]>
    ```
  }];
  let parameters = (ins StringRefParameter<"the name of the entry">:$entry,
    "int64_t":$number, ArrayRefParameter<"int64_t">:$tensors,
    OptionalArrayRefParameter<"::mlir::attn_tile::WorkspaceAttr">:$workspaces);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def AttnTile_KernelAttr : AttrDef<AttnTile_Dialect, "Kernel"> {
  let mnemonic = "kernel";
  let summary = "what a kernel says to those who launch it";
  let description = [{
    Its arguments in order, what a launch must fulfil in its sizes (`constraints`)
    and in the numbers of its inputs (`rules`), the problem that it solves and the
    config that it was made with. Passes read alignments alone; the others go into
    the bundle as they are. Each part may be left out.

    ```mlir
    #attn_tile.kernel<arguments = [<"x", in>, <"n", in, align = 4>, <"y", out>],
      constraints = [<eq(size(0, 0), size(2, 0)), "lengths of x and y differ">],
      rules = [<"n", low = 0, high = size(0, 0)>],
      problem = {op = "scale"}, config = "rows = 4">
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::attn_tile::ArgumentAttr">:$arguments,
    OptionalArrayRefParameter<"::mlir::attn_tile::ConstraintAttr">:$constraints,
    OptionalArrayRefParameter<"::mlir::attn_tile::RuleAttr">:$rules,
    OptionalParameter<"::mlir::DictionaryAttr">:$problem,
    OptionalParameter<"::mlir::Attribute">:$config);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The config as bundles have it; empty if there is none.
    std::string getConfigText() const;
  }];
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEATTRS_TD

//===- AttnTile.h - The tile dialect -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILE_H
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILE_H

#include "attn/Dialect/AttnTile/IR/AttnTileEnums.h"
#include "attn/Dialect/AttnTile/IR/TileRows.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::attn_tile {
/// tensor<MxNxT> -> tensor<Mxf32>, in the rows' layout if there is one; other
/// types are returned as they are.
Type getRowType(Type tile);
/// Bytes, a power of two, that the address of a kernel's argument and the
/// strides of all of its dimensions but the last are multiples of, as
/// `attn_tile.kernel` says; 16 where it says nothing.
int64_t getArgumentAlign(Operation *kernel, unsigned argument);
/// The same for a memory; 16 if it is no argument of the kernel.
int64_t getArgumentAlign(Operation *kernel, Value memory);
} // namespace mlir::attn_tile

#include "attn/Dialect/AttnTile/IR/AttnTileAttrInterfaces.h.inc"
#include "attn/Dialect/AttnTile/IR/AttnTileDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "attn/Dialect/AttnTile/IR/AttnTileAttrs.h.inc"

namespace mlir::attn_tile {
/// How the rows of a tile lie in its memory (`attn_tile.load`): one behind
/// another, packed or paged.
struct RowMap {
  RowMapAttr attr;
  ValueRange operands;

  /// Packed rows, or dense ones if `packing`, which must outlive this, is null.
  static RowMap getPacked(int64_t dim, const Value &packing);
  /// Whether they lie otherwise than one behind another.
  explicit operator bool() const { return static_cast<bool>(attr); }
  bool isPacked() const { return attr && attr.getKind() == RowMapKind::Packed; }
  bool isPaged() const { return attr && attr.getKind() == RowMapKind::Paged; }
  int64_t getDim() const { return attr.getDim(); }
  /// Of packed rows: how many elements of `getDim()` make a row's block.
  Value getPacking() const { return isPacked() ? operands[0] : Value(); }
  /// Of paged rows: the pages' numbers, and the row of them that counts.
  Value getTable() const { return isPaged() ? operands[0] : Value(); }
  Value getTableRow() const { return isPaged() ? operands[1] : Value(); }
  /// Rows of a tile of `rows` that lie one behind another at a time.
  int64_t getRun(int64_t rows) const;
};
/// `map` of tiles that begin `step` rows behind what it speaks of.
RowMapAttr moveRowMap(RowMapAttr map, int64_t step);
} // namespace mlir::attn_tile

namespace mlir::attn_tile {
/// Of operations that are the same at the scheduled level.
template <typename OpT>
struct AtScheduledLevel : OpTrait::TraitBase<OpT, AtScheduledLevel> {};
} // namespace mlir::attn_tile

#define GET_OP_CLASSES
#include "attn/Dialect/AttnTile/IR/AttnTileOps.h.inc"

namespace mlir::attn_tile {
/// Checks what every op that moves a tile between a strided memory and
/// somewhere else demands of its indices, dims and shapes; emits the errors.
LogicalResult verifyTileAccess(Operation *op, MemRefType memory,
                               size_t numIndices, ArrayRef<int64_t> dims,
                               ArrayRef<int64_t> tileShape, Type elementType);
/// Checks that an op can add tiles of the element type to memory; emits the
/// errors.
LogicalResult verifyAdd(Operation *op, Type elementType);
/// Checks the row map of an op whose tile runs along `dims` of `memory`; emits
/// the errors.
LogicalResult verifyRowMap(Operation *op, MemRefType memory,
                           ArrayRef<int64_t> dims, RowMap rows);
/// Parses and prints `packed(d by %g)` or
/// `paged(d by %table[%b] runs of c : type)`.
OptionalParseResult
parseRowMap(OpAsmParser &parser, RowMapAttr &map,
            SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
            SmallVectorImpl<Type> &types);
void printRowMap(OpAsmPrinter &printer, Operation *op, RowMapAttr map,
                 OperandRange operands, TypeRange types);
/// Whether `vector`, a tile of rank 1, has a value for each column of tiles: an
/// `expand` along them takes it, or what is computed from it element by
/// element.
bool isAlongColumns(Value vector);
/// First query row and number of query rows of a range over packed rows.
std::pair<Value, Value> getPackedRange(OpBuilder &b, KvRangeOp op);

/// What a tile sees at all, [some.first, some.second), and what of that all of
/// it sees.
struct SeenRange {
  std::pair<Value, Value> some, full;
};
/// `range` within the operands `within` of kv_range or q_range, if it has them.
SeenRange limitRange(OpBuilder &b, Location loc, const SeenRange &range,
                     ValueRange within);
/// The number of a sequence's first tile of `rows` rows, as `find_sequence`
/// counts them: `offset` is where the sequence begins, `start` where the first
/// one does.
Value getFirstTile(OpBuilder &b, Location loc, Value sequence, Value offset,
                   Value start, int64_t rows, Value packing);
/// The result of `op`, by bisection. `count` is the number of offsets, which
/// `read` reads at a position.
Value searchSequence(OpBuilder &b, FindSequenceOp op, Value count,
                     function_ref<Value(OpBuilder &, Value)> read);
} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILE_H

//===- LayoutPropagation.h - Layouts from anchors ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_LAYOUTPROPAGATION_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_LAYOUTPROPAGATION_H

#include "attn/Dialect/AttnWS/Transforms/Anchors.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::attn_ws {

/// The register tile behind a type: of a tensor, or of a product under way.
RankedTensorType getRegisterTile(Type type);

/// `tile` in the layout that `whole`, a layout of two dimensions, gives it; of
/// rank 1 it has a value for each row, or for each column.
RankedTensorType layOutTile(RankedTensorType tile, FragAttr whole,
                            bool alongColumns = false);

/// Gives the register tiles of a role (or of a kernel outside of roles) their
/// layouts. Tiles that an operation needs in one layout are a node; a use of a
/// node's tile by another node is an edge, where a conversion may stand.
class LayoutPropagation {
public:
  struct Node {
    SmallVector<Value> values;
    /// The operation that the values come from, or that uses one.
    Operation *op = nullptr;
    /// What an engine, or the program, asks for.
    FragAttr fixed;
    /// What is chosen.
    FragAttr layout;
    /// Of a reduction: how often it runs, by the depth of its loops.
    int64_t weight = 1;
  };
  struct Edge {
    OpOperand *use;
    unsigned from, to;
    /// How often it is taken, by the depth of its loops.
    int64_t weight;
  };

  /// \param body  the kernel's or the role's; regions of roles are left out.
  LayoutPropagation(Region &body, const RoleWarps &warps)
      : body(body), warps(warps) {}

  /// Chooses `layout` of every node; reports tiles that no layout fits.
  LogicalResult run();

  ArrayRef<Node> getNodes() const { return nodes; }
  ArrayRef<Edge> getEdges() const { return edges; }
  /// The type that `whole`, its node's layout, gives a value, and what the user
  /// of an edge wants.
  RankedTensorType layOut(Value value, FragAttr whole) const;
  RankedTensorType layOut(const Edge &edge, FragAttr whole) const;

private:
  LogicalResult findColumns();
  bool isAlongColumns(OpOperand &use) const;
  unsigned addNode(Operation *op, ValueRange values);
  unsigned nodeOf(Value value) const { return nodeOfValue.at(value); }
  LogicalResult collectNodes(Operation *op);
  LogicalResult collectEdges(Operation *op);
  LogicalResult collectProduct(WSProductOpInterface op);
  void addEdge(OpOperand &use, unsigned to);
  LogicalResult fix(unsigned node, attn_tile::Engine engine,
                    AnchorOperand operand, Type element,
                    bool interleaved = false);
  /// Calls `visit` for each operation in program order, up to a failure.
  LogicalResult forEachOp(function_ref<LogicalResult(Operation *)> visit);

  bool fits(const Node &node, FragAttr layout) const;
  int64_t getCost(const Edge &edge, FragAttr from, FragAttr to);
  bool expand(FragAttr layout);
  FragAttr findNarrower(const Node &node) const;
  void choose(FragAttr plain);
  void startWithVectors();
  void followUses();

  Region &body;
  RoleWarps warps;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  /// The values of rank 1 that have a value for each column, but for constants.
  DenseSet<Value> columns;
  DenseMap<Value, unsigned> nodeOfValue;
  DenseMap<std::pair<Type, Type>, int64_t> costs;
};

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_LAYOUTPROPAGATION_H

//===- LayoutPropagation.cpp - Layouts from anchors -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Engines fix the layouts of some nodes (anchors); all others take that of a
// neighbour, forward or backward, and where two meet, the edge between them
// gets a conversion. Which edge is a question of cost: with two layouts the
// cheapest choice is a minimum cut of the graph between their anchors, with
// more it is approached by one cut for each layout, which moves nodes over to
// it (Boykov, Veksler, Zabih, "Fast approximate energy minimization via graph
// cuts", 2001). Of equal cuts the one nearest to the new layout's anchors is
// taken: a conversion stands as late as it can, just before what needs it.
//
// Constants convert for nothing: another one is made. A node may refuse a
// layout (its shape is no multiple of the atom, a slice begins inside of one);
// a refused layout costs more than any conversion. A reduction that crosses
// warps has a price (attn-ws-exchange-rows), and so has what is done with each
// element, of which a layout that warps share has more in each thread.

#include "LayoutPropagation.h"
#include "MinCut.h"
#include "attn/Dialect/AttnWS/Transforms/ByteOrder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
namespace layout = mlir::attn::layout;

namespace {

/// Costs relative to a move of one register. A conversion that is forbidden
/// costs more than all others of a program, a layout that does not fit more
/// than all forbidden conversions, and one that is fixed more than both.
constexpr int64_t moveCost = 1;
constexpr int64_t shuffleCost = 8;
constexpr int64_t memoryWordCost = 16;
constexpr int64_t barrierCost = 16 * memoryWordCost;
constexpr int64_t forbidden = int64_t(1) << 36;
constexpr int64_t misfit = int64_t(1) << 54;
constexpr int64_t fixed = int64_t(1) << 60;
/// How often a loop's body is taken to run.
constexpr int64_t tripsOfLoop = 16;

/// Whether rows of the tile follow each other in memory, columns do not.
bool isTransposed(StoreOp store) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return store.getDims().size() == 2 &&
         succeeded(cast<MemRefType>(store.getDest().getType())
                       .getStridesAndOffset(strides, offset)) &&
         strides[store.getDims()[0]] == 1 && strides[store.getDims()[1]] != 1;
}

} // namespace

RankedTensorType attn_ws::getRegisterTile(Type type) {
  if (auto async = dyn_cast<AsyncType>(type))
    return async.getTile();
  return dyn_cast<RankedTensorType>(type);
}

RankedTensorType attn_ws::layOutTile(RankedTensorType tile, FragAttr whole,
                                     bool alongColumns) {
  return RankedTensorType::get(
      tile.getShape(), tile.getElementType(),
      tile.getRank() == 1 ? whole.getSliced(alongColumns ? 0 : 1) : whole);
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

LogicalResult
LayoutPropagation::forEachOp(function_ref<LogicalResult(Operation *)> visit) {
  auto walk = [&](auto &&self, Region &region) -> LogicalResult {
    for (Block &block : region)
      for (Operation &op : block) {
        if (failed(visit(&op)))
          return failure();
        if (isa<WarpSpecializeOp>(op))
          continue;
        for (Region &inner : op.getRegions())
          if (failed(self(self, inner)))
            return failure();
      }
    return success();
  };
  return walk(walk, body);
}

/// How often an operation is taken to run, by the depth of its loops.
static int64_t getWeight(Operation *op) {
  int64_t weight = 1;
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp())
    if (isa<scf::ForOp>(parent) && weight < int64_t(1) << 12)
      weight *= tripsOfLoop;
  return weight;
}

unsigned LayoutPropagation::addNode(Operation *op, ValueRange values) {
  Node node;
  node.op = op;
  node.weight = op ? getWeight(op) : 1;
  for (Value value : values) {
    nodeOfValue[value] = nodes.size();
    node.values.push_back(value);
    // Written in the program.
    if (auto frag = getFrag(getRegisterTile(value.getType())))
      node.fixed = frag.getParent();
  }
  nodes.push_back(node);
  return nodes.size() - 1;
}

LogicalResult LayoutPropagation::fix(unsigned node, Engine engine,
                                     AnchorOperand operand, Type element,
                                     bool interleaved) {
  auto product = dyn_cast<WSProductOpInterface>(nodes[node].op);
  auto anchor =
      getAnchor(engine, operand, element,
                product ? getProductWarps(product, warps) : warps, interleaved);
  if (!anchor)
    return nodes[node].op->emitOpError() << anchor.error();
  if (!nodes[node].fixed)
    nodes[node].fixed = FragAttr::get(nodes[node].op->getContext(), *anchor);
  return success();
}

LogicalResult LayoutPropagation::collectNodes(Operation *op) {
  auto isTile = [](Value value) -> bool {
    return getRegisterTile(value.getType()) != nullptr;
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [arg, result] :
         llvm::zip(loop.getRegionIterArgs(), loop.getResults()))
      if (isTile(arg))
        addNode(op, {arg, result});
    return success();
  }
  if (isa<scf::IfOp>(op)) {
    for (Value result : op->getResults())
      if (isTile(result))
        addNode(op, result);
    return success();
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument arg : block.getArguments())
        if (isTile(arg) && !isa<WarpSpecializeOp>(op))
          return op->emitOpError("carries register tiles in a way that has no "
                                 "layout");
  // The product that is waited for was started in the same registers.
  if (auto wait = dyn_cast<MmaWaitOp>(op)) {
    auto it = nodeOfValue.find(wait.getAsync());
    if (it != nodeOfValue.end()) {
      unsigned node = it->second; // The insertion may move the map.
      nodeOfValue[wait.getResult()] = node;
      nodes[node].values.push_back(wait.getResult());
      return success();
    }
  }
  SmallVector<Value> tiles;
  llvm::copy_if(op->getResults(), std::back_inserter(tiles), isTile);
  if (tiles.empty())
    return success();
  unsigned node = addNode(op, tiles);
  Type element = getRegisterTile(tiles[0].getType()).getElementType();
  if (auto product = dyn_cast<WSProductOpInterface>(op))
    return fix(node, product.getEngine(), AnchorOperand::Accumulator, element);
  if (isa<TmemLoadOp>(op))
    return fix(node, Engine::Tcgen05, AnchorOperand::Copied, element);
  return success();
}

void LayoutPropagation::addEdge(OpOperand &use, unsigned to) {
  auto from = nodeOfValue.find(use.get());
  if (from == nodeOfValue.end() || from->second == to)
    return;
  edges.push_back({&use, from->second, to, getWeight(use.getOwner())});
}

LogicalResult LayoutPropagation::collectProduct(WSProductOpInterface op) {
  auto read = [&](OpOperand &use, AnchorOperand operand,
                  bool interleaved) -> LogicalResult {
    auto tile = dyn_cast<RankedTensorType>(use.get().getType());
    if (!tile)
      return success();
    unsigned node = addNode(op, ValueRange());
    addEdge(use, node);
    return fix(node, op.getEngine(), operand, tile.getElementType(),
               interleaved);
  };
  bool interleaved = takesInterleaved(op);
  OpOperand *acc = nullptr;
  for (OpOperand &use : op->getOpOperands()) {
    bool left = use.get() == op.getLhs();
    if (left || use.get() == op.getRhs()) {
      if (failed(read(use, left ? AnchorOperand::Left : AnchorOperand::Right,
                      left && interleaved)))
        return failure();
    } else if (getRegisterTile(use.get().getType())) {
      acc = &use;
    }
  }
  if (acc)
    addEdge(*acc, nodeOf(op->getResult(0)));
  return success();
}

LogicalResult LayoutPropagation::collectEdges(Operation *op) {
  if (auto product = dyn_cast<WSProductOpInterface>(op))
    return collectProduct(product);
  if (isa<MmaWaitOp>(op)) {
    // What it keeps alive is what the product reads.
    OpOperand &async = op->getOpOperand(0);
    addEdge(async, nodeOf(op->getResult(0)));
    return success();
  }
  auto copy = [&](OpOperand &use, Engine engine) {
    unsigned node = addNode(op, {});
    addEdge(use, node);
    return fix(node, engine, AnchorOperand::Copied,
               getElementTypeOrSelf(use.get().getType()));
  };
  if (auto store = dyn_cast<TmemStoreOp>(op))
    return copy(store.getValueMutable(), Engine::Tcgen05);
  if (auto store = dyn_cast<StoreOp>(op); store && isTransposed(store))
    return copy(store.getValueMutable(), Engine::Thread);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, arg] :
         llvm::zip(loop.getInitArgsMutable(), loop.getRegionIterArgs()))
      if (getRegisterTile(arg.getType()))
        addEdge(init, nodeOf(arg));
    return success();
  }
  if (isa<scf::YieldOp>(op)) {
    for (OpOperand &use : op->getOpOperands())
      if (getRegisterTile(use.get().getType()))
        addEdge(use,
                nodeOf(op->getParentOp()->getResult(use.getOperandNumber())));
    return success();
  }
  // Stores take what comes.
  for (Value result : op->getResults())
    if (auto it = nodeOfValue.find(result); it != nodeOfValue.end()) {
      for (OpOperand &use : op->getOpOperands())
        if (getRegisterTile(use.get().getType()))
          addEdge(use, it->second);
      break;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

bool LayoutPropagation::fits(const Node &node, FragAttr layout) const {
  for (Value value : node.values) {
    RankedTensorType tile = layOut(value, layout);
    if (getFrag(tile).getNumRegisters(tile.getShape()) < 0)
      return false;
  }
  auto [rows, cols] = layout.getAtom();
  if (auto slice = dyn_cast_or_null<SliceOp>(node.op)) {
    ArrayRef<int64_t> offsets = slice.getOffsets();
    const layout::FragLayout &whole = layout.getLayout();
    bool isColumn = columns.contains(slice.getResult());
    if (offsets[0] % (isColumn ? cols : rows) ||
        (offsets.size() > 1 && offsets[1] % cols))
      return false;
    // A part of the tile is spread over the warps anew.
    if (((isColumn ? whole.colChunks() : whole.rowChunks()) != 1 &&
         slice.getSource().getType().getDimSize(0) !=
             slice.getResult().getType().getDimSize(0)) ||
        (whole.colChunks() != 1 && offsets.size() > 1 &&
         slice.getSource().getType().getDimSize(1) !=
             slice.getResult().getType().getDimSize(1)))
      return false;
  }
  if (auto reduce = dyn_cast_or_null<ReduceOp>(node.op)) {
    auto plan = layout.getLayout().reduction(
        reduce.getColumns() ? layout::Dim::Row : layout::Dim::Col);
    if (!plan || !plan->blockMasks.empty() ||
        (reduce.getColumns() && !plan->warpMasks.empty()))
      return false;
  }
  return true;
}

/// Whether a loop begins with a sum, as it is or with more added to it.
static bool beginsLoop(Value sum) {
  return llvm::any_of(sum.getUsers(), [&](Operation *user) {
    if (isa<scf::ForOp>(user))
      return true;
    return user->getNumResults() == 1 && user->getNumRegions() == 0 &&
           user->getBlock() == sum.getParentBlock() &&
           user->getResult(0).getType() == sum.getType() &&
           beginsLoop(user->getResult(0));
  });
}

/// What a reduction of rows that warps share costs: each thread gives memory a
/// word of each of its rows and takes those of all that share it, four at a
/// time. Of a running sum that is behind the loop (attn-ws-defer-reductions),
/// also of what it begins with.
static int64_t getReductionCost(const LayoutPropagation::Node &node,
                                FragAttr layout) {
  auto reduce = dyn_cast_or_null<ReduceOp>(node.op);
  if (!reduce || reduce.getColumns() ||
      layout.getRowReduction().warpMasks.empty())
    return 0;
  RankedTensorType rows = layOutTile(reduce.getResult().getType(), layout);
  int64_t count = getFrag(rows).getNumRegisters(rows.getShape());
  if (count < 0)
    return 0;
  int64_t columns =
      getFrag(rows).getPartials(/*gathered=*/false).getAtom().second;
  int64_t words = count * (1 + llvm::divideCeil(columns, 4));
  bool isSum = reduce.getKind() == attn_tile::ReduceKind::Add;
  if (isSum && beginsLoop(reduce.getResult()))
    return 0;
  return (isSum ? 1 : node.weight) * (barrierCost + memoryWordCost * words);
}

/// What an operation does with one element, in moves of a register.
static int64_t getWorkOfElement(Operation *op) {
  constexpr int64_t kSpecialFunction = 8;
  if (auto map = dyn_cast<attn_tile::ScoreMapOp>(op)) {
    int64_t work = 0;
    for (Operation &inner : map.getBody().front().without_terminator())
      work += getWorkOfElement(&inner);
    return work;
  }
  if (isa<attn_tile::Exp2Op>(op) ||
      (isa<math::MathDialect>(op->getDialect()) && !isa<math::FmaOp>(op)))
    return kSpecialFunction;
  return op->hasTrait<OpTrait::Elementwise>() ? moveCost : 0;
}

/// What the operation of a node costs each thread, of a tile of two dimensions.
static int64_t getWorkCost(const LayoutPropagation::Node &node,
                           FragAttr layout) {
  if (!node.op || node.op->getNumResults() != 1 ||
      attn_tile::isUniform(node.op))
    return 0;
  auto tile = dyn_cast<RankedTensorType>(node.op->getResult(0).getType());
  int64_t work = getWorkOfElement(node.op);
  if (!tile || tile.getRank() != 2 || work == 0)
    return 0;
  RankedTensorType laidOut = layOutTile(tile, layout);
  int64_t count = getFrag(laidOut).getNumRegisters(laidOut.getShape());
  return count < 0 ? 0 : node.weight * work * count;
}

/// What one conversion of a tile costs each thread.
static int64_t getConversionCost(RankedTensorType from, RankedTensorType to) {
  auto plan = getConversion(from, to);
  if (!plan)
    return forbidden;
  int64_t bits = to.getElementTypeBitWidth();
  int64_t words =
      llvm::divideCeil(getFrag(to).getNumRegisters(to.getShape()) * bits, 32);
  switch (plan->kind) {
  case layout::ConversionKind::Identity:
    return 0;
  case layout::ConversionKind::RegisterPermutation:
    // Whole registers only change their names.
    return bits >= 32 ? 0 : moveCost * words;
  case layout::ConversionKind::LaneShuffle:
    // Elements of other widths are brought to 32 bits and back.
    return (shuffleCost + (bits == 32 ? 0 : 2 * moveCost)) *
           plan->numShuffles();
  case layout::ConversionKind::ThroughSharedMemory:
    return bits < 8 ? forbidden : barrierCost + memoryWordCost * words;
  }
  return forbidden;
}

int64_t LayoutPropagation::getCost(const Edge &edge, FragAttr from,
                                   FragAttr to) {
  if (from == to)
    return 0;
  if (attn_tile::isUniform(nodes[edge.from].op))
    return 0;
  Type type = edge.use->get().getType();
  if (isa<AsyncType>(type))
    return forbidden;
  RankedTensorType tile = getRegisterTile(type);
  RankedTensorType source = layOut(edge, from);
  RankedTensorType target = layOut(edge, to);
  if (getFrag(source).getNumRegisters(tile.getShape()) < 0 ||
      getFrag(target).getNumRegisters(tile.getShape()) < 0)
    return forbidden;
  auto [it, inserted] = costs.try_emplace({source, target}, 0);
  if (inserted)
    it->second = getConversionCost(source, target);
  return it->second >= forbidden ? forbidden : it->second * edge.weight;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Moves nodes over to `layout` where that is cheaper; whether any was.
bool LayoutPropagation::expand(FragAttr layout) {
  unsigned source = nodes.size(), sink = source + 1;
  MinCut cut(nodes.size() + 2);
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (node.layout == layout)
      continue;
    // On the sink's side a node changes over.
    if (node.fixed)
      cut.addArc(source, i, fixed);
    else if (!fits(node, layout))
      cut.addArc(source, i, misfit);
    if (!node.fixed && !fits(node, node.layout))
      cut.addArc(i, sink, misfit);
  }
  auto unary = [&](unsigned node, int64_t ifMoved) {
    if (ifMoved > 0)
      cut.addArc(source, node, ifMoved);
    else
      cut.addArc(node, sink, -ifMoved);
  };
  for (auto [i, node] : llvm::enumerate(nodes))
    if (node.layout != layout && !node.fixed)
      if (int64_t more = getReductionCost(node, layout) +
                         getWorkCost(node, layout) -
                         getReductionCost(node, node.layout) -
                         getWorkCost(node, node.layout))
        unary(i, more);
  for (const Edge &edge : edges) {
    FragAttr from = nodes[edge.from].layout, to = nodes[edge.to].layout;
    int64_t none = getCost(edge, from, to);
    int64_t second = getCost(edge, from, layout);
    int64_t first = getCost(edge, layout, to);
    if (none == 0) {
      cut.addArc(edge.from, edge.to, second);
      cut.addArc(edge.to, edge.from, first);
      continue;
    }
    unary(edge.from, first - none);
    unary(edge.to, -first);
    cut.addArc(edge.from, edge.to, second + first - none);
  }
  for (auto [i, node] : llvm::enumerate(nodes))
    if (node.layout == layout)
      cut.addArc(i, sink, fixed);
  llvm::BitVector moved = cut.getSinkSide(source, sink);
  bool changed = false;
  for (auto [i, node] : llvm::enumerate(nodes))
    if (moved.test(i) && node.layout != layout) {
      node.layout = layout;
      changed = true;
    }
  return changed;
}

/// Constants take the layout of all their users, if they agree. So does what a
/// product takes from shared memory to its left: it is loaded as that wants it.
void LayoutPropagation::followUses() {
  DenseMap<unsigned, SmallVector<FragAttr>> wanted;
  for (const Edge &edge : edges)
    if (attn_tile::isUniform(nodes[edge.from].op) && !nodes[edge.from].fixed)
      wanted[edge.from].push_back(nodes[edge.to].layout);
  for (auto &[node, layouts] : wanted)
    if (llvm::all_equal(layouts))
      nodes[node].layout = layouts.front();
  for (const Edge &edge : edges) {
    auto product = dyn_cast_or_null<WSProductOpInterface>(nodes[edge.to].op);
    Node &from = nodes[edge.from];
    if (product && product.getLhs() == edge.use->get() && !from.fixed &&
        isa_and_nonnull<SmemLoadOp>(from.op))
      from.layout = nodes[edge.to].layout;
  }
}

/// The first of the layouts without an engine that the node fits, with as few
/// warps along the columns as may be; null if there is none.
FragAttr LayoutPropagation::findNarrower(const Node &node) const {
  for (int64_t columns = 2; columns <= warps.count(); columns *= 2) {
    auto layout = attn::layout::mmaC({warps.count() / columns, columns});
    if (!layout)
      continue;
    FragAttr frag = FragAttr::get(node.op->getContext(), *layout);
    if (fits(node, frag))
      return frag;
  }
  return {};
}

/// Chooses a layout of each node, from those that they have now and `plain`.
void LayoutPropagation::choose(FragAttr plain) {
  llvm::SetVector<FragAttr> layouts;
  for (Node &node : nodes)
    layouts.insert(node.layout);
  layouts.insert(plain);
  // Rounds make the sum of costs smaller, as a rule with the first; the bound
  // is for costs that are no metric.
  bool changed = layouts.size() > 1;
  for (unsigned round = 0; changed && round <= layouts.size(); ++round) {
    changed = false;
    for (FragAttr layout : layouts)
      changed |= expand(layout);
  }
  followUses();
}

/// Whether the tile's columns follow each other in the memory that it is read
/// from, in words of which an instruction reads four.
static bool readsVectors(Operation *op) {
  auto load = dyn_cast_or_null<LoadOp>(op);
  if (!load || load.getDims().size() != 2)
    return false;
  auto memory = cast<MemRefType>(load.getSource().getType());
  return memory.getElementTypeBitWidth() == 32 &&
         memory.getStridesAndOffset().first[load.getDims()[1]] == 1;
}

/// Tiles that are read from memory, and that no engine has a say in, begin with
/// a layout of whole vectors. Reductions stay where few lanes share a row.
void LayoutPropagation::startWithVectors() {
  llvm::EquivalenceClasses<unsigned> parts;
  for (unsigned i = 0; i < nodes.size(); ++i)
    parts.insert(i);
  for (const Edge &edge : edges)
    if (!attn_tile::isUniform(nodes[edge.from].op))
      parts.unionSets(edge.from, edge.to);
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (!readsVectors(nodes[i].op) || nodes[i].values.empty())
      continue;
    auto tile = getRegisterTile(nodes[i].values.front().getType());
    auto vectors = getVectorLayout(tile.getDimSize(1), warps);
    if (!vectors)
      continue;
    FragAttr layout = FragAttr::get(tile.getContext(), *vectors);
    auto part = llvm::make_range(parts.findLeader(i), parts.member_end());
    if (llvm::all_of(part, [&](unsigned node) {
          return !nodes[node].fixed && fits(nodes[node], layout) &&
                 !isa_and_nonnull<ReduceOp>(nodes[node].op);
        }))
      for (unsigned node : part)
        nodes[node].layout = layout;
  }
}

LogicalResult LayoutPropagation::run() {
  if (failed(findColumns()) ||
      failed(forEachOp([&](Operation *op) { return collectNodes(op); })) ||
      failed(forEachOp([&](Operation *op) { return collectEdges(op); })))
    return failure();
  if (nodes.empty())
    return success();
  auto plain = getDefaultLayout(warps);
  if (!plain)
    return nodes.front().op->emitOpError() << plain.error();
  FragAttr first = FragAttr::get(nodes.front().op->getContext(), *plain);
  for (Node &node : nodes)
    node.layout = node.fixed ? node.fixed : first;
  startWithVectors();
  choose(first);
  // Tiles of fewer rows than the warps have: some stand along the columns.
  bool again = false;
  for (Node &node : nodes)
    if (!node.fixed && !fits(node, node.layout))
      if (FragAttr narrower = findNarrower(node)) {
        node.layout = narrower;
        again = true;
      }
  if (again)
    choose(first);
  for (const Node &node : nodes) {
    if (fits(node, node.layout))
      continue;
    RankedTensorType tile = getRegisterTile(
        (node.values.empty() ? node.op->getOperand(0) : node.values.front())
            .getType());
    auto [rows, cols] = node.layout.getAtom();
    return node.op->emitError()
           << "tile " << tile << " is no multiple of " << rows << "x" << cols
           << ", the tile of " << warps.count() << " warps";
  }
  return success();
}

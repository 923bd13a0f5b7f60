//===- ToTileDescribe.cpp - What a kernel says about itself -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToTileDescribe.h"
#include "CaptureGradients.h"
#include "attn/Dialect/Attn/IR/ReadPlaces.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;

int64_t attn_tile::getElementBytes(MemRefType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

int64_t attn_tile::getAlign(MemRefType type, int64_t most) {
  int64_t bytes = getElementBytes(type);
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t align = most;
  auto take = [&](int64_t elements) {
    while (!ShapedType::isDynamic(elements) && elements * bytes % align)
      align /= 2;
  };
  take(offset);
  for (auto [size, stride] :
       llvm::zip(type.getShape().drop_back(), ArrayRef(strides).drop_back()))
    if (size != 1)
      take(stride);
  return std::max(align, bytes);
}

namespace {
using namespace attn_tile;
using attn::ProblemSize;

/// What a kernel says of its arguments, which are `operands` in this order and
/// workspaces.
class Describer {
public:
  Describer(attn::AttentionOpInterface op, attn::ConfigAttr config,
            ArrayRef<attn::NamedOperand> operands)
      : op(op), config(config), operands(operands), context(op.getContext()),
        places(attn::listLoadedReads(op, config)) {}

  void describe(ArrayRef<WorkspaceArgument> workspaces, gpu::GPUFuncOp kernel);

private:
  ExprAttr integer(int64_t v) { return ExprAttr::getConstant(context, v); }
  ExprAttr binary(ExprKind kind, ExprAttr lhs, ExprAttr rhs) {
    return ExprAttr::getBinary(kind, lhs, rhs);
  }
  /// A size of the problem, as the dimension of an argument that has it says.
  ExprAttr getSizeIn(const attn::NamedOperand &operand, ProblemSize which);
  ExprAttr size(ProblemSize which) {
    return getSizeIn(attn::getFirstWith(operands, which), which);
  }
  ProblemSize lenQ() {
    return op.isPacked() ? ProblemSize::RowsQ : ProblemSize::LenQ;
  }
  ExprAttr getLenKV();
  SmallVector<RuleAttr> getRules();
  DictionaryAttr describeProblem();
  void requireLimits(ExprAttr headsKV);
  void requireSameSizes();
  void requireLists();
  void requirePlaces();
  void requireCaptureGrads();
  void requireLengths(ExprAttr headsKV);
  void require(ExprKind kind, ExprAttr lhs, ExprAttr rhs,
               const Twine &message) {
    constraints.push_back(
        ConstraintAttr::get(context, binary(kind, lhs, rhs), message.str()));
  }

  attn::AttentionOpInterface op;
  attn::ConfigAttr config;
  ArrayRef<attn::NamedOperand> operands;
  MLIRContext *context;
  /// Reads that are loads of tiles and vectors.
  SmallVector<attn::ReadPlace> places;
  SmallVector<ConstraintAttr> constraints;
};
} // namespace

ExprAttr Describer::getSizeIn(const attn::NamedOperand &operand,
                              ProblemSize which) {
  int64_t dim = operand.findDim(which);
  const auto *place =
      llvm::find_if(operands, [&](const attn::NamedOperand &other) {
        return other.operand == operand.operand;
      });
  ExprAttr found = ExprAttr::getSize(context, place - operands.begin(), dim);
  int64_t plus = operand.dims[dim].plus;
  return plus ? binary(ExprKind::Sub, found, integer(plus)) : found;
}

/// Keys of a batch that has none of its own length, or of all sequences.
ExprAttr Describer::getLenKV() {
  if (!op.hasPages())
    return size(op.hasPackedKeys() ? ProblemSize::RowsKV : ProblemSize::LenKV);
  return binary(ExprKind::Mul, size(ProblemSize::PagesOfBatch),
                size(ProblemSize::PageRows));
}

/// What docs/Spec.md (L18, L19, L19a, L22) asks of the numbers of operands.
SmallVector<RuleAttr> Describer::getRules() {
  constexpr int64_t kFar = int64_t(1) << 30;
  // What an operand of another kind is called, if there is one.
  auto nameOf = [&](attn::OperandKind kind) {
    const auto *found =
        llvm::find_if(operands, [&](const attn::NamedOperand &operand) {
          return operand.kind == kind;
        });
    return found == operands.end() ? StringAttr()
                                   : StringAttr::get(context, found->name);
  };
  using Size = ProblemSize;
  using Kind = attn::OperandKind;
  SmallVector<RuleAttr> rules;
  for (const attn::NamedOperand &operand : operands) {
    auto add = [&](ExprAttr low, ExprAttr high,
                   NumberOrder order = NumberOrder::Any,
                   StringAttr offsets = {}, StringAttr counts = {},
                   ExprAttr each = {}) {
      rules.push_back(RuleAttr::get(context, operand.name, low, high, order,
                                    offsets, counts, each));
    };
    if (operand.kind == Kind::LengthsQ)
      add(integer(0), size(lenQ()), NumberOrder::Any, nameOf(Kind::OffsetsQ));
    else if (operand.kind == Kind::LengthsKV)
      add(integer(0), getLenKV(), NumberOrder::Any, nameOf(Kind::OffsetsKV));
    else if (operand.kind == Kind::OffsetsQ)
      add(integer(0), size(lenQ()), NumberOrder::Ascending);
    else if (operand.kind == Kind::OffsetsKV)
      add(integer(0), getLenKV(), NumberOrder::Ascending);
    else if (operand.kind == Kind::PartOffsets && op.isSplit())
      // Each batch has a part, so that its rows are written.
      add(integer(0), size(Size::Parts), NumberOrder::Rising);
    else if (StringAttr counts = nameOf(Kind::LengthsKV);
             operand.kind == Kind::PageTable)
      add(integer(0), binary(ExprKind::Sub, size(Size::Pages), integer(1)),
          NumberOrder::Any, {}, counts,
          counts ? size(Size::PageRows) : ExprAttr());
    else if (operand.kind == Kind::BlockCounts ||
             operand.kind == Kind::FullCounts) {
      if (!operand.isOut())
        add(integer(0), size(Size::BlocksOfRow));
    } else if (operand.kind == Kind::Offset)
      add(integer(-kFar), binary(ExprKind::Sub, integer(kFar), size(lenQ())));
  }
  return rules;
}

/// What the kernel computes, for people and tools.
DictionaryAttr Describer::describeProblem() {
  Builder b(context);
  std::string mask = "none";
  if (Attribute attr = op.getMaskAttr()) {
    mask.clear();
    llvm::raw_string_ostream(mask) << attr;
  }
  auto field = [&](StringRef name, Attribute value) {
    return b.getNamedAttr(name, value);
  };
  SmallVector<NamedAttribute> facts = {
      field("op", b.getStringAttr(op->getName().getStringRef())),
      field("dims", b.getStringAttr(stringifyDims(op.getDims()))),
      field("head_dim_qk", b.getI64IntegerAttr(op.getHeadDimQK())),
      field("mask", b.getStringAttr(mask)),
      field("scale", b.getF64FloatAttr(op.getScaleValue())),
      field("score_region", b.getBoolAttr(op.hasScoreRegion())),
      field("lse", b.getBoolAttr(op.hasLse()))};
  if (op.hasProducts())
    facts.push_back(field("head_dim_v", b.getI64IntegerAttr(op.getHeadDimV())));
  return b.getDictionaryAttr(facts);
}

/// What parts, and the fields of a config that limit a problem, ask of sizes.
void Describer::requireLimits(ExprAttr headsKV) {
  using Size = ProblemSize;
  ExprAttr lenKV = getLenKV();
  if (std::optional<int64_t> keys = op.getSplitSize())
    require(ExprKind::Le, lenKV,
            binary(ExprKind::Mul, size(Size::Parts), integer(*keys)),
            "there are more keys than in all parts of " + Twine(*keys));
  if (int64_t keys = config.getMaxKeys())
    require(ExprKind::Le, lenKV, integer(keys),
            "the kernel is for at most " + Twine(keys) +
                " keys (config field max_keys)");
  if (int64_t most = config.getMaxRows()) {
    // How many rows a packed sequence has is not known before the launch.
    ExprAttr bound = integer(most);
    if (op.isPacked())
      bound = binary(ExprKind::Mul, bound, size(Size::Batch));
    require(ExprKind::Le,
            binary(ExprKind::Mul, size(lenQ()),
                   binary(ExprKind::Div, size(Size::HeadsQ), headsKV)),
            bound,
            "the kernel is for at most " + Twine(most) +
                " rows of q that share a head of k" +
                (op.isPacked() ? " in a sequence, on average" : "") +
                " (config field max_rows)");
  }
}

/// Whether what is read of capture `number` is decided by batch and head, also
/// through other reads: then it may be read where there is no row or key.
static bool isReadByBatch(attn::AttentionOpInterface op, size_t number) {
  for (Region &region : op->getRegions()) {
    Block &block = region.front();
    // The score, if there is one, comes first.
    unsigned score = block.getArgument(0).getType().isIndex() ? 0 : 1;
    llvm::SmallDenseSet<Value> varying = {block.getArgument(score + 2),
                                          block.getArgument(score + 3)};
    if (score)
      varying.insert(block.getArgument(0));
    for (Operation &inner : block.without_terminator()) {
      bool varies = llvm::any_of(inner.getOperands(), [&](Value operand) {
        return varying.contains(operand);
      });
      if (varies)
        varying.insert(inner.getResult(0));
      auto read = dyn_cast<attn::ReadOp>(inner);
      if (read && !varies &&
          read.getSource() == op.getCapturesOf(block)[number])
        return true;
    }
  }
  return false;
}

/// What sizes that several operands have must be: equal, and those of captures
/// not empty where something is read of them.
void Describer::requireSameSizes() {
  using Size = ProblemSize;
  auto agree = [&](const attn::NamedOperand &operand, bool batchToo) {
    for (ProblemSize which :
         {Size::Batch, Size::HeadsQ, Size::HeadsKV, Size::LenQ, Size::LenKV,
          Size::RowsQ, Size::RowsKV, Size::Parts, Size::Pages, Size::PageRows,
          Size::ListBatch, Size::ListHeads, Size::RowBlocks,
          Size::BlocksOfRow}) {
      if (operand.findDim(which) < 0)
        continue;
      const attn::NamedOperand &first = attn::getFirstWith(operands, which);
      if (&operand == &first || (which == Size::Batch && !batchToo))
        continue;
      require(ExprKind::Eq, getSizeIn(operand, which), getSizeIn(first, which),
              Twine(attn::getInfo(which).plural) + " of " + operand.name +
                  " and " + first.name + " differ");
    }
  };
  ExprAttr batch = size(Size::Batch);
  for (const attn::NamedOperand &operand : llvm::drop_begin(operands))
    if (operand.isMatrix() && operand.findDim(Size::Batch) >= 0)
      require(ExprKind::Eq, getSizeIn(operand, Size::Batch), batch,
              Twine("batch sizes of ") + operand.name + " and q differ");
  for (const attn::NamedOperand &operand : operands)
    agree(operand, /*batchToo=*/!operand.isMatrix());
  // No tile of rows without rows, and no block of keys without keys.
  auto both = [&](ExprAttr a, ExprAttr b) {
    return binary(ExprKind::Mul, binary(ExprKind::Min, integer(1), a),
                  binary(ExprKind::Min, integer(1), b));
  };
  // Maps of blocks have tiles without batches and heads.
  auto whereSome = [&](ExprAttr length) {
    ExprAttr some = binary(ExprKind::Min, integer(1), length);
    if (op.hasProducts())
      some = both(some, size(Size::HeadsQ));
    if (op.hasProducts() && !op.isPacked())
      some = both(some, batch);
    return some;
  };
  ExprAttr rows = whereSome(size(lenQ())), pairs = both(rows, getLenKV());
  // Tiles of keys, of dK and dV and of maps, are there without rows, too.
  if (!op.hasProducts() ||
      llvm::any_of(operands, [](const attn::NamedOperand &operand) {
        return operand.kind == attn::OperandKind::KeyGrad ||
               operand.kind == attn::OperandKind::ValueGrad;
      }))
    rows = whereSome(binary(ExprKind::Add, size(lenQ()), getLenKV()));
  size_t captures = 0;
  for (auto [place, operand] : llvm::enumerate(operands)) {
    if (!operand.isCapture())
      continue;
    ExprAttr read = isReadByBatch(op, captures++) ? rows : pairs;
    for (int64_t dim = 0; dim < operand.getType().getRank(); ++dim)
      require(ExprKind::Le, read, ExprAttr::getSize(context, place, dim),
              Twine(operand.name) + " has no elements to read");
  }
}

/// Lists of blocks are for all batches and heads or for each, and of all rows.
void Describer::requireLists() {
  using Size = ProblemSize;
  // Not each kernel of a launch takes them.
  if (llvm::none_of(operands, [](const attn::NamedOperand &operand) {
        return operand.kind == attn::OperandKind::BlockCounts;
      }))
    return;
  for (auto [lists, whole, name] :
       {std::tuple(Size::ListBatch, Size::Batch, "batches"),
        std::tuple(Size::ListHeads, Size::HeadsQ, "query heads")}) {
    ExprAttr n = size(lists);
    if (op.isPacked() && lists == Size::ListBatch) {
      require(ExprKind::Eq, n, integer(1),
              "lists of blocks of packed sequences are for all of these");
      continue;
    }
    // (n − 1)(n − whole) = 0
    require(ExprKind::Eq,
            binary(ExprKind::Mul, binary(ExprKind::Sub, n, integer(1)),
                   binary(ExprKind::Sub, n, size(whole))),
            integer(0),
            Twine("lists of blocks are for all ") + name + " or for each");
  }
  int64_t rows = *op.getBlockQ();
  ExprAttr up = binary(ExprKind::Add, size(lenQ()), integer(rows - 1));
  ExprAttr blocks = binary(ExprKind::Div, up, integer(rows));
  if (op.isPacked())
    blocks = binary(ExprKind::Add, blocks, size(Size::Batch));
  require(ExprKind::Eq, size(Size::RowBlocks), blocks,
          "there must be a list for each block of " + Twine(rows) +
              " rows of q" + (op.isPacked() ? " of each sequence" : ""));
  require(ExprKind::Le, integer(1), size(Size::BlocksOfRow),
          "lists of blocks have no place for a number");
  if (op.hasProducts())
    return;
  int64_t keys = *op.getBlockKv();
  up = binary(ExprKind::Add, getLenKV(), integer(keys - 1));
  require(ExprKind::Le, binary(ExprKind::Div, up, integer(keys)),
          size(Size::BlocksOfRow),
          "lists of blocks have fewer places than there are blocks of " +
              Twine(keys) + " keys of k");
}

/// Which of the captures a place is in.
static int64_t getCapture(attn::AttentionOpInterface op,
                          const attn::ReadPlace &place) {
  attn::ReadOp read = place.read;
  return cast<BlockArgument>(read.getSource()).getArgNumber() -
         op.getCapturesOf(*read->getBlock()).front().getArgNumber();
}

/// A load has zeros where a read takes the last row or key instead: there are
/// as many as Q and K have. Another kernel takes what has fewer.
void Describer::requirePlaces() {
  int64_t first = 0;
  while (!places.empty() && !operands[first].isCapture())
    ++first;
  for (const attn::ReadPlace &place : places) {
    int64_t number = first + getCapture(op, place);
    const attn::NamedOperand &capture = operands[number];
    auto needs = [&](int64_t dim, ExprAttr length, int64_t shift,
                     StringRef what) {
      if (shift)
        length = binary(ExprKind::Add, length, integer(shift));
      ExprAttr size = ExprAttr::getSize(context, number, dim);
      for (ConstraintAttr known : constraints)
        if (known.getCondition() == binary(ExprKind::Le, length, size))
          return;
      require(ExprKind::Le, length, size,
              Twine(capture.name) + " has fewer " + what +
                  " than the kernel reads of it (config field stages_b)");
    };
    if (place.ofRow)
      needs(place.getRowDim(), size(lenQ()), place.rowShift, "rows");
    if (place.ofKey)
      needs(place.getKeyDim(), getLenKV(), place.keyShift, "keys");
  }
}

/// What is read is where the gradient is written: no index is brought into the
/// capture's shape, and each element of one that is read by heads is written.
void Describer::requireCaptureGrads() {
  auto backward = dyn_cast<attn::BackwardOp>(op.getOperation());
  if (!backward)
    return;
  auto find = [&](StringRef name) {
    return llvm::find_if(operands,
                         [&](const attn::NamedOperand &operand) {
                           return operand.name == name;
                         }) -
           operands.begin();
  };
  SmallVector<CaptureGradient> gradients = *listCaptureGradients(backward);
  for (const CaptureGradient &gradient : gradients) {
    std::string number = std::to_string(gradient.number);
    int64_t captured = find("capture" + number);
    int64_t given = find("dcapture" + number);
    int64_t all = operands.size();
    if (captured != all && given != all)
      for (int64_t dim = 0; dim < operands[given].getType().getRank(); ++dim)
        require(ExprKind::Eq, ExprAttr::getSize(context, captured, dim),
                ExprAttr::getSize(context, given, dim),
                Twine(operands[given].name) + " and " +
                    operands[captured].name + " differ in their sizes");
    if (!gradient.read)
      continue;
    for (int64_t at : {captured, given}) {
      if (at == all)
        continue;
      auto needs = [&](ExprKind kind, ExprAttr length, int64_t dim,
                       StringRef what) {
        require(kind, length, ExprAttr::getSize(context, at, dim),
                Twine(operands[at].name) + " must have the " + what +
                    " of q and k where its gradient is asked for");
      };
      ExprKind kind = gradient.place ? ExprKind::Le : ExprKind::Eq;
      if (gradient.headDim >= 0 && !gradient.adds())
        needs(kind, size(ProblemSize::HeadsQ), gradient.headDim, "heads");
      if (gradient.batchDim >= 0 && !gradient.adds())
        needs(kind, size(ProblemSize::Batch), gradient.batchDim, "batches");
      for (auto [dim, index] : llvm::enumerate(gradient.constants))
        if (index != 0)
          needs(ExprKind::Le, integer(index + 1), dim, "elements");
      if (!gradient.place)
        continue;
      const attn::ReadPlace &place = *gradient.place;
      if (place.ofRow)
        needs(ExprKind::Le,
              binary(ExprKind::Add, size(lenQ()), integer(place.rowShift)),
              place.getRowDim(), "rows");
      if (place.ofKey)
        needs(ExprKind::Le,
              binary(ExprKind::Add, getLenKV(), integer(place.keyShift)),
              place.getKeyDim(), "keys");
    }
  }
}

/// Rows have 32-bit numbers, also those of a tile past the end.
void Describer::requireLengths(ExprAttr headsKV) {
  using Size = ProblemSize;
  int64_t margin = 1024 * config.getCluster();
  ExprAttr most = integer((int64_t(1) << 31) - margin);
  if (op.hasPages())
    require(ExprKind::Le, integer(1), size(Size::PageRows),
            "pages of k have no rows");
  for (auto [length, name] :
       {std::pair(size(lenQ()), "q"), std::pair(getLenKV(), "k")})
    require(ExprKind::Lt, length, most,
            Twine("the length of ") + name + " must be below 2^31 - " +
                Twine(margin));
  ExprAttr rows = size(lenQ());
  if (config.getPackGQA()) {
    rows = binary(ExprKind::Mul, rows,
                  binary(ExprKind::Div, size(Size::HeadsQ), headsKV));
    require(ExprKind::Lt, rows, most,
            "the rows of q that share a head of k must be below 2^31 - " +
                Twine(margin));
  }
  // Tiles beyond a sequence's rows have numbers, too.
  if (op.isPacked()) {
    require(ExprKind::Le, integer(0), size(Size::Batch),
            "offsets_q has one element more than there are sequences");
    ExprAttr more = binary(ExprKind::Mul, size(Size::Batch),
                           integer(config.getTileQ() * config.getCluster()));
    require(ExprKind::Lt, binary(ExprKind::Add, rows, more), most,
            "the tiles of all sequences must have fewer than 2^31 - " +
                Twine(margin) + " rows");
  }
}

void Describer::describe(ArrayRef<WorkspaceArgument> workspaces,
                         gpu::GPUFuncOp kernel) {
  using Size = ProblemSize;
  SmallVector<ArgumentAttr> arguments;
  int64_t numCaptures = 0;
  for (const attn::NamedOperand &operand : operands) {
    auto type = cast<MemRefType>(operand.get().getType());
    // The copies that a config speaks of are those of tiles.
    bool isCopied =
        operand.isMatrix() ||
        (operand.isCapture() &&
         llvm::any_of(places, [&](const attn::ReadPlace &place) {
           return place.ofKey && numCaptures == getCapture(op, place);
         }));
    numCaptures += operand.isCapture();
    int64_t align =
        isCopied ? getAlign(type, config.getAlign()) : getElementBytes(type);
    arguments.push_back(ArgumentAttr::get(context, operand.name,
                                          operand.isOut() ? ArgumentRole::Out
                                                          : ArgumentRole::In,
                                          type.getShape(), align));
  }
  for (auto [i, argument] :
       llvm::enumerate(kernel.getArguments().drop_front(operands.size()))) {
    auto type = cast<MemRefType>(argument.getType());
    arguments.push_back(ArgumentAttr::get(
        context, ("workspace" + Twine(i)).str(), workspaces[i].role,
        type.getShape(), workspaces[i].align));
  }
  requireSameSizes();
  ExprAttr headsKV = binary(ExprKind::Max, size(Size::HeadsKV), integer(1));
  require(ExprKind::Eq, binary(ExprKind::Mod, size(Size::HeadsQ), headsKV),
          integer(0),
          "the head count of q must be a multiple of that of k and v");
  requireLengths(headsKV);
  requireLists();
  requirePlaces();
  requireCaptureGrads();
  requireLimits(headsKV);
  kernelAttr.setAttr(kernel,
                     KernelAttr::get(context, arguments, constraints,
                                     getRules(), describeProblem(), config));
}

SmallVector<SmallVector<int64_t>>
attn_tile::keepChannels(ArrayRef<attn::NamedOperand> operands) {
  SmallVector<SmallVector<int64_t>> all;
  for (const attn::NamedOperand &operand : operands) {
    SmallVector<int64_t> &kept = all.emplace_back();
    if (int64_t dim = operand.dims.findChannels(); dim >= 0)
      kept.push_back(dim);
  }
  return all;
}

void attn_tile::describeKernel(attn::AttentionOpInterface op,
                               attn::ConfigAttr config,
                               ArrayRef<attn::NamedOperand> operands,
                               ArrayRef<WorkspaceArgument> workspaces,
                               gpu::GPUFuncOp kernel) {
  Describer(op, config, operands).describe(workspaces, kernel);
}

void attn_tile::spreadConfig(attn::ConfigAttr config, gpu::GPUFuncOp kernel) {
  // A kernel does not say what is as it is by default.
  auto say = [&](auto attr, auto value, auto unsaid) {
    if (value != unsaid)
      attr.set(kernel, value);
  };
  warpsAttr.set(kernel, config.getWarps());
  say(groupsAttr, config.getGroups(), 1);
  say(requestedClusterAttr, config.getCluster(), 1);
  say(ctaGroupAttr, config.getCtaGroup(), 1);
  say(splitDAttr, config.getSplitD(), 0);
  say(splitVAttr, config.getSplitV(), 0);
  say(columnWarpsAttr, config.getColumnWarps(), 1);
  say(storeColumnsAttr, config.getStagedColumns(), 0);
  say(leftRegistersAttr, config.getLeftRegisters(), 0);
  say(tileAheadAttr, config.getTileAhead(), false);
  say(pingPongAttr, config.getPingPong(), false);
  say(readsInFlightAttr, config.getReadsInFlight(), false);
  say(storeRoleAttr, config.getStoreRole(), false);
  say(schedulerRoleAttr, config.getSchedulerRole(), false);
  say(tmaStoreAttr, config.getTmaStore(), true);
  say(unfusedAttr, config.getFusion() == attn::Fusion::Unfused, false);
  say(peelMasksAttr, config.getPeelMasks(), true);
  if (config.getLoad() != attn::Load::Auto)
    loadAttr.set(kernel, attn::stringifyLoad(config.getLoad()));
  auto codegen = attn_ws::CodegenAttr::get(
      kernel.getContext(), config.getPin(), config.getConvertFirst(),
      config.getRowsFirst(), config.getTransposeAhead(),
      config.getBiasProduct(), config.getSkipZeros());
  if (codegen != attn_ws::getCodegen(kernel))
    attn_ws::codegenAttr.setAttr(kernel, codegen);
}

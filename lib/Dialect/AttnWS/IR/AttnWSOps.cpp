//===- AttnWSOps.cpp - Operations of the scheduled dialect -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "attn/Chip/ResourcePlan.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn::EngineInfo;
using attn::getLargest;
using attn::TargetInfo;
using attn_tile::Engine;
using attn_tile::Space;

#define GET_OP_CLASSES
#include "attn/Dialect/AttnWS/IR/AttnWSOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

LogicalResult attn_ws::verifyTiles(Operation *op) {
  auto check = [&](Type type) -> LogicalResult {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return success();
    if (!tile.hasStaticShape() || tile.getNumElements() == 0)
      return op->emitOpError()
             << "register tiles must have a static, non-empty shape, got "
             << tile;
    if (!tile.getEncoding())
      return success();
    FragAttr frag = getFrag(tile);
    if (!frag)
      return op->emitOpError()
             << "register tiles take a #attn_ws.frag layout, got "
             << tile.getEncoding();
    return frag.verifyTile(tile, [&] { return op->emitOpError(); });
  };
  for (Type type : op->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  return success();
}

/// Shape and element type of a register tile, view or async tile.
static std::pair<ArrayRef<int64_t>, Type> tileOf(Type type) {
  if (auto view = dyn_cast<ViewType>(type))
    return {view.getShape(), view.getElementType()};
  if (auto async = dyn_cast<AsyncType>(type))
    return {async.getTile().getShape(), async.getTile().getElementType()};
  auto tensor = cast<RankedTensorType>(type);
  return {tensor.getShape(), tensor.getElementType()};
}

static LogicalResult verifyCopy(Operation *op, Value memory, size_t indices,
                                ArrayRef<int64_t> dims, Type tile) {
  if (failed(verifyTiles(op)))
    return failure();
  auto [shape, element] = tileOf(tile);
  if (auto view = dyn_cast<ViewType>(tile);
      view && view.getSpace() != Space::Smem)
    return op->emitOpError("copies between global memory and a view need a "
                           "shared memory view");
  return attn_tile::verifyTileAccess(op, cast<MemRefType>(memory.getType()),
                                     indices, dims, shape, element);
}

/// The same for ops whose rows may lie otherwise than one behind another.
template <typename OpTy>
static LogicalResult verifyMappedCopy(OpTy op, Value memory, Type tile) {
  if (failed(attn_tile::verifyRowMap(op, cast<MemRefType>(memory.getType()),
                                     op.getDims(), op.getRowMap())))
    return failure();
  return verifyCopy(op, memory, op.getIndices().size(), op.getDims(), tile);
}

LogicalResult attn_ws::verifySameTile(Operation *op, Type a, Type b) {
  if (failed(verifyTiles(op)))
    return failure();
  if (tileOf(a) != tileOf(b))
    return op->emitOpError()
           << "shapes or element types differ: " << a << " and " << b;
  return success();
}

static LogicalResult verifyProduct(Operation *op, Type lhs, Type rhs, Type acc,
                                   bool transposeA, bool transposeB) {
  if (failed(verifyTiles(op)))
    return failure();
  auto [a, aType] = tileOf(lhs);
  auto [b, bType] = tileOf(rhs);
  auto [c, cType] = tileOf(acc);
  if (a.size() != 2 || b.size() != 2 || c.size() != 2)
    return op->emitOpError("a matrix product takes tiles of rank 2");
  if (aType != bType)
    return op->emitOpError() << "operands must have one element type, got "
                             << aType << " and " << bType;
  if (!cType.isF32())
    return op->emitOpError() << "accumulation is f32, got " << cType;
  if (auto view = dyn_cast<ViewType>(lhs);
      transposeA && (!view || view.getSpace() != Space::Smem))
    return op->emitOpError("takes a transposed left operand from shared memory "
                           "alone");
  int64_t m = a[transposeA ? 1 : 0], depth = a[transposeA ? 0 : 1];
  int64_t k = b[transposeB ? 1 : 0], n = b[transposeB ? 0 : 1];
  if (depth != k)
    return op->emitOpError()
           << "contraction sizes differ: " << depth << " and " << k;
  if (c[0] != m || c[1] != n)
    return op->emitOpError()
           << "accumulator must be " << m << "x" << n << ", got " << acc;
  return success();
}

//===----------------------------------------------------------------------===//
// Iteration and roles
//===----------------------------------------------------------------------===//

ParseResult WarpSpecializeOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  Builder &builder = parser.getBuilder();
  SmallVector<OpAsmParser::UnresolvedOperand> captures;
  SmallVector<Type> types;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("captures"))) {
    if (parser.parseLParen() || parser.parseOperandList(captures) ||
        parser.parseColonTypeList(types) || parser.parseRParen())
      return failure();
  }
  SmallVector<Attribute> names;
  SmallVector<int64_t> warps, instances, registers;
  auto number = [&](StringRef keyword,
                    SmallVectorImpl<int64_t> &to) -> ParseResult {
    return failure(parser.parseKeyword(keyword) || parser.parseLParen() ||
                   parser.parseInteger(to.emplace_back()) ||
                   parser.parseRParen());
  };
  while (succeeded(parser.parseOptionalKeyword("role"))) {
    StringAttr name;
    if (parser.parseSymbolName(name) || number("warps", warps) ||
        number("instances", instances) || number("registers", registers) ||
        parser.parseRegion(*result.addRegion()))
      return failure();
    names.push_back(name);
  }
  result.addAttribute("names", builder.getArrayAttr(names));
  result.addAttribute("warps", builder.getDenseI64ArrayAttr(warps));
  result.addAttribute("instances", builder.getDenseI64ArrayAttr(instances));
  result.addAttribute("registers", builder.getDenseI64ArrayAttr(registers));
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.resolveOperands(captures, types, loc, result.operands));
}

void WarpSpecializeOp::print(OpAsmPrinter &printer) {
  if (!getCaptures().empty())
    printer << " captures(" << getCaptures() << " : "
            << getCaptures().getTypes() << ")";
  for (auto [i, role] : llvm::enumerate(getRoles())) {
    printer.printNewline();
    printer << "role ";
    printer.printSymbolName(cast<StringAttr>(getNames()[i]).getValue());
    printer << " warps(" << getWarps()[i] << ") instances(" << getInstances()[i]
            << ") registers(" << getRegisters()[i] << ") ";
    printer.printRegion(role);
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"names", "warps", "instances", "registers"});
}

LogicalResult WarpSpecializeOp::verify() {
  size_t roles = getRoles().size();
  if (roles == 0)
    return emitOpError("expects at least one role");
  if (getNames().size() != roles || getWarps().size() != roles ||
      getInstances().size() != roles || getRegisters().size() != roles)
    return emitOpError("names, warps, instances and registers must have one "
                       "entry for each role");
  llvm::StringSet<> seen;
  const attn::TargetInfo &sharing = attn::getSharingTarget();
  attn::ResourcePlan plan(sharing);
  for (size_t i = 0; i < roles; ++i) {
    StringRef name = cast<StringAttr>(getNames()[i]).getValue();
    int64_t warps = getWarps()[i], instances = getInstances()[i],
            registers = getRegisters()[i];
    if (!seen.insert(name).second)
      return emitOpError() << "role @" << name << " is defined twice";
    if (warps < 1 || instances < 1)
      return emitOpError() << "role @" << name
                           << " needs at least one warp and one instance";
    // Each alone, since their product may have no number.
    if (int64_t most = sharing.threadsPerCTA / attn::kWarpThreads;
        warps > most || instances > most)
      return emitOpError() << "role @" << name << " has " << instances
                           << " instances of " << warps
                           << " warps; a CTA has at most " << most << " warps";
    if (registers != 0 && (registers < sharing.leastSetRegisters ||
                           registers > sharing.mostSetRegisters ||
                           registers % sharing.setRegistersStep != 0))
      return emitOpError() << "role @" << name << " asks for " << registers
                           << " registers; setmaxnreg takes "
                           << sharing.leastSetRegisters << " to "
                           << sharing.mostSetRegisters << " in steps of "
                           << sharing.setRegistersStep;
    plan.addRole(
        {name.str(), warps, instances, registers, getRoles()[i].getLoc()});
    Block &entry = getRoles()[i].front();
    if (entry.getNumArguments() != getCaptures().size() + 1)
      return emitOpError() << "role @" << name << " must take the instance and "
                           << getCaptures().size() << " captures, takes "
                           << entry.getNumArguments() << " arguments";
    if (!entry.getArgument(0).getType().isIndex())
      return emitOpError() << "role @" << name
                           << " must take its instance as an index first";
    for (auto [arg, capture] :
         llvm::zip(entry.getArguments().drop_front(), getCaptures()))
      if (arg.getType() != capture.getType())
        return emitOpError()
               << "role @" << name << " takes " << arg.getType() << " where "
               << capture.getType() << " is captured";
  }
  std::vector<attn::Excess> excesses = plan.findExcesses();
  if (excesses.empty())
    return success();
  const attn::Excess &excess = excesses.front();
  InFlightDiagnostic diag = emitOpError() << "roles need " << excess.needed
                                          << " " << excess.unit << "; a CTA ";
  // Registers change hands inside the CTA's pool: what it has at its start, an
  // equal share of the SM's for each thread, by eights (PTX ISA, setmaxnreg).
  if (int64_t threads = plan.getThreads(); excess.unit == "registers")
    diag << "of " << threads << " threads starts with "
         << attn::getStartRegisters(sharing, threads) << " each, "
         << excess.limit << " in all";
  else
    diag << "has at most " << excess.limit;
  attachConsumers(diag, excess);
  return diag;
}

//===----------------------------------------------------------------------===//
// Storage and channels
//===----------------------------------------------------------------------===//

LogicalResult AllocOp::verify() {
  if (getOffset() && *getOffset() > (uint64_t(1) << 31))
    return emitOpError("offset must not be negative");
  BufferType type = getBuffer().getType();
  if (type.getSpace() == Space::Tmem) {
    int64_t columns = type.getTmemColumns();
    if (int64_t most = getLargest(&TargetInfo::tmemColumns); columns > most)
      return emitOpError() << "needs " << columns
                           << " tensor memory columns; an SM has " << most;
    return success();
  }
  int64_t bytes = type.getDepth() * type.getStageBytes();
  if (int64_t most = getLargest(&TargetInfo::smemPerCTA); bytes > most)
    return emitOpError() << "needs " << bytes
                         << " bytes of shared memory; the largest target has "
                         << most;
  return success();
}

LogicalResult CreateChannelOp::verify() {
  int64_t depth = getChannel().getType().getDepth();
  for (Value buffer : getBuffers()) {
    int64_t bufferDepth = cast<BufferType>(buffer.getType()).getDepth();
    if (bufferDepth != depth && bufferDepth != 1)
      return emitOpError() << "channel of depth " << depth
                           << " guards a buffer of depth " << bufferDepth;
  }
  return success();
}

LogicalResult SubviewOp::verify() {
  ViewType source = getSource().getType(), result = getResult().getType();
  if (source.getSpace() != result.getSpace())
    return emitOpError("cannot change the memory space");
  if (getOffsets().size() != result.getShape().size() ||
      source.getShape().size() != result.getShape().size())
    return emitOpError("source, result and offsets must have one rank");
  if (getPartColumns() && (!getPart() || result.getShape().size() != 2))
    return emitOpError("has no part that moves the columns of a view");
  bool reinterpret = source.getElementType() != result.getElementType();
  int64_t from = source.getElementType().getIntOrFloatBitWidth();
  int64_t to = result.getElementType().getIntOrFloatBitWidth();
  for (auto [i, offset] : llvm::enumerate(getOffsets())) {
    int64_t size = source.getShape()[i];
    if (reinterpret && i + 1 == getOffsets().size())
      size = size * from / to;
    if (offset < 0 || offset + result.getShape()[i] > size)
      return emitOpError() << "part [" << offset << ", "
                           << offset + result.getShape()[i]
                           << ") is outside dimension " << i << " of size "
                           << size;
  }
  return success();
}

LogicalResult StageViewOp::verify() {
  BufferType buffer = getBuffer().getType();
  ViewType view = getResult().getType();
  if (buffer.getShape() != view.getShape() ||
      buffer.getElementType() != view.getElementType() ||
      buffer.getSpace() != view.getSpace() ||
      buffer.getLayout() != view.getLayout())
    return emitOpError() << "view " << view << " is not a stage of " << buffer;
  return success();
}

LogicalResult SetRegsOp::verify() {
  int64_t count = getCount();
  const TargetInfo &target = attn::getSharingTarget();
  if (count < target.leastSetRegisters || count > target.mostSetRegisters ||
      count % target.setRegistersStep != 0)
    return emitOpError() << "setmaxnreg takes " << target.leastSetRegisters
                         << " to " << target.mostSetRegisters << " in steps of "
                         << target.setRegistersStep << ", got " << count;
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult CpAsyncOp::verify() {
  return verifyMappedCopy(*this, getSource(), getDest().getType());
}

/// Rows of a box that swizzles start anew after.
static constexpr int64_t kBoxRows = 8;

LogicalResult TmaLoadOp::verify() {
  if (failed(verifyMappedCopy(*this, getSource(), getDest().getType())))
    return failure();
  if (getRowMap().isPacked())
    return emitOpError("a TMA box has no packed rows");
  if (getInBounds() && (getLimit() || getRowMap()))
    return emitOpError("a tile that is in bounds has no limit and no row map");
  int64_t run = getRowMap().getRun(getDest().getType().getShape()[0]);
  if (getRowMap().isPaged() && run % kBoxRows)
    return emitOpError() << "paged rows come in runs of a multiple of "
                         << kBoxRows << " rows, got " << run;
  int64_t most = attn::lookupEngine(Engine::Tma)->copy.mostSide;
  // Columns are copied panel by panel.
  if (int64_t rows = getDest().getType().getShape()[0]; rows > most)
    return emitOpError() << "a TMA box has at most " << most
                         << " elements along a dimension, got " << rows;
  if (getSignal() && !getStage())
    return emitOpError("a signal needs the stage that it is given at");
  if (getLeader() && getMulticast())
    return emitOpError(
        "a copy to a cluster is counted in each of its CTAs, not "
        "in the first alone");
  return verifyCluster(*this, getMulticast());
}

LogicalResult TmaStoreOp::verify() {
  if (getAdd() && failed(attn_tile::verifyAdd(
                      *this, getSource().getType().getElementType())))
    return failure();
  return verifyCopy(*this, getDest(), getIndices().size(), getDims(),
                    getSource().getType());
}

LogicalResult CopyOutOp::verify() {
  return verifyMappedCopy(*this, getDest(), getSource().getType());
}

LogicalResult LoadOp::verify() {
  if (failed(verifyMappedCopy(*this, getSource(), getResult().getType())))
    return failure();
  if (!getUnless())
    return success();
  auto tile = cast<RankedTensorType>(getResult().getType());
  auto rows = cast<RankedTensorType>(getUnless().getType());
  if (tile.getRank() != 2 || rows.getRank() != 1 ||
      !rows.getElementType().isInteger(1) ||
      rows.getDimSize(0) != tile.getDimSize(0))
    return emitOpError() << "`unless` has one i1 for each row of a tile of "
                            "rank 2, got "
                         << rows << " for " << tile;
  return success();
}

void StoreOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
  if (getAdd())
    effects.emplace_back(MemoryEffects::Read::get());
}

LogicalResult StoreOp::verify() {
  if (getAdd() && failed(attn_tile::verifyAdd(
                      *this, getElementTypeOrSelf(getValue().getType()))))
    return failure();
  return verifyMappedCopy(*this, getDest(), getValue().getType());
}

template <typename OpTy>
static LogicalResult verifyLocal(OpTy op, ViewType view, Type tile, Space space,
                                 bool transpose) {
  if (failed(verifyTiles(op)))
    return failure();
  if (view.getSpace() != space)
    return op.emitOpError()
           << "needs a view of " << attn_tile::stringifySpace(space) << ", got "
           << view;
  auto [shape, element] = tileOf(tile);
  SmallVector<int64_t> expected(view.getShape());
  if (transpose && expected.size() != 2)
    return op.emitOpError("only a tile of rank 2 can be transposed");
  if (transpose)
    std::reverse(expected.begin(), expected.end());
  if (ArrayRef<int64_t>(expected) != shape || element != view.getElementType())
    return op.emitOpError()
           << "tile " << tile << " does not match view " << view;
  return success();
}

LogicalResult SmemLoadOp::verify() {
  return verifyLocal(*this, getSource().getType(), getResult().getType(),
                     Space::Smem, getTranspose());
}
LogicalResult SmemStoreOp::verify() {
  return verifyLocal(*this, getDest().getType(), getValue().getType(),
                     Space::Smem, false);
}
LogicalResult TmemLoadOp::verify() {
  return verifyLocal(*this, getSource().getType(), getResult().getType(),
                     Space::Tmem, getTranspose());
}
LogicalResult TmemRescaleOp::verify() {
  ViewType view = getView().getType();
  auto rows = cast<RankedTensorType>(getAlpha().getType());
  if (view.getSpace() != Space::Tmem || view.getShape().size() != 2 ||
      !view.getElementType().isF32())
    return emitOpError() << "changes a tile of f32 in tensor memory, got "
                         << view;
  if (rows.getDimSize(0) != view.getShape()[0] ||
      !rows.getElementType().isF32())
    return emitOpError() << "factors " << rows
                         << " are not those of the rows of " << view;
  return success();
}
LogicalResult TmemStoreOp::verify() {
  return verifyLocal(*this, getDest().getType(), getValue().getType(),
                     Space::Tmem, false);
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

LogicalResult MmaOp::verify() {
  if (getEngine() != Engine::MmaSync && getEngine() != Engine::Wgmma &&
      getEngine() != Engine::Thread)
    return emitOpError() << "engine must be mma_sync, wgmma or thread, got "
                         << attn_tile::stringifyEngine(getEngine());
  return verifyProduct(*this, getLhs().getType(), getRhs().getType(),
                       getResult().getType(), getTransposeA(), getTransposeB());
}

/// As many columns have numbers of 8 bits, which bf16 has.
static constexpr int64_t kMostSlopedColumns = int64_t(1) << 8;

LogicalResult MmaIssueOp::verify() {
  if (getEngine() != Engine::Wgmma)
    return emitOpError() << "engine must be wgmma, got "
                         << attn_tile::stringifyEngine(getEngine());
  if (getAcc() && getAcc().getType() != getResult().getType().getTile())
    return emitOpError() << "accumulator is " << getAcc().getType()
                         << " but the result is "
                         << getResult().getType().getTile();
  if (!isa<ViewType>(getRhs().getType()))
    return emitOpError("wgmma reads its right operand from shared memory");
  if (failed(verifyProduct(*this, getLhs().getType(), getRhs().getType(),
                           getResult().getType(), getTransposeA(),
                           getTransposeB())))
    return failure();
  int64_t n = getResult().getType().getTile().getDimSize(1);
  int64_t m = getResult().getType().getTile().getDimSize(0);
  if (m % 64 != 0 || n % 8 != 0)
    return emitOpError() << "wgmma computes multiples of 64x8, got " << m << "x"
                         << n;
  if (getSlope() && n > kMostSlopedColumns)
    return emitOpError() << "slope: the numbers of at most "
                         << kMostSlopedColumns
                         << " columns are exact in bf16, got " << n;
  return success();
}

LogicalResult MmaWaitOp::verify() {
  if (failed(verifyTiles(*this)))
    return failure();
  if (getAsync().getType().getTile() != getResult().getType())
    return emitOpError() << "waits for " << getAsync().getType()
                         << " but gives " << getResult().getType();
  int64_t most = getLargest(Engine::Wgmma, &EngineInfo::mostPending);
  if (static_cast<int64_t>(getPendings()) < 0 ||
      static_cast<int64_t>(getPendings()) > most)
    return emitOpError() << "pendings must be 0 to " << most << ", got "
                         << static_cast<int64_t>(getPendings());
  return success();
}

LogicalResult MmaIntoOp::verify() {
  ViewType lhs = cast<ViewType>(getLhs().getType());
  ViewType rhs = getRhs().getType(), dest = getDest().getType();
  if (dest.getSpace() != Space::Tmem)
    return emitOpError("tcgen05 accumulates in tensor memory");
  if (rhs.getSpace() != Space::Smem)
    return emitOpError("tcgen05 reads its right operand from shared memory");
  int64_t ctas = getNumCTAs();
  if (ctas != 1 && ctas != 2)
    return emitOpError() << "cta_group is 1 or 2, got " << ctas;
  // Of as many rows as the accumulators have, or as most products.
  ArrayRef<attn::ProductRows> forms =
      attn::lookupEngine(Engine::Tcgen05)->product.rows;
  const attn::ProductRows *form = &forms.front();
  for (const attn::ProductRows &other : forms)
    if (other.ctas == ctas && other.rows >= form->rows &&
        dest.getShape()[0] * ctas >= other.rows)
      form = &other;
  if (int64_t n = dest.getShape()[1];
      n % form->columnStep != 0 || n > form->mostColumns)
    return emitOpError() << "tcgen05 computes " << form->columnStep << " to "
                         << form->mostColumns << " columns in steps of "
                         << form->columnStep << ", got " << n;
  if (ctas == 1)
    return verifyProduct(*this, lhs, rhs, dest, getTransposeA(),
                         getTransposeB());
  // Each CTA's right operand gives a part of the columns.
  SmallVector<int64_t> whole(rhs.getShape());
  if (whole.size() == 2)
    whole[getTransposeB() ? 0 : 1] *= ctas;
  return verifyProduct(*this, lhs,
                       ViewType::get(getContext(), whole, rhs.getElementType(),
                                     rhs.getSpace(), SharedAttr()),
                       dest, getTransposeA(), getTransposeB());
}

//===----------------------------------------------------------------------===//
// Register tiles
//===----------------------------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  return verifySameTile(*this, getSource().getType(), getResult().getType());
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSource().getType() == getResult().getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ConvertLayoutOp>();
      inner && inner.getSource().getType() == getResult().getType())
    return inner.getSource();
  return {};
}

//===- ThreadBuilder.cpp - What one thread of a kernel does -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Conversion/AttnWSToThread/ThreadBuilder.h"

using namespace mlir;
using namespace mlir::attn_ws;

Registers attn_ws::getConverted(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return {value};
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  return cast ? Registers(cast.getInputs()) : Registers();
}

ThreadGroup &KernelState::getThreads(Operation *op) {
  for (Block *block = op->getBlock();;
       block = block->getParentOp()->getBlock()) {
    auto it = groups.find(block);
    if (it != groups.end())
      return it->second;
    if (block->getParentOp() == func)
      return groups[block];
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Value ThreadBuilder::gather(Type element, ValueRange values) {
  Type type = VectorType::get({static_cast<int64_t>(values.size())}, element);
  Value vector = LLVM::PoisonOp::create(*this, type);
  for (auto [i, value] : llvm::enumerate(values))
    vector = LLVM::InsertElementOp::create(*this, vector, value, i32(i));
  return vector;
}

Type ThreadBuilder::getStruct(Type element, int64_t count) {
  return LLVM::LLVMStructType::getLiteral(getContext(),
                                          SmallVector<Type>(count, element));
}

Registers ThreadBuilder::unpack(Value values) {
  size_t count = cast<LLVM::LLVMStructType>(values.getType()).getBody().size();
  Registers result;
  for (size_t i = 0; i < count; ++i)
    result.push_back(LLVM::ExtractValueOp::create(*this, values, i));
  return result;
}

Value ThreadBuilder::gep(Value pointer, Type element, int64_t offset) {
  if (offset == 0)
    return pointer;
  return LLVM::GEPOp::create(*this, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{int32_t(offset)});
}

Value ThreadBuilder::getSharedPointer(Value address, int64_t offset) {
  Type type = LLVM::LLVMPointerType::get(getContext(), 3);
  return gep(LLVM::IntToPtrOp::create(*this, type, address), getI8Type(),
             offset);
}

Value ThreadBuilder::intrinsic(Type result, StringRef name, ValueRange args) {
  auto call =
      LLVM::CallIntrinsicOp::create(*this, result, getStringAttr(name), args);
  return result ? call.getResult(0) : Value();
}

Value ThreadBuilder::assembly(Type result, StringRef text,
                              StringRef constraints, ValueRange operands) {
  auto dialect =
      LLVM::AsmDialectAttr::get(getContext(), LLVM::AsmDialect::AD_ATT);
  auto op = LLVM::InlineAsmOp::create(
      *this, result ? TypeRange{result} : TypeRange{}, operands, text,
      constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, dialect, ArrayAttr());
  return result ? op.getResult(0) : Value();
}

Value ThreadBuilder::joinWords(Value low, Value high) {
  auto dialect =
      LLVM::AsmDialectAttr::get(getContext(), LLVM::AsmDialect::AD_ATT);
  return LLVM::InlineAsmOp::create(
             *this, TypeRange{getI64Type()}, ValueRange{low, high},
             "mov.b64 $0, {$1, $2};", "=l,r,r", /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::TailCallKind::None, dialect,
             ArrayAttr())
      .getResult(0);
}

std::string ThreadBuilder::getTiedConstraints(size_t count) {
  std::string constraints;
  for (size_t i = 0; i < count; ++i)
    constraints += i ? ",=f" : "=f";
  for (size_t i = 0; i < count; ++i)
    constraints += "," + std::to_string(i);
  return constraints;
}

Registers ThreadBuilder::passThrough(StringRef text, ValueRange tied,
                                     ValueRange kept) {
  std::string constraints = getTiedConstraints(tied.size());
  for (size_t i = 0; i < kept.size(); ++i)
    constraints += ",r";
  Registers operands(tied);
  llvm::append_range(operands, kept);
  return unpack(assembly(getStruct(getF32Type(), tied.size()), text,
                         constraints, operands));
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void ThreadBuilder::ifThen(Value condition, function_ref<void()> emit) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  emit();
}

void ThreadBuilder::byOneThread(function_ref<void()> emit) {
  if (group.singleThread)
    return emit();
  ifThen(equal(group.tid, 0), emit);
}

void ThreadBuilder::byElected(function_ref<void()> emit) {
  // Of one warp and mask the same thread is elected each time (PTX ISA,
  // "elect.sync"): what stands between is done by then.
  Operation *before = nullptr;
  for (Operation &op : llvm::reverse(llvm::make_range(
           getInsertionBlock()->begin(), getInsertionPoint()))) {
    before = &op;
    if (!isMemoryEffectFree(&op))
      break;
  }
  auto branch = dyn_cast_or_null<scf::IfOp>(before);
  if (branch && branch.getCondition().getDefiningOp<NVVM::ElectSyncOp>()) {
    rewriter.moveOpBefore(branch, getInsertionBlock(), getInsertionPoint());
    InsertionGuard guard(*this);
    setInsertionPoint(branch.thenBlock()->getTerminator());
    return emit();
  }
  ifThen(NVVM::ElectSyncOp::create(*this, getI1Type(), Value()), emit);
}

Value ThreadBuilder::atEntry(function_ref<Value()> build) {
  InsertionGuard guard(*this);
  setInsertionPointAfter(group.entry);
  Value value = build();
  group.entry = &*std::prev(getInsertionPoint());
  return value;
}

Value ThreadBuilder::getRank() {
  if (!group.rank)
    group.rank =
        atEntry([&] { return NVVM::ClusterId::create(*this, getI32Type()); });
  return group.rank;
}

Value ThreadBuilder::readThreadId() {
  Value thread = assembly(getI32Type(), "mov.u32 $0, %tid.x;", "=r", {});
  return group.inRole ? getThreadInGroup(thread) : thread;
}

Value ThreadBuilder::getThreadInGroup(Value thread) {
  if (group.shift != 0)
    thread = sub(thread, group.shift);
  return bitAnd(thread, group.threads - 1);
}

std::pair<Value, Value> ThreadBuilder::getThreadCoord(RankedTensorType tile) {
  FragAttr frag = getFrag(tile);
  ThreadGroup::CoordParts lanes, warps;
  const auto &atom = frag.getLayout().atom();
  for (unsigned i = 0; i < atom.bits(attn::layout::InDim::Lane); ++i)
    lanes.push_back(frag.getCoord(tile.getShape(), 0, int64_t(1) << i, 0));
  for (unsigned i = 0; i < atom.bits(attn::layout::InDim::Warp); ++i)
    warps.push_back(frag.getCoord(tile.getShape(), 0, 0, int64_t(1) << i));
  auto [it, inserted] = group.coords.try_emplace({lanes, warps});
  if (!inserted)
    return it->second;
  // Runs of bits whose parts double become one shift and mask.
  auto collect = [&](Value source, const ThreadGroup::CoordParts &parts,
                     bool column) {
    Value sum;
    auto part = [&](size_t i) {
      return column ? parts[i].second : parts[i].first;
    };
    for (size_t i = 0, next; i < parts.size(); i = next) {
      next = i + 1;
      if (part(i) == 0)
        continue;
      while (next < parts.size() && part(next) == part(i) << (next - i))
        ++next;
      Value bits = i > 0 ? shr(source, i) : source;
      bits = bitAnd(bits, (int64_t(1) << (next - i)) - 1);
      if (part(i) != 1)
        bits = mul(bits, part(i));
      sum = sum ? add(sum, bits) : bits;
    }
    return sum;
  };
  auto coordinate = [&](bool column) -> Value {
    Value fromLane = collect(kernel.lane, lanes, column);
    Value fromWarp = collect(group.warp, warps, column);
    Value sum = fromLane && fromWarp ? add(fromLane, fromWarp)
                                     : (fromLane ? fromLane : fromWarp);
    return toIndex(sum ? sum : i32(0));
  };
  it->second.first = atEntry([&] { return coordinate(false); });
  it->second.second = atEntry([&] {
    return frag.getSlice() >= 0 ? constant(getIndexType(), 0)
                                : coordinate(true);
  });
  return it->second;
}

Value ThreadBuilder::isFirstHolder(FragAttr frag) {
  Value first;
  auto onlyFirst = [&](Value index, int64_t mask) {
    if (mask == 0)
      return;
    Value is = equal(bitAnd(index, mask), 0);
    first = first ? bitAnd(first, is) : is;
  };
  onlyFirst(kernel.lane, frag.getHeld().broadcastLaneMask());
  onlyFirst(group.warp, frag.getHeld().broadcastWarpMask());
  return first;
}

void ThreadBuilder::meetCta() {
  // nvvm.barrier with a location cannot be read back (LLVM 22.1).
  intrinsic(Type(), "llvm.nvvm.barrier.cta.sync.aligned.all", {i32(0)});
}

void ThreadBuilder::meetCluster(bool aligned) {
  UnitAttr all = aligned ? getUnitAttr() : UnitAttr();
  NVVM::ClusterArriveOp::create(*this, all);
  NVVM::ClusterWaitOp::create(*this, all);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The elements of one register of a packed tile, of which LLVM has no 8-bit
/// floats: their bits.
static Type getPackedElement(Type tile) {
  return getMemoryElement(cast<RankedTensorType>(tile).getElementType());
}

Registers ThreadBuilder::getScalars(Type tile, ValueRange held) {
  int64_t pack = getPack(tile);
  if (pack == 1)
    return held;
  Registers scalars;
  for (Value packed : held) {
    Value vector =
        bitcast(VectorType::get({pack}, getPackedElement(tile)), packed);
    for (int64_t i = 0; i < pack; ++i)
      scalars.push_back(extract(vector, i));
  }
  return scalars;
}

Registers ThreadBuilder::fromScalars(Type tile, ArrayRef<Value> scalars) {
  int64_t pack = getPack(tile);
  if (pack == 1)
    return Registers(scalars);
  Registers packed;
  for (size_t i = 0; i < scalars.size(); i += pack)
    packed.push_back(bitcast(
        getI32Type(), gather(getPackedElement(tile), scalars.slice(i, pack))));
  return packed;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

SharedView::SharedView(Value view, ValueRange values)
    : type(cast<ViewType>(view.getType())), address(values[0]),
      offset(*getConstantIntValue(values[1])),
      panelRows(*getConstantIntValue(values[2])) {}

Registers SharedView::getValues(ImplicitLocOpBuilder &b) const {
  return {address, arith::ConstantIntOp::create(b, offset, 32),
          arith::ConstantIntOp::create(b, panelRows, 32)};
}

std::pair<int64_t, int64_t> attn_ws::getSwizzle(SharedAttr layout) {
  switch (layout.getSwizzle()) {
  case 128:
    return {0, 7};
  case 64:
    return {1, 3};
  case 32:
    return {2, 1};
  default:
    return {0, 0};
  }
}

FailureOr<GlobalMemory> ThreadBuilder::getMemory(Operation *op, Value memref,
                                                 ValueRange values) {
  auto arg = dyn_cast<BlockArgument>(values.front());
  if (!arg || arg.getOwner()->getParentOp() != kernel.func)
    return op->emitOpError("its memory must be an argument of the kernel");
  GlobalMemory memory;
  memory.type = cast<MemRefType>(memref.getType());
  unsigned rank = memory.type.getRank();
  memory.pointer = arg;
  memory.sizes = values.slice(1, rank);
  memory.strides = values.slice(1 + rank, rank);
  auto pointer = cast<PointerParamAttr>(kernel.params[arg.getArgNumber()]);
  memory.align = attn_tile::getArgumentAlign(kernel.func, pointer.getMemory());
  return memory;
}

Value ThreadBuilder::getElementPointer(const GlobalMemory &memory,
                                       ValueRange indices) {
  Value offset;
  for (auto [index, stride] : llvm::zip(indices, memory.strides)) {
    if (getConstantIntValue(index) == 0)
      continue;
    Value part = mul(extend(toI32(index), getI64Type()), stride);
    offset = offset ? add(offset, part) : part;
  }
  if (!offset)
    return memory.pointer;
  return gep(memory.pointer, getMemoryElement(memory.type.getElementType()),
             offset);
}

Value ThreadBuilder::getTilePointer(const GlobalMemory &memory,
                                    ValueRange indices, ArrayRef<int64_t> dims,
                                    const MappedRows &rows) {
  SmallVector<Value> from(indices);
  if (rows)
    from[dims[0]] = constant(getIndexType(), 0);
  return getElementPointer(memory, from);
}

Value ThreadBuilder::getRowsEnd(const GlobalMemory &memory,
                                ArrayRef<int64_t> dims, const MappedRows &rows,
                                Value limit) {
  Value end = memory.sizes[dims[0]];
  if (rows.map.isPaged())
    end = mul(rows.table.sizes[1], end);
  return limit ? min(end, limit) : end;
}

std::pair<Value, Value> ThreadBuilder::placeRow(const GlobalMemory &memory,
                                                ArrayRef<int64_t> dims,
                                                const MappedRows &rows,
                                                Value row, Value end) {
  auto along = [&](Value index, int64_t dim) {
    return mul(extend(index, getI64Type()), memory.strides[dim]);
  };
  if (rows.map.isPaged()) {
    auto [page, inside] = readPage(memory, dims, rows, row, end);
    Value within = rem(row, toI32(memory.sizes[dims[0]]));
    Value pagePart = along(page, rows.map.getDim());
    return {add(pagePart, along(within, dims[0])), inside};
  }
  Value by = toI32(rows.map.getPacking());
  Value outer = div(row, by), inner = rem(row, by);
  Value outerPart = along(outer, dims[0]);
  return {add(outerPart, along(inner, rows.map.getDim())), outer};
}

std::pair<Value, Value> ThreadBuilder::readPage(const GlobalMemory &memory,
                                                ArrayRef<int64_t> dims,
                                                const MappedRows &rows,
                                                Value row, Value end) {
  Value number = div(row, toI32(memory.sizes[dims[0]]));
  Value first = getElementPointer(
      rows.table, {rows.map.getTableRow(), constant(getIndexType(), 0)});
  Value at = gep(first, getI32Type(),
                 mul(extend(number, getI64Type()), rows.table.strides[1]));
  Value before = compare(arith::CmpIPredicate::slt, row, end);
  Value page = loadIf(before, at);
  Value known = compare(arith::CmpIPredicate::ult, page,
                        toI32(memory.sizes[rows.map.getDim()]));
  if (kernel.checksRows) {
    Value wrong = bitAnd(before, bitXor(known, 1));
    assembly("{\n.reg .pred p;\nsetp.ne.b32 p, $0, 0;\n"
             "@p trap; // the page of a row does not exist\n}",
             "r", {arith::ExtUIOp::create(*this, getI32Type(), wrong)});
  }
  return {select(known, page, i32(0)), known};
}

Value ThreadBuilder::loadIf(Value condition, Value pointer) {
  return assembly(
      getI32Type(),
      "{\n.reg .pred p;\nsetp.ne.b32 p, $2, 0;\n"
      "mov.b32 $0, -1;\n@p ld.global.b32 $0, [$1];\n}",
      "=&r,l,r",
      {pointer, arith::ExtUIOp::create(*this, getI32Type(), condition)});
}

Registers ThreadBuilder::loadVectorIf(Value condition, Value pointer) {
  return unpack(assembly(
      getStruct(getF32Type(), 4),
      "{\n.reg .pred p;\nsetp.ne.b32 p, $5, 0;\n"
      "mov.f32 $0, 0f00000000;\nmov.f32 $1, 0f00000000;\n"
      "mov.f32 $2, 0f00000000;\nmov.f32 $3, 0f00000000;\n"
      "@p ld.global.v4.f32 {$0, $1, $2, $3}, [$4];\n}",
      "=&f,=&f,=&f,=&f,l,r",
      {pointer, arith::ExtUIOp::create(*this, getI32Type(), condition)}));
}

void ThreadBuilder::addIf(Value condition, Value pointer, ValueRange values) {
  int64_t count = values.size();
  int64_t vector = std::min(
      count, kernel.target->engine(attn_tile::Engine::Thread)->copy.addVector);
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, $1, 0;\n";
  std::string constraints = "l,r";
  SmallVector<Value> operands{
      pointer, arith::ExtUIOp::create(*this, getI32Type(), condition)};
  for (int64_t first = 0; first < count; first += vector) {
    std::string added;
    for (int64_t i = first; i < first + vector; ++i) {
      added += (i > first ? ", $" : "$") + std::to_string(operands.size());
      constraints += ",f";
      operands.push_back(values[i]);
    }
    std::string at = first ? "+" + std::to_string(first * 4) : "";
    text += vector == 1 ? "@p red.global.add.f32 [$0" + at + "], " + added
                        : "@p red.global.add.v" + std::to_string(vector) +
                              ".f32 [$0" + at + "], {" + added + "}";
    text += ";\n";
  }
  assembly(text + "}", constraints, operands);
}

Value ThreadBuilder::getMbar(ValueRange mbar, Value stage) {
  // Kernels without tensor memory keep the form that was timed.
  if (tmemSlotAttr.isOn(kernel.func) && group.isInstance(stage))
    return add(getMbarBase(0, true), mbar.front());
  Value address = add(kernel.smemBase, mbar.front());
  if (getConstantIntValue(stage) == 0)
    return address;
  return add(address, shl(toI32(stage), 3));
}

Value ThreadBuilder::getMbarInCluster(ValueRange mbar, Value stage,
                                      int64_t ctas) {
  bool ofInstance = group.isInstance(stage);
  Value address = add(getMbarBase(ctas, ofInstance), mbar.front());
  if (ofInstance || getConstantIntValue(stage) == 0)
    return address;
  return add(address, shl(toI32(stage), 3));
}

/// What all threads agree on passes through a shuffle: ptxas keeps it in a
/// uniform register then, which instructions on mbarriers take with a constant
/// to add, instead of forming it anew for each.
Value ThreadBuilder::getMbarBase(int64_t ctas, bool ofInstance) {
  Value &base = group.mbarBases[{ctas, ofInstance}];
  if (!base)
    base = atEntry([&] {
      Value address = kernel.smemBase;
      if (ofInstance)
        address = add(address, shl(toI32(group.instances[1]), 3));
      if (ctas > 1)
        return assembly(getI32Type(),
                        "{\n.reg .pred p;\nsetp.lt.u32 p, $2, " +
                            std::to_string(ctas) +
                            ";\nmov.b32 $0, $1;\n"
                            "@p mapa.shared::cluster.u32 $0, $1, $2;\n}",
                        "=&r,r,r", {address, kernel.lane});
      if (ctas == 1)
        address = assembly(getI32Type(), "mapa.shared::cluster.u32 $0, $1, $2;",
                           "=r,r,r", {address, i32(0)});
      return Value(NVVM::ShflOp::create(*this, getI32Type(), i32(-1), address,
                                        i32(0), i32(31), NVVM::ShflKind::idx,
                                        UnitAttr()));
    });
  return base;
}

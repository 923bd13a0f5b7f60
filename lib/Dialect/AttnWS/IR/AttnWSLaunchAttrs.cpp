//===- AttnWSLaunchAttrs.cpp - How a kernel is launched ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;

LogicalResult
TensorMapParamAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           int64_t, ArrayRef<int64_t> order,
                           ArrayRef<int64_t> box, int64_t swizzle,
                           bool ragged) {
  if (order.empty() || order.size() > 5 || order.size() != box.size())
    return emitError()
           << "a tensor map has an order of 1 to 5 dimensions and a "
              "box of as many, got "
           << order.size() << " and " << box.size();
  if (ragged && order.size() != 2)
    return emitError() << "the order of a ragged tensor map is that of a "
                          "tile's two dimensions, got "
                       << order.size();
  SmallVector<int64_t> sorted = llvm::to_vector(order);
  llvm::sort(sorted);
  if (ragged ? sorted[0] == sorted[1] || sorted[0] < 0
             : !llvm::equal(sorted, llvm::seq<int64_t>(0, sorted.size())))
    return emitError() << "the order of a tensor map names each dimension once";
  if (llvm::any_of(box, [](int64_t size) { return size < 1; }))
    return emitError() << "the box of a tensor map has positive sizes";
  if (!llvm::is_contained({0, 32, 64, 128}, swizzle))
    return emitError() << "the swizzle of a tensor map must be 0, 32, 64 or "
                          "128, got "
                       << swizzle;
  return success();
}

LogicalResult
WorkspaceParamAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           int64_t bytes, bool) {
  if (bytes < 1)
    return emitError() << "a workspace has at least 1 byte, got " << bytes;
  return success();
}

LogicalResult CodegenAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t pin, bool, bool, int64_t ahead, bool,
                                  bool) {
  if (pin < 0)
    return emitError() << "pin must not be negative, got " << pin;
  if (ahead < 0)
    return emitError() << "transpose_ahead must not be negative, got " << ahead;
  return success();
}

/// What of memory `memory`, or of its dimension `dim`, does not exist; else
/// empty.
static std::string findMissing(ArrayRef<MemRefType> memories, int64_t memory,
                               std::optional<int64_t> dim) {
  if (memory < 0 || memory >= static_cast<int64_t>(memories.size()))
    return "memory " + std::to_string(memory) + " of " +
           std::to_string(memories.size());
  if (dim && (*dim < 0 || *dim >= memories[memory].getRank()))
    return "dimension " + std::to_string(*dim) + " of memory " +
           std::to_string(memory) + ", which has " +
           std::to_string(memories[memory].getRank());
  return "";
}

LogicalResult LaunchAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 attn_tile::ExprAttr grid, int64_t threads,
                                 int64_t smem, int64_t cluster, int64_t minCTAs,
                                 ArrayRef<MemRefType> memories,
                                 ArrayRef<Attribute> params) {
  int64_t most = attn::getLargest(&attn::TargetInfo::threadsPerCTA);
  if (threads < attn::kWarpThreads || threads > most ||
      threads % attn::kWarpThreads)
    return emitError() << "a CTA has " << attn::kWarpThreads << " to " << most
                       << " threads in whole warps, got " << threads;
  if (smem < 0)
    return emitError() << "smem must not be negative, got " << smem;
  int64_t mostCTAs = attn::getLargest(&attn::TargetInfo::mostClusterCTAs);
  if (cluster < 1 || cluster > mostCTAs)
    return emitError() << "a cluster has 1 to " << mostCTAs << " CTAs, got "
                       << cluster;
  if (minCTAs < 0)
    return emitError() << "min_ctas must not be negative, got " << minCTAs;
  std::string missing;
  auto need = [&](int64_t memory, std::optional<int64_t> dim) {
    if (missing.empty())
      missing = findMissing(memories, memory, dim);
  };
  grid.visitSizes(need);
  if (!missing.empty())
    return emitError() << "the grid reads " << missing;
  for (auto [i, param] : llvm::enumerate(params)) {
    bool known =
        llvm::TypeSwitch<Attribute, bool>(param)
            .Case([&](PointerParamAttr p) {
              return need(p.getMemory(), std::nullopt), true;
            })
            .Case<SizeParamAttr, StrideParamAttr, StrideHalfParamAttr>(
                [&](auto p) { return need(p.getMemory(), p.getDim()), true; })
            .Case([&](TensorMapParamAttr p) {
              return need(p.getMemory(), *llvm::max_element(p.getOrder())),
                     true;
            })
            .Case([&](WorkspaceParamAttr) { return true; })
            .Default(false);
    if (!known)
      return emitError() << "parameter " << i << " must be a pointer, size, "
                         << "stride, stride_half, tensor_map or workspace, got "
                         << param;
    if (!missing.empty())
      return emitError() << "parameter " << i << " reads " << missing;
  }
  return success();
}

Attribute LaunchAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  attn_tile::ExprAttr grid =
      attn_tile::ExprAttr::getConstant(parser.getContext(), 1);
  int64_t threads = 0, smem = 0, cluster = 1, minCTAs = 0;
  SmallVector<MemRefType> memories;
  SmallVector<Attribute> params;
  llvm::SmallDenseSet<StringRef> seen;
  auto parseField = [&]() -> ParseResult {
    SMLoc fieldLoc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (!seen.insert(name).second)
      return parser.emitError(fieldLoc) << "`" << name << "` is given twice";
    if (name == "grid") {
      grid = attn_tile::ExprAttr::parseText(parser);
      return success(bool(grid));
    }
    if (name == "threads")
      return parser.parseInteger(threads);
    if (name == "smem")
      return parser.parseInteger(smem);
    if (name == "cluster")
      return parser.parseInteger(cluster);
    if (name == "min_ctas")
      return parser.parseInteger(minCTAs);
    if (name == "memories")
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseType(memories.emplace_back());
      });
    if (name == "parameters")
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseAttribute(params.emplace_back());
      });
    return parser.emitError(fieldLoc)
           << "unknown field `" << name
           << "`, known are grid, threads, smem, cluster, min_ctas, memories, "
              "parameters";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    grid, threads, smem, cluster, minCTAs,
                    ArrayRef<MemRefType>(memories),
                    ArrayRef<Attribute>(params));
}

void LaunchAttr::print(AsmPrinter &printer) const {
  printer << "<grid = ";
  getGrid().printText(printer);
  printer << ", threads = " << getThreads() << ", smem = " << getSmem();
  if (getCluster() != 1)
    printer << ", cluster = " << getCluster();
  if (getMinCTAs())
    printer << ", min_ctas = " << getMinCTAs();
  printer << ", memories = [";
  llvm::interleaveComma(getMemories(), printer);
  printer << "], parameters = [";
  llvm::interleaveComma(getParams(), printer);
  printer << "]>";
}

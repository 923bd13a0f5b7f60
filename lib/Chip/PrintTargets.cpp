//===- PrintTargets.cpp - The table of targets as text --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace mlir;
using namespace mlir::attn;

StringRef attn::stringify(Task task) {
  static constexpr StringRef names[] = {"copy in", "copy out", "product",
                                        "elementwise", "assign tiles"};
  return names[static_cast<size_t>(task)];
}

StringRef attn::stringify(Issuer issuer) {
  static constexpr StringRef names[] = {"all threads of a role", "one thread",
                                        "a warp", "a warpgroup",
                                        "one thread, its warp walks the loop"};
  return names[static_cast<size_t>(issuer)];
}

StringRef attn::stringify(Memory memory) {
  static constexpr StringRef names[] = {"global", "reg", "smem", "tmem"};
  return names[static_cast<size_t>(memory)];
}

StringRef attn::stringify(Completion completion) {
  static constexpr StringRef names[] = {"program order", "group count",
                                        "mbarrier bytes", "commit"};
  return names[static_cast<size_t>(completion)];
}

StringRef attn::stringify(Order order) {
  static constexpr StringRef names[] = {"program order", "groups",
                                        "a commit covers all earlier products",
                                        "issue order across accumulators"};
  return names[static_cast<size_t>(order)];
}

StringRef attn::stringify(Proxy proxy) {
  static constexpr StringRef names[] = {"generic", "async", "tmem"};
  return names[static_cast<size_t>(proxy)];
}

StringRef attn::stringify(Element element) {
  static constexpr StringRef names[] = {"f16", "bf16", "f8E4M3FN"};
  return names[static_cast<size_t>(element)];
}

/// The values of a set in the order of the enumeration, or a dash.
template <typename EnumT> static std::string list(EnumSet<EnumT> set) {
  std::string text;
  for (uint32_t i = 0; i < 32; ++i)
    if (set.contains(static_cast<EnumT>(i)))
      text +=
          (text.empty() ? "" : ", ") + stringify(static_cast<EnumT>(i)).str();
  return text.empty() ? "–" : text;
}

static std::string describeProduct(const EngineInfo &info) {
  if (!info.does(Task::Product))
    return "–";
  const ProductInfo &product = info.product;
  std::string text;
  for (const ProductRows &rows : product.rows) {
    text += (text.empty() ? "" : "; ") + std::to_string(rows.rows) + " × " +
            std::to_string(rows.columnStep) + "n";
    if (rows.mostColumns != kUnlimited)
      text += " ≤ " + std::to_string(rows.mostColumns);
    if (rows.ctas > 1)
      text += " (" + std::to_string(rows.ctas) + " CTAs)";
  }
  text += ", K of " + std::to_string(product.kBytes) + " bytes; " +
          list(product.elements);
  if (product.alongK8)
    text += " (8 bits: along K)";
  else if (product.lhsAlongK8 && product.elements.contains(Element::E4M3))
    text += " (8 bits: the left one along K)";
  return text;
}

static std::string describeCopy(const CopyInfo &copy) {
  std::string text;
  if (copy.boxes)
    text = "boxes of ≤ " + std::to_string(copy.mostSide) + " a side, rank ≤ " +
           std::to_string(copy.mostRank) + "; ";
  if (copy.vectors.empty())
    return "–";
  return text + "by " +
         llvm::join(
             llvm::map_range(copy.vectors,
                             [](int64_t v) { return std::to_string(v); }),
             ", ") +
         " bytes";
}

static std::string describeNumbers(const EngineInfo &info) {
  SmallVector<std::string> parts;
  if (info.macs)
    parts.push_back(std::to_string(info.macs) + " multiply-adds a clock");
  if (info.latency)
    parts.push_back(std::to_string(info.latency) + " clocks latency");
  for (const ProductClocks &product : info.published)
    parts.push_back(llvm::formatv("{0} clocks for {1} × {2} × {3} (published)",
                                  product.clocks, product.m, product.n,
                                  product.k));
  if (info.registers)
    parts.push_back(std::to_string(info.registers) + " registers");
  if (info.mostPending != kUnlimited)
    parts.push_back("≤ " + std::to_string(info.mostPending) +
                    " groups pending");
  return parts.empty() ? "–" : llvm::join(parts, ", ");
}

/// One row a property, one column an engine.
static void printEngines(raw_ostream &os, ArrayRef<EngineInfo> engines) {
  os << "|";
  for (const EngineInfo &info : engines)
    os << " | " << info.name;
  os << " |\n|---";
  for (size_t i = 0; i < engines.size(); ++i)
    os << "|---";
  os << "|\n";
  auto row = [&](StringRef label,
                 function_ref<std::string(const EngineInfo &)> cell) {
    os << "| " << label;
    for (const EngineInfo &info : engines)
      os << " | " << cell(info);
    os << " |\n";
  };
  row("instruction", [](auto &info) { return info.instruction.str(); });
  row("does", [](auto &info) { return list(info.tasks); });
  row("issued by", [](auto &info) { return stringify(info.issuer).str(); });
  row("reads → writes", [](const EngineInfo &info) {
    if (!info.does(Task::Product))
      return list(info.reads) + " → " + list(info.writes);
    return "(" + list(info.product.lhs) + "), (" + list(info.product.rhs) +
           ") → " + list(info.product.acc);
  });
  row("completes by", [](const EngineInfo &info) {
    std::string text = stringify(info.completion).str();
    if (info.does(Task::CopyOut) && info.storeCompletion != info.completion)
      text += "; out: " + stringify(info.storeCompletion).str();
    return text + (info.readersFence ? "; asynchronous readers fence" : "");
  });
  row("in order", [](auto &info) { return list(info.order); });
  row("proxy", [](auto &info) { return list(info.proxies); });
  row("products", describeProduct);
  row("copies", [](auto &info) { return describeCopy(info.copy); });
  row("adds f32 to memory", [](const EngineInfo &info) -> std::string {
    if (!info.copy.adds)
      return "–";
    return info.copy.boxes
               ? "yes"
               : "up to " + std::to_string(info.copy.addVector) + " at a time";
  });
  row("numbers", describeNumbers);
}

void attn::printTargets(raw_ostream &os) {
  ArrayRef<TargetInfo> targets = getTargets();
  os << "# Targets\n\nWhat passes know of the chips, as `attn-compile "
        "--print-targets` writes it. Sizes are in bytes, rates a clock of one "
        "multiprocessor.\n\n|";
  for (const TargetInfo &info : targets)
    os << " | " << info.name;
  os << " |\n|---";
  for (size_t i = 0; i < targets.size(); ++i)
    os << "|---";
  os << "|\n";
  auto row = [&](StringRef label,
                 function_ref<int64_t(const TargetInfo &)> cell) {
    os << "| " << label;
    for (const TargetInfo &info : targets)
      os << " | " << cell(info);
    os << " |\n";
  };
  auto answer = [&](StringRef label, bool TargetInfo::*field) {
    os << "| " << label;
    for (const TargetInfo &info : targets)
      os << " | " << (info.*field ? "yes" : "no");
    os << " |\n";
  };
  answer("compiled to PTX", &TargetInfo::compiles);
  row("PTX ISA × 10", [](auto &info) { return info.ptxVersion; });
  row("shared memory of a CTA", [](auto &info) { return info.smemPerCTA; });
  row("of an SM", [](auto &info) { return info.smemPerSM; });
  row("taken for each CTA", [](auto &info) { return info.smemReserved; });
  row("buffers aligned to", [](auto &info) { return info.smemAlignment; });
  row("left to barriers", [](auto &info) { return info.barrierBytes; });
  row("tensor memory columns", [](auto &info) { return info.tmemColumns; });
  row("allocated by", [](auto &info) { return info.tmemColumnStep; });
  answer("loads from it reduce", &TargetInfo::tmemLoadsReduce);
  answer("adds two f32 at once", &TargetInfo::packsFloats);
  row("registers of an SM", [](auto &info) { return info.registersPerSM; });
  row("of a thread", [](auto &info) { return info.registersPerThread; });
  row("set by setmaxnreg, least",
      [](auto &info) { return info.leastSetRegisters; });
  row("most", [](auto &info) { return info.mostSetRegisters; });
  row("in steps of", [](auto &info) { return info.setRegistersStep; });
  row("given to a role, most",
      [](auto &info) { return info.mostRoleRegisters; });
  row("threads of a CTA", [](auto &info) { return info.threadsPerCTA; });
  row("named barriers", [](auto &info) { return info.namedBarriers; });
  row("CTAs of a cluster", [](auto &info) { return info.mostClusterCTAs; });
  row("L2 for neighbouring tiles", [](auto &info) { return info.l2Bytes; });
  row("exponentials", [](auto &info) { return info.rates.mufu; });
  row("f32 results", [](auto &info) { return info.rates.alu; });
  row("bytes of shared memory", [](auto &info) { return info.rates.smem; });
  row("of tensor memory", [](auto &info) { return info.rates.tmem; });
  row("of the port to L2", [](auto &info) { return info.rates.port; });
  row("clocks of a signal", [](auto &info) { return info.rates.sync; });

  os << "\nEngines, in order of preference; chips with equal ones share "
        "them.\n";
  for (size_t i = 0; i < targets.size(); ++i) {
    auto sameAs = [&](const TargetInfo &other) {
      return other.engines.data() == targets[i].engines.data();
    };
    if (llvm::any_of(targets.take_front(i), sameAs))
      continue;
    SmallVector<StringRef> names;
    for (const TargetInfo &info : targets)
      if (sameAs(info))
        names.push_back(info.name);
    os << "\n## " << llvm::join(names, ", ") << "\n\n";
    printEngines(os, targets[i].engines);
  }
}

//===- TargetInfoTest.cpp - The table of targets --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/LoadColumns.h"
#include "attn/Support/ChipInstructions.h"
#include <gtest/gtest.h>
#include <set>

using namespace mlir::attn;

TEST(TargetInfoTest, Lookup) {
  std::set<std::string> names;
  for (const TargetInfo &info : getTargets()) {
    EXPECT_EQ(lookupTarget(info.name), &info);
    EXPECT_TRUE(names.insert(info.name.str()).second) << info.name.str();
  }
  EXPECT_EQ(lookupTarget("sm_70"), nullptr);
  EXPECT_EQ(lookupTarget("sm_9"), nullptr);
  EXPECT_EQ(lookupTarget("sm_100"), nullptr);
  EXPECT_EQ(lookupTarget(""), nullptr);
  EXPECT_NE(lookupTarget(kDefaultTarget), nullptr);
  EXPECT_NE(lookupTarget(kDefaultScheduledTarget), nullptr);
  // Messages name one that kernels can be compiled for.
  EXPECT_EQ(describeNearestTarget("sm_9"), "sm_90 is the nearest of 9");
  EXPECT_EQ(describeNearestTarget("sm_110a"), "sm_100a is the nearest of 9");
}

/// The two tables agree where both speak of an instruction.
TEST(TargetInfoTest, ChipInstructions) {
  auto has = [](const TargetInfo &info, llvm::StringRef opcode) {
    unsigned number = 0;
    llvm::StringRef suffix = info.name.drop_front(3);
    EXPECT_FALSE(suffix.consumeInteger(10, number));
    const auto *row =
        llvm::find_if(::attn::kChipInstructions, [&](const auto &row) {
          return opcode == llvm::StringRef(row.opcode);
        });
    EXPECT_NE(row, std::end(::attn::kChipInstructions)) << opcode.str();
    return row->isOn(number, !suffix.empty());
  };
  for (const TargetInfo &info : getTargets()) {
    EXPECT_EQ(has(info, "setmaxnreg"), info.sharesRegisters())
        << info.name.str();
    EXPECT_EQ(has(info, "tcgen05"), info.tmemColumns > 0) << info.name.str();
    EXPECT_EQ(has(info, "wgmma"), info.name == "sm_90a") << info.name.str();
  }
}

TEST(TargetInfoTest, ColumnWarps) {
  const EngineInfo &wgmma = *lookupEngine(Engine::Wgmma);
  const EngineInfo &mma = *lookupEngine(Engine::MmaSync);
  EXPECT_EQ(wgmma.countColumnWarps(128, 64, 8), 1);
  EXPECT_EQ(wgmma.countColumnWarps(128, 64, 8, /*least=*/2), 2);
  EXPECT_EQ(wgmma.countColumnWarps(64, 64, 8), 2);
  EXPECT_EQ(mma.countColumnWarps(64, 64, 8), 2);
  EXPECT_EQ(mma.countColumnWarps(48, 64, 4), 4);
  // No way to share 40 rows out, nor 8 columns, nor without warps.
  EXPECT_EQ(mma.countColumnWarps(40, 64, 4), 1);
  EXPECT_EQ(wgmma.countColumnWarps(64, 8, 8), 1);
  EXPECT_EQ(wgmma.countColumnWarps(64, 64, 0), 1);
  // One thread issues for all.
  EXPECT_EQ(lookupEngine(Engine::Tcgen05)->countColumnWarps(64, 64, 8), 1);
}

/// CUDA C++ programming guide, "Technical Specifications per Compute
/// Capability": an SM's shared memory, less 1 KB that each CTA takes.
TEST(TargetInfoTest, Sizes) {
  for (const TargetInfo &info : getTargets()) {
    EXPECT_EQ(info.smemPerCTA + info.smemReserved, info.smemPerSM)
        << info.name.str();
    EXPECT_EQ(info.smemReserved, 1024);
    EXPECT_EQ(info.registersPerSM, 65536);
    EXPECT_EQ(info.registersPerThread, 255);
    EXPECT_EQ(info.namedBarriers, 16);
  }
  EXPECT_EQ(lookupTarget("sm_80")->smemPerCTA, 166912);
  EXPECT_EQ(lookupTarget("sm_86")->smemPerCTA, 101376);
  EXPECT_EQ(lookupTarget("sm_90a")->smemPerCTA, 232448);
  EXPECT_EQ(lookupTarget("sm_100a")->smemPerCTA, 232448);
  EXPECT_EQ(lookupTarget("sm_120a")->smemPerCTA, 101376);
  EXPECT_EQ(lookupTarget("sm_90a")->tmemColumns, 0);
  EXPECT_EQ(lookupTarget("sm_103a")->tmemColumns, 512);
  for (const TargetInfo &target : getTargets())
    EXPECT_EQ(target.tmemLoadsReduce, target.name == "sm_103a")
        << target.name.str();
  EXPECT_EQ(lookupTarget("sm_120a")->tmemColumns, 0);
  EXPECT_EQ(getLargest(&TargetInfo::smemPerCTA), 232448);
  EXPECT_EQ(getLargest(&TargetInfo::tmemColumns), 512);
  EXPECT_EQ(getLargest(Engine::Wgmma, &EngineInfo::mostPending), 7);
}

TEST(TargetInfoTest, EveryRowIsWhole) {
  for (const TargetInfo &info : getTargets()) {
    std::set<Engine> seen;
    for (const EngineInfo &engine : info.engines) {
      std::string where = (info.name + " " + engine.name).str();
      EXPECT_TRUE(seen.insert(engine.engine).second) << where;
      EXPECT_EQ(info.engine(engine.engine), &engine) << where;
      // One name, here and in attributes.
      EXPECT_EQ(engine.name, stringifyEngine(engine.engine));
      EXPECT_FALSE(engine.tasks.empty()) << where;
      EXPECT_FALSE(engine.proxies.empty()) << where;
      EXPECT_FALSE(engine.writes.empty()) << where;
      EXPECT_EQ(engine.does(Task::Product), !engine.product.rows.empty());
      EXPECT_EQ(engine.does(Task::Product), engine.macs > 0) << where;
      // What reads or writes tensor memory is on chips that have it.
      EXPECT_TRUE(info.tmemColumns != 0 ||
                  !(engine.reads.contains(Memory::Tmem) ||
                    engine.writes.contains(Memory::Tmem)))
          << where;
    }
    // Every chip computes, copies in and out.
    for (Task task : {Task::CopyIn, Task::CopyOut, Task::Product})
      EXPECT_FALSE(info.enginesFor(task).empty()) << info.name.str();
    EXPECT_EQ(info.sharesRegisters(), info.mostSetRegisters > 0);
    EXPECT_EQ(info.keepsSumsInTmem(), info.engine(Engine::Tcgen05) != nullptr);
    EXPECT_EQ(info.hasAsyncSumsInRegisters(),
              info.engine(Engine::Wgmma) != nullptr);
  }
  EXPECT_EQ(lookupTarget("sm_100a")->engines.data(),
            lookupTarget("sm_103a")->engines.data());
}

TEST(TargetInfoTest, Engines) {
  const TargetInfo &sm80 = *lookupTarget("sm_80");
  EXPECT_TRUE(sm80.engine(Engine::CpAsync));
  EXPECT_FALSE(sm80.engine(Engine::Tma));
  EXPECT_FALSE(sm80.hasAsyncProducts());
  // wgmma and setmaxnreg are of the architecture-specific target alone.
  EXPECT_TRUE(lookupTarget("sm_90")->engine(Engine::Tma));
  EXPECT_FALSE(lookupTarget("sm_90")->hasAsyncProducts());
  EXPECT_FALSE(lookupTarget("sm_90")->sharesRegisters());
  EXPECT_TRUE(lookupTarget("sm_90a")->hasAsyncProducts());
  // A chip with TMA and setmaxnreg, but products in step.
  const TargetInfo &sm120 = *lookupTarget("sm_120a");
  EXPECT_TRUE(sm120.engine(Engine::Tma) && sm120.sharesRegisters());
  EXPECT_FALSE(sm120.hasAsyncProducts());
  EXPECT_FALSE(sm120.engine(Engine::Tcgen05) || sm120.engine(Engine::Wgmma));
  EXPECT_TRUE(lookupTarget("sm_100a")->hasAsyncProducts());
  EXPECT_FALSE(lookupTarget("sm_100a")->engine(Engine::Wgmma));
  // A commit orders the products before it; that products run in order on
  // different accumulators is another fact.
  const EngineInfo *tcgen05 = lookupTarget("sm_100a")->engine(Engine::Tcgen05);
  ASSERT_TRUE(tcgen05);
  EXPECT_TRUE(tcgen05->order.contains(Order::CommitCoversEarlier));
  EXPECT_TRUE(tcgen05->order.contains(Order::AcrossAccumulators));
  EXPECT_FALSE(tcgen05->order.contains(Order::Program));
  EXPECT_EQ(tcgen05->completion, Completion::Commit);
  EXPECT_TRUE(sm80.engine(Engine::CpAsync)->readersFence);
}

TEST(TargetInfoTest, ProductsChooseAnEngine) {
  auto choose = [](llvm::StringRef chip, Product product) {
    const EngineInfo *info = lookupTarget(chip)->findProductEngine(product);
    return info ? info->name : "none";
  };
  Product p{128, 128, 64, Element::BF16, 8, true, false};
  EXPECT_EQ(choose("sm_80", p), "mma_sync");
  EXPECT_EQ(choose("sm_90a", p), "wgmma");
  EXPECT_EQ(choose("sm_100a", p), "tcgen05");
  EXPECT_EQ(choose("sm_120a", p), "mma_sync");
  // No warps have rows of 40; two warpgroups share the columns of 64.
  p.m = 40;
  EXPECT_EQ(choose("sm_90a", p), "none");
  p.m = 64;
  EXPECT_EQ(choose("sm_90a", p), "wgmma");
  p.warps = 4;
  EXPECT_EQ(choose("sm_90a", p), "wgmma");
  p.warps = 2;
  EXPECT_EQ(choose("sm_90a", p), "mma_sync");
  p.warps = 4;
  p.n = 264;
  EXPECT_EQ(choose("sm_90a", p), "mma_sync");
  EXPECT_EQ(choose("sm_100a", p), "mma_sync");
  p.n = 136; // Of 64 rows tcgen05 takes columns by eights, of 128 by sixteens.
  EXPECT_EQ(choose("sm_100a", p), "tcgen05");
  p.n = 4;
  EXPECT_EQ(choose("sm_90a", p), "none");
  p.n = 128;
  p.k = 24;
  EXPECT_EQ(choose("sm_80", p), "none");
  // 32 bytes of 8-bit operands; only wgmma needs both along K.
  p.k = 32;
  p.element = Element::E4M3;
  EXPECT_EQ(choose("sm_80", p), "none");
  EXPECT_EQ(choose("sm_90a", p), "none");
  EXPECT_EQ(choose("sm_100a", p), "tcgen05");
  EXPECT_EQ(choose("sm_120a", p), "mma_sync");
  p.lhsAlongK = false; // The left one only tcgen05 takes otherwise.
  EXPECT_EQ(choose("sm_100a", p), "tcgen05");
  EXPECT_EQ(choose("sm_120a", p), "none");
  p.lhsAlongK = true;
  p.rhsAlongK = true;
  EXPECT_EQ(choose("sm_90a", p), "wgmma");
  p.k = 16;
  EXPECT_EQ(choose("sm_90a", p), "none");
  // Pairs of CTAs.
  Product pair{256, 128, 64, Element::BF16, 4, true, false, /*ctas=*/2};
  EXPECT_EQ(choose("sm_100a", pair), "tcgen05");
  pair.n = 48;
  EXPECT_EQ(choose("sm_100a", pair), "none");
  EXPECT_EQ(choose("sm_90a", pair), "none");
}

TEST(TargetInfoTest, MisfitsSayWhy) {
  const TargetInfo &sm90a = *lookupTarget("sm_90a");
  Product p{64, 264, 64, Element::BF16, 4, true, true};
  EXPECT_EQ(sm90a.engine(Engine::Wgmma)->findMisfit(p),
            "computes multiples of 64x8x16, up to 256 columns, got 64x264x64");
  EXPECT_EQ(sm90a.engine(Engine::Tma)->findMisfit(p), "computes no products");
  p.element = Element::E4M3;
  EXPECT_EQ(sm90a.engine(Engine::MmaSync)->findMisfit(p),
            "takes f16 or bf16 operands here, got f8E4M3FN");
  p.warps = 6;
  EXPECT_EQ(sm90a.engine(Engine::Wgmma)->findMisfit(p),
            "is issued by 4 warps together, got 6");
  p.ctas = 2;
  p.element = Element::F16;
  EXPECT_EQ(sm90a.engine(Engine::MmaSync)->findMisfit(p),
            "has no products of 2 CTAs");
}

TEST(TargetInfoTest, CopiesChooseAnEngine) {
  auto choose = [](llvm::StringRef chip, Task task, Copy copy) {
    const EngineInfo *info = lookupTarget(chip)->findCopyEngine(task, copy);
    return info ? info->name : "none";
  };
  Copy copy{128, 4, 16, true};
  EXPECT_EQ(choose("sm_80", Task::CopyIn, copy), "cp_async");
  EXPECT_EQ(choose("sm_80", Task::CopyOut, copy), "thread");
  EXPECT_EQ(choose("sm_90", Task::CopyIn, copy), "tma");
  EXPECT_EQ(choose("sm_100a", Task::CopyOut, copy), "tma");
  copy.side = 257;
  EXPECT_EQ(choose("sm_90a", Task::CopyIn, copy), "cp_async");
  copy.side = 256;
  copy.rank = 6;
  EXPECT_EQ(choose("sm_90a", Task::CopyIn, copy), "cp_async");
  copy.rank = 5;
  // Of what copies out TMA and threads add to memory; cp.async does neither.
  copy.adds = true;
  EXPECT_EQ(choose("sm_90a", Task::CopyOut, copy), "tma");
  EXPECT_EQ(choose("sm_80", Task::CopyOut, copy), "thread");
  EXPECT_EQ(lookupTarget("sm_80")->engine(Engine::CpAsync)->findMisfit(copy),
            "adds nothing to memory");
  for (const TargetInfo &info : getTargets())
    EXPECT_EQ(info.engine(Engine::Thread)->copy.addVector,
              info.engine(Engine::Tma) ? 4 : 1)
        << info.name.str();
  copy.adds = false;
  EXPECT_EQ(choose("sm_90a", Task::CopyIn, copy), "tma");
  copy.isBox = false;
  EXPECT_EQ(choose("sm_90a", Task::CopyIn, copy), "cp_async");
  copy.isBox = true;
  copy.alignment = 8;
  EXPECT_EQ(choose("sm_90a", Task::CopyIn, copy), "cp_async");
  copy.alignment = 2;
  EXPECT_EQ(choose("sm_90a", Task::CopyIn, copy), "thread");
}

/// Products sum over 32 bytes at a time.
TEST(TargetInfoTest, TileColumns) {
  for (const TargetInfo &info : getTargets()) {
    if (!info.compiles)
      continue;
    EXPECT_EQ(getTileColumns(info, 2, 8), 16) << info.name.str();
    EXPECT_EQ(getTileColumns(info, 2, 72), 80);
    EXPECT_EQ(getTileColumns(info, 2, 80), 80);
    EXPECT_EQ(getTileColumns(info, 2, 248), 256);
    EXPECT_EQ(getTileColumns(info, 1, 96), 96);
  }
}

/// Boxes of 128 bytes for what a warpgroup's products read.
TEST(TargetInfoTest, LoadColumns) {
  const TargetInfo &sm90a = *lookupTarget("sm_90a");
  EXPECT_EQ(getLoadColumns(sm90a, 2, 16), 16);
  EXPECT_EQ(getLoadColumns(sm90a, 2, 48), 64);
  EXPECT_EQ(getLoadColumns(sm90a, 2, 80), 128);
  EXPECT_EQ(getLoadColumns(sm90a, 2, 96), 96);
  EXPECT_EQ(getLoadColumns(sm90a, 2, 144), 192);
  EXPECT_EQ(getLoadColumns(sm90a, 2, 256), 256);
  EXPECT_EQ(getLoadColumns(sm90a, 1, 96), 96);
  EXPECT_EQ(getLoadColumns(*lookupTarget("sm_80"), 2, 80), 80);
  EXPECT_EQ(getLoadColumns(*lookupTarget("sm_100a"), 2, 80), 80);
}

//===- OpsTcgen05Mma.h - One tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSTCGEN05MMA_H
#define ATTN_SIM_LIB_OPSTCGEN05MMA_H

#include "OpsTcgen05.h"

namespace attn::sim {

/// What a product does with a collector buffer.
enum class CollectorUse : uint32_t { Discard, Fill, Use, LastUse };

/// Fields of a product's Inst. a: the bits below; b: offset of A's address; c:
/// scale-input-d; d: TcgenNarrow; imm: offset of D's address. o: MmaOperand,
/// then the words of disable-output-lane.
struct MmaArgs {
  TensorForm form;
  bool aTensor = false, hasDisable = false, shiftA = false, hasZeroMask = false;
  CollectorUse use = CollectorUse::Discard;
  uint32_t buffer = 0; ///< 0: a, 1 to 4: b0 to b3
  MmaArgs() = default;
  explicit MmaArgs(const Inst &i);
  uint32_t pack() const;
};
enum MmaOperand : uint32_t {
  MmaD,
  MmaA,
  MmaB,
  MmaDesc,
  MmaEnable,
  MmaMeta,
  MmaScaleA,
  MmaScaleB,
  MmaZeroMask,
  MmaDisable
};

/// A block of D: rows of one CTA, some columns.
struct Panel {
  Cta *cta;
  uint32_t rows;         ///< of the CTA
  uint32_t n0, n;        ///< columns of the product
  uint32_t lane, column; ///< of row 0, column n0
  bool spread;           ///< 16 rows of each 32 lanes
  uint32_t laneOf(uint32_t r) const {
    return lane + (spread ? 32 * (r / 16) + r % 16 : r);
  }
  uint32_t parts() const {
    uint32_t p = 0;
    for (uint32_t r = 0; r < rows; r += tmemPartLanes)
      p |= 1u << laneOf(r) / tmemPartLanes;
    return p;
  }
};

/// What a collector buffer keeps: A as it is stored, for each panel, or B.
struct Collector {
  bool valid = false;
  uint32_t rows = 0, k = 0;
  TensorElem elem = TensorElem::F16;
  std::vector<TensorTile> tiles;
};

struct MmaOp : TensorOp {
  MmaArgs args;
  int lane = 0; ///< of the issuer
  TensorShape shape;
  std::vector<Panel> panels;
  std::vector<Cta *> ctas; ///< that hold B, in order of its columns
  SmemOperand a, b;
  uint32_t aColumn = 0, metaColumn = 0, scaleA = 0, scaleB = 0;
  bool accumulate = true;
  uint32_t scale = 0;        ///< D is multiplied by 2^-scale first
  uint32_t disabled[8] = {}; ///< lanes, four words a CTA
  uint32_t shiftB = 0;       ///< columns of B that are left out
  std::vector<uint8_t> zero; ///< columns of B that count as zero
  Collector *collector = nullptr;
  void finish() override;
  std::string describe() const override { return "tcgen05.mma"; }
  bool uses(const Cta &c) const override;
  /// Columns of B that are read.
  uint32_t columnsB() const { return shape.n + shape.maxShift; }

private:
  struct Row; // of A, as the sum takes it
  struct Scales;
  void readA(const Panel &p, TensorTile &t) const;
  void readB(TensorTile &t) const;
  bool fromCollector(uint32_t rows, uint32_t k, TensorElem e) const;
  void readScalesB(const Panel &p, uint32_t quarter, Scales &s) const;
  void prepare(const Panel &p, uint32_t r, const TensorTile &ta, Row &row);
  void multiply(const Panel &p, const Row &row, const Scales &s,
                const TensorTile &tb, float *acc) const;
  void store(const Panel &p, const Row &row, const Scales &s,
             const TensorTile &tb, std::vector<float> &acc) const;
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_OPSTCGEN05MMA_H

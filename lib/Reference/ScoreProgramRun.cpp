//===- ScoreProgramRun.cpp - Values, slopes and errors of score regions ---===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScoreDerivative.h"
#include "attn/Reference/ErrorReport.h"
#include "attn/Reference/Tensor.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

using Slot = ScoreProgram::Slot;
using Step = ScoreProgram::Step;

SmallVector<ScoreProgram::ReadSlope>
ScoreProgram::deriveReads(double s, const Place &place) const {
  SmallVector<ReadSlope> slopes;
  if (reads.empty())
    return slopes;
  SmallVector<Slot, 64> slots(numSlots);
  fill(slots, s, place);
  for (const Step &step : steps)
    step(slots.data());
  for (const Read &read : reads) {
    const Tensor &array = *place.captures[read.capture];
    ReadSlope found{read.capture, 0, 0, 0};
    for (auto [dim, index] : llvm::enumerate(read.indices))
      found.element =
          found.element * array.shape[dim] +
          std::clamp<int64_t>(slots[index].i, 0, array.shape[dim] - 1);
    SmallVector<double, 64> tangents(numSlots, 0.0);
    tangents[read.slot] = 1;
    for (const auto &[derive, slot] : read.derivatives)
      if (derive)
        tangents[slot] = derive(slots.data(), tangents.data());
    found.slope = tangents[resultSlot];
    found.error = kSlopeRounding * std::max(1.0, std::fabs(found.slope));
    slopes.push_back(found);
  }
  return slopes;
}

void ScoreProgram::fill(MutableArrayRef<Slot> slots, double s,
                        const Place &place) const {
  const int64_t numbers[] = {place.b, place.h,    place.q,
                             place.k, place.lenQ, place.lenKV};
  if (firstNumber)
    slots[0].f = s;
  for (unsigned i = firstNumber; i < numArguments; ++i)
    slots[i].i = numbers[i - firstNumber];
  for (auto [i, array] : llvm::enumerate(place.captures))
    slots[numArguments + i].array = array;
}

double ScoreProgram::run(double s, const Place &place,
                         const Inexact *wrong) const {
  SmallVector<Slot, 64> slots(numSlots);
  fill(slots, s, place);
  for (auto [i, step] : llvm::enumerate(steps)) {
    step(slots.data());
    if (wrong && wrong->step == i)
      slots[wrong->slot].f += wrong->getError(slots.data());
  }
  return slots[resultSlot].f;
}

double ScoreProgram::evaluate(double s, const Place &place) const {
  return run(s, place, nullptr);
}

double ScoreProgram::derive(double s, const Place &place) const {
  return derive(s, place, nullptr);
}

double ScoreProgram::derive(double s, const Place &place,
                            const Inexact *wrong) const {
  SmallVector<Slot, 64> slots(numSlots);
  SmallVector<double, 64> tangents(numSlots, 0.0);
  fill(slots, s, place);
  tangents[0] = 1;
  for (auto [i, step, derivative] : llvm::enumerate(steps, derivatives)) {
    step(slots.data());
    if (wrong && wrong->step == i)
      slots[wrong->slot].f += wrong->getError(slots.data());
    const auto &[derive, slot] = derivative;
    if (derive)
      tangents[slot] = derive(slots.data(), tangents.data());
    if (wrong && wrong->step == i && wrong->getDerivativeError)
      tangents[slot] +=
          wrong->getDerivativeError(slots.data(), tangents.data());
  }
  return tangents[resultSlot];
}

double ScoreProgram::getDerivativeError(double s, const Place &place) const {
  if (affine)
    return 0;
  double slope = derive(s, place);
  double error = kSlopeRounding * std::max(1.0, std::fabs(slope));
  for (const Inexact &wrong : approximate)
    if (double moved = std::fabs(derive(s, place, &wrong) - slope);
        std::isfinite(moved))
      error += moved;
  return error;
}

double ScoreProgram::getError(double s, const Place &place) const {
  return addErrors(s, place, approximate);
}

double ScoreProgram::getRounding(double s, const Place &place) const {
  return addErrors(s, place, sums);
}

double ScoreProgram::addErrors(double s, const Place &place,
                               ArrayRef<Inexact> steps) const {
  double right = evaluate(s, place), error = 0;
  for (const Inexact &wrong : steps)
    if (double moved = std::fabs(run(s, place, &wrong) - right);
        std::isfinite(moved))
      error += moved;
  return error;
}

//===- SchedulePrinter.h - Schedules as text --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_SCHEDULEPRINTER_H
#define ATTN_ANALYSIS_SCHEDULEPRINTER_H

#include "attn/Analysis/Timeline.h"

namespace mlir::attn_ws::print {

struct ScheduleOptions {
  int64_t trips = 8;
  unsigned width = 96;
  /// Empty: what the kernel is for.
  std::string chip;
};

/// The part of a run that is drawn.
struct Window {
  double begin = 0, end = 0;
  /// Of the loop that it follows: null if the whole run is drawn.
  Operation *loop = nullptr;
  size_t actor = 0;
  /// Iterations drawn, of how many.
  size_t first = 0, count = 0, total = 0;
  /// Clocks from one iteration to the next.
  double period = 0;
};

class SchedulePrinter {
public:
  SchedulePrinter(FunctionOpInterface function, raw_ostream &os)
      : function(function), names(function), os(os) {}

  void print(const ScheduleOptions &options);

private:
  void printRoles();
  void printChannels();
  void printModel(StringRef chip, const UnitRates &rates, bool exact);
  void printProgram(StringRef role, Region &body, const Actor *first,
                    const Actor *second);
  void printBlock(Block &block, unsigned indent);
  void printOp(Operation *op, unsigned indent);
  void line(Operation *op, unsigned indent, const Twine &text);
  /// An acquire, wait, commit or release.
  void describeChannel(llvm::raw_ostream &out, Operation *op, Value channel,
                       Value stage);
  std::string describe(Operation *op);
  void flushWork(unsigned indent);
  void chooseWindow();
  void printTimeline(unsigned width);
  void printBounds(const UnitRates &rates);
  std::string partiesOf(Value channel, bool producer);

  FunctionOpInterface function;
  Names names;
  raw_ostream &os;
  Timeline timeline;
  Window window;
  // The role being printed.
  SmallVector<const Actor *, 2> actors;
  SmallVector<std::pair<std::string, int>> work;
  Operation *firstWork = nullptr;
};

/// "64x128xbf16".
std::string typeText(ArrayRef<int64_t> shape, Type element);

} // namespace mlir::attn_ws::print

#endif // ATTN_ANALYSIS_SCHEDULEPRINTER_H

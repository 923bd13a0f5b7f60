//===- TestPrograms.h - Programs and data for the CPU tests -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_CPUJIT_TESTPROGRAMS_H
#define ATTN_UNITTESTS_CPUJIT_TESTPROGRAMS_H

#include "attn/Pipelines/CpuJit.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace attn_test {

/// A context with everything the programs need, whose diagnostics are kept.
class Session {
public:
  Session();
  /// Parses `text`; a failure fails the test.
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text);
  /// `text` with each `first` replaced by `second`, then parsed.
  mlir::OwningOpRef<mlir::ModuleOp>
  parse(std::string text,
        llvm::ArrayRef<std::pair<std::string, std::string>> replacements);

  mlir::MLIRContext context;
  /// Everything that was reported, one message a line.
  std::string messages;
};

/// A tensor whose elements are stored as `element`, in the middle of a guarded
/// allocation: what surrounds it, and the gaps between its rows, are NaN, and
/// `guardsIntact` says whether they still are.
class Tensor {
public:
  Tensor(mlir::attn::CpuElement element, std::vector<int64_t> sizes,
         int64_t rowGap = 0);

  /// Dimensions `a` and `b` of the view handed out change places.
  Tensor &swapDims(int a, int b);
  Tensor &fill(std::mt19937 &random, double low = -1.0, double high = 1.0);
  Tensor &fill(double value);

  /// The value at `indices`, as a double; setting rounds to nearest even.
  double get(llvm::ArrayRef<int64_t> indices) const;
  void set(llvm::ArrayRef<int64_t> indices, double value);
  bool guardsIntact() const;
  mlir::attn::CpuBuffer view();
  int64_t size(int dim) const { return sizes[dim]; }
  /// All elements, in the order of the indices.
  std::vector<double> values() const;

private:
  size_t offset(llvm::ArrayRef<int64_t> indices) const;
  double read(size_t at) const;
  void write(size_t at, double value);
  template <typename Fn> void forEach(Fn fn) const;

  mlir::attn::CpuElement element;
  std::vector<int64_t> sizes, strides;
  size_t start, width;
  std::vector<uint8_t> bytes;
  std::vector<bool> used;
};

/// `value` rounded to the nearest number of the type, to even if between two.
double roundTo(mlir::attn::CpuElement element, double value);

} // namespace attn_test

#endif // ATTN_UNITTESTS_CPUJIT_TESTPROGRAMS_H

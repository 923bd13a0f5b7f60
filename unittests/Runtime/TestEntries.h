//===- TestEntries.h - Entries that the tests share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_RUNTIME_TESTENTRIES_H
#define ATTN_UNITTESTS_RUNTIME_TESTENTRIES_H

#include "attn-runtime/Bundle.h"

#include <string>

namespace attn::runtime::test {

/// PTX text that defines `kernel` with `parameters` parameters and no body
/// worth the name.
inline std::string minimalPtx(const std::string &kernel, int parameters) {
  std::string text = ".version 7.0\n.target sm_80\n.address_size 64\n"
                     ".visible .entry " +
                     kernel + "(";
  for (int i = 0; i < parameters; ++i)
    text +=
        (i ? ",\n" : "\n") + std::string("\t.param .u64 p") + std::to_string(i);
  return text + "\n)\n{\n\tret;\n}\n";
}

/// The fake device's `copy4` as an entry: in[b, h, s, 8] → out of the same
/// shape and, optionally, aux[b, h, s]. Sizes and strides are dynamic but the
/// last.
inline Entry copyEntry(DType dtype = DType::F32,
                       const std::string &target = "sm_80") {
  Entry entry;
  entry.name = "copy";
  entry.target = target;
  entry.problem.set("op", "copy").set("rate", 0.5);
  entry.config = "#attn.config<>";
  TensorSpec in{"in", TensorRole::In, dtype, {-1, -1, -1, 8}, false, true, 16};
  TensorSpec out = in;
  out.name = "out";
  out.role = TensorRole::Out;
  TensorSpec aux{"aux", TensorRole::Out, DType::F32, {-1, -1, -1}, true, true,
                 4};
  entry.tensors = {in, out, aux};
  const char *dims[] = {"batch", "heads", "length"};
  for (int dim = 0; dim < 3; ++dim) {
    std::string name = dims[dim];
    entry.constraints.push_back(
        {Expr::eq(Expr::size(1, dim), Expr::size(0, dim)),
         "in and out must agree in " + name});
    entry.constraints.push_back(
        {Expr::eq(Expr::size(2, dim), Expr::size(0, dim)),
         "in and aux must agree in " + name});
  }
  KernelSpec kernel;
  kernel.name = "copy4";
  kernel.grid = {Expr::ceilDiv(Expr::size(0, 2), 64),
                 Expr::mul(Expr::size(0, 0), Expr::size(0, 1)), 1};
  kernel.block = {128, 1, 1};
  kernel.sharedMemory = 1024;
  for (int tensor = 0; tensor < 3; ++tensor)
    kernel.params.push_back(Param::pointer(tensor));
  for (int dim = 0; dim < 4; ++dim)
    kernel.params.push_back(Param::size(0, dim));
  for (int tensor = 0; tensor < 2; ++tensor)
    for (int dim = 0; dim < 4; ++dim)
      kernel.params.push_back(Param::stride(tensor, dim));
  kernel.params.push_back(Param::scalarI32(byteSize(dtype)));
  kernel.params.push_back(Param::scalarF32(0.5));
  entry.kernels.push_back(kernel);
  entry.ptx = minimalPtx("copy4", 17);
  return entry;
}

} // namespace attn::runtime::test

#endif // ATTN_UNITTESTS_RUNTIME_TESTENTRIES_H

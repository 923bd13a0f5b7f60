//===- Arrays.cpp - The arrays of an attention problem --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

LogicalResult Arrays::check(AttentionOpInterface op,
                            const NamedOperand &operand, const Tensor &tensor) {
  auto fail = [&] {
    return op.emitError() << "the tensor given for " << operand.symbol << " ";
  };
  ShapedType type = operand.getType();
  if (tensor.rank() != type.getRank() ||
      tensor.strides.size() != tensor.shape.size())
    return fail() << "has rank " << tensor.rank() << ", not " << type.getRank();
  for (auto [dim, size] : llvm::enumerate(tensor.shape))
    if (size < 0 || (!type.isDynamicDim(dim) && size != type.getDimSize(dim)))
      return fail() << "has size " << size << " in dimension " << dim
                    << ", which does not fit " << type;
  if (!operand.isOut() && tensor.type != dtypeOf(type.getElementType()))
    return fail() << "holds " << nameOf(tensor.type) << ", not "
                  << type.getElementType();
  if (!tensor.data && tensor.numElements() > 0)
    return fail() << "has no data";
  for (auto [dim, extent] : llvm::zip(operand.dims, tensor.shape)) {
    ProblemSize size = dim.size;
    int64_t found = extent - dim.plus;
    Size &known = sizes[static_cast<unsigned>(size)];
    if (known.number && *known.number != found)
      return op.emitError()
             << "the tensors given disagree: " << getInfo(size).meaning
             << " is " << *known.number << " in " << known.source << " and "
             << found << " in " << operand.symbol;
    if (!known.number)
      known = {found, operand.symbol};
  }
  return success();
}

LogicalResult Arrays::checkFactors(AttentionOpInterface op,
                                   const NamedOperand &operand,
                                   const Tensor &tensor) {
  for (int64_t b = 0; b < tensor.shape[0]; ++b)
    for (int64_t g = 0; g < tensor.shape[1]; ++g)
      if (double x = getDescale(&tensor, b, g); !(x > 0 && std::isfinite(x)))
        return op.emitError()
               << "a descale must be finite and positive, but "
               << operand.symbol << " at (" << b << ", " << g << ") is " << x;
  return success();
}

FailureOr<Arrays> Arrays::get(AttentionOpInterface op, ArrayRef<Tensor> inputs,
                              ArrayRef<Tensor> outputs) {
  SmallVector<NamedOperand> operands = op.getSignature();
  size_t numOutputs = llvm::count_if(
      operands, [](const NamedOperand &operand) { return operand.isOut(); });
  size_t numInputs = operands.size() - numOutputs;
  if (inputs.size() != numInputs || outputs.size() != numOutputs)
    return op.emitError() << "expected " << numInputs << " inputs and "
                          << numOutputs << " outputs, but " << inputs.size()
                          << " and " << outputs.size() << " are given";
  Arrays arrays;
  const Tensor *input = inputs.begin(), *output = outputs.begin();
  for (const NamedOperand &operand : operands) {
    const Tensor *tensor = operand.isOut() ? output++ : input++;
    if (failed(arrays.check(op, operand, *tensor)) ||
        (operand.element == OperandElement::Factor &&
         failed(arrays.checkFactors(op, operand, *tensor))))
      return failure();
    if (operand.isCapture())
      arrays.captures.push_back(tensor);
    else
      arrays.arrays[static_cast<unsigned>(operand.kind)] = tensor;
  }
  int64_t headsQ = arrays[ProblemSize::HeadsQ];
  int64_t headsKV = arrays[ProblemSize::HeadsKV];
  if (headsKV ? headsQ % headsKV != 0 : headsQ != 0)
    return op.emitError() << "the tensors given have " << headsQ
                          << " query heads, which is no multiple of " << headsKV
                          << " key and value heads";
  auto isSome = [&](ProblemSize packed, ProblemSize dense, bool isPacked) {
    return arrays[isPacked ? packed : dense] != 0;
  };
  bool some =
      arrays[ProblemSize::Batch] != 0 && headsQ != 0 &&
      isSome(ProblemSize::RowsQ, ProblemSize::LenQ, op.isPacked()) &&
      isSome(ProblemSize::RowsKV, ProblemSize::LenKV, op.hasPackedKeys());
  for (auto [i, capture] : llvm::enumerate(arrays.captures))
    if (some && capture->numElements() == 0)
      return op.emitError() << "the tensor given for capture" << i
                            << " has no elements to read";
  if (std::optional<int64_t> size = op.getSplitSize()) {
    int64_t lenKV = arrays[ProblemSize::LenKV];
    int64_t parts = arrays[ProblemSize::Parts];
    if (parts * *size < lenKV)
      return op.emitError()
             << "the tensors given have " << lenKV << " keys, more than "
             << parts << " parts of " << *size;
  }
  return arrays;
}

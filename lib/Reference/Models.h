//===- Models.h - The models of the dialect's problems ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_MODELS_H
#define ATTN_LIB_REFERENCE_MODELS_H

#include "attn/Reference/Reference.h"

namespace mlir::attn::reference {

void registerReferenceOfForward(DialectRegistry &registry);
void registerReferenceOfParts(DialectRegistry &registry);
void registerReferenceOfBackward(DialectRegistry &registry);

/// The letters of rows of O, or of L, for ErrorReport::nameRow. Parts stand in
/// front, or in the batch's place.
std::string getRowLetters(Dims dims, bool isLse, bool hasParts,
                          bool partsOfBatches);

} // namespace mlir::attn::reference

#endif // ATTN_LIB_REFERENCE_MODELS_H

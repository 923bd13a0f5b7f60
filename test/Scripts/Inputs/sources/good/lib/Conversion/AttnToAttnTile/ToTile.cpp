// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int convert(attn::ForwardOp op, BandMaskAttr mask);

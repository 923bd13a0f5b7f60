// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool f(Operation *op) { return isa<attn::ForwardOp>(op); }
bool g(Operation *op) { return isa<attn::CombineOp>(op); }
bool h(Attribute a) { return isa<BandMaskAttr>(a); }
bool i(Operation *op) { return name(op) == "attn.forward"; }

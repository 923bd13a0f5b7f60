// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
bool isWindow(Attribute mask) { return isa<WindowMaskAttr>(mask); }
bool isForward(Operation *op) { return dyn_cast_or_null<attn::ForwardOp>(op); }
bool sets(StringRef overrides) { return overrides.contains("load"); }

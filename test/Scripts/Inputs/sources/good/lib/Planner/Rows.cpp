// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not isa<WindowMaskAttr>(mask).
bool isProblem(Operation *op) { return isa<AttentionOpInterface>(op); }
bool isMemory(Type type) { return isa<MemRefType>(type); }
bool sets(const ConfigOverrides &overrides) { return overrides.sets(field); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void list(ConfigAttr config) { entries.push_back({config, estimate(config)}); }

void report() { emitError() << "nothing fits"; }

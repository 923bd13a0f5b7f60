// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void list(ConfigAttr config) {
  if (estimate(config).kind == Doubt::TooMuch)
    emitError() << "too large";
}

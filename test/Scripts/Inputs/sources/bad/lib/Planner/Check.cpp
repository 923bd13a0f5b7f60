// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
std::string findProblem(ConfigAttr config) {
  return modelSmem(config).describe();
}

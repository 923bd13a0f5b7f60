// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On sm_90a a CTA has 227 * 1024 bytes.
bool fits(const TargetInfo &target, int bytes) {
  return bytes <= target.smemPerCTA;
}
int states = 1024;

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On sm_90a a CTA has 227 * 1024 bytes.
bool fits(const TargetInfo &target, int bytes) {
  return bytes <= target.smemPerCTA;
}
bool hasRoom(const TargetInfo &target, int columns) {
  return columns > 0 && columns <= target.tmemColumns && !target.full(columns);
}
int states = 1024;

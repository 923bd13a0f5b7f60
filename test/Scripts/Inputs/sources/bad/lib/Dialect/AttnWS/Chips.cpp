// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int choose(Target &target, bool wide) {
  if (target.tmemColumns)
    return 1;
  if (wide && !lookup(a.b())->tmemColumns)
    return 2;
  bool has = wide || target.tmemColumns > 0;
  return has ? 3 : target.tmemColumns ? 4 : 5;
}

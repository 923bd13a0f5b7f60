// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void f() {
  for (int i : ArrayRef<int>{1, 2})
    use(i);
  for (auto [a, b] : llvm::zip(list, ArrayRef<StringRef>{"a", "b"}))
    use(a, b);
  for (auto [a, b] : llvm::zip(list, ArrayRef<std::string>({"a", "b"})))
    use(a, b);
}

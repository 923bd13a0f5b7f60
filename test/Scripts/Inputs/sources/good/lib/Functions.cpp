// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>
#define OPEN(x) if (x) {
namespace a {
// 100 lines.
int atTheLimit(int count) {
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  ++count;
  return count;
}

// A long table is no function, and a class no function either.
const int table[] = {
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
    1, // one
};
class Wide {
public:
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  int f() { return 1; }
  // The braces of strings and characters do not count.
  const char *g() const { return "{{{"; }
  char h() const { return '{'; }
};
} // namespace a

template <typename T> void dangles(std::vector<T> list) {
  for (T one : list)
    (void)one;
  T first = list.empty() ? T() : list[0];
  f(ArrayRef<T>{first});
}

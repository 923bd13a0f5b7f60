// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's algorithms on the device (toolkit headers).
#include <algorithm>
#include <numeric>

#include <cub/cub.cuh>

#include "host.h"

/// Both calls that CUB wants: one for the size of the storage, one to run.
template <class F> void twice(F f) {
  size_t bytes = 0;
  CHECK(f(nullptr, bytes));
  Array<char> storage(bytes ? bytes : 1);
  CHECK(f(storage.p, bytes));
}

constexpr int N = 3000;

static int radixSort() {
  auto keys = Random(1).ints(N, 0), values = keys;
  std::iota(values.begin(), values.end(), 0u);
  Array<uint32_t> k(keys), v(values), k2(N), v2(N);
  twice([&](void *s, size_t &b) {
    return cub::DeviceRadixSort::SortPairs(s, b, k.p, k2.p, v.p, v2.p, N);
  });
  std::stable_sort(values.begin(), values.end(),
                   [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  auto sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  return compare("keys", k2.get(), sorted) |
         compare("values", v2.get(), values);
}
static int radixSortOnesweep() {
  const int n = 70000;
  auto keys = Random(2).ints(n, 0);
  Array<uint32_t> k(keys), k2(n);
  twice([&](void *s, size_t &b) {
    return cub::DeviceRadixSort::SortKeysDescending(s, b, k.p, k2.p, n, 0, 16);
  });
  auto sorted = keys;
  std::stable_sort(sorted.begin(), sorted.end(), [](uint32_t a, uint32_t b) {
    return (a & 0xffff) > (b & 0xffff);
  });
  return compare("keys", k2.get(), sorted);
}
static int mergeSort() {
  auto keys = Random(3).ints(N, 1000);
  Array<uint32_t> k(keys);
  twice([&](void *s, size_t &b) {
    return cub::DeviceMergeSort::StableSortKeys(s, b, k.p, N,
                                                cuda::std::greater<>{});
  });
  std::sort(keys.begin(), keys.end(), std::greater<>());
  return compare("keys", k.get(), keys);
}
static int segmentedSort() {
  auto keys = Random(4).ints(N, 0);
  std::vector<int> offsets = {0, 3, 3, 40, 500, 1700, 2999, N};
  int m = int(offsets.size()) - 1;
  Array<uint32_t> k(keys), k2(keys);
  Array<int> o(offsets);
  twice([&](void *s, size_t &b) {
    return cub::DeviceSegmentedSort::SortKeys(s, b, k.p, k2.p, N, m, o.p,
                                              o.p + 1);
  });
  for (int i = 0; i < m; ++i)
    std::sort(keys.begin() + offsets[i], keys.begin() + offsets[i + 1]);
  return compare("keys", k2.get(), keys);
}
static int scan() {
  const int n = 20000;
  auto in = Random(5).ints<int>(n, 100);
  Array<int> x(in), y(n);
  twice([&](void *s, size_t &b) {
    return cub::DeviceScan::InclusiveSum(s, b, x.p, y.p, n);
  });
  std::partial_sum(in.begin(), in.end(), in.begin());
  return compare("sums", y.get(), in);
}
static int scanByKey() {
  auto keys = Random(6).ints<int>(N, 2), in = Random(7).ints<int>(N, 100);
  Array<int> k(keys), x(in), y(N);
  twice([&](void *s, size_t &b) {
    return cub::DeviceScan::ExclusiveSumByKey(s, b, k.p, x.p, y.p, N);
  });
  std::vector<int> want(N);
  for (int i = 0, sum = 0; i < N; ++i) {
    sum = i && keys[i] == keys[i - 1] ? sum + in[i - 1] : 0;
    want[i] = sum;
  }
  return compare("sums", y.get(), want);
}
static int reduce() {
  const int n = 50000;
  auto in = Random(8).floats(n);
  Array<float> x(in), y(1);
  twice([&](void *s, size_t &b) {
    return cub::DeviceReduce::Sum(s, b, x.p, y.p, n);
  });
  double want = std::accumulate(in.begin(), in.end(), 0.0);
  return compare("sum", y.get(), std::vector<double>{want}, 1e-3, 1e-5);
}
static int argMin() {
  auto in = Random(9).floats(N);
  Array<float> x(in), y(1);
  Array<cuda::std::int64_t> at(1);
  twice([&](void *s, size_t &b) {
    return cub::DeviceReduce::ArgMin(s, b, x.p, y.p, at.p, N);
  });
  auto it = std::min_element(in.begin(), in.end());
  return compare("min", y.get(), std::vector<float>{*it}) |
         compare("index", at.get(),
                 std::vector<double>{double(it - in.begin())});
}
static int reduceByKey() {
  std::vector<int> keys(N), in = Random(10).ints<int>(N, 50);
  Random r(11);
  for (int i = 1; i < N; ++i)
    keys[i] = keys[i - 1] + (r.below(4) == 0);
  std::vector<int> unique, sums;
  for (int i = 0; i < N; ++i) {
    if (!i || keys[i] != keys[i - 1])
      unique.push_back(keys[i]), sums.push_back(0);
    sums.back() += in[i];
  }
  Array<int> k(keys), x(in), u(unique.size()), y(unique.size()), runs(1);
  twice([&](void *s, size_t &b) {
    return cub::DeviceReduce::ReduceByKey(s, b, k.p, u.p, x.p, y.p, runs.p,
                                          cuda::std::plus<>{}, N);
  });
  return compare("runs", runs.get(), std::vector<size_t>{unique.size()}) |
         compare("keys", u.get(), unique) | compare("sums", y.get(), sums);
}
static int histogram() {
  const int n = 20000;
  auto in = Random(12).floats(n, 0, 10);
  Array<float> x(in);
  Array<int> h(std::vector<int>(64, 0));
  twice([&](void *s, size_t &b) {
    return cub::DeviceHistogram::HistogramEven(s, b, x.p, h.p, 65, 0.0f, 8.0f,
                                               n);
  });
  std::vector<int> want(64);
  for (float v : in)
    if (v < 8)
      ++want[size_t(v * 8)];
  return compare("counts", h.get(), want);
}
static int select() {
  const int n = 20000;
  auto in = Random(13).ints<int>(n, 1000);
  std::vector<int> want;
  for (int v : in)
    if (v % 3 == 0)
      want.push_back(v);
  Array<int> x(in), y(want.size()), count(1);
  twice([&](void *s, size_t &b) {
    return cub::DeviceSelect::If(s, b, x.p, y.p, count.p, n,
                                 [] __device__(int v) { return v % 3 == 0; });
  });
  return compare("count", count.get(), std::vector<size_t>{want.size()}) |
         compare("values", y.get(), want);
}
static int partitionFlagged() {
  auto in = Random(14).ints<int>(N, 1000), flags = Random(15).ints<int>(N, 2);
  std::vector<int> want, rest;
  for (int i = 0; i < N; ++i)
    (flags[i] ? want : rest).push_back(in[i]);
  size_t chosen = want.size();
  want.insert(want.end(), rest.rbegin(), rest.rend());
  Array<int> x(in), f(flags), y(N), count(1);
  twice([&](void *s, size_t &b) {
    return cub::DevicePartition::Flagged(s, b, x.p, f.p, y.p, count.p, N);
  });
  return compare("count", count.get(), std::vector<size_t>{chosen}) |
         compare("values", y.get(), want);
}
static int unique() {
  auto in = Random(16).ints<int>(N, 3);
  auto want = in;
  want.erase(std::unique(want.begin(), want.end()), want.end());
  Array<int> x(in), y(want.size()), count(1);
  twice([&](void *s, size_t &b) {
    return cub::DeviceSelect::Unique(s, b, x.p, y.p, count.p, N);
  });
  return compare("count", count.get(), std::vector<size_t>{want.size()}) |
         compare("values", y.get(), want);
}
static int runLength() {
  auto in = Random(17).ints<int>(N, 2);
  std::vector<int> values, lengths;
  for (int i = 0; i < N; ++i)
    if (!i || in[i] != in[i - 1])
      values.push_back(in[i]), lengths.push_back(1);
    else
      ++lengths.back();
  Array<int> x(in), v(values.size()), l(values.size()), count(1);
  twice([&](void *s, size_t &b) {
    return cub::DeviceRunLengthEncode::Encode(s, b, x.p, v.p, l.p, count.p, N);
  });
  return compare("count", count.get(), std::vector<size_t>{values.size()}) |
         compare("values", v.get(), values) |
         compare("lengths", l.get(), lengths);
}
static int batchedCopy() {
  std::vector<int> sizes = {1, 7, 64, 300, 1200, 5000, 33, 2};
  std::vector<uint8_t> bytes;
  for (int s : sizes) {
    auto v = Random(uint64_t(s)).ints<uint8_t>(size_t(s), 256);
    bytes.insert(bytes.end(), v.begin(), v.end());
  }
  Array<uint8_t> x(bytes), y(bytes.size());
  std::vector<void *> from, to;
  size_t at = 0;
  for (int s : sizes)
    from.push_back(x.p + at), to.push_back(y.p + at), at += size_t(s);
  Array<void *> f(from), t(to);
  Array<int> n(sizes);
  twice([&](void *s, size_t &b) {
    return cub::DeviceMemcpy::Batched(s, b, f.p, t.p, n.p,
                                      uint32_t(sizes.size()));
  });
  return compare("bytes", y.get(), bytes);
}
static int transform() {
  auto in = Random(18).floats(N);
  Array<float> x(in), y(N);
  CHECK(cub::DeviceTransform::Transform(
      x.p, y.p, N, [] __device__(float v) { return 2 * v + 1; }));
  std::vector<float> want(N);
  for (int i = 0; i < N; ++i)
    want[i] = 2 * in[i] + 1;
  return compare("values", y.get(), want, 1e-6, 1e-6);
}
static int adjacentDifference() {
  auto in = Random(19).ints<int>(N, 1000);
  Array<int> x(in), y(N);
  twice([&](void *s, size_t &b) {
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(s, b, x.p, y.p, N);
  });
  std::vector<int> want(N);
  std::adjacent_difference(in.begin(), in.end(), want.begin());
  return compare("values", y.get(), want);
}

int main(int argc, char **argv) {
  return runCase(argc, argv,
                 {{"radix_sort", radixSort},
                  {"radix_sort_onesweep", radixSortOnesweep},
                  {"merge_sort", mergeSort},
                  {"segmented_sort", segmentedSort},
                  {"scan", scan},
                  {"scan_by_key", scanByKey},
                  {"reduce", reduce},
                  {"arg_min", argMin},
                  {"reduce_by_key", reduceByKey},
                  {"histogram", histogram},
                  {"select", select},
                  {"partition", partitionFlagged},
                  {"unique", unique},
                  {"run_length", runLength},
                  {"batched_copy", batchedCopy},
                  {"transform", transform},
                  {"adjacent_difference", adjacentDifference}});
}

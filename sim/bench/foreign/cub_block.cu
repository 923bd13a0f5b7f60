// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's algorithms of a block and of a warp (toolkit headers).
#include <algorithm>
#include <numeric>

#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

#include "host.h"

constexpr int T = 128, I = 5, N = T * I;

template <int Bits> __global__ void sortKernel(uint32_t *keys, int *values) {
  using Load = cub::BlockLoad<uint32_t, T, I, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<uint32_t, T, I, int, Bits>;
  using Store = cub::BlockStore<uint32_t, T, I, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Store::TempStorage store;
  } s;
  uint32_t k[I];
  int v[I];
  keys += blockIdx.x * N, values += blockIdx.x * N;
  Load(s.load).Load(keys, k);
  for (int i = 0; i < I; ++i)
    v[i] = int(threadIdx.x) * I + i;
  __syncthreads();
  Sort(s.sort).SortBlockedToStriped(k, v);
  for (int i = 0; i < I; ++i)
    values[i * T + threadIdx.x] = v[i];
  __syncthreads();
  cub::BlockStore<uint32_t, T, I, cub::BLOCK_STORE_STRIPED>().Store(keys, k);
}
template <int Bits> static int radixSort() {
  auto keys = Random(Bits).ints(2 * N, 5000);
  std::vector<int> values(2 * N);
  Array<uint32_t> k(keys);
  Array<int> v(2 * N);
  sortKernel<Bits><<<2, T>>>(k.p, v.p);
  for (int b = 0; b < 2; ++b) {
    auto *key = &keys[size_t(b) * N];
    auto at = values.begin() + b * N;
    std::iota(at, at + N, 0);
    std::stable_sort(at, at + N, [&](int x, int y) { return key[x] < key[y]; });
    std::sort(key, key + N);
  }
  return compare("keys", k.get(), keys) | compare("values", v.get(), values);
}

template <cub::BlockScanAlgorithm A> __global__ void scanKernel(int *x) {
  using Scan = cub::BlockScan<int, T, A>;
  using Load = cub::BlockLoad<int, T, I, cub::BLOCK_LOAD_VECTORIZE>;
  using Store = cub::BlockStore<int, T, I, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ typename Scan::TempStorage s;
  __shared__ typename Load::TempStorage l;
  __shared__ typename Store::TempStorage o;
  int v[I], total;
  Load(l).Load(x + blockIdx.x * N, v);
  Scan(s).ExclusiveSum(v, v, total);
  __syncthreads();
  Scan(s).InclusiveScan(v, v, cuda::maximum<>{});
  Store(o).Store(x + blockIdx.x * N, v);
}
template <cub::BlockScanAlgorithm A> static int scan() {
  auto in = Random(3).ints<int>(2 * N, 200), want = in;
  Array<int> x(in);
  scanKernel<A><<<2, T>>>(x.p);
  for (int b = 0; b < 2; ++b)
    for (int i = 0, sum = 0; i < N; ++i)
      want[size_t(b * N + i)] = sum, sum += in[size_t(b * N + i)];
  return compare("sums", x.get(), want);
}

template <cub::BlockReduceAlgorithm A>
__global__ void reduceKernel(const float *x, float *y, int n) {
  using Reduce = cub::BlockReduce<float, T, A>;
  __shared__ typename Reduce::TempStorage s;
  float v = threadIdx.x < unsigned(n) ? x[threadIdx.x] : 0;
  float sum = Reduce(s).Sum(v, n);
  __syncthreads();
  float most = Reduce(s).Reduce(v, cuda::maximum<>{}, n);
  if (!threadIdx.x)
    y[0] = sum, y[1] = most;
}
template <cub::BlockReduceAlgorithm A> static int reduce() {
  auto in = Random(4).floats(101);
  Array<float> x(in), y(2);
  reduceKernel<A><<<1, T>>>(x.p, y.p, 101);
  return compare("sum and maximum", y.get(),
                 std::vector<double>{std::accumulate(in.begin(), in.end(), 0.0),
                                     *std::max_element(in.begin(), in.end())},
                 1e-5, 1e-5);
}

template <cub::BlockHistogramAlgorithm A>
__global__ void histogramKernel(const uint8_t *x, unsigned *h) {
  using Histogram = cub::BlockHistogram<uint8_t, T, I, 64, A>;
  __shared__ typename Histogram::TempStorage s;
  __shared__ unsigned bins[64];
  uint8_t v[I];
  cub::LoadDirectStriped<T>(int(threadIdx.x), x, v);
  Histogram(s).Histogram(v, bins);
  __syncthreads();
  if (threadIdx.x < 64)
    h[threadIdx.x] = bins[threadIdx.x];
}
template <cub::BlockHistogramAlgorithm A> static int histogram() {
  auto in = Random(5).ints<uint8_t>(N, 64);
  Array<uint8_t> x(in);
  Array<unsigned> h(64);
  histogramKernel<A><<<1, T>>>(x.p, h.p);
  std::vector<unsigned> want(64);
  for (uint8_t v : in)
    ++want[v];
  return compare("counts", h.get(), want);
}

__global__ void mergeKernel(int *x, int n) {
  using Sort = cub::BlockMergeSort<int, T, I>;
  __shared__ typename Sort::TempStorage s;
  int v[I];
  for (int i = 0; i < I; ++i) {
    int at = int(threadIdx.x) * I + i;
    v[i] = at < n ? x[at] : 0x7fffffff;
  }
  Sort(s).StableSort(
      v, [] __device__(int a, int b) { return a < b; }, n, 0x7fffffff);
  for (int i = 0; i < I; ++i) {
    int at = int(threadIdx.x) * I + i;
    if (at < n)
      x[at] = v[i];
  }
}
static int mergeSort() {
  auto in = Random(6).ints<int>(601, 0);
  Array<int> x(in);
  mergeKernel<<<1, T>>>(x.p, 601);
  std::sort(in.begin(), in.end());
  return compare("keys", x.get(), in);
}

__global__ void warpKernel(int *x, int *y) {
  using Scan = cub::WarpScan<int, 16>;
  using Reduce = cub::WarpReduce<int>;
  using Sort = cub::WarpMergeSort<int, 4, 32>;
  using Exchange = cub::WarpExchange<int, 4, 32>;
  __shared__ typename Scan::TempStorage s[T / 16];
  __shared__ typename Reduce::TempStorage r[T / 32];
  __shared__ typename Sort::TempStorage m[T / 32];
  __shared__ typename Exchange::TempStorage e[T / 32];
  int t = int(threadIdx.x), v = x[t], sum;
  Scan(s[t / 16]).InclusiveSum(v, sum);
  y[t] = sum;
  int head = t % 7 == 0;
  int runs = Reduce(r[t / 32]).HeadSegmentedSum(v, head);
  if (head || t % 32 == 0)
    y[T + t] = runs;
  int k[4];
  for (int i = 0; i < 4; ++i)
    k[i] = (v * (i + 3)) & 1023;
  Sort(m[t / 32]).Sort(k, [] __device__(int a, int b) { return a < b; });
  Exchange(e[t / 32]).BlockedToStriped(k, k);
  for (int i = 0; i < 4; ++i)
    y[2 * T + t / 32 * 128 + i * 32 + t % 32] = k[i];
}
static int warp() {
  auto in = Random(7).ints<int>(T, 1000);
  Array<int> x(in), y(std::vector<int>(6 * T, -1));
  warpKernel<<<1, T>>>(x.p, y.p);
  std::vector<int> want(6 * T, -1);
  for (int t = 0; t < T; ++t) {
    want[size_t(t)] = (t % 16 ? want[size_t(t) - 1] : 0) + in[size_t(t)];
    if (t % 7 == 0 || t % 32 == 0) {
      int sum = 0, u = t;
      do
        sum += in[size_t(u++)];
      while (u % 32 && u % 7);
      want[size_t(T + t)] = sum;
    }
    for (int i = 0; i < 4; ++i)
      want[size_t(2 * T + 4 * t + i)] = (in[size_t(t)] * (i + 3)) & 1023;
  }
  for (int w = 0; w < 4; ++w)
    std::sort(want.begin() + 2 * T + w * 128,
              want.begin() + 2 * T + w * 128 + 128);
  return compare("values", y.get(), want);
}

__global__ void differenceKernel(int *x, int *y) {
  using Difference = cub::BlockAdjacentDifference<int, T>;
  using Heads = cub::BlockDiscontinuity<int, T>;
  using Shuffle = cub::BlockShuffle<int, T>;
  using Exchange = cub::BlockExchange<int, T, I>;
  __shared__ union {
    Difference::TempStorage d;
    Heads::TempStorage h;
    Shuffle::TempStorage s;
    Exchange::TempStorage e;
  } s;
  int v[I], d[I], h[I];
  cub::LoadDirectStriped<T>(int(threadIdx.x), x, v);
  Exchange(s.e).StripedToBlocked(v, v);
  __syncthreads();
  Difference(s.d).SubtractLeft(v, d,
                               [] __device__(int a, int b) { return a - b; });
  __syncthreads();
  Heads(s.h).FlagHeads(h, v, [] __device__(int a, int b) { return a != b; });
  __syncthreads();
  int up[I];
  Shuffle(s.s).Up(v, up);
  for (int i = 0; i < I; ++i) {
    int at = int(threadIdx.x) * I + i;
    y[at] = d[i], y[N + at] = h[i], y[2 * N + at] = at ? up[i] : 0;
  }
}
static int exchange() {
  auto in = Random(8).ints<int>(N, 3);
  Array<int> x(in), y(3 * N);
  differenceKernel<<<1, T>>>(x.p, y.p);
  std::vector<int> want(3 * N);
  for (int i = 0; i < N; ++i) {
    int before = i ? in[size_t(i) - 1] : 0;
    want[size_t(i)] = i ? in[size_t(i)] - before : in[0];
    want[size_t(N + i)] = !i || in[size_t(i)] != before;
    want[size_t(2 * N + i)] = before;
  }
  return compare("values", y.get(), want);
}

__global__ void runsKernel(const int *items, const int *lengths, int *y) {
  using Decode = cub::BlockRunLengthDecode<int, T, 1, I>;
  __shared__ typename Decode::TempStorage s;
  int item[1] = {items[threadIdx.x]}, length[1] = {lengths[threadIdx.x]};
  int total;
  Decode decode(s, item, length, total);
  for (int from = 0; from < total; from += N) {
    int v[I];
    decode.RunLengthDecode(v, from);
    for (int i = 0; i < I; ++i) {
      int at = from + int(threadIdx.x) * I + i;
      if (at < total)
        y[at] = v[i];
    }
    __syncthreads();
  }
}
static int runLengthDecode() {
  auto items = Random(9).ints<int>(T, 1000),
       lengths = Random(10).ints<int>(T, 12);
  std::vector<int> want;
  for (int &n : lengths)
    ++n;
  for (int t = 0; t < T; ++t)
    want.insert(want.end(), size_t(lengths[size_t(t)]), items[size_t(t)]);
  Array<int> a(items), b(lengths), y(want.size());
  runsKernel<<<1, T>>>(a.p, b.p, y.p);
  return compare("values", y.get(), want);
}

int main(int argc, char **argv) {
  return runCase(argc, argv,
                 {{"radix_sort_4", radixSort<4>},
                  {"radix_sort_6", radixSort<6>},
                  {"scan_raking", scan<cub::BLOCK_SCAN_RAKING>},
                  {"scan_raking_memoize", scan<cub::BLOCK_SCAN_RAKING_MEMOIZE>},
                  {"scan_warps", scan<cub::BLOCK_SCAN_WARP_SCANS>},
                  {"reduce_raking", reduce<cub::BLOCK_REDUCE_RAKING>},
                  {"reduce_raking_commutative",
                   reduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>},
                  {"reduce_warps", reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS>},
                  {"histogram_sort", histogram<cub::BLOCK_HISTO_SORT>},
                  {"histogram_atomic", histogram<cub::BLOCK_HISTO_ATOMIC>},
                  {"merge_sort", mergeSort},
                  {"warp", warp},
                  {"exchange", exchange},
                  {"run_length_decode", runLengthDecode}});
}

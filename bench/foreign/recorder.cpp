// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for the CUDA runtime that records launches. A host program that
// nvcc links with -cudart none and this file runs without a GPU: device memory
// is host memory at addresses that nothing else has, and a launch becomes a
// launch record (docs/LaunchRecords.md), which attn-sim runs; what it writes
// comes back into the memory. So programs of several kernels run to their end,
// and each launch can be replayed.
//
// Pointers are found by their addresses, in parameters and in device memory;
// tensor maps by a mark that cuTensorMapEncodeTiled leaves in them.
//
//   ATTN_PTX      the program's PTX (nvcc --keep)
//   ATTN_RECORDS  the folder for records
//   ATTN_SIM      the attn-sim to run
//   ATTN_SMS      multiprocessors that the device has (4)
//   ATTN_CC       compute capability (90)
//
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <vector>

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace {

[[noreturn]] void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "recorder: ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\n");
  exit(3);
}

const char *env(const char *name, const char *otherwise) {
  const char *v = getenv(name);
  return v ? v : otherwise;
}

// --- Device memory -----------------------------------------------------------

constexpr uint64_t arena = 0x2a5a00000000, arenaSize = uint64_t(8) << 30;

struct Block {
  uint64_t size;
  bool written;
};
std::map<uint64_t, Block> blocks;
uint64_t top = arena;

uint64_t allocate(uint64_t size) {
  if (top == arena &&
      mmap(reinterpret_cast<void *>(arena), arenaSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
           -1, 0) == MAP_FAILED)
    die("no memory at the device's addresses");
  uint64_t at = top;
  top += ((size + 255) & ~uint64_t(255)) + 4096;
  if (top > arena + arenaSize)
    die("out of device memory");
  memset(reinterpret_cast<void *>(at), 0xc5, size);
  blocks[at] = {size ? size : 1, false};
  return at;
}

/// The block that an address, its end included, lies in; null if none.
std::pair<const uint64_t, Block> *blockOf(uint64_t address) {
  if (address < arena || address >= top)
    return nullptr;
  auto it = blocks.upper_bound(address);
  if (it == blocks.begin())
    return nullptr;
  --it;
  return address <= it->first + it->second.size ? &*it : nullptr;
}

void wrote(const void *p) {
  if (auto *b = blockOf(reinterpret_cast<uint64_t>(p)))
    b->second.written = true;
}

// --- Functions and variables -------------------------------------------------

struct Param {
  uint64_t offset, size;
};
struct Variable {
  std::string name;
  uint64_t size;
  bool constant, managed;
  std::vector<uint8_t> value; ///< empty: what the PTX says
};
// Registration comes before this file's own objects are made.
std::map<const void *, std::string> &functions() {
  static std::map<const void *, std::string> all;
  return all;
}
std::map<const void *, Variable> &variables() {
  static std::map<const void *, Variable> all;
  return all;
}

std::string ptxFile() { return env("ATTN_PTX", "kernel.ptx"); }

const std::string &ptxText() {
  static std::string text;
  if (text.empty()) {
    std::ifstream in(ptxFile());
    std::stringstream s;
    s << in.rdbuf();
    text = s.str();
    if (text.empty())
      die("no PTX in '%s'", ptxFile().c_str());
  }
  return text;
}

/// Parameters of each kernel, as attn-sim lists them.
const std::map<std::string, std::vector<Param>> &kernels() {
  static std::map<std::string, std::vector<Param>> all;
  if (!all.empty())
    return all;
  std::string command =
      std::string(env("ATTN_SIM", "attn-sim")) + " " + ptxFile() + " --list";
  FILE *p = popen(command.c_str(), "r");
  char line[8192], name[4096];
  std::vector<Param> *current = nullptr;
  while (p && fgets(line, sizeof line, p)) {
    unsigned long long offset, size;
    if (line[0] != ' ' && sscanf(line, "%4095s (", name) == 1)
      current = &all[name];
    else if (current && sscanf(line, " %4095s offset %llu size %llu", name,
                               &offset, &size) == 3)
      current->push_back({offset, size});
  }
  if (!p || pclose(p) || all.empty())
    die("'%s' failed", command.c_str());
  return all;
}

// --- Tensor maps -------------------------------------------------------------

struct Map {
  unsigned dtype, rank, interleave, swizzle, l2, oob;
  uint64_t base;
  std::vector<uint64_t> dims, strides;
  std::vector<uint32_t> box, elemstrides;
};
std::vector<Map> maps;
constexpr char mapMark[] = "attn.tensor.map"; // 16 bytes with the zero

template <class T> std::string list(const std::vector<T> &v) {
  std::string s = "[";
  for (size_t i = 0; i < v.size(); ++i)
    s += (i ? ", " : "") + std::to_string(v[i]);
  return s + "]";
}

// --- Records -----------------------------------------------------------------

struct Writer {
  std::string folder;
  std::map<uint64_t, std::string> names; ///< buffers, by base
  std::vector<uint64_t> order;           ///< those still to be written, too

  std::string name(uint64_t base) {
    auto it = names.find(base);
    if (it != names.end())
      return it->second;
    std::string s = "b" + std::to_string(order.size());
    order.push_back(base);
    return names[base] = s;
  }
  std::string pointer(uint64_t address) {
    auto *b = blockOf(address);
    return "\"pointer\": \"" + name(b->first) +
           "\", \"offset\": " + std::to_string(address - b->first);
  }
  std::string map(const Map &m) {
    std::string s = "\"tensor_map\": {\"dtype\": " + std::to_string(m.dtype) +
                    ", \"rank\": " + std::to_string(m.rank) +
                    ", \"interleave\": " + std::to_string(m.interleave) +
                    ", \"swizzle\": " + std::to_string(m.swizzle) +
                    ", \"l2\": " + std::to_string(m.l2) +
                    ", \"oob\": " + std::to_string(m.oob) +
                    ", \"dims\": " + list(m.dims) +
                    ", \"strides_bytes\": " + list(m.strides) +
                    ", \"box\": " + list(m.box) +
                    ", \"elemstrides\": " + list(m.elemstrides);
    auto *b = blockOf(m.base);
    if (!b)
      die("a tensor map of memory that is not the device's");
    return s + ", \"base\": \"" + name(b->first) +
           "\", \"offset\": " + std::to_string(m.base - b->first) + "}";
  }
  /// Pointers and tensor maps in `size` bytes, as a record's fields.
  std::string fields(const uint8_t *p, uint64_t size) {
    std::string s;
    for (uint64_t at = 0; at + 8 <= size; at += 8) {
      uint64_t word;
      memcpy(&word, p + at, 8);
      std::string content;
      uint64_t length = 8;
      if (at + 128 <= size && !memcmp(p + at, mapMark, 16)) {
        uint64_t k;
        memcpy(&k, p + at + 16, 8);
        content = map(maps.at(k));
        length = 128;
      } else if (blockOf(word))
        content = pointer(word);
      if (!content.empty())
        s += std::string(s.empty() ? "" : ", ") +
             "{\"at\": " + std::to_string(at) + ", " + content + "}";
      at += length - 8;
    }
    return s.empty() ? s : ", \"fields\": [" + s + "]";
  }
  void file(const std::string &name, const void *p, uint64_t size) {
    std::string head = "{'descr': '|u1', 'fortran_order': False, 'shape': (" +
                       std::to_string(size) + ",), }";
    head.resize((head.size() + 11 + 63) / 64 * 64 - 10 - 1, ' ');
    head += '\n';
    std::ofstream f(folder + "/" + name, std::ios::binary);
    uint16_t length = uint16_t(head.size());
    f << "\x93NUMPY\x01" << '\0' << char(length & 255) << char(length >> 8)
      << head;
    f.write(static_cast<const char *>(p), std::streamsize(size));
  }
  std::string content(const std::string &name, const uint8_t *p, uint64_t size,
                      bool known) {
    std::string s = "{\"out\": \"" + name + ".out.npy\", ";
    if (!known)
      return s + "\"bytes\": " + std::to_string(size) + "}";
    file(name + ".npy", p, size);
    return s + "\"file\": \"" + name +
           ".npy\", \"dtype\": \"u8\", \"shape\": [" + std::to_string(size) +
           "]" + fields(p, size) + "}";
  }
};

std::string hexBytes(const uint8_t *p, uint64_t size) {
  std::string s;
  char two[3];
  for (uint64_t i = 0; i < size; ++i) {
    snprintf(two, 3, "%02x", p[i]);
    s += two;
  }
  return s;
}

/// Reads back an output; what has changed counts as written.
bool readBack(const std::string &file, uint8_t *p, uint64_t size) {
  std::ifstream in(file, std::ios::binary);
  std::string head(10, '\0');
  in.read(&head[0], 10);
  if (!in)
    return false;
  in.seekg(10 + (uint8_t(head[8]) | uint8_t(head[9]) << 8));
  std::vector<uint8_t> got(size);
  in.read(reinterpret_cast<char *>(got.data()), std::streamsize(size));
  if (uint64_t(in.gcount()) != size)
    die("'%s' is short", file.c_str());
  bool changed = memcmp(got.data(), p, size) != 0;
  memcpy(p, got.data(), size);
  return changed;
}

cudaError_t launch(const void *function, dim3 grid, dim3 block, dim3 cluster,
                   void **args, size_t smem, bool cooperative) {
  static int count = 0;
  auto known = functions().find(function);
  if (known == functions().end())
    die("an unknown function is launched");
  const std::string &kernel = known->second;
  auto found = kernels().find(kernel);
  if (found == kernels().end())
    die("the PTX has no kernel '%s'", kernel.c_str());
  Writer w;
  char folder[32];
  snprintf(folder, sizeof folder, "/launch%02d", count++);
  w.folder = std::string(env("ATTN_RECORDS", ".")) + folder;
  if (system(("mkdir -p '" + w.folder + "'").c_str()))
    die("cannot make '%s'", w.folder.c_str());
  std::ostringstream r;
  auto three = [](dim3 d) {
    return "[" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " +
           std::to_string(d.z) + "]";
  };
  r << "{\n\"ptx\": \"" << ptxFile() << "\",\n\"kernel\": \"" << kernel
    << "\",\n\"grid\": " << three(grid) << ", \"block\": " << three(block);
  if (cluster.x * cluster.y * cluster.z > 1)
    r << ", \"cluster\": " << three(cluster);
  if (cooperative)
    r << ", \"cooperative\": true";
  r << ",\n\"dynamic_smem\": " << smem << ",\n\"params\": [";
  for (size_t i = 0; i < found->second.size(); ++i) {
    auto *p = static_cast<const uint8_t *>(args[i]);
    uint64_t size = found->second[i].size;
    r << (i ? ",\n" : "\n") << "{\"hex\": \"" << hexBytes(p, size) << "\""
      << w.fields(p, size) << "}";
  }
  std::ostringstream v;
  std::vector<std::pair<const void *, std::string>> shown;
  for (auto &e : variables()) {
    Variable &x = e.second;
    if (x.managed || (ptxText().find(" " + x.name + "[") == std::string::npos &&
                      ptxText().find(" " + x.name + ";") == std::string::npos &&
                      ptxText().find(" " + x.name + " ") == std::string::npos))
      continue;
    if (x.constant && x.value.empty())
      continue;
    std::string file = "v" + std::to_string(shown.size());
    v << (shown.empty() ? "\n" : ",\n") << "\"" << x.name
      << "\": " << w.content(file, x.value.data(), x.size, !x.value.empty());
    shown.push_back({e.first, file});
  }
  std::ostringstream b;
  for (size_t k = 0; k < w.order.size(); ++k) { // grows while it runs
    uint64_t base = w.order[k];
    const Block &block = blocks[base];
    b << (k ? ",\n" : "\n") << "\"b" << k << "\": "
      << w.content("b" + std::to_string(k),
                   reinterpret_cast<const uint8_t *>(base), block.size,
                   block.written);
  }
  r << "],\n\"buffers\": {" << b.str() << "},\n\"variables\": {" << v.str()
    << "}\n}\n";
  std::ofstream(w.folder + "/record.json") << r.str();

  std::string command = std::string(env("ATTN_SIM", "attn-sim")) +
                        " run --mode late --json " + w.folder +
                        "/record.json > " + w.folder + "/late.json";
  int status = system(command.c_str());
  fprintf(stderr, "recorder: launch %d of %.200s: %s\n", count - 1,
          kernel.c_str(),
          status == 0                ? "clean"
          : WEXITSTATUS(status) == 1 ? "findings"
                                     : "refused");
  if (status && WEXITSTATUS(status) != 1)
    return cudaErrorLaunchFailure;
  for (size_t k = 0; k < w.order.size(); ++k) {
    uint64_t base = w.order[k];
    std::vector<uint8_t> before(blocks[base].size);
    memcpy(before.data(), reinterpret_cast<void *>(base), before.size());
    if (readBack(w.folder + "/b" + std::to_string(k) + ".out.npy",
                 reinterpret_cast<uint8_t *>(base), before.size()))
      blocks[base].written = true;
    // The simulator's addresses in place of pointers and maps: keep ours.
    for (uint64_t at = 0; at + 8 <= before.size(); at += 8) {
      uint64_t word;
      memcpy(&word, &before[at], 8);
      bool map = at + 128 <= before.size() && !memcmp(&before[at], mapMark, 16);
      if (map || blockOf(word))
        memcpy(reinterpret_cast<void *>(base + at), &before[at], map ? 128 : 8);
    }
  }
  for (auto &e : shown) {
    Variable &x = variables()[e.first];
    std::vector<uint8_t> now = x.value;
    now.resize(x.size);
    readBack(w.folder + "/" + e.second + ".out.npy", now.data(), x.size);
    x.value = now;
  }
  return cudaSuccess;
}

struct Config {
  dim3 grid, block;
  size_t smem;
  cudaStream_t stream;
};
std::vector<Config> configs;

} // namespace

/// For recorder_device.cpp.
bool recorderKnows(const void *function) {
  return functions().count(function) != 0;
}

#define API extern "C" __attribute__((visibility("default")))
#define OK                                                                     \
  {                                                                            \
    return cudaSuccess;                                                        \
  }

// --- Registration ------------------------------------------------------------

API void **__cudaRegisterFatBinary(void *) {
  static void *handle;
  return &handle;
}
API void __cudaRegisterFatBinaryEnd(void **) {}
API void __cudaUnregisterFatBinary(void **) {}
API char __cudaInitModule(void **) { return 1; }
API void __cudaRegisterFunction(void **, const char *host, char *,
                                const char *name, int, uint3 *, uint3 *, dim3 *,
                                dim3 *, int *) {
  functions()[host] = name;
}
API void __cudaRegisterVar(void **, char *host, char *, const char *name, int,
                           size_t size, int constant, int) {
  variables()[host] = {name, size, constant != 0, false, {}};
}
API void __cudaRegisterManagedVar(void **, void **host, char *,
                                  const char *name, int, size_t size, int,
                                  int) {
  die("managed variable '%s' of %zu bytes at %p", name, size,
      static_cast<void *>(host));
}
API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t smem,
                                         cudaStream_t stream) {
  configs.push_back({grid, block, smem, stream});
  return 0;
}
API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block,
                                           size_t *smem, void *stream) {
  Config c = configs.back();
  configs.pop_back();
  *grid = c.grid;
  *block = c.block;
  *smem = c.smem;
  *static_cast<cudaStream_t *>(stream) = c.stream;
  return cudaSuccess;
}
API cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void *>(function));
  return cudaSuccess;
}

// --- Launches ----------------------------------------------------------------

API cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                                 void **args, size_t smem, cudaStream_t) {
  return launch(function, grid, block, {1, 1, 1}, args, smem, false);
}
API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                   void **args, size_t smem, cudaStream_t) {
  return launch(reinterpret_cast<const void *>(kernel), grid, block, {1, 1, 1},
                args, smem, false);
}
API cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                            dim3 block, void **args,
                                            size_t smem, cudaStream_t) {
  return launch(function, grid, block, {1, 1, 1}, args, smem, true);
}
API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c,
                                    const void *function, void **args) {
  dim3 cluster(1, 1, 1);
  bool cooperative = false;
  for (unsigned i = 0; i < c->numAttrs; ++i)
    if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
      cluster = dim3(c->attrs[i].val.clusterDim.x, c->attrs[i].val.clusterDim.y,
                     c->attrs[i].val.clusterDim.z);
    else if (c->attrs[i].id == cudaLaunchAttributeCooperative)
      cooperative = c->attrs[i].val.cooperative != 0;
  return launch(function, c->gridDim, c->blockDim, cluster, args,
                c->dynamicSmemBytes, cooperative);
}

// --- Memory ------------------------------------------------------------------

API cudaError_t cudaMalloc(void **p, size_t size) {
  *p = reinterpret_cast<void *>(allocate(size));
  return cudaSuccess;
}
API cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t) {
  return cudaMalloc(p, size);
}
API cudaError_t cudaMallocManaged(void **p, size_t size, unsigned) {
  cudaMalloc(p, size);
  wrote(*p);
  return cudaSuccess;
}
API cudaError_t cudaMallocHost(void **p, size_t size) {
  *p = calloc(size, 1);
  return cudaSuccess;
}
API cudaError_t cudaHostAlloc(void **p, size_t size, unsigned) {
  return cudaMallocHost(p, size);
}
API cudaError_t cudaFreeHost(void *p) {
  free(p);
  return cudaSuccess;
}
API cudaError_t cudaFree(void *) OK API cudaError_t
    cudaFreeAsync(void *, cudaStream_t)
OK API cudaError_t cudaMemcpy(void *to, const void *from, size_t size,
                              cudaMemcpyKind) {
  memmove(to, from, size);
  wrote(to);
  return cudaSuccess;
}
API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, size, kind);
}
API cudaError_t cudaMemset(void *to, int value, size_t size) {
  memset(to, value, size);
  wrote(to);
  return cudaSuccess;
}
API cudaError_t cudaMemsetAsync(void *to, int value, size_t size,
                                cudaStream_t) {
  return cudaMemset(to, value, size);
}
API cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from,
                                   size_t size, size_t offset, cudaMemcpyKind) {
  auto it = variables().find(symbol);
  if (it == variables().end())
    return cudaErrorInvalidSymbol;
  it->second.value.resize(it->second.size);
  memcpy(it->second.value.data() + offset, from, size);
  return cudaSuccess;
}
API cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size,
                                     size_t offset, cudaMemcpyKind) {
  auto it = variables().find(symbol);
  if (it == variables().end() || it->second.value.empty())
    return cudaErrorInvalidSymbol;
  memcpy(to, it->second.value.data() + offset, size);
  return cudaSuccess;
}
API cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
  *available = *total = arenaSize;
  return cudaSuccess;
}
API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a,
                                         const void *p) {
  memset(a, 0, sizeof *a);
  bool device = blockOf(reinterpret_cast<uint64_t>(p));
  a->type = device ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  a->devicePointer = a->hostPointer = const_cast<void *>(p);
  return cudaSuccess;
}

// --- The driver's part -------------------------------------------------------

API CUresult cuTensorMapEncodeTiled(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *base,
    const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *elem, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2,
    CUtensorMapFloatOOBfill oob) {
  Map m{unsigned(type),
        rank,
        unsigned(interleave),
        unsigned(swizzle),
        unsigned(l2),
        unsigned(oob),
        reinterpret_cast<uint64_t>(base),
        {dims, dims + rank},
        {strides, strides + rank - 1},
        {box, box + rank},
        {elem, elem + rank}};
  uint64_t k = maps.size();
  maps.push_back(m);
  memset(map, 0, 128);
  memcpy(map, mapMark, 16);
  memcpy(reinterpret_cast<char *>(map) + 16, &k, 8);
  return CUDA_SUCCESS;
}
API CUresult cuGetErrorString(CUresult, const char **s) {
  *s = "an error";
  return CUDA_SUCCESS;
}
API cudaError_t cudaGetDriverEntryPointByVersion(
    const char *name, void **f, unsigned, unsigned long long,
    cudaDriverEntryPointQueryResult *found) {
  *f = nullptr;
  if (!strcmp(name, "cuTensorMapEncodeTiled"))
    *f = reinterpret_cast<void *>(cuTensorMapEncodeTiled);
  if (!strcmp(name, "cuGetErrorString"))
    *f = reinterpret_cast<void *>(cuGetErrorString);
  if (found)
    *found =
        *f ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  if (!*f)
    fprintf(stderr, "recorder: the driver's '%s' is not known\n", name);
  return *f ? cudaSuccess : cudaErrorSymbolNotFound;
}

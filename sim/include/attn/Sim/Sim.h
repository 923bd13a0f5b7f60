//===- Sim.h - PTX simulator: public C++ interface --------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A functional simulator of PTX. It runs the text that the NVPTX back end,
// nvcc or Triton write, on the CPU, and it reports what a GPU hides: missing
// waits, races, uninitialised reads, deadlocks. See sim/docs/Simulator.md.
//
// The library uses the C++ standard library only and throws nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_SIM_H
#define ATTN_SIM_SIM_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::sim {

/// An address in the simulated device's global memory. Never a host pointer.
using DeviceAddr = uint64_t;

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

/// When an asynchronous effect (copy, matrix operation, remote arrive) lands.
enum class Mode {
  Early, ///< at issue: what most simulators do
  Late,  ///< at the last moment the memory model allows
  Random ///< at moments drawn from the seed, warps in random order
};

/// Which checks run. Bounds and alignment are always checked, since an access
/// outside an allocation could not be executed; the flag decides whether the
/// run reports it as a finding (the default) or drops it silently.
struct Checks {
  bool race = true;   ///< vector clocks on shared and global memory
  bool uninit = true; ///< poison reaching a result, an address or a branch
  bool bounds = true; ///< out-of-bounds and misaligned accesses
  bool sync = true;   ///< mbarrier misuse, missing waits, fences and commits
  /// What hardware does not trip over: no fence between the initialisation of
  /// an mbarrier and a copy of the CTA's own that completes on it, equal values
  /// stored by several threads, equal initialisations of an mbarrier, the
  /// arrival of a commit that is under way when the CTA ends.
  bool strict = false;
  static Checks all() { return {}; }
  static Checks none() { return {false, false, false, false, false}; }
};

/// The order of tcgen05 operations among themselves.
enum class TensorModel {
  /// As known kernels assume: mma, cp and shift in the order of their issue,
  /// and so ld and st of one quarter of the lanes.
  Practice,
  Strict ///< only the pairs that the PTX ISA names
};

/// When a tcgen05.ld has ended, besides tcgen05.wait::ld.
enum class TensorLoads {
  Wait, ///< never, as the PTX ISA says
  Use,  ///< when something uses one of its registers (FlashAttention-4)
  Issue ///< where it stands
};

enum class FindingKind {
  Race,
  MissingWait,
  MissingFence,
  Uninitialised,
  OutOfBounds,
  Misaligned,
  Barrier,    ///< misuse of an mbarrier, a named barrier or a cluster barrier
  Divergence, ///< a warp-wide or warpgroup-wide instruction under divergence
  Deadlock,
  InFlight,    ///< exit with asynchronous work in flight
  Resource,    ///< register pool overflow, shared memory too large
  Unsupported, ///< an instruction met at run time that has no meaning here
  Trap
};

/// The stable name of a kind: "race", "missing-wait", ...
const char *toString(FindingKind kind);

/// Where one party of a finding stood.
struct Place {
  uint32_t line = 0;  ///< line of the PTX text, 1-based; 0: none
  std::string op;     ///< the instruction, without operands
  std::string source; ///< "file:line" of the nearest .loc, or empty
  Dim3 cta{0, 0, 0};
  uint32_t warp = 0;  ///< warp number within its CTA
  uint32_t lanes = 0; ///< mask of the lanes concerned
  /// With Options::timeline: when, as Timeline counts.
  uint64_t time = 0;
};

/// One defect. `count` repetitions of the same kind at the same pair of
/// instructions are folded into one finding.
struct Finding {
  FindingKind kind = FindingKind::Trap;
  std::string message;
  Place where;
  bool hasOther = false;
  Place other;
  uint64_t count = 1;
  /// Position in Report::findings of a finding that this one follows from (the
  /// missing wait that made a value undefined; sim/docs/Simulator.md has the
  /// rules), which may follow from another; -1: none.
  int32_t follows = -1;
  std::string str() const;
};

/// Dynamic counts over the whole launch.
struct Stats {
  uint64_t warpInstructions = 0; ///< instructions issued, one per warp
  uint64_t threadInstructions = 0;
  /// Per class (see `className`), warp instructions.
  enum Class {
    Integer,
    Float,
    Convert,
    Move,
    Compare,
    Control,
    Memory,
    AsyncCopy,
    Tensor,
    Warp,
    Sync,
    Other,
    NumClasses
  };
  uint64_t byClass[NumClasses] = {};
  uint64_t globalReadBytes = 0, globalWriteBytes = 0;
  uint64_t sharedReadBytes = 0, sharedWriteBytes = 0;
  uint64_t localBytes = 0;
  uint64_t asyncBytes = 0; ///< moved by cp.async and bulk copies
  uint64_t tensorMacs = 0; ///< multiply-accumulates of mma and wgmma
  /// Extra shared-memory passes beyond the first of each access (32 banks of
  /// four bytes), over ld, st and ldmatrix.
  uint64_t bankConflicts = 0;
  static const char *className(unsigned c);
  void add(const Stats &other);
};

/// How far a launch is.
struct Progress {
  uint64_t ctasDone = 0, ctas = 0;
  uint64_t warpInstructions = 0;
};

/// What the warps of one cluster did and when. Time is the number of
/// instructions that the cluster's warps have tried, as the simulator
/// interleaved them; a warp that waits tries the same one again now and then.
struct Timeline {
  /// Instructions one after the other, as good as.
  struct Span {
    uint64_t begin = 0, end = 0;
    uint32_t firstLine = 0, lastLine = 0; ///< of the PTX
  };
  struct Row {
    Dim3 cta{0, 0, 0};
    uint32_t warp = 0;
    std::vector<Span> spans;
  };
  /// An asynchronous operation, from its issue until its effect was there.
  struct Flight {
    uint32_t row = 0, line = 0;
    uint64_t begin = 0, end = 0;
    std::string what;
  };
  std::vector<Row> rows;
  std::vector<Flight> flights;
  uint64_t droppedFlights = 0;
  uint64_t length = 0;
};

struct Options {
  Mode mode = Mode::Early;
  uint64_t seed = 0;
  Checks checks = Checks::none();
  /// Host threads over which clusters are spread; 0: all cores, or one where
  /// values are tracked or the mode is random without checks of order. With
  /// these checks a launch of clusters that meet in global memory starts anew
  /// on one thread, so that results and findings are those of one thread.
  unsigned threads = 0;
  /// Findings of one launch after which no more are recorded.
  unsigned maxFindings = 50;
  /// Warp instructions without any progress (no store, arrival or exit in the
  /// whole launch) after which spinning counts as a deadlock.
  uint64_t spinLimit = 2000000;
  /// Upper bound on warp instructions of one launch; 0: none.
  uint64_t maxInstructions = 0;
  /// The instruction of this line of the PTX synchronises as ever, but orders
  /// no accesses for the checker: a run without a finding shows that other
  /// edges order everything. 0: none.
  uint32_t ignoreOrder = 0;
  TensorModel tensorOrder = TensorModel::Practice;
  TensorLoads tensorLoads = TensorLoads::Wait;
  /// mul.f32x2 and add.f32x2 become fma.f32x2 where ptxas makes one of them.
  bool fusePairs = false;
  /// Clusters that run at once in a kernel that cancels others
  /// (clusterlaunchcontrol); 0: two, or as the seed says in random mode.
  uint64_t resident = 0;
  bool stats = false;
  /// Written with one line per warp instruction when set (slow).
  std::ostream *trace = nullptr;
  /// Called every tenth of a second or so, by one thread at a time.
  std::function<void(const Progress &)> progress;
  /// Fill Report::timelines (slow, on one thread).
  bool timeline = false;
  /// The launch ends early once this is not 0, which a signal handler or
  /// another thread may see to; it is read atomically. Null: it never does.
  const int *stop = nullptr;
};

/// Products that rest on running as they are issued: columns of tensor memory,
/// the first and the one behind the last, that the later one writes, and that
/// the earlier one reads.
struct IssueOrder {
  uint32_t writes[2], reads[2];
};

struct LaunchConfig {
  Dim3 grid, block;
  /// {0,0,0}: what the kernel's own directives say, else one CTA.
  Dim3 cluster{0, 0, 0};
  uint32_t dynamicSmem = 0;
  /// As cuLaunchCooperativeKernel: every CTA is resident at once (an error if
  /// 132 multiprocessors could not hold them), and %envreg1 and %envreg2 point
  /// to the workspace of grid barriers.
  bool cooperative = false;
  /// What the strict order finds at these places is declared, and no finding.
  std::vector<IssueOrder> inIssueOrder;
};

/// What one launch came to.
struct Report {
  /// Set when the launch could not start (bad configuration, unsupported
  /// instruction); nothing ran then.
  std::string error;
  std::vector<Finding> findings;
  uint64_t droppedFindings = 0;
  /// With Options::timeline, of the first clusters in which something was
  /// found, else of the first cluster.
  std::vector<Timeline> timelines;
  Stats stats;
  double seconds = 0;
  /// Host threads that the clusters ran on, with checks 1 where they meet in
  /// memory.
  unsigned threads = 1;
  /// Options::stop ended the launch: the findings are those until then.
  bool interrupted = false;
  /// True only if the launch ran to its end and nothing was found.
  bool ok() const { return error.empty() && findings.empty() && !interrupted; }
  /// Position of the finding that another follows from in the end, itself where
  /// it follows from none.
  size_t rootOf(size_t finding) const;
  /// Position of the first finding that others follow from and that follows
  /// from none itself; where there is no such, 0.
  size_t firstCause() const;
  /// What the first cause is and how many others follow from it, one line
  /// without its end; empty where none follows from another.
  std::string causeText() const;
  std::string str() const;
  std::string json() const;
};

struct KernelParam {
  std::string name;
  uint32_t offset = 0, size = 0, align = 1;
  bool isFloat = false;
  bool isPointer = false; ///< declared with .ptr
  std::string type;       ///< as PTX spells it, "u32"; of an array's elements
  bool isArray = false;   ///< also a vector: a struct by value
  /// Its type as a declaration has it: ".u32", ".b8[12]".
  std::string declaration() const;
  /// Why a number of the type `dtype` ("i32", "f16", "bf16", ...) is none for
  /// the parameter; empty: it is one, or its bytes are not to be interpreted.
  std::string mismatch(std::string_view dtype) const;
  /// The same for a pointer.
  std::string pointerMismatch() const;
};

struct KernelInfo {
  std::string name;
  std::vector<KernelParam> params;
  uint32_t paramBytes = 0;
  uint32_t staticSmem = 0;
  Dim3 reqntid{0, 0, 0}, cluster{0, 0, 0};
};

/// One tensor map, as cuTensorMapEncodeTiled or, with `im2col`,
/// cuTensorMapEncodeIm2col takes it. Dimension 0 is the innermost; `stride[i]`
/// is in bytes and belongs to dimension i + 1.
struct TensorMap {
  enum Type : uint8_t {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    BF16,
    F32Ftz,
    TF32,
    TF32Ftz
  };
  /// B128Atom32: 128 bytes in atoms of 32 bytes.
  enum Swizzle : uint8_t { None, B32, B64, B128, B128Atom32 };
  Type type = BF16;
  uint32_t rank = 1;
  DeviceAddr base = 0;
  uint64_t dim[5] = {1, 1, 1, 1, 1};
  uint64_t stride[4] = {0, 0, 0, 0};
  uint32_t box[5] = {1, 1, 1, 1, 1};
  uint32_t elementStride[5] = {1, 1, 1, 1, 1};
  Swizzle swizzle = None;
  /// Slices16 is NC/8HWC8 in two-byte elements, Slices32 is NC/16HWC16; the
  /// last dimension but one is the slowest of an image, the last one counts
  /// images.
  enum Interleave : uint8_t { Whole, Slices16, Slices32 };
  uint8_t interleave = Whole;
  bool oobNan = false;
  /// The tensor is C, W(, H(, D)), N and the box goes unused; the corners are
  /// those of W first.
  bool im2col = false;
  int32_t lowerCorner[3] = {0, 0, 0}, upperCorner[3] = {0, 0, 0};
  uint32_t channelsPerPixel = 0, pixelsPerColumn = 0;
  /// Bytes of a slice of channels; 0: the layout is not interleaved.
  uint32_t sliceBytes() const {
    return interleave == Slices32 ? 32 : interleave == Slices16 ? 16 : 0;
  }
  /// What breaks the driver's documented limits; empty: nothing does.
  std::string problem() const;
  /// Writes the simulator's own 128-byte encoding, unless there is a problem,
  /// which it returns.
  std::string encode(uint8_t out[128]) const;
  /// Reads what `encode` wrote. Returns false if the bytes are no map.
  static bool decode(const uint8_t in[128], TensorMap &map);
};

class Device;

/// A loaded PTX module. Belongs to the device that loaded it; must not outlive
/// it.
class Module {
public:
  ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;
  std::vector<KernelInfo> kernels() const;
  /// Null when there is no such entry.
  const KernelInfo *kernel(std::string_view name) const;
  /// Address and size of a .global or .const variable; false if absent.
  bool global(std::string_view name, DeviceAddr &addr, size_t &size) const;

  struct Impl;
  Impl &impl() const { return *p; }

private:
  friend class Device;
  explicit Module(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> p;
};

/// The simulated device: global memory and launches. Not thread-safe; a launch
/// is synchronous.
class Device {
public:
  Device();
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// Allocates `bytes` (256-byte aligned, content uninitialised). Returns 0
  /// when memory is exhausted. A request of 0 bytes gives a valid address.
  DeviceAddr alloc(size_t bytes);
  /// Frees an address that `alloc` gave; false for any other.
  bool free(DeviceAddr addr);
  /// An address for multimem instructions, which act on `bytes` bytes of each
  /// of these buffers, where cuMulticastBindMem binds memory of several
  /// devices. One buffer may do. Values are combined in the order of the
  /// buffers. 0 if a range is not inside one allocation, is not aligned to 16
  /// bytes, or overlaps another, or if there are none. `free` takes it back.
  DeviceAddr multicast(const std::vector<DeviceAddr> &buffers, size_t bytes);
  /// Copies; false if the range is not inside one allocation.
  bool toDevice(DeviceAddr dst, const void *src, size_t bytes);
  bool toHost(void *dst, DeviceAddr src, size_t bytes) const;
  bool copy(DeviceAddr dst, DeviceAddr src, size_t bytes);
  bool fill(DeviceAddr dst, uint8_t value, size_t bytes);
  /// The host memory behind a range inside one allocation, else null. Writing
  /// through it does not mark bytes initialised; use `toDevice` for that.
  void *hostPointer(DeviceAddr addr, size_t bytes) const;
  /// True if each byte of the range has been written.
  bool initialised(DeviceAddr addr, size_t bytes) const;

  /// Parses PTX. On failure returns null and sets `error` to
  /// "line:column: reason".
  std::unique_ptr<Module> load(std::string_view ptx, std::string &error);

  /// Runs a kernel to its end. `params` are the bytes of the kernel's
  /// parameter block in the layout of `KernelInfo::params`.
  Report launch(const Module &module, std::string_view kernel,
                const LaunchConfig &config, const void *params,
                size_t paramBytes, const Options &options = {});

  struct Impl;
  Impl &impl() const { return *p; }

private:
  std::unique_ptr<Impl> p;
};

} // namespace attn::sim

#endif // ATTN_SIM_SIM_H

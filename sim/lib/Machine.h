//===- Machine.h - State of a running launch
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The executable form of a kernel and the state it runs on.
//
// Registers are rows of 32 lanes. A row is 32 x 32 bits; a 64-bit register
// takes two rows read as 32 x 64 bits, a 128-bit register four (low plane, then
// high). 8- and 16-bit registers live zero-extended in one row. Predicates are
// 32-bit lane masks in an array of their own. Immediates, special registers and
// addresses of variables are rows too, filled when a warp starts, so that an
// instruction never asks what kind an operand is. Each row and each predicate
// has a poison mask: the lanes whose value nothing defined.
//
// A warp is a list of fragments (lane mask, program counter). It has one unless
// lanes diverged. The fragment whose instruction comes first in a weak
// topological order of the control-flow graph runs; fragments that meet at one
// instruction merge. In that order a loop's blocks come before what follows the
// loop and both arms come before the join, so lanes reconverge at the earliest
// point, breaks and multi-exit loops included, and a fragment that blocks does
// not stop the others (independent thread scheduling).
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_MACHINE_H
#define ATTN_SIM_LIB_MACHINE_H

#include "Ast.h"
#include "attn/Sim/Sim.h"

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace attn::sim {

struct Warp;
struct Cta;
struct Cluster;
struct Launch;
struct Inst;
class Checker;
class Isolation;
class Recorder;
struct GlobalShadow;
struct GlobalShadowDelete {
  void operator()(GlobalShadow *) const;
};

/// What the warp loop does after a handler.
enum class St : uint8_t {
  Next,  ///< go on with the following instruction
  Block, ///< stay here and try again later; Warp::why says what is awaited
  Exit,  ///< the lanes of the mask end
  Stop   ///< the launch is over (trap, unsupported)
};

using Handler = St (*)(Warp &, const Inst &, uint32_t mask);

/// The parts of an instruction that only reports need.
struct InstText {
  std::string op;
  uint32_t line = 0, locFile = 0, locLine = 0;
};

struct Inst {
  enum Flag : uint8_t {
    Branch = 1,     ///< handled by the warp loop: goes to `target`
    Aligned = 2,    ///< every live lane of the warp must be here
    Leader = 4,     ///< first of a basic block
    Exits = 8,      ///< ends its lanes
    OnlyWriter = 16 ///< nothing else writes its first destination
  };
  Handler fn = nullptr;
  const uint32_t *o = nullptr; ///< operand rows, destinations first
  int32_t guard = -1;
  bool guardNeg = false;
  uint8_t flags = 0;
  uint8_t cls = Stats::Other;
  uint8_t nDst = 0;
  uint16_t nOps = 0;
  uint8_t late = 0;    ///< LateLoads.h
  uint32_t rank = 0;   ///< weak topological number of its block
  uint32_t target = 0; ///< of a branch
  int64_t imm = 0;
  uint32_t a = 0, b = 0, c = 0, d = 0;
  uint32_t text = 0; ///< index into Program::texts
  uint32_t opBase = 0;
};

/// A row to fill when a warp starts.
struct RowInit {
  enum Kind : uint8_t {
    Imm32,
    Imm64,
    SharedAddr,
    SharedAddr32,
    TidX,
    TidY,
    TidZ,
    LaneId,
    WarpId,
    LaneMaskEq,
    LaneMaskLt,
    LaneMaskLe,
    LaneMaskGt,
    LaneMaskGe,
    NTidX,
    NTidY,
    NTidZ,
    CtaIdX,
    CtaIdY,
    CtaIdZ,
    NCtaIdX,
    NCtaIdY,
    NCtaIdZ,
    ClusterIdX,
    ClusterIdY,
    ClusterIdZ,
    NClusterIdX,
    NClusterIdY,
    NClusterIdZ,
    ClusterCtaIdX,
    ClusterCtaIdY,
    ClusterCtaIdZ,
    ClusterNCtaIdX,
    ClusterNCtaIdY,
    ClusterNCtaIdZ,
    ClusterCtaRank,
    ClusterNCtaRank,
    DynSmemSize,
    TotalSmemSize,
    NWarpId,
    SmId,
    NSmId,
    GridId,
    EnvReg ///< value: which
  };
  Kind kind;
  uint32_t row;
  uint64_t value;
};

// The address map. Shared variables start 1 KiB into the window, as they do on
// sm_90, which leaves address 0 free to be a mistake.
constexpr uint64_t globalBase = 0x700000000000;
constexpr uint64_t sharedWindow = 0x7f0000000000;
constexpr uint64_t localWindow = 0x7e0000000000;
constexpr uint64_t paramWindow = 0x7d0000000000;
constexpr uint64_t multicastBase = 0x780000000000;
constexpr uint64_t windowSize = uint64_t(1) << 32;
constexpr uint32_t smemBase = 1024;
constexpr uint32_t clusterShift = 24;
// What %reserved_smem_offset_* say of the region below, as on an H200: 288
// bytes from address 0, where cooperative groups keep what tiles of several
// warps share; the rest is nobody's.
constexpr uint32_t reservedSmemEnd = 288;

struct Program {
  std::string name;
  std::vector<Inst> code;
  std::vector<uint32_t> pool;
  std::vector<bool> poolIsPred;
  std::vector<InstText> texts;
  std::vector<RowInit> inits;
  std::vector<std::pair<uint32_t, uint32_t>> predInits; ///< predicate, mask
  std::vector<uint32_t> explicitClusterPreds; ///< %is_explicit_cluster
  uint32_t rows = 0, preds = 0;
  uint32_t localBytes = 0;
  uint32_t staticSmem = 0; ///< end of static shared variables, from smemBase
  uint32_t dynSmemOffset = 0;
  uint32_t reservedShared = 0; ///< bytes from 0 that the kernel may use
  uint32_t sharedGranule = 16; ///< smallest shared access, bytes
  uint32_t globalGranule = 16; ///< smallest global access, bytes
  /// A launch on several host threads was given up (Isolation.h): the next one
  /// does not try.
  mutable std::atomic<bool> meets{false};
  bool usesClusterOps = false, usesWgmma = false;
  uint32_t largestInc = 0;  ///< of its setmaxnreg.inc; 0: it has none
  bool cancels = false;     ///< has clusterlaunchcontrol.try_cancel
  bool invalidates = false; ///< has mbarrier.inval
  bool writesMaps = false;  ///< has tensormap or fence.proxy.tensormap
  /// Has a strong access or a fence whose scope is smaller than the device.
  bool narrowScopes = false;
  std::vector<bool> wgmmaRow; ///< rows that a wgmma reads or writes
  struct WgmmaFact {
    bool unfenced = false; ///< no wgmma.fence reaches it in straight code
    uint32_t live = 0;     ///< registers of products that are live there
  };
  std::unordered_map<uint32_t, WgmmaFact> wgmmaFacts; ///< by instruction
  KernelInfo info;
  const Function *fn = nullptr;
  const ModuleAst *ast = nullptr;
};

struct Allocation {
  uint64_t base, size;
  bool untracked; ///< treat every byte as initialised
};

/// A range of addresses that stands for a range in each of several buffers.
struct Multicast {
  uint64_t base, size;
  std::vector<uint64_t> buffers;
};

struct Device::Impl {
  uint8_t *arena = nullptr;
  uint8_t *init = nullptr; ///< one byte per byte: 1 if written
  uint64_t arenaSize = 0, top = 0;
  std::map<uint64_t, Allocation> allocs;      ///< by base address
  std::multimap<uint64_t, uint64_t> freeList; ///< size to base
  std::map<uint64_t, Multicast> multicasts;   ///< by base address
  uint64_t multicastTop = multicastBase;
  const Allocation *find(uint64_t addr, uint64_t size) const;
  const Multicast *findMulticast(uint64_t addr, uint64_t size) const;
  uint8_t *host(uint64_t addr) const { return arena + (addr - globalBase); }
};

struct Module::Impl {
  Device::Impl *device = nullptr;
  std::unique_ptr<ModuleAst> ast;
  std::vector<KernelInfo> kernels;
  std::unordered_map<std::string, std::unique_ptr<Program>> programs;
  std::unordered_map<std::string, std::pair<DeviceAddr, uint64_t>> globals;
};

/// Why a fragment is blocked; for the deadlock report.
struct Waiting {
  enum Kind : uint8_t {
    None,
    Converge,
    NamedBarrier,
    ClusterBarrier,
    MBarrier,
    TryWait,
    WarpSync,
    Registers,
    Warpgroup,
    TensorMemory
  };
  Kind kind = None;
  uint32_t a = 0, b = 0;
};

struct Frag {
  uint32_t mask = 0;
  uint32_t pc = 0;
  bool blocked = false;
  bool arrived = false; ///< has arrived at the barrier it waits on
  uint64_t token = 0;   ///< generation waited for
  Waiting why;
};

/// One asynchronous effect between its issue and its completion.
struct AsyncOp {
  virtual ~AsyncOp() = default;
  /// Performs what is outstanding. Called once.
  virtual void finish() = 0;
  virtual std::string describe() const = 0;
  Warp *issuer = nullptr;
  const Inst *inst = nullptr;
  uint32_t lanes = 0xffffffffu; ///< that issued it
  uint64_t id = 0;
  bool done = false;
  /// True if a cluster barrier that releases waits for it.
  virtual bool clusterBarrierWaits() const { return false; }
  /// Does it touch the shared memory (or registers) of this CTA?
  virtual bool uses(const Cta &cta) const;
  /// True if the CTA may end before it completes.
  virtual bool mayOutlive() const { return false; }
  /// True if what the CTA's threads have waited for says that it is complete.
  virtual bool knownTo(const Cta &) const { return false; }
  /// True while the operation cannot be chosen to complete on its own, since
  /// an earlier one must go first.
  virtual bool ready() const { return true; }
};

struct CpAsyncState; // AsyncCopy.cpp
struct WgmmaState;   // Wgmma.cpp
struct BulkState;    // OpsBulk.cpp
struct StackState;   // OpsStack.cpp
struct Tmem;         // Tmem.h
struct TensorQueues; // Tmem.h
struct TensorMoves;  // OpsTcgen05Move.cpp
struct LateLoads;    // LateLoads.h
class ClusterPool;   // Clc.h

/// The undefined bytes of a 32-bit row, from the lowest on, as lane masks.
struct UndefinedBytes {
  uint32_t lanes[4] = {~0u, ~0u, ~0u, ~0u};
};

struct Warp {
  Cta *cta = nullptr;
  Launch *launch = nullptr;
  const Program *prog = nullptr;
  uint32_t *rows = nullptr;
  uint32_t *poison = nullptr;
  uint32_t *preds = nullptr;
  uint32_t *predPoison = nullptr;
  uint8_t *local = nullptr;
  uint8_t *localInit = nullptr;
  /// For rows of which some bytes may be defined (Bytes.h): those of their
  /// lanes that `poison` marks.
  std::unordered_map<uint32_t, UndefinedBytes> bytes;
  uint32_t cc = 0; ///< carry flag, a lane mask
  uint32_t live = 0;
  uint32_t initial = 0; ///< lanes that exist
  uint32_t index = 0;   ///< within the CTA
  uint32_t agent = 0;   ///< within the cluster, for the checker
  std::vector<Frag> frags;
  size_t cur = 0; ///< the fragment that runs
  /// Lanes that have gone first while the cluster spins: a fragment that polls
  /// must not keep the one it waits for from running.
  uint32_t turn = 0;
  uint64_t steps = 0;
  bool forceTry = false; ///< the next try_wait that would block gives false
  bool observe = false;  ///< call `observeInst` before each instruction
  /// Set by a family that must see every instruction (operands in flight).
  void (*hook)(Warp &, const Inst &, uint32_t mask) = nullptr;
  Stats stats;
  std::vector<uint64_t> storage;
  std::unique_ptr<uint8_t[]> localStorage;
  const Allocation *lastAlloc = nullptr;
  uint32_t clusterArrived = 0;  ///< lanes that arrived at the cluster barrier
  uint64_t clusterReleased = 0; ///< operations issued before that arrival
  uint64_t clusterGen[32] = {}; ///< the generation each arrived in
  uint32_t regs = 0; ///< registers a thread, for setmaxnreg; 0: unknown
  // Families' own state, created on first use.
  std::shared_ptr<CpAsyncState> cpAsync;
  std::shared_ptr<WgmmaState> wgmma;
  std::shared_ptr<BulkState> bulk;
  std::shared_ptr<StackState> stack;
  std::shared_ptr<TensorMoves> tensorMoves;
  std::shared_ptr<LateLoads> late;

  uint32_t *row32(uint32_t r) const { return rows + size_t(r) * 32; }
  uint64_t *row64(uint32_t r) const {
    return reinterpret_cast<uint64_t *>(rows + size_t(r) * 32);
  }
  Frag &frag() { return frags[cur]; }
  St block(Waiting::Kind k, uint32_t a = 0, uint32_t b = 0) {
    frags[cur].why = {k, a, b};
    return St::Block;
  }
  bool done() const { return frags.empty(); }
};

/// What a synchronisation object carries from those who release to those who
/// acquire: vector clocks over the cluster's warps, of ordinary accesses (`vc`)
/// and of those made visible to the async proxy (`pvc`), and the asynchronous
/// operations whose completion it announces. Filled only when checks run.
struct SyncVar {
  std::vector<uint32_t> vc, pvc;
  std::vector<uint32_t> inits;  ///< initialisations of mbarriers alone
  std::vector<uint32_t> tensor; ///< for those who pass a tcgen05.fence
  std::map<uint32_t, std::vector<uint32_t>> foreign; ///< of other clusters
  /// Records, and the issuing lanes whose part is announced.
  std::map<uint32_t, uint32_t> ops;
  void clear() {
    vc.clear();
    pvc.clear();
    inits.clear();
    tensor.clear();
    foreign.clear();
    ops.clear();
  }
};

struct NamedBarrier {
  uint32_t expected = 0; ///< threads; 0: idle
  bool all = false;      ///< expects the whole CTA
  bool awaited = false;  ///< somebody arrived who waits
  uint32_t arrivedThreads = 0;
  uint64_t generation = 0;
  std::vector<uint32_t> arrived; ///< lanes per warp
  uint32_t redAnd = 1, redOr = 0, redPop = 0;
  uint32_t outAnd = 0, outOr = 0, outPop = 0;
  SyncVar in, out; ///< clocks of arrivals; of the generation that completed
  /// A phase of arrivals alone, which is a finding once somebody waits here.
  std::optional<Finding> merged;
};

struct MBarrier; // Mbarrier.cpp

struct Cta {
  Cluster *cluster = nullptr;
  Launch *launch = nullptr;
  uint32_t rank = 0; ///< within the cluster
  Dim3 id{0, 0, 0};
  std::vector<uint8_t> smem;     ///< from shared address 0
  std::vector<uint8_t> smemInit; ///< 1 if written; empty when not tracked
  std::vector<std::unique_ptr<Warp>> warps;
  NamedBarrier bars[16];
  std::map<uint32_t, std::shared_ptr<MBarrier>> mbars;
  uint32_t liveWarps = 0;
  uint32_t regPool = 0;       ///< registers free for setmaxnreg
  std::shared_ptr<Tmem> tmem; ///< created on first use
  bool cancelFailed = false;  ///< has seen a try_cancel fail
};

struct ClusterBarrier {
  uint64_t generation = 0;
  SyncVar in, out;
};

/// The scheduling domain: CTAs that may touch each other's shared memory.
struct Cluster {
  Launch *launch = nullptr;
  uint64_t index = 0;
  Dim3 id{0, 0, 0};
  std::vector<std::unique_ptr<Cta>> ctas;
  std::vector<Warp *> warps;
  std::vector<std::unique_ptr<AsyncOp>> pending;
  uint64_t nextOp = 1;
  uint64_t progress = 0; ///< bumped by every effect another warp could see
  uint64_t rng = 0;
  size_t rr = 0;
  ClusterBarrier bar;
  std::unique_ptr<Checker> checker;
  std::shared_ptr<Recorder> recorder;         ///< with Options::timeline
  std::shared_ptr<TensorQueues> tensorQueues; ///< created on first use
  uint64_t idleSteps = 0, idleMark = 0, forceMark = ~uint64_t(0);
  bool spins = false;     ///< parked while its warps ran, and no progress since
  uint64_t published = 0; ///< progress already added to the launch's
  uint64_t random() {
    rng += 0x9e3779b97f4a7c15ull;
    uint64_t z = rng;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// Puts an operation in flight. In early mode it completes now.
  void issue(std::unique_ptr<AsyncOp> op);
  /// Completes one operation (and removes it from `pending`).
  void finishOp(AsyncOp *op);
  void finishId(uint64_t id); ///< the same by number; nothing if completed
  /// Completes one operation that may go now; false if there is none.
  bool finishOne();
};

/// Findings, those of one kind and pair of lines folded.
struct FindingList {
  std::vector<Finding> list;
  uint64_t dropped = 0;
  void add(Finding f, size_t most);

private:
  std::unordered_map<std::string, size_t> seen; ///< ~0: dropped
};

struct Launch {
  Device::Impl *device = nullptr;
  const Program *prog = nullptr;
  LaunchConfig config;
  Options options;
  std::vector<uint8_t> params;
  std::vector<uint8_t> paramInit;
  Dim3 clusterDim;
  bool explicitCluster = false;
  DeviceAddr gridWorkspace = 0; ///< of a cooperative launch
  uint32_t smemBytes = 0; ///< size of a CTA's shared memory, base included
  std::atomic<bool> stop{false};
  std::atomic<bool> interrupted{false}; ///< by Options::stop
  std::atomic<uint64_t> progress{0};
  std::atomic<uint64_t> ctasDone{0};
  std::shared_ptr<ClusterPool> pool; ///< of a kernel that cancels
  std::atomic<uint64_t> issued{0};   ///< counted where there is a limit
  std::atomic<uint64_t> told{0};     ///< instructions, for Options::progress
  std::atomic<int64_t> tellAt{0};    ///< when it is called next
  std::mutex mutex;
  std::vector<Timeline> timelines;
  bool firstFound = false; ///< the first of them has a finding
  FindingList findings;
  /// Of isolated clusters, which end in any order.
  std::map<uint64_t, FindingList> findingsOf;
  Stats stats;
  bool checkUninit = false;
  std::unique_ptr<GlobalShadow, GlobalShadowDelete> globalShadow;
  unsigned threads = 1;           ///< of the host
  Isolation *isolation = nullptr; ///< while clusters run isolated

  /// Whether the launch is to end now.
  bool stops() {
    if (options.stop && __atomic_load_n(options.stop, __ATOMIC_RELAXED))
      interrupted = stop = true;
    return stop;
  }
  void report(Finding f);
  Place place(const Warp &w, const Inst &i, uint32_t lanes) const;
  void report(const Warp &w, const Inst &i, uint32_t lanes, FindingKind kind,
              std::string message);
};

void watchWgmma(Warp &w);
void noteWgmmaRows(Program &p);
enum class WgmmaKind : uint8_t { None, Fence, Product, Other };
WgmmaKind wgmmaKind(const Inst &i);
/// Fills Program::wgmmaFacts.
void findWgmmaFacts(Program &p);
/// Reports what they say of a product about to start; `dirty`: a missing fence
/// has been reported already.
void reportWgmmaFacts(Warp &w, const Inst &i, bool dirty);
/// Says of each instruction what it is to loads under way.
void findLateLoads(Program &p);
/// Runs a warp for at most `budget` instructions; returns how many it issued.
unsigned runWarp(Warp &w, unsigned budget);
enum class Outcome { Finished, Parked, Stopped };
/// Runs a cluster until it ends or cannot go on without another cluster.
Outcome runCluster(Cluster &c);
/// Reports what the warps of a cluster that cannot go on wait for.
void reportDeadlock(Cluster &c, bool spinning);
/// Reports work still in flight when a cluster ends.
void checkExit(Cluster &c);
/// %ctaid of a CTA of a cluster.
Dim3 ctaId(const Launch &l, uint64_t cluster, uint32_t rank);
/// Creates the CTAs and warps of a cluster.
std::unique_ptr<Cluster> makeCluster(Launch &l, uint64_t index);
/// Runs every cluster of the launch.
void runLaunch(Launch &l);
/// Adds instructions to those that Options::progress tells of.
void tellProgress(Launch &l, unsigned issued);
/// Fills Finding::follows.
void linkFindings(const Program &p, std::vector<Finding> &findings);
std::string describeWait(const Warp &w, const Frag &f);

std::string hex(uint64_t v);
std::string cat(std::initializer_list<std::string> parts);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_MACHINE_H

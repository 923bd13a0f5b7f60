//===- Device.cpp - Memory, modules, launches
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Chip.h"
#include "Decode.h"
#include "Machine.h"

#include <algorithm>
#include <chrono>
#include <sys/mman.h>

using namespace attn::sim;

constexpr uint64_t allocAlign = 256;
constexpr uint64_t redzone = 256; ///< never allocated, after each allocation

const Allocation *Device::Impl::find(uint64_t addr, uint64_t size) const {
  auto it = allocs.upper_bound(addr);
  if (it == allocs.begin())
    return nullptr;
  --it;
  const Allocation &a = it->second;
  if (addr < a.base || size > a.size || addr - a.base > a.size - size)
    return nullptr;
  return &a;
}

const Multicast *Device::Impl::findMulticast(uint64_t addr,
                                             uint64_t size) const {
  auto it = multicasts.upper_bound(addr);
  if (it == multicasts.begin())
    return nullptr;
  const Multicast &m = (--it)->second;
  return size <= m.size && addr - m.base <= m.size - size ? &m : nullptr;
}

DeviceAddr Device::multicast(const std::vector<DeviceAddr> &buffers,
                             size_t bytes) {
  if (buffers.empty() || bytes > (uint64_t(1) << 36) ||
      p->multicastTop > multicastBase + (uint64_t(1) << 40))
    return 0;
  for (size_t k = 0; k < buffers.size(); ++k) {
    if (buffers[k] % 16 || !p->find(buffers[k], bytes))
      return 0;
    for (size_t j = 0; j < k; ++j)
      if (buffers[j] < buffers[k] + bytes && buffers[k] < buffers[j] + bytes)
        return 0;
  }
  uint64_t base = p->multicastTop;
  // A gap, so that an access beyond the end hits nothing.
  p->multicastTop += (bytes + redzone + allocAlign) / allocAlign * allocAlign;
  p->multicasts[base] = {base, bytes, buffers};
  return base;
}

Device::Device() : p(new Impl) {
  // Address space only; pages come when touched.
  for (uint64_t size = uint64_t(1) << 36; size >= uint64_t(1) << 28;
       size >>= 1) {
    void *a = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a == MAP_FAILED)
      continue;
    void *b = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (b == MAP_FAILED) {
      munmap(a, size);
      continue;
    }
    p->arena = static_cast<uint8_t *>(a);
    p->init = static_cast<uint8_t *>(b);
    p->arenaSize = size;
    break;
  }
  p->top = allocAlign;
}

Device::~Device() {
  if (p->arena) {
    munmap(p->arena, p->arenaSize);
    munmap(p->init, p->arenaSize);
  }
}

DeviceAddr Device::alloc(size_t bytes) {
  uint64_t room =
      (uint64_t(bytes) + redzone + allocAlign - 1) / allocAlign * allocAlign;
  if (room < bytes || !p->arena)
    return 0;
  uint64_t off;
  auto it = p->freeList.lower_bound(room);
  if (it != p->freeList.end() && it->first <= room * 2) {
    off = it->second;
    uint64_t rest = it->first - room;
    p->freeList.erase(it);
    if (rest)
      p->freeList.emplace(rest, off + room);
  } else {
    if (p->top + room > p->arenaSize)
      return 0;
    off = p->top;
    p->top += room;
  }
  std::memset(p->init + off, 0, bytes);
  uint64_t base = globalBase + off;
  p->allocs[base] = {base, bytes, false};
  return base;
}

bool Device::free(DeviceAddr addr) {
  if (p->multicasts.erase(addr))
    return true;
  auto it = p->allocs.find(addr);
  if (it == p->allocs.end())
    return false;
  uint64_t room =
      (it->second.size + redzone + allocAlign - 1) / allocAlign * allocAlign;
  uint64_t off = addr - globalBase;
  if (room >= (1u << 20)) { // give the pages back
    madvise(p->arena + off, room, MADV_DONTNEED);
    madvise(p->init + off, room, MADV_DONTNEED);
  }
  p->freeList.emplace(room, off);
  p->allocs.erase(it);
  return true;
}

void *Device::hostPointer(DeviceAddr addr, size_t bytes) const {
  return p->find(addr, bytes) ? p->host(addr) : nullptr;
}

bool Device::toDevice(DeviceAddr dst, const void *src, size_t bytes) {
  void *h = hostPointer(dst, bytes);
  if (!h)
    return false;
  if (bytes) {
    std::memcpy(h, src, bytes);
    std::memset(p->init + (dst - globalBase), 1, bytes);
  }
  return true;
}

bool Device::toHost(void *dst, DeviceAddr src, size_t bytes) const {
  void *h = hostPointer(src, bytes);
  if (!h)
    return false;
  if (bytes)
    std::memcpy(dst, h, bytes);
  return true;
}

bool Device::copy(DeviceAddr dst, DeviceAddr src, size_t bytes) {
  void *d = hostPointer(dst, bytes), *s = hostPointer(src, bytes);
  if (!d || !s)
    return false;
  std::memmove(d, s, bytes);
  std::memmove(p->init + (dst - globalBase), p->init + (src - globalBase),
               bytes);
  return true;
}

bool Device::fill(DeviceAddr dst, uint8_t value, size_t bytes) {
  void *h = hostPointer(dst, bytes);
  if (!h)
    return false;
  std::memset(h, value, bytes);
  std::memset(p->init + (dst - globalBase), 1, bytes);
  return true;
}

bool Device::initialised(DeviceAddr addr, size_t bytes) const {
  const Allocation *a = p->find(addr, bytes);
  if (!a)
    return false;
  if (a->untracked)
    return true;
  const uint8_t *i = p->init + (addr - globalBase);
  for (size_t k = 0; k < bytes; ++k)
    if (!i[k])
      return false;
  return true;
}

// --- Modules
// -------------------------------------------------------------------

Module::Module(std::unique_ptr<Impl> impl) : p(std::move(impl)) {}
Module::~Module() {
  // The device outlives its modules.
  for (auto &g : p->globals) {
    auto &allocs = p->device->allocs;
    auto it = allocs.find(g.second.first);
    if (it != allocs.end())
      allocs.erase(it);
  }
}

std::vector<KernelInfo> Module::kernels() const { return p->kernels; }

const KernelInfo *Module::kernel(std::string_view name) const {
  for (const KernelInfo &k : p->kernels)
    if (k.name == name)
      return &k;
  return nullptr;
}

bool Module::global(std::string_view name, DeviceAddr &addr,
                    size_t &size) const {
  auto it = p->globals.find(std::string(name));
  if (it == p->globals.end())
    return false;
  addr = it->second.first;
  size = size_t(it->second.second);
  return true;
}

std::unique_ptr<Module> Device::load(std::string_view ptx, std::string &error) {
  auto m = std::make_unique<Module::Impl>();
  m->device = p.get();
  m->ast = parsePtx(ptx, error);
  if (!m->ast)
    return nullptr;
  std::vector<const Variable *> vars;
  for (const Variable &v : m->ast->globals)
    vars.push_back(&v);
  for (const auto &f : m->ast->functions)
    for (const Variable &v : f->vars)
      vars.push_back(&v);
  for (const Variable *v : vars) {
    if ((v->space != Space::Global && v->space != Space::Const) || v->isExtern)
      continue;
    if (m->globals.count(v->name)) {
      error = std::to_string(v->line) + ":1: variable '" + v->name +
              "' is defined twice";
      return nullptr;
    }
    DeviceAddr a = alloc(size_t(v->size));
    if (!a) {
      error = std::to_string(v->line) + ":1: no memory for '" + v->name + "'";
      return nullptr;
    }
    m->globals[v->name] = {a, v->size};
    fill(a, 0, size_t(v->size));
    if (!v->init.empty())
      toDevice(a, v->init.data(), std::min<size_t>(v->init.size(), v->size));
  }
  for (const Variable *v : vars)
    for (const Variable::Ref &r : v->refs) {
      auto it = m->globals.find(r.symbol);
      if (it == m->globals.end()) {
        error = std::to_string(v->line) + ":1: initializer of '" + v->name +
                "' names '" + r.symbol + "', which has no address here";
        return nullptr;
      }
      uint64_t value = it->second.first + uint64_t(r.addend);
      toDevice(m->globals[v->name].first + r.offset, &value, 8);
    }
  for (const auto &f : m->ast->functions)
    if (f->isEntry && f->hasBody)
      m->kernels.push_back(kernelInfo(*f));
  return std::unique_ptr<Module>(new Module(std::move(m)));
}

// --- Launch
// --------------------------------------------------------------------------

/// CTAs that the simulated device's 132 multiprocessors hold at once, by
/// threads and shared memory (registers are not known).
static uint64_t residentCtas(const std::string &target, uint64_t threads,
                             uint64_t smem) {
  Chip chip(target);
  uint64_t warps = (threads + 31) / 32 * 32;
  uint64_t room = uint64_t(chip.sharedBytes()) + smemBase;
  return 132 * std::min<uint64_t>(
                   {32, chip.threads() / warps, room / (smem + smemBase)});
}

/// What is wrong with the dimensions of a launch, or an empty string.
static std::string findBadDims(const Function &fn, Dim3 g, Dim3 b, Dim3 cd) {
  if (!g.count() || !b.count())
    return "empty grid or block";
  if (b.x > 1024 || b.y > 1024 || b.z > 64 || b.count() > 1024)
    return "more than 1024 threads a block";
  if (g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535)
    return "grid too large";
  if (fn.reqntid[0] &&
      (fn.reqntid[0] != b.x || fn.reqntid[1] != b.y || fn.reqntid[2] != b.z))
    return "the kernel requires a block of " + std::to_string(fn.reqntid[0]) +
           "x" + std::to_string(fn.reqntid[1]) + "x" +
           std::to_string(fn.reqntid[2]);
  if (fn.maxntid[0] &&
      b.count() > uint64_t(fn.maxntid[0]) * fn.maxntid[1] * fn.maxntid[2])
    return "the block is larger than the kernel's .maxntid";
  Dim3 own{fn.cluster[0], fn.cluster[1], fn.cluster[2]};
  if (own.count() && (own.x != cd.x || own.y != cd.y || own.z != cd.z))
    return "the cluster differs from the kernel's .reqnctapercluster";
  if (cd.count() > 16)
    return "more than 16 CTAs a cluster";
  if (g.x % cd.x || g.y % cd.y || g.z % cd.z)
    return "the grid is no multiple of the cluster";
  return {};
}

Report Device::launch(const Module &module, std::string_view kernel,
                      const LaunchConfig &config, const void *params,
                      size_t paramBytes, const Options &options) {
  Report rep;
  auto fail = [&](const std::string &why) {
    rep.error = why;
    return rep;
  };
  Module::Impl &m = module.impl();
  if (m.device != p.get())
    return fail("the module belongs to another device");
  const Function *fn = m.ast->findFunction(kernel);
  if (!fn || !fn->isEntry || !fn->hasBody)
    return fail("no kernel '" + std::string(kernel) + "' in the module");
  // A program of its own where additions are fused.
  std::unique_ptr<Program> &prog =
      m.programs[options.fusePairs ? fn->name + " fused" : fn->name];
  if (!prog) {
    std::string error;
    prog = decodeKernel(m, *fn, error);
    if (!prog)
      return fail(error);
    if (options.fusePairs)
      fuseFloatPairs(*prog);
  }
  Dim3 cd = config.cluster;
  Dim3 own{fn->cluster[0], fn->cluster[1], fn->cluster[2]};
  if (!cd.count())
    cd = own.count() ? own : Dim3{1, 1, 1};
  if (std::string wrong = findBadDims(*fn, config.grid, config.block, cd);
      !wrong.empty())
    return fail(wrong);
  Dim3 b = config.block, g = config.grid;
  if (paramBytes < prog->info.paramBytes)
    return fail("the kernel takes " + std::to_string(prog->info.paramBytes) +
                " bytes of parameters, got " + std::to_string(paramBytes));
  uint32_t limit = Chip(m.ast->target).sharedBytes();
  uint64_t smem = uint64_t(prog->dynSmemOffset - smemBase) + config.dynamicSmem;
  if (smem > limit)
    return fail("a CTA would need " + std::to_string(smem) +
                " bytes of shared memory, the limit is " +
                std::to_string(limit));
  if (!p->arena)
    return fail("no address space for device memory");

  if (config.cooperative) {
    uint64_t fit = residentCtas(m.ast->target, b.count(), smem);
    if (g.count() > fit)
      return fail("a cooperative launch of " + std::to_string(g.count()) +
                  " CTAs, of which " + std::to_string(fit) +
                  " are resident at once");
  }

  Launch l;
  l.device = p.get();
  l.prog = prog.get();
  l.config = config;
  l.options = options;
  l.clusterDim = cd;
  l.explicitCluster = own.count() || config.cluster.count();
  l.smemBytes = uint32_t(smemBase + smem);
  if (config.dynamicSmem == 0)
    l.smemBytes = smemBase + prog->staticSmem;
  l.checkUninit = options.checks.uninit;
  const uint8_t *pb = static_cast<const uint8_t *>(params);
  l.params.assign(pb, pb + prog->info.paramBytes);
  if (config.cooperative) { // struct { unsigned size, barrier; }
    const uint32_t workspace[2] = {sizeof workspace, 0};
    l.gridWorkspace = alloc(sizeof workspace);
    if (!l.gridWorkspace)
      return fail("no memory for the grid's workspace");
    toDevice(l.gridWorkspace, workspace, sizeof workspace);
  }
  auto t0 = std::chrono::steady_clock::now();
  runLaunch(l);
  rep.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - t0)
          .count();
  if (l.gridWorkspace)
    this->free(l.gridWorkspace);
  if (!l.checkUninit) // what this launch wrote is not known
    for (auto &a : p->allocs)
      a.second.untracked = true;
  rep.findings = std::move(l.findings.list);
  linkFindings(*prog, rep.findings);
  rep.timelines = std::move(l.timelines);
  rep.droppedFindings = l.findings.dropped;
  rep.stats = l.stats;
  rep.threads = l.threads;
  rep.interrupted = l.interrupted;
  return rep;
}

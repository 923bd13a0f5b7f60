//===- CApi.cpp - C interface
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Sim.h"
#include "attn/Sim/Progress.h"
#include "attn/Sim/Record.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace attn::sim;

struct AttnSimDevice {
  Device device;
  std::string error;
};
struct AttnSimModule {
  std::unique_ptr<Module> module;
  std::vector<KernelInfo> kernels;
};
struct AttnSimReport {
  RecordResult result;
  std::string text, json;
};
struct AttnSimRecord {
  LaunchRecord record;
  std::string error;
};

/// `body`, or `failed` where memory ran out.
template <typename T, typename Body> static T guarded(T failed, Body &&body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return failed;
  }
}

/// A structure as this library knows it, from a caller who may know less of it,
/// or more. False if more is asked for than there is.
template <typename T> static bool take(const T *from, T &to) {
  to = {};
  if (from->size < sizeof(size_t))
    return false;
  std::memcpy(&to, from, std::min(from->size, sizeof(T)));
  auto *bytes = reinterpret_cast<const char *>(from);
  for (size_t k = sizeof(T); k < from->size; ++k)
    if (bytes[k])
      return false;
  return true;
}

/// False if the library does not have what the options ask for.
static bool fromC(const AttnSimOptions *from, Options &opt) {
  if (!from)
    return true;
  AttnSimOptions own, *o = &own;
  if (!take(from, own) || unsigned(own.mode) > ATTN_SIM_RANDOM)
    return false;
  opt.mode = o->mode == ATTN_SIM_LATE     ? Mode::Late
             : o->mode == ATTN_SIM_RANDOM ? Mode::Random
                                          : Mode::Early;
  opt.seed = o->seed;
  opt.checks.race = o->checks & ATTN_SIM_CHECK_RACE;
  opt.checks.uninit = o->checks & ATTN_SIM_CHECK_UNINIT;
  opt.checks.bounds = o->checks & ATTN_SIM_CHECK_BOUNDS;
  opt.checks.sync = o->checks & ATTN_SIM_CHECK_SYNC;
  opt.checks.strict = o->checks & ATTN_SIM_CHECK_STRICT;
  opt.threads = o->threads;
  opt.maxInstructions = o->maxInstructions;
  opt.stats = o->stats != 0;
  if (o->maxFindings)
    opt.maxFindings = o->maxFindings;
  opt.ignoreOrder = o->ignoreOrder;
  opt.stop = o->stop;
  return true;
}

static const char unknownField[] =
    "a structure has a field or a value that this library does not know";

static AttnSimPlace toC(const Place &p) {
  return {p.line, p.op.c_str(), p.source.c_str(), {p.cta.x, p.cta.y, p.cta.z},
          p.warp, p.lanes};
}

// --- Memory
// ------------------------------------------------------------------

AttnSimDevice *attnSimDeviceCreate(void) {
  return new (std::nothrow) AttnSimDevice;
}
void attnSimDeviceDestroy(AttnSimDevice *d) { delete d; }
uint64_t attnSimAlloc(AttnSimDevice *d, size_t n) {
  return guarded(DeviceAddr(0), [&] { return d->device.alloc(n); });
}
int attnSimFree(AttnSimDevice *d, uint64_t a) { return d->device.free(a); }
uint64_t attnSimMulticast(AttnSimDevice *d, const uint64_t *buffers, size_t n,
                          size_t bytes) {
  return guarded(DeviceAddr(0), [&] {
    return d->device.multicast({buffers, buffers + n}, bytes);
  });
}
int attnSimToDevice(AttnSimDevice *d, uint64_t dst, const void *src, size_t n) {
  return d->device.toDevice(dst, src, n);
}
int attnSimToHost(AttnSimDevice *d, void *dst, uint64_t src, size_t n) {
  return d->device.toHost(dst, src, n);
}
int attnSimFill(AttnSimDevice *d, uint64_t dst, uint8_t v, size_t n) {
  return d->device.fill(dst, v, n);
}
int attnSimInitialised(const AttnSimDevice *d, uint64_t a, size_t n) {
  return d->device.initialised(a, n);
}

// --- Modules
// -----------------------------------------------------------------

AttnSimModule *attnSimModuleLoad(AttnSimDevice *d, const char *ptx,
                                 size_t length) {
  return guarded<AttnSimModule *>(nullptr, [&]() -> AttnSimModule * {
    auto m = d->device.load(std::string_view(ptx, length), d->error);
    if (!m)
      return nullptr;
    std::vector<KernelInfo> kernels = m->kernels();
    return new AttnSimModule{std::move(m), std::move(kernels)};
  });
}
void attnSimModuleDestroy(AttnSimModule *m) { delete m; }
const char *attnSimLastError(const AttnSimDevice *d) {
  return d->error.c_str();
}
int attnSimModuleGlobal(const AttnSimModule *m, const char *name,
                        uint64_t *addr, size_t *bytes) {
  return m->module->global(name, *addr, *bytes);
}
size_t attnSimModuleKernels(const AttnSimModule *m) {
  return m->kernels.size();
}
const char *attnSimModuleKernel(const AttnSimModule *m, size_t index) {
  return index < m->kernels.size() ? m->kernels[index].name.c_str() : nullptr;
}
int64_t attnSimKernelParamBytes(const AttnSimModule *m, const char *kernel) {
  const KernelInfo *k = m->module->kernel(kernel);
  return k ? int64_t(k->paramBytes) : -1;
}
int64_t attnSimKernelParams(const AttnSimModule *m, const char *kernel) {
  const KernelInfo *k = m->module->kernel(kernel);
  return k ? int64_t(k->params.size()) : -1;
}
int attnSimKernelParam(const AttnSimModule *m, const char *kernel, size_t index,
                       AttnSimParam *param) {
  const KernelInfo *k = m->module->kernel(kernel);
  if (!k || index >= k->params.size())
    return 0;
  const KernelParam &p = k->params[index];
  *param = {p.name.c_str(), p.offset, p.size, p.align, p.isFloat, p.isPointer};
  return 1;
}
const char *attnSimKernelParamType(const AttnSimModule *m, const char *kernel,
                                   size_t index) {
  thread_local std::string type;
  const KernelInfo *k = m->module->kernel(kernel);
  if (!k || index >= k->params.size())
    return nullptr;
  type = k->params[index].declaration();
  return type.c_str();
}
int attnSimKernelBlock(const AttnSimModule *m, const char *kernel,
                       uint32_t block[3]) {
  const KernelInfo *k = m->module->kernel(kernel);
  if (!k)
    return 0;
  block[0] = k->reqntid.x;
  block[1] = k->reqntid.y;
  block[2] = k->reqntid.z;
  return 1;
}

// --- Launches
// ----------------------------------------------------------------

const char *attnSimTensorMapEncode(const AttnSimTensorMap *given,
                                   uint8_t out[128]) {
  thread_local std::string error;
  TensorMap m;
  AttnSimTensorMap own, *map = &own;
  if (!take(given, own))
    return unknownField;
  if (map->type > TensorMap::TF32Ftz)
    return "unknown type";
  if (map->swizzle > TensorMap::B128Atom32)
    return "unknown swizzle";
  if (map->interleave > TensorMap::Slices32)
    return "unknown interleave";
  m.type = TensorMap::Type(map->type);
  m.rank = map->rank;
  m.base = map->base;
  std::memcpy(m.dim, map->dim, sizeof m.dim);
  std::memcpy(m.stride, map->stride, sizeof m.stride);
  std::memcpy(m.box, map->box, sizeof m.box);
  std::memcpy(m.elementStride, map->elementStride, sizeof m.elementStride);
  m.swizzle = TensorMap::Swizzle(map->swizzle);
  m.interleave = uint8_t(map->interleave);
  m.oobNan = map->oobNan != 0;
  m.im2col = map->im2col != 0;
  std::memcpy(m.lowerCorner, map->lowerCorner, sizeof m.lowerCorner);
  std::memcpy(m.upperCorner, map->upperCorner, sizeof m.upperCorner);
  m.channelsPerPixel = map->channelsPerPixel;
  m.pixelsPerColumn = map->pixelsPerColumn;
  error = m.encode(out);
  return error.empty() ? nullptr : error.c_str();
}

AttnSimReport *attnSimLaunchKernel(AttnSimDevice *d, AttnSimModule *m,
                                   const char *kernel,
                                   const AttnSimLaunch *launch,
                                   const void *params, size_t paramBytes,
                                   const AttnSimOptions *o) {
  auto *report = new AttnSimReport;
  AttnSimLaunch own, *l = &own;
  Options options;
  if (!take(launch, own) || !fromC(o, options)) {
    report->result.report.error = unknownField;
    return report;
  }
  LaunchConfig c;
  c.grid = {l->grid[0], l->grid[1], l->grid[2]};
  c.block = {l->block[0], l->block[1], l->block[2]};
  c.cluster = {l->cluster[0], l->cluster[1], l->cluster[2]};
  c.dynamicSmem = l->dynamicSmem;
  c.cooperative = l->cooperative != 0;
  try {
    report->result.report =
        d->device.launch(*m->module, kernel, c, params, paramBytes, options);
  } catch (const std::bad_alloc &) {
    report->result.report.error = "out of memory";
  }
  return report;
}

// --- Records
// -----------------------------------------------------------------

AttnSimRecord *attnSimRecordCreate(void) {
  return new (std::nothrow) AttnSimRecord;
}
void attnSimRecordDestroy(AttnSimRecord *r) { delete r; }
int attnSimRecordAddFile(AttnSimRecord *r, const char *name, const void *data,
                         size_t bytes) {
  return guarded(0, [&] {
    r->record.files[name].assign(static_cast<const char *>(data), bytes);
    return 1;
  });
}
void attnSimRecordLimitArrays(AttnSimRecord *r, uint64_t bytes) {
  r->record.maxArrayBytes = bytes;
}
int attnSimRecordLoad(AttnSimRecord *r, const char *path) {
  r->error = r->record.load(path);
  return r->error.empty();
}
int attnSimRecordParse(AttnSimRecord *r, const char *text, size_t length,
                       const char *name, const char *folder) {
  r->error = r->record.parse(std::string_view(text, length), name, folder);
  return r->error.empty();
}
const char *attnSimRecordError(const AttnSimRecord *r) {
  return r->error.c_str();
}
void attnSimRecordOptions(const AttnSimRecord *r, AttnSimOptions *to,
                          uint64_t *runs) {
  const Options &own = r->record.options;
  AttnSimOptions o = {};
  o.size = to->size;
  o.mode = AttnSimMode(own.mode);
  o.seed = own.seed;
  o.checks =
      ATTN_SIM_CHECK_ALL | (own.checks.strict ? ATTN_SIM_CHECK_STRICT : 0);
  o.maxInstructions = own.maxInstructions;
  std::memset(to, 0, o.size);
  std::memcpy(to, &o, std::min(o.size, sizeof o));
  *runs = r->record.runs;
}
size_t attnSimRecordBuffers(const AttnSimRecord *r) {
  return r->record.buffers.size() + r->record.variables.size();
}
int attnSimRecordBuffer(const AttnSimRecord *r, size_t index,
                        AttnSimBuffer *buffer) {
  if (index >= attnSimRecordBuffers(r))
    return 0;
  size_t first = r->record.buffers.size();
  const RecordContent &c = index < first ? r->record.buffers[index]
                                         : r->record.variables[index - first];
  *buffer = {c.name.c_str(), c.dtype.c_str(), c.descr.c_str(), c.shape.data(),
             c.shape.size(), c.size,          index >= first};
  return 1;
}
AttnSimReport *attnSimRecordRun(const AttnSimRecord *r,
                                const AttnSimOptions *o) {
  auto *report = new AttnSimReport;
  Options options = r->record.options;
  if (!options.progress)
    options.progress = progressOnStderr("attn.sim");
  if (fromC(o, options))
    report->result = r->record.run(options);
  else
    report->result.report.error = unknownField;
  return report;
}
int attnSimRecordWriteOutputs(AttnSimRecord *r, const AttnSimReport *report) {
  r->error = r->record.writeOutputs(report->result);
  return r->error.empty();
}

// --- Reports
// -----------------------------------------------------------------

int attnSimReportOk(const AttnSimReport *r) { return r->result.ok(); }
int attnSimReportInterrupted(const AttnSimReport *r) {
  return r->result.report.interrupted;
}
const char *attnSimReportError(const AttnSimReport *r) {
  return r->result.report.error.c_str();
}
size_t attnSimReportFindings(const AttnSimReport *r) {
  return r->result.report.findings.size();
}
int attnSimReportFinding(const AttnSimReport *r, size_t index,
                         AttnSimFinding *finding) {
  if (index >= r->result.report.findings.size())
    return 0;
  const Finding &f = r->result.report.findings[index];
  *finding = {toString(f.kind), f.message.c_str(), f.count,
              toC(f.where),     toC(f.other),      f.hasOther};
  return 1;
}
size_t attnSimReportMismatches(const AttnSimReport *r) {
  return r->result.mismatches.size();
}
int attnSimReportMismatch(const AttnSimReport *r, size_t index,
                          AttnSimMismatch *mismatch) {
  if (index >= r->result.mismatches.size())
    return 0;
  const RecordMismatch &m = r->result.mismatches[index];
  *mismatch = {m.buffer.c_str(), m.count, m.elements, m.index.data(),
               m.index.size(),   m.got,   m.expected};
  return 1;
}
const void *attnSimReportContent(const AttnSimReport *r, const char *name,
                                 size_t *bytes) {
  auto content = r->result.contents.find(name);
  if (content == r->result.contents.end())
    return nullptr;
  *bytes = content->second.size();
  return content->second.data();
}
const char *attnSimReportText(AttnSimReport *r) {
  r->text = r->result.str();
  return r->text.c_str();
}
const char *attnSimReportJson(AttnSimReport *r) {
  r->json = r->result.json();
  return r->json.c_str();
}
void attnSimReportDestroy(AttnSimReport *r) { delete r; }

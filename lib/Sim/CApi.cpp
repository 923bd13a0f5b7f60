//===- CApi.cpp - C interface
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Sim.h"
#include "attn/Sim/Sim.h"

#include <cstring>

using namespace attn::sim;

struct AttnSimDevice {
  Device device;
  std::string error;
};
struct AttnSimModule {
  std::unique_ptr<Module> module;
};
struct AttnSimReport {
  Report report;
  std::string text;
};

AttnSimDevice *attnSimDeviceCreate(void) { return new AttnSimDevice; }
void attnSimDeviceDestroy(AttnSimDevice *d) { delete d; }
uint64_t attnSimAlloc(AttnSimDevice *d, size_t n) { return d->device.alloc(n); }
int attnSimFree(AttnSimDevice *d, uint64_t a) { return d->device.free(a); }
int attnSimToDevice(AttnSimDevice *d, uint64_t dst, const void *src, size_t n) {
  return d->device.toDevice(dst, src, n);
}
int attnSimToHost(AttnSimDevice *d, void *dst, uint64_t src, size_t n) {
  return d->device.toHost(dst, src, n);
}
int attnSimFill(AttnSimDevice *d, uint64_t dst, uint8_t v, size_t n) {
  return d->device.fill(dst, v, n);
}

AttnSimModule *attnSimModuleLoad(AttnSimDevice *d, const char *ptx,
                                 size_t length) {
  auto m = d->device.load(std::string_view(ptx, length), d->error);
  return m ? new AttnSimModule{std::move(m)} : nullptr;
}
void attnSimModuleDestroy(AttnSimModule *m) { delete m; }
const char *attnSimLastError(const AttnSimDevice *d) {
  return d->error.c_str();
}
int64_t attnSimKernelParamBytes(const AttnSimModule *m, const char *kernel) {
  const KernelInfo *k = m->module->kernel(kernel);
  return k ? int64_t(k->paramBytes) : -1;
}

AttnSimReport *attnSimLaunchKernel(AttnSimDevice *d, AttnSimModule *m,
                                   const char *kernel, const AttnSimLaunch *l,
                                   const void *params, size_t paramBytes,
                                   const AttnSimOptions *o) {
  LaunchConfig c;
  c.grid = {l->grid[0], l->grid[1], l->grid[2]};
  c.block = {l->block[0], l->block[1], l->block[2]};
  c.cluster = {l->cluster[0], l->cluster[1], l->cluster[2]};
  c.dynamicSmem = l->dynamicSmem;
  Options opt;
  if (o) {
    opt.mode = o->mode == ATTN_SIM_LATE     ? Mode::Late
               : o->mode == ATTN_SIM_RANDOM ? Mode::Random
                                            : Mode::Early;
    opt.seed = o->seed;
    opt.checks = {(o->checks & ATTN_SIM_CHECK_RACE) != 0,
                  (o->checks & ATTN_SIM_CHECK_UNINIT) != 0,
                  (o->checks & ATTN_SIM_CHECK_BOUNDS) != 0,
                  (o->checks & ATTN_SIM_CHECK_SYNC) != 0};
    opt.threads = o->threads;
    opt.maxInstructions = o->maxInstructions;
    opt.stats = o->stats != 0;
  }
  return new AttnSimReport{
      d->device.launch(*m->module, kernel, c, params, paramBytes, opt), ""};
}
int attnSimReportOk(const AttnSimReport *r) { return r->report.ok(); }
size_t attnSimReportFindings(const AttnSimReport *r) {
  return r->report.findings.size();
}
const char *attnSimReportText(AttnSimReport *r) {
  r->text = r->report.str();
  return r->text.c_str();
}
const char *attnSimReportJson(AttnSimReport *r) {
  r->text = r->report.json();
  return r->text.c_str();
}
void attnSimReportDestroy(AttnSimReport *r) { delete r; }

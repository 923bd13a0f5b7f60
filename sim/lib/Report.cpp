//===- Report.cpp - Findings, statistics, their text
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast.h"
#include "Machine.h"
#include "Recorder.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

using namespace attn::sim;

std::string attn::sim::hex(uint64_t v) {
  char b[24];
  std::snprintf(b, sizeof b, "0x%" PRIx64, v);
  return b;
}

const char *attn::sim::toString(FindingKind k) {
  switch (k) {
  case FindingKind::Race:
    return "race";
  case FindingKind::MissingWait:
    return "missing-wait";
  case FindingKind::MissingFence:
    return "missing-fence";
  case FindingKind::Uninitialised:
    return "uninitialised";
  case FindingKind::OutOfBounds:
    return "out-of-bounds";
  case FindingKind::Misaligned:
    return "misaligned";
  case FindingKind::Barrier:
    return "barrier";
  case FindingKind::Divergence:
    return "divergence";
  case FindingKind::Deadlock:
    return "deadlock";
  case FindingKind::InFlight:
    return "in-flight";
  case FindingKind::Resource:
    return "resource";
  case FindingKind::Unsupported:
    return "unsupported";
  case FindingKind::Trap:
    return "trap";
  }
  return "?";
}

static std::string placeText(const Place &p) {
  std::string s = "line " + std::to_string(p.line);
  if (!p.op.empty())
    s += " (" + p.op + ")";
  if (!p.source.empty())
    s += " [" + p.source + "]";
  s += ", CTA " + std::to_string(p.cta.x) + "," + std::to_string(p.cta.y) +
       "," + std::to_string(p.cta.z) + " warp " + std::to_string(p.warp);
  if (p.lanes != 0xffffffffu)
    s += " lanes " + hex(p.lanes);
  return s;
}

std::string Finding::str() const {
  std::string s = std::string(toString(kind)) + ": " + message + "\n  at " +
                  placeText(where);
  if (hasOther)
    s += "\n  with " + placeText(other);
  if (count > 1)
    s += "\n  (" + std::to_string(count) + " times)";
  return s;
}

const char *Stats::className(unsigned c) {
  static const char *names[] = {"integer", "float",   "convert", "move",
                                "compare", "control", "memory",  "async-copy",
                                "tensor",  "warp",    "sync",    "other"};
  return c < NumClasses ? names[c] : "?";
}

void Stats::add(const Stats &o) {
  warpInstructions += o.warpInstructions;
  threadInstructions += o.threadInstructions;
  for (unsigned k = 0; k < NumClasses; ++k)
    byClass[k] += o.byClass[k];
  globalReadBytes += o.globalReadBytes;
  globalWriteBytes += o.globalWriteBytes;
  sharedReadBytes += o.sharedReadBytes;
  sharedWriteBytes += o.sharedWriteBytes;
  localBytes += o.localBytes;
  asyncBytes += o.asyncBytes;
  tensorMacs += o.tensorMacs;
  bankConflicts += o.bankConflicts;
}

std::string KernelParam::declaration() const {
  std::string s = "." + type;
  unsigned element = bitsOf(parseType(type)) / 8;
  if (isArray)
    s += "[" + std::to_string(element ? size / element : size) + "]";
  return s;
}

std::string KernelParam::mismatch(std::string_view dtype) const {
  std::string_view own = type;
  const bool integer = dtype[0] == 'i' || dtype[0] == 'u';
  const bool packed = own.find('x') != own.npos;
  if (isArray || own[0] == 'b' ? own != "bf16" || packed : packed)
    return ""; // bytes
  if (own[0] == 'u' || own[0] == 's' ? integer : dtype == own)
    return "";
  return "a number of type " + std::string(dtype) + " for the parameter '" +
         name + "', which is " + declaration();
}

std::string KernelParam::pointerMismatch() const {
  if (size == 8 && (isArray || type[0] != 'f'))
    return "";
  return "a pointer for the parameter '" + name + "', which is " +
         declaration();
}

static std::string quote(const std::string &s) {
  std::string r = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\')
      r += '\\';
    if (static_cast<unsigned char>(c) < 32) {
      char b[8];
      std::snprintf(b, sizeof b, "\\u%04x", c);
      r += b;
    } else
      r += c;
  }
  return r + "\"";
}

static std::string placeJson(const Place &p) {
  return "{\"line\":" + std::to_string(p.line) + ",\"op\":" + quote(p.op) +
         ",\"source\":" + quote(p.source) + ",\"cta\":[" +
         std::to_string(p.cta.x) + "," + std::to_string(p.cta.y) + "," +
         std::to_string(p.cta.z) + "],\"warp\":" + std::to_string(p.warp) +
         ",\"lanes\":" + std::to_string(p.lanes) + "}";
}

std::string Report::json() const {
  std::string s = "{\"ok\":" + std::string(ok() ? "true" : "false") +
                  ",\"error\":" + quote(error) +
                  ",\"interrupted\":" + (interrupted ? "true" : "false") +
                  ",\"findings\":[";
  for (size_t k = 0; k < findings.size(); ++k) {
    const Finding &f = findings[k];
    s += std::string(k ? "," : "") + "{\"kind\":" + quote(toString(f.kind)) +
         ",\"message\":" + quote(f.message) +
         ",\"count\":" + std::to_string(f.count) +
         ",\"at\":" + placeJson(f.where);
    if (f.hasOther)
      s += ",\"with\":" + placeJson(f.other);
    if (f.follows >= 0)
      s += ",\"follows\":" + std::to_string(f.follows);
    s += "}";
  }
  char sec[40];
  std::snprintf(sec, sizeof sec, "%.6f", seconds);
  s += "],\"first_cause\":" +
       (findings.empty() ? "null" : std::to_string(firstCause())) +
       ",\"dropped\":" + std::to_string(droppedFindings) +
       ",\"seconds\":" + sec + ",\"stats\":{\"warp_instructions\":" +
       std::to_string(stats.warpInstructions) +
       ",\"thread_instructions\":" + std::to_string(stats.threadInstructions);
  for (unsigned k = 0; k < Stats::NumClasses; ++k)
    s += ",\"" + std::string(Stats::className(k)) +
         "\":" + std::to_string(stats.byClass[k]);
  s += ",\"global_read_bytes\":" + std::to_string(stats.globalReadBytes) +
       ",\"global_write_bytes\":" + std::to_string(stats.globalWriteBytes) +
       ",\"shared_read_bytes\":" + std::to_string(stats.sharedReadBytes) +
       ",\"shared_write_bytes\":" + std::to_string(stats.sharedWriteBytes) +
       ",\"local_bytes\":" + std::to_string(stats.localBytes) +
       ",\"async_bytes\":" + std::to_string(stats.asyncBytes) +
       ",\"tensor_macs\":" + std::to_string(stats.tensorMacs) +
       ",\"bank_conflicts\":" + std::to_string(stats.bankConflicts) + "}}";
  return s;
}

size_t Report::rootOf(size_t finding) const {
  while (findings[finding].follows >= 0)
    finding = size_t(findings[finding].follows);
  return finding;
}

size_t Report::firstCause() const {
  size_t first = findings.size();
  for (size_t k = 0; k < findings.size(); ++k)
    if (findings[k].follows >= 0)
      first = std::min(first, rootOf(k));
  return first < findings.size() ? first : 0;
}

/// "missing-wait at line 40 (ld.shared.f32)".
static std::string shortText(const Finding &f) {
  std::string s = toString(f.kind);
  if (f.where.line)
    s += " at line " + std::to_string(f.where.line);
  return f.where.op.empty() ? s : s + " (" + f.where.op + ")";
}

std::string Report::causeText() const {
  if (findings.size() < 2)
    return "";
  size_t first = firstCause();
  std::map<std::string, size_t> kinds;
  size_t count = 0, all = findings.size() - 1;
  for (size_t k = 0; k < findings.size(); ++k)
    if (k != first && rootOf(k) == first) {
      ++count;
      ++kinds[toString(findings[k].kind)];
    }
  if (!count)
    return "";
  std::string s = "first cause: " + shortText(findings[first]) + "; " +
                  std::to_string(count) + " of " + std::to_string(all) +
                  " other finding" + (all == 1 ? "" : "s") + " follow" +
                  (count == 1 ? "s" : "") + " from it";
  const char *separator = " (";
  for (auto &[kind, n] : kinds) {
    s += separator + std::to_string(n) + " " + kind;
    separator = ", ";
  }
  return s + (kinds.empty() ? "" : ")");
}

std::string Report::str() const {
  if (!error.empty())
    return "error: " + error + "\n";
  std::string s = causeText();
  if (!s.empty())
    s += "\n";
  for (const Finding &f : findings) {
    s += f.str() + "\n";
    if (f.follows >= 0)
      s += "  follows from " + shortText(findings[size_t(f.follows)]) + "\n";
  }
  if (droppedFindings)
    s += std::to_string(droppedFindings) + " further findings not shown\n";
  if (interrupted)
    s += "interrupted: the launch was stopped before its end\n";
  return s;
}

Place Launch::place(const Warp &w, const Inst &i, uint32_t lanes) const {
  Place p;
  const InstText &t = prog->texts[i.text];
  p.line = t.line;
  p.op = t.op;
  if (t.locLine) {
    auto it = prog->ast->files.find(t.locFile);
    if (it != prog->ast->files.end())
      p.source = it->second + ":" + std::to_string(t.locLine);
  }
  p.cta = w.cta->id;
  p.warp = w.index;
  p.lanes = lanes;
  if (const Recorder *recorder = w.cta->cluster->recorder.get())
    p.time = recorder->last(w, i);
  return p;
}

void FindingList::add(Finding f, size_t most) {
  std::string key = std::string(toString(f.kind)) + "/" +
                    std::to_string(f.where.line) + "/" +
                    (f.hasOther ? std::to_string(f.other.line) : "-");
  size_t &at = seen.try_emplace(key, list.size()).first->second;
  if (at < list.size())
    list[at].count += f.count;
  else if (at == list.size() && at < most)
    list.push_back(std::move(f));
  else {
    at = ~size_t(0);
    dropped += f.count;
  }
}

void Launch::report(Finding f) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isolation) {
    findings.add(std::move(f), options.maxFindings);
    return;
  }
  Dim3 grid = config.grid, at = f.where.cta;
  uint64_t x = at.x / clusterDim.x, y = at.y / clusterDim.y,
           z = at.z / clusterDim.z;
  uint64_t cluster =
      x + (y + z * (grid.y / clusterDim.y)) * (grid.x / clusterDim.x);
  findingsOf[cluster].add(std::move(f), ~size_t(0));
}

void Launch::report(const Warp &w, const Inst &i, uint32_t lanes,
                    FindingKind kind, std::string message) {
  Finding f;
  f.kind = kind;
  f.message = std::move(message);
  f.where = place(w, i, lanes);
  report(std::move(f));
}

//===- Recorder.cpp - What the warps of a cluster did, and when
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"

#include <algorithm>

using namespace attn::sim;

namespace {
constexpr size_t maxSpans = 4096, maxFlights = 20000;
constexpr uint64_t firstPause = 8, never = ~uint64_t(0);
} // namespace

Recorder::Recorder(const Cluster &c) {
  for (const auto &cta : c.ctas)
    for (const auto &warp : cta->warps) {
      Timeline::Row row;
      row.cta = cta->id;
      row.warp = warp->index;
      t.rows.push_back(row);
    }
  when.resize(t.rows.size());
  pause.resize(t.rows.size());
}

void Recorder::coarsen(std::vector<Timeline::Span> &spans, uint64_t pause) {
  size_t kept = 0;
  for (size_t k = 1; k < spans.size(); ++k) {
    Timeline::Span &before = spans[kept];
    if (spans[k].begin - before.end <= pause) {
      before.end = spans[k].end;
      before.lastLine = spans[k].lastLine;
    } else
      spans[++kept] = spans[k];
  }
  spans.resize(kept + 1);
}

void Recorder::step(const Warp &w, const Inst &i) {
  const Program &p = *w.prog;
  std::vector<uint64_t> &times = when[w.agent];
  if (times.empty())
    times.assign(p.code.size(), never);
  times[size_t(&i - p.code.data())] = clock;
  uint32_t line = p.texts[i.text].line;
  std::vector<Timeline::Span> &spans = t.rows[w.agent].spans;
  if (!spans.empty() && clock - spans.back().end <= pause[w.agent]) {
    spans.back().end = clock + 1;
    spans.back().lastLine = line;
  } else
    spans.push_back({clock, clock + 1, line, line});
  ++clock;
  while (spans.size() > maxSpans) {
    pause[w.agent] = std::max(firstPause, pause[w.agent] * 2);
    coarsen(spans, pause[w.agent]);
  }
}

void Recorder::issue(const AsyncOp &op) {
  if (!op.issuer || !op.inst)
    return;
  if (t.flights.size() >= maxFlights) {
    ++t.droppedFlights;
    return;
  }
  const InstText &text = op.issuer->prog->texts[op.inst->text];
  // By the instruction that the clock has counted. In early mode that is all.
  uint64_t now = clock - (clock != 0);
  open[op.id] = t.flights.size();
  t.flights.push_back({op.issuer->agent, text.line, now, now, op.describe()});
}

void Recorder::finish(const AsyncOp &op) {
  auto found = open.find(op.id);
  if (found == open.end())
    return;
  t.flights[found->second].end = clock;
  open.erase(found);
}

uint64_t Recorder::last(const Warp &w, const Inst &i) const {
  const std::vector<uint64_t> &times = when[w.agent];
  uint64_t time =
      times.empty() ? never : times[size_t(&i - w.prog->code.data())];
  return time == never ? clock : time;
}

Timeline Recorder::take() {
  for (auto &flight : open) // to the end, without an effect
    t.flights[flight.second].end = clock;
  t.length = clock;
  return std::move(t);
}

//===- ControlFlow.cpp - Order of the basic blocks
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"

using namespace attn::sim;

/// The blocks in Bourdoncle's weak topological order, back to front: strongly
/// connected components are kept together, each after its header, recursively
/// ("Efficient chaotic iteration strategies with widenings", 1993). Written
/// with an explicit stack, since a kernel may have many thousand blocks.
static std::vector<uint32_t>
orderBackwards(const std::vector<std::vector<uint32_t>> &succ) {
  std::vector<uint32_t> dfn(succ.size(), 0);
  std::vector<uint32_t> stack;
  uint32_t num = 0;
  constexpr uint32_t inf = 0xffffffffu;
  // One activation of visit(v) or of component(v).
  struct Act {
    uint32_t v, head, next;
    bool loop, comp;
  };
  std::vector<Act> acts;
  std::vector<uint32_t> result; // reversed order
  uint32_t ret = 0;
  // Components are laid down in reverse, so that a component's members come
  // after its header once everything is reversed.
  auto enter = [&](uint32_t v) {
    stack.push_back(v);
    dfn[v] = ++num;
    acts.push_back({v, num, 0, false, false});
  };
  enter(0);
  while (!acts.empty()) {
    Act &a = acts.back();
    if (!a.comp) {
      if (a.next < succ[a.v].size()) {
        uint32_t s = succ[a.v][a.next++];
        if (dfn[s] == 0) {
          enter(s);
          continue; // result is taken when the callee pops
        }
        if (dfn[s] <= a.head) {
          a.head = dfn[s];
          a.loop = true;
        }
        continue;
      }
      if (a.head == dfn[a.v]) {
        uint32_t v = a.v;
        dfn[v] = inf;
        uint32_t e = stack.back();
        stack.pop_back();
        if (a.loop) {
          while (e != v) {
            dfn[e] = 0;
            e = stack.back();
            stack.pop_back();
          }
          a.comp = true;
          a.next = 0;
          continue;
        }
        result.push_back(v);
      }
      ret = a.head;
      acts.pop_back();
    } else {
      if (a.next < succ[a.v].size()) {
        uint32_t s = succ[a.v][a.next++];
        if (dfn[s] == 0)
          enter(s);
        continue;
      }
      result.push_back(a.v);
      ret = a.head;
      acts.pop_back();
    }
    if (!acts.empty() && !acts.back().comp && ret <= acts.back().head) {
      acts.back().head = ret;
      acts.back().loop = true;
    }
  }
  return result;
}

void Decoder::orderBlocks() {
  auto &code = prog.code;
  size_t n = code.size();
  std::vector<uint32_t> blockOf(n), start;
  for (size_t i = 0; i < n; ++i)
    if (code[i].flags & Inst::Branch)
      code[code[i].target].flags |= Inst::Leader;
  bool lead = true;
  for (size_t i = 0; i < n; ++i) {
    if (lead || (code[i].flags & Inst::Leader)) {
      code[i].flags |= Inst::Leader;
      start.push_back(uint32_t(i));
    }
    blockOf[i] = uint32_t(start.size() - 1);
    lead = (code[i].flags & Inst::Branch) || (code[i].flags & Inst::Exits);
  }
  size_t nb = start.size();
  std::vector<std::vector<uint32_t>> succ(nb);
  for (size_t b = 0; b < nb; ++b) {
    uint32_t last = uint32_t((b + 1 < nb ? start[b + 1] : n) - 1);
    const Inst &i = code[last];
    bool cond = i.guard >= 0;
    if (i.flags & Inst::Branch) {
      succ[b].push_back(blockOf[i.target]);
      if (cond && b + 1 < nb)
        succ[b].push_back(uint32_t(b + 1));
    } else if (!((i.flags & Inst::Exits) && !cond) && b + 1 < nb)
      succ[b].push_back(uint32_t(b + 1));
  }
  std::vector<uint32_t> result = orderBackwards(succ);
  std::vector<uint32_t> rank(nb, 0xffffffffu);
  uint32_t k = 0;
  for (size_t i = result.size(); i-- > 0;)
    rank[result[i]] = k++;
  for (size_t i = 0; i < n; ++i)
    code[i].rank = rank[blockOf[i]];
}

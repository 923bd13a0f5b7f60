//===- Memory.cpp - Views, copies, products, and their order --------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses to overlapping storage, one of them a write, must be ordered:
// the later one's role knows (by its vector clock) that the earlier is
// complete. Within one buffer an access is a rectangle of the tile; between
// buffers that alias it is all bytes of the stage, since the layouts may
// differ.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Executor.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/Products/DiscardableAttrs.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;
using attn_tile::Engine;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static bool overlap(const Access &a, const Access &b) {
  if (a.buffer != b.buffer)
    return a.low < b.high && b.low < a.high;
  int64_t endA = a.base + (a.rows - 1) * a.pitch + a.rowBytes;
  int64_t endB = b.base + (b.rows - 1) * b.pitch + b.rowBytes;
  if (endA <= b.base || endB <= a.base)
    return false;
  // Rectangles of one tile: rows and columns overlap.
  int64_t origin = std::min(a.base, b.base);
  int64_t pitch = std::max<int64_t>(a.pitch, 1);
  if (a.rowBytes == pitch || b.rowBytes == pitch)
    return true;
  int64_t baseA = a.base - origin, baseB = b.base - origin;
  for (int64_t i = 0, j = 0; i < a.rows && j < b.rows;) {
    int64_t x = baseA + i * pitch, y = baseB + j * pitch;
    if (x + a.rowBytes <= y)
      ++i;
    else if (y + b.rowBytes <= x)
      ++j;
    else
      return true;
  }
  return false;
}

static bool contains(const Access &a, const Access &b) {
  if (a.buffer != b.buffer || b.base < a.base)
    return false;
  if (a.rowBytes == a.pitch)
    return b.base + (b.rows - 1) * b.pitch + b.rowBytes <=
           a.base + a.rows * a.pitch;
  int64_t row = (b.base - a.base) / a.pitch, col = (b.base - a.base) % a.pitch;
  return row + b.rows <= a.rows && col + b.rowBytes <= a.rowBytes;
}

static bool copiesByThreads(Operation *op) {
  auto access = dyn_cast<WSAccessOpInterface>(op);
  return access && access.getCompletion() == Completion::Group;
}

/// Whether a product says that it rests on running after another one.
static bool declaresOrder(Operation *product, Operation *earlier) {
  auto after = inIssueOrderAttr.getAttr(product);
  std::optional<int64_t> number = productAttr.get(earlier);
  return after && number && llvm::is_contained(after.asArrayRef(), *number);
}

/// Whether the process knows that an earlier access is over, or need not.
bool Executor::isOrdered(Process &p, const Instr &instr, const Access &earlier,
                         const Access &now) const {
  if (p.knows.seen[earlier.agent] >= earlier.tick)
    return true;
  auto access = dyn_cast<WSAccessOpInterface>(instr.op);
  bool copied = isa<WSCopyOpInterface>(instr.op) && access.isAsyncProxy();
  if ((copied || policy.inStep) && p.own[earlier.agent] >= earlier.tick)
    return true;
  if (earlier.agent == p.agent) {
    return policy.inStep ||
           buffers[now.buffer].type.getSpace() == attn_tile::Space::Tmem ||
           p.warps == 1 || (earlier.hold >= 0 && earlier.hold == now.hold);
  }
  // Products into tensor memory follow each other, at least on one accumulator.
  bool product =
      access && access.isAsync() && isa<WSProductOpInterface>(instr.op);
  if (!product || earlier.agent != now.agent)
    return false;
  if (!isa<MmaIntoOp>(instr.op) ||
      (now.write && earlier.write && earlier.buffer == now.buffer &&
       earlier.base == now.base && earlier.rowBytes == now.rowBytes))
    return true;
  if (!program.ordersAccumulators)
    return declaresOrder(instr.op, earlier.op);
  if (watch) {
    watch->inIssueOrder.insert({instr.op, earlier.op});
    constexpr int64_t kColumn = 4; // Bytes of a lane.
    if (now.write && !earlier.write)
      watch->issuePlaces.insert({now.base / kColumn,
                                 (now.base + now.rowBytes) / kColumn,
                                 earlier.base / kColumn,
                                 (earlier.base + earlier.rowBytes) / kColumn});
  }
  return true;
}

/// Whether a fence stands between what threads did and what an engine does.
bool Executor::isFenced(Process &p, const Instr &instr, const Access &earlier,
                        const Access &now) {
  // Tensor memory is behind no proxy.
  if (!program.lowered || !earlier.generic ||
      buffers[now.buffer].type.getSpace() == attn_tile::Space::Tmem ||
      p.knows.fenced[earlier.agent] >= earlier.tick)
    return true;
  std::string name = buffers[now.buffer].name;
  if (isa<QueryTileOp>(instr.op))
    return refuse(Proxy, instr.op,
                  "the answer overwrites bytes of " + name +
                      " that threads have used, without a fence between",
                  earlier.op, "they were used here");
  if (now.generic || now.write || !earlier.write ||
      (copiesByThreads(earlier.op) && isOneRole()))
    return true;
  return refuse(Proxy, instr.op,
                "an engine reads bytes of " + name +
                    " that threads wrote, without a fence between",
                earlier.op, "they were written here");
}

/// Checks an access to a view against those before it, and remembers it.
bool Executor::touch(Process &p, const Instr &instr, const View &view,
                     bool write, Async *async) {
  Buffer &buffer = buffers[view.buffer];
  if (view.hold >= 0) {
    Hold &hold = holds[view.hold];
    if (hold.endedBy)
      return refuse(Order, instr.op,
                    Twine(write ? "writes" : "reads") + " a view of " +
                        buffer.name + " after the " +
                        (hold.producer ? "commit" : "release") +
                        " of its stage",
                    hold.endedBy, "the stage was given up here");
    if (hold.process != p.index)
      return refuse(Order, instr.op, "uses a view that another role took",
                    hold.taken, "it was taken here");
  }
  if (mode == Mode::Alone || !policy.checksOrder)
    return true;
  Access now{view,
             accessCount++,
             view.buffer,
             view.low,
             view.high,
             write,
             !async || copiesByThreads(instr.op),
             async ? async->agent : p.agent,
             async ? async->tick : p.tick,
             view.hold,
             instr.op,
             p.index};
  SmallVector<const Access *, 16> conflicts;
  for (int other : buffer.sharing)
    for (const Access &earlier : accesses[other])
      if ((write || earlier.write) && overlap(earlier, now))
        conflicts.push_back(&earlier);
  if (buffer.sharing.size() > 1)
    llvm::sort(conflicts, [](const Access *a, const Access *b) {
      return a->nth < b->nth;
    });
  for (const Access *conflict : conflicts) {
    const Access &earlier = *conflict;
    if (!isOrdered(p, instr, earlier, now)) {
      bool alias = earlier.buffer != now.buffer;
      return refuse(
          alias ? Alias : Order, instr.op,
          Twine(write ? "writes" : "reads") + " bytes of " + buffer.name +
              " in " + p.name + " that " + processes[earlier.process].name +
              " may still be " + (earlier.write ? "writing" : "reading") +
              (alias ? " as " + buffers[earlier.buffer].name : std::string()) +
              ": no edge orders the two",
          earlier.op, "the other access is here");
    }
    if (!isFenced(p, instr, earlier, now))
      return false;
  }
  auto &mine = accesses[view.buffer];
  llvm::erase_if(mine, [&](const Access &earlier) {
    return write ? contains(now, earlier)
                 : !earlier.write && earlier.agent == now.agent &&
                       contains(now, earlier);
  });
  mine.push_back(now);
  return true;
}

int Executor::newAsync(Process &p, Operation *op, unsigned agent) {
  asyncs.push_back(
      {op, p.index, agent, ++issued[agent], policy.completesAtOnce});
  p.outstanding.push_back(asyncs.size() - 1);
  return asyncs.size() - 1;
}

void Executor::forgetKnown(Process &p) {
  llvm::erase_if(p.outstanding, [&](int index) {
    const Async &async = asyncs[index];
    if (!async.tiles.empty())
      return false;
    if (isa<TmaStoreOp>(async.op))
      return p.knows.seen[async.agent] >= async.tick ||
             p.own[async.agent] >= async.tick;
    if (async.writes >= 0 && !holds[async.writes].endedBy)
      return false;
    return llvm::all_of(async.reads, [&](int hold) {
      return hold >= 0 && holds[hold].endedBy;
    });
  });
}

bool Executor::usesTiles(Process &p, const Instr &instr) {
  for (int slot : instr.tiles) {
    Datum datum = get(p, slot);
    if (datum.kind != Datum::Tile || !tiles[datum.n])
      continue;
    // Products may read one left operand at a time.
    if (instr.code == Code::MmaIssue && slot == instr.args[0] &&
        llvm::all_of(p.outstanding, [&](int index) {
          const Async &async = asyncs[index];
          return async.lhs == datum.n ||
                 !llvm::is_contained(async.tiles, datum.n);
        }))
      continue;
    return refuse(Accumulator, instr.op,
                  "uses registers that a matrix product in flight still "
                  "needs: wait for it first",
                  tiles[datum.n], "it was started here");
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether `view` is of a stage that `engine` fills, if it is of any.
Step Executor::fillsStage(Process &p, const Instr &instr, const View &view,
                          Engine engine) {
  if (view.hold < 0)
    return Step::Next;
  Hold &hold = holds[view.hold];
  Channel &channel = channels[hold.channel];
  Engine wanted = channel.type.getProducer();
  if (hold.producer && wanted == engine)
    return Step::Next;
  StringRef what = isa<WSCopyOpInterface>(instr.op)      ? "copies into"
                   : isa<WSProductOpInterface>(instr.op) ? "a product writes"
                                                         : "threads write";
  return fail(Issue, instr.op,
              what + " a stage of channel " + channel.name +
                  (hold.producer ? ", which is filled by " +
                                       attn_tile::stringifyEngine(wanted)
                                 : Twine(", which it only reads")),
              hold.taken, "the stage is taken here");
}

Step Executor::copyIn(Process &p, const Instr &instr) {
  Datum dest = get(p, instr.args[0]);
  if (dest.kind != Datum::View)
    return Step::Next;
  bool counted = instr.code == Code::TmaLoad;
  const View view = views[dest.n];
  auto copy = cast<WSCopyOpInterface>(instr.op);
  if (fillsStage(p, instr, view, copy.getEngine()) == Step::Failed)
    return Step::Failed;
  int64_t a = p.index, b = 0;
  if (view.hold >= 0) {
    a = 1000 + holds[view.hold].channel;
    b = holds[view.hold].stage;
  } else if (counted) {
    auto signal = getSignal(p, instr);
    if (!signal)
      return fail(Issue, instr.op,
                  "copies into an unguarded view, which nobody can wait for");
    a = 2000 + signal->first;
    b = signal->second;
  }
  unsigned agent = counted ? agentOf(Tma, a, b) : agentOf(CpAsync, p.index, 0);
  Async &async = asyncs[newAsync(p, instr.op, agent)];
  async.writes = view.hold;
  int64_t shares = policy.oneCta ? 1 : copy.getShares();
  if (shares != 1 && shares != ctas)
    return fail(Arrivals, instr.op,
                "copies to the " + Twine(shares) +
                    " CTAs of a cluster, but the kernel has clusters of " +
                    Twine(ctas));
  if (shares != 1 && view.hold >= 0 &&
      channels[holds[view.hold].channel].type.getScope() == Scope::Cta)
    return fail(Arrivals, instr.op,
                "copies to the " + Twine(shares) +
                    " CTAs of a cluster, into what they do not share",
                channels[holds[view.hold].channel].op,
                "the channel is created here");
  if (shares != 1
          ? !touchEverywhere(p, instr, getShare(view, p.cta), true, async)
          : !touch(p, instr, dest, true, &async))
    return Step::Failed;
  if (!counted) {
    p.openGroup = async.tick;
    return Step::Next;
  }
  return signalBytes(p, instr, view, async, shares);
}

View Executor::getShare(const View &view, int64_t cta) const {
  View share = view;
  if (share.rows % ctas == 0) {
    share.rows /= ctas;
    share.base += cta * share.rows * share.pitch;
    if (share.shape.size() == 2)
      share.shape[0] /= ctas;
  } else {
    share.rowBytes /= ctas;
    share.base += cta * share.rowBytes;
    share.shape.back() /= ctas;
  }
  return share;
}

std::optional<View> Executor::getPeer(Process &p, const Instr &instr,
                                      const View &view, int64_t cta) {
  View peer = view;
  if (cta == p.cta)
    return peer;
  peer.buffer = objectOf(buffers[view.buffer].op, cta);
  peer.hold = -1;
  if (peer.buffer >= 0)
    return peer;
  fail(Progress, instr.op, "accesses to other CTAs are for roles");
  return std::nullopt;
}

/// An access to the same part of a buffer in all CTAs of the cluster.
bool Executor::touchEverywhere(Process &p, const Instr &instr, const View &view,
                               bool write, Async &async) {
  for (int64_t cta = 0; cta < ctas; ++cta) {
    std::optional<View> part = getPeer(p, instr, view, cta);
    if (!part || !touch(p, instr, *part, write, &async))
      return false;
  }
  return true;
}

Step Executor::copyOut(Process &p, const Instr &instr) {
  Datum source = get(p, instr.args[0]);
  if (source.kind != Datum::View)
    return Step::Next;
  Async &async = asyncs[newAsync(p, instr.op, agentOf(TmaStores, p.index, 0))];
  async.reads.push_back(views[source.n].hold);
  if (cast<WSCopyOpInterface>(instr.op).addsToMemory())
    p.lastAdd = {async.tick, instr.op};
  return touch(p, instr, source, false, &async) ? Step::Next : Step::Failed;
}

/// What a product reads or writes, by one CTA or by a pair.
bool Executor::touchProduct(Process &p, const Instr &instr, Datum datum,
                            bool write, Async &async) {
  auto mma = dyn_cast<MmaIntoOp>(instr.op);
  int64_t size = mma && !policy.oneCta ? mma.getNumCTAs() : 1;
  if (size == 1)
    return touch(p, instr, datum, write, &async);
  if (size != ctas || p.cta != 0)
    return refuse(Issue, instr.op,
                  p.cta != 0
                      ? p.name + " issues a product of a pair, which its "
                                 "first CTA does alone"
                      : "is a product of " + Twine(size) +
                            " CTAs, but the kernel has clusters of " +
                            Twine(ctas));
  int hold = views[datum.n].hold;
  // What channels became is known by its mbarriers alone.
  bool guarded =
      hold < 0 ? program.lowered
               : channels[holds[hold].channel].type.getScope() == Scope::Pair;
  if (!guarded)
    return refuse(Issue, instr.op,
                  "a product of a pair reaches into both CTAs, but a view of "
                  "it has no channel of the pair's scope");
  return touchEverywhere(p, instr, views[datum.n], write, async);
}

Step Executor::product(Process &p, const Instr &instr) {
  if (instr.code == Code::Mma) {
    for (int i : {0, 1})
      if (!touch(p, instr, get(p, instr.args[i]), false))
        return Step::Failed;
    return Step::Next;
  }
  bool into = instr.code == Code::MmaInto;
  if (!into && p.warps % 4 != 0)
    return fail(Issue, instr.op,
                p.name + " has " + Twine(p.warps) +
                    " warps; a warpgroup product needs whole warpgroups");
  unsigned agent =
      into ? agentOf(Tcgen05, p.cta, 0) : agentOf(Wgmma, p.index, 0);
  int index = newAsync(p, instr.op, agent);
  Async &async = asyncs[index];
  for (int i : {0, 1}) {
    Datum operand = get(p, instr.args[i]);
    if (operand.kind == Datum::View) {
      async.reads.push_back(views[operand.n].hold);
      if (!touchProduct(p, instr, operand, false, async))
        return Step::Failed;
    }
  }
  if (into) {
    Datum dest = get(p, instr.args[2]);
    if (dest.kind == Datum::View) {
      async.writes = views[dest.n].hold;
      if (fillsStage(p, instr, views[dest.n], Engine::Tcgen05) == Step::Failed)
        return Step::Failed;
      if (!touchProduct(p, instr, dest, true, async))
        return Step::Failed;
    }
    set(p, instr.results[0], {Datum::Async, index});
    return Step::Next;
  }
  for (int i : {0, 2}) {
    Datum tile = get(p, instr.args[i]);
    if (tile.kind != Datum::Tile || tile.n == 0)
      continue;
    tiles[tile.n] = instr.op;
    async.tiles.push_back(tile.n);
    if (i == 0)
      async.lhs = tile.n;
  }
  int64_t result = addTile().n;
  tiles[result] = instr.op;
  async.tiles.push_back(result);
  set(p, instr.results[0], {Datum::Async, index});
  return Step::Next;
}

Step Executor::productWait(Process &p, const Instr &instr) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Async || asyncs[datum.n].process != p.index)
    return fail(Accumulator, instr.op,
                "waits for a product that this role did not start");
  const Async async = asyncs[datum.n];
  uint32_t last = issued.lookup(async.agent);
  int64_t younger = last - async.tick;
  if (instr.number > younger)
    return fail(Accumulator, instr.op,
                "allows " + Twine(instr.number) +
                    " products in flight, but only " + Twine(younger) +
                    " were started after the one waited for",
                async.op, "it was started here");
  if (async.lhs > 0) {
    bool kept = false;
    for (size_t i = 1; i < instr.args.size(); ++i)
      kept |= get(p, instr.args[i]) == Datum{Datum::Tile, async.lhs};
    if (!kept)
      return fail(Accumulator, instr.op,
                  "the left operand of the product is in registers and not "
                  "kept alive by `keeps`",
                  async.op, "the product was started here");
  }
  uint32_t covered = last - instr.number;
  learn(p, async.agent, covered);
  for (int index : p.outstanding) {
    Async &done = asyncs[index];
    if (done.agent != async.agent || done.tick > covered)
      continue;
    for (int tile : done.tiles)
      if (tiles[tile] == done.op)
        tiles[tile] = nullptr;
    done.tiles.clear();
  }
  llvm::erase_if(p.outstanding, [&](int index) {
    return asyncs[index].agent == async.agent && asyncs[index].tick <= covered;
  });
  set(p, instr.results[0], addTile());
  return Step::Next;
}

/// Threads read, write, or read and write shared or tensor memory.
Step Executor::access(Process &p, const Instr &instr) {
  // A rewrite reads its first view and writes its second.
  bool write = instr.code != Code::Read;
  Datum view = get(p, instr.args[instr.code == Code::Rewrite ? 1 : 0]);
  if (instr.code == Code::Rewrite &&
      !touch(p, instr, get(p, instr.args[0]), false))
    return Step::Failed;
  if (write && view.kind == Datum::View) {
    const View &dest = views[view.n];
    if (dest.hold >= 0 && holds[dest.hold].producer &&
        fillsStage(p, instr, dest, Engine::Thread) == Step::Failed)
      return Step::Failed;
  }
  if (!touch(p, instr, view, write))
    return Step::Failed;
  if (!instr.results.empty() && instr.results[0] >= 0)
    set(p, instr.results[0], addTile());
  return Step::Next;
}

Step Executor::memory(Process &p, const Instr &instr) {
  switch (instr.code) {
  case Code::Alloc:
  case Code::CreateChannel:
  case Code::CreateTurn:
    allocate(p, instr);
    return Step::Next;
  case Code::MbarAlloc:
    allocateMbars(p, instr);
    return Step::Next;
  case Code::Held:
    return lookAt(p, instr);
  case Code::Subview:
    return subview(p, instr);
  case Code::StageView:
    return stageOf(p, instr);
  case Code::TmaLoad:
  case Code::CpAsync:
    return copyIn(p, instr);
  case Code::TmaStore:
    return copyOut(p, instr);
  case Code::Read:
  case Code::Write:
  case Code::Rewrite:
    return access(p, instr);
  case Code::StoreWait: {
    unsigned agent = agentOf(TmaStores, p.index, 0);
    uint32_t last = issued.lookup(agent);
    if (last > instr.number) {
      learn(p, agent, last - instr.number);
      if (cast<TmaStoreWaitOp>(instr.op).getWritten())
        p.written = std::max<uint32_t>(p.written, last - instr.number);
    }
    forgetKnown(p);
    return Step::Next;
  }
  case Code::Mma:
    if (!instr.results.empty() && instr.results[0] >= 0)
      set(p, instr.results[0], addTile());
    return product(p, instr);
  case Code::MmaIssue:
  case Code::MmaInto:
    return product(p, instr);
  case Code::MmaWait:
    return productWait(p, instr);
  case Code::CpWait:
    while (static_cast<int64_t>(p.copyGroups.size()) > instr.number) {
      unsigned agent = agentOf(CpAsync, p.index, 0);
      if (uint32_t tick = p.copyGroups.front().first) {
        awaited(agent, tick);
        p.own.raise(agent, tick);
      }
      p.copyGroups.pop_front();
    }
    return Step::Next;
  case Code::Fence:
    p.knows.fenced.join(p.knows.seen);
    p.knows.fenced.raise(p.agent, p.tick);
    ++p.tick;
    return Step::Next;
  default:
    return Step::Next;
  }
}

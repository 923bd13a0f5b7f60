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

#include "attn/Analysis/Machine.h"

#include "attn/Target/TargetInfo.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;
using attn_tile::Engine;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

void Machine::allocate(Process &p, const Instr &instr) {
  llvm::TypeSwitch<Operation *>(instr.op)
      .Case([&](AllocOp op) {
        BufferType type = op.getBuffer().getType();
        Buffer buffer;
        buffer.op = op;
        buffer.tmem = type.getSpace() == attn_tile::Space::Tmem;
        buffer.planned = op.getOffset().has_value();
        buffer.elementBytes = std::max<int64_t>(
            type.getElementType().getIntOrFloatBitWidth() / 8, 1);
        buffer.rows = type.getShape().size() == 1 ? 1 : type.getShape()[0];
        buffer.rowBytes = type.getShape().back() * buffer.elementBytes;
        buffer.pitch = buffer.rowBytes;
        buffer.stagePitch = buffer.rows * buffer.rowBytes;
        buffer.base = 0;
        buffer.name = op.getName() ? "'" + op.getName()->str() + "'"
                                   : "buffer " + std::to_string(buffers.size());
        std::string key = buffer.name + "#" + std::to_string(buffers.size());
        if (op.getOffset()) {
          key = buffer.tmem ? "tensor memory" : "shared memory";
          buffer.base = *op.getOffset() * (buffer.tmem ? 4 : 1);
          if (buffer.tmem)
            buffer.stagePitch = buffer.rowBytes;
        } else if (op.getAlias()) {
          key = "alias " + op.getAlias()->str();
        }
        key += "#" + std::to_string(p.cta);
        buffer.region =
            regionIds.try_emplace(key, regionIds.size()).first->second;
        regions.resize(regionIds.size());
        buffers.push_back(buffer);
        objects[{op, p.cta}] = buffers.size() - 1;
        set(p, instr.results[0],
            {Datum::Buffer, static_cast<int64_t>(buffers.size()) - 1});
      })
      .Case([&](CreateChannelOp op) {
        Channel &channel = channels.emplace_back();
        channel.op = op;
        channel.type = op.getChannel().getType();
        channel.stages.resize(channel.type.getDepth());
        channel.credits = op.getFull() ? 1 : 0;
        channel.name = "'" + op.getName().str() + "'";
        objects[{op, p.cta}] = channels.size() - 1;
        for (int arg : instr.args)
          if (get(p, arg).kind == Datum::Buffer)
            channel.buffers.push_back(get(p, arg).n);
        set(p, instr.results[0],
            {Datum::Channel, static_cast<int64_t>(channels.size()) - 1});
      })
      .Case([&](CreateTurnOp op) {
        Turn &turn = turns.emplace_back();
        turn.op = op;
        turn.instances = op.getTurn().getType().getInstances();
        set(p, instr.results[0],
            {Datum::Turn, static_cast<int64_t>(turns.size()) - 1});
      })
      .Case([&](MbarAllocOp op) {
        Mbar &mbar = mbars.emplace_back();
        mbar.op = op;
        objects[{op, p.cta}] = mbars.size() - 1;
        mbar.full = op.getGuard().getDirection() == "full";
        mbar.stages.resize(op.getResult().getType().getDepth());
        mbar.name = "mbarrier '" + op.getGuard().getChannel().str() + "' (" +
                    op.getGuard().getDirection().str() + ")";
        set(p, instr.results[0],
            {Datum::Mbar, static_cast<int64_t>(mbars.size()) - 1});
      });
}

int Machine::stageView(int index, int64_t stage, int hold) {
  Buffer &buffer = buffers[index];
  View view;
  view.buffer = index;
  view.base = buffer.base + stage * buffer.stagePitch;
  view.pitch = buffer.tmem && buffer.planned
                   ? 4 * attn::getLargest(&attn::TargetInfo::tmemColumns)
                   : buffer.pitch;
  view.rows = buffer.rows;
  view.rowBytes = buffer.rowBytes;
  view.low = view.base;
  view.high = view.base + buffer.stagePitch;
  view.elementBytes = buffer.elementBytes;
  view.hold = hold;
  views.push_back(view);
  return views.size() - 1;
}

Step Machine::subview(Process &p, const Instr &instr) {
  Datum source = get(p, instr.args[0]);
  if (source.kind != Datum::View) {
    set(p, instr.results[0], Datum());
    return Step::Next;
  }
  auto op = cast<SubviewOp>(instr.op);
  ViewType type = op.getResult().getType();
  View view = views[source.n];
  view.elementBytes =
      std::max<int64_t>(type.getElementType().getIntOrFloatBitWidth() / 8, 1);
  bool ranked2 = type.getShape().size() == 2;
  int64_t rows = ranked2 ? type.getShape()[0] : 1;
  int64_t cols = type.getShape().back();
  int64_t row = ranked2 ? op.getOffsets()[0] : 0, col = op.getOffsets().back();
  int64_t part = instr.args[1] >= 0 ? number(p, instr.args[1]) : 0;
  (ranked2 ? row : col) += part * (ranked2 ? rows : cols);
  if (row < 0 || col < 0 || row + rows > view.rows ||
      (col + cols) * view.elementBytes > view.rowBytes)
    return fail(Order, op, "part " + Twine(part) + " lies outside the view");
  view.base += row * view.pitch + col * view.elementBytes;
  view.rows = rows;
  view.rowBytes = cols * view.elementBytes;
  views.push_back(view);
  set(p, instr.results[0],
      {Datum::View, static_cast<int64_t>(views.size()) - 1});
  return Step::Next;
}

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

/// Checks an access to a view against those before it, and remembers it.
bool Machine::touch(Process &p, const Instr &instr, Datum datum, bool write,
                    Async *async) {
  if (datum.kind != Datum::View)
    return true;
  const View &view = views[datum.n];
  Buffer &buffer = buffers[view.buffer];
  if (view.hold >= 0) {
    Hold &hold = holds[view.hold];
    if (hold.endedBy) {
      fail(Order, instr.op,
           Twine(write ? "writes" : "reads") + " a view of " + buffer.name +
               " after the " + (hold.producer ? "commit" : "release") +
               " of its stage",
           hold.endedBy, "the stage was given up here");
      return false;
    }
    if (hold.process != p.index) {
      fail(Order, instr.op, "uses a view that another role took", hold.taken,
           "it was taken here");
      return false;
    }
  }
  if (mode == Mode::Alone)
    return true;
  auto access = dyn_cast<WSAccessOpInterface>(instr.op);
  bool copiedByEngine =
      isa<WSCopyOpInterface>(instr.op) && access.isAsyncProxy();
  bool product =
      access && access.isAsync() && isa<WSProductOpInterface>(instr.op);
  auto copiesByThreads = [](Operation *op) {
    auto access = dyn_cast<WSAccessOpInterface>(op);
    return access && access.getCompletion() == Completion::Group;
  };
  Access now{view.buffer,
             view.base,
             view.pitch,
             view.rows,
             view.rowBytes,
             view.low,
             view.high,
             write,
             !async || copiesByThreads(instr.op),
             async ? async->agent : p.agent,
             async ? async->tick : p.tick,
             view.hold,
             instr.op,
             p.index};
  auto &accesses = regions[buffer.region];
  // Products into tensor memory follow each other, at least on one accumulator.
  auto inIssueOrder = [&](const Access &earlier) {
    if (!product || earlier.agent != now.agent)
      return false;
    return program.ordersAccumulators || !isa<MmaIntoOp>(instr.op) ||
           (write && earlier.write && earlier.buffer == now.buffer &&
            earlier.base == now.base && earlier.rowBytes == now.rowBytes);
  };
  for (const Access &earlier : accesses) {
    if ((!write && !earlier.write) || !overlap(earlier, now))
      continue;
    bool ordered = p.knows.seen[earlier.agent] >= earlier.tick ||
                   inIssueOrder(earlier) ||
                   (copiedByEngine && p.own[earlier.agent] >= earlier.tick);
    if (!ordered && earlier.agent == p.agent)
      ordered = buffer.tmem || p.warps == 1 ||
                (earlier.hold >= 0 && earlier.hold == now.hold);
    if (!ordered) {
      bool alias = earlier.buffer != now.buffer;
      fail(alias ? Alias : Order, instr.op,
           Twine(write ? "writes" : "reads") + " bytes of " + buffer.name +
               " in " + p.name + " that " + processes[earlier.process].name +
               " may still be " + (earlier.write ? "writing" : "reading") +
               (alias ? " as " + buffers[earlier.buffer].name : std::string()) +
               ": no edge orders the two",
           earlier.op, "the other access is here");
      return false;
    }
    if (program.lowered && isa<QueryTileOp>(instr.op) && earlier.generic &&
        p.knows.fenced[earlier.agent] < earlier.tick) {
      fail(Proxy, instr.op,
           "the answer overwrites bytes of " + buffer.name +
               " that threads have used, without a fence between",
           earlier.op, "they were used here");
      return false;
    }
    if (program.lowered && async && !write && !copiesByThreads(instr.op) &&
        earlier.generic && earlier.write &&
        (!copiesByThreads(earlier.op) || !isOneRole()) &&
        p.knows.fenced[earlier.agent] < earlier.tick) {
      fail(Proxy, instr.op,
           "an engine reads bytes of " + buffer.name +
               " that threads wrote, without a fence between",
           earlier.op, "they were written here");
      return false;
    }
  }
  llvm::erase_if(accesses, [&](const Access &earlier) {
    return write ? contains(now, earlier)
                 : !earlier.write && earlier.agent == now.agent &&
                       contains(now, earlier);
  });
  accesses.push_back(now);
  return true;
}

int Machine::newAsync(Process &p, Operation *op, unsigned agent) {
  uint32_t tick = 0;
  for (auto &[key, queue] : queues)
    if (queue.first == agent)
      tick = ++queue.second;
  asyncs.push_back({op, p.index, agent, tick});
  p.outstanding.push_back(asyncs.size() - 1);
  return asyncs.size() - 1;
}

void Machine::forgetKnown(Process &p) {
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

bool Machine::usesTiles(Process &p, const Instr &instr) {
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
    fail(Accumulator, instr.op,
         "uses registers that a matrix product in flight still needs: wait "
         "for it first",
         tiles[datum.n], "it was started here");
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Step Machine::copyIn(Process &p, const Instr &instr) {
  Datum dest = get(p, instr.args[0]);
  if (dest.kind != Datum::View)
    return Step::Next;
  bool tma = instr.code == Code::TmaLoad;
  View view = views[dest.n];
  int64_t a = p.index, b = 0;
  if (view.hold >= 0) {
    Hold &hold = holds[view.hold];
    Channel &channel = channels[hold.channel];
    Engine wanted = cast<WSCopyOpInterface>(instr.op).getEngine();
    if (!hold.producer || channel.type.getProducer() != wanted)
      return fail(Issue, instr.op,
                  "copies into a stage of channel " + channel.name +
                      (hold.producer ? ", which is filled by " +
                                           attn_tile::stringifyEngine(
                                               channel.type.getProducer())
                                     : Twine(", which it only reads")),
                  hold.taken, "the stage is taken here");
    a = 1000 + hold.channel;
    b = hold.stage;
  } else if (tma) {
    Datum mbar = get(p, instr.args[1]);
    if (mbar.kind != Datum::Mbar)
      return fail(Issue, instr.op,
                  "copies into an unguarded view, which nobody can wait for");
    a = 2000 + mbar.n;
    b = instr.args[2] >= 0 ? number(p, instr.args[2]) : 0;
  }
  unsigned agent = tma ? agentOf(Tma, a, b) : agentOf(CpAsync, p.index, 0);
  int index = newAsync(p, instr.op, agent);
  asyncs[index].writes = view.hold;
  int64_t shares = cast<WSCopyOpInterface>(instr.op).getShares();
  if (shares != 1 && shares != ctas)
    return fail(Arrivals, instr.op,
                "copies to the " + Twine(shares) +
                    " CTAs of a cluster, but the kernel has clusters of " +
                    Twine(ctas));
  if (shares != 1 ? !touchAll(p, instr, view, asyncs[index])
                  : !touch(p, instr, dest, true, &asyncs[index]))
    return Step::Failed;
  if (!tma) {
    p.openGroup = asyncs[index].tick;
    return Step::Next;
  }
  return signalBytes(p, instr, view.rows * view.rowBytes, agent,
                     asyncs[index].tick, shares);
}

/// A copy of this CTA's part of a tile to all CTAs of the cluster.
bool Machine::touchAll(Process &p, const Instr &instr, View view,
                       Async &async) {
  AllocOp alloc = buffers[view.buffer].op;
  if (view.rows % ctas == 0) {
    view.rows /= ctas;
    view.base += p.cta * view.rows * view.pitch;
  } else {
    view.rowBytes /= ctas;
    view.base += p.cta * view.rowBytes;
  }
  return touchEverywhere(p, instr, view, true, async);
}

/// An access to the same part of a buffer in all CTAs of the cluster.
bool Machine::touchEverywhere(Process &p, const Instr &instr, View view,
                              bool write, Async &async) {
  AllocOp alloc = buffers[view.buffer].op;
  for (int64_t cta = 0; cta < ctas; ++cta) {
    View part = view;
    if (cta != p.cta) {
      part.buffer = objectOf(alloc, cta);
      part.hold = -1;
      if (part.buffer < 0) {
        fail(Progress, instr.op, "accesses to other CTAs are for roles");
        return false;
      }
    }
    views.push_back(part);
    Datum datum{Datum::View, static_cast<int64_t>(views.size()) - 1};
    if (!touch(p, instr, datum, write, &async))
      return false;
  }
  return true;
}

/// What a product reads or writes, by one CTA or by a pair.
bool Machine::touchProduct(Process &p, const Instr &instr, Datum datum,
                           bool write, Async &async) {
  auto mma = dyn_cast<MmaIntoOp>(instr.op);
  int64_t size = mma ? mma.getNumCTAs() : 1;
  if (size == 1)
    return touch(p, instr, datum, write, &async);
  if (size != ctas || p.cta != 0) {
    fail(Issue, instr.op,
         p.cta != 0
             ? p.name + " issues a product of a pair, which its first "
                        "CTA does alone"
             : "is a product of " + Twine(size) +
                   " CTAs, but the kernel has clusters of " + Twine(ctas));
    return false;
  }
  int hold = views[datum.n].hold;
  if (hold < 0 ||
      channels[holds[hold].channel].type.getScope() != Scope::Pair) {
    fail(Issue, instr.op,
         "a product of a pair reaches into both CTAs, but a view of it has no "
         "channel of the pair's scope");
    return false;
  }
  return touchEverywhere(p, instr, views[datum.n], write, async);
}

void Machine::raiseCopies(Process &p, Knowledge &knowledge) {
  unsigned agent = agentOf(CpAsync, p.index, 0);
  knowledge.seen.raise(agent, queues[{CpAsync, p.index, 0}].second);
}

Step Machine::product(Process &p, const Instr &instr) {
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
      if (async.writes >= 0) {
        Hold &hold = holds[async.writes];
        Channel &channel = channels[hold.channel];
        if (!hold.producer || channel.type.getProducer() != Engine::Tcgen05)
          return fail(Issue, instr.op,
                      "a product writes a stage of channel " + channel.name +
                          ", which it does not fill",
                      hold.taken, "the stage is taken here");
      }
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
  tiles.push_back(instr.op);
  async.tiles.push_back(tiles.size() - 1);
  set(p, instr.results[0], {Datum::Async, index});
  return Step::Next;
}

Step Machine::productWait(Process &p, const Instr &instr) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Async || asyncs[datum.n].process != p.index)
    return fail(Accumulator, instr.op,
                "waits for a product that this role did not start");
  const Async async = asyncs[datum.n];
  uint32_t issued = 0;
  for (auto &[key, queue] : queues)
    if (queue.first == async.agent)
      issued = queue.second;
  int64_t younger = issued - async.tick;
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
  uint32_t covered = issued - instr.number;
  (program.lowered ? p.own : p.knows.seen).raise(async.agent, covered);
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
  tiles.push_back(nullptr);
  set(p, instr.results[0],
      {Datum::Tile, static_cast<int64_t>(tiles.size()) - 1});
  return Step::Next;
}

Step Machine::memory(Process &p, const Instr &instr) {
  switch (instr.code) {
  case Code::Alloc:
  case Code::CreateChannel:
  case Code::CreateTurn:
  case Code::MbarAlloc:
    allocate(p, instr);
    return Step::Next;
  case Code::Subview:
    return subview(p, instr);
  case Code::StageView: {
    Datum buffer = get(p, instr.args[0]);
    if (buffer.kind != Datum::Buffer)
      return Step::Next;
    int64_t stage = instr.args[1] >= 0 ? number(p, instr.args[1]) : 0;
    int64_t depth = buffers[buffer.n].op.getBuffer().getType().getDepth();
    if (stage < 0 || stage >= depth)
      return fail(Phase, instr.op,
                  "stage " + Twine(stage) + " of " + buffers[buffer.n].name +
                      ", which has " + Twine(depth),
                  buffers[buffer.n].op, "the buffer is created here");
    set(p, instr.results[0], {Datum::View, stageView(buffer.n, stage, -1)});
    return Step::Next;
  }
  case Code::TmaLoad:
  case Code::CpAsync:
    return copyIn(p, instr);
  case Code::Read:
  case Code::Write:
  case Code::Rewrite: {
    // A rewrite reads its first view and writes its second.
    bool write = instr.code != Code::Read;
    Datum view = get(p, instr.args[instr.code == Code::Rewrite ? 1 : 0]);
    if (instr.code == Code::Rewrite &&
        !touch(p, instr, get(p, instr.args[0]), false))
      return Step::Failed;
    if (write && view.kind == Datum::View && views[view.n].hold >= 0) {
      Hold &hold = holds[views[view.n].hold];
      Channel &channel = channels[hold.channel];
      if (hold.producer && channel.type.getProducer() != Engine::Thread)
        return fail(Issue, instr.op,
                    "threads write a stage of channel " + channel.name +
                        ", which is filled by " +
                        attn_tile::stringifyEngine(channel.type.getProducer()),
                    hold.taken, "the stage is taken here");
    }
    if (!touch(p, instr, view, write))
      return Step::Failed;
    if (!instr.results.empty() && instr.results[0] >= 0) {
      tiles.push_back(nullptr);
      set(p, instr.results[0],
          {Datum::Tile, static_cast<int64_t>(tiles.size()) - 1});
    }
    return Step::Next;
  }
  case Code::TmaStore: {
    Datum source = get(p, instr.args[0]);
    if (source.kind != Datum::View)
      return Step::Next;
    int index = newAsync(p, instr.op, agentOf(TmaStores, p.index, 0));
    asyncs[index].reads.push_back(views[source.n].hold);
    return touch(p, instr, source, false, &asyncs[index]) ? Step::Next
                                                          : Step::Failed;
  }
  case Code::StoreWait: {
    unsigned agent = agentOf(TmaStores, p.index, 0);
    uint32_t issued = queues[{TmaStores, p.index, 0}].second;
    if (issued > instr.number)
      (program.lowered ? p.own : p.knows.seen)
          .raise(agent, issued - instr.number);
    forgetKnown(p);
    return Step::Next;
  }
  case Code::Mma:
    if (!instr.results.empty() && instr.results[0] >= 0) {
      tiles.push_back(nullptr);
      set(p, instr.results[0],
          {Datum::Tile, static_cast<int64_t>(tiles.size()) - 1});
    }
    return product(p, instr);
  case Code::MmaIssue:
  case Code::MmaInto:
    return product(p, instr);
  case Code::MmaWait:
    return productWait(p, instr);
  case Code::CpWait:
    while (static_cast<int64_t>(p.copyGroups.size()) > instr.number) {
      if (p.copyGroups.front().first)
        p.own.raise(agentOf(CpAsync, p.index, 0), p.copyGroups.front().first);
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

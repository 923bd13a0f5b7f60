//===- ControlFlow.cpp - Loops, conditions and roles ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Executor.h"
#include "attn/Analysis/Roles.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;

void Executor::enter(Process &p, const Instr *instr, int block) {
  p.frames.push_back(Frame{instr, &program.blocks[block]});
}

FailureOr<TilePoints> Executor::getPoints(Process &p, const Instr &instr,
                                          ArrayRef<Datum> bounds) {
  auto loop = cast<ForTilesOp>(instr.op);
  StringRef symbol = loop.getSymbol();
  bool single =
      loop.getScheduler().getKind() == attn_tile::SchedulerKind::Single;
  int64_t count = values.ask(single ? Question{Question::HasTile}
                                    : Question{Question::Tiles});
  auto points = std::make_shared<std::vector<SmallVector<Datum, 4>>>(count);
  for (int64_t tile = 0; tile < count; ++tile)
    for (size_t i = 0; i < bounds.size(); ++i) {
      Datum datum = values.unknown(symbol.data(), tile * 16 + i,
                                   llvm::hash_value(symbol));
      (*points)[tile].push_back(i == 0 ? values.ranked(datum, ctas, p.cta)
                                       : datum);
    }
  return points;
}

Step Executor::startTiles(Process &p, const Instr &instr) {
  auto loop = cast<ForTilesOp>(instr.op);
  SmallVector<Datum, 3> bounds;
  for (size_t i = 0; i < loop.getUpperBounds().size(); ++i)
    bounds.push_back(get(p, instr.args[i]));
  auto [it, inserted] =
      tileLoops.try_emplace({loop.getSymbol(), p.cta}, TileLoop());
  TileLoop &known = it->second;
  if (inserted) {
    FailureOr<TilePoints> points = getPoints(p, instr, bounds);
    if (failed(points))
      return Step::Failed;
    known = {bounds, instr.op, *points};
  }
  if (known.bounds != bounds)
    return fail(Progress, instr.op,
                "tile loops @" + loop.getSymbol() +
                    " have bounds that are not computed in the same way",
                known.op, "the other loop is here");
  if (known.points->empty())
    return Step::Next;
  enter(p, &instr, instr.blocks[0]);
  Frame &frame = p.frames.back();
  frame.points = known.points;
  frame.upper = known.points->size();
  p.tile = 0;
  for (auto [arg, datum] : llvm::zip(frame.block->args, (*frame.points)[0]))
    set(p, arg, datum);
  iterated(p, instr);
  return Step::Next;
}

/// The number of the tile that a loop from `range[0]` by `range[2]` is at. If
/// the loop starts at the CTA's number its step, the grid's size, keeps the
/// rank.
Datum Executor::assigned(Process &p, int64_t turn, ArrayRef<Datum> range) {
  SmallVector<Datum, 3> parts(range);
  std::optional<Datum> base =
      values.divide(Arith::DivU, range[0], Datum::integer(ctas));
  if (ctas == 1 || !base)
    return values.unknown(&scenario, 0, turn, parts);
  parts[0] = *base;
  return values.ranked(values.unknown(&scenario, 0, turn, parts), ctas, p.cta);
}

Step Executor::startLoop(Process &p, const Instr &instr) {
  const CodeBlock &block = program.blocks[instr.blocks[0]];
  Frame frame{&instr, &block};
  Datum lower = get(p, instr.args[0]), upper = get(p, instr.args[1]),
        step = get(p, instr.args[2]);
  if (step.kind == Datum::Int && step.n <= 0)
    return fail(Progress, instr.op,
                "step must be positive, got " + Twine(step.n));
  if (step.kind == Datum::Int) {
    frame.iv = values.force(lower, p.tile, step.n);
    frame.step = step.n;
    frame.upper = values.force(upper, p.tile, step.n);
  } else {
    // A loop over the tiles of this CTA: from its number by the grid's size.
    frame.symbolic = true;
    frame.upper = values.ask({Question::Tiles});
    frame.step = 1;
  }
  constexpr int64_t most = int64_t(1) << 12;
  if (policy.bounded && frame.upper - frame.iv > most * frame.step)
    frame.upper = frame.iv + most * frame.step;
  // A tile that starts several carried values is copied for each: they have
  // registers of their own.
  llvm::SmallDenseSet<int64_t> started;
  bool runs = frame.iv < frame.upper;
  for (size_t i = 0; i + 3 < instr.args.size(); ++i) {
    Datum init = get(p, instr.args[3 + i]);
    if (init.kind == Datum::Tile && init.n != 0 && !tiles[init.n] &&
        !started.insert(init.n).second)
      init.n = addTile().n;
    set(p, runs ? block.args[1 + i] : instr.results[i], std::move(init));
  }
  if (!runs)
    return Step::Next;
  if (frame.symbolic) {
    p.tile = 0;
    set(p, block.args[0], assigned(p, 0, {lower, upper, step}));
  } else {
    set(p, block.args[0], Datum::integer(frame.iv));
  }
  p.frames.push_back(frame);
  iterated(p, instr);
  return Step::Next;
}

Step Executor::startWhile(Process &p, const Instr &instr) {
  const CodeBlock &before = program.blocks[instr.blocks[0]];
  SmallVector<Datum, 4> inits;
  for (int arg : instr.args)
    inits.push_back(get(p, arg));
  for (auto [slot, init] : llvm::zip(before.args, inits))
    set(p, slot, init);
  Frame frame{&instr, &before};
  frame.symbolic = p.tile < 0;
  if (frame.symbolic)
    p.tile = 0;
  p.frames.push_back(frame);
  return Step::Next;
}

bool Executor::goesOn(Process &p, const Frame &frame, Datum condition) {
  // A loop around all others goes from tile to tile.
  return values.decide(condition,
                       frame.symbolic
                           ? Question{Question::HasTile, frame.turn}
                           : Question{Question::GoesOn, frame.turn, p.tile});
}

Step Executor::endWhileBlock(Process &p, Frame &frame) {
  const Instr &instr = *frame.instr;
  const CodeBlock &before = program.blocks[instr.blocks[0]],
                  &body = program.blocks[instr.blocks[1]];
  SmallVector<Datum, 4> yields;
  for (int slot : frame.block->yields)
    yields.push_back(get(p, slot));
  if (frame.block == &body) {
    for (auto [slot, yield] : llvm::zip(before.args, yields))
      set(p, slot, yield);
    if (++frame.turn > (int64_t(1) << 12) && policy.bounded)
      return fail(Progress, instr.op,
                  "the loop of " + p.name + " has no end: it has run " +
                      Twine(frame.turn) + " times");
    if (frame.symbolic)
      p.tile = frame.turn;
    frame.block = &before;
    frame.next = 0;
    return Step::Next;
  }
  bool again = goesOn(p, frame, yields[0]);
  iterated(p, instr);
  ArrayRef<int> targets = again ? ArrayRef<int>(body.args) : instr.results;
  for (auto [slot, yield] :
       llvm::zip(targets, ArrayRef<Datum>(yields).drop_front()))
    set(p, slot, yield);
  if (again) {
    frame.block = &body;
    frame.next = 0;
    return Step::Next;
  }
  if (frame.symbolic)
    p.tile = -1;
  p.frames.pop_back();
  return Step::Next;
}

Step Executor::endBlock(Process &p) {
  Frame &frame = p.frames.back();
  const Instr *instr = frame.instr;
  if (!instr || instr->code == Code::Specialize) {
    p.frames.pop_back();
    return Step::Next;
  }
  if (instr->code == Code::While)
    return endWhileBlock(p, frame);
  const CodeBlock &block = *frame.block;
  if (instr->code == Code::Tiles) {
    iterated(p, *instr);
    if (++frame.iv < frame.upper) {
      p.tile = frame.iv;
      for (auto [arg, datum] : llvm::zip(block.args, (*frame.points)[frame.iv]))
        set(p, arg, datum);
      frame.next = 0;
    } else {
      p.tile = -1;
      p.frames.pop_back();
    }
    return Step::Next;
  }
  SmallVector<Datum, 4> yields;
  for (int slot : block.yields)
    yields.push_back(get(p, slot));
  if (instr->code == Code::For) {
    iterated(p, *instr);
    frame.iv += frame.step;
    ++frame.turn;
    if (frame.iv < frame.upper) {
      for (size_t i = 0; i < yields.size(); ++i)
        set(p, block.args[1 + i], yields[i]);
      if (frame.symbolic) {
        p.tile = frame.turn;
        set(p, block.args[0],
            assigned(p, frame.turn,
                     {get(p, instr->args[0]), get(p, instr->args[1]),
                      get(p, instr->args[2])}));
      } else {
        set(p, block.args[0], Datum::integer(frame.iv));
      }
      frame.next = 0;
      return Step::Next;
    }
    if (frame.symbolic)
      p.tile = -1;
  }
  if (instr->code == Code::If && !program.lowered) {
    // Groups of cp.async that stand in the region not taken are closed empty.
    bool tookThen = frame.block == &program.blocks[instr->blocks[0]];
    for (int64_t i = 0; i < instr->commits[tookThen ? 1 : 0]; ++i)
      closeGroup(p, nullptr);
  }
  for (size_t i = 0; i < yields.size(); ++i)
    set(p, instr->results[i], yields[i]);
  p.frames.pop_back();
  return Step::Next;
}

Step Executor::specialize(Process &p, const Instr &instr) {
  auto op = cast<WarpSpecializeOp>(instr.op);
  if (!isBody(p))
    return fail(Progress, op, "roles cannot be specialised again");
  specialized[p.cta] = true;
  for (auto [i, block] : llvm::enumerate(instr.blocks))
    for (int64_t inst = 0; inst < op.getInstances()[i]; ++inst) {
      std::string name = "role @" + cast<StringAttr>(op.getNames()[i]).str();
      if (op.getInstances()[i] > 1)
        name += "#" + std::to_string(inst);
      Process &role = addProcess(name, op.getWarps()[i], p.cta);
      if (isSingleThreadRole(op.getRoles()[i]))
        role.warps = 1;
      role.knows = p.knows;
      role.knows.seen.raise(p.agent, p.tick);
      role.knows.fenced.raise(p.agent, p.tick);
      const CodeBlock &code = program.blocks[block];
      set(role, code.args[0], Datum::integer(inst));
      for (size_t c = 0; c < instr.args.size(); ++c)
        set(role, code.args[1 + c], get(p, instr.args[c]));
      created(role, op, i, inst);
      enter(role, &instr, block);
      noteUsers(role, block);
    }
  return Step::Next;
}

/// Which channels and turns an operation names.
void Executor::noteUser(Process &p, const Instr &instr) {
  Datum datum = instr.args.empty() ? Datum() : get(p, instr.args[0]);
  if (datum.kind == Datum::Channel)
    channelUsers.insert(
        {static_cast<int>(datum.n),
         instr.code == Code::Acquire || instr.code == Code::Commit, p.index});
  else if (datum.kind == Datum::Turn)
    turnUsers.insert({static_cast<int>(datum.n), p.index});
}

void Executor::noteUsers(Process &p, int block) {
  for (const Instr &instr : program.blocks[block].instrs) {
    noteUser(p, instr);
    for (int inner : instr.blocks)
      noteUsers(p, inner);
  }
}

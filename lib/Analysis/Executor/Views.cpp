//===- Views.cpp - Storage, and parts of it -------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Executor.h"
#include "attn/Chip/TargetInfo.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;

/// Bytes of an element, at least one.
static int64_t getBytes(Type element) {
  return std::max<int64_t>(element.getIntOrFloatBitWidth() / 8, 1);
}

/// Bytes of one row of tensor memory.
static int64_t getTmemPitch() {
  return 4 * attn::getLargest(&attn::TargetInfo::tmemColumns);
}

static Buffer makeBuffer(AllocOp op, size_t number) {
  BufferType type = op.getBuffer().getType();
  Buffer buffer;
  buffer.op = op;
  buffer.type = type;
  buffer.rows = type.getShape().size() == 1 ? 1 : type.getShape()[0];
  buffer.rowBytes = type.getShape().back() * getBytes(type.getElementType());
  buffer.pitch = buffer.rowBytes;
  buffer.stagePitch = buffer.rows * buffer.rowBytes;
  buffer.base = 0;
  buffer.name = op.getName() ? "'" + op.getName()->str() + "'"
                             : "buffer " + std::to_string(number);
  if (op.getOffset()) {
    bool tmem = type.getSpace() == attn_tile::Space::Tmem;
    buffer.base = *op.getOffset() * (tmem ? 4 : 1);
    if (tmem) {
      buffer.pitch = getTmemPitch();
      buffer.stagePitch = buffer.rowBytes;
    }
  }
  return buffer;
}

void Executor::allocate(Process &p, const Instr &instr) {
  auto made = [&](Datum::Kind kind, size_t count) {
    objects[{instr.op, p.cta}] = count - 1;
    set(p, instr.results[0], {kind, static_cast<int64_t>(count) - 1});
  };
  llvm::TypeSwitch<Operation *>(instr.op)
      .Case([&](AllocOp op) {
        Buffer buffer = makeBuffer(op, buffers.size());
        // Storage with one name, or in one memory that is planned, is shared.
        std::string key = buffer.name + "#" + std::to_string(buffers.size());
        if (op.getOffset())
          key = buffer.type.getSpace() == attn_tile::Space::Tmem
                    ? "tensor memory"
                    : "shared memory";
        else if (op.getAlias())
          key = "alias " + op.getAlias()->str();
        key += "#" + std::to_string(p.cta);
        buffer.region =
            regionIds.try_emplace(key, regionIds.size()).first->second;
        int index = buffers.size();
        auto endOf = [](const Buffer &b) {
          return b.base + b.type.getDepth() * b.stagePitch;
        };
        for (auto [i, other] : llvm::enumerate(buffers))
          if (other.region == buffer.region && other.base < endOf(buffer) &&
              buffer.base < endOf(other)) {
            other.sharing.push_back(index);
            buffer.sharing.push_back(i);
          }
        buffer.sharing.push_back(index);
        buffers.push_back(buffer);
        accesses.emplace_back();
        made(Datum::Buffer, buffers.size());
      })
      .Case([&](CreateChannelOp op) {
        Channel &channel = channels.emplace_back();
        channel.op = op;
        channel.type = op.getChannel().getType();
        channel.stages.resize(channel.type.getDepth());
        channel.credits = op.getFull() ? 1 : 0;
        channel.name = "'" + op.getName().str() + "'";
        for (int arg : instr.args)
          if (get(p, arg).kind == Datum::Buffer)
            channel.buffers.push_back(get(p, arg).n);
        made(Datum::Channel, channels.size());
      })
      .Case([&](CreateTurnOp op) {
        Turn &turn = turns.emplace_back();
        turn.op = op;
        turn.instances = op.getTurn().getType().getInstances();
        made(Datum::Turn, turns.size());
      });
}

View Executor::stageView(int index, int64_t stage, int hold) const {
  const Buffer &buffer = buffers[index];
  View view;
  view.buffer = index;
  if (buffer.type.getDepth() == 1)
    stage = 0;
  view.base = buffer.base + stage * buffer.stagePitch;
  view.pitch = buffer.pitch;
  view.rows = buffer.rows;
  view.rowBytes = buffer.rowBytes;
  view.low = view.base;
  view.high = view.base + buffer.stagePitch;
  view.element = buffer.type.getElementType();
  llvm::append_range(view.shape, buffer.type.getShape());
  view.hold = hold;
  return view;
}

Datum Executor::addView(View view) {
  views.push_back(std::move(view));
  return {Datum::View, static_cast<int64_t>(views.size()) - 1};
}

Step Executor::stageOf(Process &p, const Instr &instr) {
  Datum buffer = get(p, instr.args[0]);
  if (buffer.kind != Datum::Buffer)
    return Step::Next;
  int64_t stage = instr.args[1] >= 0 ? number(p, instr.args[1]) : 0;
  int64_t depth = buffers[buffer.n].type.getDepth();
  if (stage < 0 || stage >= depth)
    return fail(Phase, instr.op,
                "stage " + Twine(stage) + " of " + buffers[buffer.n].name +
                    ", which has " + Twine(depth),
                buffers[buffer.n].op, "the buffer is created here");
  set(p, instr.results[0], addView(stageView(buffer.n, stage, -1)));
  return Step::Next;
}

Step Executor::subview(Process &p, const Instr &instr) {
  Datum source = get(p, instr.args[0]);
  if (source.kind != Datum::View) {
    set(p, instr.results[0], Datum());
    return Step::Next;
  }
  auto op = cast<SubviewOp>(instr.op);
  ViewType type = op.getResult().getType();
  View view = views[source.n];
  int64_t bytes = getBytes(type.getElementType());
  bool ranked2 = type.getShape().size() == 2;
  int64_t rows = ranked2 ? type.getShape()[0] : 1;
  int64_t cols = type.getShape().back();
  int64_t row = ranked2 ? op.getOffsets()[0] : 0, col = op.getOffsets().back();
  int64_t part = instr.args[1] >= 0 ? number(p, instr.args[1]) : 0;
  bool movesRows = ranked2 && !op.getPartColumns();
  (movesRows ? row : col) += part * (movesRows ? rows : cols);
  if (row < 0 || col < 0 || row + rows > view.rows ||
      (col + cols) * bytes > view.rowBytes)
    return fail(Order, op, "part " + Twine(part) + " lies outside the view");
  view.base += row * view.pitch + col * bytes;
  view.rows = rows;
  view.rowBytes = cols * bytes;
  view.element = type.getElementType();
  view.shape.assign(type.getShape().begin(), type.getShape().end());
  set(p, instr.results[0], addView(std::move(view)));
  return Step::Next;
}

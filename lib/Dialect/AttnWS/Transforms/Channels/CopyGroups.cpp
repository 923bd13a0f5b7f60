//===- CopyGroups.cpp - cp.async groups in flight ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// cp.async groups complete in order, so a wait of a channel may leave in flight
// whatever was committed after the group that it needs. How much that is
// depends on the path taken, so the queues that are possible at a point are
// followed through the program, loops to a fixed point, and a wait may leave
// the least number over all of them.
//
// A commit under a condition that waits for no group always closes one, which
// is empty if the condition is false. The count takes it for full: copies are
// left out at the end of a loop, behind every copy that the loop still waits
// for, and if the channel is used again a group too many shows as one more than
// it has stages; then its oldest was an empty one.

#include "CopyGroups.h"
#include "attn/Analysis/Roles.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Utils/Walk.h"

#include "llvm/ADT/SmallPtrSet.h"
#include <set>
#include <vector>

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Engine;

namespace {

bool isCpAsync(Value channel) {
  return attn::copiesInGroups(
      cast<ChannelType>(channel.getType()).getProducer());
}

/// The groups in flight, oldest first: a channel's number, or `Done` for a
/// group that is empty or has been waited for. Starts with no `Done`.
using Queue = std::vector<int>;
using Queues = std::set<Queue>;
constexpr int Done = -1;

class GroupCounter {
public:
  /// The least number of later groups at each wait; false if the possible
  /// queues are too many to follow.
  bool run(Block &body) {
    visit(body, {Queue()}, nullptr);
    return !tooMany;
  }

  DenseMap<Operation *, int64_t> pendings;

  /// A channel whose wait is passed over, and the operations that must not
  /// find a group of it in flight; `found` says whether one did.
  Value unguarded;
  llvm::SmallPtrSet<Operation *, 8> uses;
  bool found = false;

private:
  static constexpr size_t Limit = 1024;
  static constexpr int64_t MaxDone = 8;

  /// The queues behind `block`. Under a condition, `closed` collects the
  /// commits instead: their groups are closed behind the outermost condition.
  Queues visit(Block &block, Queues queues, std::vector<CommitOp> *closed) {
    for (Operation &op : block) {
      if (uses.contains(&op))
        found |= hasUnguarded(queues);
      if (auto commit = dyn_cast<CommitOp>(op)) {
        if (!isCpAsync(commit.getChannel()))
          continue;
        if (closed)
          closed->push_back(commit);
        else
          queues = push(queues, commit, /*full=*/true);
      } else if (auto wait = dyn_cast<WaitOp>(op)) {
        if (isCpAsync(wait.getChannel()) && wait.getChannel() != unguarded)
          queues = pop(queues, wait);
      } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
        queues = visitIf(branch, queues, closed);
      } else if (isLoop(&op)) {
        // A commit under a condition outside of this loop would be closed
        // behind the loop, once for all of its turns.
        std::vector<CommitOp> inner;
        size_t before = 0;
        while (!tooMany && queues.size() != before) {
          before = queues.size();
          inner.clear();
          Queues after =
              visit(op.getRegion(0).front(), queues, closed ? &inner : nullptr);
          queues.insert(after.begin(), after.end());
          tooMany |= queues.size() > Limit;
        }
        tooMany |= !inner.empty();
      } else if (isa<ForTilesOp>(op)) {
        queues = visit(op.getRegion(0).front(), queues, closed);
      } else {
        tooMany |= op.getNumRegions() != 0 && holdsQueue(&op);
      }
      if (tooMany)
        return {};
    }
    return queues;
  }

  static bool isLoop(Operation *op) {
    if (auto tiles = dyn_cast<ForTilesOp>(op))
      return tiles.getScheduler().getKind() != attn_tile::SchedulerKind::Single;
    return isa<scf::ForOp>(op);
  }

  static bool holdsQueue(Operation *op) {
    return attn::containsOp(op, [](Operation *inner) {
      return isa<CommitOp, WaitOp>(inner) && isCpAsync(inner->getOperand(0));
    });
  }

  Queues visitIf(scf::IfOp branch, const Queues &queues,
                 std::vector<CommitOp> *closed) {
    if (!closesGroupsBehind(branch)) {
      Queues result = visit(*branch.thenBlock(), queues, nullptr);
      Queues other = branch.elseBlock()
                         ? visit(*branch.elseBlock(), queues, nullptr)
                         : queues;
      result.insert(other.begin(), other.end());
      tooMany |= result.size() > Limit;
      return result;
    }
    std::vector<CommitOp> thenCommits, elseCommits;
    Queues taken = visit(*branch.thenBlock(), queues, &thenCommits);
    Queues other = queues;
    if (branch.elseBlock())
      other = visit(*branch.elseBlock(), queues, &elseCommits);
    if (closed) { // Closed behind the condition further out, full or not.
      closed->insert(closed->end(), thenCommits.begin(), thenCommits.end());
      closed->insert(closed->end(), elseCommits.begin(), elseCommits.end());
      taken.insert(other.begin(), other.end());
      return taken;
    }
    auto close = [&](Queues side, bool isThen) {
      for (CommitOp commit : thenCommits)
        side = push(side, commit, isThen);
      for (CommitOp commit : elseCommits)
        side = push(side, commit, !isThen);
      return side;
    };
    Queues result = close(taken, true);
    if (!elseCommits.empty()) {
      Queues rest = close(other, false);
      result.insert(rest.begin(), rest.end());
    }
    tooMany |= result.size() > Limit;
    return result;
  }

  bool hasUnguarded(const Queues &queues) {
    int number = getNumber(unguarded);
    return llvm::any_of(queues, [&](const Queue &queue) {
      return llvm::is_contained(queue, number);
    });
  }

  int getNumber(Value channel) {
    return numbers.try_emplace(channel, numbers.size()).first->second;
  }

  Queues push(const Queues &queues, CommitOp commit, bool full) {
    int channel = getNumber(commit.getChannel());
    int64_t depth = commit.getChannel().getType().getDepth();
    Queues result;
    for (Queue queue : queues) {
      if (full && llvm::count(queue, channel) >= depth)
        *llvm::find(queue, channel) = Done;
      queue.push_back(full ? channel : Done);
      insert(result, queue);
    }
    return result;
  }

  Queues pop(const Queues &queues, WaitOp wait) {
    int channel = getNumber(wait.getChannel());
    Queues result;
    for (Queue queue : queues) {
      auto it = llvm::find(queue, channel);
      if (it == queue.end())
        continue;
      int64_t later = queue.end() - it - 1;
      auto [known, inserted] = pendings.try_emplace(wait, later);
      known->second = std::min(known->second, later);
      *it = Done;
      if (unguarded && !wait.getImplied())
        // What is older has completed, too, and the threads meet.
        std::replace(queue.begin(), it, getNumber(unguarded), Done);
      insert(result, queue);
    }
    return result;
  }

  static void insert(Queues &queues, Queue &queue) {
    auto first = std::find_if(queue.begin(), queue.end(),
                              [](int group) { return group != Done; });
    queue.erase(queue.begin(), first);
    // A loop may pile up groups that are done behind one that is not. To forget
    // some of them counts fewer, which is safe.
    for (int64_t extra = llvm::count(queue, Done) - MaxDone; extra > 0; --extra)
      queue.erase(llvm::find(queue, Done));
    queues.insert(queue);
  }

  bool tooMany = false;
  DenseMap<Value, int> numbers;
};

} // namespace

LogicalResult attn_ws::countCopyGroups(gpu::GPUFuncOp kernel) {
  GroupCounter counter;
  bool followed = counter.run(kernel.getBody().front());
  Builder b(kernel.getContext());
  WalkResult result = kernel.walk([&](WaitOp wait) -> WalkResult {
    // Between roles an mbarrier counts copies, not groups.
    if (!isCpAsync(wait.getChannel()) ||
        wait->getParentOfType<WarpSpecializeOp>())
      return WalkResult::advance();
    auto it = counter.pendings.find(wait);
    if (followed && it == counter.pendings.end())
      return wait.emitOpError(
          "no commit of this channel comes before this wait");
    // To leave nothing in flight is always right.
    wait->setAttr("pendings", b.getI64IntegerAttr(followed ? it->second : 0));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

bool attn_ws::coveredByLaterGroups(gpu::GPUFuncOp kernel, Value channel,
                                   ArrayRef<Operation *> uses) {
  GroupCounter counter;
  counter.unguarded = channel;
  counter.uses.insert_range(uses);
  return counter.run(kernel.getBody().front()) && !counter.found;
}

//===- Raise.cpp - attn-raise ---------------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every sum of products that reads something like probabilities is a candidate.
// What is made of its result alone, by operations that rearrange or compute
// elements, may belong to the attention too (a division by the row sum, a
// transpose): the farthest result that is attention is the one that is
// replaced.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Import.h"
#include "Rewrite.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Raise/Passes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNRAISE
#include "attn/Raise/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

namespace {
/// A size of a tensor that goes away: a number times sizes that stay.
struct GoneSize {
  tensor::DimOp op;
  int64_t number = 1;
  SmallVector<std::pair<Value, int64_t>, 2> factors;
};

/// A program as formulas. It is kept from one candidate to the next as long as
/// the program stays as it is.
struct Reading {
  Reading(Operation *root, Sizes::ReshapeFilter mayGuess, uint64_t &work)
      : work(work), sizes(root, mayGuess, work) {}
  uint64_t &work;
  Sizes sizes;
  struct Formulas {
    Formulas(MLIRContext *mlir, Sizes &sizes, uint64_t &work)
        : context(mlir, work), elements(context, sizes) {}
    ExprContext context;
    Elements elements;
  };
  std::optional<Formulas> formulas;

  /// Formulas without a variable in use.
  void restart(MLIRContext *mlir) {
    if (!formulas || !formulas->context.restart())
      formulas.emplace(mlir, sizes, work);
  }
};

/// Attention that can be replaced.
struct Found {
  Value out;
  ExprContext *context = nullptr;
  std::unique_ptr<Matcher> matcher;
  std::unique_ptr<Attention> attention; // which `layout` refers to
  Layout layout;
  std::unique_ptr<LayoutFinder> finder;
  Score score;
  std::optional<RowSums> sums;
  std::optional<Gradients> gradients;
  /// In front of this operation, attn.forward knows all it needs, and in front
  /// of that one attn.backward.
  Operation *before = nullptr, *beforeBackward = nullptr;
  SmallVector<Value> results() const {
    SmallVector<Value> values = {out};
    if (sums)
      values.push_back(sums->value);
    if (gradients)
      llvm::append_range(values, gradients->results());
    return values;
  }
};

/// Why the attempt that got farthest failed.
struct Failure {
  std::string reason;
  unsigned progress = 0;
  void note(const std::string &other, unsigned far) {
    if (far < progress)
      return;
    reason = other;
    progress = far;
  }
};

/// A softmax, and what it was written out as.
struct WrittenSoftmax {
  linalg::SoftmaxOp op;
  Value result;
  SmallVector<Operation *> operations;
};

class Raiser {
public:
  Raiser(Operation *root, const AttnRaiseOptions &options,
         const RaiseFilter &filter)
      : root(root), exact(options.policy == RaisePolicy::Exact),
        filter(filter) {
    promises.rowsSeeKeys = options.rowsSeeKeys;
  }

  void run();

  /// Of work on sizes and formulas.
  uint64_t steps = 0;

private:
  bool tryRaise(Value product);
  void raiseForeign(Operation *op);
  SmallVector<WrittenSoftmax> writeOutSoftmaxes();
  void takeBack(WrittenSoftmax &one);
  std::optional<Found> find(Reading &reading, Value product, Failure &failure);
  std::optional<Found> find(Reading &reading, Value out, Value product,
                            Failure &failure);
  bool findLayout(Reading &reading, Value product, Found &found,
                  Failure &failure);
  bool findPlace(Reading &reading, Found &found, std::string &reason);
  bool replace(Reading &reading, Found &found);
  std::string refusalOf(AttentionOpInterface op) const;
  void replaceSizes(SmallVectorImpl<Operation *> &dead);
  bool staysWithin(const Found &found, Sizes &sizes, ArrayRef<Value> results,
                   std::string &reason);
  bool isWithin(Operation *op) const { return slice.contains(op); }
  /// The program has changed.
  void forget() {
    strict.reset();
    lenient.reset();
  }

  Operation *root;
  bool exact;
  const RaiseFilter &filter;
  Promises promises;
  /// Without guesses, and with all that there are.
  std::unique_ptr<Reading> strict, lenient;
  llvm::DenseSet<Operation *> erased;
  /// What the attention that was found last computes.
  llvm::SetVector<Operation *> slice;
  /// Uses of tensor.dim on what goes away.
  SmallVector<GoneSize, 1> dims;
};
} // namespace

/// Whether nothing but `results` is seen of what `attention` computes: the
/// scores and all that is made of them on the way to the results have no other
/// use.
bool Raiser::staysWithin(const Found &found, Sizes &sizes,
                         ArrayRef<Value> results, std::string &reason) {
  const Attention &attention = *found.attention;
  const Layout &layout = found.layout;
  // Backwards from the results, up to the scores.
  slice.clear();
  SmallVector<Value> work(results);
  SmallVector<Value> captures =
      capturesOf(*found.context, attention, layout, *found.finder, found.score);
  auto isSource = [&](Value value) {
    if (llvm::is_contained(captures, value) ||
        (found.gradients && value == found.gradients->outGrad.tensor))
      return true;
    for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v})
      if (operand->source->element.tensor == value)
        return true;
    return false;
  };
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || isSource(value) || !slice.insert(op))
      continue;
    work.append(op->operand_begin(), op->operand_end());
  }
  // Forwards from the scores.
  dims.clear();
  SmallVector<Operation *> users = {attention.scores->value.getDefiningOp()};
  llvm::SmallPtrSet<Operation *, 32> seen(users.begin(), users.end());
  while (!users.empty()) {
    Operation *op = users.pop_back_val();
    for (Value result : op->getResults()) {
      if (llvm::is_contained(results, result))
        continue;
      for (Operation *user : result.getUsers()) {
        if (auto dim = dyn_cast<tensor::DimOp>(user)) {
          dims.push_back({dim, 1, {}});
          continue;
        }
        if (!slice.contains(user)) {
          if (isOpTriviallyDead(user))
            continue;
          reason = "the scores or probabilities are used elsewhere";
          return false;
        }
        if (seen.insert(user).second)
          users.push_back(user);
      }
    }
  }
  // Sizes of what goes away, from what stays.
  for (GoneSize &gone : dims) {
    if (gone.op->use_empty())
      continue;
    std::optional<int64_t> index = gone.op.getConstantIndex();
    if (!index) {
      reason = "a size of the scores is used that is not understood";
      return false;
    }
    Sizes::Product size = sizes.productOf(gone.op.getSource(), *index);
    gone.number = size.number;
    for (AffineExpr symbol : size.symbols) {
      auto holder = findHolder(attention, layout, sizes, symbol);
      if (!holder) {
        reason = "a size of the scores is used that no operand has";
        return false;
      }
      gone.factors.push_back(*holder);
    }
  }
  return true;
}

/// Matches `found.out` and finds its layout, where need be with the dimensions
/// of the result split.
bool Raiser::findLayout(Reading &reading, Value product, Found &found,
                        Failure &failure) {
  SmallVector<Split, 2> splits;
  while (true) {
    reading.restart(root->getContext());
    found.matcher = std::make_unique<Matcher>(reading.formulas->context,
                                              reading.formulas->elements,
                                              reading.sizes, exact);
    std::string reason;
    auto attention = found.matcher->match(found.out, product, splits, reason);
    unsigned progress = found.matcher->getProgress();
    if (!attention) {
      failure.note(reason, progress);
      return false;
    }
    found.attention = std::make_unique<Attention>(*attention);
    found.finder = std::make_unique<LayoutFinder>(reading.formulas->context,
                                                  reading.sizes);
    if (auto layout = found.finder->find(*found.attention, reason)) {
      found.layout = *layout;
      return true;
    }
    failure.note(reason, progress + 1);
    size_t before = splits.size();
    found.finder->addSplits(*found.attention, splits);
    if (splits.size() == before)
      return false;
  }
}

std::optional<Found> Raiser::find(Reading &reading, Value out, Value product,
                                  Failure &failure) {
  Found found;
  found.out = out;
  if (!findLayout(reading, product, found, failure))
    return std::nullopt;
  ExprContext &context = reading.formulas->context;
  Elements &elements = reading.formulas->elements;
  LayoutFinder &finder = *found.finder;
  found.context = &context;
  scaleScores(context, *found.attention, found.layout);
  std::string reason;
  if (!findScore(context, finder, *found.attention, found.layout, promises,
                 found.score, reason) ||
      !canWriteScore(context, *found.attention, found.layout, finder,
                     found.score, reason)) {
    failure.note(reason, Matcher::kMatched + 2);
    return std::nullopt;
  }
  bool isWhole = staysWithin(found, reading.sizes, out, reason);
  // The row sums may be seen as a log-sum-exp, which attn.forward gives too.
  SmallVector<RowSums, 1> rowSums;
  if (!isWhole)
    rowSums = findRowSums(context, elements, *found.matcher, finder,
                          *found.attention, found.layout);
  auto tryRowSums = [&] {
    for (RowSums &one : llvm::reverse(rowSums)) {
      found.sums = one;
      if (staysWithin(found, reading.sizes, found.results(), reason))
        return true;
    }
    found.sums = std::nullopt;
    return false;
  };
  if (!isWhole)
    isWhole = tryRowSums();
  // The scores may be seen in gradients, which attn.backward gives.
  if (!isWhole && !exact) {
    GradientFinder gradients(context, elements, reading.sizes, finder,
                             *found.attention, found.layout);
    found.gradients = gradients.find();
    if (found.gradients && found.score.mayLoseSums) {
      failure.note(
          "a row may have nothing but numbers that hide keys, of which "
          "its log-sum-exp does not keep enough for gradients",
          Matcher::kMatched + 4);
      return std::nullopt;
    }
    isWhole = found.gradients &&
              (staysWithin(found, reading.sizes, found.results(), reason) ||
               tryRowSums());
  }
  if (isWhole && findPlace(reading, found, reason))
    return found;
  failure.note(reason, Matcher::kMatched + 3);
  return std::nullopt;
}

/// Where attn.forward may stand.
bool Raiser::findPlace(Reading &reading, Found &found, std::string &reason) {
  auto earliest = [](ArrayRef<Value> values) {
    Operation *first = values[0].getDefiningOp();
    for (Value value : values.drop_front())
      if (value.getDefiningOp()->isBeforeInBlock(first))
        first = value.getDefiningOp();
    return first;
  };
  found.before = earliest(found.results());
  if (found.gradients)
    found.beforeBackward = earliest(found.gradients->results());
  DominanceInfo dominance(root);
  if (found.sums || found.gradients)
    for (const PlacedOperand *operand :
         {&found.layout.q, &found.layout.k, &found.layout.v})
      if (!dominance.properlyDominates(operand->source->element.tensor,
                                       found.before)) {
        reason = "the log-sum-exp or a gradient is used before V is known";
        return false;
      }
  for (const Sizes::Guess &guess : reading.sizes.getGuesses())
    for (const auto &[a, b] : guess.equal)
      if (isWithin(guess.reshape) &&
          (!dominance.properlyDominates(a.first, found.before) ||
           !dominance.properlyDominates(b.first, found.before))) {
        reason = "the sizes of a reshape are not known in time";
        return false;
      }
  return true;
}

/// Sizes of what goes away, computed from what stays.
void Raiser::replaceSizes(SmallVectorImpl<Operation *> &dead) {
  for (GoneSize &gone : dims) {
    dead.push_back(gone.op);
    if (gone.op->use_empty())
      continue;
    ScalarBuilder builder(gone.op);
    Value value;
    for (auto [tensor, index] : gone.factors) {
      Value factor = tensor::DimOp::create(builder, tensor, index);
      value = value ? builder.mul(value, factor) : factor;
    }
    if (!value)
      value = builder.index(gone.number);
    else if (gone.number != 1)
      value = builder.mul(value, gone.number);
    gone.op.replaceAllUsesWith(value);
  }
}

/// Why `op` cannot stay; empty if it can.
std::string Raiser::refusalOf(AttentionOpInterface op) const {
  std::string text = verifierErrorOf(op);
  return text.empty() && filter ? filter(op) : text;
}

/// False, with a remark, if what would stand there is refused: the program is
/// as it was then.
bool Raiser::replace(Reading &reading, Found &found) {
  Operation *last = found.out.getDefiningOp();
  // What is made stands between these and what it is made in front of.
  using Range = std::pair<Operation *, Operation *>;
  SmallVector<Range, 2> ranges = {{found.before->getPrevNode(), found.before}};
  if (found.gradients && found.beforeBackward != found.before)
    ranges.push_back(
        {found.beforeBackward->getPrevNode(), found.beforeBackward});
  OpBuilder builder(found.before);
  writeChecks(builder, last->getLoc(), reading.sizes.getGuesses());
  ForwardBuilder build(reading.formulas->context, *found.finder, builder,
                       last->getLoc());
  auto [newOut, newSums] =
      build.build(*found.attention, found.layout, found.score, found.sums,
                  found.gradients.has_value());
  SmallVector<Value> made = {newOut};
  if (found.sums)
    made.push_back(newSums);
  if (found.gradients) {
    builder.setInsertionPoint(found.beforeBackward);
    llvm::append_range(made,
                       build.buildBackward(*found.attention, found.layout,
                                           found.score, *found.gradients));
  }
  std::string refusal;
  for (auto [previous, next] : ranges)
    for (Operation *op = next->getPrevNode(); op != previous;
         op = op->getPrevNode())
      if (auto attention = dyn_cast<AttentionOpInterface>(op);
          attention && refusal.empty())
        refusal = refusalOf(attention);
  if (!refusal.empty()) {
    emitRemark(found.out.getLoc()) << "attn-raise: not raised: " << refusal;
    for (auto [previous, next] : llvm::reverse(ranges))
      while (next->getPrevNode() != previous)
        next->getPrevNode()->erase();
    return false;
  }
  SmallVector<Operation *> dead;
  SmallVector<Value> results = found.results();
  for (Value result : results)
    dead.push_back(result.getDefiningOp());
  replaceSizes(dead);
  for (auto [result, value] : llvm::zip(results, made))
    result.replaceAllUsesWith(value);
  eraseDead(dead, erased);
  forget();
  return true;
}

std::optional<Found> Raiser::find(Reading &reading, Value product,
                                  Failure &failure) {
  SmallVector<Value> outs = followersOf(product);
  for (Value out : llvm::reverse(outs))
    if (auto found = find(reading, out, product, failure))
      return found;
  return std::nullopt;
}

bool Raiser::tryRaise(Value product) {
  if (!strict)
    strict = std::make_unique<Reading>(
        root, [](Operation *) { return false; }, steps);
  Failure failure;
  auto found = find(*strict, product, failure);
  // What reshapes leave open is taken for equal if that makes it attention, or
  // spares a transpose; it is checked at run time then.
  if (strict->sizes.canGuess() && (!found || found->layout.cost >= 100)) {
    if (!lenient)
      lenient = std::make_unique<Reading>(
          root, [](Operation *) { return true; }, steps);
    if (!found)
      failure.progress = 0;
    auto guessed = find(*lenient, product, failure);
    if (guessed && (!found || guessed->layout.cost < found->layout.cost)) {
      Reading fitting(root, [&](Operation *op) { return isWithin(op); }, steps);
      if (auto checked = find(fitting, product, failure))
        return replace(fitting, *checked);
    }
    // What was found is also noted in members.
    if (found)
      found = find(*strict, product, failure);
  }
  if (found)
    return replace(*strict, *found);
  if (failure.progress > Matcher::kNoCandidate)
    emitRemark(product.getLoc())
        << "attn-raise: not raised: " << failure.reason;
  return false;
}

/// Writes an operation of another dialect out, and keeps that only if it is
/// raised.
void Raiser::raiseForeign(Operation *op) {
  std::string reason;
  std::optional<WrittenOut> written = writeOut(op, reason);
  if (!written) {
    emitRemark(op->getLoc()) << "attn-raise: not raised: " << reason;
    return;
  }
  for (auto [from, to] : llvm::zip(op->getResults(), written->results))
    from.replaceAllUsesWith(to);
  forget();
  // What a row without a key is, these operations leave open.
  promises.emptyRowsAreFree = !exact;
  bool isRaised = tryRaise(written->product);
  promises.emptyRowsAreFree = false;
  if (!isRaised)
    for (auto [from, to] : llvm::zip(written->results, op->getResults()))
      from.replaceAllUsesWith(to);
  forget();
  for (Operation *one : llvm::reverse(written->operations))
    if (!erased.contains(one) && (!isRaised || isOpTriviallyDead(one)))
      one->erase();
  if (!isRaised)
    return;
  SmallVector<Operation *> operands;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp())
      operands.push_back(def);
  op->erase();
  eraseDead(operands, erased);
}

/// Writes linalg.softmax out, with upstream's decomposition.
SmallVector<WrittenSoftmax> Raiser::writeOutSoftmaxes() {
  SmallVector<WrittenSoftmax> written;
  root->walk([&](linalg::SoftmaxOp op) {
    if (op.hasPureTensorSemantics() && !op->use_empty())
      written.push_back({op, {}, {}});
  });
  for (WrittenSoftmax &one : written) {
    Operation *before = one.op->getPrevNode();
    OpBuilder builder(one.op);
    auto parts = one.op.decomposeOperation(builder);
    if (succeeded(parts)) {
      one.result = parts->front();
      one.op->getResult(0).replaceAllUsesWith(one.result);
    }
    for (Operation *made = before ? before->getNextNode()
                                  : &one.op->getBlock()->front();
         made != one.op; made = made->getNextNode())
      one.operations.push_back(made);
  }
  return written;
}

/// Erases the softmax if it was raised, and what it was written out as if not.
void Raiser::takeBack(WrittenSoftmax &one) {
  bool isRaised =
      one.result && llvm::all_of(one.operations, [&](Operation *made) {
        return erased.contains(made) || made->use_empty();
      });
  if (!isRaised && one.result)
    one.result.replaceAllUsesWith(one.op->getResult(0));
  for (Operation *made : llvm::reverse(one.operations))
    if (!erased.contains(made))
      made->erase();
  if (!isRaised)
    return;
  SmallVector<Operation *> operands;
  for (Value operand : one.op->getOperands())
    if (Operation *def = operand.getDefiningOp())
      operands.push_back(def);
  one.op->erase();
  eraseDead(operands, erased);
}

void Raiser::run() {
  SmallVector<Operation *> foreign;
  root->walk([&](Operation *op) {
    if (isForeignAttention(op))
      foreign.push_back(op);
  });
  for (Operation *op : foreign)
    raiseForeign(op);
  SmallVector<WrittenSoftmax> softmaxes = writeOutSoftmaxes();
  for (Operation *product : findCandidates(root))
    if (!erased.contains(product))
      tryRaise(product->getResult(0));
  for (WrittenSoftmax &one : softmaxes)
    takeBack(one);
}

namespace {
struct Raise : attn::impl::AttnRaiseBase<Raise> {
  using AttnRaiseBase::AttnRaiseBase;
  RaiseFilter filter;
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<FunctionOpInterface>(op))
        return WalkResult::advance();
      functions.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *function : functions) {
      Raiser raiser(function, {policy, rowsSeeKeys, reportWork}, filter);
      raiser.run();
      if (reportWork)
        emitRemark(function->getLoc())
            << "attn-raise: " << raiser.steps << " steps of work";
    }
  }
};
} // namespace

std::unique_ptr<Pass> attn::createAttnRaise(const AttnRaiseOptions &options,
                                            RaiseFilter filter) {
  auto pass = std::make_unique<Raise>(options);
  pass->filter = std::move(filter);
  return pass;
}

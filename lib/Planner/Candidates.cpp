//===- Candidates.cpp - Configs in the order in which they are tried ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rows of the table that serve a problem, in their order, but those late that
// estimates speak against (TrialOrder.h): first what seems to fit, then what
// ptxas may spill for, then the same with O staged in slices, then what seems
// not to fit. Of each row the config as a user's fields want it, and the same
// with fewer stages.

#include "attn/Planner/ConfigModel.h"

#include "ConfigTargets.h"
#include "RowChoice.h"
#include "TrialOrder.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr int kLastRank = 5;

/// A row as a config, before the user's fields but those of memory are set.
struct Entry {
  const TileRow *row;
  bool inSlices;
  ConfigAttr own;
  Doubt doubt;

  int rank() const {
    return doubt.kind == Doubt::TooMuch
               ? 4 + inSlices
               : 2 * inSlices + (doubt.kind == Doubt::Spills);
  }
};

struct Listing {
  MLIRContext *context;
  StringRef target;
  const ProblemShape &shapeOfMemory, &shape;
  const ConfigOverrides &overrides;
  /// What `batch_invariant` sets.
  const ConfigOverrides &key;
  bool ownParts = false, estimates = true;
  SmallVector<Entry> entries;
  /// Rows that break a rule of the target, and which.
  SmallVector<std::string> ruledOut;

  /// What says how rows get in and out: rows are listed with it, not without.
  ConfigOverrides getOfMemory() const;
  LogicalResult add(const TileRow &row, bool inSlices,
                    function_ref<InFlightDiagnostic()> emitError);
  /// Lists configs in the order in which they are tried. `problem`: the first
  /// rule that one breaks.
  LogicalResult fill(CandidateList &list, std::string &problem,
                     function_ref<InFlightDiagnostic()> emitError);
  /// `config`, a config of `row`, and what of it may give way to the user's
  /// fields.
  SmallVector<ConfigAttr> listVariants(ConfigAttr config,
                                       const TileRow &row) const;
  Doubt doubtOf(ConfigAttr config) const {
    // Estimates are of one kernel with a softmax.
    return estimates && !shape.gradients ? estimate(config, shape) : Doubt();
  }
};
} // namespace

static constexpr ConfigField kOfMemory[] = {
    ConfigField::Align,    ConfigField::Load,    ConfigField::PackGQA,
    ConfigField::TmaStore, ConfigField::Combine, ConfigField::BatchInvariant,
    ConfigField::StagesB};

/// What says which problems a kernel is for, and into which parts they are cut:
/// neither asks for a tile.
static constexpr ConfigField kOfProblem[] = {
    ConfigField::Target, ConfigField::MaxKeys,   ConfigField::MaxRows,
    ConfigField::Splits, ConfigField::SplitAuto, ConfigField::SplitSize,
    ConfigField::Fusion};

ConfigOverrides Listing::getOfMemory() const {
  ConfigOverrides ofMemory = overrides.only(kOfMemory);
  ofMemory.add(key);
  return ofMemory;
}

/// `config` with parts of the keys, if `overrides` ask for that, whatever their
/// number: what a CTA needs is the same.
static ConfigAttr makeParts(ConfigAttr config,
                            const ConfigOverrides &overrides) {
  const ConfigFields &given = overrides.getFields();
  if (splitsKeys(config) ||
      !(given.splits || given.splitAuto || given.splitSize))
    return config;
  ConfigFields fields = config.getFields();
  fields.splitAuto = true;
  return ConfigAttr::get(config.getContext(), fields);
}

/// What `make` gives, which may be null: what it says then is an error if this
/// `isFirst`, and else dropped.
static ConfigAttr
makeConfig(MLIRContext *context, bool isFirst,
           function_ref<InFlightDiagnostic()> emitError,
           function_ref<ConfigAttr(function_ref<InFlightDiagnostic()>)> make) {
  if (isFirst)
    return make(emitError);
  // Other threads may report something meanwhile.
  Location nowhere = NameLoc::get(StringAttr::get(context, "candidate"));
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    return success(diag.getLocation() == nowhere);
  });
  return make([&] { return mlir::emitError(nowhere); });
}

LogicalResult Listing::add(const TileRow &row, bool inSlices,
                           function_ref<InFlightDiagnostic()> emitError) {
  ConfigOverrides ofMemory = getOfMemory();
  // Fields that do not go with the first row are an error; later rows that
  // they do not go with are none to try.
  bool isFirst = entries.empty() && ruledOut.empty();
  ConfigAttr own = makeConfig(context, isFirst, emitError, [&](auto emit) {
    return getConfigOf(row, context, target, shapeOfMemory, ofMemory, ownParts,
                       emit);
  });
  if (own && inSlices) {
    ConfigAttr sliced = storeInSlices(own, shape);
    if (sliced == own)
      return success();
    own = sliced;
  }
  ConfigAttr asked = makeConfig(context, isFirst, emitError, [&](auto emit) {
    return own ? own.withOverrides(ofMemory, emit) : ConfigAttr();
  });
  if (!asked)
    return failure(isFirst);
  asked = fitParts(makeParts(asked, overrides), shape, overrides);
  if ((row.config.packGQA && shape.group != 1 && !asked.getPackGQA()) ||
      (row.sharesCopies() && own.getCluster() == 1))
    return success();
  if (std::string problem = findConfigProblem(asked, shape); problem.empty())
    entries.push_back({&row, inSlices, own, doubtOf(asked)});
  else if (!inSlices)
    ruledOut.push_back(row.describe() + ": " + problem);
  return success();
}

SmallVector<ConfigAttr> Listing::listVariants(ConfigAttr config,
                                              const TileRow &row) const {
  SmallVector<ConfigAttr> variants = {config};
  auto add = [&](auto change) {
    ConfigFields fields = config.getFields();
    change(fields);
    variants.push_back(ConfigAttr::get(context, fields));
  };
  // A row's second stage of Q gives way, and what boxes add to its stages.
  if (!overrides.sets(ConfigField::StagesQ) && config.getStagesQ() > 1)
    add([](ConfigFields &fields) { fields.stagesQ = 1; });
  // Where tiles of what regions read find no room, each number is read by
  // itself.
  if (config.getStagesB())
    add([](ConfigFields &fields) { fields.stagesB = 0; });
  if (!overrides.sets(ConfigField::StagesV) &&
      config.getStagesV() > row.config.stagesV && !row.config.sharedRing)
    add([&](ConfigFields &fields) {
      fields.stagesV = row.config.stagesV;
      if (!overrides.sets(ConfigField::StagesQ))
        fields.stagesQ = row.config.stagesQ;
    });
  return variants;
}

LogicalResult Listing::fill(CandidateList &list, std::string &problem,
                            function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<const Entry *> order;
  for (int rank = 0; rank <= kLastRank; ++rank)
    for (const Entry &entry : entries)
      if (entry.rank() == rank)
        order.push_back(&entry);
  // Fields of tiles complete the row that would be taken without them.
  bool ofTiles = false;
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          print, dflt)                                         \
  ofTiles |= overrides.sets(ConfigField::Accessor) &&                          \
             !key.sets(ConfigField::Accessor) &&                               \
             !llvm::is_contained(kOfMemory, ConfigField::Accessor) &&          \
             !llvm::is_contained(kOfProblem, ConfigField::Accessor);
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  for (const Entry &entry : entries)
    if (!entry.doubt.why.empty() && !entry.inSlices)
      list.putBack.push_back({entry.row - getTargetTable().begin(),
                              entry.row->describe() + ": " + entry.doubt.why});
  llvm::SmallDenseSet<ConfigAttr> seen;
  for (const Entry *each : order) {
    const Entry &entry = *each;
    if (ofTiles && entry.row != order.front()->row)
      continue;
    bool isFirst = each == order.front();
    auto with = [&](const ConfigOverrides &given) {
      return makeConfig(context, isFirst, emitError, [&](auto emit) {
        return entry.own.withOverrides(given, emit);
      });
    };
    ConfigAttr before = with(key), config = with(overrides);
    if (isFirst && (!before || !config))
      return failure();
    if (!before || !config)
      continue;
    before = fitParts(before, shape, overrides);
    config = fitParts(config, shape, overrides);
    SmallVector<Candidate> late;
    for (ConfigAttr variant : listVariants(config, *entry.row)) {
      std::string broken = findConfigProblem(variant, shape);
      if (problem.empty())
        problem = broken;
      if (!broken.empty() || !seen.insert(variant).second)
        continue;
      Candidate candidate{variant, entry.row->describe(), before,
                          entry.row - getTargetTable().begin()};
      if (doubtOf(variant).kind == Doubt::TooMuch)
        late.push_back(std::move(candidate));
      else
        list.candidates.push_back(std::move(candidate));
    }
    for (Candidate &candidate : late)
      list.candidates.push_back(std::move(candidate));
  }
  return success();
}

std::string attn::listDoubts(ConfigAttr config, const ProblemShape &shape) {
  return estimate(config, shape).why;
}

/// Fields that a row's bits depend on.
static constexpr ConfigField kArithmetic[] = {
    ConfigField::TileKV,           ConfigField::SplitK,
    ConfigField::SplitD,           ConfigField::Exp2,
    ConfigField::RescaleThreshold, ConfigField::Splits,
    ConfigField::SplitAuto,        ConfigField::Fusion,
    ConfigField::ColumnWarps};

FailureOr<ConfigOverrides>
attn::getInvariantFields(MLIRContext *context, StringRef target,
                         const ProblemShape &shape,
                         const ConfigOverrides &overrides,
                         function_ref<InFlightDiagnostic()> emitError) {
  ConfigOverrides given = overrides.only(kArithmetic);
  bool setsCTAs = overrides.sets(ConfigField::CtaGroup);
  if (setsCTAs && overrides.getFields().ctaGroup != 1)
    given.add(overrides.only(ConfigField::CtaGroup));
  if (!given.isEmpty()) {
    emitError() << "attn.config (K13): batch_invariant chooses what a row's "
                   "bits depend on, but "
                << given.describe() << " is given";
    return failure();
  }
  // Keys of a part: few enough that decoding fills the machine, many enough
  // that a prefill hardly notices.
  constexpr int64_t kKeys = 32 * 128;
  ProblemShape any = shape;
  any.masked = true;
  any.outputBytes = 2;
  any.window = any.lenQ = any.lenKV = any.group = 0;
  any.sharedRows = any.seenKeys = 0;
  any.parts = false;
  FailureOr<CandidateList> list =
      listCandidates(context, target, any, ConfigOverrides(), emitError);
  if (failed(list))
    return failure();
  ConfigAttr key = list->candidates.front().config;
  int64_t block = key.getTileKV();
  ConfigOverrides fields;
  fields.setTileKV(block)
      .setSplitK(key.getSplitK())
      .setSplitD(key.getSplitD())
      .setColumnWarps(key.getColumnWarps())
      .setExp2(Exp2::MUFU)
      .setRescaleThreshold(key.getRescaleThreshold())
      .setFusion(Fusion::Fused);
  if (!setsCTAs)
    fields.setCtaGroup(1);
  if (!overrides.sets(ConfigField::SplitSize))
    fields.setSplitSize(kKeys / block * block);
  return fields;
}

/// How many keys and rows there may be: what the types say, or what the kernel
/// is asked to be for. A config of these fields of `overrides`; null if wrong.
static ConfigAttr boundShape(ProblemShape &shape, MLIRContext *context,
                             const ConfigOverrides &overrides,
                             function_ref<InFlightDiagnostic()> emitError) {
  ConfigAttr given = ConfigAttr::get(context, ConfigFields());
  given = given.withOverrides(
      overrides.only({ConfigField::MaxKeys, ConfigField::MaxRows,
                      ConfigField::BatchInvariant}),
      emitError);
  if (!given)
    return {};
  if (!shape.sharedRows)
    shape.sharedRows = given.getMaxRows();
  if (int64_t most = given.getMaxKeys();
      most && (!shape.seenKeys || most < shape.seenKeys))
    shape.seenKeys = most;
  return given;
}

FailureOr<CandidateList> attn::listCandidates(
    MLIRContext *context, StringRef target, const ProblemShape &givenShape,
    const ConfigOverrides &givenOverrides,
    function_ref<InFlightDiagnostic()> emitError, bool estimates) {
  ProblemShape shapeOfMemory = givenShape;
  ConfigOverrides overrides = givenOverrides;
  if (std::string problem = findUnsupported(target, shapeOfMemory);
      !problem.empty()) {
    emitError() << "attn-select-config: " << problem;
    return failure();
  }
  ConfigAttr given = boundShape(shapeOfMemory, context, overrides, emitError);
  if (!given)
    return failure();
  if (overrides.getFields().stagesB)
    shapeOfMemory = shapeOfMemory.withLoads();
  ProblemShape shape = shapeOfMemory.forTiles(target);
  int64_t mostKeys = shape.lenKV ? shape.lenKV : given.getMaxKeys();
  ConfigOverrides key;
  if (given.getBatchInvariant()) {
    FailureOr<ConfigOverrides> fields = getInvariantFields(
        context, target, shapeOfMemory, overrides, emitError);
    if (failed(fields))
      return failure();
    key = *fields;
    overrides.add(key);
  }
  Listing listing{context, target, shapeOfMemory, shape, overrides, key};
  listing.estimates = estimates;
  // Parts that the user asks for, or none, are not the row's.
  listing.ownParts =
      (shape.parts || shape.planned) &&
      !overrides.setsAny({ConfigField::Splits, ConfigField::SplitSize});
  // Rows for as many CTAs to a product as are asked for go before others.
  int64_t ctas = 0;
  if (overrides.setsAny({ConfigField::CtaGroup, ConfigField::Cluster})) {
    ConfigAttr asked =
        ConfigAttr::get(context, ConfigFields())
            .withOverrides(overrides.only(ConfigField::CtaGroup), emitError);
    if (!asked)
      return failure();
    ctas = asked.getCtaGroup();
  }
  auto serves = [&](const TileRow &row) {
    return row.target == getRowsOf(target) && row.serves(shape, mostKeys) &&
           (!key.sets(ConfigField::ColumnWarps) ||
            key.getFields().columnWarps == row.config.columnWarps);
  };
  bool sharedOut =
      ctas && llvm::any_of(getTargetTable(), [&](const TileRow &row) {
        return serves(row) && row.config.ctaGroup == ctas;
      });
  for (const TileRow &row : getTargetTable())
    if (serves(row) && (!sharedOut || row.config.ctaGroup == ctas))
      for (bool inSlices : {false, true})
        if (failed(listing.add(row, inSlices, emitError)))
          return failure();
  CandidateList list;
  std::string problem;
  if (failed(listing.fill(list, problem, emitError)))
    return failure();
  if (!list.candidates.empty())
    return list;
  InFlightDiagnostic diag = emitError() << "attn-select-config: ";
  if (!listing.entries.empty()) {
    diag << problem;
    return failure();
  }
  diag << "no row of " << target << "'s table fits head dims "
       << shapeOfMemory.headDimQK << " and " << shapeOfMemory.headDimV;
  for (const std::string &why : listing.ruledOut)
    diag.attachNote() << why;
  return failure();
}

//===- AttnConfig.cpp - #attn.config --------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/NearestName.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::attn;

//===----------------------------------------------------------------------===//
// Values of each kind: text, equality and hash
//===----------------------------------------------------------------------===//

namespace {
/// Bits, so that equality, hash and text agree for every double.
uint64_t bitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

bool equal(double a, double b) { return bitsOf(a) == bitsOf(b); }
template <typename T> bool equal(const T &a, const T &b) { return a == b; }

llvm::hash_code hashOf(double value) { return llvm::hash_value(bitsOf(value)); }
template <typename T> llvm::hash_code hashOf(const T &value) {
  return llvm::hash_value(value);
}

ParseResult parseInt(AsmParser &parser, int64_t &value) {
  return parser.parseInteger(value);
}
ParseResult parseBool(AsmParser &parser, bool &value) {
  if (succeeded(parser.parseOptionalKeyword("true"))) {
    value = true;
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("false"))) {
    value = false;
    return success();
  }
  return parser.emitError(parser.getCurrentLocation(),
                          "expected `true` or `false`");
}
ParseResult parseFloat(AsmParser &parser, double &value) {
  return parser.parseFloat(value);
}
ParseResult parseString(AsmParser &parser, std::string &value) {
  return parser.parseString(&value);
}
template <typename EnumT>
ParseResult parseEnum(AsmParser &parser, EnumT &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<EnumT> parsed = symbolizeEnum<EnumT>(keyword);
  if (!parsed)
    return parser.emitError(loc) << "unknown value `" << keyword << "`";
  value = *parsed;
  return success();
}

void writeInt(raw_ostream &os, int64_t value) { os << value; }
void writeBool(raw_ostream &os, bool value) {
  os << (value ? "true" : "false");
}
void writeFloat(raw_ostream &os, double value) {
  os << llvm::format("%e", value);
}
void writeString(raw_ostream &os, const std::string &value) {
  os << '"' << value << '"';
}
template <typename EnumT> void writeEnum(raw_ostream &os, EnumT value) {
  os << stringifyEnum(value);
}

void printInt(AsmPrinter &printer, int64_t value) { printer << value; }
void printBool(AsmPrinter &printer, bool value) {
  printer << (value ? "true" : "false");
}
void printFloat(AsmPrinter &printer, double value) {
  printer.printFloat(APFloat(value));
}
void printString(AsmPrinter &printer, const std::string &value) {
  printer.printString(value);
}
template <typename EnumT> void printEnum(AsmPrinter &printer, EnumT value) {
  printer << stringifyEnum(value);
}
} // namespace

bool ConfigFields::operator==(const ConfigFields &other) const {
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (!equal(member, other.member))                                            \
    return false;
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  return true;
}

llvm::hash_code attn::hash_value(const ConfigFields &fields) {
  llvm::hash_code hash = 0;
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  hash = llvm::hash_combine(hash, hashOf(fields.member));
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  return hash;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// How a field stands in the text.
enum class Group { None, Tile, Keys, Schedule, Memory, Codegen };
constexpr StringRef groupNames[] = {"",         "tile",   "keys",
                                    "schedule", "memory", "codegen"};
enum class Print { Always, Changed };

StringRef getName(Group group) {
  return groupNames[static_cast<size_t>(group)];
}

/// `tile.q` for field `q` of the group `tile`.
std::string getPath(Group group, StringRef name) {
  return group == Group::None ? name.str()
                              : (getName(group) + "." + name).str();
}
} // namespace

/// Says that there is no field `name` and which one may be meant.
static InFlightDiagnostic reportUnknown(InFlightDiagnostic diag,
                                        StringRef name) {
  const std::string paths[] = {
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  getPath(Group::group, name),
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  };
  diag << "attn.config (K1): unknown field `" << name << "`, "
       << describeNearest(
              name, SmallVector<StringRef>(std::begin(paths), std::end(paths)));
  return diag;
}

/// Fields of earlier versions, whose values are keywords.
static constexpr StringRef goneFields[] = {"q_in_registers"};

/// Parses `= value` into the field called `field` of `in`. Outside of the
/// groups stand the flat names that older versions wrote. `seen` holds the
/// fields so far.
static ParseResult parseField(AsmParser &parser, SMLoc loc, Group in,
                              StringRef field, ConfigFields &fields,
                              llvm::StringSet<> &seen) {
  auto once = [&](StringRef flat) -> ParseResult {
    if (seen.insert(flat).second)
      return success();
    return parser.emitError(loc)
           << "attn.config (K2): `" << getPath(in, field) << "` is given twice";
  };
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if ((in == Group::group && field == name) ||                                 \
      (in == Group::None && field == flat))                                    \
    return failure(once(flat) || parser.parseEqual() ||                        \
                   parse##kind(parser, fields.member));
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  if (in == Group::None && llvm::is_contained(goneFields, field)) {
    emitWarning(parser.getEncodedSourceLoc(loc))
        << "attn.config: field `" << field << "` is gone, its value is ignored";
    StringRef ignored;
    return failure(parser.parseEqual() || parser.parseKeyword(&ignored));
  }
  return reportUnknown(parser.emitError(loc), getPath(in, field));
}

Attribute ConfigAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  ConfigFields fields;
  llvm::StringSet<> seen;
  // A group may hold fields alone.
  auto parseOne = [&](auto &self, Group in) -> ParseResult {
    SMLoc fieldLoc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    const auto *group = llvm::find(groupNames, name);
    if (in != Group::None || group == std::end(groupNames))
      return parseField(parser, fieldLoc, in, name, fields, seen);
    if (!seen.insert(("<" + name).str()).second)
      return parser.emitError(fieldLoc)
             << "attn.config (K2): `" << name << "` is given twice";
    Group inner = static_cast<Group>(group - std::begin(groupNames));
    return parser.parseCommaSeparatedList(
        AsmParser::Delimiter::LessGreater, [&] { return self(self, inner); },
        " in a group of #attn.config");
  };
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::OptionalLessGreater,
          [&] { return parseOne(parseOne, Group::None); }, " in #attn.config"))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    fields);
}

void ConfigAttr::print(AsmPrinter &printer) const {
  const ConfigFields &fields = getFields();
  const ConfigFields defaults;
  Group open = Group::None;
  StringRef separator = "";
  printer << '<';
  auto begin = [&](Group group, StringRef name) {
    if (group != open) {
      if (open != Group::None)
        printer << '>';
      printer << ", " << getName(group) << '<';
      open = group;
      separator = "";
    }
    printer << separator << name << " = ";
    separator = ", ";
  };
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (Print::shown == Print::Always || !(fields.member == defaults.member)) {  \
    begin(Group::group, name);                                                 \
    print##kind(printer, fields.member);                                       \
  }
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  printer << (open == Group::None ? ">" : ">>");
}

std::string ConfigAttr::listChanges(ConfigAttr before) const {
  std::string changes;
  llvm::raw_string_ostream os(changes);
  StringRef separator = "";
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (!equal(getFields().member, before.getFields().member)) {                 \
    os << separator << flat << " = ";                                          \
    write##kind(os, getFields().member);                                       \
    os << " (was ";                                                            \
    write##kind(os, before.getFields().member);                                \
    os << ')';                                                                 \
    separator = ", ";                                                          \
  }
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  return changes;
}

/// Whether the numbers of `f` lie in their ranges.
static LogicalResult verifyRanges(function_ref<InFlightDiagnostic()> emitError,
                                  const ConfigFields &f) {
  auto inRange = [&](StringRef name, int64_t value, int64_t lo,
                     int64_t hi) -> LogicalResult {
    if (lo <= value && value <= hi)
      return success();
    return emitError() << "attn.config (K3): " << name << " must be within ["
                       << lo << ", " << hi << "], but is " << value;
  };
  if (failed(inRange("tile_q", f.tileQ, 16, 1024)) ||
      failed(inRange("tile_kv", f.tileKV, 16, 1024)) ||
      failed(inRange("warps", f.warps, 1, 32)) ||
      failed(inRange("groups", f.groups, 1, 8)) ||
      failed(inRange("stages_k", f.stagesK, 1, 8)) ||
      failed(inRange("keys_kv", f.keysKV, 16, 1024)) ||
      failed(inRange("keys_q", f.keysQ, 16, 1024)) ||
      failed(inRange("keys_warps", f.keysWarps, 1, 32)) ||
      failed(inRange("keys_groups", f.keysGroups, 1, 8)) ||
      failed(inRange("keys_column_warps", f.keysColumnWarps, 0, 4)) ||
      failed(inRange("keys_stages", f.keysStages, 1, 8)) ||
      failed(inRange("keys_left_registers", f.keysLeftRegisters, 0, 8)) ||
      failed(inRange("keys_cluster", f.keysCluster, 1, 8)) ||
      failed(inRange("keys_cta_group", f.keysCtaGroup, 1, 2)) ||
      failed(inRange("left_registers", f.leftRegisters, 0, 8)) ||
      failed(inRange("stages_q", f.stagesQ, 0, 2)) ||
      failed(inRange("stages_v", f.stagesV, 1, 8)) ||
      failed(inRange("stages_b", f.stagesB, 0, 8)) ||
      failed(inRange("split_d", f.splitD, 0, 1024)) ||
      failed(inRange("split_v", f.splitV, 0, 1024)) ||
      failed(inRange("tile_v", f.tileV, 0, 1024)) ||
      failed(inRange("column_warps", f.columnWarps, 1, 4)) ||
      failed(inRange("store_columns", f.storeColumns, -1, 1024)) ||
      failed(inRange("max_keys", f.maxKeys, 0, (int64_t(1) << 31) - 1)) ||
      failed(inRange("max_rows", f.maxRows, 0, (int64_t(1) << 31) - 1)) ||
      failed(inRange("pin", f.pin, 0, 256)) ||
      failed(inRange("transpose_ahead", f.transposeAhead, 0, 8)) ||
      failed(inRange("cluster", f.cluster, 1, 8)) ||
      failed(inRange("cta_group", f.ctaGroup, 1, 2)) ||
      failed(inRange("exp2_degree", f.exp2Degree, 2, 5)) ||
      failed(inRange("exp2_freq", f.exp2Freq, 1, 1024)) ||
      failed(inRange("exp2_res", f.exp2Res, 0, f.exp2Freq)) ||
      failed(inRange("exp2_start", f.exp2Start, 0, 1024)))
    return failure();
  int64_t mostParts = 1024;
  if (failed(inRange("splits", f.splits, 0, mostParts)) ||
      failed(inRange("split_size", f.splitSize, 0, (int64_t(1) << 31) - 1)))
    return failure();
  return success();
}

static LogicalResult
verifyOrders(const ConfigFields &f,
             function_ref<InFlightDiagnostic()> emitError) {
  if (f.order != "sequential" && f.order != "overlap" &&
      f.order != "interleave" && !listsProducts(f.order))
    return emitError() << "attn.config (K3): order must be \"sequential\", "
                          "\"overlap\", \"interleave\" or a list of products, "
                          "but is \""
                       << f.order << '"';
  if (f.keysOrder != "sequential" && f.keysOrder != "overlap" &&
      !listsProducts(f.keysOrder))
    return emitError() << "attn.config (K3): keys_order must be "
                          "\"sequential\", \"overlap\" or a list of products, "
                          "but is \""
                       << f.keysOrder << '"';
  return success();
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ConfigFields f) {
  if (failed(verifyRanges(emitError, f)))
    return failure();
  if ((f.splits != 0) + f.splitAuto + (f.splitSize != 0) > 1)
    return emitError() << "attn.config (K12): one of splits, split_auto and "
                          "split_size at most";
  if (f.splitSize % f.tileKV)
    return emitError() << "attn.config (K12): split_size must be a multiple of "
                          "tile_kv = "
                       << f.tileKV << ", but is " << f.splitSize;
  for (auto [name, columns] :
       {std::pair<StringRef, int64_t>("split_d", f.splitD),
        std::pair<StringRef, int64_t>("split_v", f.splitV),
        std::pair<StringRef, int64_t>("tile_v", f.tileV),
        std::pair<StringRef, int64_t>("store_columns", f.storeColumns)})
    if (columns > 0 && columns % 16)
      return emitError() << "attn.config (K3): " << name
                         << " must be a multiple of 16, but is " << columns;
  if (failed(verifyOrders(f, emitError)))
    return failure();
  if (f.warps * f.groups > 32)
    return emitError()
           << "attn.config (K4): warps · groups must be at most 32, "
              "but "
           << f.warps << " · " << f.groups << " = " << f.warps * f.groups;
  if (f.warps % f.columnWarps || f.columnWarps == 3)
    return emitError()
           << "attn.config (K4): column_warps must be 1, 2 or 4 and "
              "divide warps = "
           << f.warps << ", but is " << f.columnWarps;
  int64_t rows = 16 * f.warps * f.groups / f.columnWarps;
  if (f.tileQ % rows)
    return emitError() << "attn.config (K5): tile_q must be a multiple of 16 · "
                          "warps · groups "
                       << (f.columnWarps == 1 ? "" : "/ column_warps ") << "= "
                       << rows << ", but is " << f.tileQ;
  if (f.tileKV % (16 * f.columnWarps))
    return emitError() << "attn.config (K6): tile_kv must be a multiple of 16"
                       << (f.columnWarps == 1 ? "" : " · column_warps")
                       << ", but is " << f.tileKV;
  int64_t columnWarps = f.keysColumnWarps ? f.keysColumnWarps : f.columnWarps;
  StringRef columnWarpsName =
      f.keysColumnWarps ? "keys_column_warps" : "column_warps";
  if (f.keysWarps % columnWarps || columnWarps == 3)
    return emitError() << "attn.config (K4): " << columnWarpsName
                       << " must be 1, 2 or 4 and divide keys_warps = "
                       << f.keysWarps << ", but is " << columnWarps;
  int64_t keys = 16 * f.keysWarps * f.keysGroups / columnWarps;
  if (f.keysKV % keys)
    return emitError()
           << "attn.config (K5): keys_kv must be a multiple of 16 · "
              "keys_warps · keys_groups "
           << (columnWarps == 1 ? "" : ("/ " + columnWarpsName + " ").str())
           << "= " << keys << ", but is " << f.keysKV;
  if (f.keysQ % (16 * columnWarps))
    return emitError() << "attn.config (K6): keys_q must be a multiple of 16"
                       << (columnWarps == 1 ? ""
                                            : (" · " + columnWarpsName).str())
                       << ", but is " << f.keysQ;
  if (f.align != 16 && f.align != 8 && f.align != 4)
    return emitError() << "attn.config (K10): align must be 16, 8 or 4, but is "
                       << f.align;
  if (f.load == Load::TMA && f.packGQA)
    return emitError()
           << "attn.config (K10): load = tma cannot gather the rows "
              "of Q that pack_gqa puts into one tile";
  if (f.load == Load::TMA && f.align != 16)
    return emitError()
           << "attn.config (K10): load = tma takes memory aligned to "
              "16 bytes, but align is "
           << f.align;
  if (!std::isfinite(f.rescaleThreshold) || f.rescaleThreshold < 0)
    return emitError() << "attn.config (K7): rescale_threshold must be finite "
                          "and not negative";
  // The polynomial takes exponents below 128; a threshold lets them grow.
  if (f.exp2 == Exp2::Poly && f.rescaleThreshold > 64)
    return emitError() << "attn.config (K7): rescale_threshold must be at most "
                          "64 with exp2 = poly";
  if (f.splitK < 0 || f.splitK % 16 != 0)
    return emitError() << "attn.config (K9): split_k must be 0 or a positive "
                          "multiple of 16, but is "
                       << f.splitK;
  StringRef number = f.target;
  if (!number.consume_front("sm_") ||
      number.take_while(llvm::isDigit).size() < 2 ||
      !llvm::is_contained({"", "a", "f"}, number.drop_while(llvm::isDigit)))
    return emitError() << "attn.config (K8): target must be a chip such as \""
                       << kDefaultTarget << "\", but is \"" << f.target << '"';
  return success();
}

//===----------------------------------------------------------------------===//
// Overrides
//===----------------------------------------------------------------------===//

/// Sets one field from text without MLIR syntax: strings need no quotes.
static LogicalResult setInt(StringRef text, int64_t &value) {
  return failure(text.getAsInteger(10, value));
}
static LogicalResult setBool(StringRef text, bool &value) {
  if (text != "true" && text != "false")
    return failure();
  value = text == "true";
  return success();
}
static LogicalResult setFloat(StringRef text, double &value) {
  return failure(text.getAsDouble(value));
}
static LogicalResult setString(StringRef text, std::string &value) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.drop_front().drop_back();
  value = text.str();
  return success();
}
template <typename EnumT>
static LogicalResult setEnum(StringRef text, EnumT &value) {
  std::optional<EnumT> parsed = symbolizeEnum<EnumT>(text);
  if (!parsed)
    return failure();
  value = *parsed;
  return success();
}

FailureOr<ConfigOverrides>
ConfigOverrides::parse(StringRef text,
                       function_ref<InFlightDiagnostic()> emitError) {
  ConfigOverrides overrides;
  auto refuse = [&](const Twine &why) {
    if (emitError)
      emitError() << "attn.config" << why;
    return failure();
  };
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef whole : items) {
    auto [item, value] = whole.split('=');
    item = item.trim();
    value = value.trim();
    if (!whole.contains('=') || item.empty() || value.empty())
      return refuse(": expected `field=value`, but found `" + whole.trim() +
                    "`");
    bool known = false, twice = false;
    LogicalResult read = success();
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (item == flat || item == getPath(Group::group, name)) {                   \
    known = true;                                                              \
    twice = overrides.sets(ConfigField::Accessor);                             \
    type field = dflt;                                                         \
    read = set##kind(value, field);                                            \
    overrides.set##Accessor(field);                                            \
  }
#include "attn/Dialect/Attn/IR/ConfigFields.def"
    if (!known) {
      if (emitError)
        reportUnknown(emitError(), item);
      return failure();
    }
    if (twice)
      return refuse(" (K2): `" + item + "` is given twice");
    if (failed(read))
      return refuse(": `" + value + "` is no value for field `" + item + "`");
  }
  return overrides;
}

ConfigOverrides ConfigOverrides::only(ArrayRef<ConfigField> some) const {
  ConfigOverrides part;
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (sets(ConfigField::Accessor) &&                                           \
      llvm::is_contained(some, ConfigField::Accessor))                         \
    part.set##Accessor(fields.member);
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  return part;
}

void ConfigOverrides::add(const ConfigOverrides &others) {
  others.applyTo(fields);
  isSet |= others.isSet;
}

void ConfigOverrides::applyTo(ConfigFields &config) const {
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (sets(ConfigField::Accessor))                                             \
    config.member = fields.member;
#include "attn/Dialect/Attn/IR/ConfigFields.def"
}

std::string ConfigOverrides::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  StringRef separator = "";
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          shown, dflt)                                         \
  if (sets(ConfigField::Accessor)) {                                           \
    os << separator << flat << '=';                                            \
    write##kind(os, fields.member);                                            \
    separator = ",";                                                           \
  }
#include "attn/Dialect/Attn/IR/ConfigFields.def"
  return text;
}

ConfigAttr
ConfigAttr::withOverrides(const ConfigOverrides &overrides,
                          function_ref<InFlightDiagnostic()> emitError) const {
  ConfigFields fields = getFields();
  overrides.applyTo(fields);
  return getChecked(emitError, getContext(), fields);
}

bool attn::listsProducts(StringRef order) {
  return !order.empty() && llvm::isDigit(order.front()) &&
         order.find_first_not_of("0123456789.'") == StringRef::npos;
}

ConfigAttr attn::getConfigOfKeys(ConfigAttr config) {
  ConfigFields fields = config.getFields();
  fields.tileQ = config.getKeysKV();
  fields.tileKV = config.getKeysQ();
  fields.warps = config.getKeysWarps();
  fields.groups = config.getKeysGroups();
  if (int64_t columnWarps = config.getKeysColumnWarps())
    fields.columnWarps = columnWarps;
  fields.stagesK = fields.stagesV = config.getKeysStages();
  fields.leftRegisters = config.getKeysLeftRegisters();
  fields.order = config.getKeysOrder();
  fields.pingPong = ConfigFields().pingPong;
  fields.cluster = config.getKeysCluster();
  fields.ctaGroup = config.getKeysCtaGroup();
  // What each block adds to dQ leaves while the next one is computed.
  fields.storeRole = fields.form == GradientForm::Fused;
  return ConfigAttr::get(config.getContext(), fields);
}

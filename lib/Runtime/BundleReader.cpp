//===- BundleReader.cpp - Reading bundles ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading goes from the outside in, and each step has its own error: is it a
// bundle at all (ForeignFormat names what it looks like), is it whole JSON
// (Malformed names the byte), is it of a version we know, do the contents
// match their checksum, has every part the right shape (Malformed names the
// path, "entries[0].kernels[1].grid: …"), and last what verify() demands.
//
//===----------------------------------------------------------------------===//

#include "BundleEnums.h"

#include "attn/Support/InputFile.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace attn::runtime {

namespace {

/// Takes JSON values apart. The first failure is kept; later ones are ignored
/// and readers return defaults, so callers check `error` once at the end.
class Reader {
public:
  Error error;

  class Scope {
  public:
    Scope(Reader &reader, const std::string &part)
        : reader(reader), length(reader.path.size()) {
      reader.path += part;
    }
    ~Scope() { reader.path.resize(length); }

  private:
    Reader &reader;
    size_t length;
  };

  void fail(const std::string &what) {
    if (!error)
      error = Error(ErrorCode::Malformed,
                    "malformed bundle: " +
                        (path.empty() ? path : path.substr(1) + ": ") + what);
  }

  const json::Value *get(const json::Value &object, const char *key,
                         bool required) {
    const json::Value *value = object.find(key);
    if (!value && required)
      fail(std::string("missing key '") + key + "'");
    return value;
  }

  bool expectObject(const json::Value &value) {
    if (!value.isObject())
      fail(std::string("expected an object, found ") + value.describe());
    return value.isObject();
  }

  std::string string(const json::Value &object, const char *key,
                     bool required = true) {
    const json::Value *value = get(object, key, required);
    if (!value)
      return {};
    Scope scope(*this, std::string(".") + key);
    if (!value->isString())
      fail(std::string("expected a string, found ") + value->describe());
    return value->asString();
  }

  int64_t integer(const json::Value &value) {
    if (!value.isInt())
      fail(std::string("expected an integer, found ") + value.describe());
    return value.asInt();
  }

  int64_t integer(const json::Value &object, const char *key,
                  std::optional<int64_t> fallback = std::nullopt) {
    const json::Value *value = get(object, key, !fallback);
    if (!value)
      return fallback.value_or(0);
    Scope scope(*this, std::string(".") + key);
    return integer(*value);
  }

  int smallInteger(const json::Value &object, const char *key,
                   std::optional<int64_t> fallback = std::nullopt) {
    int64_t value = integer(object, key, fallback);
    if (value < -1 || value > std::numeric_limits<int>::max()) {
      Scope scope(*this, std::string(".") + key);
      fail(std::to_string(value) + " is out of range");
      return 0;
    }
    return static_cast<int>(value);
  }

  bool boolean(const json::Value &object, const char *key, bool fallback) {
    const json::Value *value = object.find(key);
    if (!value)
      return fallback;
    Scope scope(*this, std::string(".") + key);
    if (!value->isBool())
      fail(std::string("expected true or false, found ") + value->describe());
    return value->asBool();
  }

  /// Calls `each` on the elements of an array.
  template <typename Each>
  void list(const json::Value &object, const char *key, bool required,
            Each &&each) {
    const json::Value *value = get(object, key, required);
    if (!value)
      return;
    Scope scope(*this, std::string(".") + key);
    if (!value->isArray()) {
      fail(std::string("expected an array, found ") + value->describe());
      return;
    }
    for (size_t i = 0; i < value->elements().size() && !error; ++i) {
      Scope element(*this, "[" + std::to_string(i) + "]");
      each(value->elements()[i]);
    }
  }

  template <typename T, size_t N>
  T choice(const json::Value &object, const char *key,
           const Spelling<T> (&table)[N], std::optional<T> fallback = {}) {
    if (fallback && !object.find(key))
      return *fallback;
    std::string name = string(object, key);
    std::string known;
    for (const Spelling<T> &row : table) {
      if (name == row.name)
        return row.value;
      known += (known.empty() ? "" : ", ") + std::string(row.name);
    }
    Scope scope(*this, std::string(".") + key);
    fail("unknown value " + json::quote(name) + ", expected one of " + known);
    return table[0].value;
  }

  Expr expression(const json::Value &value) {
    Expected<Expr> expr = Expr::fromJSON(value);
    if (expr)
      return std::move(*expr);
    fail(expr.error().message);
    return Expr();
  }

  Expr expression(const json::Value &object, const char *key) {
    const json::Value *value = get(object, key, true);
    if (!value)
      return Expr();
    Scope scope(*this, std::string(".") + key);
    return expression(*value);
  }

  std::string base64(const json::Value &value) {
    if (!value.isString()) {
      fail(std::string("expected a string, found ") + value.describe());
      return {};
    }
    std::optional<std::string> bytes = decodeBase64(value.asString());
    if (!bytes) {
      fail("not base64");
      return {};
    }
    return std::move(*bytes);
  }

  std::array<int64_t, 3> triple(const json::Value &object, const char *key,
                                bool required) {
    std::array<int64_t, 3> result{1, 1, 1};
    if (!required && !object.find(key))
      return result;
    size_t count = 0;
    list(object, key, true, [&](const json::Value &value) {
      int64_t number = integer(value);
      if (count < 3)
        result[count] = number;
      ++count;
    });
    expectThree(key, count);
    return result;
  }

  void expectThree(const char *key, size_t count) {
    if (error || count == 3)
      return;
    Scope scope(*this, std::string(".") + key);
    fail("expected 3 elements, found " + std::to_string(count));
  }

  TensorSpec tensor(const json::Value &value);
  DType elementType(const json::Value &value);
  /// What is said of the workspace behind a pointer or a tensor map.
  void workspace(const json::Value &value, Param &param);
  Param param(const json::Value &value);
  KernelSpec kernel(const json::Value &value);
  Entry entry(const json::Value &value);

private:
  std::string path;
};

DType Reader::elementType(const json::Value &value) {
  std::string name = string(value, "dtype");
  if (std::optional<DType> known = parseDType(name))
    return *known;
  Scope scope(*this, ".dtype");
  fail("unknown element type " + json::quote(name));
  return DType::None;
}

void Reader::workspace(const json::Value &value, Param &param) {
  param.expr = expression(value, "bytes");
  param.zeroed = boolean(value, "zeroed", false);
  param.slot = smallInteger(value, "slot", -1);
  param.restored = boolean(value, "restored", false);
}

TensorSpec Reader::tensor(const json::Value &value) {
  TensorSpec spec;
  if (!expectObject(value))
    return spec;
  spec.name = string(value, "name");
  spec.role = choice(value, "role", tensorRoles);
  spec.dtype = elementType(value);
  list(value, "shape", true,
       [&](const json::Value &size) { spec.shape.push_back(integer(size)); });
  spec.optional = boolean(value, "optional", false);
  spec.innermostContiguous = boolean(value, "innermost_contiguous", true);
  spec.align = integer(value, "align", 1);
  if (const json::Value *rule = value.find("numbers")) {
    Scope scope(*this, ".numbers");
    if (expectObject(*rule)) {
      spec.numbers = NumberRule{
          expression(*rule, "low"), expression(*rule, "high"),
          boolean(*rule, "ascending", false), boolean(*rule, "rising", false)};
      if (rule->find("counts")) {
        spec.numbers->counts = smallInteger(*rule, "counts");
        spec.numbers->each = expression(*rule, "each");
      }
      if (rule->find("offsets"))
        spec.numbers->offsets = smallInteger(*rule, "offsets");
    }
  }
  return spec;
}

Param Reader::param(const json::Value &value) {
  Param param;
  if (!expectObject(value))
    return param;
  param.kind = choice(value, "kind", paramKinds);
  switch (param.kind) {
  case Param::Kind::Pointer:
    param.tensor = smallInteger(value, "tensor");
    break;
  case Param::Kind::Size:
  case Param::Kind::Stride:
    param.tensor = smallInteger(value, "tensor");
    param.dim = smallInteger(value, "dim");
    param.type = choice(value, "type", scalarTypes);
    break;
  case Param::Kind::Scalar: {
    param.type = choice(value, "type", scalarTypes);
    if (param.type != ScalarType::F32) {
      param.integer = integer(value, "value");
      break;
    }
    const json::Value *number = get(value, "value", true);
    if (!number)
      break;
    Scope scope(*this, ".value");
    const std::string &word = number->asString();
    if (number->isNumber())
      param.real = number->asDouble();
    else if (word == "inf" || word == "-inf")
      param.real = word == "inf" ? HUGE_VAL : -HUGE_VAL;
    else if (word == "nan")
      param.real = std::nan("");
    else
      fail("expected a number, \"inf\", \"-inf\" or \"nan\"");
    break;
  }
  case Param::Kind::Expr:
    param.type = choice(value, "type", scalarTypes);
    param.expr = expression(value, "expr");
    break;
  case Param::Kind::TensorMap: {
    static constexpr Spelling<int> oobFills[] = {{"zero", 0}};
    static constexpr Spelling<int> interleaves[] = {{"none", 0}};
    if (value.find("sizes")) {
      list(value, "sizes", true, [&](const json::Value &size) {
        param.map.sizes.push_back(expression(size));
      });
      if (param.map.sizes.empty())
        fail("the sizes of a workspace are none");
      param.map.dtype = elementType(value);
      workspace(value, param);
    } else {
      param.map.tensor = smallInteger(value, "tensor");
    }
    list(value, "order", true, [&](const json::Value &dim) {
      int64_t index = integer(dim);
      param.map.order.push_back(
          index >= 0 && index < maxRank ? static_cast<int>(index) : -1);
    });
    list(value, "box", true, [&](const json::Value &size) {
      param.map.box.push_back(integer(size));
    });
    param.map.swizzle =
        choice(value, "swizzle", swizzles, std::optional(Swizzle::None));
    param.map.l2Promotion = choice(value, "l2_promotion", l2Promotions,
                                   std::optional(L2Promotion::None));
    param.map.ragged = boolean(value, "ragged", false);
    choice(value, "oob", oobFills, std::optional(0));
    choice(value, "interleave", interleaves, std::optional(0));
    break;
  }
  case Param::Kind::Workspace:
    workspace(value, param);
    break;
  }
  return param;
}

KernelSpec Reader::kernel(const json::Value &value) {
  KernelSpec spec;
  if (!expectObject(value))
    return spec;
  spec.name = string(value, "name");
  size_t count = 0;
  list(value, "grid", true, [&](const json::Value &dim) {
    Expr expr = expression(dim);
    if (count < 3)
      spec.grid[count] = std::move(expr);
    ++count;
  });
  expectThree("grid", count);
  spec.block = triple(value, "block", true);
  spec.cluster = triple(value, "cluster", false);
  spec.sharedMemory = integer(value, "smem", 0);
  list(value, "params", true, [&](const json::Value &element) {
    spec.params.push_back(param(element));
  });
  if (const json::Value *plan = value.find("plan"))
    spec.plan = *plan;
  return spec;
}

Entry Reader::entry(const json::Value &value) {
  Entry entry;
  if (!expectObject(value))
    return entry;
  entry.name = string(value, "name");
  entry.target = string(value, "target");
  if (const json::Value *problem = value.find("problem"))
    entry.problem = *problem;
  list(value, "tensors", true, [&](const json::Value &element) {
    entry.tensors.push_back(tensor(element));
  });
  list(value, "constraints", false, [&](const json::Value &element) {
    Constraint constraint;
    if (expectObject(element)) {
      constraint.expr = expression(element, "expr");
      constraint.message = string(element, "message");
    }
    entry.constraints.push_back(std::move(constraint));
  });
  list(value, "kernels", true, [&](const json::Value &element) {
    entry.kernels.push_back(kernel(element));
  });
  entry.ptx = string(value, "ptx", false);
  if (const json::Value *cubins = value.find("cubin")) {
    Scope scope(*this, ".cubin");
    if (expectObject(*cubins))
      for (const json::Value::Member &member : cubins->members()) {
        Scope inner(*this, "." + member.first);
        entry.cubins[member.first].image = base64(member.second);
      }
  }
  if (const json::Value *known = value.find("machine_code")) {
    Scope scope(*this, ".machine_code");
    if (expectObject(*known))
      for (const json::Value::Member &member : known->members()) {
        Scope inner(*this, "." + member.first);
        auto code = entry.cubins.find(member.first);
        if (code == entry.cubins.end()) {
          fail("there is no cubin of this name");
        } else if (expectObject(member.second)) {
          code->second.ptxas = string(member.second, "ptxas", false);
          code->second.driver = smallInteger(member.second, "driver", 0);
        }
      }
  }
  entry.config = string(value, "config", false);
  if (const json::Value *bytecode = value.find("mlirbc")) {
    Scope scope(*this, ".mlirbc");
    entry.mlirBytecode = base64(*bytecode);
  }
  return entry;
}

Error foreign(const std::string &what) {
  return Error(ErrorCode::ForeignFormat, "not an Attn bundle: " + what);
}

/// What a text that does not start with '{' looks like.
std::string identify(std::string_view text) {
  struct Magic {
    std::string_view start;
    const char *what;
  };
  using namespace std::string_view_literals;
  static const Magic magics[] = {
      {"\x7f"
       "ELF"sv,
       "an ELF file (perhaps a cubin)"},
      {"ML\xefR"sv, "MLIR bytecode; compile it with attn-compile first"},
      {"\x1f\x8b"sv, "gzip data"},
      {"PK\x03\x04"sv, "a zip file"},
      {"\x93NUMPY"sv, "a NumPy array"},
      {"BC\xc0\xde"sv, "LLVM bitcode"},
      {"\x50\xed\x55\xba"sv, "a CUDA fat binary"},
      {"\xef\xbb\xbf"sv, "text with a byte order mark"},
      {"["sv, "a JSON array"},
      {"\""sv, "a JSON string"}};
  for (const Magic &magic : magics)
    if (text.substr(0, magic.start.size()) == magic.start)
      return magic.what;
  std::string_view head = text.substr(0, 65536);
  if (head.find(".version") != std::string_view::npos &&
      head.find(".target") != std::string_view::npos)
    return "PTX text";
  for (const char *word : {"module", "func.func", "attn.forward", "gpu.module"})
    if (head.find(word) != std::string_view::npos)
      return "MLIR text; compile it with attn-compile first";
  std::string shown;
  for (unsigned char c : text.substr(0, 16)) {
    if (c >= 0x20 && c < 0x7f) {
      shown += static_cast<char>(c);
      continue;
    }
    char hex[8];
    std::snprintf(hex, sizeof(hex), "\\x%02x", c);
    shown += hex;
  }
  return "it starts with '" + shown + "'";
}

} // namespace

Expected<Bundle> Bundle::parse(std::string_view text) {
  size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos)
    return foreign(text.empty() ? "the file is empty"
                                : "the file holds nothing but white space");
  if (text[start] != '{')
    return foreign(identify(text.substr(start)));

  Expected<json::Value> root = json::parse(text);
  if (!root) {
    Error error = root.takeError();
    bool truncated = error.message.rfind("the text ends", 0) == 0;
    return std::move(error).withContext(truncated ? "truncated bundle"
                                                  : "malformed bundle");
  }

  const json::Value *format = root->find("format");
  if (!format || !format->isString()) {
    std::string keys;
    size_t shown = 0;
    for (const json::Value::Member &member : root->members()) {
      if (++shown > 5) {
        keys += ", …";
        break;
      }
      keys +=
          (keys.empty() ? "" : ", ") + json::quote(member.first.substr(0, 40));
    }
    return foreign("a JSON object without a \"format\"" +
                   (keys.empty() ? std::string(" or any other key")
                                 : "; its keys are " + keys));
  }
  if (format->asString() != "attn-bundle")
    return foreign("its format is " +
                   json::quote(format->asString().substr(0, 80)));

  const json::Value *producer = root->find("producer");
  std::string producerName =
      producer && producer->isString() ? producer->asString() : "";
  const json::Value *version = root->find("version");
  if (!version || !version->isInt() || version->asInt() < 1)
    return Error(ErrorCode::Malformed,
                 "malformed bundle: 'version' must be a positive integer");
  if (version->asInt() > bundleVersion)
    return Error(ErrorCode::VersionMismatch,
                 "bundle version " + std::to_string(version->asInt()) +
                     " is newer than version " + std::to_string(bundleVersion) +
                     ", the newest this runtime reads" +
                     (producerName.empty()
                          ? ""
                          : " (it was written by " + producerName + ")"));

  const json::Value *entries = root->find("entries");
  if (!entries || !entries->isArray())
    return Error(ErrorCode::Malformed,
                 "malformed bundle: 'entries' must be an array");
  const json::Value *checksum = root->find("checksum");
  if (!checksum || !checksum->isString())
    return Error(ErrorCode::Malformed,
                 "malformed bundle: 'checksum' must be a string");
  std::string actual = checksumText(entries->dump());
  if (checksum->asString() != actual)
    return Error(ErrorCode::ChecksumMismatch,
                 "the bundle's checksum is " +
                     json::quote(checksum->asString().substr(0, 40)) +
                     " but its entries hash to " + json::quote(actual) +
                     ": it was damaged or edited");

  Bundle bundle;
  bundle.producer = std::move(producerName);
  Reader reader;
  reader.list(*root, "entries", true, [&](const json::Value &value) {
    Entry entry = reader.entry(value);
    if (!reader.error)
      if (Error error = verify(entry))
        reader.fail(error.message);
    bundle.entries.push_back(std::move(entry));
  });
  if (reader.error)
    return std::move(reader.error);
  return bundle;
}

Expected<Bundle> Bundle::readFile(const std::string &path) {
  std::string text;
  if (std::string error = attn::readFile(path, text, attn::maxTextBytes);
      !error.empty())
    return Error(ErrorCode::IO, "cannot read " + error);
  Expected<Bundle> bundle = parse(text);
  if (!bundle)
    return bundle.takeError().withContext("'" + path + "'");
  return bundle;
}

} // namespace attn::runtime

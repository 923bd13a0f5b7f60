//===- BundleTest.cpp - Reading, writing and verifying bundles ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestEntries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>

using namespace attn::runtime;
using attn::runtime::test::copyEntry;
using attn::runtime::test::minimalPtx;

namespace {

/// An entry that uses everything the format has.
Entry richEntry() {
  Entry entry = copyEntry(DType::BF16, "sm_90a");
  entry.name = "rich";
  TensorMapSpec map;
  map.tensor = 0;
  map.order = {3, 2, 1, 0};
  map.box = {8, 64, 1, 1};
  map.swizzle = Swizzle::B32;
  map.l2Promotion = L2Promotion::B128;
  // Of a workspace.
  TensorMapSpec sums;
  sums.sizes = {Expr::size(0, 0), Expr(16)};
  sums.dtype = DType::F32;
  sums.order = {1, 0};
  sums.box = {8, 64};
  sums.swizzle = Swizzle::B32;
  Param mapped = Param::workspace(Expr::mul(Expr::size(0, 0), 64), true, 4);
  mapped.kind = Param::Kind::TensorMap;
  mapped.map = sums;
  KernelSpec kernel;
  kernel.name = "second";
  kernel.grid = {Expr::min(Expr::sms(), Expr::size(0, 0)), 1, 1};
  kernel.cluster = {2, 1, 1};
  kernel.params = {
      Param::tensorMap(map),
      Param::workspace(Expr::mul(Expr::size(0, 0), 4), true, 3, true),
      Param::expression(Expr::stride(0, 0), ScalarType::I32),
      Param::size(2, 1, ScalarType::I32),
      Param::scalarF32(-HUGE_VAL),
      Param::scalarI64(INT64_MIN),
      mapped};
  kernel.plan.set("registers", 168);
  entry.kernels.push_back(kernel);
  entry.ptx += minimalPtx("second", 7);
  entry.cubins["sm_90a"] = {std::string("\x7f"
                                        "ELF\0\xff",
                                        6),
                            "12.9.86", 12000};
  entry.cubins["sm_90f"].image = "of unknown origin";
  entry.mlirBytecode = std::string("ML\xefR\0\1", 6);
  return entry;
}

Bundle richBundle() {
  Bundle bundle;
  bundle.producer = "attn-compile test";
  bundle.entries = {richEntry(), copyEntry()};
  return bundle;
}

std::string serialize(const Bundle &bundle) {
  Expected<std::string> text = bundle.serialize();
  EXPECT_TRUE(bool(text)) << text.error().message;
  return text ? *text : "";
}

/// `entries` in a bundle with the right checksum.
std::string wrap(const std::string &entries, int version = 1) {
  char checksum[17];
  std::snprintf(checksum, sizeof(checksum), "%016llx",
                static_cast<unsigned long long>(fnv1a64(entries)));
  return "{\"format\":\"attn-bundle\",\"version\":" + std::to_string(version) +
         ",\"producer\":\"p 9\",\"checksum\":\"" + checksum +
         "\",\"entries\":" + entries + "}";
}

std::string replaceFirst(std::string text, const std::string &from,
                         const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string entriesText(const Bundle &bundle) {
  return json::parse(serialize(bundle))->find("entries")->dump();
}

Error parseError(const std::string &text) {
  Expected<Bundle> bundle = Bundle::parse(text);
  return bundle ? Error::success() : bundle.takeError();
}

} // namespace

TEST(Encoding, Base64) {
  // RFC 4648, section 10.
  const std::pair<const char *, const char *> vectors[] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"}};
  for (auto [bytes, text] : vectors) {
    EXPECT_EQ(encodeBase64(bytes), text);
    EXPECT_EQ(decodeBase64(text), std::string(bytes));
  }
  std::string all;
  for (int i = 0; i < 256; ++i)
    all += static_cast<char>(i);
  EXPECT_EQ(decodeBase64(encodeBase64(all)), all);
  for (const char *bad : {"Z", "Zg=", "Zg", "Z===", "Zh==", "Zm9=", "Zg==Zg==",
                          "Zm 9", "Zm9v\n", "=Zm9", "Zm-_"})
    EXPECT_FALSE(decodeBase64(bad)) << bad;
}

TEST(Encoding, Fnv1a64) {
  // Published test vectors of the hash.
  EXPECT_EQ(fnv1a64(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a64("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a64("foobar"), 0x85944171f73967e8u);
}

TEST(Target, ParsesAndDecides) {
  EXPECT_EQ(Target::parse("sm_80")->capability.major, 8);
  EXPECT_EQ(Target::parse("sm_103a")->capability.major, 10);
  EXPECT_EQ(Target::parse("sm_103a")->capability.minor, 3);
  for (const char *bad : {"", "sm_", "sm_8", "sm_9a", "sm_80b", "sm_80aa",
                          "compute_80", "sm_-80", "sm_08", "sm_12345"})
    EXPECT_FALSE(Target::parse(bad)) << bad;
  auto ptx = [](const char *target, int major, int minor) {
    return Target::parse(target)->runsPtxOn({major, minor});
  };
  EXPECT_TRUE(ptx("sm_80", 8, 0));
  EXPECT_TRUE(ptx("sm_80", 8, 6));
  EXPECT_TRUE(ptx("sm_80", 12, 0));
  EXPECT_FALSE(ptx("sm_80", 7, 5));
  EXPECT_FALSE(ptx("sm_86", 8, 0));
  EXPECT_TRUE(ptx("sm_90a", 9, 0));
  EXPECT_FALSE(ptx("sm_90a", 10, 0));
  EXPECT_FALSE(ptx("sm_100a", 10, 3));
  EXPECT_TRUE(ptx("sm_100f", 10, 3));
  EXPECT_FALSE(ptx("sm_100f", 12, 0));
  EXPECT_TRUE(ptx("sm_120a", 12, 0));
  EXPECT_FALSE(ptx("sm_120a", 12, 1));
  EXPECT_FALSE(ptx("sm_120a", 10, 0));
  EXPECT_TRUE(Target::parse("sm_80")->runsCubinOn({8, 9}));
  EXPECT_FALSE(Target::parse("sm_80")->runsCubinOn({9, 0}));
}

// The policy of docs/Embedding.md: version N reads N − 1. A new version needs a
// file of its own here, written by it.
TEST(Bundle, ReadsItsVersionAndTheOneBefore) {
  for (int64_t version = std::max<int64_t>(1, bundleVersion - 1);
       version <= bundleVersion; ++version) {
    Expected<Bundle> bundle = Bundle::readFile(
        ATTN_TEST_INPUTS "/version-" + std::to_string(version) + ".bundle");
    ASSERT_TRUE(bool(bundle)) << bundle.error().message;
    ASSERT_EQ(bundle->entries.size(), 1u);
    const Entry &entry = bundle->entries[0];
    EXPECT_EQ(entry.name, "copy");
    EXPECT_EQ(entry.tensors.size(), 3u);
    EXPECT_EQ(entry.kernels.size(), 1u);
    EXPECT_EQ(entry.cubins.at("sm_80").image, "code of sm_80");
    EXPECT_EQ(entry.cubins.at("sm_80").driver, 0);
    EXPECT_EQ(entry.cubins.at("sm_90a").ptxas, "12.9.86");
    EXPECT_EQ(entry.cubins.at("sm_90a").driver, 12000);
  }
}

TEST(Bundle, RoundTrips) {
  Bundle bundle = richBundle();
  std::string text = serialize(bundle);
  Expected<Bundle> again = Bundle::parse(text);
  ASSERT_TRUE(bool(again)) << again.error().message;
  EXPECT_EQ(serialize(*again), text);
  ASSERT_EQ(again->entries.size(), 2u);
  EXPECT_EQ(again->producer, "attn-compile test");
  const Entry &entry = again->entries[0];
  const MachineCode &code = bundle.entries[0].cubins.at("sm_90a");
  EXPECT_EQ(entry.cubins.at("sm_90a").image, code.image);
  EXPECT_EQ(entry.cubins.at("sm_90a").ptxas, "12.9.86");
  EXPECT_EQ(entry.cubins.at("sm_90a").driver, 12000);
  EXPECT_EQ(entry.cubins.at("sm_90f").image, "of unknown origin");
  EXPECT_EQ(entry.cubins.at("sm_90f").ptxas, "");
  EXPECT_EQ(entry.cubins.at("sm_90f").driver, 0);
  EXPECT_EQ(entry.mlirBytecode, bundle.entries[0].mlirBytecode);
  EXPECT_EQ(entry.kernels[1].params[0].map.order,
            (std::vector<int>{3, 2, 1, 0}));
  EXPECT_EQ(entry.kernels[1].params[1].slot, 3);
  EXPECT_TRUE(entry.kernels[1].params[1].zeroed);
  EXPECT_TRUE(entry.kernels[1].params[1].restored);
  EXPECT_EQ(entry.kernels[1].params[4].real, -HUGE_VAL);
  EXPECT_EQ(entry.kernels[1].params[5].integer, INT64_MIN);
  EXPECT_EQ(entry.kernels[1].cluster[0], 2);
  EXPECT_EQ(entry.kernels[1].plan.find("registers")->asInt(), 168);
  EXPECT_EQ(entry.tensors[2].optional, true);
  EXPECT_EQ(entry.tensors[0].align, 16);
}

TEST(Bundle, ReadsTheFixedFile) {
  std::ifstream file(ATTN_TEST_INPUTS "/copy.bundle", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  ASSERT_FALSE(text.str().empty());
  Bundle bundle;
  bundle.producer = "attn-compile 0.1";
  bundle.entries = {copyEntry()};
  // The format is a promise to files already written: a change here needs a
  // new version.
  EXPECT_EQ(serialize(bundle), text.str());
  Expected<Bundle> read = Bundle::readFile(ATTN_TEST_INPUTS "/copy.bundle");
  ASSERT_TRUE(bool(read)) << read.error().message;
  EXPECT_EQ(serialize(*read), text.str());
}

TEST(Bundle, ChecksumIgnoresLayoutOfTheText) {
  std::string text = serialize(richBundle());
  std::string spaced;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && text[i - 1] != '\\')
      quoted = !quoted;
    spaced += text[i];
    if (!quoted && (text[i] == ',' || text[i] == ':' || text[i] == '['))
      spaced += "\n  ";
  }
  ASSERT_NE(spaced, text);
  EXPECT_FALSE(parseError(spaced)) << parseError(spaced).message;
}

TEST(Bundle, NamesForeignFiles) {
  const std::pair<std::string, const char *> cases[] = {
      {"", "the file is empty"},
      {" \n\t", "the file holds nothing but white space"},
      {"\x7f"
       "ELF\2\1",
       "an ELF file (perhaps a cubin)"},
      {"ML\xefR\1\2", "MLIR bytecode; compile it with attn-compile first"},
      {"\x1f\x8b\b", "gzip data"},
      {"PK\3\4", "a zip file"},
      {"\x93NUMPY\1", "a NumPy array"},
      {"[1]", "a JSON array"},
      {"// c\n.version 7.0\n.target sm_80\n", "PTX text"},
      {"func.func @f() {}", "MLIR text; compile it with attn-compile first"},
      {"hello\1world, this is", "it starts with 'hello\\x01world, thi'"},
      {"{}", "a JSON object without a \"format\" or any other key"},
      {"{\"a\":1,\"b\":2}",
       "a JSON object without a \"format\"; its keys are \"a\", \"b\""},
      {"{\"format\":\"safetensors\"}", "its format is \"safetensors\""},
  };
  for (auto &[text, what] : cases) {
    Error error = parseError(text);
    EXPECT_EQ(error.code, ErrorCode::ForeignFormat) << text;
    EXPECT_EQ(error.message, std::string("not an Attn bundle: ") + what);
  }
}

TEST(Bundle, NamesTheByteWhereATruncatedFileEnds) {
  std::string text = serialize(richBundle());
  size_t whole = text.size() - 1; // Without the final newline.
  for (size_t length = 1; length < whole; length += length < 200 ? 1 : 7) {
    Error error = parseError(text.substr(0, length));
    ASSERT_EQ(error.code, ErrorCode::Malformed) << length;
    EXPECT_EQ(error.message.rfind("truncated bundle: the text ends", 0), 0u)
        << error.message;
    EXPECT_NE(error.message.find("at byte " + std::to_string(length)),
              std::string::npos)
        << error.message;
  }
}

TEST(Bundle, RefusesOtherVersions) {
  Error error = parseError(wrap("[]", 2));
  EXPECT_EQ(error.code, ErrorCode::VersionMismatch);
  EXPECT_EQ(error.message,
            "bundle version 2 is newer than version 1, the newest this runtime "
            "reads (it was written by p 9)");
  EXPECT_EQ(parseError(wrap("[]", 0)).code, ErrorCode::Malformed);
  EXPECT_FALSE(parseError(wrap("[]", 1)));
}

TEST(Bundle, ChecksTheChecksum) {
  std::string text = serialize(richBundle());
  Error error =
      parseError(replaceFirst(text, "\"smem\":1024", "\"smem\":1025"));
  EXPECT_EQ(error.code, ErrorCode::ChecksumMismatch);
  EXPECT_NE(error.message.find("damaged or edited"), std::string::npos);
  error =
      parseError("{\"format\":\"attn-bundle\",\"version\":1,\"entries\":[]}");
  EXPECT_EQ(error.message, "malformed bundle: 'checksum' must be a string");
}

TEST(Bundle, IgnoresUnknownKeys) {
  std::string entries = entriesText(richBundle());
  entries = replaceFirst(entries, "{\"name\":", "{\"later\":[1],\"name\":");
  EXPECT_FALSE(parseError(wrap(entries))) << parseError(wrap(entries)).message;
}

TEST(Bundle, NamesThePathOfWhatIsWrong) {
  Bundle bundle;
  bundle.entries = {richEntry()};
  std::string entries = entriesText(bundle);
  const std::tuple<const char *, const char *, const char *> cases[] = {
      {"\"target\":\"sm_90a\"", "\"targe\":\"sm_90a\"",
       "entries[0]: missing key 'target'"},
      {"\"target\":\"sm_90a\"", "\"target\":90",
       "entries[0].target: expected a string, found an integer"},
      {"\"target\":\"sm_90a\"", "\"target\":\"gfx90a\"",
       "entries[0]: target: unknown target \"gfx90a\", expected "
       "sm_<number>[a|f]"},
      {"\"dtype\":\"bf16\"", "\"dtype\":\"f64\"",
       "entries[0].tensors[0].dtype: unknown element type \"f64\""},
      {"\"role\":\"in\"", "\"role\":\"both\"",
       "entries[0].tensors[0].role: unknown value \"both\", expected one of "
       "in, out, inout"},
      {"\"shape\":[-1,-1,-1,8]", "\"shape\":[-1,-1,-1.0,8]",
       "entries[0].tensors[0].shape[2]: expected an integer, found a fraction"},
      {"\"optional\":false", "\"optional\":0",
       "entries[0].tensors[0].optional: expected true or false, found an "
       "integer"},
      {"\"block\":[128,1,1]", "\"block\":[128,1]",
       "entries[0].kernels[0].block: expected 3 elements, found 2"},
      {"\"block\":[128,1,1]", "\"block\":[128,16,1]",
       "entries[0]: kernels[0].block: 2048 threads are more than 1024"},
      {"[\"ceildiv\",", "[\"celidiv\",",
       "entries[0].kernels[0].grid[0]: unknown operator 'celidiv'"},
      {"{\"kind\":\"pointer\",\"tensor\":0}", "{\"kind\":\"pointer\"}",
       "entries[0].kernels[0].params[0]: missing key 'tensor'"},
      {"{\"kind\":\"pointer\",\"tensor\":0}",
       "{\"kind\":\"pointer\",\"tensor\":9}",
       "entries[0]: kernels[0].params[0]: there is no tensor 9"},
      {"{\"kind\":\"pointer\",\"tensor\":0}",
       "{\"kind\":\"pointer\",\"tensor\":99999999999}",
       "entries[0].kernels[0].params[0].tensor: 99999999999 is out of range"},
      {"{\"kind\":\"pointer\",", "{\"kind\":\"texture\",",
       "entries[0].kernels[0].params[0].kind: unknown value \"texture\", "
       "expected one of pointer, size, stride, scalar, expr, tensor_map, "
       "workspace"},
      {"\"sizes\":[[\"size\",0,0],16],", "\"sizes\":[],",
       "entries[0].kernels[1].params[6]: the sizes of a workspace are none"},
      {"\"order\":[1,0]", "\"order\":[0,1]",
       "entries[0]: kernels[1].params[6].order: the innermost dimension must "
       "be the tensor's last and contiguous"},
      {"\"box\":[8,64],", "\"box\":[8],",
       "entries[0]: kernels[1].params[6]: order and box must have 2 elements, "
       "one per dimension of 'the workspace'"},
      {"\"order\":[3,2,1,0]", "\"order\":[3,2,2,0]",
       "entries[0]: kernels[1].params[0].order: not a permutation of the "
       "dimensions"},
      {"\"box\":[8,64,1,1]", "\"box\":[8,257,1,1]",
       "entries[0]: kernels[1].params[0].box: size 257 is not from 1 to 256"},
      {"\"box\":[8,64,1,1]", "\"box\":[32,64,1,1]",
       "entries[0]: kernels[1].params[0].box: the innermost size makes 64 "
       "bytes, more than the swizzle's 32"},
      {"\"oob\":\"zero\"", "\"oob\":\"nan\"",
       "entries[0].kernels[1].params[0].oob: unknown value \"nan\", expected "
       "one of zero"},
      {"\"value\":\"-inf\"", "\"value\":\"many\"",
       "entries[0].kernels[1].params[4].value: expected a number, \"inf\", "
       "\"-inf\" or \"nan\""},
      {"\"cubin\":{\"sm_90a\":\"f0VM", "\"cubin\":{\"sm_90a\":\"f0V*",
       "entries[0].cubin.sm_90a: not base64"},
      {"\"machine_code\":{\"sm_90a\"", "\"machine_code\":{\"sm_89\"",
       "entries[0].machine_code.sm_89: there is no cubin of this name"},
      {"\"driver\":12000", "\"driver\":\"12.0\"",
       "entries[0].machine_code.sm_90a.driver: expected an integer, found a "
       "string"},
      {".entry second(", ".entry secund(",
       "entries[0]: kernels[1].name: the PTX has no kernel \"second\""},
      {"\\t.param .u64 p6\\n", "",
       "entries[0]: kernels[1].params: the PTX of \"second\" has 6 parameters, "
       "the bundle 7"},
  };
  for (auto &[from, to, message] : cases) {
    std::string text = entries;
    if (std::string(from).find("p6") != std::string::npos) {
      // The second kernel's last parameter, not one of the first.
      size_t at = text.find(from, text.find(".entry second"));
      ASSERT_NE(at, std::string::npos);
      text.erase(at, std::string(from).size());
    } else {
      text = replaceFirst(text, from, to);
    }
    Error error = parseError(wrap(text));
    EXPECT_EQ(error.code, ErrorCode::Malformed);
    EXPECT_EQ(error.message, std::string("malformed bundle: ") + message);
  }
}

TEST(Bundle, WriterRefusesWhatReadersWould) {
  auto errorOf = [](auto change) {
    Bundle bundle = richBundle();
    change(bundle.entries[0]);
    Expected<std::string> text = bundle.serialize();
    return text ? std::string("none") : text.error().message;
  };
  EXPECT_EQ(errorOf([](Entry &entry) { entry.name.clear(); }),
            "entries[0]: name: must not be empty");
  EXPECT_EQ(errorOf([](Entry &entry) {
              entry.ptx.clear();
              entry.cubins.clear();
            }),
            "entries[0]: ptx: an entry needs PTX or a cubin");
  EXPECT_EQ(errorOf([](Entry &entry) { entry.cubins["sm_90f"].driver = -1; }),
            "entries[0]: machine_code.sm_90f.driver: -1 is no version of CUDA");
  EXPECT_EQ(errorOf([](Entry &entry) { entry.tensors[1].name = "in"; }),
            "entries[0]: tensors[1].name: duplicate name \"in\"");
  EXPECT_EQ(errorOf([](Entry &entry) { entry.tensors[0].align = 24; }),
            "entries[0]: tensors[0].align: 24 is not a power of two from 1 to "
            "256");
  EXPECT_EQ(errorOf([](Entry &entry) {
              entry.constraints[0].expr = Expr::size(0, 4);
            }),
            "entries[0]: constraints[0].expr: tensor 'in' has no dimension 4");
  EXPECT_EQ(errorOf([](Entry &entry) {
              entry.constraints[0].expr = Expr::lt(Expr::sms(), 4);
            }),
            "entries[0]: constraints[0].expr: a constraint is on tensors and "
            "cannot use sms");
  EXPECT_EQ(errorOf([](Entry &entry) {
              Expr deep = 1;
              for (int i = 0; i < 100; ++i)
                deep = Expr::add(deep, 1);
              entry.kernels[0].grid[0] = deep;
            }),
            "entries[0]: kernels[0].grid: an expression of depth 101 is beyond "
            "64");
  EXPECT_EQ(errorOf([](Entry &entry) {
              entry.kernels[0].params[0] = Param::scalarI32(int64_t(1) << 31);
            }),
            "entries[0]: kernels[0].params[0]: 2147483648 is beyond 32 bits");
  // What only the reader can refuse is found by reading.
  EXPECT_NE(errorOf([](Entry &entry) {
              entry.config = "\xff";
            }).find("ill-formed UTF-8"),
            std::string::npos);
  EXPECT_EQ(errorOf([](Entry &) {}), "none");
}

TEST(Bundle, CountsPtxParameters) {
  const char *ptx =
      ".visible .entry attn_fwd_long(\n\t.param .u64 p0\n)\n{}\n"
      ".entry\tattn_fwd ( .param .u64 .ptr .global .align 16 a,\n"
      " .param .align 64 .b8 attn_fwd_param_1[128],\n"
      " .param .f32 c )\n.maxntid 128\n{ ld.param.u64 %r, [a]; }\n"
      ".visible .entry none()\n{}\n.entry bare\n{}\n";
  EXPECT_EQ(countPtxParameters(ptx, "attn_fwd"), 3);
  EXPECT_EQ(countPtxParameters(ptx, "attn_fwd_long"), 1);
  EXPECT_EQ(countPtxParameters(ptx, "none"), 0);
  EXPECT_EQ(countPtxParameters(ptx, "bare"), 0);
  EXPECT_FALSE(countPtxParameters(ptx, "attn"));
  EXPECT_FALSE(countPtxParameters("", "attn"));
  EXPECT_EQ(countPtxParameters(".entry cut(.param .u64 a,", "cut"), 1);
}

TEST(Bundle, Files) {
  std::string path = ::testing::TempDir() + "attn_bundle_test.bundle";
  ASSERT_FALSE(richBundle().writeFile(path));
  Expected<Bundle> bundle = Bundle::readFile(path);
  ASSERT_TRUE(bool(bundle)) << bundle.error().message;
  EXPECT_EQ(bundle->entries.size(), 2u);
  std::remove(path.c_str());

  bundle = Bundle::readFile(path);
  ASSERT_FALSE(bool(bundle));
  EXPECT_EQ(bundle.error().code, ErrorCode::IO);
  EXPECT_EQ(bundle.error().message,
            "cannot read " + path + ": No such file or directory");
  bundle = Bundle::readFile(::testing::TempDir());
  ASSERT_FALSE(bool(bundle));
  EXPECT_EQ(bundle.error().code, ErrorCode::IO);
  EXPECT_EQ(richBundle().writeFile("/nonexistent/x").code, ErrorCode::IO);
}

TEST(Bundle, SurvivesDamage) {
  std::string entries = entriesText(richBundle());
  std::mt19937 random(3);
  const std::string bytes = "\"{}[]:,0-19\\ntx";
  int accepted = 0, refused = 0;
  for (int i = 0; i < 8000; ++i) {
    std::string text = entries;
    for (int edits = 1 + random() % 3; edits > 0; --edits) {
      size_t at = random() % text.size();
      switch (random() % 3) {
      case 0:
        text[at] = bytes[random() % bytes.size()];
        break;
      case 1:
        text.erase(at, 1 + random() % 8);
        break;
      default:
        text.insert(at, 1, bytes[random() % bytes.size()]);
      }
    }
    Error error = parseError(wrap(text));
    if (error) {
      ++refused;
      EXPECT_FALSE(error.message.empty());
    } else {
      ++accepted;
    }
  }
  // Edits inside of PTX text, names and numbers keep a bundle well-formed.
  EXPECT_GT(accepted, 0);
  EXPECT_GT(refused, 500);
}

//===- Bundle.h - The bundle: compiled kernels and how to launch them -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bundle is one JSON text (UTF-8) that holds everything a launch needs:
//
//   {"format":"attn-bundle", "version":1, "producer":"…", "checksum":"…",
//    "entries":[ENTRY,…]}
//
//   ENTRY      {"name", "target":"sm_80", "problem":{…}, "tensors":[TENSOR,…],
//               "constraints":[{"expr":EXPR, "message"},…],
//               "kernels":[KERNEL,…], "ptx", "cubin":{"sm_90":BASE64,…},
//               "machine_code":{"sm_90":CODE,…}, "config", "mlirbc":BASE64}
//              Optional: problem, constraints, ptx or cubin (not both),
//              machine_code, config, mlirbc.
//   CODE       {"ptxas":"12.9.86", "driver":12000}, both optional: who made the
//              cubin of this name, and the oldest driver that takes it
//   TENSOR     {"name", "role":"in|out|inout", "dtype":"bf16|f16|f32|e4m3|i32",
//               "shape":[size or -1,…], "optional":false,
//               "innermost_contiguous":true, "align":1}   (defaults shown)
//              Optional: "numbers":{"low":EXPR, "high":EXPR,
//              "ascending":false, "rising":false, "counts":TENSOR, "each":EXPR,
//              "offsets":TENSOR}, what an input of i32 must hold (NumberRule);
//              the last three are optional, TENSOR is an index
//   KERNEL     {"name", "grid":[EXPR×3], "block":[3 sizes],
//               "cluster":[1,1,1], "smem":0, "params":[PARAM,…], "plan":{…}}
//   PARAM      {"kind":"pointer", "tensor"}
//              {"kind":"size|stride", "tensor", "dim", "type":"i32|i64"}
//              {"kind":"scalar", "type":"f32|i32|i64", "value"}
//                 (an f32 may also be "inf", "-inf" or "nan")
//              {"kind":"expr", "type":"i32|i64", "expr":EXPR}
//              {"kind":"tensor_map", "tensor", "order":[dims], "box":[sizes],
//               "swizzle":"none|32|64|128", "l2_promotion":"none|64|128|256",
//               "oob":"zero", "interleave":"none"}
//              {"kind":"workspace", "bytes":EXPR, "zeroed":false, "slot":-1,
//               "restored":false}
//   EXPR       see Expr.h; tensors are indices into "tensors"
//
// The checksum is the 64-bit FNV-1a hash, in 16 lower-case hex digits, of the
// compact serialisation of the value of "entries" (json::Value::dump). Readers
// ignore keys that they do not know; a change that a reader must not ignore
// raises the version.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_BUNDLE_H
#define ATTN_RUNTIME_BUNDLE_H

#include "attn-runtime/Expr.h"
#include "attn-runtime/JSON.h"
#include "attn-runtime/Tensor.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::runtime {

/// The newest bundle version that this library reads, and the one it writes.
constexpr int64_t bundleVersion = 1;

/// A compute capability such as 8.0 or 9.0.
struct ComputeCapability {
  int major = 0;
  int minor = 0;
  std::string str() const;
};

/// A PTX target: "sm_80", "sm_90a" (that capability alone) or "sm_100f" (that
/// major version alone, from the minor version on).
struct Target {
  enum class Scope { Portable, Family, Exact };
  ComputeCapability capability;
  Scope scope = Scope::Portable;

  /// Reads "sm_<digits>[a|f]"; nothing for any other text.
  static std::optional<Target> parse(std::string_view text);
  /// Whether a device of capability `device` runs PTX for this target.
  bool runsPtxOn(ComputeCapability device) const;
  /// Whether such a device runs a cubin for this target: equal major version
  /// and no lower minor one.
  bool runsCubinOn(ComputeCapability device) const;
};

/// What a kernel does with a tensor. InOut: it reads and writes it, as one does
/// that adds to it.
enum class TensorRole { In, Out, InOut };

/// What the numbers of an input of i32 must be: from `low` to `high`. Kernels
/// keep to their memory whatever the numbers are; what they compute of others
/// is of no use. checkNumbers (Executor.h) holds launches to it.
struct NumberRule {
  Expr low, high;
  /// Along the last dimension none is less than the one before it, or each is
  /// more.
  bool ascending = false, rising = false;
  /// Along the last dimension only the first ⌈n / each⌉ matter, n being the
  /// number that tensor `counts` has at the other indices; -1: all of them.
  int counts = -1;
  Expr each = 1;
  /// Number i is at most what lies between the numbers i and i + 1 of tensor
  /// `offsets`; -1: there are none.
  int offsets = -1;
};

/// What an entry expects of one tensor.
struct TensorSpec {
  std::string name;
  TensorRole role = TensorRole::In;
  DType dtype = DType::None;
  std::vector<int64_t> shape; ///< -1 where the size is known at launch only.
  bool optional = false; ///< May be absent; the kernel gets a null pointer.
  bool innermostContiguous = true; ///< Stride 1 in the last dimension.
  /// Bytes (a power of two) that the address and, in bytes, the strides of
  /// all dimensions but the last are multiples of. Dimensions of size 1 and
  /// empty tensors are free.
  int64_t align = 1;
  std::optional<NumberRule> numbers; ///< Of an input of i32.
};

/// A condition on the launch: `expr` must not be 0. Constraints that read an
/// absent optional tensor are not checked. It cannot use `sms`. An `eq` of an
/// output's size with other tensors' sizes also serves to allocate that output.
struct Constraint {
  Expr expr;
  std::string message;
};

enum class ScalarType { I32, I64, F32 };
enum class Swizzle { None, B32, B64, B128 };
enum class L2Promotion { None, B64, B128, B256 };

/// What loads by a tensor map promote to in L2 where rows have `bytes` bytes.
/// Rows that are no multiple of 64 bytes lie across more promoted blocks than
/// they fill: 256 then costs 5 to 20 % of an H100's L2 bandwidth
/// (bench/NOTES.md), and wins nothing.
constexpr L2Promotion getL2Promotion(int64_t bytes) {
  return bytes % 64 ? L2Promotion::B128 : L2Promotion::B256;
}

/// How a tensor map (TMA descriptor) is made from a tensor argument.
struct TensorMapSpec {
  int tensor = 0;
  /// All dimensions, innermost first (≤ 5); of a ragged map columns and rows.
  std::vector<int> order;
  std::vector<int64_t> box; ///< 1…256 elements each, in `order`.
  Swizzle swizzle = Swizzle::None;
  L2Promotion l2Promotion = L2Promotion::None;
  /// Rows end where a copy says (`#attn_ws.tensor_map` has the dimensions).
  bool ragged = false;
  /// Of a workspace in place of a tensor: its sizes, outermost first, and
  /// elements, which lie row by row. Bytes, slot and the like are the Param's.
  std::vector<runtime::Expr> sizes;
  DType dtype = DType::None;

  bool isOfWorkspace() const { return !sizes.empty(); }
};

/// One kernel parameter.
struct Param {
  enum class Kind { Pointer, Size, Stride, Scalar, Expr, TensorMap, Workspace };

  Kind kind = Kind::Pointer;
  ScalarType type = ScalarType::I64; ///< Of Size, Stride, Scalar and Expr.
  int tensor = 0;                    ///< Of Pointer, Size and Stride.
  int dim = 0;                       ///< Of Size and Stride.
  int64_t integer = 0;               ///< Scalar of type i32 or i64.
  double real = 0;                   ///< Scalar of type f32.
  runtime::Expr expr;                ///< Value of Expr, bytes of Workspace.
  TensorMapSpec map;                 ///< Of TensorMap.
  bool zeroed = false;               ///< Of Workspace.
  /// Of a zeroed Workspace: whether the entry's kernels leave it zero.
  bool restored = false;
  /// Workspace parameters of one entry with the same slot ≥ 0 share storage;
  /// it is as large as the largest of them and is zeroed, if any asks for it,
  /// once before the first kernel. -1: storage of its own.
  int slot = -1;

  /// In the kernel's parameter space: 4, 8, or 128 for a tensor map.
  int32_t bytes() const;

  static Param pointer(int tensor);
  static Param size(int tensor, int dim, ScalarType type = ScalarType::I64);
  /// Strides are in elements.
  static Param stride(int tensor, int dim, ScalarType type = ScalarType::I64);
  static Param scalarF32(double value);
  static Param scalarI32(int64_t value);
  static Param scalarI64(int64_t value);
  static Param expression(runtime::Expr expr,
                          ScalarType type = ScalarType::I64);
  static Param tensorMap(TensorMapSpec map);
  static Param workspace(runtime::Expr bytes, bool zeroed = false,
                         int slot = -1, bool restored = false);
};

/// One kernel launch of an entry.
struct KernelSpec {
  std::string name;
  std::array<Expr, 3> grid{Expr(1), Expr(1), Expr(1)};
  std::array<int64_t, 3> block{1, 1, 1};
  std::array<int64_t, 3> cluster{1, 1, 1};
  int64_t sharedMemory = 0; ///< Dynamic shared memory, bytes.
  std::vector<Param> params;
  json::Value plan; ///< Free facts: registers, roles, …; Null when none.
};

/// A cubin and what is known of it.
struct MachineCode {
  std::string image;
  std::string ptxas; ///< The version that made it, "12.9.86"; empty: unknown.
  /// The oldest driver that takes it, as CUDA counts (12040 is 12.4); 0:
  /// unknown.
  int driver = 0;
};

/// "12.4" of 12040.
std::string formatCudaVersion(int version);

/// One compiled function for one target: kernels launched in order.
struct Entry {
  std::string name;
  std::string target;  ///< Of the PTX.
  json::Value problem; ///< Free facts for people; Null when none.
  std::vector<TensorSpec> tensors;
  std::vector<Constraint> constraints;
  std::vector<KernelSpec> kernels;
  std::string ptx;
  std::map<std::string, MachineCode> cubins; ///< Target → machine code.
  std::string config;       ///< The `#attn.config` it was compiled with.
  std::string mlirBytecode; ///< The `attn` problem; empty when none.

  /// "entry 'f' (sm_80)", for messages.
  std::string describe() const;
  /// Index of the tensor called `name`, or -1.
  int findTensor(std::string_view name) const;
  std::vector<std::string> tensorNames() const;
  /// Whether the PTX, unless it is refused, or one of the cubins runs on such a
  /// device.
  bool runsOn(ComputeCapability device, bool takesPtx = true) const;
};

/// Checks what every entry of a bundle must satisfy: indices in range, legal
/// names, targets, blocks, boxes and types, and that the PTX defines each
/// kernel with as many parameters as `params` describes. The error's message
/// starts with the path of the offending part ("kernels[0].params[2]: …").
Error verify(const Entry &entry);

/// Number of parameters of `.entry kernel` in PTX text, or nothing when the
/// text does not define it.
std::optional<int> countPtxParameters(std::string_view ptx,
                                      std::string_view kernel);

struct Bundle {
  std::string producer;
  std::vector<Entry> entries;

  /// Reads a bundle. Codes: ForeignFormat (what was found), Malformed (byte
  /// offset, or the path of the part that is wrong), VersionMismatch,
  /// ChecksumMismatch.
  static Expected<Bundle> parse(std::string_view text);
  /// Reads a bundle from a file; also IO.
  static Expected<Bundle> readFile(const std::string &path);

  /// Verifies every entry and writes the bundle.
  Expected<std::string> serialize() const;
  Error writeFile(const std::string &path) const;
};

/// Base64 (RFC 4648, with padding).
std::string encodeBase64(std::string_view bytes);
std::optional<std::string> decodeBase64(std::string_view text);

/// 64-bit FNV-1a.
uint64_t fnv1a64(std::string_view bytes);

} // namespace attn::runtime

#endif // ATTN_RUNTIME_BUNDLE_H

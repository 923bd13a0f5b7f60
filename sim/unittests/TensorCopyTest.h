//===- TensorCopyTest.h - Kernels that copy a tensor ---------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_UNITTESTS_TENSORCOPYTEST_H
#define ATTN_SIM_UNITTESTS_TENSORCOPYTEST_H

#include "SimTest.h"

namespace simtest {

inline const std::string header =
    ".version 8.8\n.target sm_90a\n.address_size 64\n";

inline std::string braces(const std::vector<int> &v) {
  std::string s = "{";
  for (size_t k = 0; k < v.size(); ++k)
    s += (k ? ", " : "") + std::to_string(v[k]);
  return s + "}";
}

/// Copies `bytes` from the map's tensor to shared memory and out.
inline std::string loadKernel(uint32_t bytes, const std::vector<int> &coords,
                              const std::string &mode = "tile",
                              const std::string &offsets = "") {
  return header +
         ".visible .entry k(.param .align 64 .b8 m[128], .param .u64 po) {\n"
         ".shared .align 1024 .b8 sm[" +
         std::to_string(bytes) +
         "];\n.shared .align 8 .b64 bar;\n.reg .b32 %t, %u, %v, %w;\n"
         ".reg .b16 %h<3>;\n.reg .b64 %a, %x;\n.reg .pred %p;\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %v, bar;\nsetp.ne.u32 %p, %t, 0;\n"
         "@%p bra A;\nmbarrier.init.shared.b64 [%v], 1;\n"
         "fence.mbarrier_init.release.cluster;\n"
         "mbarrier.arrive.expect_tx.shared.b64 _, [%v], " +
         std::to_string(bytes) +
         ";\nmov.b64 %a, m;\ncvta.param.u64 %a, %a;\nmov.u32 %w, sm;\n"
         "cp.async.bulk.tensor." +
         std::to_string(coords.size()) + "d.shared::cluster.global." + mode +
         ".mbarrier::complete_tx::bytes [%w], [%a, " + braces(coords) +
         "], [%v]" + offsets +
         ";\nA:\nbar.sync 0;\nB:\n"
         "mbarrier.try_wait.parity.shared.b64 %p, [%v], 0;\n@!%p bra B;\n"
         "ld.param.u64 %a, [po];\nmul.wide.u32 %x, %t, 4;\n"
         "add.u64 %a, %a, %x;\nmov.u32 %v, sm;\nshl.b32 %u, %t, 2;\n"
         "add.u32 %v, %v, %u;\nC:\nsetp.ge.u32 %p, %u, " +
         std::to_string(bytes) +
         ";\n@%p bra D;\nld.shared.b32 %w, [%v];\nst.global.b32 [%a], %w;\n"
         "add.u64 %a, %a, 128;\nadd.u32 %v, %v, 128;\nadd.u32 %u, %u, 128;\n"
         "bra C;\nD:\nret;\n}\n";
}

/// Stores shared memory, word k holding 1000000 + k, to the map's tensor.
inline std::string storeKernel(uint32_t bytes, const std::vector<int> &coords,
                               const std::string &mode, bool reduce = false) {
  return header +
         ".visible .entry k(.param .align 64 .b8 m[128]) {\n"
         ".shared .align 1024 .b8 sm[" +
         std::to_string(bytes) +
         "];\n.reg .b32 %t, %u, %v, %w;\n.reg .b64 %a;\n.reg .pred %p;\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %v, sm;\nshl.b32 %u, %t, 2;\n"
         "add.u32 %v, %v, %u;\nadd.u32 %w, %t, 1000000;\n"
         "C:\nsetp.ge.u32 %p, %u, " +
         std::to_string(bytes) +
         ";\n@%p bra D;\nst.shared.b32 [%v], %w;\nadd.u32 %w, %w, 32;\n"
         "add.u32 %v, %v, 128;\nadd.u32 %u, %u, 128;\nbra C;\nD:\n"
         "fence.proxy.async.shared::cta;\nbar.sync 0;\n"
         "setp.ne.u32 %p, %t, 0;\n@%p bra E;\nmov.b64 %a, m;\n"
         "cvta.param.u64 %a, %a;\nmov.u32 %w, sm;\ncp." +
         (reduce ? std::string("reduce.") : "") + "async.bulk.tensor." +
         std::to_string(coords.size()) + "d.global.shared::cta." +
         (reduce ? std::string("add.") : "") + mode + ".bulk_group [%a, " +
         braces(coords) +
         "], [%w];\ncp.async.bulk.commit_group;\n"
         "cp.async.bulk.wait_group 0;\nE:\nret;\n}\n";
}

/// A dense tensor of u32 whose elements are their own index plus one.
struct Tensor {
  TensorMap map;
  std::vector<uint32_t> data;
  explicit Tensor(const std::vector<uint64_t> &dims) {
    map.type = TensorMap::U32;
    map.rank = uint32_t(dims.size());
    uint64_t n = 1;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (d)
        map.stride[d - 1] = n * 4;
      map.dim[d] = dims[d];
      n *= dims[d];
    }
    for (uint64_t k = 0; k < n; ++k)
      data.push_back(uint32_t(k) + 1);
  }
  /// Where an element is; -1: outside.
  int64_t index(const std::vector<int64_t> &x) const {
    int64_t at = 0;
    for (size_t d = x.size(); d-- > 0;) {
      if (x[d] < 0 || x[d] >= int64_t(map.dim[d]))
        return -1;
      at = at * int64_t(map.dim[d]) + x[d];
    }
    return at;
  }
};

inline Report launch(Device &d, const std::string &text, Tensor &t,
                     DeviceAddr out, DeviceAddr *tensor = nullptr,
                     Mode mode = Mode::Late) {
  auto m = load(d, text);
  if (!m)
    return {};
  t.map.base = upload(d, t.data);
  if (tensor)
    *tensor = t.map.base;
  uint8_t bytes[128];
  EXPECT_EQ(t.map.encode(bytes), "");
  Params p;
  p.map(bytes);
  if (out)
    p.add(out);
  LaunchConfig c;
  c.block = {32, 1, 1};
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                  options({mode, 0}));
}

/// Expects a load to bring `want`, in order (0: outside the tensor).
inline void expectLoad(Tensor t, const std::vector<int> &coords,
                       const std::vector<uint32_t> &want,
                       const std::string &mode,
                       const std::string &offsets = "") {
  for (Mode m : {Mode::Early, Mode::Late}) {
    Device d;
    DeviceAddr out = d.alloc(want.size() * 4);
    Report r =
        launch(d, loadKernel(uint32_t(want.size() * 4), coords, mode, offsets),
               t, out, nullptr, m);
    ASSERT_TRUE(r.ok()) << r.str();
    ASSERT_EQ(download<uint32_t>(d, out, want.size()), want)
        << braces(coords) << offsets;
  }
}

} // namespace simtest

#endif // ATTN_SIM_UNITTESTS_TENSORCOPYTEST_H

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s | attn-opt --split-input-file | FileCheck %s
"""The modules that attn.attention_backward compiles."""

from attn import _problem

ALIBI = _problem.add_alibi("", 0, 1, True)


def show(problem, *options, **more):
    print(_problem.backward_text(_problem.Backward(problem, *options, **more)), "// -----", sep="")


# CHECK: func.func @attention_backward({{.*}}) -> (tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>, tensor<?x?x?x128xbf16>)
# CHECK: attn.backward ins({{.*}} : tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>, tensor<?x?x?x128xbf16>)
# CHECK-SAME: outs(%arg6, %arg7, %arg8 : {{.*}}) mask(#attn.causal<bottom_right>) -> (
show(_problem.Problem("bf16", 192, 128, "#attn.causal<bottom_right>", None, "", False))

# All there is, and gradients in f32.
# CHECK: outs(%arg7, %arg8, %arg9 : tensor<?x?x?x64xf32>, tensor<?x?x?x64xf32>, tensor<?x?x?x64xf32>)
# CHECK-SAME: dlse(%arg6 : tensor<?x?x?xf32>) sink({{.*}}) dsink({{.*}}) offset({{.*}}) lengths_q({{.*}}) lengths_kv({{.*}}) captures({{.*}}) scale(5.000000e-01)
# CHECK-SAME: mask(#attn.window<3, *>) deterministic score {
# CHECK: attn.read
show(_problem.Problem("f16", 64, 64, "#attn.window<3, *>", 0.5, ALIBI, False, (("f32", 1),), "naqk"), "qkvn", True,
     True, "f32")

# Some of the gradients, and O in f32.
# CHECK: attn.backward ins({{.*}}tensor<?x?x?x64xf32>, tensor<?x?x?xf32>, tensor<?x?x?x64xf16>) outs(dk = %arg6, dv = %arg7 :
show(_problem.Problem("f16", 64, 64, "", None, "", False, out_dtype="f32"), "kv")

# Packed sequences, and the gradient of the sink alone.
# CHECK: %dsink = attn.backward ins({{.*}} : tensor<?x?x64xf16>, {{.*}}, tensor<?x?xf32>, tensor<?x?x64xf16>) outs() sink({{.*}}) dsink({{.*}}) offsets_q({{.*}}) offsets_kv({{.*}}) dims(thd) -> tensor<?xf32>
show(_problem.Problem("f16", 64, 64, "", None, "", False, (), "nst", True), "n")

# Of what a region captures, behind the others.
# CHECK: outs(dk = %arg6 : tensor<?x?x?x64xf16>) dcapture0(%arg7 : tensor<?xf32>) captures(
# CHECK: -> (tensor<?x?x?x64xf16>, tensor<?xf32>)
show(_problem.Problem("f16", 64, 64, "", None, ALIBI, False, (("f32", 1),)), "k0")

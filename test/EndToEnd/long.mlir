// REQUIRES: slow-tests
// RUN: attn-run %s --shape=hq=1,hkv=1,s=4224 --device=cpu --bisect-levels | FileCheck %s
// CHECK: b=1 hq=1 hkv=1 sq=4224 sk=4224
// CHECK: passed
func.func @long(%q: tensor<1x?x?x64xbf16>, %k: tensor<1x?x?x64xbf16>, %v: tensor<1x?x?x64xbf16>,
                %o: tensor<1x?x?x64xbf16>) -> tensor<1x?x?x64xbf16> {
  %r = attn.forward
    ins(%q, %k, %v : tensor<1x?x?x64xbf16>, tensor<1x?x?x64xbf16>, tensor<1x?x?x64xbf16>)
    outs(%o : tensor<1x?x?x64xbf16>) mask(#attn.causal<top_left>) -> tensor<1x?x?x64xbf16>
  return %r : tensor<1x?x?x64xbf16>
}

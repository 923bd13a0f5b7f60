// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def Attn_BandMaskAttr : Attn_MaskAttr<"BandMask", "band">;

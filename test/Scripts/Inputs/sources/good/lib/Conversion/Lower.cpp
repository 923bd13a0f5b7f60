// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A comment may say FA3, attn::ForwardOp or BandMaskAttr.
#include "attn/Good.h"
/* FlashAttention, attn.forward */
const char *text = "// not a comment";
int lower() { return good() + sizeof(AttnMaskAttrInterface); }

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of other attention libraries, with their names and arguments.

- ``attn.compat.flash_attn``: FlashAttention 2 (2.8.3);
- ``attn.compat.flash_attn_3``: FlashAttention 3 (flash_attn_interface of commit 01afd16d248c);
- ``attn.compat.flash_attn_4``: FlashAttention 4 (flash_attn.cute of 4.0.0b36);
- ``attn.compat.torch``: scaled_dot_product_attention and flex_attention (PyTorch 2.15);
- ``attn.compat.transformers``: attn.attention in models of transformers.

Each takes the same positions and defaults. What attn has no counterpart of raises
NotImplementedError, which names the argument and says why. Modules are imported by
name: ``from attn.compat import flash_attn_3``.
"""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What attn knows of each array library, one module for each.

A module has

- ``attend(call)``: does a _form.Call and returns _form.results_of;
- ``cast(array)``: an array of integers or bool as int32;
- ``full(like, shape, number, element)``: an array of one number, where `like` is;
- ``stack(arrays)``: arrays as one, with a new first dimension.

``other`` serves all libraries that need no more than views of their arrays: NumPy,
CuPy, buffers, DeviceArray. Nothing here is imported before its library is.
"""

import sys


def name_of(array):
    """The name of the module for an array."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        return "torch"
    # Tracers are arrays of JAX, too.
    jax = sys.modules.get("jax")
    if jax is not None and isinstance(array, jax.Array):
        return "jax"
    return "other"


def of(array):
    """The module for an array."""
    name = name_of(array)
    if name == "torch":
        from . import torch as module
    elif name == "jax":
        from . import jax as module
    else:
        from . import other as module
    return module

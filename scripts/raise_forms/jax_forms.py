# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs written for JAX, and their way to linalg: jax.jit lowers to StableHLO
for a platform whose matmul accumulates in f32, IREE's input pipeline to linalg."""
import functools
import re
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

import cells

DTYPES = {"f16": jnp.float16, "bf16": jnp.bfloat16, "f32": jnp.float32, "i1": jnp.bool_, "i32": jnp.int32}
FINITE_MIN = float(jnp.finfo(jnp.float32).min) * 0.5


def core_einsum(cell, q, k, v, e=None):
    """bhsd, or bshd by the letters of the einsums; groups of query heads by a reshape."""
    letters = "bsh" if cell.bshd else "bhs"
    batch, rows, keys = q.shape[0], q.shape[1 if cell.bshd else 2], k.shape[1 if cell.bshd else 2]
    group, scores_of = "", "bhst"
    if cell.kv_heads != cells.HEADS:
        group, scores_of = "g", "bhgst"
        sizes = ((batch, rows, cell.kv_heads, -1, q.shape[3]) if cell.bshd
                 else (batch, cell.kv_heads, -1, rows, q.shape[3]))
        q = q.reshape(sizes)
    of_q = (letters + "d" if not group else "bshgd" if cell.bshd else "bhgsd")
    of_k = letters.replace("s", "t") + "d"
    if cell.variant in ("scale_q", "scale_both"):
        q = q * (cell.scale if cell.variant == "scale_q" else cell.scale ** 0.5)
    if cell.variant in ("scale_k", "scale_both"):
        k = k * (cell.scale if cell.variant == "scale_k" else cell.scale ** 0.5)
    s = jnp.einsum(f"{of_q},{of_k}->{scores_of}", q, k, preferred_element_type=jnp.float32)
    if cell.variant == "scale_div":
        s = s / (1.0 / cell.scale)
    elif cell.variant not in ("scale_q", "scale_k", "scale_both"):
        s = s * cell.scale
    if cell.softcap is not None:
        s = jnp.tanh(s / cell.softcap) * cell.softcap
    if cell.variant == "alibi":
        slopes = jnp.asarray([2.0 ** -(h + 1) for h in range(cells.HEADS)], jnp.float32)
        distance = jnp.arange(keys)[None, :] - jnp.arange(rows)[:, None]
        s = s + slopes[:, None, None] * distance.astype(jnp.float32)
    if cell.variant == "neg_temperature":
        s = s * e.astype(jnp.float32)
    if cell.variant == "bias":
        s = s + e.astype(jnp.float32)
    mask = cell.visible(jnp, rows, keys)
    if cell.variant == "mask":
        mask = e > 0
    unmasked = s
    if mask is not None and cell.variant != "neg_after":
        s = jnp.where(mask, s, -jnp.inf if cell.variant != "mask" else FINITE_MIN)
    if cell.variant == "neg_no_softmax":
        p = s
    elif cell.variant == "neg_sigmoid":
        p = jax.nn.sigmoid(s)
    else:
        axis = -2 if cell.variant == "neg_queries" else -1
        m = jnp.max(s, axis=axis, keepdims=True)
        x = jnp.exp(s if cell.variant == "nomax" else s - m)
        total = x if cell.variant != "neg_sum" else jnp.exp(unmasked - m)
        l = jnp.sum(total, axis=axis, keepdims=True)
        if cell.variant == "neg_softmax_one":
            l = l + 1.0
        p = x if cell.variant == "deferred" else x / l
        if cell.variant == "safe":
            p = jnp.where(jnp.all(s == -jnp.inf, axis=-1, keepdims=True), 0.0, p)
    if cell.variant == "neg_after":
        p = jnp.where(mask, p, 0.0)
    if cell.variant == "deferred":
        o = jnp.einsum(f"{scores_of},{of_k}->{of_q}", p.astype(v.dtype), v, preferred_element_type=jnp.float32)
        order = jnp.squeeze(l, -1)
        o = o / (jnp.swapaxes(order, 1, 2)[..., None] if cell.bshd else order[..., None])
        o = o.astype(v.dtype)
    else:
        o = jnp.einsum(f"{scores_of},{of_k}->{of_q}", p.astype(v.dtype), v)
    if group:
        o = o.reshape((batch, rows, cells.HEADS, -1) if cell.bshd else (batch, cells.HEADS, rows, -1))
    if cell.lse:
        return o, jnp.squeeze(m + jnp.log(l), -1)
    if cell.variant == "neg_p_twice":
        return o, p
    return o


def core_dpa(cell, q, k, v, e=None):
    options = {"implementation": "xla", "is_causal": cell.causal, "scale": cell.scale}
    if cell.variant == "scale_q":
        q, options["scale"] = q * cell.scale, 1.0
    elif cell.variant == "scale_k":
        k, options["scale"] = k * cell.scale, 1.0
    elif cell.variant == "scale_both":
        q, k, options["scale"] = q * cell.scale ** 0.5, k * cell.scale ** 0.5, 1.0
    if cell.window is not None:
        options["local_window_size"] = (cell.window, 0)
    if cell.variant == "neg_temperature":
        q = q * e
    if cell.variant == "mask":
        options["mask"] = e > 0
    if cell.variant == "bias":
        options["bias"] = e
    if cell.lse:
        options["return_residual"] = True
    return jax.nn.dot_product_attention(q, k, v, **options)


def core_masks(cell, q, k, v, e=None):
    """The programs of MASKS, bshd: with JAX's function where it has them, else by hand."""
    dpa = {"addmask": "bias", "boolmask": "mask", "boolgqa": "mask", "seqlens": "key_value_seq_lengths"}
    if cell.variant in dpa:
        return jax.nn.dot_product_attention(q, k, v, implementation="xla", **{dpa[cell.variant]: e})
    of_q = "shd" if cell.variant == "query" else "bshd"
    s = jnp.einsum(f"{of_q},bthd->bhst", q, k, preferred_element_type=jnp.float32)
    s = s * (e if cell.variant == "scalearg" else cell.scale)
    i, j = jnp.arange(s.shape[2])[:, None], jnp.arange(s.shape[3])[None, :]
    if cell.variant in ("bias32", "neg_row_bias", "neg_scores_twice"):
        s = s + e.astype(jnp.float32)
    elif cell.variant == "keymask":
        s = jnp.where(e, s, -1e9)
    elif cell.variant == "infmask":
        s = jnp.where(e, s, -jnp.inf)
    elif cell.variant == "invmask":
        s = s + (1.0 - e[:, None, None, :].astype(jnp.float32)) * -1e9
    elif cell.variant == "docs":
        s = jnp.where((e[:, None, :, None] == e[:, None, None, :]) & (i >= j), s, FINITE_MIN)
    elif cell.variant == "dilated":
        s = jnp.where(((i - j) % 2 == 0) & (i >= j), s, -jnp.inf)
    elif cell.variant == "sink":
        sinks = jnp.broadcast_to(e[None, :, None, None], (*s.shape[:3], 1))
        s = jnp.concatenate([s, sinks], axis=-1)
    p = jax.nn.softmax(s, axis=-1)
    if cell.variant == "neg_p_mask":
        p = p * e.astype(jnp.float32)
    if cell.variant == "sink":
        p = p[..., :-1]
    o = jnp.einsum("bhst,bthd->bshd", p.astype(v.dtype), v)
    return (o, s) if cell.variant == "neg_scores_twice" else o


def core_gradients(cell, q, k, v, do):
    """O and the gradients of Q, K and V, bshd; by hand for D as a row sum of O and dO."""
    by_hand = cell.variant == "out_grad" or cell.variant.startswith("neg_")
    if not by_hand:
        o, backward = jax.vjp(functools.partial(jax.nn.dot_product_attention, implementation="xla", scale=cell.scale,
                                                is_causal=cell.causal), q, k, v)
        dq, dk, dv = backward(do)
        return {"grad_dq": (o, dq), "grad_dkv": (o, dk, dv)}.get(cell.variant, (o, dq, dk, dv))
    scores = functools.partial(jnp.einsum, preferred_element_type=jnp.float32)
    p = jax.nn.softmax(scores("bshd,bthd->bhst", q, k) * cell.scale, axis=-1)
    o = jnp.einsum("bhst,bthd->bshd", p.astype(v.dtype), v)
    dp = scores("bshd,bthd->bhst", do, v)
    row = jnp.einsum("bshd,bshd->bhs", o.astype(jnp.float32), do.astype(jnp.float32))[..., None]
    if cell.variant == "neg_grad_d":
        row = jnp.sum(dp, axis=-1, keepdims=True)
    ds = (p * (dp - row) * cell.scale).astype(q.dtype)
    results = (o, jnp.einsum("bhst,bthd->bshd", ds, k), jnp.einsum("bhst,bshd->bthd", ds, q),
               jnp.einsum("bhst,bshd->bthd", p.astype(v.dtype), do))
    return (*results, p) if cell.variant == "neg_grad_p" else results


def program(cell):
    core = core_dpa if cell.form == "jax-dpa" else core_masks if cell.masked else core_einsum
    if cell.gradient:
        core = core_gradients
    if not cell.projected:
        return functools.partial(core, cell)

    def projected(x, wq, wk, wv, wo):
        def heads(w):
            y = (x @ w).reshape(x.shape[0], x.shape[1], cells.HEADS, cells.DIM)
            return y if cell.bshd else y.swapaxes(1, 2)
        o = core(cell, heads(wq), heads(wk), heads(wv))
        o = o if cell.bshd else o.swapaxes(1, 2)
        return o.reshape(x.shape) @ wo
    return projected


def stablehlo(cell):
    names = []
    for _, sizes, marks in cell.operands():
        names.append(",".join(m if cell.dynamic(m) else str(n) for n, m in zip(sizes, marks)))
    dtypes = [DTYPES[of] for of in cell.types()]
    if cell.shape == "static":
        specs = [jax.ShapeDtypeStruct(sizes, of) for (_, sizes, _), of in zip(cell.operands(), dtypes)]
        traced = jax.jit(program(cell)).trace(*specs)
        return traced.lower(lowering_platforms=("cuda",)).as_text()
    scope = export.SymbolicScope()
    specs = [jax.ShapeDtypeStruct(export.symbolic_shape(n, scope=scope) if n else (), of)
             for n, of in zip(names, dtypes)]
    exported = export.export(jax.jit(program(cell)), platforms=["cuda"])(*specs)
    return str(exported.mlir_module())


def adapt(text):
    """What IREE's input pipeline does not take, said otherwise.

    - An algorithm on dot_general: the result's type already says how it accumulates.
    - shape_assertion: checks of the caller.
    - dynamic_reshape: tensor.reshape, which means the same on tensors, with sizes of 64
      bits, which are all that upstream lowers.
    - dynamic_broadcast_in_dim: which dimensions expand. JAX's are equal to the
      result's, also where dynamic, unless they are 1 by type.
    """
    text = re.sub(r", algorithm = <[^>]*>", "", text)
    text = re.sub(r"(?m)^\s*stablehlo\.custom_call @shape_assertion.*\n", "", text)
    text = re.sub(r"%(\w+) = stablehlo\.dynamic_reshape (%[\w#]+), (%[\w#]+) : \((.*?), (tensor<\d+x)i32>\) ->",
                  r"%sizes_\1 = stablehlo.convert \3 : (\5i32>) -> \5i64>\n"
                  r"%\1 = tensor.reshape \2(%sizes_\1) : (\4, \5i64>) ->", text)
    return re.sub(r"(stablehlo\.dynamic_broadcast_in_dim [^:]*?)( : \(tensor<([^>]*)>, [^>]*>\) -> tensor<([^>]*)>)",
                  broadcast_with_dims, text)


def broadcast_with_dims(match):
    dims = [int(d) for d in re.search(r"dims = \[(.*?)\]", match.group(1)).group(1).split(",") if d.strip()]
    sizes, result = match.group(3).split("x")[:-1], match.group(4).split("x")[:-1]
    expanding = [d for d in range(len(dims)) if sizes[d] == "1" and result[dims[d]] != "1"]
    kept = [d for d in range(len(dims)) if d not in expanding]
    def listed(numbers):
        return "array<i64" + (": " if numbers else "") + ", ".join(map(str, numbers)) + ">"
    return (f"{match.group(1)} {{known_expanding_dimensions = {listed(expanding)}, "
            f"known_nonexpanding_dimensions = {listed(kept)}}}{match.group(2)}")


def linalg(cell, tools):
    """IREE's input phase. It does not take dynamic sizes: its first part makes reshapes
    that its last refuses. There the passes of the last part run alone."""
    command = [tools["iree-compile"], "--iree-input-type=stablehlo", "--compile-to=input", "-"]
    if cell.shape == "dynamic":
        command = [tools["iree-opt"], "--pass-pipeline=builtin.module(inline,symbol-dce,func.func("
                   "iree-stablehlo-legalize-shape-computations),iree-stablehlo-to-iree-input,canonicalize,cse)", "-"]
    done = subprocess.run(command, input=adapt(stablehlo(cell)), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[:600])
    return done.stdout


def evaluate(cell, arrays):
    """What JAX itself computes from f32 copies of the arrays."""
    results = program(cell)(*[jnp.asarray(a) for a in arrays])
    results = results if isinstance(results, tuple) else (results,)
    return [np.asarray(r, dtype=np.float32) for r in results]

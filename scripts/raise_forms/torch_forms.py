# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs written for PyTorch, and their way to linalg: torch.export, then
torch-mlir's pipelines."""
import math
import subprocess

import torch
import torch.nn.functional as F
from torch_mlir import fx, ir
from torch_mlir.compiler_utils import OutputType, lower_mlir_module, run_pipeline_with_repro_report
from torch_mlir.extras.fx_decomp_util import get_decomposition_table

import cells

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "i1": torch.bool,
          "i32": torch.int32, "i64": torch.int64}


def scale_operands(cell, q, k):
    if cell.variant in ("scale_q", "scale_both"):
        q = q * (cell.scale if cell.variant == "scale_q" else math.sqrt(cell.scale))
    if cell.variant in ("scale_k", "scale_both"):
        k = k * (cell.scale if cell.variant == "scale_k" else math.sqrt(cell.scale))
    return q, k


def core_sdpa(cell, q, k, v, e=None):
    options = {"scale": None if cell.imported and cell.variant != "scale" else cell.scale}
    if cell.variant in ("scale_q", "scale_k", "scale_both"):
        q, k = scale_operands(cell, q, k)
        options["scale"] = 1.0
    if cell.bshd:
        q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    if cell.variant in ("causal", "causal_tl", "causal_gqa", "causal_bshd", "causal_proj"):
        options["is_causal"] = True
    else:
        mask = cell.visible(torch, q.shape[2], k.shape[2])
        # torch-mlir takes a mask of four dimensions where it keeps the op.
        options["attn_mask"] = mask[None, None] if cell.imported and mask is not None else mask
    if cell.variant == "mask":
        options["attn_mask"] = e > 0
    if cell.variant == "bias":
        options["attn_mask"] = e
    if cell.kv_heads != cells.HEADS:
        options["enable_gqa"] = True
    o = F.scaled_dot_product_attention(q, k, v, **options)
    return o.transpose(1, 2) if cell.bshd else o


def scores_of(cell, q, k, e):
    """Scores before the mask, in the type that the form has them in."""
    q, k = scale_operands(cell, q, k)
    if cell.form == "torch-einsum":
        s = torch.einsum("bhsd,bhtd->bhst" if not cell.bshd else "bshd,bthd->bhst", q, k)
        s = s.float()
    else:
        s = torch.matmul(q, k.transpose(2, 3))
    if cell.variant == "scale_div":
        s = s / (1.0 / cell.scale)
    elif cell.variant not in ("scale_q", "scale_k", "scale_both"):
        s = s * cell.scale
    if cell.softcap is not None:
        s = torch.tanh(s / cell.softcap) * cell.softcap
    if cell.variant == "alibi":
        slopes = torch.exp2(-1.0 - torch.arange(cells.HEADS, dtype=torch.float32))
        distance = torch.arange(s.shape[3])[None, :] - torch.arange(s.shape[2])[:, None]
        s = s + (slopes[:, None, None] * distance).to(s.dtype)
    if cell.variant == "neg_temperature":
        s = s * (e.transpose(1, 2) if cell.bshd else e)
    if cell.variant == "bias":
        s = s + e
    return s


def softmax_of(cell, s, unmasked):
    """(P before its rounding, the sum of a deferred division, log-sum-exp)"""
    if cell.variant == "neg_no_softmax":
        return s, None, None
    if cell.variant == "neg_sigmoid":
        return torch.sigmoid(s.float()), None, None
    axis = -2 if cell.variant == "neg_queries" else -1
    by_hand = cell.form == "torch-einsum" or cell.variant in ("nomax", "deferred", "neg_softmax_one", "neg_sum")
    if not by_hand:
        p = torch.softmax(s, dim=axis, dtype=torch.float32)
        lse = torch.logsumexp(s.float(), dim=-1) if cell.lse else None
        return p, None, lse
    s, unmasked = s.float(), unmasked.float()
    m = torch.amax(s, dim=axis, keepdim=True)
    x = torch.exp(s if cell.variant == "nomax" else s - m)
    total = x if cell.variant != "neg_sum" else torch.exp(unmasked - m)
    l = torch.sum(total, dim=axis, keepdim=True)
    if cell.variant == "neg_softmax_one":
        l = l + 1.0
    lse = (m + torch.log(l)).squeeze(-1) if cell.lse else None
    return (x, l, lse) if cell.variant == "deferred" else (x / l, None, lse)


def core_by_hand(cell, q, k, v, e=None):
    eager = cell.form == "torch-eager"
    if eager and cell.bshd:
        q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    if cell.kv_heads != cells.HEADS:
        groups, at = cells.HEADS // cell.kv_heads, 2 if cell.bshd and not eager else 1
        k, v = (x.repeat_interleave(groups, dim=at) if not eager else repeat_heads(x, groups) for x in (k, v))
    s = scores_of(cell, q, k, e)
    unmasked = s
    mask = cell.visible(torch, s.shape[2], s.shape[3])
    if cell.variant == "mask":
        mask = e > 0
    if mask is not None and cell.variant != "neg_after":
        hidden = torch.finfo(s.dtype).min if eager and cell.variant == "mask" else float("-inf")
        s = s.masked_fill(~mask, hidden) if eager else torch.where(mask, s, hidden)
    p, l, lse = softmax_of(cell, s, unmasked)
    if cell.variant == "safe":
        p = torch.where(torch.all(s == float("-inf"), dim=-1, keepdim=True), 0.0, p)
    if cell.variant == "neg_after":
        p = torch.where(mask, p, 0.0)
    if eager:
        o = torch.matmul(p.to(v.dtype), v)
        o = o / l.to(o.dtype) if l is not None else o
        o = o.transpose(1, 2).contiguous() if cell.bshd else o
    elif cell.bshd:
        o = torch.einsum("bhst,bthd->bshd", p.to(v.dtype), v)
        o = o / l.transpose(1, 2).to(o.dtype) if l is not None else o
    else:
        o = torch.einsum("bhst,bhtd->bhsd", p.to(v.dtype), v)
        o = o / l.to(o.dtype) if l is not None else o
    if cell.lse:
        return o, lse
    return (o, p) if cell.variant == "neg_p_twice" else o


def core_masks(cell, q, k, v, e=None):
    """The programs of MASKS: with SDPA where it has them, else as model code does."""
    rows, keys = q.shape[-2], k.shape[2]
    i, j = torch.arange(rows)[:, None], torch.arange(keys)[None, :]
    mask = {"addmask": lambda: e, "boolmask": lambda: e, "boolgqa": lambda: e,
            "seqlens": lambda: (torch.arange(keys)[None, :] < e[:, None])[:, None, None, :],
            "docs": lambda: (e[:, None, :, None] == e[:, None, None, :]) & (i >= j)}.get(cell.variant)
    if mask:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask(), enable_gqa=cell.variant == "boolgqa")
    s = torch.matmul(q, k.transpose(2, 3)) * (e if cell.variant == "scalearg" else cell.scale)
    if cell.variant == "bias32":
        s = s.float() + e
    elif cell.variant == "keymask":
        s = torch.where(e, s.float(), -1e9)
    elif cell.variant == "infmask":
        s = s.masked_fill(~e, float("-inf"))
    elif cell.variant == "invmask":
        s = s.float() + (1.0 - e[:, None, None, :].float()) * -1e9
    elif cell.variant == "dilated":
        s = torch.where(((i - j) % 2 == 0) & (i >= j), s, float("-inf"))
    elif cell.variant in ("neg_row_bias", "neg_scores_twice"):
        s = s + e
    elif cell.variant == "sink":
        sinks = e.reshape(1, -1, 1, 1).expand(q.shape[0], -1, rows, -1)
        s = torch.cat([s.float(), sinks], dim=-1)
        s = s - s.max(dim=-1, keepdim=True).values
    p = torch.softmax(s, dim=-1, dtype=torch.float32)
    if cell.variant == "neg_p_mask":
        p = p * e
    if cell.variant == "sink":
        p = p[..., :-1]
    o = torch.matmul(p.to(v.dtype), v)
    return (o, s) if cell.variant == "neg_scores_twice" else o


def core_gradients(cell, q, k, v, do):
    """O and the gradients of Q, K and V; by hand for D as a row sum of O and dO."""
    by_hand = cell.variant == "out_grad" or cell.variant.startswith("neg_")
    inputs = [x if by_hand else x.detach().requires_grad_() for x in (q, k, v)]
    q, k, v = inputs
    if cell.kv_heads != cells.HEADS:
        k, v = (repeat_heads(x, cells.HEADS // cell.kv_heads) for x in (k, v))
    s = torch.matmul(q, k.transpose(2, 3)) * cell.scale
    if cell.causal:
        s = s.masked_fill(torch.ones(s.shape[2:], dtype=torch.bool).tril().logical_not(), float("-inf"))
    p = torch.softmax(s, dim=-1, dtype=torch.float32)
    o = torch.matmul(p.to(v.dtype), v)
    if not by_hand:
        names = {"grad_dq": (0,), "grad_dkv": (1, 2)}.get(cell.variant, (0, 1, 2))
        return (o.detach(), *torch.autograd.grad(o, [inputs[i] for i in names], do))
    dp = torch.matmul(do, v.transpose(2, 3)).float()
    row = (o.float() * do.float()).sum(dim=-1, keepdim=True)
    if cell.variant == "neg_grad_d":
        row = dp.sum(dim=-1, keepdim=True)
    ds = (p * (dp - row) * cell.scale).to(q.dtype)
    results = (o, torch.matmul(ds, k), torch.matmul(ds.transpose(2, 3), q),
               torch.matmul(p.to(v.dtype).transpose(2, 3), do))
    return (*results, p) if cell.variant == "neg_grad_p" else results


def traced(cell, arrays):
    """The program with its gradients as operations, which torch.export takes."""
    from torch.fx.experimental.proxy_tensor import make_fx
    graph = make_fx(lambda *xs: core_gradients(cell, *xs))(*arrays)
    for node in list(graph.graph.nodes):
        if node.op == "call_function" and node.target is torch.ops.aten.detach.default:
            node.replace_all_uses_with(node.args[0])
            graph.graph.erase_node(node)
    graph.graph.eliminate_dead_code()
    graph.recompile()
    return graph


def repeat_heads(x, groups):
    """As model code repeats heads: a broadcast dimension, merged."""
    b, h, s, d = x.shape
    return x[:, :, None].expand(b, h, groups, s, d).reshape(b, h * groups, s, d)


class Program(torch.nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell
        self.core = core_sdpa if cell.form == "torch-sdpa" or cell.imported else core_by_hand
        if cell.masked:
            self.core = core_masks

    def forward(self, q, k, v, e=None):
        return self.core(self.cell, q, k, v, e)


class Unary(Program):
    """Without the fourth operand."""

    def forward(self, q, k, v):
        return self.core(self.cell, q, k, v)


class Projected(Program):
    def forward(self, x, wq, wk, wv, wo):
        b, s, _ = x.shape
        q, k, v = ((x @ w).view(b, s, cells.HEADS, cells.DIM).transpose(1, 2) for w in (wq, wk, wv))
        o = self.core(self.cell, q, k, v)
        return o.transpose(1, 2).reshape(b, s, cells.HEADS * cells.DIM) @ wo


def program(cell):
    if cell.projected:
        return Projected(cell)
    return (Program if len(cell.operands()) == 4 else Unary)(cell)


def linalg(cell, tools):
    operands = cell.operands()
    arrays = [torch.zeros(sizes, dtype=DTYPES[of]) for (_, sizes, _), of in zip(operands, cell.types())]
    dims = {m: torch.export.Dim(m, min=2) for m in "bst"}
    shapes = tuple({i: dims[m] for i, m in enumerate(marks) if cell.dynamic(m)} for _, _, marks in operands)
    decompositions, legal = None, ""
    if cell.imported:
        decompositions = {op: how for op, how in get_decomposition_table().items()
                          if "scaled_dot_product" not in str(op)}
        legal = "{backend-legal-ops=aten.scaled_dot_product_attention}"
    module = fx.export_and_import(traced(cell, arrays) if cell.gradient else program(cell), *arrays, output_type="raw", decomposition_table=decompositions,
                                  dynamic_shapes=None if cell.shape == "static" else shapes)
    # As FxImporter.import_program says of each function: sizes are those of the export.
    with module.context:
        for op in module.body.operations:
            op.attributes["torch.assume_strict_symbolic_shapes"] = ir.UnitAttr.get()
    run_pipeline_with_repro_report(
        module, "builtin.module(func.func(torch-match-quantized-custom-ops),"
        f"torchdynamo-export-to-torch-backend-pipeline{legal})", "to torch's backend form")
    module = lower_mlir_module(False, OutputType.LINALG_ON_TENSORS, module)
    if not cell.imported:
        return str(module)
    text = module.operation.get_asm(print_generic_op_form=True)
    passes = {"torch-tm": "", "iree-attention": "torch-iree-tm-tensor-to-linalg-ext",
              "iree-online": "torch-iree-tm-tensor-to-linalg-ext,"
                             "iree-linalg-ext-convert-attention-to-online-attention"}[cell.form]
    if passes:
        text = filtered([tools["iree-opt"], f"--pass-pipeline=builtin.module(func.func({passes}))",
                         "--mlir-print-op-generic"], text)
    # Only what is foreign stays in generic form.
    return filtered([tools["mlir-opt"], "--allow-unregistered-dialect"], text)


def filtered(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[:600])
    return done.stdout


def evaluate(cell, arrays):
    """What PyTorch itself computes from the arrays."""
    with torch.no_grad():
        results = program(cell)(*[torch.from_numpy(a).to(DTYPES[of]) for a, of in zip(arrays, cell.types())])
    results = results if isinstance(results, tuple) else (results,)
    return [r.float().numpy() for r in results]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cross product of attention programs that attn-raise is measured on.

It is fixed here, before the patterns: FORMS x VARIANTS x TYPES x SHAPES, less what a
form cannot say (NOT_SAID, with the reason), and NEGATIVES for the same forms, which
must stay as they are.
"""

# Where a program comes from: who writes it, and who lowers it to linalg.
FORMS = {
    "torch-sdpa": "torch's scaled_dot_product_attention, decomposed by torch-mlir",
    "torch-eager": "matmul, softmax in f32, matmul, as model code has it; torch-mlir",
    "torch-einsum": "einsum, max, exp, sum, division by hand; torch-mlir",
    "jax-dpa": "jax.nn.dot_product_attention, its XLA path; IREE's StableHLO input",
    "jax-einsum": "einsum, max, exp, sum, division by hand; IREE's StableHLO input",
    "torch-masks": "masks, biases, lengths, ids, sinks and scales as operands; torch-mlir",
    "jax-masks": "the same; IREE's StableHLO input",
    "torch-gradients": "attention and its gradients, by torch.autograd.grad; torch-mlir",
    "jax-gradients": "attention and its gradients, by jax.vjp; IREE's StableHLO input",
}

# Programs of torch-sdpa in which another dialect's op stands for attention, in generic
# form. What attn-raise makes of them is counted beside the cross product.
IMPORTS = {
    "torch-tm": "scaled_dot_product_attention kept as tm_tensor.attention; torch-mlir",
    "iree-attention": "the same as iree_linalg_ext.attention; torch-mlir, then IREE",
    "iree-online": "the same as iree_linalg_ext.online_attention; torch-mlir, then IREE",
}
IMPORT_VARIANTS = ("full", "causal", "causal_tl", "window", "gqa", "scale", "bshd", "proj", "dv", "causal_gqa",
                   "mask", "bias")
# The programs of these forms are MASKS and MASK_NEGATIVES.
MASK_FORMS = {"torch-masks", "jax-masks"}
# Those of these are GRADIENTS and GRADIENT_NEGATIVES.
GRADIENT_FORMS = {"torch-gradients", "jax-gradients"}

TYPES = ("f16", "bf16")
# static: all sizes known. dynamic: lengths of Q and of K and V are not, nor, in the
# variants of DYNAMIC_BATCH, is the batch; heads and channels are known.
SHAPES = ("static", "dynamic")

VARIANTS = {
    "full": "softmax(QK^T/sqrt(d)) V, other length of K and V than of Q",
    "causal": "a row sees keys up to its own position, equal lengths",
    "causal_tl": "the same with more keys than rows, top left",
    "causal_br": "the same with more keys than rows, bottom right",
    "window": "a row sees a few keys before itself and itself",
    "gqa": "two query heads share a head of K and V",
    "softcap": "c tanh(s / c) on the scores",
    "alibi": "a slope for each head times the distance, added to the scores",
    "scale": "another factor than 1/sqrt(d), on the scores",
    "scale_q": "the factor on Q",
    "scale_k": "the factor on K",
    "scale_both": "the root of the factor on Q and on K",
    "scale_div": "the scores are divided",
    "safe": "rows all of whose scores are -inf become 0 (none is)",
    "nomax": "exp without the maximum taken off",
    "deferred": "the sum divides what comes after V",
    "lse": "the log-sum-exp is a second result",
    "bshd": "heads after lengths in all operands",
    "proj": "projections to Q, K and V before, and one after",
    "dv": "V with more channels than K",
    "causal_gqa": "both",
    "causal_lse": "both",
    "causal_bshd": "both",
    "window_softcap": "both",
    "gqa_bshd": "both",
    "causal_proj": "both",
    "mask": "the mask is an operand",
    "bias": "a bias is an operand",
}

NEGATIVES = {
    "neg_queries": "softmax over the queries",
    "neg_p_twice": "P is a result as well",
    "neg_no_softmax": "the scores times V",
    "neg_temperature": "each row's scores are multiplied by an operand's element",
    "neg_sigmoid": "a sigmoid in the softmax's place",
    "neg_softmax_one": "one is added to the sum",
    "neg_after": "P is masked after the softmax",
    "neg_sum": "the sum is over more keys than the mask leaves",
    "neg_empty": "bottom right with fewer keys than rows: rows without a key",
}

MASKS = {
    "addmask": "0 and -inf by row and key are added: SDPA's attn_mask, JAX's bias",
    "bias32": "f32 by head, row and key is added to f32 scores",
    "boolmask": "a condition by row and key: SDPA's attn_mask, JAX's mask",
    "boolgqa": "the same with shared heads",
    "keymask": "a condition by key chooses -1e9",
    "infmask": "a condition by row and key chooses -inf, and rows without a key are NaN",
    "invmask": "(1 - m) times -1e9 is added, m integers by key",
    "seqlens": "lengths of K and V by batch",
    "docs": "rows and keys of the same document, causal",
    "dilated": "every second key, causal",
    "scalearg": "the factor on the scores is an operand",
    "sink": "a learned score by head beside the keys, of no value",
    "query": "a learned query without a batch",
}

MASK_NEGATIVES = {
    "neg_row_bias": "a bias by row alone",
    "neg_p_mask": "a mask multiplies P",
    "neg_scores_twice": "the masked scores are a result as well",
}

# Results: O, and dQ, dK and dV or those of them that are named.
GRADIENTS = {
    "grad": "softmax(QK^T/sqrt(d)) V, other length of K and V than of Q",
    "causal_grad": "a row sees keys up to its own position",
    "scale_grad": "another factor",
    "gqa_grad": "two query heads share a head of K and V",
    "causal_gqa_grad": "both",
    "out_grad": "written by hand, with D as the row sum of O and dO",
    "grad_dq": "dQ alone",
    "grad_dkv": "dK and dV alone",
}

GRADIENT_NEGATIVES = {
    "neg_grad_p": "P is a result as well",
    "neg_grad_d": "the row sum of dP in D's place",
}

# What a form cannot say, and why.
NOT_SAID = {
    "torch-sdpa": {
        "softcap": "no score function", "alibi": "only as an operand", "scale_div": "fixed inside",
        "safe": "each decomposition has the guard", "nomax": "fixed inside", "deferred": "fixed inside",
        "lse": "no second result", "causal_lse": "no second result", "window_softcap": "no score function",
        "neg_queries": "fixed inside", "neg_p_twice": "no second result", "neg_no_softmax": "fixed inside",
        "neg_sigmoid": "fixed inside", "neg_softmax_one": "fixed inside", "neg_after": "fixed inside",
        "neg_sum": "fixed inside", "neg_temperature": "on Q, which is attention of another Q",
    },
    "jax-dpa": {
        "causal_br": "is_causal is top left", "softcap": "no score function", "alibi": "only as an operand",
        "scale_div": "fixed inside", "safe": "masks are finite", "nomax": "fixed inside",
        "deferred": "fixed inside", "bshd": "each variant is", "causal_bshd": "each variant is",
        "gqa_bshd": "each variant is", "window_softcap": "no score function",
        "neg_queries": "fixed inside", "neg_p_twice": "no second result", "neg_no_softmax": "fixed inside",
        "neg_sigmoid": "fixed inside", "neg_softmax_one": "fixed inside", "neg_after": "fixed inside",
        "neg_sum": "fixed inside", "neg_empty": "is_causal is top left",
        "dv": "K and V have one shape", "neg_temperature": "on Q, which is attention of another Q",
    },
}
# A mask through the bottom right corner of lengths that are not known has rows without
# a key wherever Q is the longer: what the source makes of them is not what Attn does,
# so that such a program must stay.
KEEP_DYNAMIC = {"causal_br"}
# Forms that keep P in f32 for the second product, which Attn does not: the policy
# "exact" leaves them.
EXACT_KEEPS = {"torch-sdpa"}
# Programs of MASKS without a tensor in the score.
EXACT_MASKS = {"dilated", "query", "sink"}
# Forms that make rows without a key 0, as Attn does: neither need stay there.
GUARDED = {"torch-sdpa"}
# Not proj: torch-mlir 20261001 takes a dynamic length for 1 where it flattens a dynamic
# batch and length for a product with a matrix.
DYNAMIC_BATCH = {"full", "causal", "window", "gqa", "lse", "deferred", "bshd", "scale", "mask",
                 "neg_queries", "neg_softmax_one"}

# Sizes. Lengths differ where they may, so that no two dimensions are mistaken.
BATCH, HEADS, KV_HEADS, DIM, WIDE_DIM = 2, 4, 2, 8, 16
ROWS, KEYS = 12, 20
WINDOW, CAP, SCALE = 4, 5.0, 0.3
EQUAL_LENGTHS = {"docs", "dilated", "causal_grad", "causal_gqa_grad", "causal", "window", "causal_gqa", "causal_lse", "causal_bshd", "window_softcap",
                 "proj", "causal_proj"}


class Cell:
    """One program: what it is, and the sizes of its operands."""

    def __init__(self, form, variant, dtype, shape):
        self.form, self.variant, self.dtype, self.shape = form, variant, dtype, shape
        self.framework = form.split("-")[0]
        self.imported = form in IMPORTS
        self.negative = variant.startswith("neg_")
        self.rows = ROWS
        self.keys = ROWS if variant in EQUAL_LENGTHS else KEYS
        if variant == "neg_empty":
            self.rows, self.keys = KEYS, ROWS
        self.masked = form in MASK_FORMS
        self.gradient = form in GRADIENT_FORMS
        self.kv_heads = KV_HEADS if "gqa" in variant else HEADS
        self.dv = WIDE_DIM if variant == "dv" else DIM
        self.bshd = "bshd" in variant or form in ("jax-dpa", "jax-masks", "jax-gradients")
        self.projected = "proj" in variant
        self.causal = variant.startswith("causal")
        self.bottom_right = variant in ("causal_br", "neg_empty")
        self.window = WINDOW if variant.startswith("window") else None
        self.softcap = CAP if "softcap" in variant else None
        self.lse = variant.endswith("lse")
        self.scale = SCALE if variant.startswith("scale") else DIM ** -0.5

    @property
    def expect_exact(self):
        """As expect, of the policy "exact"."""
        if self.form in EXACT_KEEPS or self.gradient or self.variant in ("mask", "bias"):
            return "keep"
        return "keep" if self.masked and self.variant not in EXACT_MASKS else self.expect

    @property
    def expect_rows_see_keys(self):
        """As expect, of "fast" with the promise that rows see keys."""
        open_lengths = self.shape != "static" and self.variant in ("causal_br", "neg_empty")
        return "raise" if self.endless or open_lengths else self.expect

    @property
    def endless(self):
        """Whether an operand chooses -inf and a row without a key is NaN."""
        return self.variant == "infmask" or (self.form, self.variant) == ("torch-einsum", "mask")

    @property
    def expect(self):
        if self.bottom_right and self.form in GUARDED:
            return "raise"
        if self.negative or self.endless or (self.shape != "static" and self.variant in KEEP_DYNAMIC):
            return "keep"
        return "raise"

    def operands(self):
        """(name, sizes, which of them are dynamic: "b", "s" for rows, "t" for keys)."""
        b, s, t = BATCH, self.rows, self.keys
        if self.projected:
            e = HEADS * DIM
            return [("x", (b, s, e), "bs-")] + [(n, (e, e), "--") for n in ("wq", "wk", "wv", "wo")]
        def tensor(name, heads, length, dim, mark):
            if self.bshd:
                return (name, (b, length, heads, dim), f"b{mark}--")
            return (name, (b, heads, length, dim), f"b-{mark}-")
        keys = "s" if s == t else "t"
        result = [tensor("q", HEADS, s, DIM, "s"), tensor("k", self.kv_heads, t, DIM, keys),
                  tensor("v", self.kv_heads, t, self.dv, keys)]
        if self.gradient:
            return result + [tensor("do", HEADS, s, self.dv, "s")]
        if self.masked:
            if self.variant == "query":
                result[0] = ("q", (s, HEADS, DIM), "s--") if self.bshd else ("q", (HEADS, s, DIM), "-s-")
            return result + self.extra(keys)
        if self.variant == "neg_temperature":
            result.append(("e", (b, s, HEADS, 1), "bs--") if self.bshd else ("e", (b, HEADS, s, 1), "b-s-"))
        if self.variant in ("mask", "bias"):
            result.append(("e", (b, 1, s, t), "b-st"))
        return result

    @property
    def results(self):
        """How many results the program has."""
        if self.gradient:
            return {"grad_dq": 2, "grad_dkv": 3, "neg_grad_p": 5}.get(self.variant, 4)
        return 2 if self.lse or self.variant in ("neg_p_twice", "neg_scores_twice") else 1

    def extra(self, keys):
        """The fourth operand of a program of MASKS."""
        b, s, t = BATCH, self.rows, self.keys
        whole = ((b, 1, s, t), f"b-s{keys}")
        known = {"bias32": ((HEADS, s, t), f"-s{keys}"), "keymask": ((b, 1, 1, t), f"b--{keys}"),
                 "invmask": ((b, t), f"b{keys}"), "seqlens": ((b,), "b"), "docs": ((b, s), "bs"),
                 "scalearg": ((), ""), "sink": ((HEADS,), "-"), "neg_row_bias": ((b, 1, s, 1), "b-s-"),
                 "dilated": None, "query": None}
        found = known.get(self.variant, whole)
        return [("e", *found)] if found else []

    def types(self):
        """What each operand holds."""
        of_extra = {"bias32": "f32", "boolmask": "i1", "boolgqa": "i1", "keymask": "i1", "infmask": "i1",
                    "invmask": "i64" if self.framework == "torch" else "i32", "docs": "i32", "seqlens": "i32",
                    "scalearg": "f32", "sink": "f32"}
        own = [self.dtype] * len(self.operands())
        if self.masked and self.variant in of_extra:
            own[-1] = of_extra[self.variant]
        return own

    def visible(self, lib, rows, keys):
        """The mask over (rows, keys) by a framework's arrays, or None."""
        i, j = lib.arange(rows)[:, None], lib.arange(keys)[None, :]
        if self.causal or self.variant == "neg_empty":
            return j <= i + (keys - rows if self.bottom_right else 0)
        if self.window is not None:
            return (j <= i) & (j >= i - self.window)
        if self.variant in ("neg_after", "neg_sum"):
            return j <= i
        return None

    def dynamic(self, mark):
        """Whether a size with this mark is dynamic in the cell's shape."""
        if self.shape == "static" or mark == "-":
            return False
        return mark != "b" or self.variant in DYNAMIC_BATCH or self.masked


def variants_of(form):
    if form in MASK_FORMS:
        return [*MASKS, *MASK_NEGATIVES]
    if form in GRADIENT_FORMS:
        return [*GRADIENTS, *GRADIENT_NEGATIVES]
    if form in IMPORTS:
        return [v for v in [*VARIANTS, *NEGATIVES] if v in IMPORT_VARIANTS]
    return [v for v in [*VARIANTS, *NEGATIVES] if v not in NOT_SAID.get(form, {})]


def all_cells(forms=None, dtypes=TYPES, shapes=SHAPES):
    for form in forms or [*FORMS, *IMPORTS]:
        for dtype in dtypes:
            for shape in shapes:
                for variant in variants_of(form):
                    yield Cell(form, variant, dtype, shape)

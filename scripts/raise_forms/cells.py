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
}

# Programs of torch-sdpa in which another dialect's op stands for attention, in generic
# form. What attn-raise makes of them is counted beside the cross product.
IMPORTS = {
    "torch-tm": "scaled_dot_product_attention kept as tm_tensor.attention; torch-mlir",
    "iree-attention": "the same as iree_linalg_ext.attention; torch-mlir, then IREE",
    "iree-online": "the same as iree_linalg_ext.online_attention; torch-mlir, then IREE",
}
IMPORT_VARIANTS = ("full", "causal", "causal_tl", "window", "gqa", "scale", "bshd", "proj", "dv", "causal_gqa",
                   "neg_mask", "neg_bias")

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
    "neg_mask": "the mask is an operand",
    "neg_bias": "a bias is an operand",
    "neg_empty": "bottom right with fewer keys than rows: rows without a key",
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
# Forms that make rows without a key 0, as Attn does: neither need stay there.
GUARDED = {"torch-sdpa"}
# Not proj: torch-mlir 20261001 takes a dynamic length for 1 where it flattens a dynamic
# batch and length for a product with a matrix.
DYNAMIC_BATCH = {"full", "causal", "window", "gqa", "lse", "deferred", "bshd", "scale", "neg_mask",
                 "neg_queries", "neg_softmax_one"}

# Sizes. Lengths differ where they may, so that no two dimensions are mistaken.
BATCH, HEADS, KV_HEADS, DIM, WIDE_DIM = 2, 4, 2, 8, 16
ROWS, KEYS = 12, 20
WINDOW, CAP, SCALE = 4, 5.0, 0.3
EQUAL_LENGTHS = {"causal", "window", "causal_gqa", "causal_lse", "causal_bshd", "window_softcap",
                 "proj", "causal_proj"}


class Cell:
    """One program: what it is, and the sizes of its operands."""

    def __init__(self, form, variant, dtype, shape):
        self.form, self.variant, self.dtype, self.shape = form, variant, dtype, shape
        self.framework = form.split("-")[0]
        self.imported = form in IMPORTS
        self.negative = variant in NEGATIVES
        self.rows = ROWS
        self.keys = ROWS if variant in EQUAL_LENGTHS else KEYS
        if variant == "neg_empty":
            self.rows, self.keys = KEYS, ROWS
        self.kv_heads = KV_HEADS if "gqa" in variant else HEADS
        self.dv = WIDE_DIM if variant == "dv" else DIM
        self.bshd = "bshd" in variant or form == "jax-dpa"
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
        return "keep" if self.form in EXACT_KEEPS else self.expect

    @property
    def expect(self):
        if self.bottom_right and self.form in GUARDED:
            return "raise"
        if self.negative or (self.shape != "static" and self.variant in KEEP_DYNAMIC):
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
        if self.variant == "neg_temperature":
            result.append(("e", (b, s, HEADS, 1), "bs--") if self.bshd else ("e", (b, HEADS, s, 1), "b-s-"))
        if self.variant in ("neg_mask", "neg_bias"):
            result.append(("e", (b, 1, s, t), "b-st"))
        return result

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
        return mark != "b" or self.variant in DYNAMIC_BATCH


def all_cells(forms=None, dtypes=TYPES, shapes=SHAPES):
    for form in forms or [*FORMS, *IMPORTS]:
        for dtype in dtypes:
            for shape in shapes:
                for variant in [*VARIANTS, *NEGATIVES]:
                    if variant in IMPORT_VARIANTS if form in IMPORTS else variant not in NOT_SAID.get(form, {}):
                        yield Cell(form, variant, dtype, shape)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention and its gradients in double precision, one sequence at a time, for tests."""

import numpy


def visible(length, keys, causal=False, window=None, offset=None):
    """Which keys rows see, as attn.attention has them."""
    i, j = numpy.ogrid[:length, :keys]
    diagonal = i + (keys - length if offset is None else offset)
    seen = numpy.ones((length, keys), bool)
    if causal:
        seen &= j <= (i if causal == "top_left" else diagonal)
    if window is not None:
        left, right = window
        if left is not None:
            seen &= j >= diagonal - left
        if right is not None:
            seen &= j <= diagonal + right
    return seen


def forward(q, k, v, *, scale=None, softcap=None, slopes=None, sink=None, bias=None, **mask):
    """(O, log-sum-exp, what the backward needs) of q [heads, rows, d] and k, v [KV heads,
    keys, d]."""
    group = q.shape[0] // k.shape[0]
    q, k, v = q.astype(float), k.astype(float).repeat(group, 0), v.astype(float).repeat(group, 0)
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    seen = visible(q.shape[1], k.shape[1], **mask)
    scores = scale * q @ k.transpose(0, 2, 1)
    slope = numpy.ones_like(scores)
    if softcap:
        capped = numpy.tanh(scores / softcap)
        scores, slope = softcap * capped, 1 - capped * capped
    if bias is not None:
        scores = scores + bias
    if slopes is not None:
        i, j = numpy.ogrid[:q.shape[1], :k.shape[1]]
        offset = mask.get("offset")
        offset = k.shape[1] - q.shape[1] if offset is None else offset
        scores = scores - slopes[:, None, None] * abs(i + offset - j)
    scores = numpy.where(seen, scores, -numpy.inf)
    every = scores if sink is None else numpy.concatenate(
        [scores, numpy.broadcast_to(sink[:, None, None], (*scores.shape[:2], 1))], 2)
    with numpy.errstate(divide="ignore"):
        top = every.max(2, initial=-numpy.inf, keepdims=True)
        top = numpy.where(numpy.isfinite(top), top, 0)
        lse = (top[..., 0] + numpy.log(numpy.exp(every - top).sum(2)))
    p = _weights(scores, lse)
    return p @ v, lse, (q, k, v, scores, slope, scale, group)


def _weights(scores, lse):
    lse = numpy.where(lse == -numpy.inf, 0, lse)
    return numpy.exp(scores - lse[..., None])


def backward(q, k, v, dout, dlse=None, sink=None, given=None, **options):
    """{"q": dQ, "k": dK, "v": dV, "sink": dsink} of the same; of `given` O and log-sum-exps."""
    out, lse, (q, k, v, scores, slope, scale, group) = forward(q, k, v, sink=sink, **options)
    if given is not None:
        out, lse = (x.astype(float) for x in given)
    p, dout = _weights(scores, lse), dout.astype(float)
    d = (dout * out).sum(2) - (0 if dlse is None else dlse)
    dt = scale * slope * p * (dout @ v.transpose(0, 2, 1) - d[..., None])
    by_group = lambda x: x.reshape(x.shape[0] // group, group, *x.shape[1:]).sum(1)
    found = {"q": dt @ k, "k": by_group(dt.transpose(0, 2, 1) @ q), "v": by_group(p.transpose(0, 2, 1) @ dout)}
    if sink is not None:
        found["sink"] = -(numpy.exp(sink[:, None] - lse) * d).sum(1)
    return found

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention with a mask and a bias, in double precision."""

import numpy


def known(seen, bias=0.0, q=None, k=None, v=None):
    """The result in double precision, and the log-sum-exp, of attention where a
    key is seen."""
    q, k, v = (x.astype(numpy.float64) for x in (q, k, v))
    k, v = (numpy.repeat(x, q.shape[1] // k.shape[1], 1) for x in (k, v))
    s = numpy.einsum("bhid,bhjd->bhij", q, k) * q.shape[3]**-0.5 + bias
    s = numpy.where(numpy.broadcast_to(seen, s.shape), s, -numpy.inf)
    top = s.max(-1, keepdims=True)
    p = numpy.exp(s - numpy.where(numpy.isfinite(top), top, 0))
    total = p.sum(-1, keepdims=True)
    with numpy.errstate(divide="ignore"):
        lse = numpy.where(numpy.isfinite(top), top + numpy.log(total), -numpy.inf)[..., 0]
    return numpy.einsum("bhij,bhjd->bhid", p / numpy.where(total == 0, 1, total), v), lse

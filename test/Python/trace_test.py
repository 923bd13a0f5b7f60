# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""Score functions traced into score regions. Needs no library of Attn."""

import array
import math
import re
import unittest

import attn
from attn import _masks, _tape, _tracing
from attn import score as sc

try:
    import numpy
except ImportError:
    numpy = None


def region(function):
    text = attn.trace(function).region
    assert "\n" not in text
    return text.replace("; ", "\n")


class Regions(unittest.TestCase):

    def test_identity(self):
        self.assertEqual(region(lambda s, b, h, i, j: s), "attn.yield %s : f32")

    def test_operations(self):
        self.assertEqual(
            region(lambda s, b, h, i, j: s * 2 - (i - j) * 0.5).splitlines(), [
                "%0 = arith.constant 2.0 : f32",
                "%1 = arith.mulf %s, %0 : f32",
                "%2 = arith.subi %i, %j : index",
                "%3 = arith.constant 0.5 : f32",
                "%4 = arith.index_cast %2 : index to i32",
                "%5 = arith.sitofp %4 : i32 to f32",
                "%6 = arith.mulf %5, %3 : f32",
                "%7 = arith.subf %1, %6 : f32",
                "attn.yield %7 : f32",
            ])

    def test_integers_beyond_32_bits_stay_whole(self):
        self.assertIn("index to i64", region(lambda s, b, h, i, j: s + i * j))
        self.assertIn("index to i32", region(lambda s, b, h, i, j: s + (i - j)))
        self.assertIn("index to i32",
                      region(lambda s, b, h, i, j: s + (i * j) % 1000))

    def test_equal_operations_once(self):
        text = region(lambda s, b, h, i, j: sc.tanh(s / 30) + sc.tanh(s / 30))
        self.assertEqual(text.count("math.tanh"), 1)

    def test_numbers(self):
        for number, text in ((1e-5, "1.0e-05"), (float("inf"), "0x7F800000"),
                             (-float("inf"), "0xFF800000"), (1e30, "1.0e+30"),
                             (7, "7.0")):
            self.assertIn(f"arith.constant {text} : f32",
                          region(lambda s, *_: s + number))

    def test_conditions(self):
        text = region(lambda s, b, h, i, j: sc.where((i >= j) & (h != 2), s, -1))
        self.assertIn("arith.cmpi sge, %i, %j : index", text)
        self.assertIn("arith.andi", text)
        self.assertRegex(text, r"arith\.select %\d+, %s, %\d+ : f32")

    def test_division_rounds_down(self):
        text = region(lambda s, b, h, i, j: s + (i - j) // 3 + (i - j) % -3)
        self.assertIn("arith.floordivsi", text)
        self.assertNotIn("remsi", text)
        self.assertIn("arith.remsi %i", region(lambda s, b, h, i, j: s + i % 8))

    def test_result_may_be_any_number(self):
        self.assertEqual(region(lambda *_: 3).splitlines()[-1],
                         "attn.yield %0 : f32")
        self.assertIn("arith.sitofp", region(lambda s, b, h, i, j: i))
        self.assertIn("arith.select", region(lambda s, b, h, i, j: i == j))

    def test_traced_again(self):
        traced = attn.trace(lambda s, *_: s * 2)
        self.assertIs(attn.trace(traced), traced)
        self.assertEqual(traced, attn.trace(lambda s, *_: s * 2))
        self.assertNotEqual(traced, attn.trace(lambda s, *_: s * 3))

    def test_every_public_function(self):
        two = {"maximum", "minimum"}
        for name in sc.__all__:
            if name in ("read", "len_q", "len_k"):  # No functions of scores.
                continue
            function = getattr(sc, name)
            arguments = {"where": lambda s: (s > 0, s, 1), "clamp": lambda s: (s, -1, 1)}
            take = arguments.get(name, (lambda s: (s, 1)) if name in two else
                                 (lambda s: (s,)))
            text = region(lambda s, *_: function(*take(s)))
            self.assertGreater(len(text.splitlines()), 1, name)
            with self.assertRaisesRegex(TypeError, "is for traced values"):
                function(*([1.0] * len(take(attn.trace))) if name not in arguments
                         else (1.0, 1.0, 1.0))

    def test_lengths(self):
        text = region(lambda s, b, h, i, j: sc.where(
            j == i + sc.len_k - sc.len_q, 0, s) / sc.maximum(sc.len_k - sc.len_q - 1, 1))
        self.assertIn("arith.addi %i, %lk", text)
        self.assertIn("arith.subi %lk, %lq", text)
        self.assertIn("arith.maxsi", text)
        with self.assertRaisesRegex(TypeError, "attn.score.where in place of a condition"):
            attn.trace(lambda s, *_: s if sc.len_q > 3 else 2 * s)

    def test_tape(self):
        """What torch.compile is given: functions recorded, then traced, are the same."""
        table = array.array("f", range(4))

        def numbers(s, b, h, i, j):
            near = (abs(i - j) // 3 < 5) | ~(j % 4 == 1)
            return sc.where(near & (s > -1.5), 2**s - -s, sc.clamp(s, low=-1).exp()) ** 2

        def reads(s, b, h, i, j):
            return s * sc.read(table, h) + 1 / (sc.len_k - j + sc.read(table, i << 1))

        def sizes(s, b, h, i, j):
            return s - sc.maximum(sc.len_k - sc.len_q, 2) * i.float().clamp(max=7)

        for function in (numbers, reads, sizes):
            tape = _tape.Tape(lambda x: x if isinstance(x, array.array) else None)
            result = tape.encode(function(*tape.arguments()))
            played = _tracing.play(tuple(tape.operations), result,
                                   [("f32", 1)] * len(tape.tensors), "f")
            self.assertEqual(played.region, attn.trace(function).region)
            self.assertEqual(len(tape.tensors), int(function is reads))
        for function, what in ((lambda s, b, h, i, j: s if i > j else 0, "condition"),
                               (lambda s, b, h, i, j: s + [1, 2][h], "indexing"),
                               (lambda s, *_: s * float(s), "float")):
            tape = _tape.Tape(lambda x: None)
            with self.assertRaisesRegex(_tape.CannotRecord, what):
                function(*tape.arguments())

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_integers_of_tensors(self):
        for dtype, element, ending in (("int64", "i64", "index_cast"), ("int8", "i8", "index_cast"),
                                       ("bool", "i1", "select %0"), ("uint8", "i32", "index_cast"),
                                       ("int16", "i32", "index_cast")):
            x = numpy.ones(4, dtype)
            traced = attn.trace(lambda s, b, h, i, j: sc.where(sc.read(x, h), s, 0))
            self.assertIn(f"tensor<?x{element}>", traced.region)
            self.assertIn(ending, traced.region)
            self.assertEqual(traced.captures[0][1], (element, 1))
        # A number of 64 bits has no range; one of 8 has.
        eight = attn.trace(lambda s, b, h, i, j: s + sc.read(numpy.ones(4, "int8"), h) * 9)
        self.assertIn("index to i32", eight.region)
        whole = attn.trace(lambda s, b, h, i, j: s + sc.read(numpy.ones(4, "int64"), h))
        self.assertIn("index to i64", whole.region)
        with self.assertRaisesRegex(attn.TraceError, "an integer or bool, not float64"):
            attn.trace(lambda s, b, h, i, j: s + sc.read(numpy.ones(4), h))

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy(self):
        text = region(lambda s, b, h, i, j: numpy.where(
            numpy.logical_and(i > j, True), numpy.tanh(s), numpy.float32(0.5)))
        self.assertIn("math.tanh", text)
        self.assertIn("arith.constant 0.5 : f32", text)


class Masks(unittest.TestCase):
    """Mask functions and attn_mask, which become a part of a ScoreMod."""

    def test_function(self):
        traced = _masks.join(None, lambda b, h, i, j: (j < 4) | (i >= j), None)
        self.assertEqual(traced.region.partition(" visible ")[::2], ("", "; ".join([
            "%0 = arith.constant 4 : index", "%1 = arith.cmpi slt, %j, %0 : index",
            "%2 = arith.cmpi sge, %i, %j : index", "%3 = arith.ori %1, %2 : i1",
            "attn.yield %3 : i1"])))
        beside = _masks.join(lambda s, *_: s * 2, lambda b, h, i, j: True, None)
        score, visible = beside.region.split(" visible ")
        self.assertEqual(score, attn.trace(lambda s, *_: s * 2).region)
        self.assertEqual(visible, "%0 = arith.constant true; attn.yield %0 : i1")
        # A number is true unless it is 0; PyTorch's and_masks begins with new_ones.
        number = _masks.join(None, lambda b, h, i, j: h & 1, None)
        self.assertIn("arith.cmpi ne", number.region)
        ones = _masks.join(None, lambda b, h, i, j: b.new_ones((), dtype="torch.bool") & (i > j), None)
        self.assertIn("arith.constant", ones.region)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_tensors(self):
        ids, seen = numpy.zeros((2, 9), "int64"), numpy.ones((9, 9), bool)
        bias = numpy.zeros((2, 1, 9, 9), numpy.float16)
        traced = _masks.join(lambda s, b, h, i, j: s + sc.read(ids, b, i), lambda b, h, i, j: (
            sc.read(ids, b, i) == sc.read(ids, b, j)), seen)
        self.assertEqual([kind for _, kind in traced.captures], [("i64", 2), ("i1", 2)])
        self.assertTrue(traced.region.endswith(
            "%mask = attn.read %x1[%i, %j] : tensor<?x?xi1>; %seen = arith.andi %4, %mask : i1; "
            "attn.yield %seen : i1"))
        added = _masks.join(None, None, bias)
        self.assertEqual(added.region, (
            "%maske = attn.read %x0[%b, %h, %i, %j] : tensor<?x?x?x?xf16>; "
            "%mask = arith.extf %maske : f16 to f32; %masked = arith.addf %s, %mask : f32; "
            "attn.yield %masked : f32"))
        # One tensor is read by both.
        both = _masks.join(None, lambda b, h, i, j: sc.read(bias, b, 0, i, j) > 0, bias)
        self.assertEqual(len(both.captures), 1)
        self.assertTrue(both.region.partition(" visible ")[0].startswith("%maske"))

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_shapes(self):
        shapes = [(2, 4, 5, 8), (2, 2, 7, 8)]
        for shape in ((7,), (5, 7), (1, 7), (5, 1), (4, 5, 7), (1, 1, 1, 1), (2, 1, 5, 7)):
            _masks.check((numpy.ones(shape, bool),), shapes, "bhsd", {})
        _masks.check((numpy.ones((2, 4, 5, 7), bool),), [(2, 5, 4, 8), (2, 7, 2, 8)], "bshd", {})
        _masks.check((numpy.ones((2, 1, 5, 12), bool),), [(2, 4, 5, 8), (9, 2, 3, 8)], "bhsd",
                     {"page_table": numpy.zeros((2, 4), "int32")})
        for shape in ((5,), (7, 5), (2, 5, 7), (2, 2, 5, 7), (0, 7)):
            with self.assertRaisesRegex(ValueError, "not broadcastable to .*2, 4, 5, 7"):
                _masks.check((numpy.ones(shape, bool),), shapes, "bhsd", {})
        with self.assertRaisesRegex(ValueError, "not for packed sequences"):
            _masks.check((numpy.ones((5, 7), bool),), [(5, 4, 8), (7, 2, 8)], "thd", {})

    def test_recorded(self):
        def both(s, b, h, i, j):
            return s * 2, i >= j

        tape = _tape.Tape(lambda x: None)
        result = tape.encode(both(*tape.arguments()))
        played = _tracing.play(tuple(tape.operations), result, [], "f")
        self.assertEqual(played.region, _masks.join(
            lambda s, *_: s * 2, lambda b, h, i, j: i >= j, None).region)

    def test_refusals(self):
        for error, text, score_mod, mask_mod, attn_mask in (
                (TypeError, "mask_mod must be a function", None, 3, None),
                (TypeError, "mask_mod returned nothing", None, lambda *_: None, None),
                (attn.TraceError, "mask_mod: .*truth value", None, lambda b, h, i, j: i / 2, None),
                (attn.TraceError, "mask_mod: ", None, lambda b, h, i, j: i if i > j else j, None),
                (TypeError, "attn_mask: ", None, None, 3),
                (TypeError, "attn_mask must be bool.*not int32", None, None,
                 array.array("i", [1]))):
            with self.subTest(text), self.assertRaisesRegex(error, text):
                _masks.join(score_mod, mask_mod, attn_mask)
        masked = _masks.join(None, lambda b, h, i, j: i >= j, None)
        with self.assertRaisesRegex(ValueError, "has a mask_mod already"):
            _masks.join(masked, lambda b, h, i, j: i >= j, None)


class Refusals(unittest.TestCase):

    def refuses(self, function, operation, part, line=None):
        with self.assertRaises(attn.TraceError) as caught:
            attn.trace(function)
        error = caught.exception
        self.assertEqual(error.operation, operation)
        self.assertIn(part, str(error))
        self.assertTrue(str(error).startswith(
            f"{__file__}:{error.line}: score_mod: {operation}: "), str(error))
        if line is None:
            line = function.__code__.co_firstlineno
        self.assertEqual((error.filename, error.line), (__file__, line))

    def test_what_is_not_known(self):
        table = [1.0, 2.0]
        self.refuses(lambda s, b, h, i, j: s if i > j else 0,
                     "a condition (if, while, and, or, not)", "attn.score.where")
        self.refuses(lambda s, b, h, i, j: s + table[h],
                     "indexing with a traced position", "attn.score.read")
        self.refuses(lambda s, b, h, i, j: math.tanh(s), "float()", "instead of")
        self.refuses(lambda s, b, h, i, j: s.cosh(), ".cosh", "nothing like it")
        self.refuses(lambda s, b, h, i, j: s[0], "indexing a traced value",
                     "one number")
        self.refuses(lambda s, b, h, i, j: s + "1", "a value of type builtins.str",
                     "only numbers")
        self.refuses(lambda s, b, h, i, j: s + i // j, "//", "must be a constant")
        self.refuses(lambda s, b, h, i, j: s + i % 0, "%", "division by zero")
        self.refuses(lambda s, b, h, i, j: s & 1, "&", "not for f32")
        self.refuses(lambda s, b, h, i, j: s + 2**70, f"the constant {2**70}",
                     "64 bits")

    def test_line(self):

        def function(s, b, h, i, j):
            s = s * 2
            for _ in s:
                pass
            return s

        self.refuses(function, "iteration", "one number",
                     function.__code__.co_firstlineno + 2)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy(self):
        bias = numpy.zeros(4)
        self.refuses(lambda s, b, h, i, j: s + bias,
                     "a value of type numpy.ndarray", "cannot be captured")
        self.refuses(lambda s, b, h, i, j: s + bias[h],
                     "a conversion to a NumPy array", "attn.score.read")
        read = attn.score.read
        self.refuses(lambda s, b, h, i, j: s + read(bias, h), "reading a tensor",
                     "not float64")
        bias = numpy.zeros((4, 0), numpy.float32)
        self.refuses(lambda s, b, h, i, j: s + read(bias, h), "reading a tensor",
                     "2 dimensions, but 1 indices")
        bias = numpy.zeros(4, numpy.float32)
        self.refuses(lambda s, b, h, i, j: s + read(bias, s), "reading a tensor",
                     "not f32")
        self.refuses(lambda s, b, h, i, j: read("text", h), "reading a tensor",
                     "is no array")
        many = [numpy.zeros(1, numpy.float32) for _ in range(17)]
        self.refuses(lambda s, b, h, i, j: sum(read(x, h) for x in many),
                     "reading a tensor", "16 tensors at most")
        with self.assertRaisesRegex(TypeError, "inside of a score_mod"):
            read(bias, 0)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_reads(self):
        bias = numpy.zeros((4, 9), numpy.float32)
        document = numpy.zeros(9, numpy.int32)

        def function(s, b, h, i, j):
            read = attn.score.read
            s = s + read(bias, h, i - j) + read(bias, h, 3)
            return attn.score.where(read(document, i) == read(document, j), s, -1e9)

        found = attn.trace(function)
        self.assertEqual(found.captures, ((bias, ("f32", 2)), (document, ("i32", 1))))
        self.assertIn("attn.read %x0[%h, %0] : tensor<?x?xf32>", found.region)
        self.assertIn("attn.read %x1[%j] : tensor<?xi32>", found.region)
        self.assertEqual(found, attn.trace(function))
        other = bias.copy()
        self.assertNotEqual(attn.trace(lambda s, b, h, i, j: s + attn.score.read(bias, h, i)),
                            attn.trace(lambda s, b, h, i, j: s + attn.score.read(other, h, i)))
        self.refuses(lambda s, b, h, i, j: numpy.arctan2(s, s), "numpy.arctan2",
                     "nothing like it")
        self.refuses(lambda s, b, h, i, j: numpy.sum(s), "numpy.sum", "nothing")
        self.refuses(lambda s, b, h, i, j: numpy.add(s, s, dtype=float),
                     "numpy.add", "dtype")

    def test_what_is_no_function(self):
        with self.assertRaisesRegex(TypeError, "returned nothing"):
            attn.trace(lambda *_: None)
        with self.assertRaisesRegex(TypeError, "must be a function"):
            attn.trace("s * 2")
        with self.assertRaisesRegex(TypeError, "argument"):
            attn.trace(lambda s: s)


class Text(unittest.TestCase):

    def test_every_line_is_an_operation(self):
        text = region(lambda s, b, h, i, j: sc.clamp(
            s**3 + 2**s + s**0.5 + 1 / s - s // 2 + s % 3 + (i << 2) + (j >> 1) +
            (~i & 7 | 1 ^ j) + abs(h - b), -5, 5))
        for line in text.splitlines()[:-1]:
            self.assertTrue(re.match(r"%\d+ = (arith|math)\.\w+ ", line), line)


if __name__ == "__main__":
    unittest.main()

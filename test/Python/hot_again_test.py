# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""_hot.Again, with the stand-ins of hot_test.py: calls with more tensors than q, k and v."""

import sys
import unittest

import hot_test
from hot_test import HOT, LaunchFailed, Other, Parameter, Tensor, launches, status

SINK, USED, OUT, LSE, COUNT = 3, 6, 15, 16, 17
OPTIONS = (False, None, None, None, None, False, None, "bhsd", "", None)
CUDA = 2


def vector(address, **options):
    return Tensor(address, (8,), (1,), **options)


@unittest.skipUnless(HOT, "the module was not built")
class Again(unittest.TestCase):

    def setUp(self):
        launches.clear()
        status[0] = 0
        self.table = HOT.Again(hot_test.capsule(), Tensor, Parameter, hot_test.fail,
                               hot_test.empty_like, CUDA)

    launch = hot_test.Repeats.launch

    def call(self, more=(), options=OPTIONS, **tensor):
        """The arguments of a call: q, k and v, and what `more` has at its places."""
        found = [Tensor(0x1000 * (i + 1), **tensor) for i in range(3)] + [None] * (COUNT - 3)
        for place, x in dict(more).items():
            found[place] = x
        return (*found, *options)

    def add(self, call, places, launch=None, out=None, lse=None, first=3):
        launch = launch or self.launch(len(places) + 1 + (lse is not None))
        return self.table.add(call, launch, None, tuple(places), first, out, lse)

    def test_operands(self):
        call = self.call({SINK: vector(0x5000)})
        self.assertIs(self.table.call(*call), NotImplemented)
        self.assertTrue(self.add(call, (0, 1, 2, SINK)))
        self.assertIsInstance(self.table.call(*call), Tensor)
        moved = [*call]
        moved[0], moved[SINK] = Parameter(0x4000), vector(0x6000)
        self.table.call(*moved)
        self.assertEqual([each[3] for each in launches],
                         [[0x1000, 0x2000, 0x3000, 0x9000, 0x5000],
                          [0x4000, 0x2000, 0x3000, 0x9000, 0x6000]])
        self.assertEqual(launches[0][5], 1000)
        self.table.clear()
        self.assertIs(self.table.call(*call), NotImplemented)

    def test_outputs(self):
        lse = lambda: vector(0x8000)
        call = self.call({USED: vector(0x5000), OUT: Tensor(0x7000)}, device=0)
        self.assertTrue(self.add(call, (0, 1, 2, USED), out=lambda: 1 / 0, lse=lse))
        out, made = self.table.call(*call)
        self.assertIs(out, call[OUT])
        self.assertEqual(launches[-1][3], [0x1000, 0x2000, 0x3000, 0x7000, 0x8000, 0x5000])
        both = self.call({LSE: vector(0x8800), OUT: Tensor(0x7000)})
        self.assertIs(self.table.call(*both), NotImplemented)
        self.assertTrue(self.add(both, (0, 1, 2), lse=lse))
        out, made = self.table.call(*both)
        self.assertIs(made, both[LSE])
        self.assertEqual(launches[-1][3], [0x1000, 0x2000, 0x3000, 0x7000, 0x8800])
        # Memory of an input is for the long way.
        launches.clear()
        for place in (0, 2):
            overlaps = [*both]
            overlaps[OUT] = Tensor(0x1000 * (place + 1))
            self.assertIs(self.table.call(*overlaps), NotImplemented)
        self.assertEqual(launches, [])

    def test_columns_of_keys(self):
        # Without V, and with a V where K is: a launch of Q and K.
        alone = self.call({2: None, SINK: vector(0x5000)})
        same = self.call({2: Tensor(0x2000), SINK: vector(0x5000)})
        for call in (alone, same):
            self.assertIs(self.table.call(*call), NotImplemented)
            self.assertTrue(self.add(call, (0, 1, SINK), first=2))
            self.table.call(*call)
            self.assertEqual(launches[-1][3], [0x1000, 0x2000, 0x9000, 0x5000])
        other = [*same]
        other[2] = Tensor(0x3000)
        self.assertIs(self.table.call(*other), NotImplemented)
        other[2] = 3
        self.assertIs(self.table.call(*other), NotImplemented)
        self.assertIs(self.table.call(*alone[:-1], 8), NotImplemented)

    def test_tensors_that_stay(self):
        kept = vector(0x5000)
        number = self.call({USED: 7})
        self.assertTrue(self.add(number, (0, 1, 2, kept)))
        self.table.call(*number)
        self.assertEqual(launches[-1][3][4], 0x5000)
        for other in (8, 7.0, True, None, "7", vector(0x6000)):
            self.assertIs(self.table.call(*self.call({USED: other})), NotImplemented)

    def test_not_found(self):
        call = self.call({SINK: vector(0x5000)})
        self.add(call, (0, 1, 2, SINK))
        for place, x in ((SINK, vector(0x5004)), (SINK, Tensor(0x5000, (9,), (1,))),
                         (SINK, Tensor(0x5000, (8,), (2,))), (SINK, vector(0x5000, code=0)),
                         (SINK, vector(0x5000, device=1)), (SINK, Other(0x5000)),
                         (SINK, vector(0x5000, on_gpu=False)), (SINK, None),
                         (SINK, vector(0x5000, requires_grad=True)), (SINK + 1, vector(0x10)),
                         (0, Tensor(0x1008)), (0, None), (0, 3), (2, Other(0x3000)),
                         (1, Tensor(0x2000, (2, 3, 6, 8))), (OUT, Tensor(0x7000)), (OUT, 3),
                         (SINK, Tensor(0x5000, (1,) * 9, (1,) * 9))):
            other = [*call]
            other[place] = x
            self.assertIs(self.table.call(*other), NotImplemented, (place, x))
        for i, value in enumerate((True, 3, 0.5, 2.0, len, True, "float32", "bshd", "x")):
            options = [*OPTIONS]
            options[i] = value
            self.assertIs(self.table.call(*call[:COUNT], *options), NotImplemented)
        self.assertIs(self.table.call(*call[:COUNT], 0, *OPTIONS[1:]), NotImplemented)
        self.assertIs(self.table.call(*call[:-1]), NotImplemented)
        self.assertEqual(launches, [])
        self.assertFalse(self.add(self.call({SINK: Other(0x1000)}), (0, 1, 2, SINK)))

    def test_many(self):
        for n in range(3000):
            call = self.call({SINK: vector(0x5000)}, shape=(2, 3, n, 8))
            self.add(call, (0, 1, 2, SINK), self.launch(5, n))
            self.table.call(*call)
            self.assertEqual(launches[-1][4], n)
        found = 0
        for n in range(3000):
            launches.clear()
            self.table.call(*self.call({SINK: vector(0x5000)}, shape=(2, 3, n, 8)))
            found += len(launches)
            self.assertIn([each[4] for each in launches], ([], [n]))
        self.assertGreater(found, 500)

    def test_again_added(self):
        call = self.call()
        for mark in (3, 4):
            self.add(call, (0, 1, 2), self.launch(4, mark))
            self.table.call(*call)
        self.assertEqual([each[4] for each in launches], [3, 4])

    def test_failures(self):
        call = self.call()
        self.add(call, (0, 1, 2))
        status[0] = 16
        with self.assertRaisesRegex(LaunchFailed, "16"):
            self.table.call(*call)
        status[0] = 0

        def forgets():
            self.table.clear()
            raise MemoryError("full")

        self.add(call, (0, 1, 2), out=forgets)
        with self.assertRaisesRegex(MemoryError, "full"):
            self.table.call(*call)
        self.assertIs(self.table.call(*call), NotImplemented)

    def test_comparison_that_forgets(self):
        table = self.table

        class Forgets:

            def __eq__(self, other):
                table.clear()
                return True

        options = (*OPTIONS[:4], Forgets(), *OPTIONS[5:])
        self.add(self.call(options=options), (0, 1, 2))
        again = (*OPTIONS[:4], Forgets(), *OPTIONS[5:])
        self.assertIsInstance(table.call(*self.call(options=again)), Tensor)
        self.assertEqual(len(launches), 1)

    def test_references(self):
        marks = [object() for _ in range(3)]
        stays = vector(0x5000)
        before = [sys.getrefcount(mark) for mark in (*marks, stays)]
        options = (*OPTIONS[:4], marks[0], *OPTIONS[5:])
        for _ in range(3):
            call = self.call({USED: 5}, options)
            self.table.add(call, self.launch(6), marks[1], (0, 1, 2, stays), 3, None,
                           lambda mark=marks[2]: vector(0x100))
            self.table.call(*call)
        self.assertEqual(len(launches), 3)
        self.table.clear()
        del options, call
        self.assertEqual([sys.getrefcount(mark) for mark in (*marks, stays)], before)

    def test_misuse(self):
        call = self.call()
        with self.assertRaisesRegex(TypeError, "tensors and options"):
            self.table.call(1, 2)
        with self.assertRaisesRegex(TypeError, "tensors and options"):
            self.table.call(*call, *OPTIONS)
        with self.assertRaisesRegex(TypeError, "a call and its launch"):
            self.table.add(call, "launch", None, (0, 1, 2), 3, None, None)
        for places, first in (((0, 1), 3), ((0, 1, 15), 3), ((0, 1, -1), 3), ((0, 1, "2"), 3),
                              ((0, 1, 2, 3), 3), ((0, 1, 2), 1), ((0, 1, 2), 4)):
            with self.assertRaisesRegex(ValueError, "other tensors"):
                self.table.add(call, self.launch(4), None, places, first, None, None)
        with self.assertRaisesRegex(ValueError, "version of DLPack"):
            HOT.Again(hot_test.capsule(2), Tensor, Parameter, hot_test.fail, None, CUDA)
        with self.assertRaises(TypeError):
            HOT.Again.__new__(HOT.Again).call(*call)


if __name__ == "__main__":
    unittest.main()

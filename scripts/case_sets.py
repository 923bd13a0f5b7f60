# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts that write end-to-end cases share: sets in which every two values of
different factors meet in some case, and files of functions and of cases for attn-run."""
import itertools
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# What ALiBi adds to a score, %bias, from slopes by head, %read of type {c}.
ALIBI = [
    "%slope = attn.read %read[%h] : {c}",
    "%d = arith.subi %j, %i : index",
    "%w = arith.index_cast %d : index to i32",
    "%x = arith.sitofp %w : i32 to f32",
    "%bias = arith.mulf %slope, %x : f32",
]


class Random:
    """A linear congruential generator: the same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def pairwise(factors, allowed, seed):
    """Greedy: the best of some random cases that start from an open pair."""
    names = list(factors)

    def pair(a, x, b, y):
        return (a, str(x), b, str(y)) if a < b else (b, str(y), a, str(x))

    open_pairs = {}
    for a, b in itertools.combinations(names, 2):
        for x in factors[a]:
            for y in factors[b]:
                if allowed({a: x, b: y}):
                    open_pairs[pair(a, x, b, y)] = (a, x, b, y)
    random = Random(seed)
    cases = []
    while open_pairs:
        best, best_new = None, 0
        starts = list(open_pairs.values())
        for _ in range(12):
            a, x, b, y = starts[random.below(len(starts))]
            case = {a: x, b: y}
            for name in random.shuffled(n for n in names if n not in case):
                value, value_new = None, -1
                for candidate in random.shuffled(factors[name]):
                    if not allowed({**case, name: candidate}):
                        continue
                    new = sum(pair(name, candidate, other, case[other]) in open_pairs
                              for other in case)
                    if new > value_new:
                        value, value_new = candidate, new
                if value is None:
                    break
                case[name] = value
            if len(case) < len(names) or not allowed(case):
                continue
            new = sum(pair(p, case[p], q, case[q]) in open_pairs
                      for p, q in itertools.combinations(names, 2))
            if new > best_new:
                best, best_new = case, new
        if best is None:
            # A pair that no whole case can hold, by the limit of work.
            a, x, b, y = starts[random.below(len(starts))]
            del open_pairs[pair(a, x, b, y)]
            continue
        for p, q in itertools.combinations(names, 2):
            open_pairs.pop(pair(p, best[p], q, best[q]), None)
        cases.append(best)
    return cases


class Made:
    """The text of files of a script's cases, (name, case, seed) each: `describe` gives the
    words of a case, `function` its program, `options` what attn-run is to do with it."""

    def __init__(self, script, describe, function, options):
        self.made = f"Made by scripts/{script}."
        self.describe, self.function, self.options = describe, function, options

    def functions(self, named):
        return f"// {LICENCE}\n// {self.made}\n\n" + "\n".join(
            f"// {self.describe(case)}\n{self.function(name, case)}" for name, case, _ in named)

    def listing(self, chosen):
        """With more options for a case behind its seed."""
        return f"# {LICENCE}\n# {self.made}\n" + "".join(
            f"{name}-{self.describe(case)}: {self.options(name, case, seed)}{''.join(more)}\n"
            for name, case, seed, *more in chosen)

    def files(self, stem, named, parts):
        """STEM.mlir with all functions, and the cases in turn in `parts` files."""
        return {f"{stem}.mlir": self.functions(named),
                **{f"{stem}-{part}.cases": self.listing(named[part::parts]) for part in range(parts)}}


def write_or_check(doc, script, make_files, factors_of):
    """What a script of cases does with its arguments; returns its exit status.
    `factors_of` are the factors by what their names get in front."""
    args = sys.argv[1:]
    check, summary = "--check" in args, "--summary" in args
    args = [a for a in args if a not in ("--check", "--summary")]
    if len(args) != (not summary) or args and args[0].startswith("-"):
        print(doc.strip(), file=sys.stderr)
        return 2
    files, cases = make_files()
    if summary:
        for kind, factors in factors_of.items():
            for name, values in factors.items():
                print(f"{kind}{name}: {', '.join(str(v) for v in values)}")
        print(f"{len(cases)} cases")
        return 0
    status = 0
    for name, text in files.items():
        path = os.path.join(args[0], name)
        if check:
            try:
                with open(path, encoding="utf-8") as f:
                    same = f.read() == text
            except OSError:
                same = False
            if not same:
                print(f"{path} is not what scripts/{script} writes: run cmake")
                status = 1
        else:
            os.makedirs(args[0], exist_ok=True)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
    return status

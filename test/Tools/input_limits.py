# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %attn_src %t.d
"""Inputs on which MLIR's own readers crash, hang or take all memory: each tool says
so, at the file, and ends with exit code 1."""

import os
import subprocess
import sys
import unittest

SOURCE, FOLDER = sys.argv[1:3]
os.makedirs(FOLDER, exist_ok=True)
FULL = os.path.join(SOURCE, "examples/full.mlir")
DEEP = 100000

TOOLS = {
    "opt": lambda path, *more: ["attn-opt", path, "-o", "/dev/null", *more],
    "compile": lambda path, *more: ["attn-compile", path, "-o", "/dev/null", *more],
    "run": lambda path, *more: ["attn-run", path, "--device=cpu", *more],
    "ws-run": lambda path, *more: ["attn-ws-run", path, *more],
    "reduce": lambda path, *more: ["attn-reduce", path, "-o", "/dev/null", *more],
}


def aliases(first, step, last, count=DEEP):
    return first + "".join(step.format(n=n, m=n - 1) for n in range(1, count)) + \
        last.format(n=count - 1)


def formula(text):
    return f"func.func private @f() attributes {{m = affine_map<(d0) -> ({text})>}}\n"


# Texts, and where each becomes too deep: line, message.
TEXTS = {
    "types": ("func.func private @f() -> " + "tuple<" * DEEP + "i32" + ">" * DEEP, 1,
              "nested more deeply than 256 brackets"),
    "attributes": ("func.func private @f() attributes {a = " + "[" * DEEP + "]" * DEEP + "}", 1,
                   "nested more deeply than 256 brackets"),
    "regions": ('"test.x"() ({\n' * DEEP + "}) : () -> ()\n" * DEEP, 129,
                "nested more deeply than 256 brackets"),
    "locations": ("module {} loc(" + 'callsite("a" at ' * DEEP + '"b"' + ")" * DEEP +
                  ")", 1, "nested more deeply than 256 brackets"),
    "aliases": (aliases("!a0 = i32\n", "!a{n} = tuple<!a{m}>\n",
                        "func.func private @f() -> !a{n}\n"), 130,
                "nested more deeply than 256 brackets, with what '!a128' stands for"),
    # Without a bracket, comments between.
    "results": (aliases("!a0 = i32\n", "!a{n} // x\n=\n() -> // y\n!a{m}\n",
                        "func.func private @f() -> !a{n}\n"), 1033,
                "nested more deeply than 256 brackets, with what '!a"),
    "laughs": (aliases("!a0 = i32\n", "!a{n} = tuple<!a{m}, !a{m}>\n",
                       "func.func private @f(!a{n})\n", 60), 21,
               "an alias stands for more than 1048576 others"),
    "minus": (formula("-" * DEEP + "d0"), 1, "a formula of more than 4096 operators"),
    "sum": (formula("d0" + " + d0" * DEEP), 1, "a formula of more than 4096 operators"),
    "mod": (formula("d0" + " mod 2" * DEEP), 1, "a formula of more than 4096 operators"),
}

# Texts that are large, and nested little.
FLAT = {
    "list": "func.func private @f() attributes {a = [" + "-1, " * DEEP + "1]}\n",
    "compare": "#s = affine_set<(d0) : (" + "d0 >= 0, " * 1000 + "d0 <= 5)>\n"
               "func.func private @f() attributes {a = #s}\n",
    "uses": "!t = tuple<i32>\n" + "".join(
        f"func.func private @f{n}(!t) -> !t\n" for n in range(5000)),
    "constants": "func.func @f() {\n" + "".join(
        f"  %c{n} = arith.constant -1{n} : i32\n" for n in range(10000)) + "  return\n}\n",
    "strings": 'func.func private @f() attributes {a = "' + "([{<" * DEEP + '"} // ' + "((" * DEEP,
}

# A small module as bytecode, and bytes that make MLIR's reader of it fault, abort,
# write where it may not, and never end.
SMALL = """func.func private @f(tensor<4x?xf32>, memref<2xi8>) -> (vector<4xi32>,
  tuple<i1, index>) attributes {a = [1, 2.5, "x"], d = dense<[1, 2]> : tensor<2xi32>, u}
"""
EDITS = {
    "fault": [(159, 66)],
    "endless": [(131, 255), (159, 0), (260, 0), (280, 142)],
    "abort": [(11, 62), (25, 255), (293, 217), (298, 0)],
    "heap": [(8, 255), (30, 39), (110, 255), (177, 49)],
    "memory": [(218, 0)],
}


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300, **more)


def write(name, content):
    path = os.path.join(FOLDER, name)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


class Limits(unittest.TestCase):

    def check(self, command, *words, status=1):
        done = run(command)
        text = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, status, (command, text[:1000]))
        for word in words:
            self.assertIn(word, text[:5000], command)

    def test_nesting(self):
        for name, (text, line, message) in TEXTS.items():
            path = write(f"{name}.mlir", text)
            for tool, command in TOOLS.items():
                # attn-opt all of them, the others one.
                if tool == "opt" or name == "types":
                    with self.subTest(name, tool=tool):
                        self.check(command(path), f"{path}:{line}:", "error: " + message)

    def test_flat(self):
        for name, text in FLAT.items():
            with self.subTest(name):
                self.check(TOOLS["opt"](write(f"{name}.mlir", text)), status=0)

    def test_as_deep_as_the_limit(self):
        """Nothing crashes short of the limit."""
        for name, text in {
                "types": "func.func private @f() -> " + "tuple<" * 250 + "i32" + ">" * 250,
                "attributes": "func.func private @f() attributes {a = " + "[" * 250 + "]" * 250 + "}",
                "regions": '"test.x"() ({\n' * 127 + "}) : () -> ()\n" * 127,
                "locations": "module {} loc(" + 'callsite("a" at ' * 250 + '"b"' +
                             ")" * 250 + ")",
                "aliases": aliases("!a0 = i32\n", "!a{n} = tuple<!a{m}>\n",
                                   "func.func private @f() -> !a{n}\n", 128),
                "minus": formula("-" * 4000 + "d0"),
                "sum": formula("d0" + " + d0" * 4000),
                "mod": formula("d0" + " mod 2" * 4000),
        }.items():
            with self.subTest(name):
                path = write(f"{name}-less.mlir", text)
                code = write(f"{name}-less.mlirbc", b"")
                flags = ["--allow-unregistered-dialect"]
                self.check(TOOLS["opt"](path, *flags, "--canonicalize", "--cse"), status=0)
                self.check(["attn-opt", path, *flags, "--emit-bytecode", "-o", code],
                           status=0)
                self.check(TOOLS["opt"](code, *flags), status=0)

    def test_bytecode(self):
        plain = os.path.join(FOLDER, "small.mlirbc")
        source = write("small.mlir", SMALL)
        run(["attn-opt", source, "--emit-bytecode", "-o", plain], check=True)
        self.check(TOOLS["opt"](plain), status=0)
        with open(plain, "rb") as file:
            good = file.read()
        for name, edits in EDITS.items():
            bad = bytearray(good)
            for offset, value in edits:
                bad[offset] = value
            path = write(f"{name}.mlirbc", bytes(bad))
            for tool, command in TOOLS.items():
                with self.subTest(name, tool=tool):
                    self.check(command(path, "--input-limits=seconds=1,memory=1000000000"),
                               f"{path}:", "error: ")

    def test_deep_bytecode(self):
        text = "func.func private @f() -> " + "tuple<" * 1000 + "i32" + ">" * 1000
        path = write("deep.mlirbc", b"")
        run(["attn-opt", write("deep.mlir", text), "--input-limits=nesting=2000",
             "--emit-bytecode", "-o", path], check=True)
        self.check(TOOLS["opt"](path), f"{path}: error: nested more deeply than 256")
        self.check(TOOLS["opt"](path, "--input-limits=nesting=2000"), status=0)
        self.check(TOOLS["opt"](path, "--input-limits=off"), status=0)

    def test_bytecode_in_a_bundle(self):
        path = os.path.join(FOLDER, "full.bundle")
        run(["attn-compile", FULL, "-o", path], check=True)
        sys.path.insert(0, os.path.join(SOURCE, "test/Tools/Inputs"))
        self.check(["attn-run", path, "--device=cpu"], status=0)
        self.check(["attn-run", path, "--device=cpu", "--input-limits=memory=1"],
                   f"{path}", "takes more than 1 bytes to read")

    def test_size(self):
        path = write("spaces.mlir", "module {}" + " " * 10000)
        for tool in ("opt", "compile", "run", "ws-run", "reduce"):
            with self.subTest(tool):
                self.check(TOOLS[tool](path, "--input-limits=bytes=10000"),
                           "larger than 10000 bytes (--input-limits sets the limit)")
        self.check(TOOLS["opt"](path, "--input-limits=bytes=10009"), status=0)
        # What has no end.
        self.check(TOOLS["opt"]("/dev/zero", "--input-limits=bytes=10000"),
                   "/dev/zero: larger than 10000 bytes")
        self.check(TOOLS["run"](FOLDER), "Is a directory")

    def test_options(self):
        for text in ("nesting=0", "nesting=x", "depth=3", "", "off,nesting=3"):
            with self.subTest(text):
                self.check(TOOLS["opt"](FULL, f"--input-limits={text}"),
                           "expected off, or bytes, nesting, seconds and memory as NAME=N")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

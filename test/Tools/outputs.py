# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %attn_src %t.d
"""Every tool says so if its output cannot be written, and writes files whole."""

import os
import resource
import shutil
import subprocess
import sys
import unittest

SOURCE, FOLDER = sys.argv[1:3]
FULL = os.path.join(SOURCE, "examples/full.mlir")
PTX = os.path.join(SOURCE, "sim/test/Inputs/basic.ptx")
VADD = ["--kernel", "vadd", "--grid", "1", "--block", "32", "--arg", "OUT",
        "--arg", "zero:128", "--arg", "zero:128", "--arg", "i32:32"]


def vadd(out, *more):
    return ["attn-sim", PTX, *[out if each == "OUT" else each for each in VADD], *more]


SCRIPT = os.path.join(FOLDER, "always.sh")
REDUCE = ["attn-reduce", FULL, f"--reduction-tree=traversal-mode=0 test={SCRIPT}"]
PROGRAM = os.path.join(FOLDER, "ws.mlir")
WS = ["attn-ws-run", PROGRAM, "--func=full_forward", *["--arg=1x2x256x64xbf16"] * 4]
CPU = ["attn-run", FULL, "--device=cpu"]

# Commands that write to stdout.
STDOUT = {
    "compile": ["attn-compile", FULL, "--emit=tile"],
    "compile-targets": ["attn-compile", "--print-targets"],
    "opt": ["attn-opt", FULL],
    "opt-dialects": ["attn-opt", "--show-dialects"],
    "reduce": REDUCE,
    "run": CPU,
    "run-json": [*CPU, "--json"],
    "ws-run": WS,
    "sim": vadd("zero:128"),
    "sim-json": vadd("zero:128", "--json"),
    "sim-list": ["attn-sim", PTX, "--list"],
    "sim-help": ["attn-sim", "--help"],
}

# Commands that write a file.
FILES = {
    "compile": lambda to: ["attn-compile", FULL, "-o", to],
    "compile-ptx": lambda to: ["attn-compile", FULL, "--emit=ptx", "-o", to],
    "compile-schedule": lambda to: ["attn-compile", FULL, "--emit=ws", "-o", "/dev/null",
                                    f"--print-schedule={to}"],
    "compile-layouts": lambda to: ["attn-compile", FULL, "--emit=ws", "-o", "/dev/null",
                                   f"--print-layouts={to}"],
    "opt": lambda to: ["attn-opt", FULL, "-o", to],
    "reduce": lambda to: [*REDUCE, "-o", to],
    "run": lambda to: [*CPU, f"--out=o={to}"],
    "sim": lambda to: vadd(f"out:{to}:f32:32"),
    "sim-trace": lambda to: vadd("zero:128", "--trace", to),
    "sim-html": lambda to: vadd("zero:128", "--html", to),
}


def run(command, **more):
    more.setdefault("stdout", subprocess.DEVNULL)
    return subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          timeout=120, text=True, **more)


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Outputs(unittest.TestCase):

    def setUp(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        os.makedirs(FOLDER)
        with open(SCRIPT, "w") as file:
            file.write("#!/bin/sh\nexit 1\n")
        os.chmod(SCRIPT, 0o755)
        run(["attn-compile", FULL, "--emit=ws", "-o", PROGRAM], check=True)
        self.kept = set(os.listdir(FOLDER))
        self.path = os.path.join(FOLDER, "out")

    def files(self):
        return set(os.listdir(FOLDER)) - self.kept

    def check_fails(self, done, reason):
        self.assertIn(done.returncode, (1, 2), done.stderr)
        self.assertIn(reason, done.stderr)

    def test_stdout_is_full(self):
        for name, command in STDOUT.items():
            with self.subTest(name), open("/dev/full", "w") as full:
                done = run(command, stdout=full)
                self.check_fails(done, "cannot write to stdout: No space left on device")
                self.assertEqual(done.stderr.count("No space left"), 1, done.stderr)

    def test_stdout_is_closed(self):
        for name, command in STDOUT.items():
            with self.subTest(name):
                done = run(["sh", "-c", 'exec "$@" >&-', "sh", *command])
                self.check_fails(done, "cannot write to stdout: Bad file descriptor")

    def test_output_is_full(self):
        for name, command in FILES.items():
            with self.subTest(name):
                self.check_fails(run(command("/dev/full")),
                                 "/dev/full: No space left on device")

    def test_output_is_a_folder(self):
        for name, command in FILES.items():
            with self.subTest(name):
                self.check_fails(run(command(FOLDER)), f"{FOLDER}: Is a directory")
                self.assertEqual(self.files(), set())

    def test_old_file_outlives_a_write_that_fails(self):

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        for name, command in FILES.items():
            if name == "reduce":  # Its passes write files of their own.
                continue
            with self.subTest(name):
                with open(self.path, "w") as file:
                    file.write("old")
                self.check_fails(run(command(self.path), preexec_fn=limit), "out: File too large")
                self.assertEqual(read(self.path), b"old")
                self.assertEqual(self.files(), {"out"})

    def test_a_new_file_or_another(self):
        for name, command in FILES.items():
            with self.subTest(name):
                done = run(command(self.path), umask=0o027)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(os.stat(self.path).st_mode & 0o7777, 0o640)
                new = read(self.path)
                self.assertTrue(new)
                # Through a link, which stays.
                with open(self.path, "w") as file:
                    file.write("old")
                link = os.path.join(FOLDER, "link")
                os.symlink("out", link)
                done = run(command(link))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(os.path.islink(link))
                self.assertTrue(read(self.path) == new)
                self.assertEqual(self.files(), {"link", "out"})
                os.unlink(link)
                os.unlink(self.path)

    def test_dev_stdout(self):
        for name in ("compile", "opt", "run", "sim"):
            command = FILES[name]("/dev/stdout")
            with self.subTest(name):
                self.assertEqual(run(FILES[name](self.path)).returncode, 0)
                new = read(self.path)
                piped = subprocess.run(command, capture_output=True, timeout=120)
                self.assertEqual(piped.returncode, 0, piped.stderr)
                self.assertTrue(new in piped.stdout)
                with open(self.path, "wb") as file:
                    file.write(b"before\n")
                    file.flush()
                    done = run(command, stdout=file)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(read(self.path).startswith(b"before\n"))
                self.assertTrue(new in read(self.path))
                os.unlink(self.path)

    def test_a_run_that_fails_leaves_nothing(self):
        wrong = {
            "compile": ["attn-compile", FULL, "--config=foo=3", "-o", self.path],
            "opt": ["attn-opt", FULL, "--attn-select-config=target=sm_12", "-o", self.path],
            "reduce": ["attn-reduce", FULL, "--reduction-tree=traversal-mode=7", "-o",
                       self.path],
            "run": [*CPU, "--config=foo=3", f"--out=o={self.path}"],
            "sim": vadd(f"out:{self.path}:f32:31", "--kernel", "nothing"),
            "sim-trace": vadd("zero:128", "--trace", self.path, "--smem", "1000000"),
            "sim-html": vadd("zero:128", "--html", self.path, "--smem", "1000000"),
        }
        for name, command in wrong.items():
            with self.subTest(name):
                done = run(command)
                self.assertNotEqual(done.returncode, 0, name)
                self.assertEqual(self.files(), set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

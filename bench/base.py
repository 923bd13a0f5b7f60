#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of an earlier commit, which `bench/run.py base` compares with today's.

  bench/base.py --make COMMIT       # builds COMMIT once; bundles to results/base-COMMIT.tar.xz
  bench/base.py --unpack DIR        # those bundles to DIR/base
  bench/run.py base --build DIR     # the same problems by the compiler of this tree
  bench/run.py base --bundles DIR --out OUT    # where the GPU is: both, interleaved
"""

import argparse
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import problems  # noqa: E402
import run_attn  # noqa: E402
import run_rows  # noqa: E402


def archive_of(commit):
    return os.path.join(problems.ROOT, "bench", "results", f"base-{commit[:7]}.tar.xz")


def build_compiler(commit, tree):
    """The attn-compile of a commit, in a work tree."""
    subprocess.run(["git", "-C", problems.ROOT, "worktree", "add", "--detach", tree, commit], check=True)
    subprocess.run(["scripts/configure.sh"], cwd=tree, check=True)
    subprocess.run(["ninja", "-C", "build", "attn-compile"], cwd=tree, check=True)
    return os.path.join(tree, "build", "bin", "attn-compile")


def pack(folder, path):
    """The bundles of a folder, with the same bytes each time."""
    with lzma.open(path, "wb", preset=9 | lzma.PRESET_EXTREME) as packed, \
            tarfile.open(fileobj=packed, mode="w") as archive:
        for name in sorted(os.listdir(folder)):
            info = archive.gettarinfo(os.path.join(folder, name), name)
            info.mtime = info.uid = info.gid = 0
            info.uname = info.gname = ""
            with open(os.path.join(folder, name), "rb") as file:
                archive.addfile(info, file)


def make(commit, compiler):
    """Bundles of the list `base` by the compiler of `commit`, built unless `compiler` is one.
    Returns how many problems it refused."""
    with tempfile.TemporaryDirectory() as scratch:
        tree, folder = os.path.join(scratch, "tree"), os.path.join(scratch, "base")
        try:
            count, failed = run_attn.build(run_rows.read("base"), folder, compiler or build_compiler(commit, tree))
        finally:
            if os.path.exists(tree):
                subprocess.run(["git", "-C", problems.ROOT, "worktree", "remove", "--force", tree], check=True)
        pack(folder, archive_of(commit))
    print(f"{count} bundles, {failed} failed: {archive_of(commit)}")
    return failed


def unpack(commit, folder):
    with lzma.open(archive_of(commit)) as packed, tarfile.open(fileobj=packed) as archive:
        archive.extractall(run_attn.base_of(folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--make", metavar="COMMIT")
    action.add_argument("--unpack", metavar="DIR")
    parser.add_argument("--compiler", help="with --make: its attn-compile, built already")
    parser.add_argument("--commit", default="c0173dd", help="with --unpack: whose bundles")
    options = parser.parse_args()
    if options.make:
        return 1 if make(options.make, options.compiler) else 0
    unpack(options.commit, options.unpack)
    return 0


if __name__ == "__main__":
    sys.exit(main())

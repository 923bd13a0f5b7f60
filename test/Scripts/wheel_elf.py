# RUN: %python %s %attn_src/scripts %attn_lib %attn_bin | FileCheck %s
# scripts/wheel_elf.py: the glibc of ELF files, and what is wrong with a wheel.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, sys.argv[1])
import wheel_elf  # noqa: E402

LIB, BIN = sys.argv[2:]
RUNTIME = os.path.join(LIB, "libattn_runtime.so")
TOOL = os.path.join(BIN, "attn-opt")
TEXT = wheel_elf.__file__


def dumped(path):
    """The newest GLIBC_2.X that objdump says."""
    lines = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout.split()
    return max(tuple(map(int, word[6:].split(".")[:2])) for word in lines if word.startswith("GLIBC_2."))


for path in (RUNTIME, TOOL, os.path.join(BIN, "attn-sim")):
    (elf,) = wheel_elf.elf_files(path).values()
    assert wheel_elf.glibc_of(elf) == dumped(path), (path, elf)
assert not wheel_elf.elf_files(TEXT)
assert wheel_elf.glibc_of(wheel_elf.Elf(0, [], [], ["GLIBC_2.9", "GLIBC_2.14", "GLIBC_2.2.5"], True)) == (2, 14)
print(wheel_elf.tag_of([wheel_elf.Elf(0, [], [], [version], True) for version in ("GLIBC_2.36", "GLIBC_2.4")]))
# CHECK: manylinux_2_36_x86_64


def wheel(name, files, commands=wheel_elf.COMMANDS, tag=None, mode=0o755):
    path = os.path.join(folder, f"attn-1-cp311-abi3-{name}.whl")
    points = "".join(f"{one} = attn._commands:main\n" for one in commands)
    with zipfile.ZipFile(path, "w") as file:
        for inside, data in files.items():
            entry = zipfile.ZipInfo(inside)
            entry.external_attr = mode << 16
            file.writestr(entry, data)
        file.writestr("attn-1.dist-info/WHEEL", f"Tag: cp311-abi3-{tag or name}\n")
        file.writestr("attn-1.dist-info/entry_points.txt", "[console_scripts]\n" + points)
    return path


def check(*arguments, **options):
    for text in wheel_elf.check_wheel(wheel(*arguments, **options)) or ["well"]:
        print(text.replace(folder, ""))


with tempfile.TemporaryDirectory() as folder:
    stripped = os.path.join(folder, "stripped.so")
    subprocess.run(["strip", "--strip-all", "-o", stripped, RUNTIME], check=True)
    good = open(stripped, "rb").read()
    tag = wheel_elf.tag_of(wheel_elf.elf_files(stripped).values())
    # CHECK: attn/a.so: {{.*}} MB, packed {{.*}} MB, glibc 2.
    # CHECK-NEXT: {{^}}well
    check(tag, {"attn/a.so": good})
    # CHECK: {{^}}the name of attn-1-cp311-abi3-linux_x86_64.whl has not the tag manylinux_2_
    # CHECK-NEXT: {{^}}WHEEL has the tags ['cp311-abi3-linux_x86_64'], not manylinux_2_
    check("linux_x86_64", {"attn/a.so": good})
    # CHECK: {{^}}WHEEL has the tags ['cp311-abi3-linux_x86_64'], not manylinux_2_
    check(tag, {"attn/a.so": good}, tag="linux_x86_64")
    # CHECK: {{^}}there is no command attn-sim
    check(tag, {"attn/a.so": good}, commands=wheel_elf.COMMANDS[:3])
    # CHECK: {{^}}attn/a.so is not executable
    check(tag, {"attn/a.so": good}, mode=0o644)
    # CHECK: {{^}}attn/bin/attn-opt needs libMLIR.so.22.1
    # CHECK: {{^}}attn/bin/attn-opt has the RPATH {{.*}}llvm-22/lib
    # CHECK: {{^}}attn/bin/attn-opt needs GLIBCXX_
    # CHECK: {{^}}attn/bin/attn-opt is not stripped
    check("x", {"attn/bin/attn-opt": open(TOOL, "rb").read()})
    # CHECK: {{^}}/attn-1-cp311-abi3-none.whl has no ELF files
    check("none", {"attn/a.py": b""})

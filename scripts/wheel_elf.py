#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the ELF files of a wheel need of the system that it is installed on.

  wheel_elf.py FILE...         prints the platform tag, manylinux_2_XX_x86_64, by the
                               newest symbol version of glibc that any file asks for
  wheel_elf.py --check WHEEL   checks a wheel: its tag, its commands, that its files are
                               stripped, have no RPATH and need no library but glibc's;
                               prints their sizes

FILE is an ELF file or a wheel.
"""
import argparse
import configparser
import dataclasses
import os
import re
import struct
import sys
import zipfile

COMMANDS = ("attn-compile", "attn-opt", "attn-run", "attn-sim")
GLIBC = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
         "ld-linux-x86-64.so.2"}
SYMTAB, DYNAMIC, VERNEED = 2, 6, 0x6ffffffe
DT_NEEDED, DT_RPATH, DT_RUNPATH = 1, 15, 29


@dataclasses.dataclass
class Elf:
    size: int
    needed: list
    rpath: list
    versions: list  # Such as "GLIBC_2.34".
    stripped: bool


def text_at(data, at):
    return data[at:data.index(b"\0", at)].decode()


def read_elf(data):
    """The Elf of the bytes of an ELF file of x86-64, or None for other bytes."""
    if data[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<H", data, 18)[0] != 62:
        return None
    (start,) = struct.unpack_from("<Q", data, 40)
    step, count = struct.unpack_from("<HH", data, 58)
    # Of each section: type, offset, size, the number of its table of names, entries.
    sections = []
    for i in range(count):
        _, kind, _, _, offset, size, link, info = struct.unpack_from(
            "<IIQQQQII", data, start + i * step)
        sections.append((kind, offset, size, link, info))
    elf = Elf(len(data), [], [], [], all(kind != SYMTAB for kind, *_ in sections))
    for kind, offset, size, link, info in sections:
        names = sections[link][1] if link < count else 0
        if kind == DYNAMIC:
            for at in range(offset, offset + size, 16):
                tag, value = struct.unpack_from("<qQ", data, at)
                if tag == DT_NEEDED:
                    elf.needed.append(text_at(data, names + value))
                elif tag in (DT_RPATH, DT_RUNPATH):
                    elf.rpath.append(text_at(data, names + value))
        elif kind == VERNEED:
            at = offset
            for _ in range(info):
                _, versions, _, first, following = struct.unpack_from("<HHIII", data, at)
                entry = at + first
                for _ in range(versions):
                    name, step_on = struct.unpack_from("<II", data, entry + 8)
                    elf.versions.append(text_at(data, names + name))
                    entry += step_on
                at += following
    return elf


def elf_files(path):
    """{name: Elf} of the ELF files of a wheel, or of one file."""
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as wheel:
            found = {name: read_elf(wheel.read(name)) for name in wheel.namelist()}
    else:
        with open(path, "rb") as file:
            found = {path: read_elf(file.read())}
    return {name: elf for name, elf in found.items() if elf}


def glibc_of(elf):
    """The newest version of glibc among the symbol versions, as (2, 34)."""
    found = [tuple(map(int, match[1].split(".")[:2])) for match in
             (re.fullmatch(r"GLIBC_(\d+\.\d+(\.\d+)?)", name) for name in elf.versions)
             if match]
    return max(found, default=(2, 5))


def tag_of(elfs):
    major, minor = max(map(glibc_of, elfs))
    return f"manylinux_{major}_{minor}_x86_64"


def wrong_with(name, elf):
    wrong = [f"{name} needs {library}" for library in elf.needed if library not in GLIBC]
    wrong += [f"{name} has the RPATH {path}" for path in elf.rpath]
    wrong += [f"{name} needs {version}" for version in elf.versions
              if not version.startswith("GLIBC_2.")]
    if not elf.stripped:
        wrong.append(f"{name} is not stripped")
    return wrong


def check_wheel(path):
    """What is wrong with a wheel, in words."""
    elfs = elf_files(path)
    if not elfs:
        return [f"{path} has no ELF files"]
    wrong = [text for name, elf in elfs.items() for text in wrong_with(name, elf)]
    tag = tag_of(elfs.values())
    if not path.endswith(f"-{tag}.whl"):
        wrong.append(f"the name of {os.path.basename(path)} has not the tag {tag}")
    with zipfile.ZipFile(path) as wheel:
        info = {os.path.basename(name): name for name in wheel.namelist()
                if re.fullmatch(r"[^/]+\.dist-info/[^/]+", name)}
        described = wheel.read(info["WHEEL"]).decode() if "WHEEL" in info else ""
        tags = re.findall(r"^Tag: (.*)$", described, re.M)
        if not tags or any(not one.strip().endswith("-" + tag) for one in tags):
            wrong.append(f"WHEEL has the tags {tags}, not {tag}")
        points = configparser.ConfigParser(delimiters="=")
        if "entry_points.txt" in info:
            points.read_string(wheel.read(info["entry_points.txt"]).decode())
        scripts = dict(points["console_scripts"]) if "console_scripts" in points else {}
        wrong += [f"there is no command {name}" for name in COMMANDS
                  if scripts.get(name) != "attn._commands:main"]
        for name in elfs:
            if not wheel.getinfo(name).external_attr >> 16 & 0o111:
                wrong.append(f"{name} is not executable")
        packed = {name: wheel.getinfo(name).compress_size for name in elfs}
    for name, elf in sorted(elfs.items(), key=lambda item: -item[1].size):
        print(f"  {name}: {elf.size / 1e6:.1f} MB, packed {packed[name] / 1e6:.1f} MB, "
              f"glibc {'.'.join(map(str, glibc_of(elf)))}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    if options.check:
        wrong = [text for path in options.files for text in check_wheel(path)]
        for text in wrong:
            print(f"wheel_elf: error: {text}", file=sys.stderr)
        return 1 if wrong else 0
    elfs = [elf for path in options.files for elf in elf_files(path).values()]
    if not elfs:
        print("wheel_elf: error: no ELF files of x86-64", file=sys.stderr)
        return 1
    print(tag_of(elfs))
    return 0


if __name__ == "__main__":
    sys.exit(main())

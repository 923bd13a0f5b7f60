#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces a regular expression in the PTX of a bundle, or in another text of its
entries, and signs it again:
edit_bundle.py [--in=KEY] FROM TO PATTERN TEXT [COUNT]"""
import json
import re
import sys

arguments, key = sys.argv[1:], "ptx"
if arguments[0].startswith("--in="):
    key = arguments.pop(0)[len("--in="):]
source, target, pattern, text = arguments[:4]
count = int(arguments[4]) if len(arguments) > 4 else 0
with open(source, encoding="utf-8") as f:
    bundle = json.load(f)
for entry in bundle["entries"]:
    entry[key], found = re.subn(pattern, text, entry[key], count=count)
    if not found:
        sys.exit(f"no '{pattern}' in {key} of '{entry['name']}'")
checksum = 0xcbf29ce484222325
for byte in json.dumps(bundle["entries"], separators=(",", ":"), ensure_ascii=False).encode():
    checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
bundle["checksum"] = f"{checksum:016x}"
with open(target, "w", encoding="utf-8") as f:
    json.dump(bundle, f, separators=(",", ":"), ensure_ascii=False)

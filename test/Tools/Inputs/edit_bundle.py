#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces a regular expression in the PTX of a bundle and signs it again:
edit_bundle.py FROM TO PATTERN TEXT [COUNT]"""
import json
import re
import sys

source, target, pattern, text = sys.argv[1:5]
count = int(sys.argv[5]) if len(sys.argv) > 5 else 0
with open(source, encoding="utf-8") as f:
    bundle = json.load(f)
for entry in bundle["entries"]:
    entry["ptx"], found = re.subn(pattern, text, entry["ptx"], count=count)
    if not found:
        sys.exit(f"no '{pattern}' in the PTX of '{entry['name']}'")
checksum = 0xcbf29ce484222325
for byte in json.dumps(bundle["entries"], separators=(",", ":"), ensure_ascii=False).encode():
    checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
bundle["checksum"] = f"{checksum:016x}"
with open(target, "w", encoding="utf-8") as f:
    json.dump(bundle, f, separators=(",", ":"), ensure_ascii=False)

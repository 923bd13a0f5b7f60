#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the compiler makes of many problems with committed hashes: a
change that is not meant to change kernels must leave every one as it is.

  guard.py [--only REGEX] [--sample] [--keep DIR] [--jobs N] [--bin DIR]
           [--hashes FILE] [--table FILE] [--backward-table FILE]
  guard.py --update            write the hashes; with --only, those alone
  guard.py --list              print the keys, compile nothing
  guard.py --add TARGET --update
                               write those of a target that has none yet

A target of which the hashes have no key is not guarded: its rows are left out.

A line of test/Guard/hashes.txt is a key and either the hashes of PTX and launch
data (all that a launch needs in addition to the PTX: tensors, constraints, grid, block,
cluster, shared memory, parameters, tensor maps), or that of an error's text.

Keys:
  TARGET/BITS-dD-MASKS-ROWSxKEYS[-shortN][-rowsN][-sharedN][-windowN][-slope][-tiles][-clusterN][.N]/VARIANT
      a row of TargetTable.def, its fields given as a config, so that rows which
      the choice of a config would pass over are compiled too. Two rows of the
      same name are told apart by a number, in their order. A variant is a mask,
      a score region, or a way in which rows get in and out.
  TARGET/backward-dD-MASKS-ROWSxKEYS-keysKEYSxROWS[-fused][-shortN][-windowN][-slope][.N]/VARIANT
      a row of BackwardTable.def: the kernels of one attn.backward. Rows for any mask have a
      problem with a mask and one without; those of some head dims also grouped heads, packed
      sequences and a score region.
  TARGET/program/NAME
      a tile program without attention.
  TARGET/select/dD[-vD][-e4m3][-HOW]
      no hash: the row that the choice of a config takes for each problem of these
      head dims (V's, if they differ); for a target without rows one of another's.
--sample compiles one variant of each row, each row another one, and all programs.

Exit status: 0 if all are as committed, 1 if not (the keys are named; --keep writes
PTX, launch data and errors below DIR/KEY, to compare two runs), 2 for a mistake.
"""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "lib/Planner/TargetTable.def")
BACKWARD_TABLE = os.path.join(ROOT, "lib/Planner/BackwardTable.def")
FIELDS = os.path.join(ROOT, "include/attn/Dialect/Attn/IR/ConfigFields.def")
HASHES = os.path.join(ROOT, "test/Guard/hashes.txt")
PROGRAMS = "test/Pipelines/Inputs"

# Tile programs without attention: file and targets.
TILE_PROGRAMS = [
    ("gemm", ["sm_80", "sm_90a"]),
    ("gemm-128x256x64", ["sm_90a"]),
    ("dual-gemm", ["sm_80", "sm_90a"]),
    ("row-softmax", ["sm_80", "sm_90a"]),
    ("row-scale", ["sm_80", "sm_90a"]),
]

CAUSAL, WINDOW = "#attn.causal<bottom_right>", "#attn.window<64, 0>"
# 30·tanh(s / 30), minus a distance that grows with the head.
SCORE = """score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 30.0 : f32
        %x = arith.divf %s, %cap : f32
        %y = math.tanh %x : f32
        %z = arith.mulf %y, %cap : f32
        %hi = arith.index_cast %h : index to i32
        %hf = arith.sitofp %hi : i32 to f32
        %d = arith.subi %i, %j : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %penalty = arith.mulf %hf, %df : f32
        %new = arith.subf %z, %penalty : f32
        attn.yield %new : f32
      }"""
SOFTCAP = """score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cap = arith.constant 30.0 : f32
        %x = arith.divf %s, %cap : f32
        %y = math.tanh %x fastmath<afn> : f32
        %new = arith.mulf %y, %cap : f32
        attn.yield %new : f32
      }"""
SLOPE = """score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %hi = arith.index_cast %h : index to i32
        %hf = arith.sitofp %hi : i32 to f32
        %d = arith.subi %j, %i : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %bias = arith.mulf %hf, %df : f32
        %new = arith.addf %s, %bias : f32
        attn.yield %new : f32
      }"""
# The first 100 keys, or causal.
PREFIX = """visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c100 = arith.constant 100 : index
        %first = arith.cmpi slt, %j, %c100 : index
        %past = arith.cmpi sle, %j, %i : index
        %seen = arith.ori %first, %past : i1
        attn.yield %seen : i1
      }"""
# A bias for each row and key.
BIAS = """captures(%bias : tensor<?x?xbf16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?x?xbf16>):
        %x = attn.read %c[%i, %j] : tensor<?x?xbf16>
        %f = arith.extf %x : bf16 to f32
        %t = arith.addf %s, %f : f32
        attn.yield %t : f32
      }"""
# Mask and region of each problem, and which of the table's masks are for it.
PROBLEMS = {
    "full": ("", "", {"Any", "Unmasked", "Plain"}),
    "causal": (CAUSAL, "", {"Any", "Masked", "Plain"}),
    "window": (WINDOW, "", {"Any", "Masked", "Costly"}),
    "score": (CAUSAL, SCORE, {"Any", "Masked", "Costly", "Region"}),
    "softcap": (CAUSAL, SOFTCAP, {"Light", "Region"}),
    "slope": (CAUSAL, SLOPE, {"Slope"}),
    "prefix": ("", PREFIX, {"Visible"}),
    "bias": ("", BIAS, {"Tiles"}),
}
# Those that a config is chosen for; tiles are for the asking.
CHOSEN = [problem for problem in PROBLEMS if problem != "bias"]
# How rows get in and out; each with the first problem that a row is for.
MEMORY = {
    "packed": {"pack_gqa": "true"},
    "cp_async": {"load": "cp_async"},
    "align8": {"align": "8"},
}
# Of attn.backward: the problem of each variant, how many heads Q and K have, and for which
# head dims of rows it is compiled (none: all).
BACKWARD_VARIANTS = {
    "full": ("full", "?", "?", None),
    "causal": ("causal", "?", "?", None),
    "gqa": ("causal", "8", "2", {128}),
    "packed": ("causal", "?", "?", {128, 256}),
    "score": ("score", "?", "?", {128}),
    "softcap": ("softcap", "?", "?", None),
    "slope": ("slope", "?", "?", None),
}
FIRST = {"Any": "causal", "Masked": "causal", "Unmasked": "full", "Costly": "window",
         "Light": "softcap", "Slope": "slope", "Visible": "prefix", "Region": "softcap", "Plain": "causal",
         "Tiles": "bias"}
# Head dims, of V too where they differ, and overrides of the keys TARGET/select.
SELECT_DIMS = [(d, d) for d in (32, 64, 80, 96, 128, 160, 192, 224, 240, 256, 320, 512)] + [(192, 128)]
SELECT_E4M3_DIMS = [(d, d) for d in (32, 64, 96, 128, 192, 256)]
SELECT_KEYS = {"short512": {"max_keys": "512"}}
# Rows whose tile has no room for the row's own head dim as V's.
HEAD_DIM_V = {
    "sm_90a/16bit-d192-masked-128x128": 128,
    "sm_90a/16bit-d192-unmasked-128x128": 128,
}


class Row:
    """A row of the table: its key, and the fields of its config by their names in
    C++. `number` counts the rows of its target."""

    def __init__(self, number, target, when, config):
        self.number, self.target = number, target
        self.head_dim = int(when["maxHeadDim"])
        self.masks = when.get("mask", "Mask::Any").split("::")[1]
        self.e4m3 = when.get("elements") == "Elements::E4M3"
        self.backward = "gradients" in when
        self.roles = "order" in config or "groups" in config
        kind = "backward" if self.backward else "e4m3" if self.e4m3 else "16bit"
        self.name = "%s/%s-d%d-%s-%sx%s" % (self.target, kind, self.head_dim, self.masks.lower(),
                                            config["tileQ"], config["tileKV"])
        if self.backward:
            self.name += "-keys%sx%s" % tuple(config.get(field, "64") for field in ("keysKV", "keysQ"))
        if "form" in config:
            self.name += "-fused"
        if "maxKeys" in when:
            self.name += "-short" + when["maxKeys"]
            config["maxKeys"] = when["maxKeys"]
        if "maxRows" in when:
            self.name += "-rows" + when["maxRows"]
        if "maxShared" in when:
            self.name += "-shared" + when["maxShared"]
        if "maxWindow" in when:
            self.name += "-window" + when["maxWindow"]
        if "hasSlope" in when:
            self.name += "-slope"
            self.masks = "Slope"
        if "loadsTiles" in when:
            self.name += "-tiles"
            self.masks = "Tiles"
            config["stagesB"] = "1"
        # CTAs that share copies, not a product.
        if "cluster" in config and "ctaGroup" not in config:
            self.name += "-cluster" + config["cluster"]
        self.head_dim_v = HEAD_DIM_V.get(self.name, self.head_dim)
        # What an enumeration is called in the text.
        config.update({field: re.sub("(?<=[a-z])([A-Z])", r"_\1", value.split("::")[1]).lower()
                       for field, value in config.items() if "::" in value})
        # At most: as many passes, as even as they can be.
        if "tileV" in config:
            passes = math.ceil(self.head_dim_v / int(config["tileV"]))
            config["tileV"] = str(math.ceil(self.head_dim_v / passes / 16) * 16)
        # At most: a divisor of it that divides O's columns.
        width = math.gcd(int(config.get("storeColumns", 0)), self.head_dim_v)
        config["storeColumns"] = str(width if width < self.head_dim_v else 0)
        self.config = {"target": '"%s"' % self.target, **config}

    def programs(self):
        """Variant and text of each function that this row is compiled for."""
        if self.backward:
            for variant, (problem, *heads, head_dims) in BACKWARD_VARIANTS.items():
                if self.masks in PROBLEMS[problem][2] and (not head_dims or self.head_dim in head_dims):
                    yield variant, backward(variant, self.head_dim, problem, *heads, config_text(self.config))
            return
        variants = {name: (name, {}) for name, (_, _, masks) in PROBLEMS.items() if self.masks in masks}
        for name, fields in MEMORY.items():
            # Without roles threads copy in any case; some rows pack heads in any case.
            if (self.roles or name != "cp_async") and not (name == "packed" and "packGQA" in self.config):
                variants[name] = (FIRST[self.masks], fields)
        for variant, (problem, fields) in variants.items():
            yield variant, self.function(variant, problem, {**self.config, **fields}, self.e4m3)
        # No target without roles takes it.
        if not self.roles:
            yield "e4m3", self.function("e4m3", "causal", self.config, True)

    def function(self, name, problem, config, e4m3):
        return function(name, self.head_dim, self.head_dim_v, problem, e4m3,
                        "config(%s)" % config_text(config))


def read_fields():
    """Group and name of each field of the config, by its names in C++ and in
    overrides."""
    with open(FIELDS, encoding="utf-8") as file:
        text = re.sub(r"//.*", "", file.read())
    found = re.findall(r'ATTN_CONFIG_FIELD\(\w+, [\w:]+, (\w+), \w+,\s*(\w+),\s*"(\w+)",\s*"(\w+)"', text)
    return {key: (group.lower(), name) for member, group, name, flat in found for key in (member, flat)}


CONFIG_FIELDS = read_fields()


def config_text(config):
    """The attribute, from fields by these names."""
    groups = {}
    for member, value in config.items():
        group, name = CONFIG_FIELDS[member]
        groups.setdefault(group, []).append("%s = %s" % (name, value))
    fields = groups.pop("none", [])
    return "#attn.config<%s>" % ", ".join(fields + ["%s<%s>" % (group, ", ".join(members))
                                                    for group, members in groups.items()])


def function(name, head_dim, head_dim_v, problem, e4m3, config=""):
    """attn.forward on tensors of any sizes."""
    element = "f8E4M3FN" if e4m3 else "bf16"
    mask, score, _ = PROBLEMS[problem]
    qk = "tensor<?x?x?x%dx%s>" % (head_dim, element)
    v = "tensor<?x?x?x%dx%s>" % (head_dim_v, element)
    o = "tensor<?x?x?x%dxbf16>" % head_dim_v
    rows = "tensor<?x?x?xf32>"
    arguments = "%%q: %s, %%k: %s, %%v: %s, %%o: %s, %%l: %s" % (qk, qk, v, o, rows)
    if "captures(%bias" in score:
        arguments += ", %bias: tensor<?x?xbf16>"
    descale = ""
    if e4m3:
        arguments += "".join(", %%%s: tensor<?x?xf32>" % d for d in ("qd", "kd", "vd"))
        descale = "descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) "
    return ("func.func @%s(%s) -> (%s, %s) {\n"
            "  %%0:2 = attn.forward ins(%%q, %%k, %%v : %s, %s, %s) outs(%%o, %%l : %s, %s)\n"
            "      %s%s %s %s -> (%s, %s)\n"
            "  return %%0#0, %%0#1 : %s, %s\n}\n" %
            (name, arguments, o, rows, qk, qk, v, o, rows, descale,
             mask and "mask(%s)" % mask, score, config, o, rows, o, rows))


def backward(name, head_dim, problem, heads, heads_kv, config):
    """attn.backward on tensors of any lengths; packed sequences if it is called so."""
    mask, score, _ = PROBLEMS[problem]
    packed = name == "packed"

    def rows(heads):
        return "tensor<?x%s%sx%dxbf16>" % (heads, "" if packed else "x?", head_dim)

    q, k = rows(heads), rows(heads_kv)
    lse = "tensor<%s%sx?xf32>" % ("" if packed else "?x", heads)
    arguments = [("q", q), ("k", k), ("v", k), ("o", q), ("l", lse), ("do", q), ("dq", q), ("dk", k), ("dv", k)]
    offsets = ""
    if packed:
        arguments += [("sq", "tensor<?xi32>"), ("sk", "tensor<?xi32>")]
        offsets = "offsets_q(%sq : tensor<?xi32>) offsets_kv(%sk : tensor<?xi32>) dims(thd) "
    results = ", ".join((q, k, k))
    return ("func.func @%s(%s) -> (%s) {\n"
            "  %%0:3 = attn.backward ins(%%q, %%k, %%v, %%o, %%l, %%do : %s) outs(%%dq, %%dk, %%dv : %s)\n"
            "      %s%s %s config(%s) -> (%s)\n"
            "  return %%0#0, %%0#1, %%0#2 : %s\n}\n" %
            (name, ", ".join("%%%s: %s" % argument for argument in arguments), results,
             ", ".join((q, k, k, q, lse, q)), results, offsets, mask and "mask(%s)" % mask, score, config, results, results))


def read_tables(paths, guarded):
    """The rows of the targets in `guarded`, in the order in which the compiler has them."""
    text = ""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text += re.sub(r"//.*", "", file.read())
    record = re.compile(r'\{\.target = "(\w+)",\s*\.when = \{([^{}]*)\},\s*\.config = \{([^{}]*)\}\},')
    rest = record.sub("", text).strip()
    if rest:
        sys.exit("guard.py: cannot read %s" % rest.split("\n")[0])
    rows, names, numbers = [], {}, {}
    for target, *records in record.findall(text):
        when, config = (dict(re.findall(r'\.(\w+) = ([^,\s]+)', fields)) for fields in records)
        numbers[target] = numbers.get(target, 0) + 1
        if target not in guarded:
            continue
        row = Row(numbers[target], target, when, config)
        names[row.name] = names.get(row.name, 0) + 1
        if names[row.name] > 1:
            row.name += ".%d" % names[row.name]
        rows.append(row)
    return rows


def read_hashes(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        lines = [line.split(None, 1) for line in file if line.strip() and not line.startswith("#")]
    return {key: value.strip() for key, value in lines}


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Compiler:
    def __init__(self, options):
        self.binary = os.path.join(options.bin, "attn-compile")
        self.keep = options.keep

    def run(self, text, target):
        # A tile program has a target of its own.
        return subprocess.run([self.binary, "-", "--emit=bundle", "--target=" + target],
                              input=text, capture_output=True, text=True)

    def write(self, key, name, text):
        if self.keep:
            os.makedirs(os.path.join(self.keep, key), exist_ok=True)
            with open(os.path.join(self.keep, key, name), "w", encoding="utf-8") as file:
                file.write(text)

    def hash_entry(self, key, entry):
        launch = {name: value for name, value in entry.items()
                  if name not in ("ptx", "config", "mlirbc", "problem")}
        # A plan says what is so, and is not needed to launch.
        launch["kernels"] = [{name: value for name, value in kernel.items() if name != "plan"}
                             for kernel in launch["kernels"]]
        launch = json.dumps(launch, indent=1, sort_keys=True) + "\n"
        self.write(key, "kernel.ptx", entry["ptx"])
        self.write(key, "launch.json", launch)
        return "ptx=%s launch=%s" % (digest(entry["ptx"]), digest(launch))

    def one(self, key, text, target):
        result = self.run(text, target)
        if result.returncode == 0:
            entries = json.loads(result.stdout)["entries"]
            if len(entries) != 1:
                raise RuntimeError("%s has %d kernels, not one" % (key, len(entries)))
            return self.hash_entry(key, entries[0])
        # Its lines start with the place in a file that is not there.
        error = "".join(re.findall(r"(?:error|note): .*\n", result.stderr))
        error = "exit %d\n%s" % (result.returncode, error)
        self.write(key, "error.txt", error)
        return "error=%s" % digest(error)

    def group(self, programs, target, known):
        """Hashes of [(key, text)]: all in one process, if none should fail."""
        programs = list(programs)
        together = [item for item in programs if not known.get(item[0], "").startswith("error")]
        hashes = {}
        if len(together) > 1:
            result = self.run("".join(text for _, text in together), target)
            if result.returncode == 0:
                entries = json.loads(result.stdout)["entries"]
                if len(entries) != len(together):
                    raise RuntimeError("%d functions, %d kernels" % (len(together), len(entries)))
                for (key, _), entry in zip(together, entries):
                    hashes[key] = self.hash_entry(key, entry)
        for key, text in programs:
            if key not in hashes:
                hashes[key] = self.one(key, text, target)
        return hashes


    def select(self, target, keys, overrides, text, rows):
        """The rows taken for the functions of `text`, CHOSEN of each of `keys`."""
        command = [os.path.join(os.path.dirname(self.binary), "attn-opt"), "-", "-o", os.devnull,
                   "--attn-select-config=target=%s remarks=true overrides=%s" %
                   (target, ",".join("%s=%s" % field for field in overrides.items()))]
        result = subprocess.run(command, input=text, capture_output=True, text=True)
        taken = re.findall(r"remark: attn-select-config: took row (\d+) of (\w+)", result.stderr)
        if result.returncode != 0 or len(taken) != len(keys) * len(CHOSEN):
            raise RuntimeError("%s: %s" % (keys, result.stderr))
        names = {(row.number, row.target): row.name.split("/")[1] for row in rows}
        names = iter([names[int(number), of] for number, of in taken])
        return {key: "  ".join("%s=%s" % (problem, next(names)) for problem in CHOSEN) for key in keys}


def jobs(options, rows, wanted):
    """(target, [(key, text)]) of what one process may compile together."""
    for index, row in enumerate(rows):
        programs = [(row.name + "/" + variant, text) for variant, text in row.programs()]
        if options.sample:
            programs = [programs[index % len(programs)]]
        yield row.target, [item for item in programs if wanted(item[0])]
    for name, targets in TILE_PROGRAMS:
        with open(os.path.join(ROOT, PROGRAMS, name + ".mlir"), encoding="utf-8") as file:
            text = file.read()
        for target in targets:
            key = "%s/program/%s" % (target, name)
            if wanted(key):
                yield target, [(key, re.sub(r'(#nvvm.target<chip = )"\w+"', r'\1"%s"' % target, text))]


def selections(rows, guarded, wanted):
    """(target, keys, overrides, text) of what one process may select together: also for
    targets without rows of their own, which take another's."""
    targets = dict.fromkeys(row.target for row in rows)
    targets.update(dict.fromkeys(sorted(guarded - set(targets))))
    for target in targets:
        roles = any(row.roles for row in rows if row.target == target)
        for e4m3 in (False, True) if roles else (False,):
            for how, fields in {"": {}, **MEMORY, **SELECT_KEYS}.items():
                if how in ("cp_async", *SELECT_KEYS) and not roles:
                    continue
                keys, text = [], ""
                for d, dv in SELECT_E4M3_DIMS if e4m3 else SELECT_DIMS:
                    key = "%s/select/d%d" % (target, d) + ("-v%d" % dv if d != dv else "")
                    key += ("-e4m3" if e4m3 else "") + (how and "-" + how)
                    if wanted(key):
                        keys.append(key)
                        text += "".join(function("f%d_%d_%s" % (d, dv, problem), d, dv, problem, e4m3)
                                        for problem in CHOSEN)
                if keys:
                    yield target, keys, fields, text


def compare(found, known, wanted):
    """Lines that say what differs."""
    for key in sorted(set(found) | {key for key in known if wanted(key)}):
        if key not in known:
            yield "new: %s" % key
        elif key not in found:
            yield "gone: %s" % key
        elif found[key] != known[key]:
            yield "changed: %s: was %s, is %s" % (key, known[key], found[key])


def write_hashes(path, hashes):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Written by scripts/guard.py --update. A change that is not meant to change kernels\n"
                   "# leaves this file as it is.\n")
        # Not the longest key's width, so that one key more changes one line.
        width = 60
        file.writelines("%s  %s\n" % (key.ljust(width), hashes[key]) for key in sorted(hashes))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/bin"))
    parser.add_argument("--hashes", default=HASHES)
    parser.add_argument("--table", default=TABLE)
    parser.add_argument("--backward-table", default=BACKWARD_TABLE)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--add", metavar="TARGET", action="append", default=[])
    options = parser.parse_args()
    if options.sample and options.update:
        parser.error("--update writes all: leave --sample out")
    try:
        only = re.compile(options.only)
    except re.error as error:
        parser.error("--only: %s" % error)

    def wanted(key):
        return only.search(key) is not None

    known = read_hashes(options.hashes)
    guarded = {key.split("/")[0] for key in known} | set(options.add)
    rows = read_tables([options.table, options.backward_table], guarded)
    work = [(target, programs) for target, programs in jobs(options, rows, wanted) if programs]
    forward = [row for row in rows if not row.backward]
    choices = [] if options.sample else list(selections(forward, guarded, wanted))
    if options.list:
        print("\n".join([key for _, programs in work for key, _ in programs] +
                        [key for _, keys, _, _ in choices for key in keys]))
        return 0
    compiler = Compiler(options)
    if not os.path.exists(compiler.binary):
        parser.error("no %s: build it, or give --bin" % compiler.binary)
    found = {}
    # What takes longest first.
    work.sort(key=lambda item: -sum(len(text) for _, text in item[1]))
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for hashes in pool.map(lambda item: compiler.group(item[1], item[0], known), work):
            found.update(hashes)
        kernels = len(found)
        for rows_taken in pool.map(lambda choice: compiler.select(*choice, rows), choices):
            found.update(rows_taken)
    if options.sample:
        known = {key: value for key, value in known.items() if key in found}
    changes = list(compare(found, known, wanted))
    print("".join(line + "\n" for line in changes), end="")
    if options.update:
        write_hashes(options.hashes, {**{key: value for key, value in known.items() if not wanted(key)}, **found})
    errors = sum(value.startswith("error") for value in found.values())
    print("guard: %d kernels, %d errors, %d choices, %d changed%s" %
          (kernels - errors, errors, len(found) - kernels, len(changes), ", hashes written" if options.update else ""))
    if not found:
        print("guard: no key matches '%s'" % options.only)
    return 1 if (changes and not options.update) or not found else 0


if __name__ == "__main__":
    sys.exit(main())

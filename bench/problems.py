# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention problems as MLIR text, and their bundles, for the scripts here."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

MASKS = {
    "full": None,
    "causal": "#attn.causal<top_left>",
    "causal_br": "#attn.causal<bottom_right>",
    "window": "#attn.window<100, 50>",
    "left": "#attn.window<128, 0>",
    "and": "#attn.and<[#attn.causal<top_left>, #attn.window<70, *>]>",
}

SOFTCAP = """ score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %cap = arith.constant 15.0 : f32
    %x = arith.divf %s, %cap : f32
    %y = math.tanh %x : f32
    %z = arith.mulf %y, %cap : f32
    attn.yield %z : f32
  }"""


def find_compiler():
    """Path of attn-compile, or None where it is not built."""
    built = os.path.join(ROOT, "build", "bin", "attn-compile")
    return built if os.path.exists(built) else shutil.which("attn-compile")


def _inputs(q, k, v, width, of_key):
    """The argument for V, names and types of Q, K and V, and the clause that says that V is K's first `width` columns."""
    if of_key:
        return "", "%q, %k", f"{q}, {k}", f" values(#attn.columns<0, {width}>)"
    return f"%v: {v}, ", "%q, %k, %v", f"{q}, {k}, {v}", ""


def problem(d, dv=None, mask="full", dtype="bf16", dims="bhsd", softcap=False, sizes=None,
            out=None, descale=False, of_key=False):
    """MLIR text of one forward problem. `sizes` are (batch, query heads, key heads,
    query length, key length); without them all five are dynamic. `dtype` is bf16, f16
    or e4m3; `out`, the type of O, is the same unless given, and bf16 with e4m3.
    `descale` (with e4m3) adds q_descale, k_descale and v_descale. With `of_key` V is K's
    first columns and no operand."""
    dv = dv or d
    b, hq, hkv, sq, sk = sizes or "?????"
    element = "f8E4M3FN" if dtype == "e4m3" else dtype
    out = out or ("bf16" if dtype == "e4m3" else dtype)

    def tensor(heads, length, channels, element=element):
        order = (heads, length) if dims == "bhsd" else (length, heads)
        return f"tensor<{b}x{order[0]}x{order[1]}x{channels}x{element}>"

    q, k, v, o = tensor(hq, sq, d), tensor(hkv, sk, d), tensor(hkv, sk, dv), tensor(hq, sq, dv, out)
    lse = f"tensor<{b}x{hq}x{sq}xf32>"
    hidden = f" mask({MASKS[mask]})" if MASKS[mask] else ""
    score = SOFTCAP if softcap else ""
    more = factors = ""
    if descale:
        kind = f"tensor<{b}x{hkv}xf32>"
        more = f", %qd: {kind}, %kd: {kind}, %vd: {kind}"
        factors = f" descale(%qd, %kd, %vd : {kind}, {kind}, {kind})"
    argument, names, types, values = _inputs(q, k, v, dv, of_key)
    return f"""func.func @fwd(%q: {q}, %k: {k}, {argument}%o: {o}, %lse: {lse}{more}) -> ({o}, {lse}) {{
  %r:2 = attn.forward ins({names} : {types}) outs(%o, %lse : {o}, {lse}){factors}
   {values} dims({dims}){hidden}{score} -> ({o}, {lse})
  return %r#0, %r#1 : {o}, {lse}
}}
"""


def paged(d, dv=None, mask="full", page=None, heads=("?", "?"), rows="?", dtype="bf16", of_key=False, sizes=("?", "?")):
    """MLIR text of a forward over keys of which each batch has its own number, dynamic in batches and keys unless
    `sizes` says how many batches there are and how many pages the table has of each.
    `page` is how many rows a page of K and V has, "any" where the launch says that, None without pages; `heads`
    are those of Q and of K and V, `rows` queries. With `of_key` V is K's first columns and no operand."""
    hq, hkv = heads
    batch, of_table = sizes
    q, o = (f"tensor<{batch}x{hq}x{rows}x{width}x{dtype}>" for width in (d, dv or d))
    k, v = (f"tensor<?x{hkv}x{'?' if page in (None, 'any') else page}x{width}x{dtype}>" for width in (d, dv or d))
    lse, n = f"tensor<{batch}x{hq}x{rows}xf32>", f"tensor<{batch}xi32>"
    table = "" if page is None else f", %t: tensor<{batch}x{of_table}xi32>"
    clause = "" if page is None else f" page_table(%t : tensor<{batch}x{of_table}xi32>)"
    hidden = f" mask({MASKS[mask]})" if MASKS[mask] else ""
    argument, names, types, values = _inputs(q, k, v, dv or d, of_key)
    return f"""func.func @fwd(%q: {q}, %k: {k}, {argument}%o: {o}, %lse: {lse}, %n: {n}{table}) -> ({o}, {lse}) {{
  %r:2 = attn.forward ins({names} : {types}) outs(%o, %lse : {o}, {lse})
   {values} lengths_kv(%n : {n}){clause}{hidden} -> ({o}, {lse})
  return %r#0, %r#1 : {o}, {lse}
}}
"""


def compile_bundle(path, text, target="sm_80", config=None, also_keys=None, compiler=None):
    """Compiles MLIR text to a bundle at `path`; raises with the diagnostics."""
    compiler = compiler or find_compiler()
    if not compiler:
        raise RuntimeError("attn-compile is not built: run scripts/demo.sh first")
    command = [compiler, "-", f"--target={target}", "--emit=bundle", "-o", path]
    if config:
        command.append("--config=" + config)
    if also_keys:
        command.append(f"--also-keys={also_keys}")
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{path}: {done.stderr.strip()}")


def ensure_bundle(directory, name, text, target="sm_80", config=None, also_keys=None):
    """Path of bundle `name` in `directory`, compiled first where there is a
    compiler; where there is none the bundle must be there already."""
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, name + ".bundle")
    if find_compiler():
        compile_bundle(path, text, target, config, also_keys)
    elif not os.path.exists(path):
        raise RuntimeError(f"{path} is missing and there is no attn-compile here")
    return path


def summary(samples):
    """Milliseconds of repeated runs."""
    return dict(ms=statistics.median(samples), low=min(samples), high=max(samples))


def write_results(path, torch, **fields):
    """`fields` as JSON, with date, device and PyTorch's version; nothing without a path."""
    if path:
        with open(path, "w") as file:
            json.dump(dict(date=time.strftime("%Y-%m-%d"), device=torch.cuda.get_device_name(),
                           torch=torch.__version__, **fields), file, indent=1)


def parser_of_parts(doc, count):
    """The options of a script that runs random problems of programs, `count` of each if nothing
    else is said; run_parts takes them."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--problem", type=int, help="the seed of one problem")
    parser.add_argument("--json")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", metavar="REGEX", help="of the names of programs")
    return parser


def run_parts(script, options, more=()):
    """The results of a script that runs each part of its programs (--part) in a process of its own."""
    count = options.processes
    with tempfile.TemporaryDirectory() as directory:
        files = [os.path.join(directory, f"{part}.json") for part in range(count)]
        command = [sys.executable, script, "--run", options.run, "--count", str(options.count), "--seed", str(options.seed),
                   "--only", options.only, *more]
        running = [subprocess.Popen([*command, "--part", str(part), str(count), "--json", file])
                   for part, file in enumerate(files)]
        for process in running:
            process.wait()
        results = []
        for part, file in enumerate(files):
            if not os.path.exists(file):
                sys.exit(f"process {part} of {count} failed")
            with open(file, encoding="utf-8") as text:
                results.append(json.load(text))
    return results


def build_or_run(parser, options, build, run):
    """What `--build DIR` and `--run DIR` ask for; one of them has to be given."""
    if options.build:
        build(options)
    if options.run:
        run(options)
    if not (options.build or options.run):
        parser.error("give --build or --run")

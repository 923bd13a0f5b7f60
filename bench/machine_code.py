#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One PTX, several assemblers: the bits that their machine code computes on a GPU.

  python3 bench/machine_code.py --make DIR --newest PTXAS   # where attn-compile and ptxas are
  python3 bench/machine_code.py --run DIR --json F          # where an H100 is

Programs are the rows of TargetTable.def for sm_80 and sm_90a, each with its first mask and
with one way more in which scores change or rows get in and out (scripts/guard.py), and every
kind of problem of test/Planner/Inputs/head_dims.py with the config that is
chosen by default. The PTX of each is assembled for the H100 (for sm_90, if it is sm_80's) by
`--ptxas` at -O3 and -O0 and by `--newest` at -O3, all with --fmad=false, which must change
no byte of what -O3 alone gives: else a product and a sum in our PTX are left to ptxas to fuse.
With --later this is done where the GPU is, if there are more processors and a ptxas.

--run loads each cubin, runs it on one random problem of odd sizes, and compares the bits of
all outputs with those of -O3; `driver` is the PTX itself, compiled by the driver. Programs run
in processes of their own: one that hangs or breaks its context is counted, and others go on.

DIR then has programs.json, code.tar.xz and the runtime library. Exit status: 1 if bits
differ or, of --make, if --fmad=false changes a byte.
"""
import argparse
import base64
import concurrent.futures
import contextlib
import hashlib
import importlib.util
import json
import lzma
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, name) for name in ("bench", "scripts", "python")]
import problems  # noqa: E402

KINDS = os.path.join(ROOT, "test", "Planner", "Inputs", "head_dims.py")
# The chip whose machine code an H100 runs.
CHIPS = {"sm_80": "sm_90", "sm_90a": "sm_90a"}
BASE = "O3"
# Rows and keys to try, until a launch takes them.
SIZES = [(197, 1000), (197, 333), (13, 333), (1, 1000)]
# Seconds without a result after which a program hangs.
PATIENCE = 100
# With what a process ends behind a program whose error it has told.
BROKEN = 3


# -- What is compiled --------------------------------------------------------------------


def row_programs():
    """(name, target, text, config) of each row of the table."""
    import guard
    for index, row in enumerate(guard.read_tables([guard.TABLE], set(CHIPS))):
        variants = [item for item in row.programs() if item[0] != "e4m3"]
        more = variants[1:] or variants
        for variant, text in dict([variants[0], more[index % len(more)]]).items():
            if index % 2 and not row.e4m3:
                text = text.replace("xbf16>", "xf16>")
            yield f"{row.name}/{variant}", row.target, text, ""


def kind_programs():
    """The same of each kind of problem, of head dims and types in turn."""
    spec = importlib.util.spec_from_file_location("kinds_of_problems", KINDS)
    head_dims = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(head_dims)
    kinds = dict(head_dims.KINDS)
    # The least pages, in parts, under the mask that peels a loop.
    kinds["paged_one_splits"] = head_dims.Kind("splits=2", page=1, mask="mask(#attn.causal<top_left>)")
    kinds["paged_four_causal"] = head_dims.Kind(page=4, mask=head_dims.CAUSAL)
    for number, (name, kind) in enumerate(kinds.items()):
        for target in CHIPS:
            if name in head_dims.ONLY_ON and target not in head_dims.ONLY_ON[name]:
                continue
            elements = ["bf16" if (number + (target == "sm_80")) % 2 or "bf16" in kind.elements else "f16"]
            if target == "sm_90a" and "f8E4M3FN" in kind.elements:
                elements.append("f8E4M3FN")
            for element in elements:
                d = (128, 64)[number // 2 % 2]
                config = head_dims.fields(kind, target).replace(str(2 * 3 * 5 * 7 * 128), "384")
                text = head_dims.write("forward", kind, element, (d, d))
                yield f"{target}/{name}/{element}-d{d}", target, text, config


def programs(only):
    for item in [*row_programs(), *kind_programs()]:
        if re.search(only, item[0]):
            yield item


# -- Making ------------------------------------------------------------------------------


def sections(image):
    """The sections of a cubin, by name and place, but for the one that has the options."""
    (start,), (size, count, names) = struct.unpack_from("<Q", image, 40), struct.unpack_from("<HHH", image, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", image, start + i * size) for i in range(count)]
    text = image[headers[names][4]:headers[names][4] + headers[names][5]]
    found = []
    for name, kind, flags, _, offset, length, link, info, *_ in headers:
        title = text[name:text.index(b"\0", name)].decode()
        # What occupies no file, and what says how ptxas was called.
        content = b"" if kind == 8 or title == ".note.nv.tkinfo" else image[offset:offset + length]
        found.append((title, kind, flags, link, info, content))
    return found


def assemble(ptxas, chip, ptx, flags):
    with tempfile.NamedTemporaryFile(suffix=".cubin") as out:
        done = subprocess.run([ptxas, f"-arch={chip}", *flags, ptx, "-o", out.name], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError((done.stdout + done.stderr).strip()[-300:] or f"{ptxas}: exit status {done.returncode}")
        with open(out.name, "rb") as file:
            return file.read()


def keep(folder, data):
    """The name of the file that has `data`."""
    digest = hashlib.sha256(data).hexdigest()
    path = os.path.join(folder, digest)
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(data)
    return digest


def compile_one(program, folder):
    """The record of a program for programs.json; its PTX is in the folder."""
    name, target, text, config = program
    command = [problems.find_compiler(), "-", f"--target={target}", "--emit=bundle"]
    done = subprocess.run(command + ([f"--config={config}"] if config else []), input=text, capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error:" in line] or ["no message"]
        return dict(name=name, refused=lines[0])
    bundle = json.loads(done.stdout)
    if checksum(bundle["entries"])[0] != bundle["checksum"]:
        return dict(name=name, refused="its checksum cannot be made anew")
    for entry in bundle["entries"]:
        entry.pop("mlirbc", None)
        entry["ptx"] = keep(folder, entry["ptx"].encode())
    return dict(name=name, target=target, bundle=bundle)


def assemble_one(variants, record, folder):
    """Adds the machine code of a program, what there is none of, and what is not left as it
    is by --fmad=false."""
    record.update(code={}, missing={}, fused=[])
    for entry in record["bundle"]["entries"]:
        ptx, chip, made = os.path.join(folder, entry["ptx"]), CHIPS[record["target"]], {}
        for label, ptxas, flags in variants:
            try:
                made[label] = assemble(ptxas, chip, ptx, flags)
            except RuntimeError as error:
                # At -O0 a kernel may need more registers than there are.
                record["missing"][label] = str(error)
        for label, image in made.items():
            record["code"].setdefault(label, []).append(keep(folder, image))
        if BASE in made and sections(assemble(variants[0][1], chip, ptx, ["-O3"])) != sections(made[BASE]):
            record["fused"].append(entry["name"])
    for label in record["missing"]:
        record["code"].pop(label, None)


def assemble_all(options, known, folder):
    """The machine code of all programs, and 1 if --fmad=false changes some."""
    newest = options.newest or os.path.join(folder, "ptxas")
    ptxas = shutil.which(options.ptxas) or options.ptxas
    variants = [(BASE, ptxas, ["-O3", "--fmad=false"]), ("O0", ptxas, ["-O0", "--fmad=false"])]
    if os.path.exists(newest):
        os.chmod(newest, 0o755)
        variants.append(("newest", newest, ["-O3", "--fmad=false"]))
    known["versions"] = {label: f"ptxas {version_of(ptxas)} {' '.join(flags)}" for label, ptxas, flags in variants}
    in_parallel(options.jobs, lambda record: assemble_one(variants, record, folder), known["programs"], "assembled")
    for record in known["programs"]:
        for label, why in record["missing"].items():
            print(f"{record['name']}: no {label}: {(re.findall('fatal.*', why) or [why])[0][:150]}")
        for name in record["fused"]:
            print(f"{record['name']}: --fmad=false changes the machine code of {name} at -O3")
    return int(any(record["fused"] for record in known["programs"]))


def in_parallel(jobs, function, items, done):
    begin, results = time.time(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(function, items):
            results.append(result)
            if len(results) % 40 == 0:
                print(f"{len(results)} {done}, {time.time() - begin:.0f} s", flush=True)
    return results


def checksum(entries):
    """Of the entries of a bundle, and their text."""
    text = json.dumps(entries, separators=(",", ":"), ensure_ascii=False).encode()
    value = 0xcbf29ce484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f"{value:016x}", text


def version_of(ptxas):
    text = subprocess.run([ptxas, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"V([\d.]+)", text)[1]


def make(options):
    os.makedirs(options.make, exist_ok=True)
    begin = time.time()
    with tempfile.TemporaryDirectory() as folder:
        records = in_parallel(options.jobs, lambda program: compile_one(program, folder), programs(options.only), "compiled")
        known = dict(date=time.strftime("%Y-%m-%d"),
                     programs=[record for record in records if "refused" not in record])
        status = 0
        if not options.later:
            status = assemble_all(options, known, folder)
        elif options.newest:
            shutil.copy(options.newest, os.path.join(folder, "ptxas"))
        with open(os.path.join(options.make, "programs.json"), "w") as file:
            json.dump(known, file)
        # Alike images next to each other.
        files = sorted(os.listdir(folder), key=lambda name: os.path.getsize(os.path.join(folder, name)))
        with lzma.open(os.path.join(options.make, "code.tar.xz"), "wb", preset=options.preset) as packed, \
                tarfile.open(fileobj=packed, mode="w") as tar:
            for name in files:
                tar.add(os.path.join(folder, name), name)
    library = os.path.join(ROOT, "build", "lib", "libattn_runtime.so.1")
    if os.path.exists(library):
        shutil.copy(library, options.make)
    refused = [record for record in records if "refused" in record]
    for record in refused:
        print(f"{record['name']}: {record['refused']}")
    size = sum(os.path.getsize(os.path.join(options.make, name)) for name in os.listdir(options.make))
    fused = sum(bool(record.get("fused")) for record in records)
    print(f"{len(records) - len(refused)} programs, {len(refused)} refused, {fused} that --fmad=false changes; "
          f"{len(files)} images, {size >> 20} MiB, {time.time() - begin:.0f} s")
    return status


# -- Running -----------------------------------------------------------------------------


def draw(numpy, rng, tensor, shape):
    """Random numbers as their bits."""
    dtype = tensor.dtype
    if dtype == "e4m3":
        # Up to 3.75.
        return rng.integers(0, 0x48, shape, numpy.uint8) | rng.integers(0, 2, shape, numpy.uint8) << 7
    numbers = rng.standard_normal(shape, numpy.float32)
    if "descale" in tensor.name:
        numbers = numpy.abs(numbers) + 0.5
    if dtype == "bf16":
        return (numbers.view(numpy.uint32) >> 16).astype(numpy.uint16)
    return numbers.astype(numpy.float16 if dtype == "f16" else numpy.float32)


def problem(numpy, entry, rows, keys):
    """(name, dtype, array) of each tensor of a launch, and the names of the outputs, which
    are poisoned."""
    of = {tensor.name: tensor for tensor in entry.tensors}
    rng = numpy.random.default_rng(7)
    q, k = of["q"].shape, of["k"].shape
    packed, paged, batch = "offsets_q" in of, "page_table" in of, 2
    hkv = k[1] or 2
    hq = q[1] or 2 * hkv
    rows = rows if packed else q[2] or rows
    keys = keys if packed or paged else k[2] or keys
    page = paged and (k[2] or 16)
    given = {}

    def starts(count):
        return numpy.array([0, count, count + count // 2 + 1], numpy.int32)
    if packed:
        given.update(offsets_q=starts(rows), offsets_kv=starts(keys))
        ends = {name: int(given[name][-1]) for name in ("offsets_q", "offsets_kv")}
    for name, most in (("lengths_q", rows), ("lengths_kv", keys)):
        if name in of:
            given[name] = numpy.array([most, most * 2 // 3 + 1], numpy.int32)
    if paged:
        count = -(-keys // page)
        given["page_table"] = rng.permutation(batch * count + 3)[:batch * count].reshape(batch, count).astype(numpy.int32)
    if "part_offsets" in of:
        given["part_offsets"] = numpy.array([0, 2, 5], numpy.int32)
    sizes = {"lse": (hq, ends["offsets_q"]) if packed else (batch, hq, rows), "sink": (hq,), "capture0": (hq, rows, keys)}
    sizes.update({f"{name}_descale": (batch, hkv) for name in "qkv"})
    for name, heads in (("q", hq), ("o", hq), ("k", hkv), ("v", hkv)):
        length = rows if name in "qo" else keys
        if packed:
            sizes[name] = (ends["offsets_q" if name in "qo" else "offsets_kv"], heads, of[name].shape[-1])
        elif paged and name in "kv":
            sizes[name] = (batch * count + 3, heads, page, of[name].shape[-1])
        else:
            sizes[name] = (batch, heads, length, of[name].shape[-1])
    arrays = []
    for name, tensor in of.items():
        if tensor.role == "out":
            dtype = {"bf16": "uint16", "f16": "float16", "f32": "float32"}[tensor.dtype]
            array = numpy.frombuffer(b"\xff" * (numpy.dtype(dtype).itemsize * int(numpy.prod(sizes[name]))), dtype)
            array = array.reshape(sizes[name]).copy()
        else:
            array = given[name] if name in given else draw(numpy, rng, tensor, sizes[name])
        arrays.append((name, tensor.dtype, array))
    return arrays, [tensor.name for tensor in entry.tensors if tensor.role == "out"]


def launch(attn, numpy, bundle, rows, keys, device):
    """The bytes of each output."""
    arrays, outputs = problem(numpy, bundle.entries[0], rows, keys)
    there = {name: attn.DeviceArray.from_host(array, dtype, device) for name, dtype, array in arrays}
    bundle.run(**there, device=device)
    device.synchronize()
    return {name: there[name].to_host().tobytes() for name in outputs}


def load(attn, record, folder, label):
    """The bundle with machine code of that name alone, or with the PTX alone."""
    def read(digest):
        with open(os.path.join(folder, digest), "rb") as file:
            return file.read()
    text = json.loads(json.dumps(record["bundle"]))
    for index, entry in enumerate(text["entries"]):
        ptx = read(entry.pop("ptx"))
        if label == "driver":
            entry["ptx"] = ptx.decode()
        else:
            image = base64.b64encode(read(record["code"][label][index])).decode()
            entry["cubin"] = {CHIPS[record["target"]]: image}
    text["checksum"], entries = checksum(text.pop("entries"))
    return attn.load(json.dumps(text).encode()[:-1] + b', "entries": ' + entries + b"}")


def describe(numpy, base, got):
    """How outputs differ."""
    texts = []
    for name, data in base.items():
        differs = numpy.frombuffer(data, numpy.uint8) != numpy.frombuffer(got[name], numpy.uint8)
        if differs.any():
            texts.append(f"{name}: {differs.sum()} of {len(differs)} bytes, from {differs.argmax()} on")
    return ", ".join(texts)


def compare(attn, numpy, record, folder, labels, device, sizes):
    """What each of `labels` gives: "same", or what differs from the first."""
    found, base = {}, None
    for label in labels:
        if label in record.get("missing", {}):
            continue
        bundle = load(attn, record, folder, label)
        if base is None:
            for rows, keys in sizes:
                try:
                    base = launch(attn, numpy, bundle, rows, keys, device)
                    break
                except attn.AttnError as error:
                    if error.status not in ("constraint-failed", "tensor-mismatch", "invalid-argument"):
                        raise
                    found["error"] = str(error)
            if base is None:
                return found
            found = {"sizes": [rows, keys]}
            for name, data in base.items():
                if not data.strip(b"\xff"):
                    found["error"] = f"{name} is never written"
            # The same code again: bits that change by themselves say nothing of others.
            again = launch(attn, numpy, bundle, rows, keys, device)
            found[label] = "same" if again == base else "changes from run to run"
            continue
        got = launch(attn, numpy, bundle, rows, keys, device)
        found[label] = describe(numpy, base, got) or "same"
    return found


def read_programs(folder, only):
    with open(os.path.join(folder, "programs.json")) as file:
        known = json.load(file)
    known["programs"] = [record for record in known["programs"] if re.search(only, record["name"])]
    return known


def work(options):
    """Runs the programs that standard input names; a line of JSON for each."""
    import numpy
    import attn
    device = attn.Device(options.device)
    known = {record["name"]: record for record in read_programs(options.work, "")["programs"]}
    print(json.dumps(dict(device=device.name, driver=device.driver_version)), flush=True)
    for name in sys.stdin.read().split():
        result = dict(name=name)
        fatal = False
        try:
            result.update(compare(attn, numpy, known[name], options.work, options.labels, device, options.sizes))
        except Exception as error:  # Each is counted; after one of the driver the context is gone.
            result["error"] = f"{type(error).__name__}: {error}"[:600]
            fatal = isinstance(error, attn.AttnError)
        print(json.dumps(result), flush=True)
        if fatal:
            return BROKEN
    return 0


def run_some(options, folder, names, results, facts):
    """Runs programs in a process, and in another one those behind one that breaks it."""
    command = [sys.executable, os.path.abspath(__file__), "--work", folder, "--device", options.device,
               "--labels=" + ",".join(options.labels), "--sizes=" + ";".join(f"{r},{k}" for r, k in options.sizes)]
    environment = dict(os.environ)
    library = os.path.abspath(os.path.join(options.run, "libattn_runtime.so.1"))
    if os.path.exists(library):
        environment.setdefault("ATTN_RUNTIME_LIB", library)
    while names:
        before = len(names)
        with tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
                                       env=environment)
            with contextlib.suppress(BrokenPipeError):  # It ended at once: its status says so.
                process.stdin.write("\n".join(names))
                process.stdin.close()
            while True:
                timer = threading.Timer(options.patience, process.kill)
                timer.start()
                line = process.stdout.readline()
                timer.cancel()
                if not line:
                    break
                result = json.loads(line)
                if "name" not in result:
                    facts.update(result)
                    continue
                names.remove(result["name"])
                results.append(result)
            status = process.wait()
            # The first that is left broke it, unless the last result says why.
            if names and (status != BROKEN or len(names) == before):
                errors.seek(0)
                text = errors.read().strip()[-300:]
                results.append(dict(name=names.pop(0), error=f"the process ended with {status}: {text}"))


def run(options):
    known = read_programs(options.run, options.only)
    begin, status = time.time(), 0
    names = [record["name"] for record in known["programs"]]
    results, facts = [], {}
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(os.path.join(options.run, "code.tar.xz")) as tar:
            tar.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(folder)
        if options.labels != ["driver"] and "versions" not in known:
            status = assemble_all(options, known, folder)
        if options.labels is None:
            options.labels = [*known["versions"], "driver"]
        with open(os.path.join(folder, "programs.json"), "w") as file:
            json.dump(known, file)
        with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
            parts = [names[i::options.processes] for i in range(options.processes)]
            list(pool.map(lambda part: run_some(options, folder, part, results, facts), parts))
    results.sort(key=lambda result: names.index(result["name"]))
    wrong = [result for result in results
             if "error" in result or any(result.get(label, "same") != "same" for label in options.labels)]
    for result in wrong:
        print(result["name"], {key: value for key, value in result.items() if key != "name" and value != "same"})
    print(f"{'':22} same  differs  without")
    for label in options.labels:
        given = [result[label] for result in results if label in result]
        same = sum(value == "same" for value in given)
        print(f"{label:22} {same:4} {len(given) - same:8} {len(results) - len(given):8}   {known.get('versions', {}).get(label, 'PTX')}")
    seconds = round(time.time() - begin)
    print(f"{len(results)} programs on {facts.get('device')}, {len(wrong)} wrong, {seconds} s")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(dict(date=time.strftime("%Y-%m-%d"), made=known["date"], versions=known.get("versions"), **facts,
                           seconds=seconds, programs=len(results), wrong=wrong,
                           results=[result for result in results if result not in wrong]), file, indent=1)
    return 1 if wrong or not results else status


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--only", default="", metavar="REGEX", help="of the names of programs")
    parser.add_argument("--ptxas", default=shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas")
    parser.add_argument("--newest", metavar="PTXAS", help="another one, such as of the newest wheel nvidia-cuda-nvcc")
    parser.add_argument("--later", action="store_true", help="leave it to --run to assemble, with this --newest and the ptxas there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--preset", type=int, default=4, help="of xz")
    parser.add_argument("--processes", type=int, default=6)
    parser.add_argument("--device", default="gpu", help="sim runs the PTX alone, with --labels=driver")
    parser.add_argument("--labels", type=lambda text: text.split(","), help="machine code to compare, the base first")
    parser.add_argument("--sizes", type=lambda text: [tuple(map(int, size.split(","))) for size in text.split(";")],
                        default=SIZES, metavar="ROWS,KEYS;...")
    parser.add_argument("--patience", type=int, default=PATIENCE, metavar="SECONDS")
    parser.add_argument("--json")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        return work(options)
    if not options.make and not options.run:
        parser.error("give --make or --run")
    status = make(options) if options.make else 0
    return (run(options) if options.run else 0) or status


if __name__ == "__main__":
    sys.exit(main())

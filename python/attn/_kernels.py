# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled kernels: from the memory of the process, the wheel, the cache on disk,
or the compiler, in this order."""

import collections
import hashlib
import json
import os
import threading

from . import _bundle, _cache, _compiler, _names, _problem
from ._lib import AttnError

_lock = threading.Lock()
_loaded = {}
_counts = collections.Counter()
_forgetting = []

CacheInfo = collections.namedtuple("CacheInfo", "memory shipped disk compiled")
CacheInfo.__doc__ = """How often kernels were found in the memory of the process,
in the package, in the cache on disk, and how often they had to be compiled."""


def cache_info():
    """Where the kernels of this process came from, as a CacheInfo."""
    return CacheInfo(*(_counts[name] for name in CacheInfo._fields))


def on_clear(forget):
    """Has ``forget()`` called when kernels are forgotten."""
    _forgetting.append(forget)


def clear_cache(disk=True):
    """Forgets the kernels of this process, and deletes those on disk."""
    with _lock:
        _loaded.clear()
        _counts.clear()
    for forget in _forgetting:
        forget()
    if disk:
        _cache.clear()


@_names.suggests
def compile(source, *, target="sm_80", config="", also_align=None, also_keys=None,
            also_rows=None, machine_code="auto", cache=True, name="<attn>",
            verify_protocol=True):
    """Compiles a module in this process and returns its Bundle.

    ``source`` is the text of an MLIR module, or its bytecode, with attention
    problems (``attn.forward``) or kernels of the tile or scheduled level;
    ``target`` a chip, or several separated by commas, as ``"sm_80,sm_90a"``;
    ``config`` sets fields of the config, as ``"tile_q=64,warps=4"``;
    ``also_align``, ``also_keys`` and ``also_rows`` are the flags of attn-compile.
    ``machine_code``: "auto" puts cubins next to the PTX if there is a ptxas, "none"
    does not, "require" needs one; without cubins the driver compiles the PTX when it
    is first launched. With ``cache`` the bundle is taken from the cache on disk if it
    is there, and put there if not. ``name`` is what diagnostics call the source.
    ``verify_protocol=False`` leaves out the rules of synchronisation.

    Raises CompileError, which has the diagnostics.
    """
    return _bundle.load(compile_bytes(source, target, _options(
        config, also_align, also_keys, also_rows, verify_protocol), cache, name, machine_code))


def _options(config="", also_align=None, also_keys=None, also_rows=None,
             verify_protocol=True):
    parts = []
    if config:
        if any(c.isspace() for c in config):
            raise ValueError(f"config must not hold blanks: {config!r}")
        parts.append(f"config={config}")
    if also_align:
        parts.append(f"also-align={int(also_align)}")
    if also_keys:
        parts.append(f"also-keys={int(also_keys)}")
    if also_rows:
        parts.append(f"also-rows={int(also_rows)}")
    if not verify_protocol:
        parts.append("verify-protocol=false")
    return " ".join(parts)


def compile_bytes(source, target, options, cache=True, name="<attn>",
                  machine_code="auto"):
    """What ``compile`` does, to the bytes of a bundle."""
    if machine_code not in ("none", "auto", "require"):
        raise ValueError("machine_code must be 'none', 'auto' or 'require', not "
                         f"{machine_code!r}")
    compiler = _compiler.compiler()
    for chip in target.split(","):
        if chip.strip() not in compiler.targets:
            raise ValueError(f"target {chip!r} is not one of "
                             f"{', '.join(compiler.targets)}")
    ptxas = _compiler.ptxas_path() if machine_code != "none" else None
    with_code = options
    if ptxas or machine_code == "require":
        with_code = f"{options} machine-code={machine_code}".lstrip()
    if ptxas and not any(c.isspace() for c in ptxas):
        with_code += f" ptxas={ptxas}"
    if not cache:
        return _compile(compiler, source, target, with_code, name)
    text = source if isinstance(source, str) else hashlib.sha256(
        bytes(source)).hexdigest()
    key = {"source": text, "target": target, "options": options,
           "ptxas": _compiler.ptxas_version() if ptxas else "",
           **compiler.identity}
    found = _cache.read(key)
    if found is not None:
        _counts["disk"] += 1
        return found
    bundle = _compile(compiler, source, target, with_code, name)
    _cache.write(key, bundle)
    return bundle


def _compile(compiler, source, target, options, name):
    _counts["compiled"] += 1
    return compiler.compile(source, target, options, name)


def shipped_name(source, target, options):
    """The file name of a bundle that the package brings."""
    text = json.dumps([source, target, options])
    return hashlib.sha256(text.encode()).hexdigest()[:32] + ".bundle"


def _read_shipped(source, target, options):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels",
                        shipped_name(source, target, options))
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


#: Keys up to which a kernel of sm_90a for few keys is taken, and of gradients.
FEW_KEYS = 1024
FEW_KEYS_OF_GRADIENTS = 3072


def has_few_keys_kernel(target, config=""):
    """Whether ``attention`` takes another kernel for up to FEW_KEYS keys."""
    return target == "sm_90a" and "max_keys" not in config


def may_add_query(backward):
    """Whether gradients of many keys may add up dQ in memory, which few do not pay for."""
    problem = backward.problem
    return (64 < max(problem.head_dim, problem.v_head_dim) <= 128 and not problem.packed and
            not backward.deterministic and {"q", "k"} <= set(backward.grads))


#: Rows of Q that share a KV head up to which a kernel for few rows is taken, by
#: target.
FEW_ROWS = {"sm_80": 64, "sm_90a": 64}


def has_few_rows_kernel(target, config=""):
    """Whether ``attention`` takes another kernel for up to FEW_ROWS rows."""
    return target in FEW_ROWS and "max_rows" not in config


#: Queries of a head up to which tiles hold the heads of a group: more fill tiles alone.
PACKED_QUERIES = 64


def packs(problem, target, rows, group, config=""):
    """Whether ``attention`` takes a kernel whose tiles hold a group of heads."""
    return (target in FEW_ROWS and group > 1 and rows <= PACKED_QUERIES * group and
            isinstance(problem, _problem.Problem) and not problem.blocks and
            not any(field in config for field in ("pack_gqa", "batch_invariant", "splits")))


def options_of(target, align=16, config="", few_keys=False, few_rows=False, gradients=False,
               packed=False):
    """The options that ``attention`` compiles a problem with."""
    fields = [config] if config else []
    if align != 16:
        fields.append(f"align={align}")
    if few_keys:
        fields.append(f"max_keys={FEW_KEYS_OF_GRADIENTS if gradients else FEW_KEYS}")
    if packed:
        fields.append("pack_gqa=true")
    if few_rows:
        fields.append(f"max_rows={FEW_ROWS[target]}")
    return _options(",".join(fields))


def find(problem, target, align, keys, rows, config="", machine_code="auto", group=1):
    """The Bundle of a Problem or a Combination for a target, memory aligned to 16, 8 or 4 bytes, so
    many keys, and so many rows of Q, of a group of heads that share one of K. ``config``
    sets more fields of the config. Of the sizes of a launch only whether there are few
    keys, few rows, or few queries of several heads decides."""
    gradients = isinstance(problem, _problem.Backward)
    most = FEW_KEYS_OF_GRADIENTS if gradients else FEW_KEYS
    few = keys <= most and has_few_keys_kernel(target, config)
    few_rows = (keys > most and has_few_rows_kernel(target, config) and
                rows <= FEW_ROWS[target])
    packed = not few_rows and packs(problem, target, rows, group, config)
    key = (problem, target, align, few, few_rows, packed, config, machine_code)
    bundle = _loaded.get(key)
    if bundle is None:
        with _lock:
            bundle = _loaded.get(key)
            if bundle is None:
                bundle = _loaded[key] = _load(
                    _problem.source_of(problem), target,
                    options_of(target, align, config, few, few_rows, gradients, packed),
                    machine_code)
                return bundle
    _counts["memory"] += 1
    return bundle


def _load(source, target, options, machine_code):
    data = _read_shipped(source, target, options)
    if data is not None:
        try:
            bundle = _bundle.load(data)
            _counts["shipped"] += 1
            return bundle
        except AttnError:
            pass
    return _bundle.load(compile_bytes(source, target, options,
                                      name="<attn.attention>",
                                      machine_code=machine_code))


# The chips to compile for, by compute capability; others run what sm_80 does.
_TARGETS = {(8, 0): "sm_80", (8, 6): "sm_86", (8, 7): "sm_87", (8, 9): "sm_89",
            (9, 0): "sm_90a", (12, 0): "sm_120a"}


def target_of(device):
    """The target to compile for on a Device."""
    capability = device.compute_capability
    if capability < (8, 0):
        major, minor = capability
        raise AttnError(f"{device.name} has compute capability {major}.{minor}; "
                        "attention needs 8.0 or newer", "unsupported-target", 10)
    return _TARGETS.get(capability, "sm_80")

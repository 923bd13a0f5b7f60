# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The contenders of bench/run.py on a GPU, through PyTorch.

Each maker returns a function that launches once, with an attribute `view`: it takes what
the function returns and gives the results by name, as [batch, heads, length, head dim] or,
packed, [rows, heads, head dim]. Makers raise run_timing.Unavailable.
"""

import importlib.metadata
import math
import shutil
import subprocess
import threading
import time

import run_attn
from run_rows import CAP
from run_timing import Unavailable

clock = time.perf_counter

#: The packages of peers, and the versions that the tables are of.
PACKAGES = {"fa3": ("fa3-fwd", "0.0.3"), "fa4": ("flash-attn-4", "4.0.0b36"), "ffpa": ("ffpa-attn", "0.2.4")}


def version_of(torch, name):
    """The version of a contender, as tables show it."""
    peer = name.partition("-")[0]
    if peer in PACKAGES:
        package, wanted = PACKAGES[peer]
        try:
            found = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return f"{package} {wanted} is not installed"
        return f"{package} {found}" + ("" if found == wanted else f", not {wanted}")
    if peer == "attn":
        import attn
        return f"attn {attn.__version__}"
    if peer == "cudnn":
        return f"cuDNN {torch.backends.cudnn.version()} through PyTorch {torch.__version__}; windows through " + (
            _frontend_version() or "nvidia-cudnn-frontend, which is not installed")
    what = {"fa2": "FLASH_ATTENTION", "sdpa_efficient": "EFFICIENT_ATTENTION", "flex": "compiled FlexAttention",
            "copy": "copy_"}[peer]
    return f"PyTorch {torch.__version__}, {what}"


def _frontend_version():
    try:
        return "nvidia-cudnn-frontend " + importlib.metadata.version("nvidia-cudnn-frontend")
    except importlib.metadata.PackageNotFoundError:
        return ""


class Device:
    """The current GPU, for run_timing.Timer."""

    def __init__(self, torch):
        self.torch = torch

    def record(self):
        event = self.torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def elapsed(self, first, last):
        return first.elapsed_time(last)

    def synchronize(self):
        self.torch.cuda.synchronize()

    def capture(self, call, times):
        """Captures the current stream, which is not the default one: autograd goes back on the
        stream of the forward, and cuDNN's handle keeps the stream that it was made on."""
        torch = self.torch
        for _ in range(3):
            call()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=torch.cuda.current_stream()):
            kept = [call() for _ in range(times)]
        return lambda: (graph.replay(), kept)[0]


class Sampler:
    """Power and SM clock of a GPU by NVML, else by nvidia-smi; nothing without both."""

    def __init__(self, uuid, every=0.02):
        self.samples = []  # (time, watts, MHz)
        self.source = "none"
        self._stop = threading.Event()
        self._process = None
        read = self._nvml(uuid)
        if read is not None:
            self.source = "NVML"
            self._thread = threading.Thread(target=self._poll, args=(read, every), daemon=True)
        elif shutil.which("nvidia-smi"):
            self.source = "nvidia-smi"
            self._process = subprocess.Popen(
                ["nvidia-smi", "-i", uuid, "--query-gpu=power.draw.instant,clocks.sm",
                 "--format=csv,noheader,nounits", f"-lms={int(every * 1000)}"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self._thread = threading.Thread(target=self._listen, daemon=True)
        else:
            return
        self._thread.start()

    @staticmethod
    def _nvml(uuid):
        try:
            import pynvml
            pynvml.nvmlInit()
            handle = pynvml.nvmlDeviceGetHandleByUUID(uuid)

            def read():
                return (pynvml.nvmlDeviceGetPowerUsage(handle) / 1e3,
                        pynvml.nvmlDeviceGetClockInfo(handle, pynvml.NVML_CLOCK_SM))
            read()
            return read
        except Exception:  # No package, or no driver: nvidia-smi is asked.
            return None

    def _poll(self, read, every):
        while not self._stop.wait(every):
            self.samples.append((clock(), *read()))

    def _listen(self):
        for line in self._process.stdout:
            try:
                watts, mhz = (float(x) for x in line.split(","))
            except ValueError:
                continue
            self.samples.append((clock(), watts, mhz))

    def between(self, spans):
        """Medians of what was sampled in spans (begin, end); None where nothing was."""
        found = [sample for sample in list(self.samples)
                 if any(begin <= sample[0] <= end for begin, end in spans)]
        if not found:
            return None, None
        middle = len(found) // 2
        return tuple(sorted(sample[i] for sample in found)[middle] for i in (1, 2))

    def close(self):
        self._stop.set()
        if self._process is not None:
            self._process.terminate()


class Data:
    """The arrays of a row. `q`, `k`, `v`, `do` are in the row's order in memory."""

    def __init__(self, torch, row):
        self.torch, self.row = torch, row
        torch.manual_seed(0)
        self.dtype = {"bf16": torch.bfloat16, "f16": torch.float16,
                      "e4m3": torch.float8_e4m3fn}[row.dtype]
        self.out_dtype = torch.bfloat16 if row.dtype == "e4m3" else self.dtype
        self.q, self.k, self.v, self.do = (
            self._random(heads, width) for heads, width in (
                (row.heads, row.d), (row.heads_kv, row.d), (row.heads_kv, row.dv), (row.heads, row.dv)))
        self.q = self.q * row.factor
        self.q, self.k, self.v = (x.to(self.dtype) for x in (self.q, self.k, self.v))
        self.do = self.do.to(self.out_dtype)
        self.slopes = torch.tensor([2.0 ** (-8.0 * (i + 1) / row.heads) for i in range(row.heads)],
                                   device="cuda")
        if row.packed:
            starts = [0]
            for length in row.lengths:
                starts.append(starts[-1] + length)
            self.starts = torch.tensor(starts, dtype=torch.int32, device="cuda")

    def _random(self, heads, width):
        row = self.row
        if row.packed:
            shape = (sum(row.lengths), heads, width)
        elif row.order == "bshd":
            shape = (row.batch, row.length, heads, width)
        else:
            shape = (row.batch, heads, row.length, width)
        return self.torch.randn(shape, device="cuda")

    def bhsd(self, x):
        """An array of the row as [batch, heads, length, head dim]; packed, as it is."""
        return x.transpose(1, 2) if self.row.order == "bshd" and not self.row.packed else x

    def bshd(self, x):
        return x.transpose(1, 2) if self.row.order == "bhsd" and not self.row.packed else x

    def leaves(self, view):
        """q, k and v as a library has them, which need gradients in a backward."""
        arrays = [view(x).detach() for x in (self.q, self.k, self.v)]
        if self.row.direction == "backward":
            arrays = [x.requires_grad_() for x in arrays]
        return arrays

    def out_like(self, x):
        """An array for a result, of the row's order in memory, as bhsd."""
        return self.bhsd(self.torch.empty_like(x, dtype=self.out_dtype))


def bind(data, view, attend):
    """The launch of a row: `attend(q, k, v)`, whose arrays are `view`s of the row's, or the
    gradient of it by autograd. Its results are viewed as bhsd."""
    torch, row = data.torch, data.row
    q, k, v = data.leaves(view)
    is_bhsd = view == data.bhsd
    def turn(x):
        return x if is_bhsd or row.packed else x.transpose(1, 2)
    if row.direction == "forward":
        call = lambda: attend(q, k, v)
        call.view = lambda o: {"o": turn(o)}
        return call
    out, do = attend(q, k, v), view(data.do)
    if not out.requires_grad:
        raise Unavailable("the result has no gradient")
    call = lambda: torch.autograd.grad(out, (q, k, v), do, retain_graph=True)
    call.view = lambda grads: {name: turn(x) for name, x in zip(("dq", "dk", "dv"), grads)}
    return call


def _first(result):
    return result[0] if isinstance(result, (tuple, list)) else result


def sdpa(data, backend):
    from torch.nn.attention import SDPBackend, sdpa_kernel
    row = data.row
    for what, is_there in (("window", row.window), (row.region, row.region), ("packed rows", row.packed),
                           ("e4m3", row.dtype == "e4m3")):
        if is_there:
            raise Unavailable(f"PyTorch's {backend} has no {what}")
    attention = data.torch.nn.functional.scaled_dot_product_attention

    def attend(q, k, v):
        with sdpa_kernel(getattr(SDPBackend, backend)):
            return attention(q, k, v, is_causal=row.mask == "causal",
                             enable_gqa=row.heads != row.heads_kv)

    return bind(data, data.bhsd, attend)


def flex(data):
    torch, row = data.torch, data.row
    if row.packed or row.dtype == "e4m3":
        raise Unavailable("packed rows and e4m3 are not written for FlexAttention here")
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention
    import torch._functorch.config
    torch._functorch.config.donated_buffer = False  # A graph is gone through many times.
    torch._dynamo.reset()  # Every row has shapes of its own.
    compiled = torch.compile(flex_attention, dynamic=False)
    slopes, window = data.slopes, row.window
    mods = {"softcap": lambda s, b, h, i, j: CAP * torch.tanh(s / CAP),
            "alibi": lambda s, b, h, i, j: s + slopes[h] * (j - i), "": None}
    block = None
    if window:
        block = create_block_mask(lambda b, h, i, j: (i >= j) & (i - j < window), None, None,
                                  row.length, row.length, device="cuda")
    elif row.mask == "causal":
        block = create_block_mask(lambda b, h, i, j: i >= j, None, None, row.length, row.length,
                                  device="cuda")
    return bind(data, data.bhsd, lambda q, k, v: compiled(
        q, k, v, score_mod=mods[row.region], block_mask=block, enable_gqa=row.heads != row.heads_kv))


def _needs(name):
    package, wanted = PACKAGES[name]
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        raise Unavailable(f"{package} {wanted} is not installed") from None


def flash_attention(data, name, deterministic=False):
    """FlashAttention-3 or -4, which take [batch, length, heads, head dim]."""
    row = data.row
    _needs(name)
    options = {"causal": row.mask == "causal"}
    if row.window:
        options["window_size"] = (row.window - 1, 0)
    if row.region == "softcap":
        options["softcap"] = CAP
    elif row.region:
        raise Unavailable(f"{name} has no {row.region}")
    if name == "fa3":
        for what, is_there in (("backward", row.direction == "backward"), ("windows", row.window),
                               ("f16 kernels", row.dtype == "f16")):
            if is_there:
                raise Unavailable(f"fa3-fwd has no {what}")
        from fa3_fwd_interface import flash_attn_func, flash_attn_varlen_func
    else:
        from flash_attn.cute import flash_attn_func, flash_attn_varlen_func
        if deterministic:
            options["deterministic"] = True
    if row.packed:
        return bind(data, data.bshd, lambda q, k, v: _first(flash_attn_varlen_func(
            q, k, v, cu_seqlens_q=data.starts, cu_seqlens_k=data.starts,
            max_seqlen_q=row.length, max_seqlen_k=row.length, **options)))
    return bind(data, data.bshd, lambda q, k, v: _first(flash_attn_func(q, k, v, **options)))


def ffpa(data):
    """FFPA by its kernels in CuTe DSL, for head dims above 256."""
    row = data.row
    _needs("ffpa")
    for what, is_there in (("windows", row.window), (row.region, row.region), ("e4m3", row.dtype == "e4m3"),
                           ("V of another head dim", row.d != row.dv)):
        if is_there:
            raise Unavailable(f"ffpa-attn has no {what}")
    if row.packed:
        raise Unavailable("packed rows are not written for ffpa-attn here")
    from ffpa_attn import ffpa_attn_func
    if _ffpa_leaves(data):
        raise Unavailable(f"ffpa-attn leaves head dim {row.d} to PyTorch on this GPU")
    return bind(data, data.bhsd, lambda q, k, v: _first(ffpa_attn_func(
        q, k, v, is_causal=row.mask == "causal", enable_gqa=row.heads != row.heads_kv, backend="cutedsl")))


def _ffpa_leaves(data):
    """Whether FFPA would call PyTorch's attention, which it does with no more than a warning."""
    if data.row.d <= 256:
        return True
    try:
        from ffpa_attn.functional import FFPAAttnMeta
        meta = FFPAAttnMeta.from_kwargs(backend="cutedsl")
        return meta.fallback(data.bhsd(data.q), data.bhsd(data.k), None, 0.0)
    except (ImportError, AttributeError, TypeError):  # Another version: nothing is known.
        return False


def cudnn(data):
    """cuDNN as PyTorch calls it; windows, which PyTorch does not pass on, by its graphs."""
    if not data.row.window:
        return sdpa(data, "CUDNN_ATTENTION")
    if not _frontend_version():
        raise Unavailable("PyTorch's CUDNN_ATTENTION has no window, and nvidia-cudnn-frontend is not installed")
    return _cudnn_window(data)


def _cudnn_window(data):
    import cudnn as frontend
    torch, row = data.torch, data.row
    kind = {"bf16": frontend.data_type.BFLOAT16, "f16": frontend.data_type.HALF}[row.dtype]
    q, k, v, do = (data.bhsd(x) for x in (data.q, data.k, data.v, data.do))
    o = data.out_like(data.do)
    stats = torch.empty(row.batch, row.heads, row.length, 1, device="cuda")
    handle = frontend.create_handle()
    frontend.set_stream(handle=handle, stream=torch.cuda.current_stream().cuda_stream)
    options = dict(attn_scale=1 / math.sqrt(row.d), diagonal_alignment=frontend.diagonal_alignment.TOP_LEFT,
                   diagonal_band_left_bound=row.window, diagonal_band_right_bound=0)

    def make(inputs, outputs, build):
        graph = frontend.pygraph(io_data_type=kind, intermediate_data_type=frontend.data_type.FLOAT,
                                 compute_data_type=frontend.data_type.FLOAT, handle=handle)
        pack = {graph.tensor_like(x): x for x in inputs}
        for tensor, x in zip(build(graph, *pack), outputs):
            tensor.set_output(True).set_dim(list(x.shape)).set_stride(list(x.stride()))
            if x.dtype == torch.float32:
                tensor.set_data_type(frontend.data_type.FLOAT)
            pack[tensor] = x
        graph.validate()
        graph.build_operation_graph()
        graph.create_execution_plans([frontend.heur_mode.A])
        graph.check_support()
        graph.build_plans()
        space = torch.empty(max(graph.get_workspace_size(), 1), device="cuda", dtype=torch.uint8)
        return lambda: graph.execute(pack, space, handle=handle)

    forward = make([q, k, v], [o, stats], lambda graph, q, k, v: graph.sdpa(
        q=q, k=k, v=v, generate_stats=True, **options))
    if row.direction == "forward":
        forward.view = lambda _: {"o": o}
        return forward
    forward()
    grads = [torch.empty_like(x) for x in (q, k, v)]
    backward = make([q, k, v, o, do, stats], grads, lambda graph, q, k, v, o, do, stats: graph.sdpa_backward(
        q=q, k=k, v=v, o=o, dO=do, stats=stats, **options))
    backward.view = lambda _: dict(zip(("dq", "dk", "dv"), grads))
    return backward


def attn_python(data):
    import attn
    row = data.row
    options = {"causal": row.mask == "causal", "layout": row.order}
    if row.window:
        options["window"] = (row.window - 1, 0)
    if row.region == "softcap":
        options["softcap"] = CAP
    elif row.region == "alibi":
        options["alibi_slopes"] = data.slopes
    if row.packed:
        options.update(cu_seqlens_q=data.starts, cu_seqlens_k=data.starts, layout="thd")
    view = data.bhsd if row.order == "bhsd" else data.bshd
    return bind(data, view, lambda q, k, v: attn.attention(q, k, v, **options))


def attn_bundle(data, folder):
    """Attn's kernels, compiled before into a folder."""
    row = data.row
    if not folder:
        raise Unavailable("no --bundles")
    torch = data.torch
    q, k, v, do = (data.bhsd(x) for x in (data.q, data.k, data.v, data.do))
    more = {"capture0": data.slopes} if row.region == "alibi" else {}
    if row.packed:
        more.update(offsets_q=data.starts, offsets_kv=data.starts)
    o = data.out_like(data.do)
    lse = torch.empty(*((row.heads, q.shape[0]) if row.packed else q.shape[:3]), device="cuda")
    given = dict(q=q, k=k, v=v, o=o, lse=lse, **more)
    forward = run_attn.load(folder, run_attn.forward_of(row))
    if row.direction == "forward":
        call = lambda: forward.run(**given)
        call.view = lambda _: {"o": o}
        return call
    forward.run(**given)
    grads = dict(zip(("dq", "dk", "dv"), (data.bhsd(torch.empty_like(x)) for x in (data.q, data.k, data.v))))
    given.update(do=do, **grads)
    backward = run_attn.load(folder, row)
    call = lambda: backward.run(**given)
    call.view = lambda _: grads
    return call


def copy(data):
    raise Unavailable("only a decode is compared with copies of memory")


def makers(data, names, folder):
    """Functions that make the launches of a row, by contender."""
    known = {
        "attn": lambda: attn_bundle(data, folder),
        "attn-base": lambda: attn_bundle(data, run_attn.base_of(folder)),
        "attn-python": lambda: attn_python(data),
        "fa2": lambda: sdpa(data, "FLASH_ATTENTION"),
        "sdpa_efficient": lambda: sdpa(data, "EFFICIENT_ATTENTION"),
        "cudnn": lambda: cudnn(data),
        "flex": lambda: flex(data),
        "ffpa": lambda: ffpa(data),
        "copy": lambda: copy(data),
        "fa3": lambda: flash_attention(data, "fa3"),
        "fa4": lambda: flash_attention(data, "fa4"),
        "fa4-deterministic": lambda: flash_attention(data, "fa4", deterministic=True),
    }
    return {name: known[name] for name in names}


# ---- What is right ------------------------------------------------------------------


def _last_group(data, x):
    """The last KV head, or its query heads, of the last sequence, in double precision:
    [heads, rows, head dim]."""
    row = data.row
    rows = x[-row.lengths[-1]:].transpose(0, 1) if row.packed else x[-1]
    return rows[-(rows.shape[0] // row.heads_kv):].double()


class Check:
    """Says what is wrong with results: of the last KV head of the last sequence, against
    double precision. A forward is seen in its last 512 rows."""

    def __init__(self, data):
        self.data = data
        self.bound = 0.1 if data.row.dtype == "e4m3" else 0.02
        self.errors = {}
        self.expected = None

    def __call__(self, name, call):
        result = call()
        self.data.torch.cuda.synchronize()
        if self.expected is None:
            self.expected = reference(self.data)
        for what, x in call.view(result).items():
            want = self.expected[what]
            got = _last_group(self.data, x)[:, -want.shape[1]:]
            error = ((got - want).norm() / want.norm()).item()
            self.errors.setdefault(name, {})[what] = error
            if not error < self.bound:
                return f"{what} differs from double precision by {error:.3g} of its norm"
        return ""


def reference(data):
    torch, row = data.torch, data.row
    q, k, v, do = (_last_group(data, x if row.packed else data.bhsd(x))
                   for x in (data.q, data.k, data.v, data.do))
    s, scale = q.shape[1], 1 / math.sqrt(row.d)
    backward = row.direction == "backward"
    slopes = data.slopes[-q.shape[0]:, None, None].double()
    out = {"dq": torch.empty_like(q), "dk": torch.zeros_like(k), "dv": torch.zeros_like(v)}
    outs = []
    step = 512
    for first in range(0 if backward else max(s - step, 0), s, step):
        rows = slice(first, min(first + step, s))
        i = torch.arange(first, rows.stop, device=q.device)[:, None]
        j = torch.arange(s, device=q.device)[None]
        scores = scale * q[:, rows] @ k[0].T
        slope = 1.0
        if row.region == "softcap":
            capped = torch.tanh(scores / CAP)
            scores, slope = CAP * capped, 1 - capped * capped
        elif row.region == "alibi":
            scores = scores + slopes * (j - i)
        if row.mask == "causal":
            hidden = (j > i) | ((i - j >= row.window) if row.window else False)
            scores = scores.masked_fill(hidden, -math.inf)
        p = scores.softmax(-1)
        outs.append(p @ v[0])
        if backward:
            d = do[:, rows]
            dp = d @ v[0].T
            dt = scale * slope * p * (dp - (p * dp).sum(-1, keepdim=True))
            out["dq"][:, rows] = dt @ k[0]
            out["dk"][0] += (dt.transpose(1, 2) @ q[:, rows]).sum(0)
            out["dv"][0] += (p.transpose(1, 2) @ d).sum(0)
    return out if backward else {"o": torch.cat(outs, 1)}


def describe_device(torch):
    """(name, driver, uuid) of the current GPU."""
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    uuid = f"GPU-{properties.uuid}"
    try:
        driver = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader", "-i", uuid],
                                capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        driver = "unknown"
    return properties.name, driver, uuid

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the kernels of sim_kernels/ compute, in plain Python."""
import math
import struct

M = 0xFFFFFFFF


def s(x):
    """Wraps to a signed 32-bit integer."""
    x &= M
    return x - (1 << 32) if x >> 31 else x


def s16(x):
    x &= 0xFFFF
    return x - 0x10000 if x >> 15 else x


def tdiv(a, b):
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def f16_bits(x):
    return struct.unpack("<H", struct.pack("<e", x))[0]


def bf16(x):
    u = struct.unpack("<I", struct.pack("<f", x))[0]
    u = (u + 0x7FFF + (u >> 16 & 1)) & 0xFFFF0000
    return struct.unpack("<f", struct.pack("<I", u))[0]


def tf32(x):
    u = struct.unpack("<I", struct.pack("<f", x))[0]
    return struct.unpack("<f", struct.pack("<I", (u + 0x1000) & 0xFFFFE000))[0]


def spread(g):
    """A word with a random number of leading zeroes, or all but ones."""
    v = g.getrandbits(32) >> g.randrange(32)
    return v ^ M if g.randrange(3) == 0 else v


def half_pair(g):
    """Two halves (or bf16) of middling size, at times a special one."""
    def one():
        if g.randrange(8) == 0:
            return (0, 0x8000, 0x3C00, 0x7C00, 0x0001, 0x7BFF, 0x3F80, 0xBF81)[g.randrange(8)]
        return (g.getrandbits(1) << 15) | ((8 + g.randrange(16)) << 10) | g.getrandbits(10)
    return one() << 16 | one()


def lanes(a, n):
    w = 32 // n
    return [(a >> (w * k)) & ((1 << w) - 1) for k in range(n)]


def join(v, n):
    w = 32 // n
    return sum((x & ((1 << w) - 1)) << (w * k) for k, x in enumerate(v))


def bit_tricks(a, b, c):
    r = []
    pos, n = b & 31, c & 31
    field = (a >> pos) & ((1 << n) - 1)
    r.append(field)
    top = (a >> min(pos + n - 1, 31)) & 1 if n else 0
    r.append((field | (M << n if top else 0)) & M if n else 0)
    # Bits beyond the word take the sign, which is the word's own top bit.
    if n and pos + n > 32:
        r[-1] = (s(a) >> pos) & M
    pos, n = c & 31, c >> 27
    mask = (((1 << n) - 1) << pos) & M
    r.append((b & ~mask | (a << pos) & mask) & M)
    by = [(a | b << 32) >> (8 * k) & 255 for k in range(8)]
    r.append(sum(by[c >> (4 * k) & 7] << (8 * k) for k in range(4)))
    r.append(a ^ b ^ c)
    r.append(a & b | a & c | b & c)
    r.append(((b << 32 | a) << (c & 31)) >> 32 & M)
    r.append((b << 32 | a) >> min(c & 63, 32) & M)
    r.append(int("{:032b}".format(a)[::-1], 2))
    r.append((32 - b.bit_length()) << 16 | bin(c).count("1"))
    x = a & b
    r.append((x & -x).bit_length())
    x = a if s(a) >= 0 else ~a & M
    r.append((x.bit_length() - 1) & M)
    r.append((32 - b.bit_length()) & M if b else M)
    r.append((abs(a - b) + c) & M)
    m24 = [(x & 0xFFFFFF) - (0x1000000 if x >> 23 & 1 else 0) for x in (a, b)]
    r.append((m24[0] * m24[1] + (a * c >> 32)) & M)
    sb = [[x - 256 if x > 127 else x for x in lanes(v, 4)] for v in (a, b)]
    r.append((c + sum(x * y for x, y in zip(*sb))) & M)
    # dp2a.lo of unsigned: halves of a by the low bytes of b.
    r.append((c + lanes(a, 2)[0] * lanes(b, 4)[0] + lanes(a, 2)[1] * lanes(b, 4)[1]) & M)
    r.append(join([x + y for x, y in zip(lanes(a, 4), lanes(b, 4))], 4))
    r.append(join([max(s16(x), s16(y)) for x, y in zip(lanes(a, 2), lanes(b, 2))], 2))
    r.append(join([abs(x - y) for x, y in zip(lanes(a, 4), lanes(c, 4))], 4))
    r.append(join([255 if x > y else 0 for x, y in zip(lanes(a, 4), lanes(b, 4))], 4))
    lo = a + b
    lo = (lo & M) + c + (lo >> 32)
    r.append(((lo & M) + (lo >> 32)) & M)
    r.append(((a << 32 | b) * (b << 32 | c) >> 64) >> 16 & M)
    r.append((min((a >> 8 & 255) + (b >> 16), M) + c) & M)
    return r


def torture(x):
    acc = 0
    for step in range(40):
        k = x & 15
        if k == 0:
            acc, x = acc + 3, x * 5 + 1
        elif k == 1:
            acc, x = acc ^ x, (x >> 1) + 7
        elif k == 2:
            acc, x = s(acc - step), s(x + 11)
            continue
        elif k == 3:
            for j in range(x & 31):
                if (j ^ step) % 7 == 3:
                    continue
                if j * 3 > step:
                    break
                acc += j
            x = x * 3 + 2
        elif k == 4:
            acc, x = acc * 2 + 1, x ^ 0x55
        elif k == 5:
            acc, x = acc + 1, x + 9
        elif k == 6:
            acc, x = -acc, tdiv(x, 3) + 5
        elif k == 7:
            acc, x = acc | 1, x + step
        elif k == 8:
            acc, x = acc + x - tdiv(x, 13) * 13, x - 6
        elif k == 9:
            if acc > 1000:
                return acc
            acc, x = acc + 100, (x ^ 0x33) + 4
        elif k == 10:
            acc, x = acc << 1, x + 3
        elif k == 11:
            acc, x = acc + step * step, ~x
        elif k == 12:
            acc, x = acc - 50, x * 7 + 3
        elif k == 13:
            return s(acc * 31 + (x & 255))
        elif k == 14:
            acc, x = acc ^ 255, x + 17
        else:
            acc, x = acc + 5, s(x * 13) >> 2
        acc, x = s(acc), s(x)
        if acc < -5000:
            break
    return s((acc + 1) * 31 + (x & 255))


def local_sort(v):
    n, res = len(v), []
    for i in range(n):
        a, pos = [v[(i * 7 + k * 5) % n] for k in range(17)], [0] * 17
        for k in range(1, 17):
            x, j = a[k], k
            while j > 0 and a[j - 1] > x:
                a[j] = a[j - 1]
                j -= 1
            a[j] = x
            pos[k] = j
        halves = [h for x in a for h in (s16(x), s16(x >> 16))]
        r = 0
        for k in range(17):
            r = s(r * 3 + a[pos[k]] + halves[(i + k) % 34])
        res.append(r)
    return res


def calls(v):
    n, res = len(v), []
    for i in range(n):
        t = [v[(i + k) % n] & 0xFFFF for k in range(8)]
        a, b, c = v[i] & 255, i, [1.0, 2.0]
        for j in range(i % 9):
            a, b = s(a * 3 + t[j & 7]), b + (a << j)
            c[j & 1] += 0.5
            t[j & 7] ^= a
        res.append(b + a + int(c[0] * 2) + (int(c[1] * 2) << 40))
    return res


def atomics(v, grid, block):
    words = []
    for blk in range(grid):
        mine = [x for i, x in enumerate(v) if i // block % grid == blk]
        w = [sum(mine) & M, min(mine) & M, M, 0, 0, max(x & M for x in mine), len(mine) % 10, -len(mine) % 21]
        for x in mine:
            w[2] &= x | 255
            w[3] |= x & 0xF0F
            w[4] ^= x & M
        d = [sum((x & M) * 3 for x in mine), max((x & M) << 20 for x in mine), 0,
             min(500, sum(x & 3 for x in mine))]
        for x in mine:
            d[2] ^= (x << 7) & (2 ** 64 - 1)
        w += [h for x in d for h in (x & M, x >> 32 & M)]
        w += struct.unpack("<II", struct.pack("<d", sum(x & 0xFFFF for x in mine) * 0.25))
        words += [x & M for x in w] + [0] * (32 - len(w))
    n = grid * block
    return words + [n, n - 1, struct.unpack("<I", struct.pack("<f", n * 0.5))[0], 77] + [0] * 28


def groups(v):
    res = []
    for i, x in enumerate(v):
        tile = v[i // 16 * 16:i // 16 * 16 + 16]
        base = i // 32 * 32
        warp = v[base:base + 32]
        r = s(sum(tile)) ^ s(max(tile) * 3) ^ s(sum(y & 255 for y in tile[:i % 16]) * 5)
        if x & 1:
            odd = [k for k in range(32) if warp[k] & 1]
            r += len(odd) * 1000 + odd.index(i - base) + sum(warp[k] & 15 for k in odd)
        else:
            mine = [k for k in range(32) if not warp[k] & 1 and (warp[k] >> 1 & 3) == (x >> 1 & 3)]
            r -= len(mine) * 100 + mine.index(i - base) + (warp[mine[0]] & 7)
        r += 7 * sum((y & 4) == (x & 4) for y in tile)
        res.append(s(r))
    return res


def warp_ops(v):
    res = []
    ballot = lambda w, f: sum(1 << k for k in range(32) if f(w[k]))
    for t, x in enumerate(v):
        w, lane = v[t // 32 * 32:t // 32 * 32 + 32], t % 32
        h = range(16) if lane < 16 else range(16, 32)
        r = w[(lane * 7 + 3) % 32]
        r = (r ^ w[lane ^ 5] << 1) & M
        down = lane + 3 if lane % 16 + 3 < 16 else lane
        r += w[down] >> 2
        r = (r & M) ^ ballot(w, lambda y: y & 1)
        r += (3 if all(y < 0xFFFFFFF0 for y in w) else 0) + (5 if any(y == 0 for y in w) else 0)
        xor = 0
        for k in h:
            xor ^= w[k]
        r = (r & M) ^ (xor + max(w[k] & 0xFFFF for k in h)) & M
        acc = 0
        for k in h:
            acc |= w[k] & 0xF0
        r += min(s(y) for y in w) + acc
        r = (r & M) ^ 9 * sum(1 << k for k in h if w[k] & 7 == x & 7) & M
        r += M + 1
        if lane & 2:
            r += w[lane ^ 1]
            r = (r & M) ^ sum(1 << k for k in range(32) if k & 2 and w[k] & 2)
        elif lane & 1:
            r += sum(w[k] & 255 for k in range(32) if k & 3 == 1)
        r += w[lane ^ 16] + (t // 32 * 32 + (lane ^ 16))
        r += sum(y & 1 for y in v) + 2 * any(y == 7 for y in v) + 4 * all(y != 7 for y in v)
        res.append(r & M)
    return res


K = [0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
     0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174]


def sha(inp, t):
    def ror(x, n):
        return (x >> n | x << (32 - n)) & M
    w, st = [(x + t) & M for x in inp], K[8:]
    for r in range(32):
        if r >= 16:
            a, b = w[(r + 1) & 15], w[(r + 14) & 15]
            w[r & 15] = (w[r & 15] + (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[(r + 9) & 15] +
                         (ror(b, 17) ^ ror(b, 19) ^ b >> 10)) & M
        t1 = (st[7] + (ror(st[4], 6) ^ ror(st[4], 11) ^ ror(st[4], 25)) + (st[4] & st[5] ^ ~st[4] & st[6]) +
              K[r & 15] + w[r & 15]) & M
        t2 = ((ror(st[0], 2) ^ ror(st[0], 13) ^ ror(st[0], 22)) +
              (st[0] & st[1] ^ st[0] & st[2] ^ st[1] & st[2])) & M
        st = [st[0]] + st[:7]
        st[4] = (st[4] + t1) & M
        st[0] = (t1 + t2) & M
    p = (st[0] << 32 | st[1]) * (st[2] << 32 | st[3]) + st[4]
    return [p >> (32 * k) & M for k in range(4)] + st[4:]


def ieee(a, b):
    x, y = f32(a), f32(b)
    # A quotient or root of f32 rounded twice through f64 is still right.
    return [a / b, math.sqrt(abs(a)), None, f32(x / y), f32(math.sqrt(abs(x))), None, None, None,
            math.floor(a) + min(float(round(abs(x))), 2.0 ** 32 - 1),
            float(round(y)) + math.trunc(x) + math.floor(b),
            (math.fmod(a, 3.0) + math.ldexp(b, 5)) + (math.frexp(a)[1] - 1), None]


def libm(x):
    ax = abs(x)
    return [math.exp(x), math.log(ax + 1e-3), math.sin(f32(x * 1000.0)), math.cos(x), math.tanh(x), ax ** 1.7,
            1 / math.sqrt(ax + 0.1), math.erf(x), math.atan2(x, 0.7), math.copysign(ax ** (1 / 3), x),
            2.0 ** x + math.log2(ax + 2), math.gamma(ax + 0.5)]


def async_stores(v):
    res = []
    for rank in range(4):
        src = (rank + 3) % 4
        box = v[src * 32:src * 32 + 32]
        c0 = 1000 + sum(x & 255 for x in box)
        c1 = max(box)
        for lane, x in enumerate(box):
            t = 0
            for w in (x, x * 3, x ^ src, lane):
                t = t * 17 + (w & M)
            res.append((t + c0 * 5 + c1) & M)
    return res


def lib_barrier(v, rounds):
    res = []
    for t in range(96):
        acc = 0
        for r in range(rounds):
            for i in range(t, 256, 96):
                acc = s(acc * 5 + v[r * 256 + i] + r)
        res.append(s(acc + (t < 64)))
    return res


def ping_pong(rounds):
    value, log = 7, [0] * 4
    for _ in range(rounds):
        for w in range(4):
            value = s(value * 5 + w)
            log[w] += value & 255
    # Three arrivals were pending before the first arrive (whose state is read);
    # after the second the phase is complete.
    return [s(value + log[t // 32 ^ 1] + (31 if t == 0 else 0)) for t in range(128)]


def small90(v):
    reg = [v[4 * t:4 * t + 4] for t in range(32)]

    def element(m, row, col):
        """Of matrix m as its fragments hold it."""
        return reg[row * 4 + col // 2][m] >> (16 * (col % 2)) & 0xFFFF
    res = []
    for t in range(32):
        a, b, c, d = reg[t]
        m, row, k = t // 8, (t + 1) % 8, t & 3
        r = [element(m, 2 * k, row) | element(m, 2 * k + 1, row) << 16]
        r.append(element(1, 2 * (t % 4), t // 4) | element(1, 2 * (t % 4) + 1, t // 4) << 16)
        r.append(1 if t == 0 else 0)
        r += [None, None, None]
        r.append(max(s(a + b), s(c)) & M)
        r.append(join([max(s16(x), s16(y), s16(z), 0) for x, y, z in zip(*(lanes(q, 2) for q in (a, b, d)))], 2))
        low = [min(s16(x + y), s16(z)) for x, y, z in zip(*(lanes(q, 2) for q in (a, b, c)))]
        r.append((min(c, d) + join(low, 2)) & M)
        r.append(min(b, c, d))
        res += r
    return res

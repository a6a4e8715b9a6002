/**
 * In plain JavaScript: Apps Script's digest is a service call, with bytes as an array of numbers.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) digestBlock(state, bytes, at);
  const rest = padded(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < rest.length; at += 64) digestBlock(state, rest, at);
  return Uint8Array.from(
    { length: 32 },
    (_, i) => ((state[i >> 2] ?? 0) >>> (24 - (i & 3) * 8)) & 0xff,
  );
}

/** The last bytes, a mark, zeros, and the length in bits. */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const block = new Uint8Array(rest.length < 56 ? 64 : 128);
  block.set(rest);
  block[rest.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(block.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(block.length - 4, (length << 3) >>> 0);
  return block;
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

const words = new Int32Array(64);

/** Written for speed: files have millions of bytes. */
function digestBlock(state: Int32Array, bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 64);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(i * 4);
  for (let i = 16; i < 64; i++) {
    const two = words[i - 2] as number;
    const fifteen = words[i - 15] as number;
    const low = rotated(fifteen, 7) ^ rotated(fifteen, 18) ^ (fifteen >>> 3);
    const high = rotated(two, 17) ^ rotated(two, 19) ^ (two >>> 10);
    words[i] = (words[i - 16] as number) + low + (words[i - 7] as number) + high;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h +
        (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
        choice +
        (ROUNDS[i] as number) +
        (words[i] as number)) |
      0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (sums[i] as number);
}

/** The first 32 bits of the fractions of the roots of primes. */
const fractionsOf = (count: number, root: (prime: number) => number): Int32Array => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push(((root(candidate) % 1) * 0x1_0000_0000) | 0);
  }
  return Int32Array.from(found);
};

const START = fractionsOf(8, Math.sqrt);
const ROUNDS = fractionsOf(64, Math.cbrt);

/**
 * Whether an IP address lies in the public internet. Everything that is reserved, private, shared, local,
 * documentation, multicast or a tunnel into one of those is not (IANA's special-purpose registries); nor
 * is the address under which one large cloud answers its own machines from a public range.
 */
export function isPublicAddress(address: string): boolean {
  const v4 = parseV4(address);
  if (v4 !== undefined) return !blockedV4.some(([base, bits]) => sameNetwork(v4, base, bits));
  const v6 = parseV6(address);
  if (v6 === undefined) return false;
  // Only 2000::/3 is handed out. Mapped, translated and local addresses all lie outside of it.
  if ((v6[0] ?? 0) >> 13 !== 1) return false;
  return !blockedV6.some((prefix) => prefix.every(([mask, value], i) => ((v6[i] ?? 0) & mask) === value));
}

const octets = (a: number, b: number, c: number, d: number): number => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;

const blockedV4: readonly (readonly [number, number])[] = [
  [octets(0, 0, 0, 0), 8],
  [octets(10, 0, 0, 0), 8],
  [octets(100, 64, 0, 0), 10],
  [octets(127, 0, 0, 0), 8],
  [octets(168, 63, 129, 16), 32],
  [octets(169, 254, 0, 0), 16],
  [octets(172, 16, 0, 0), 12],
  [octets(192, 0, 0, 0), 24],
  [octets(192, 0, 2, 0), 24],
  [octets(192, 31, 196, 0), 24],
  [octets(192, 52, 193, 0), 24],
  [octets(192, 88, 99, 0), 24],
  [octets(192, 168, 0, 0), 16],
  [octets(192, 175, 48, 0), 24],
  [octets(198, 18, 0, 0), 15],
  [octets(198, 51, 100, 0), 24],
  [octets(203, 0, 113, 0), 24],
  [octets(224, 0, 0, 0), 3],
];

const all = 0xffff;

/** Groups of 16 bits with the mask each is compared under. */
const blockedV6: readonly (readonly (readonly [number, number])[])[] = [
  // Protocol assignments, Teredo, benchmarking, ORCHID: 2001::/23.
  [
    [all, 0x2001],
    [0xfe00, 0],
  ],
  // Documentation: 2001:db8::/32 and 3fff::/20.
  [
    [all, 0x2001],
    [all, 0x0db8],
  ],
  [
    [all, 0x3fff],
    [0xf000, 0],
  ],
  // 6to4, which carries an IPv4 address: 2002::/16.
  [[all, 0x2002]],
  // AS112: 2620:4f:8000::/48.
  [
    [all, 0x2620],
    [all, 0x004f],
    [all, 0x8000],
  ],
];

const sameNetwork = (address: number, base: number, bits: number): boolean =>
  Math.floor(address / 2 ** (32 - bits)) === Math.floor(base / 2 ** (32 - bits));

/** Four decimal numbers, nothing else: other spellings are the address parser's to normalise. */
export function parseV4(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = match.slice(1).map(Number);
  return [a, b, c, d].every((part) => part <= 255) ? octets(a, b, c, d) : undefined;
}

/** The eight groups of an IPv6 address in any spelling. */
export function parseV6(text: string): readonly number[] | undefined {
  if (!/^[0-9a-f:.]+$/i.test(text)) return undefined;
  let plain = text;
  const tail = /^(.*:)([\d.]+)$/.exec(text);
  if (tail?.[2]?.includes('.')) {
    const v4 = parseV4(tail[2]);
    if (v4 === undefined) return undefined;
    plain = `${tail[1]}${Math.floor(v4 / 65536).toString(16)}:${(v4 % 65536).toString(16)}`;
  }
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const groups = (half: string | undefined): string[] => (half === undefined || half === '' ? [] : half.split(':'));
  const [head, rest] = [groups(halves[0]), groups(halves[1])];
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const parsed = [...head, ...Array.from({ length: halves.length === 1 ? 0 : missing }, () => '0'), ...rest];
  return parsed.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? parsed.map((group) => Number.parseInt(group, 16)) : undefined;
}

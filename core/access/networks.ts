/** Addresses and networks such as `10.0.0.0/8` and `2001:db8::/32`, without a runtime's help. */

type Bytes = readonly number[];

interface Network {
  readonly base: Bytes;
  /** How many first bits an address must share. */
  readonly bits: number;
}

export const isNetwork = (text: string): boolean => networkOf(text) !== undefined;

/** A text that is no address lies in none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const bytes = addressOf(address);
  return bytes !== undefined && networks.some((text) => holds(networkOf(text), bytes));
}

export function isPartOf(text: string, networks: readonly string[]): boolean {
  const part = networkOf(text);
  if (part === undefined) return false;
  return networks.some((each) => {
    const whole = networkOf(each);
    return whole !== undefined && whole.bits <= part.bits && holds(whole, part.base);
  });
}

const holds = (network: Network | undefined, address: Bytes): boolean =>
  network !== undefined &&
  network.base.length === address.length &&
  address.every((byte, at) => {
    const shared = Math.min(8, Math.max(0, network.bits - 8 * at));
    return byte >> (8 - shared) === (network.base[at] ?? 0) >> (8 - shared);
  });

function networkOf(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const base = writtenAs(address);
  const most = (base?.length ?? 0) * 8;
  if (base === undefined || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)))
    return undefined;
  const bits = length === undefined ? most : Number(length);
  if (bits > most) return undefined;
  return isMapped(base) && bits >= 96 ? { base: base.slice(12), bits: bits - 96 } : { base, bits };
}

/** IPv4 written as IPv6 counts as IPv4. */
function addressOf(text: string): Bytes | undefined {
  const bytes = writtenAs(text);
  return bytes !== undefined && isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** Four bytes or sixteen. */
const writtenAs = (text: string): Bytes | undefined =>
  text.includes(':') ? sixteenBytes(text) : fourBytes(text);

const isMapped = (bytes: Bytes): boolean =>
  bytes.length === 16 && bytes.every((byte, at) => at >= 12 || byte === (at < 10 ? 0 : 255));

function fourBytes(text: string): Bytes | undefined {
  const parts = text.split('.');
  const bytes = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  return bytes.length === 4 && bytes.every((byte) => byte < 256) ? bytes : undefined;
}

function sixteenBytes(text: string): Bytes | undefined {
  const halves = text.split('::');
  const [before, after] = halves.map((half) => groupBytes(half));
  if (halves.length === 1) return before?.length === 16 ? before : undefined;
  if (halves.length > 2 || before === undefined || after === undefined) return undefined;
  const missing = 16 - before.length - after.length;
  return missing < 2
    ? undefined
    : [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

/** The last group may be an IPv4 address. */
function groupBytes(half: string): Bytes | undefined {
  if (half === '') return [];
  const groups = half.split(':');
  const bytes: number[] = [];
  for (const [at, group] of groups.entries()) {
    const tail = at === groups.length - 1 && group.includes('.') ? fourBytes(group) : undefined;
    if (tail !== undefined) bytes.push(...tail);
    else if (/^[0-9a-f]{1,4}$/i.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255);
    else return undefined;
  }
  return bytes.length <= 16 ? bytes : undefined;
}

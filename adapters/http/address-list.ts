import { BlockList, isIP } from 'node:net';

/**
 * Tests addresses against a list of addresses and networks (`10.0.0.0/8`, `fd00::/8`, `127.0.0.1`).
 */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [base = '', bits] = entry.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return (address) => {
    const family = isIP(address);
    // Runtimes disagree about `check` of a text that is no address, such as 10.1.
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

import { BlockList, isIP } from 'node:net';

/** Whether an address is one of a list of addresses and networks (`10.0.0.0/8`, `fd00::/8`, `127.0.0.1`). */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [base = '', bits] = entry.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

export const areNetworks = (entries: readonly string[]): boolean => entries.every(isNetwork);

function isNetwork(text: string): boolean {
  const [base = '', bits = '0', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(base)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

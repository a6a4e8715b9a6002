import { isIP } from 'node:net';

/** Whether all entries are addresses or networks, such as `10.0.0.0/8`. */
export const areNetworks = (entries: readonly string[]): boolean => entries.every(isNetwork);

function isNetwork(text: string): boolean {
  const [base = '', bits = '0', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(base)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/**
 * Where this machine reaches a listener: on all addresses (`0.0.0.0`, `::`) by the loopback of its
 * family, else by its own. IPv6 addresses stand in brackets.
 */
export function listeningAddress(host: string, port: number): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const reached =
    bare === '0.0.0.0'
      ? '127.0.0.1'
      : /^(0{0,4}:)*:?0{0,4}$/.test(bare) && bare.includes(':')
        ? '::1'
        : bare;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

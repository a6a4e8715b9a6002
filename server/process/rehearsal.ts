/** What decides whether an installation is a rehearsal on one machine. */
interface Surroundings {
  readonly isSimulated: boolean;
  /** Where callers reach the service. */
  readonly publicUrl: string;
  /**
   * The address that the only process of the installation listens on; undefined where there may be
   * others.
   */
  readonly host: string | undefined;
}

/**
 * A rehearsal on one machine may deliver events to that machine. Where others can reach the
 * service, they would reach through it what only this machine should.
 */
export const isRehearsal = ({ isSimulated, publicUrl, host }: Surroundings): boolean =>
  isSimulated && isLocalUrl(publicUrl) && host !== undefined && isLoopbackName(host);

export const isLocalUrl = (url: string): boolean =>
  URL.canParse(url) && isLoopbackName(new URL(url).hostname);

/** Addresses that lead to this very machine. */
export const isLoopback = (address: string): boolean => /^127(\.\d{1,3}){3}$|^::1$/.test(address);

const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));

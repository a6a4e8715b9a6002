/** What decides whether an installation is a rehearsal on one machine. */
interface Surroundings {
  /** The platforms are simulated. */
  readonly isSimulated: boolean;
  /** Where callers are told to reach the service. */
  readonly publicUrl: string;
  /**
   * The address the only process of the installation listens on. Undefined: there may be other processes, or
   * somebody else listens.
   */
  readonly host: string | undefined;
}

/**
 * Who rehearses with nobody else around may have events delivered to his own machine. As soon as anybody else can
 * reach the service, its tenants would reach with it what only this machine should.
 */
export const isRehearsal = ({ isSimulated, publicUrl, host }: Surroundings): boolean =>
  isSimulated && isLocalUrl(publicUrl) && host !== undefined && isLoopbackName(host);

export const isLocalUrl = (url: string): boolean => URL.canParse(url) && isLoopbackName(new URL(url).hostname);

/** Addresses that lead to this very machine. */
export const isLoopback = (address: string): boolean => /^127(\.\d{1,3}){3}$|^::1$/.test(address);

const isLoopbackName = (host: string): boolean => host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));

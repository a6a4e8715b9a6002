import type { Credentials } from './platform-accounts.ts';

/** A company's connection with a platform. */
export interface ConnectionRef {
  readonly companyId: string;
  readonly connectionId: string;
}

/** Where the credentials of connections are kept, for platforms whose tokens end and are renewed. */
export interface CredentialStore {
  /**
   * Renews a connection's credentials, once for all workers. `renew` is handed what is stored, where `isStale` says so,
   * and answers what is to be stored; nobody gets that before it is stored. Of several callers at once one renews and
   * all get the result. Throws what `renew` throws, and `conflict` (`connection_removed`) for a connection that is gone.
   */
  renew(
    connection: ConnectionRef,
    isStale: (stored: Credentials) => boolean,
    renew: (stored: Credentials) => Promise<Credentials>,
  ): Promise<Credentials>;
}

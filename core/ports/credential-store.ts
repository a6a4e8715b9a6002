import type { Credentials } from './platform-accounts.ts';

export interface ConnectionRef {
  readonly companyId: string;
  readonly connectionId: string;
}

/** Keeps the credentials of connections, for platforms whose tokens end and are renewed. */
export interface CredentialStore {
  /**
   * Renews a connection's credentials once for all workers. `renew` gets what is stored, where
   * `isStale` says so; its answer is stored before any caller gets it. Of several callers at once
   * one renews and all get the result. Throws what `renew` throws, and `conflict`
   * (`connection_removed`) for a connection that is gone.
   */
  renew(
    connection: ConnectionRef,
    isStale: (stored: Credentials) => boolean,
    renew: (stored: Credentials) => Promise<Credentials>,
  ): Promise<Credentials>;
}

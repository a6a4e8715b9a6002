import type { Credentials } from './ad-platform.ts';

/** The simulated platforms, where this service brings its own. */
export interface Sandbox {
  /** Credentials of the accounts it holds from the start. */
  readonly demo: Credentials;
  /** Credentials that reach freshly seeded ad accounts nobody else sees. */
  seed(companyId: string): Promise<Credentials>;
}

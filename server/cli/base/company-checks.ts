import type { Client } from '../../client/client.ts';

/** A line of `slipway doctor`. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly fix?: string | undefined;
  /** Not looked at, and not wanted. */
  readonly aside?: true;
}

export type CompanyChecks = (client: Client) => Promise<readonly Check[]>;

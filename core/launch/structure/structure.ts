import type { AccountKey } from '../../base/account-key.ts';
import type { Fault } from '../../base/errors.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { BudgetWanted } from '../../gate/judge.ts';
import type { CampaignState } from '../../gate/started.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { NewParent } from './parents.ts';

/** A campaign or ad set that rows mean by its name. */
export interface Described {
  readonly account: AccountKey;
  readonly path: string;
  readonly level: NewParent['level'];
  readonly name: string;
  /** Of an ad set: its campaign, which exists. */
  readonly campaignId?: string;
  /** The changes of the account (`changesOf`) before it was looked for. */
  readonly changes?: number;
}

/**
 * The campaigns and ad sets that a launch makes, as far as they can be known before they are there.
 */
export interface Structure {
  readonly parents: readonly NewParent[];
  /**
   * The new ad sets under the ids that ads name them by, and those beside them in campaigns that
   * exist.
   */
  readonly adSets: ReadonlyMap<AccountKey, ReadonlyMap<string, AdSet>>;
  readonly beside: ReadonlyMap<AccountKey, readonly AdSet[]>;
  /** Campaigns that exist and hold no ad sets yet. */
  readonly empty: ReadonlyMap<AccountKey, readonly CampaignState[]>;
  readonly budgets: readonly (BudgetWanted & { readonly account: AccountKey })[];
  /** What rows describe and nobody makes: read again when the launch is committed. */
  readonly described: readonly Described[];
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
}

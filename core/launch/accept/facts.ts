import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformId } from '../../base/platforms.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { MediaFacts } from '../../ports/media.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { BoostedPost, Definitions } from '../../ports/platform-definition.ts';
import type { Filling } from '../hooks.ts';
import type { LaunchDefaults } from './defaults.ts';

/**
 * What a launch must know of the company, looked up (look-up.ts) or from the lists of a sheet:
 * normalising and checking stay pure.
 */
export interface LaunchFacts {
  readonly definitions: Definitions;
  /** The company's accounts that an id may mean: several where platforms share a number. */
  accounts(id: string): readonly KnownAccount[];
  /** Absent where workspaces are not known: then they are not checked. */
  hasWorkspace?(id: string): boolean;
  defaults(account: AccountKey): LaunchDefaults;
  /**
   * Whether ads start paused where a request neither says so nor asks for defaults. Default true.
   */
  readonly companyPaused?: boolean | undefined;
  /** Of our own media store; 'missing' where an address of ours has no file. */
  media(url: string): MediaFacts | 'missing' | undefined;
  accountStatus(account: AccountKey): string | undefined;
  below?(account: AccountKey): readonly BelowAccount[];
  /** By id; undefined when they could not be read. */
  adSets(account: AccountKey): ReadonlyMap<string, AdSet> | undefined;
  /**
   * Whether ad sets that the launch makes are among them. In a sheet they are not: the service
   * knows whether they exist.
   */
  readonly knowsNew?: true;
  /** What ads refer to by id or name. Absent: not checked. */
  readonly fillings?: readonly Filling[];
  /** The moment of `{{date}}`, and the zone of an account. */
  readonly now?: number;
  timezone?(account: AccountKey): string | undefined;
  post?(ad: LaunchAd): BoostedPost | undefined;
}

export interface BelowAccount {
  readonly id: string;
  readonly name: string;
}

export interface KnownAccount {
  readonly key: AccountKey;
  readonly platform: PlatformId;
  readonly workspaceId?: string;
}

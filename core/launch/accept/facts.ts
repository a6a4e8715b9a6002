import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformId } from '../../base/platforms.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { MediaFacts } from '../../ports/media.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { BoostedPost, Definitions } from '../../ports/platform-definition.ts';
import type { Filling } from '../hooks.ts';
import type { LaunchDefaults } from './defaults.ts';

/**
 * What a launch needs to know of the company: looked up beforehand (look-up.ts), or taken from the lists of a sheet, so
 * that normalising and checking stay pure functions.
 */
export interface LaunchFacts {
  readonly definitions: Definitions;
  /** The company's accounts that an id may mean, in any spelling: several where platforms share a number. */
  accounts(id: string): readonly KnownAccount[];
  /** Whether the company has a workspace of this id. Absent where workspaces are not known: then they are not checked. */
  hasWorkspace?(id: string): boolean;
  /** Company and account layer merged. */
  defaults(account: AccountKey): LaunchDefaults;
  /** Whether the company's ads start paused where a request neither says so nor asks for defaults. Default true. */
  readonly companyPaused?: boolean | undefined;
  /** A file in our own media store; 'missing' where an address of ours has none. */
  media(url: string): MediaFacts | 'missing' | undefined;
  /** The status of a registered account; undefined when the company has no such account. */
  accountStatus(account: AccountKey): string | undefined;
  /** The company's accounts below one that takes no ads itself, where it is such a one. Absent: none is known to be. */
  below?(account: AccountKey): readonly BelowAccount[];
  /** An account's ad sets by id; undefined when they could not be read. */
  adSets(account: AccountKey): ReadonlyMap<string, AdSet> | undefined;
  /** What ads refer to by id or name. Absent where it is not known: then it is not checked. */
  readonly fillings?: readonly Filling[];
  /** The moment that `{{date}}` speaks of, milliseconds, and the zone of an account. */
  readonly now?: number;
  timezone?(account: AccountKey): string | undefined;
  /** The post an ad boosts, where it could be read. */
  post?(ad: LaunchAd): BoostedPost | undefined;
}

/** An account that ads can be launched into, instead of the one above it. */
export interface BelowAccount {
  readonly id: string;
  readonly name: string;
}

/** A registered account as normalising needs it. */
export interface KnownAccount {
  readonly key: AccountKey;
  readonly platform: PlatformId;
  readonly workspaceId?: string;
}

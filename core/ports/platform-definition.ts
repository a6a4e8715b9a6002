import type * as v from 'valibot';
import type { Fault } from '../base/errors.ts';
import type { Currencies } from '../base/money.ts';
import type { PlatformId } from '../base/platforms.ts';
import type { Macro } from './evidence.ts';
import type { Measure } from './facts.ts';
import type { LaunchAd, LaunchType } from './launch-ad.ts';
import type { Placement } from './placement.ts';
import type { CheckRow } from './platform-checks.ts';
import type { CreationRequest } from './platform-create.ts';
import type { AdSetFacts } from './platform-launch.ts';
import type { OrganicPost } from './platform-reads.ts';
import type { UpdateRequest } from './platform-update.ts';

/**
 * Everything that can be said of a platform without asking it: plain data and pure functions, so that the spreadsheet
 * and the dashboard read the same definition as the server.
 */
export interface PlatformDefinition {
  readonly id: PlatformId;
  /** The word for it in addresses and settings: its sandbox answers under it, SLIPWAY_<FOLDER>_BASE_URL names its address. */
  readonly folder: string;
  /** For people: its neutral and its real name. */
  readonly label: string;
  /** Other names requests may use for it, in small letters. */
  readonly aliases: readonly string[];
  /** What the platform itself calls an ad set. */
  readonly adSetWord: string;
  /**
   * 'campaigns': nothing stands between its campaigns and its ads. An ad set is a campaign under its other name: both have
   * one id, the tree of a campaign holds ads, and an ad set is in no other campaign. Absent: ad sets are objects of their own.
   */
  readonly adSets?: 'campaigns';
  readonly accountId: AccountIdForm;
  /** Ids of campaigns, ad sets and ads. */
  readonly entityId: EntityIdForm;
  readonly credentials: CredentialForm;
  readonly currencies: Currencies;
  /** Where the platform keeps each figure, in its own words. One that is absent is not offered. */
  readonly metrics: { readonly [M in Measure | 'reach']?: string };
  /** How far back the platform's figures go. */
  readonly retentionDays: number;
  /** Requests for new campaigns and ad sets, where the platform makes them from scratch. */
  readonly create?: { readonly campaign?: CreationForm; readonly adSet?: CreationForm };
  /** Requests for changes of what exists, where the platform takes them field by field. */
  readonly update?: { readonly campaign?: UpdateForm; readonly adSet?: UpdateForm; readonly ad?: UpdateForm };
  /** Absent where nothing can be launched. */
  readonly launch?: LaunchRules;
  /** Lists of the platform that launches choose from, besides accounts and ad sets. */
  readonly lists?: readonly PlatformList[];
}

export interface AccountIdForm {
  /** Whether the text could be an account of this platform, in any spelling. */
  matches(text: string): boolean;
  /** The one spelling under which an account is registered. */
  canonical(text: string): string;
  /** For people. */
  readonly example: string;
}

export interface EntityIdForm {
  readonly pattern: RegExp;
  /** For people who sent something else: `digits only`. */
  readonly hint: string;
}

export interface CredentialForm {
  readonly fields: readonly CredentialField[];
  /** Each way to connect, as the keys it takes. A connection needs all keys of one of them. */
  readonly ways: readonly (readonly string[])[];
}

export interface CredentialField {
  readonly key: string;
  readonly label: string;
  /** Where a person finds it. */
  readonly hint: string;
  /** Not to be shown while it is typed. */
  readonly secret: boolean;
}

/** What a request for a change of an object looks like. */
export interface UpdateForm {
  readonly request: v.GenericSchema<unknown, UpdateRequest>;
}

/** What a request for a new object looks like, and what is shown of it once it is there. */
export interface CreationForm {
  readonly request: v.GenericSchema<unknown, CreationRequest>;
  readonly record: v.GenericSchema;
}

/** What can be said of an ad without asking the platform: enough to check it in a sheet. */
export interface LaunchRules {
  /** What can be launched here; anything else is refused before it is planned. */
  readonly types: readonly LaunchType[];
  /**
   * What a `multi` ad becomes. 'placements' (default): one ad that shows each item where its ratio fits. 'ads': an ad of
   * its own for each item, with a creative of its own.
   */
  readonly multi?: 'placements' | 'ads';
  /**
   * Which identity an ad needs. 'page-and-profile': `page` and `secondary` are required, and a post to boost is
   * named `{page}_{post}`. 'platform-field': a field of this platform, which `check` looks after. 'none': its ads name
   * nobody.
   */
  readonly identity: 'page-and-profile' | 'platform-field' | 'none';
  /** Whom an ad names in a field of this platform, so that it can be looked up among the identities of the account. */
  identityOf?(ad: LaunchAd): NamedIdentity | undefined;
  /** Fields that not every platform has, and this one takes. */
  readonly extras: readonly LaunchExtra[];
  /** Fields only this platform has, with their columns in a sheet. Their values reach the adapter as `platformFields`. */
  readonly fields: readonly AdField[];
  /** Whether an ad may show a document (PDF). Absent: no. */
  readonly documents?: boolean;
  /** What an ad's button may say; empty where the platform has no buttons. */
  readonly callsToAction: readonly string[];
  /** Whether an ad with the button CALL_NOW leads to a telephone number, written `tel:+…`. */
  readonly phoneLinks?: boolean;
  /** Types of ads that are words alone: they need no media. */
  readonly withoutMedia?: readonly LaunchType[];
  /** What is filled into links and tags where it stands in double braces. Absent: nothing is known of it. */
  readonly macros?: readonly Macro[];
  /** What is known of the platform's rules, row by row, each with source and date. Told before a launch; `check` refuses. */
  readonly checks?: readonly CheckRow[];
  /** Where ads are shown, so that they can be shown before they exist. */
  readonly placements?: readonly Placement[];
  /**
   * The platform's own rules for one ad, beyond the common ones. Pure. Paths start with `ad.path`. `adSets`: those of its
   * ad sets of which anything is known. `post`: the one it boosts, where it could be read.
   */
  check(ad: LaunchAd, adSets?: readonly AdSetFacts[], post?: BoostedPost): readonly Fault[];
  /** What the ad may be launched with, but its author should know. Pure, and as `check` otherwise. */
  warnings?(ad: LaunchAd, adSets?: readonly AdSetFacts[], post?: BoostedPost): readonly Fault[];
  /** Whose posts to read for the post an ad boosts. Absent, or undefined: none, the rules look at no post. */
  postOwner?(ad: LaunchAd): string | undefined;
}

/** An identity as an ad names it. */
export interface NamedIdentity {
  readonly field: string;
  readonly value: string;
  /** Whether an identity of the account, by its value, is the one meant. */
  isSame(listed: string): boolean;
  /** What it means that the account lists no such identity. */
  readonly otherwise: string;
}

/** What rules need to know of a post. */
export type BoostedPost = Pick<OrganicPost, 'type' | 'link' | 'cta'>;

export type LaunchExtra = 'promoCode' | 'aiMediaSelfDisclosure';

/** A field of an ad that only one platform has. */
export interface AdField {
  /** As requests name it. */
  readonly name: string;
  /** What stands over its column. */
  readonly header: string;
  readonly note: string;
  /** `id`: text that a spreadsheet must not turn into a number, which may be written as `Name (id)`. */
  readonly holds: 'text' | 'id';
}

/** A list of the platform: GET /v1/{id}/{path}. */
export type PlatformList = { readonly path: string; readonly summary: string } & (
  | { readonly kind: 'identities' }
  /** `of`: the parameter that names whose posts, and what it must look like. */
  | { readonly kind: 'posts'; readonly of: { readonly field: string; readonly pattern: RegExp; readonly hint: string } }
);

/** The definitions of a service's platforms, by id. */
export type Definitions = { readonly [id: PlatformId]: PlatformDefinition };

/** The platform a word means: its id or one of its other names, however it is capitalised. */
export function platformNamed(definitions: readonly PlatformDefinition[], word: string): PlatformDefinition | undefined {
  const wanted = word.trim().toLowerCase();
  return definitions.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
}

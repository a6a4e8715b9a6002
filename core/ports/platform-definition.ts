import type * as v from 'valibot';
import type { Fault } from '../base/errors.ts';
import type { Currencies } from '../base/money.ts';
import { type PlatformId, platformCalled } from '../base/platforms.ts';
import type { Evidence, Macro } from './evidence.ts';
import type { Measure } from './facts.ts';
import type { LaunchAd, LaunchType } from './launch-ad.ts';
import type { Placement } from './placement.ts';
import type { CheckRow } from './platform-checks.ts';
import type { CreationRequest } from './platform-create.ts';
import type { AdSetFacts } from './platform-launch.ts';
import type { OrganicPost } from './platform-reads.ts';
import type { UpdateRequest } from './platform-update.ts';
import type { PlatformEnding, PlatformVersions } from './platform-version.ts';

/**
 * What is known of a platform without asking it: plain data and pure functions, so that
 * spreadsheet, dashboard and server read the same definition.
 */
export interface PlatformDefinition {
  readonly id: PlatformId;
  /** In addresses and settings: the address of its sandbox, SLIPWAY_<FOLDER>_BASE_URL. */
  readonly folder: string;
  /** The page of docs/ that leads to the first connection. */
  readonly page?: string;
  /** Its neutral and its real name. */
  readonly label: string;
  /** Absent where its API has no versions. */
  readonly version?: PlatformVersions;
  /** Parts of its API that end. Doctor and the notices of its connections name them. */
  readonly endings?: readonly PlatformEnding[];
  /** Other names in requests, in small letters. */
  readonly aliases: readonly string[];
  /** The platform's word for an ad set. */
  readonly adSetWord: string;
  /**
   * 'campaigns': a campaign holds its ads directly. An ad set is then the campaign under its other
   * name: both have one id, and an ad set is in no other campaign. Absent: ad sets are objects of
   * their own.
   */
  readonly adSets?: 'campaigns';
  readonly accountId: AccountIdForm;
  /** Ids of campaigns, ad sets and ads. */
  readonly entityId: EntityIdForm;
  readonly credentials: CredentialForm;
  /** Where the platform lets an app change a few ad accounts only. */
  readonly accountLimit?: AccountLimit;
  readonly currencies: Currencies;
  /** Where the platform keeps each figure, in its own words. Absent ones are not offered. */
  readonly metrics: { readonly [M in Measure | 'reach']?: string };
  /** How far back figures go. */
  readonly retentionDays: number;
  /** Present where figures come by country: what `report.byCountry` says of an opened platform. */
  readonly byCountry?: true;
  /** Requests for new objects, where the platform makes them from scratch. */
  readonly create?: { readonly campaign?: CreationForm; readonly adSet?: CreationForm };
  /** Requests for changes, where the platform takes them field by field. */
  readonly update?: {
    readonly campaign?: UpdateForm;
    readonly adSet?: UpdateForm;
    readonly ad?: UpdateForm;
  };
  /**
   * Fields that people expect to change and the platform has no way to, each with the reason and
   * the way out.
   */
  readonly unchangeable?: {
    readonly [L in 'campaign' | 'adSet' | 'ad']?: { readonly [field: string]: string };
  };
  /** Absent where nothing can be launched. */
  readonly launch?: LaunchRules;
  /** Lists that launches choose from, besides accounts and ad sets. */
  readonly lists?: readonly PlatformList[];
}

export interface AccountIdForm {
  /** Whether the text could be an account of this platform, in any spelling. */
  matches(text: string): boolean;
  /** The spelling under which an account is registered. */
  canonical(text: string): string;
  readonly example: string;
}

export interface EntityIdForm {
  readonly pattern: RegExp;
  /** For people: `digits only`. */
  readonly hint: string;
}

export interface AccountLimit {
  readonly most: number;
  /** For people: whom the limit is for, and what lifts it. */
  readonly message: string;
  readonly source: string;
  readonly asOf: string;
}

export interface CredentialForm {
  readonly fields: readonly CredentialField[];
  /** Each way to connect, as its keys. A connection needs all keys of one of them. */
  readonly ways: readonly (readonly string[])[];
  readonly guide?: CredentialGuide;
}

/** For people who have never connected this platform. Shown beside the form. */
export interface CredentialGuide {
  /** One after the other, from the console of the platform to the form. */
  readonly steps: readonly string[];
  /** Permissions that the credentials need. */
  readonly scopes?: readonly string[];
  /** `Five minutes; an app review takes up to five days`. */
  readonly takes?: string;
  /** What it means when the platform refuses them, and what to do. */
  readonly refused?: string;
}

export interface CredentialField {
  readonly key: string;
  readonly label: string;
  /** Where a person finds it. */
  readonly hint: string;
  /** How a person gets it, step by step. */
  readonly guide?: readonly string[];
  /** Hidden while typed. */
  readonly secret: boolean;
  /** Why connections that hold it should be made without it. */
  readonly retired?: string;
}

export interface UpdateForm {
  readonly request: v.GenericSchema<unknown, UpdateRequest>;
}

/** The request for a new object, and its record once it exists. */
export interface CreationForm {
  readonly request: v.GenericSchema<unknown, CreationRequest>;
  readonly record: v.GenericSchema;
}

interface Mark extends Evidence {
  /** As the platform names it. */
  readonly field: string;
  /** Of what. */
  readonly of: string;
  /**
   * Present where no public source shows that the platform tells the field: an object without it
   * may be the one looked for.
   */
  readonly isTold?: 'unknown';
}

/** Rules of ads that need no question to the platform: a sheet can check them. */
export interface LaunchRules {
  /**
   * The field by which an object is found whose creation was not answered. The platform must keep
   * it and tell it.
   */
  readonly mark?: Mark;
  /** Any other type is refused before planning. */
  readonly types: readonly LaunchType[];
  /**
   * 'placements' (default): a `multi` ad is one ad that shows each item where its ratio fits.
   * 'ads': an ad with its own creative for each item.
   */
  readonly multi?: 'placements' | 'ads';
  /**
   * 'page-and-profile': an ad needs `page` and `secondary`, and a post to boost is named
   * `{page}_{post}`. 'platform-field': a field of this platform, which `check` handles. 'none': ads
   * name no identity.
   */
  readonly identity: 'page-and-profile' | 'platform-field' | 'none';
  /**
   * The identity an ad names in a field of this platform, to be looked up among those of the
   * account.
   */
  identityOf?(ad: LaunchAd): NamedIdentity | undefined;
  /** Fields that not every platform has, and this one takes. */
  readonly extras: readonly LaunchExtra[];
  /**
   * Fields of this platform alone, with their columns in a sheet. The adapter gets their values as
   * `platformFields`. Where `lists` has identities, the first field names one of them.
   */
  readonly fields: readonly AdField[];
  /**
   * Fields of every platform that ads of this one do not show: launch sheets leave their columns
   * out.
   */
  readonly unused?: readonly string[];
  /** Words of `media[].platform` besides the names of the platform. */
  readonly mediaPlatforms?: readonly string[];
  /** Whether an ad may show a PDF. Absent: no. */
  readonly documents?: boolean;
  /** Buttons of an ad; empty where the platform has none. */
  readonly callsToAction: readonly string[];
  /** Whether an ad with the button CALL_NOW leads to a telephone number, written `tel:+…`. */
  readonly phoneLinks?: boolean;
  /** Types that consist of text alone. */
  readonly withoutMedia?: readonly LaunchType[];
  /** Absent: nothing is known of them. */
  readonly macros?: readonly Macro[];
  /** The platform's rules as rows with source and date, shown before a launch; `check` refuses. */
  readonly checks?: readonly CheckRow[];
  /** For previews. */
  readonly placements?: readonly Placement[];
  /**
   * The platform's own rules for one ad, beyond the common ones. Pure. Paths start with `ad.path`.
   * `adSets`: its known ad sets. `post`: the one it boosts, where it could be read.
   */
  check(ad: LaunchAd, adSets?: readonly AdSetFacts[], post?: BoostedPost): readonly Fault[];
  /** What its author should know although the ad may be launched. Otherwise as `check`. */
  warnings?(ad: LaunchAd, adSets?: readonly AdSetFacts[], post?: BoostedPost): readonly Fault[];
  /**
   * Codes of those that say that another thing is made than the fields say: whoever approves a
   * launch reads them.
   */
  readonly decisive?: readonly string[];
  /**
   * Whose posts to read for the post an ad boosts. Absent or undefined: the rules look at no post.
   */
  postOwner?(ad: LaunchAd): string | undefined;
}

export interface NamedIdentity {
  readonly field: string;
  readonly value: string;
  /** Whether an identity of the account is the one meant. */
  isSame(listed: string): boolean;
  /** The meaning of an identity that the account does not list. */
  readonly otherwise: string;
}

export type BoostedPost = Pick<OrganicPost, 'type' | 'link' | 'cta'>;

export type LaunchExtra = 'promoCode' | 'aiMediaSelfDisclosure' | 'leadFormId';

/** A field of an ad on one platform. */
export interface AdField {
  /** As requests name it. */
  readonly name: string;
  readonly header: string;
  /** Other headers that are read as this one. */
  readonly aliases?: readonly string[] | undefined;
  readonly note: string;
  /** `id`: text that a spreadsheet must not turn into a number; may be written as `Name (id)`. */
  readonly holds: 'text' | 'id';
  /** All that it can be, where that is a fixed set. */
  readonly choices?: readonly string[] | undefined;
  /**
   * The types that it is filled in for: their launch sheets show it in front. Absent: only the
   * sheet with all columns does.
   */
  readonly usedBy?: readonly LaunchType[];
  /** What sample rows say in it. */
  readonly example?: string;
}

/** Listed by GET /v1/{id}/{path}. */
export type PlatformList = { readonly path: string; readonly summary: string } & (
  | { readonly kind: 'identities' }
  /** `of`: the parameter that names whose posts, and its form. */
  | {
      readonly kind: 'posts';
      readonly of: { readonly field: string; readonly pattern: RegExp; readonly hint: string };
    }
);

/** By id. */
export type Definitions = { readonly [id: PlatformId]: PlatformDefinition };

/** By id or alias, in any capitalisation. */
export function platformNamed(
  definitions: readonly PlatformDefinition[],
  word: string,
): PlatformDefinition | undefined {
  const wanted = word.trim().toLowerCase();
  return definitions.find(
    ({ id, aliases, label }) =>
      id === wanted || aliases.includes(wanted) || platformCalled(label).toLowerCase() === wanted,
  );
}

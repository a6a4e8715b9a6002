import type { PlatformFailure } from '../base/errors.ts';
import type {
  Access,
  AdAccount,
  Bid,
  Budgets,
  Credentials,
  EntityStatus,
  EntityType,
  Identity,
  Pace,
  Updated,
} from './platform-accounts.ts';
import type { Json } from './store.ts';

export interface InspectCapability {
  /** Whether `ads` includes deleted ones. */
  readonly listsDeleted: boolean;
  /** One page. Throws class 'invalid' with the field `after` for a wrong cursor. */
  ads(
    access: Access,
    query: {
      readonly adSetId?: string;
      readonly campaignId?: string;
      readonly status?: EntityStatus;
      readonly limit: number;
      readonly after?: string;
    },
  ): Promise<CursorPage<AdListing>>;
  /**
   * One record for each id, in order; a failing ad does not fail the others. The account is found
   * from each ad.
   */
  debug?(
    asker: CredentialScope,
    adIds: readonly string[],
    options: { readonly captions: boolean },
  ): Promise<readonly AdDebug[]>;
  /**
   * One for each object, in order; one that cannot be read does not fail the others. Finding out a
   * missing type costs more calls.
   */
  entities(
    access: Access,
    objects: readonly { readonly type?: EntityType; readonly id: string }[],
  ): Promise<readonly (EntityFacts | { readonly id: string; readonly failure: PlatformFailure })[]>;
  /** The ad account of an object, in its registered spelling. Throws class 'missing'. */
  accountOf(
    asker: CredentialScope,
    object: { readonly type: EntityType; readonly id: string },
  ): Promise<string>;
  /**
   * What the ads say and show, one for each id, in order. `brief`: addresses of pictures may be
   * left out, where that saves calls.
   */
  creatives?(
    asker: CredentialScope,
    adIds: readonly string[],
    options?: { readonly brief?: boolean },
  ): Promise<readonly AdCreative[]>;
  /**
   * To whom and where campaigns and ad sets are shown, by id, in the platform's words. Absent:
   * `entities` tells it as `targeting`.
   */
  audiences?(
    access: Access,
    objects: readonly { readonly type: EntityType; readonly id: string }[],
  ): Promise<ReadonlyMap<string, Json>>;
  /**
   * Addresses of ads' pictures, valid for some hours, by ad. Ads without a readable picture are
   * left out.
   */
  pictures?(access: Access, adIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  preview?(access: Access, adId: string, format: string): Promise<{ readonly html: string }>;
  posts?(access: Access, page: string): Promise<readonly OrganicPost[]>;
}

/**
 * Credentials plus the accounts to search, for look-ups by object id alone. Some platforms require
 * an account in every call.
 */
export interface CredentialScope {
  readonly companyId: string;
  readonly connectionId?: string;
  readonly credentials: Credentials;
  readonly accounts: readonly Pick<AdAccount, 'id' | 'currency' | 'timezone'>[];
}

export interface EntityFacts extends Budgets, Pace, Bid {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  /** Why its budget is not set as one amount, where it has several. */
  readonly fixedBudget?: string;
  /** In its registered spelling. */
  readonly adAccountId: string;
  readonly createdTime: string;
  /** Ad sets and ads. */
  readonly campaignId?: string;
  /** Ads. */
  readonly adSetId?: string;
  readonly thumbnailUrl?: string;
  /** Of campaigns, and of an ad's campaign. */
  readonly objective?: string;
  /** Ad sets, or campaigns where these have it, in the platform's own words. */
  readonly targeting?: { readonly [field: string]: unknown };
}

export type AdCreative =
  | { readonly adId: string; readonly failure: PlatformFailure }
  | {
      readonly adId: string;
      readonly creativeId: string;
      readonly titles: readonly string[];
      readonly bodies: readonly string[];
      readonly descriptions: readonly string[];
      readonly cta?: string;
      readonly link?: string;
      readonly urlTags?: string;
      /** `ref`: what the platform knows the image by. */
      readonly images: readonly { readonly ref: string; readonly url?: string }[];
      readonly videos: readonly { readonly id: string; readonly thumbnailUrl?: string }[];
      readonly page?: string;
      readonly secondary?: string;
    };

export interface CursorPage<T> {
  readonly data: readonly T[];
  readonly before?: string;
  readonly after?: string;
}

export interface AdListing extends Updated {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly effectiveStatus: string;
  readonly createdTime: string;
  readonly thumbnailUrl: string | null;
  readonly adSetId: string;
  /** Where the platform gives them with the ad. */
  readonly campaignId?: string;
  readonly creativeId?: string;
}

/** What the platform holds, in its own field names. */
export type AdDebug =
  | { readonly adId: string; readonly failure: PlatformFailure }
  | {
      readonly adId: string;
      /** Common to all platforms. */
      readonly about: AdAbout;
      /** In the platform's own words. What `about` tells counts more. */
      readonly record: { readonly [field: string]: unknown };
    };

/** Absent: not known. */
export interface AdAbout {
  readonly adAccountId?: string | undefined;
  /** RFC 3339. */
  readonly createdTime?: string | undefined;
  readonly updatedTime?: string | undefined;
  readonly campaign?: Named & { readonly objective?: string | undefined };
  readonly adSet?: Named & { readonly optimizationGoal?: string | undefined };
  readonly creative?: Named;
  readonly identity?: Partial<Identity>;
  readonly thumbnailUrl?: string | undefined;
  readonly video?: {
    readonly sourceUrl: string | undefined;
    readonly thumbnailUrl: string | undefined;
  };
}

interface Named {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

export interface OrganicPost {
  readonly id: string;
  readonly message?: string;
  readonly imageUrl?: string;
  readonly permalink?: string;
  readonly createdAt: number;
  readonly type: 'image' | 'video' | 'document' | 'link' | 'text';
  readonly link?: string;
  readonly cta?: string;
  readonly boostable: boolean;
}

export interface HistoryCapability {
  /** How many days back it goes, where limited. */
  readonly days?: number;
  /** The names of budgets in `changes`. */
  readonly budgetFields: readonly string[];
  changes(
    access: Access,
    query: {
      readonly objectId?: string;
      readonly since?: number;
      readonly until?: number;
      readonly limit: number;
      readonly after?: string;
    },
  ): Promise<CursorPage<ChangeEvent>>;
}

export interface ChangeEvent {
  /** Unix seconds. */
  readonly eventTime: number;
  readonly eventType: string;
  readonly translatedEventType: string;
  readonly objectId: string;
  readonly objectName: string;
  readonly objectType: string;
  readonly actorId: string;
  readonly actorName: string;
  /** Money in minor units. */
  readonly changes: { readonly [field: string]: { readonly old: unknown; readonly new: unknown } };
}

export interface SearchCapability {
  places(
    access: Access,
    query: { readonly text: string; readonly types: readonly string[]; readonly country?: string },
  ): Promise<readonly Place[]>;
}

export interface Place {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly countryCode?: string;
  readonly region?: string;
}

/** A platform's token and its companions, by name (`accessToken`, `appSecret`, …). Never logged. */
export type Credentials = { readonly [name: string]: string };

/**
 * The right to work on one ad account. `companyId` keeps pacing fair between companies that share a
 * token.
 */
export interface Access {
  readonly companyId: string;
  /** In the platform's registered spelling. */
  readonly adAccountId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
  readonly credentials: Credentials;
  /** Where the credentials are stored: for platforms that renew them. */
  readonly connectionId?: string;
  /**
   * Where work passes between workers: whether it is still this one's. Asked just before a request
   * leaves, after all waiting; if not, nothing is sent and the answer says so.
   */
  readonly isLeaseHeld?: () => boolean;
  /**
   * What it is asked for, such as a batch: where a company's requests wait, its works take turns.
   */
  readonly work?: string;
}

export interface StoredCredentials {
  readonly companyId: string;
  readonly connectionId: string;
  readonly credentials: Credentials;
}

export type EntityType = 'campaign' | 'adset' | 'ad';
export type EntityStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

export interface AccountsCapability {
  /**
   * All ad accounts these credentials reach, by id. `connectionId`: where they are stored already.
   */
  list(
    companyId: string,
    credentials: Credentials,
    connectionId?: string,
  ): Promise<readonly AdAccount[]>;
  /**
   * Where tokens are renewed: the credentials to be stored, with a token that works. Asked once,
   * when a connection is made.
   */
  exchange?(companyId: string, credentials: Credentials): Promise<Credentials>;
  /** Renews a stored connection's credentials ahead of need, once for all workers. */
  renew?(connection: StoredCredentials): Promise<Credentials>;
  /**
   * What the platform says of the token itself, where it can be asked. Asked when a connection is
   * made, and daily.
   */
  token?(companyId: string, credentials: Credentials): Promise<TokenFacts>;
  /** How much the app may ask, in the platform's word, as its last answer told. */
  accessTier?(): string | undefined;
  identities(access: Access): Promise<readonly Identity[]>;
  campaigns(access: Access): Promise<readonly Campaign[]>;
  /** The account's live ad sets, newest first, or those named; unknown ids are left out. */
  adSets(access: Access, only?: AdSetsWanted): Promise<readonly AdSet[]>;
}

export interface TokenFacts {
  /** Milliseconds; null: it never ends. Absent: unknown. */
  readonly endsAt?: number | null;
  /** The app that it was made for. */
  readonly app?: string;
  /** Permissions that Slipway uses and the token lacks. */
  readonly missingScopes: readonly string[];
  /** Sentences on what the app cannot do although the token works, and on the way out. */
  readonly notes?: readonly string[];
}

/** Ad sets by their own ids, or all of some campaigns. */
export type AdSetsWanted =
  | { readonly ids: readonly string[] }
  | { readonly campaignIds: readonly string[] };

export interface AdAccount {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly status: 'active' | 'disabled' | 'unsettled' | 'pending' | 'closed';
  /** The least daily budget, in whole currency units, where the platform says. */
  readonly minDailyBudget?: number;
  /** Accounts above it that hold accounts and no ads. */
  readonly managers?: readonly string[];
}

/** A page, a profile, an organization: the sender of an ad. */
export interface Identity {
  /** As a launch names it. */
  readonly value: string;
  /** For people. */
  readonly label: string;
  readonly imageUrl?: string;
  /** Its public name on the platform, where it has one besides. */
  readonly handle?: string;
  /** Another identity that shows this one's ads elsewhere, as a page's profile. */
  readonly linked?: { readonly value: string; readonly label: string };
}

export interface Campaign extends Budgets, Pace, Bid, Updated {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly status: EntityStatus;
  readonly effectiveStatus: string;
}

export interface Updated {
  /** When it was last changed, in milliseconds. Absent: the platform does not tell. */
  readonly updatedAt?: number;
}

/** In whole units of the account's currency. */
export interface Budgets {
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
}

export interface Bid {
  /**
   * By the name and in the units that changes take it. Absent: it has none, or the platform bids by
   * itself.
   */
  readonly bidAmount?: number;
}

/** When a campaign or an ad set spends its budget, as far as the platform says. */
export interface Pace {
  /** Milliseconds. */
  readonly startTime?: number;
  readonly endTime?: number;
  /**
   * What is left of the lifetime budget, in whole currency units; absent: nothing is known to be
   * spent.
   */
  readonly lifetimeLeft?: number;
  /** Periods with another daily budget. */
  readonly peaks?: readonly { readonly dailyBudget: number; readonly until: number }[];
  /**
   * On how many days of a week it spends a lifetime budget, where not on all; 0: as fast as it can.
   */
  readonly weekdays?: number;
}

export interface AdSet extends Budgets, Pace, Bid, Updated {
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly effectiveStatus: string;
  readonly campaignId: string;
  readonly campaignName: string;
  /** The parent campaign's. */
  readonly objective: string;
  readonly optimizationGoal?: string;
  readonly destinationType?: string;
  /** The page an engagement ad set promotes. */
  readonly promotedPage?: string;
  /** The parent campaign's status and budgets. */
  readonly campaign: Budgets & Pace & { readonly status: EntityStatus };
  /** Whether it holds an ad that is switched on, whatever its own status and its campaign's. */
  readonly hasActiveAds: boolean;
  /** Ads that count against the platform's limit, and that limit. */
  readonly adCount: number;
  readonly capacity: number;
  /** The same for ads that are switched on, where the platform limits them apart. */
  readonly active?: { readonly count: number; readonly capacity: number };
  /** Words of the adapter that its rules and launches go by: which kind of campaign it is in. */
  readonly traits?: readonly string[];
  /** Why no ad can be launched into it, in one sentence. */
  readonly takesNoAds?: string;
}

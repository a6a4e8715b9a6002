/** What a platform calls a token and its companions, by name (`accessToken`, `appSecret`, …). Never logged. */
export type Credentials = { readonly [name: string]: string };

/** The right to work on one ad account. `companyId` lets pacing be fair between companies that share a token. */
export interface Access {
  readonly companyId: string;
  /** In the platform's registered spelling. */
  readonly adAccountId: string;
  /** ISO 4217, of the account. */
  readonly currency: string;
  /** IANA name, of the account. */
  readonly timezone: string;
  readonly credentials: Credentials;
  /** Whose credentials these are, where they are stored: for platforms that renew them. */
  readonly connectionId?: string;
  /**
   * Where work is handed from one worker to the next: whether it is still this one's. Asked just before a request
   * leaves, after all waiting for its turn; when it is not, nothing is sent and the answer says so.
   */
  readonly isLeaseHeld?: () => boolean;
  /** What it is asked for, for example a batch: where requests of a company have to wait, its works take turns. */
  readonly work?: string;
}

/** What a connection is called with. */
export interface StoredCredentials {
  readonly companyId: string;
  readonly connectionId: string;
  readonly credentials: Credentials;
}

export type EntityType = 'campaign' | 'adset' | 'ad';
export type EntityStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

export interface AccountsCapability {
  /** All ad accounts these credentials reach, by id. `connectionId`: where they are stored already. */
  list(companyId: string, credentials: Credentials, connectionId?: string): Promise<readonly AdAccount[]>;
  /**
   * Where tokens are renewed: the credentials as they are to be stored, with a token that works. Asked once, when a
   * connection is made.
   */
  exchange?(companyId: string, credentials: Credentials): Promise<Credentials>;
  /** Renews a stored connection's credentials before they are needed, once for all workers, where the platform renews any. */
  renew?(connection: StoredCredentials): Promise<Credentials>;
  /** Whom the account's ads can be shown for. */
  identities(access: Access): Promise<readonly Identity[]>;
  campaigns(access: Access): Promise<readonly Campaign[]>;
  /** The account's live ad sets, newest first, or just those named; names that do not exist are left out. */
  adSets(access: Access, only?: AdSetsWanted): Promise<readonly AdSet[]>;
}

/** Ad sets by their own ids, or all of some campaigns. */
export type AdSetsWanted = { readonly ids: readonly string[] } | { readonly campaignIds: readonly string[] };

export interface AdAccount {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly status: 'active' | 'disabled' | 'unsettled' | 'pending' | 'closed';
  /** The least a day's budget may be, in whole currency units, where the platform says. */
  readonly minDailyBudget?: number;
  /** Accounts above it that hold accounts and no ads, where the platform has such. */
  readonly managers?: readonly string[];
}

/** A page, a profile, an organization: what an ad is shown as coming from. */
export interface Identity {
  /** As a launch names it. */
  readonly value: string;
  /** For people. */
  readonly label: string;
  readonly imageUrl?: string;
  /** The name people find it under on the platform, where it has one besides. */
  readonly handle?: string;
  /** Another identity that ads of this one are shown under elsewhere, as a page's profile. */
  readonly linked?: { readonly value: string; readonly label: string };
}

export interface Campaign extends Budgets {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly status: EntityStatus;
  readonly effectiveStatus: string;
}

/** What a campaign or an ad set may spend, where it holds a budget. Whole units of the account's currency. */
export interface Budgets {
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
}

/** When a campaign or an ad set spends its budget, as far as the platform tells. */
export interface Pace {
  /** When it begins and when it stops by itself. Milliseconds. */
  readonly startTime?: number;
  readonly endTime?: number;
  /** What is left of its lifetime budget. Whole units of the account's currency; absent: nothing is known to be spent. */
  readonly lifetimeLeft?: number;
  /** Periods with another daily budget. */
  readonly peaks?: readonly { readonly dailyBudget: number; readonly until: number }[];
  /** On how many days of a week it spends a lifetime budget, where these are not all; 0: as fast as it can. */
  readonly weekdays?: number;
}

export interface AdSet extends Budgets, Pace {
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
  /** Of these the ads that are switched on, and how many of such it takes, where the platform limits them apart. */
  readonly active?: { readonly count: number; readonly capacity: number };
}

/**
 * Report facts: one row per ad and day (and country, where asked), kept as columns.
 *
 * Sums are the backend's work; ratios are never stored. Money is in whole units of the account's
 * currency with up to six decimals, as the platforms report it.
 */
export interface Facts {
  /**
   * Replaces all rows of one account, one breakdown and one range of days by the given ones and notes
   * the range as covered at `fetchedAt`. All or nothing. Days without rows are covered too: no delivery
   * is knowledge.
   */
  put(companyId: string, scope: FactScope, rows: readonly Fact[], fetchedAt: number): Promise<void>;

  /** When each day of the range was last fetched. Days never fetched are absent. Ascending by day. */
  coverage(companyId: string, scope: FactScope): Promise<readonly { readonly day: string; readonly fetchedAt: number }[]>;

  /** Sums of the additive measures by group. Groups without any row do not exist. Ordered by the group fields. */
  aggregate(companyId: string, query: FactQuery): Promise<readonly FactGroup[]>;
}

export interface FactScope {
  readonly accountId: string;
  /** YYYY-MM-DD in the account's time zone, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly breakdown: 'none' | 'country';
}

export interface FactMeasures {
  readonly spend: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly results: number;
  readonly conversions: number;
  readonly conversionValue: number;
}

export interface Fact extends FactMeasures {
  readonly day: string;
  readonly adId: string;
  readonly adsetId: string;
  readonly campaignId: string;
  /** ISO 3166 alpha-2; empty when the breakdown is 'none'. */
  readonly country: string;
}

export type FactDimension = 'accountId' | 'campaignId' | 'adsetId' | 'adId' | 'day' | 'week' | 'month' | 'country';

export interface FactQuery {
  readonly accountIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly breakdown: 'none' | 'country';
  readonly groupBy: readonly FactDimension[];
  readonly filter?: {
    readonly campaignIds?: readonly string[];
    readonly adsetIds?: readonly string[];
    readonly adIds?: readonly string[];
  };
}

export interface FactGroup extends FactMeasures {
  readonly group: { readonly [D in FactDimension]?: string };
}

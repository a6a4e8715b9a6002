/**
 * Report facts: one row per ad and day (and country, where asked), kept as columns.
 *
 * Sums are the backend's work and exact to six decimals, whatever the order of the rows; ratios are never
 * stored. Money is in whole units of the account's currency, as the platforms report it. Days are
 * YYYY-MM-DD in the account's time zone, ranges inclusive at both ends.
 *
 * Vintages: what a day's figures were when they were seen is kept, so that a question with `asOf` is answered by what
 * was known at that moment and by nothing that was learnt later. Names are always the latest.
 */
export interface Facts {
  /**
   * Replaces all rows of one account, one breakdown and one range of days by the given ones and notes
   * the range as covered at `fetchedAt`. All or nothing. Days without rows are covered too: no delivery
   * is knowledge. A row that comes twice counts once, the later one. Names are those of the latest put;
   * an empty name leaves the known one. Rows that differ from what was there, came or went since an earlier put of
   * their day are kept as they were, as known until `fetchedAt`.
   */
  put(companyId: string, scope: FactScope, rows: readonly Fact[], fetchedAt: number): Promise<void>;

  /**
   * When each day of the range was last fetched. Days never fetched are absent. Ascending by day. With `asOf`: days that
   * were known at that moment, with the latest fetch by then that found something new, or the first.
   */
  coverage(companyId: string, scope: FactScope, asOf?: number): Promise<readonly CoveredDay[]>;

  /** Sums by group: one page, and how many groups there are. Groups without any row do not exist. */
  aggregate(companyId: string, query: FactQuery): Promise<FactPage>;

  /**
   * The rows themselves, slice by slice: per entity of the level and day, ascending by day and within a
   * day in a fixed order. Memory does not grow with the number of rows. `after` is an earlier slice's `next`.
   */
  scan(companyId: string, query: FactScan): Promise<FactSlice>;

  /**
   * For each account, in their order, a token that changes with every put to it, with what is forgotten of it, and with
   * nothing else: what was read before is still so while they are equal.
   */
  generations(companyId: string, accountIds: readonly string[]): Promise<readonly string[]>;

  /** The accounts that anything is kept of, also those that the company is not connected to any more. By code point. */
  accounts(companyId: string): Promise<readonly string[]>;

  /**
   * Makes vintages fewer, oldest first, until those of each account and breakdown are at most one and a half for each
   * fact of the last 90 days: fetches between others are forgotten, as if nobody had looked then. What is answered with
   * `asOf` may be older for it, and never newer than what was known. Answers whether there is more to do.
   */
  thin(companyId: string, now: number): Promise<'more' | 'done'>;

  /**
   * Makes what a backend keeps besides the facts to answer faster, for so many days that have none of it (written by a
   * version before it, or removed). With `anew` everything there is goes first. Answers are the same before and after.
   * Answers whether there is more to do.
   */
  rollUp(companyId: string, days: number, options?: { readonly anew?: boolean }): Promise<'more' | 'done'>;

  /**
   * Forgets what lies before the limits, about `days` days of an account: days that nobody has fetched then, and vintages,
   * so that a question with an earlier `asOf` is answered as if those days had not been fetched by then. Answers how many
   * days it was about; fewer than `days` when there are no more.
   */
  forget(companyId: string, limits: FactLimits, days: number): Promise<number>;

  /**
   * Removes some of what is kept for a company, coverage and names included: about `days` days of an account. Answers
   * whether there is more. For companies that are deleted: their ids are never used again, so what was remembered of
   * one need not be looked at anew.
   */
  remove(companyId: string, days: number): Promise<'more' | 'done'>;

  /**
   * Writes all of it, as it is at one moment, to a new file beside its own, whose name is the same with a dot and this
   * ending; answers its path. Only of facts in a file that no other process can open meanwhile.
   */
  copy?(ending: string): Promise<string>;

  /** Lets go of files and connections. Nothing may be called afterwards. */
  close(): Promise<void>;
}

export interface FactLimits {
  /** The first day that stays. */
  readonly factsBefore?: string;
  /** The first moment, in milliseconds, that can be asked about; days that have changed since are still known as they are. */
  readonly vintagesBefore?: number;
}

export type Breakdown = 'none' | 'country';

export interface FactScope {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly breakdown: Breakdown;
}

export interface CoveredDay {
  readonly day: string;
  readonly fetchedAt: number;
}

/** What adds up over ads and days. */
export interface FactMeasures {
  readonly spend: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly results: number;
  readonly conversions: number;
  readonly conversionValue: number;
}

export type Measure = keyof FactMeasures;

export const measures: readonly Measure[] = ['spend', 'impressions', 'clicks', 'results', 'conversions', 'conversionValue'];

export interface Fact extends FactMeasures {
  readonly day: string;
  readonly adId: string;
  readonly adName: string;
  readonly adsetId: string;
  readonly adsetName: string;
  readonly campaignId: string;
  readonly campaignName: string;
  /** ISO 3166 alpha-2; empty when the breakdown is 'none'. */
  readonly country: string;
  /**
   * What the platform counts as a result of this ad, in its own words (primary's `indicator`), because
   * results of different kinds are never added. Exactly 'reach' when results are people reached. Absent
   * or empty where the platform does not say.
   */
  readonly resultType?: string;
}

export type FactEntity = 'campaignId' | 'adsetId' | 'adId';
/** Weeks are ISO 8601 (`2026-W46`), months `2026-11`. */
export type FactDimension = 'accountId' | FactEntity | 'day' | 'week' | 'month' | 'country';

export interface FactQuery {
  readonly accountIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly breakdown: Breakdown;
  /** None twice. Without any, all rows are one group. */
  readonly groupBy: readonly FactDimension[];
  /** The sums wanted. */
  readonly measures: readonly Measure[];
  /** Every list given must contain the row's value. */
  readonly filter?: {
    readonly campaignIds?: readonly string[];
    readonly adsetIds?: readonly string[];
    readonly adIds?: readonly string[];
    readonly countries?: readonly string[];
  };
  /**
   * Groups without the value (a ratio by zero, results of several kinds) come last in both directions.
   * Ties, and everything when no order is given, are in the backend's own fixed order.
   */
  readonly order?: { readonly by: FactOrder; readonly direction: 'asc' | 'desc' };
  /** Only what was known at this moment, milliseconds. Days that nobody had fetched by then have no rows. Default: now. */
  readonly asOf?: number;
  /** Default 0. */
  readonly offset?: number;
  /** Default: all. */
  readonly limit?: number;
}

export type FactOrder =
  /** Measures ordered by must be among those asked for. */
  | { readonly measure: Measure }
  | { readonly of: Measure; readonly per: Measure }
  /** Must be in `groupBy`. Text is ordered by code point. */
  | { readonly dimension: FactDimension }
  /** The entity's name, then its id. Must be in `groupBy`. */
  | { readonly name: FactEntity };

export interface FactPage {
  readonly groups: readonly FactGroup[];
  /** Of all groups, not only of this page. */
  readonly total: number;
}

export interface FactGroup {
  readonly group: { readonly [D in FactDimension]?: string };
  /** The finest entity grouped by, with those above it. */
  readonly entity: FactEntityNames;
  /** The measures asked for. */
  readonly sums: { readonly [M in Measure]?: number };
  /** When results are asked for: the one kind counted, empty when none is known, null when there are several. */
  readonly resultType?: string | null;
}

export interface FactEntityNames {
  readonly accountId?: string;
  readonly campaignId?: string;
  readonly campaignName?: string;
  readonly adsetId?: string;
  readonly adsetName?: string;
  readonly adId?: string;
  readonly adName?: string;
}

export interface FactScan {
  readonly scope: FactScope;
  readonly level: FactEntity;
  /** As in a query. */
  readonly asOf?: number;
  readonly after?: string;
  readonly limit: number;
}

export interface FactSlice {
  readonly rows: readonly FactRow[];
  /** Absent when this slice reached the end. */
  readonly next?: string;
}

export interface FactRow extends FactMeasures {
  readonly day: string;
  readonly country: string;
  readonly entity: FactEntityNames;
  /** As in a group. */
  readonly resultType: string | null;
}

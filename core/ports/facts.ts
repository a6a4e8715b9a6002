/**
 * Report facts: one row per ad and day (and country, where asked), kept as columns. Sums are exact
 * to six decimals whatever the order of the rows; ratios are never stored. Money is in whole units
 * of the account's currency. Days are YYYY-MM-DD in the account's time zone, ranges inclusive at
 * both ends. Vintages: a question with `asOf` is answered by what was known at that moment. Names
 * are always the latest.
 */
export interface Facts {
  /**
   * Replaces all rows of an account, breakdown and range of days, and notes the range, days without
   * rows included, as covered at `fetchedAt`. All or nothing. Of rows that come twice the later
   * counts. Names are those of the latest put; an empty name leaves the known one. Earlier rows
   * that changed, came or went stay known until `fetchedAt`.
   */
  put(companyId: string, scope: FactScope, rows: readonly Fact[], fetchedAt: number): Promise<void>;

  /**
   * When each day of the range was last fetched, ascending; days never fetched are absent. With
   * `asOf`: days known at that moment, with the latest fetch by then that found something new, or
   * the first.
   */
  coverage(companyId: string, scope: FactScope, asOf?: number): Promise<readonly CoveredDay[]>;

  /** Sums by group: one page, and the number of groups. Groups without any row do not exist. */
  aggregate(companyId: string, query: FactQuery): Promise<FactPage>;

  /**
   * Rows per entity of the level and day, in slices ascending by day and in a fixed order within a
   * day. Memory does not grow with the number of rows. `after` is an earlier slice's `next`.
   */
  scan(companyId: string, query: FactScan): Promise<FactSlice>;

  /**
   * For each account, in order, a token that changes with every put to it and everything forgotten
   * of it, and with nothing else.
   */
  generations(companyId: string, accountIds: readonly string[]): Promise<readonly string[]>;

  /** The accounts with anything kept, also those no longer connected, by code point. */
  accounts(companyId: string): Promise<readonly string[]>;

  /**
   * Thins vintages, oldest first, until an account and breakdown has at most one and a half for
   * each fact of the last 90 days. Answers with `asOf` may get older, never newer than what was
   * known. Answers whether more is left to do.
   */
  thin(companyId: string, now: number): Promise<'more' | 'done'>;

  /**
   * Builds a backend's summaries for up to `days` days that lack them; with `anew` it drops all
   * summaries first. Answers of the other members do not change. Answers whether more is left to
   * do.
   */
  rollUp(
    companyId: string,
    days: number,
    options?: { readonly anew?: boolean },
  ): Promise<'more' | 'done'>;

  /**
   * Forgets about `days` days of an account that lie before the limits; afterwards they count as
   * never fetched, vintages as not fetched by then. Answers how many days it handled; fewer than
   * `days` when no more are left.
   */
  forget(companyId: string, limits: FactLimits, days: number): Promise<number>;

  /**
   * Removes about `days` days of a deleted company, coverage and names included. Its id is never
   * used again. Answers whether more is left.
   */
  remove(companyId: string, days: number): Promise<'more' | 'done'>;

  /**
   * Writes a consistent copy to a new file, named like its own with a dot and this ending; answers
   * its path. Only of facts in a file that no other process can open meanwhile.
   */
  copy?(ending: string): Promise<string>;

  /** Closes files and connections. No call may follow. */
  close(): Promise<void>;
}

export interface FactLimits {
  /** The first day that stays. */
  readonly factsBefore?: string;
  /**
   * The first moment, in milliseconds, that can be asked about; days that changed since keep their
   * present figures.
   */
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
  /** Videos that were watched for three seconds. */
  readonly videoViews: number;
}

export type Measure = keyof FactMeasures;

export const measures: readonly Measure[] = [
  'spend',
  'impressions',
  'clicks',
  'results',
  'conversions',
  'conversionValue',
  'videoViews',
];

export interface Fact extends Omit<FactMeasures, 'videoViews'> {
  /** Absent where the platform does not say. */
  readonly videoViews?: number;
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
   * What the platform counts as a result of this ad, in its own words (primary's `indicator`):
   * results of different kinds are never added. Exactly 'reach' for people reached. Absent or empty
   * where the platform does not say.
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
  /** Without any, all rows are one group. */
  readonly groupBy: readonly FactDimension[];
  readonly measures: readonly Measure[];
  /** Every list given must contain the row's value. */
  readonly filter?: {
    readonly campaignIds?: readonly string[];
    readonly adsetIds?: readonly string[];
    readonly adIds?: readonly string[];
    readonly countries?: readonly string[];
  };
  /**
   * Groups without the value (a ratio by zero, results of several kinds) come last in both
   * directions. Ties, and everything without an order, are in the backend's own fixed order.
   */
  readonly order?: { readonly by: FactOrder; readonly direction: 'asc' | 'desc' };
  /**
   * Only what was known at this moment, milliseconds. Days not fetched by then have no rows.
   * Default: now.
   */
  readonly asOf?: number;
  /** Default 0. */
  readonly offset?: number;
  /** Default: all. */
  readonly limit?: number;
}

export type FactOrder =
  /** Must be among the measures asked for. */
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
  readonly sums: { readonly [M in Measure]?: number };
  /** When results are asked for: the one kind counted, empty when unknown, null when several. */
  readonly resultType?: string | null;
}

export interface FactEntityNames
  extends Partial<
    Pick<Fact, 'campaignId' | 'campaignName' | 'adsetId' | 'adsetName' | 'adId' | 'adName'>
  > {
  readonly accountId?: string;
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

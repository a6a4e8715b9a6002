import type { PlatformFailure } from '../base/errors.ts';
import type { Fact, Measure } from './facts.ts';
import type { Access, EntityType } from './platform-accounts.ts';

export interface ReportCapability {
  /** Days whose numbers may still change, counted back from today in the account's time zone. */
  readonly attributionDays: number;
  /**
   * Until when the platform calls an account's figures settled, ms, from its last answer; absent
   * where it never does.
   */
  settledUntil?(access: Pick<Access, 'companyId' | 'adAccountId'>): number | undefined;
  /**
   * Figures that the platform refused to tell of an account when it was last asked, in a sentence:
   * they are 0 and not known.
   */
  untold?(adAccountId: string): string | undefined;
  /** The zone of the figures' days, IANA, where it is not the account's. */
  readonly timezone?: string;
  /** Present where figures and reach come by country. */
  readonly byCountry?: true;
  /**
   * Present where an account's reach is told by month and over any range, of some countries too.
   */
  readonly reachByMonth?: true;
  /**
   * One row per ad and day with delivery (and country, when asked), deleted ads included. Throws
   * class 'too-large' when the platform wants a shorter range: the caller splits.
   */
  daily(access: Access, query: ReportQuery): Promise<readonly ReportRow[]>;
  /** Reach cannot be summed: it is asked at the level and over the range wanted. */
  reach(access: Access, query: ReachQuery): Promise<readonly ReachRow[]>;
  /** Figures by divisions that are not kept here. */
  readonly parts?: ReportParts;
  /** Reports the platform prepares on its own time. Absent: `daily` serves for everything. */
  readonly runs?: ReportRuns;
}

/** Divisions of figures besides ads, days and countries. Hours are those of the figures' zone. */
export type ReportPart =
  | 'age'
  | 'gender'
  | 'placement'
  | 'device'
  | 'hour'
  | 'keyword'
  | 'network'
  | 'conversionAction';

/** Figures that are asked for when wanted, and not kept. */
export interface ReportParts {
  readonly kinds: { readonly [P in ReportPart]?: PartKind };
  /** Kinds it divides by together. Absent: one at a time. */
  readonly together?: readonly (readonly ReportPart[])[];
  /** Present where conversions can be counted by another attribution window than each ad set's. */
  readonly windows?: PartKind & AttributionWindows;
  /**
   * One row for each part and entity of the level, and each day with `byDay`. Without parts: one
   * for each entity.
   */
  read(access: Access, query: PartQuery): Promise<readonly PartRow[]>;
}

export interface PartKind {
  /** Those known of each part. */
  readonly measures: readonly Measure[];
  readonly finest: EntityType;
  /** The most days of one report. */
  readonly mostDays?: number;
}

/** Allowed lengths, in days. */
export interface AttributionWindows {
  readonly click: readonly number[];
  readonly view: readonly number[];
}

/**
 * Conversions within this many days after a click or a view; without one of them none of its kind
 * count.
 */
export interface AttributionWindow {
  readonly click?: number;
  readonly view?: number;
}

export interface PartQuery {
  /** YYYY-MM-DD in the zone of the figures, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Empty with a `window` only. */
  readonly parts: readonly ReportPart[];
  readonly level: EntityType;
  readonly measures: readonly Measure[];
  readonly byDay: boolean;
  readonly window?: AttributionWindow;
  /** Only these. */
  readonly campaignIds?: readonly string[];
  readonly adsetIds?: readonly string[];
  readonly adIds?: readonly string[];
}

/** Unknown figures are 0. Entities below the level are empty. */
export interface PartRow extends Omit<Fact, 'country'> {
  readonly parts: { readonly [P in ReportPart]?: PartValue };
  /** Empty without `byDay`. */
  readonly day: string;
}

export interface PartValue {
  /** A keyword's own id, the platform's word for a device. Hours are `00` to `23`. */
  readonly id: string;
  readonly name: string;
  /** Keywords: how they match. */
  readonly matchType?: string;
}

/**
 * A report ordered now and fetched later. The id outlives this process: a restarted worker waits
 * for the same run.
 */
export interface ReportRuns {
  /** Orders the rows `daily` would give. */
  start(access: Access, query: ReportQuery): Promise<string>;
  state(access: Access, runId: string): Promise<ReportRunState>;
  rows(access: Access, runId: string): Promise<readonly ReportRow[]>;
}

export type ReportRunState =
  | { readonly state: 'running'; readonly percent: number }
  | { readonly state: 'done' }
  /** Also when the run expired or was skipped. Class 'too-large' asks for a shorter range. */
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

export interface ReportQuery {
  /** YYYY-MM-DD in the zone of the figures, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly breakdown: 'none' | 'country';
}

export type ReportRow = Fact;

export interface ReachQuery {
  readonly from: string;
  readonly to: string;
  readonly level: 'account' | EntityType;
  /** 'all': one row for the whole range. Months are clipped to the range. */
  readonly by: 'all' | 'day' | 'month';
  /**
   * Only people in these countries (ISO 3166 alpha-2); absent: all. The reach of several is null
   * where the platform cannot count them as one: a person may be seen in each.
   */
  readonly countries?: readonly string[];
  /** Only these entities of the level, 1 to 1,000; absent: all that delivered. */
  readonly entityIds?: readonly string[];
  /** 'country': one row per country as well. Default 'none'. */
  readonly breakdown?: 'none' | 'country';
}

export interface ReachRow {
  readonly entityId: string;
  readonly from: string;
  readonly to: string;
  /** Null when the platform withholds it, as primary does for old ranges by country. */
  readonly reach: number | null;
  readonly impressions: number;
  readonly spend: number;
  /** With the country breakdown only. */
  readonly country?: string;
}

import type { Clock } from '../ports/clock.ts';
import type { ReachRow } from '../ports/platform-report.ts';
import type { Secrets } from '../ports/secrets.ts';
import { createHolder, type Holder } from '../records/lease.ts';
import { randomText } from '../records/random-id.ts';
import type { DayRange } from './request.ts';

/** Days that are being fetched. */
interface Flight {
  readonly range: DayRange;
  /** Never rejects: the error goes to those who wanted these days. */
  readonly landed: Promise<{ readonly error?: unknown }>;
}

/**
 * One process's running fetches. Shared by all users of the facts, so that equal questions are
 * asked once.
 */
export interface ReportTraffic {
  /** By company, account and breakdown. */
  readonly flights: Map<string, Flight>;
  /** Learned from earlier answers. */
  readonly days: Map<string, number>;
  /** `at` is on the monotonic clock. */
  readonly failures: Map<string, { readonly at: number; readonly reason: string }>;
  readonly reach: Map<string, Promise<ReachAnswer>>;
  /** This process, in leases. */
  readonly holder: Holder;
}

export const createReportTraffic = ({
  clock,
  secrets,
}: {
  readonly clock: Clock;
  readonly secrets: Secrets;
}): ReportTraffic => ({
  flights: new Map(),
  days: new Map(),
  failures: new Map(),
  reach: new Map(),
  holder: createHolder(clock, randomText(secrets, 16)),
});

export interface ReachAnswer {
  readonly rows: readonly ReachRow[];
  readonly source: 'live' | 'cache';
  readonly fetchedAt: number;
  /** Why these are only the last good figures. */
  readonly stale?: string;
}

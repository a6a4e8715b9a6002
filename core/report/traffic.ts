import type { Clock } from '../ports/clock.ts';
import type { ReachRow } from '../ports/platform-report.ts';
import type { Secrets } from '../ports/secrets.ts';
import { createHolder, type Holder } from '../records/lease.ts';
import { randomText } from '../records/random-id.ts';

import type { DayRange } from './request.ts';

/** Days that are being fetched. */
interface Flight {
  readonly range: DayRange;
  /** Never rejects: the error is handed to those who wanted these days. */
  readonly landed: Promise<{ readonly error?: unknown }>;
}

/** What one process knows of figures on their way. Made once for all who share facts, so that equal questions are asked once. */
export interface ReportTraffic {
  /** By company, account and breakdown. */
  readonly flights: Map<string, Flight>;
  /** How many days to ask for at once, learned from earlier answers. */
  readonly days: Map<string, number>;
  /** Why the last fetch failed, and when, on the monotonic clock. */
  readonly failures: Map<string, { readonly at: number; readonly reason: string }>;
  /** Questions about reach that are being asked. */
  readonly reach: Map<string, Promise<ReachAnswer>>;
  /** This process, in leases: it watches others for as long as it lives. */
  readonly holder: Holder;
}

export const createReportTraffic = ({ clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets }): ReportTraffic => ({
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

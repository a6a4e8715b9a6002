import type { AccountKey } from '../base/account-key.ts';
import { PlatformError } from '../base/errors.ts';
import { addDays, daysIn, splitRange } from '../base/time/days.ts';
import type { Clock } from '../ports/clock.ts';
import type { Breakdown, Facts } from '../ports/facts.ts';
import type { ReportRow } from '../ports/platform-report.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { claimLease } from '../records/lease.ts';
import type { ReportAccount } from './accounts.ts';
import { rangesToFetch } from './coverage.ts';
import type { DayRange } from './request.ts';
import { keepSettled } from './settled.ts';
import type { ReportTraffic } from './traffic.ts';

export interface FetchPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly facts: Facts;
  readonly clock: Clock;
  readonly traffic: ReportTraffic;
}

/**
 * A dead process holds others up this long, less than a caller's patience. A slower answer may be
 * fetched by two processes: that only costs calls.
 */
const LEASE_MS = 20_000;
const LOOK_AGAIN_MS = 500;
/** Rows wanted in one answer of the platform and in one put, to bound memory and database time. */
const PORTION = 20_000;
const FIRST_DAYS = 7;
const MOST_DAYS = 31;

/**
 * Fetches what is missing or was stale at `asOf`, portion by portion, until everything is there,
 * `until`, on the monotonic clock, has passed, or `stopping` says so; a portion once begun is
 * finished. Callers who want the same days share one fetch and its failure, within this process
 * directly, between processes by a lease. Answers whether everything is there, and whether anything
 * was fetched meanwhile.
 */
export async function fetchMissing(
  ports: FetchPorts,
  companyId: string,
  {
    account,
    range,
    breakdown,
    until,
    asOf = ports.clock.now(),
    stopping = () => false,
  }: { readonly until: number; readonly asOf?: number; readonly stopping?: () => boolean } & {
    readonly account: ReportAccount;
    readonly range: DayRange;
    readonly breakdown: Breakdown;
  },
): Promise<{ readonly complete: boolean; readonly fetched: boolean }> {
  const { facts, clock } = ports;
  const { flights, days } = ports.traffic;
  const key = JSON.stringify([companyId, account.key, breakdown]);
  const calendar = { timezone: account.timezone, attributionDays: account.report.attributionDays };
  let fetched = false;
  for (;;) {
    const covered = await facts.coverage(companyId, {
      accountId: account.key,
      breakdown,
      ...range,
    });
    const missing = rangesToFetch(range, covered, asOf, calendar);
    const first = missing[0];
    if (first === undefined) return { complete: true, fetched };
    if (clock.monotonic() >= until || stopping()) return { complete: false, fetched };

    const flight = flights.get(key);
    if (flight !== undefined) {
      const { error } = await flight.landed;
      const mine = missing.some(
        ({ from, to }) => from <= flight.range.to && to >= flight.range.from,
      );
      if (mine && error !== undefined) throw error;
      fetched = fetched || mine;
      continue;
    }

    const size = days.get(key) ?? FIRST_DAYS;
    const portion = {
      from: first.from,
      to: daysIn(first.from, first.to) > size ? addDays(first.from, size - 1) : first.to,
    };
    const stillMissing = async (): Promise<boolean> => {
      const covered = await facts.coverage(companyId, {
        accountId: account.key,
        breakdown,
        ...portion,
      });
      return rangesToFetch(portion, covered, asOf, calendar).length > 0;
    };
    const landed = fetchPortion(ports, companyId, {
      account,
      range: portion,
      breakdown,
      stillMissing,
    }).then<{ error?: unknown }, { error?: unknown }>(
      (rows) => {
        if (rows !== undefined) days.set(key, nextSize(daysIn(portion.from, portion.to), rows));
        fetched = fetched || rows !== undefined;
        return {};
      },
      (error: unknown) => {
        const smaller = Math.floor(daysIn(portion.from, portion.to) / 2);
        if (!isTooLarge(error) || smaller < 1) return { error };
        days.set(key, smaller);
        return {};
      },
    );
    flights.set(key, { range: portion, landed });
    const { error } = await landed;
    flights.delete(key);
    if (error !== undefined) throw error;
  }
}

/** The number of rows; undefined when another process was at it: look again. */
async function fetchPortion(
  ports: FetchPorts,
  companyId: string,
  {
    account,
    range,
    breakdown,
    stillMissing,
  }: {
    readonly account: ReportAccount;
    readonly range: DayRange;
    readonly breakdown: Breakdown;
    readonly stillMissing: () => Promise<boolean>;
  },
): Promise<number | undefined> {
  const { clock } = ports;
  const { holder } = ports.traffic;
  const lease = await claimLease(ports, companyId, {
    name: `report:${account.key}:${breakdown}`,
    holder,
    ttlMs: LEASE_MS,
  });
  if (lease === undefined) {
    await clock.sleep(LOOK_AGAIN_MS);
    return undefined;
  }
  try {
    // Another process may have put these days before we got the lease.
    if (!(await stillMissing())) return undefined;
    const fetchedAt = clock.now();
    const access = await account.access();
    const rows = await account.report.daily(access, { ...range, breakdown });
    await keep(ports, companyId, { accountId: account.key, range, breakdown, rows, fetchedAt });
    await keepSettled(ports, companyId, account, access);
    return rows.length;
  } finally {
    await lease.release();
  }
}

/** Puts a fetched range away in portions of whole days. */
export async function keep(
  ports: Pick<FetchPorts, 'facts'>,
  companyId: string,
  {
    accountId,
    range,
    breakdown,
    rows,
    fetchedAt,
  }: {
    readonly accountId: AccountKey;
    readonly range: DayRange;
    readonly breakdown: Breakdown;
    readonly rows: readonly ReportRow[];
    readonly fetchedAt: number;
  },
): Promise<void> {
  const byDay = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const ofDay = byDay.get(row.day) ?? [];
    ofDay.push(row);
    byDay.set(row.day, ofDay);
  }
  const portions = splitRange(range.from, range.to, (start) => {
    let count = byDay.get(start)?.length ?? 0;
    let end = start;
    for (let next = addDays(start, 1); next <= range.to; next = addDays(next, 1)) {
      count += byDay.get(next)?.length ?? 0;
      if (count > PORTION) break;
      end = next;
    }
    return end;
  });
  for (const portion of portions) {
    let ofPortion: readonly ReportRow[] = [];
    for (let day = portion.from; day <= portion.to; day = addDays(day, 1))
      ofPortion = ofPortion.concat(byDay.get(day) ?? []);
    await ports.facts.put(companyId, { accountId, breakdown, ...portion }, ofPortion, fetchedAt);
  }
}

const nextSize = (days: number, rows: number): number =>
  Math.max(1, Math.min(MOST_DAYS, days * 4, Math.floor((days * PORTION) / Math.max(1, rows))));

export const isTooLarge = (error: unknown): boolean =>
  error instanceof PlatformError && error.failure.class === 'too-large';

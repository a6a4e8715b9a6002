import { PlatformError } from '../base/errors.ts';
import { mapBounded } from '../base/map-bounded.ts';
import { breaks, refusal } from '../base/refusal.ts';
import { addDays, dayAt, daysIn } from '../base/time/days.ts';
import type { Breakdown } from '../ports/facts.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { ReportAccount } from './accounts.ts';
import { begun, type Calendar, fetchedAtOf, rangesToFetch } from './coverage.ts';
import { type FetchPorts, fetchMissing } from './fetch.ts';
import type { DayRange } from './request.ts';
import { settledUntil } from './settled.ts';
import { orderSync } from './sync-job.ts';

export interface FreshnessPorts extends FetchPorts {
  readonly jobs: Jobs;
}

/** How long a caller waits; the rest is fetched in the background. */
const PATIENCE_MS = 25_000;
/** After a failure the last good figures are given for this long without asking again. */
const PAUSE_MS = 60_000;

export interface Freshness {
  readonly source: 'live' | 'cache';
  /** Undefined when no day of the range has begun. */
  readonly fetchedAt?: number;
  /** Why these are only the last good figures. */
  readonly stale?: string;
  /** Until when the platform calls them settled, ms. */
  readonly settledUntil?: number;
}

/** The answer when everything is at hand and fresh, else undefined. */
async function atHand(
  ports: Pick<FreshnessPorts, 'facts' | 'clock'>,
  companyId: string,
  {
    account,
    asked,
    breakdown,
    asOf,
  }: {
    readonly account: ReportAccount;
    readonly asked: DayRange;
    readonly breakdown: Breakdown;
    readonly asOf: number;
  },
): Promise<Freshness | undefined> {
  const now = ports.clock.now();
  const range = begun(asked, now, account.timezone);
  if (range === undefined) return { source: 'cache' };
  const covered = await ports.facts.coverage(companyId, {
    accountId: account.key,
    breakdown,
    ...range,
  });
  const calendar = calendarOf(account);
  return rangesToFetch(range, covered, asOf, calendar).length > 0
    ? undefined
    : aged('cache', fetchedAtOf(covered, calendar));
}

const calendarOf = ({ timezone, report }: ReportAccount): Calendar => ({
  timezone,
  attributionDays: report.attributionDays,
});

/**
 * Makes the figures of a range fresh. When the platform cannot be asked and every day was fetched
 * before, keeps the last good figures and says so; when days are missing it throws: a sum with
 * holes is wrong.
 */
async function ensureFacts(
  ports: FreshnessPorts,
  companyId: string,
  {
    account,
    asked,
    breakdown,
    asOf,
  }: {
    readonly account: ReportAccount;
    readonly asked: DayRange;
    readonly breakdown: Breakdown;
    readonly asOf: number;
  },
): Promise<Freshness> {
  const { facts, clock } = ports;
  const range = begun(asked, clock.now(), account.timezone);
  if (range === undefined) return { source: 'cache' };
  const calendar = calendarOf(account);
  const scope = { accountId: account.key, breakdown, ...range };
  const before = await facts.coverage(companyId, scope);
  const missing = rangesToFetch(range, before, asOf, calendar);
  if (missing[0] === undefined) return aged('cache', fetchedAtOf(before, calendar));
  const oldest = addDays(dayAt(clock.now(), account.timezone), -account.retentionDays);
  if (missing[0].from < oldest)
    throw breaks(
      'startDate',
      'too_long_ago',
      `The platform keeps figures for ${account.retentionDays} days: the earliest that can be asked for is ${oldest}.`,
    );

  const whole = before.length === daysIn(range.from, range.to);
  const recent = ports.traffic.failures;
  const key = JSON.stringify([companyId, account.key, breakdown]);
  const failed = recent.get(key);
  if (whole && failed !== undefined && clock.monotonic() - failed.at < PAUSE_MS)
    return { ...aged('cache', fetchedAtOf(before, calendar)), stale: failed.reason };

  try {
    const { complete } = await fetchMissing(ports, companyId, {
      account,
      range,
      breakdown,
      until: clock.monotonic() + PATIENCE_MS,
      asOf,
    });
    recent.delete(key);
    if (!complete) return await late(ports, companyId, { account, range, breakdown, calendar });
    return aged('live', fetchedAtOf(await facts.coverage(companyId, scope), calendar));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    recent.set(key, { at: clock.monotonic(), reason: error.failure.message });
    if (!whole) throw error;
    return {
      ...aged('cache', fetchedAtOf(await facts.coverage(companyId, scope), calendar)),
      stale: error.failure.message,
    };
  }
}

async function late(
  ports: FreshnessPorts,
  companyId: string,
  {
    account,
    range,
    breakdown,
    calendar,
  }: {
    readonly account: ReportAccount;
    readonly range: DayRange;
    readonly breakdown: Breakdown;
    readonly calendar: Calendar;
  },
): Promise<Freshness> {
  await orderSync(ports, companyId, { accountId: account.key, range, breakdown });
  const covered = await ports.facts.coverage(companyId, {
    accountId: account.key,
    breakdown,
    ...range,
  });
  const days = daysIn(range.from, range.to);
  if (covered.length === days)
    return {
      ...aged('cache', fetchedAtOf(covered, calendar)),
      stale: 'The platform is slow; newer figures are being fetched.',
    };
  const message = `The figures of ${account.id} are being fetched: ${covered.length} of ${days} days are here. Ask again in a minute.`;
  throw refusal('unavailable', { path: 'startDate', code: 'report_in_preparation', message });
}

/**
 * For several accounts, in their order: those at hand are checked together, the others fetched a
 * few at a time. Figures that may still change and are stale as of `asOf` are fetched again.
 */
export async function freshnessOf<T>(
  ports: FreshnessPorts,
  companyId: string,
  {
    accounts,
    range,
    breakdown,
    each,
    asOf = ports.clock.now(),
  }: {
    readonly accounts: readonly ReportAccount[];
    readonly range: DayRange;
    readonly breakdown: Breakdown;
    readonly each: (account: ReportAccount, ensure: () => Promise<Freshness>) => Promise<T>;
    readonly asOf?: number | undefined;
  },
): Promise<T[]> {
  const ready = await Promise.all(
    accounts.map((account) => atHand(ports, companyId, { account, asked: range, breakdown, asOf })),
  );
  return mapBounded([...accounts.keys()], 4, (place) => {
    const account = accounts[place] as ReportAccount; // one of its own keys
    const known = ready[place];
    return each(account, async () => {
      const fresh =
        known ?? (await ensureFacts(ports, companyId, { account, asked: range, breakdown, asOf }));
      const until = await settledUntil(ports, companyId, account);
      return { ...fresh, ...(until !== undefined && { settledUntil: until }) };
    });
  });
}

const aged = (source: 'live' | 'cache', fetchedAt: number | undefined): Freshness => ({
  source,
  ...(fetchedAt === undefined ? {} : { fetchedAt }),
});

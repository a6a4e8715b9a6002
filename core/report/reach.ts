import { PlatformError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReachQuery, ReachRow } from '../ports/platform-report.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, type Store } from '../ports/store.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import type { ReportAccount } from './accounts.ts';
import { FRESH_MS, wasFinal } from './coverage.ts';
import type { ReachAnswer, ReportTraffic } from './traffic.ts';

/** Kept as it came: it cannot be made from other answers. */
interface ReachRecord {
  readonly to: string;
  readonly fetchedAt: number;
  readonly rows: readonly ReachRow[];
}

export const reachKind = kind<ReachRecord>('report-reach', { fetchedAt: 'number' });

/** Most platforms cannot count people in several countries together. */
const severalCountries = ({
  countries,
  breakdown,
}: Pick<ReachQuery, 'countries' | 'breakdown'>): boolean =>
  countries !== undefined && countries.length > 1 && breakdown !== 'country';

export const withheldReach = (query: Pick<ReachQuery, 'countries' | 'breakdown'>): string =>
  severalCountries(query)
    ? 'The platform tells the people of one country or of all of them. People seen in several countries would be counted in each, so the reach of several together is not given: ask for one country, or for all.'
    : 'The platform withholds the reach of this range; try a shorter or more recent one, or all countries.';

/** Larger answers are not kept. */
const MOST_ROWS = 5_000;
const KEPT_MS = 40 * 86_400_000;

export interface ReachPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly traffic: ReportTraffic;
}

/**
 * The platform's reach for exactly this question, kept like facts: settled ranges for good, others
 * for 15 minutes. Identical questions at the same time are asked once. Throws `PlatformError` when
 * the platform fails and no earlier answer exists.
 */
export async function reachOf(
  ports: ReachPorts,
  companyId: string,
  account: ReportAccount,
  query: ReachQuery,
): Promise<ReachAnswer> {
  // Answers about several countries were once sums; those kept since then have another key.
  const asked = severalCountries(query) ? { ...query, people: 'once' } : { ...query };
  const id = `${account.key}:${(await ports.secrets.sha256(canonicalJson(asked))).slice(0, 40)}`;
  const calls = ports.traffic.reach;
  const key = JSON.stringify([companyId, id]);
  const running = calls.get(key);
  if (running !== undefined) return running;
  const call = ask(ports, companyId, { account, query, id });
  calls.set(key, call);
  try {
    return await call;
  } finally {
    calls.delete(key);
  }
}

async function ask(
  ports: ReachPorts,
  companyId: string,
  {
    account,
    query,
    id,
  }: { readonly account: ReportAccount; readonly query: ReachQuery; readonly id: string },
): Promise<ReachAnswer> {
  const { store, clock } = ports;
  const kept = await store.get(reachKind, companyId, id);
  const calendar = { timezone: account.timezone, attributionDays: account.report.attributionDays };
  if (kept !== undefined) {
    const { rows, fetchedAt, to } = kept.doc;
    // A withheld reach may be given later.
    const whole = rows.every(({ reach }) => reach !== null);
    if (clock.now() - fetchedAt < FRESH_MS || (whole && wasFinal(to, fetchedAt, calendar)))
      return { rows, fetchedAt, source: 'cache' };
  }
  const fetchedAt = clock.now();
  try {
    const rows = await account.report.reach(await account.access(), query);
    if (rows.length <= MOST_ROWS) {
      const doc: ReachRecord = { to: query.to, fetchedAt, rows };
      // Of two processes that asked at once either answer will do.
      await store.commit([
        { kind: reachKind, companyId, id, expect: kept?.version ?? 'absent', doc },
      ]);
      await forgetOld(store, companyId, fetchedAt - KEPT_MS);
    }
    return { rows, fetchedAt, source: 'live' };
  } catch (error) {
    if (!(error instanceof PlatformError) || kept === undefined) throw error;
    return {
      rows: kept.doc.rows,
      fetchedAt: kept.doc.fetchedAt,
      source: 'cache',
      stale: error.failure.message,
    };
  }
}

async function forgetOld(store: Store, companyId: string, before: number): Promise<void> {
  const { items } = await store.find(reachKind, companyId, {
    where: { fetchedAt: { before } },
    order: { by: 'fetchedAt' },
    limit: 20,
  });
  if (items.length === 0) return;
  await store.commit(
    items.map(({ id, version }) => ({
      kind: reachKind,
      companyId,
      id,
      expect: version,
      doc: undefined,
    })),
  );
}

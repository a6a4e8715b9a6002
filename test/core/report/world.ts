import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import type { PlatformId } from '../../../core/base/platforms.ts';
import { monthOf } from '../../../core/base/time/days.ts';
import type { Events } from '../../../core/events/events.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Facts } from '../../../core/ports/facts.ts';
import type { Access, AdAccount } from '../../../core/ports/platform-accounts.ts';
import type {
  ReachQuery,
  ReportCapability,
  ReportQuery,
  ReportRow,
} from '../../../core/ports/platform-report.ts';
import type { Store } from '../../../core/ports/store.ts';
import type { ReportPorts } from '../../../core/report/group-page.ts';
import { testDefinition } from '../../test-definition.ts';
import { COMPANY, createTestService, moduleOf } from '../../test-service.ts';

/**
 * A platform made of rows: what it answers follows from them alone, so reports can be checked
 * against them.
 */
export interface FakeAccount {
  readonly id: string;
  readonly name?: string;
  readonly currency?: string;
  readonly timezone?: string;
  readonly platform?: PlatformId;
  readonly rows: readonly FakeRow[];
}

export interface FakeRow extends ReportRow {
  /** Who saw the ad on that day. */
  readonly people?: readonly number[];
}

export interface FakeWorld {
  readonly ports: ReportPorts & {
    readonly clock: ManualClock;
    readonly facts: Facts;
    readonly store: Store;
    readonly events: Events;
  };
  /** Questions asked of the platform so far. */
  readonly asked: {
    account: string;
    kind: 'daily' | 'reach' | 'start' | 'state' | 'rows';
    query: string;
  }[];
  readonly woken: string[];
  /** What the platform refuses with, from now on; undefined when it works. */
  failing: PlatformFailure | undefined;
  /** Ranges longer than this are too large for one answer. */
  mostDays: number;
  /** Called before the platform answers. */
  pause: (() => Promise<void>) | undefined;
  /** Rows by account; may be changed while the world runs. */
  readonly rows: Map<string, readonly FakeRow[]>;
}

export { COMPANY as company };

/** What a platform answers from. */
type FakeFigures = Omit<FakeWorld, 'ports'>;

export async function createWorld(
  accounts: readonly FakeAccount[],
  options: {
    facts?: Facts;
    runs?: boolean;
    now?: number;
    inspect?: AdPlatform['inspect'];
    structure?: Partial<AdPlatform['accounts']>;
  } = {},
): Promise<FakeWorld> {
  const rows = new Map(accounts.map((account) => [account.id, account.rows]));
  const figures: FakeFigures = {
    asked: [],
    woken: [],
    failing: undefined,
    mostDays: 10_000,
    pause: undefined,
    rows,
  };
  const offered = [...new Set(accounts.map(({ platform }) => platform ?? 'primary'))];
  const platformOf = (id: PlatformId): AdPlatform => {
    const own = accounts.filter(({ platform }) => (platform ?? 'primary') === id);
    return fakePlatform(figures, id, {
      ...options,
      structure: { list: async () => own.map(adAccount), ...options.structure },
    });
  };
  const { ports } = await createTestService({
    clock: createManualClock(options.now),
    platforms: offered.map(platformOf).map(moduleOf),
    ...(options.facts && { facts: options.facts }),
    ports: {
      jobs: {
        wake: async (id) => void figures.woken.push(id),
        work: () => ({ stop: async () => undefined }),
      },
    },
  });
  return Object.assign(figures, { ports });
}

const adAccount = ({ id, name, currency, timezone }: FakeAccount): AdAccount => ({
  id,
  name: name ?? id,
  currency: currency ?? 'EUR',
  timezone: timezone ?? 'Europe/Berlin',
  status: 'active',
});

function fakePlatform(
  world: FakeFigures,
  id: PlatformId,
  options: Parameters<typeof createWorld>[1] = {},
): AdPlatform {
  return {
    definition: testDefinition(id),
    accounts: {
      list: async () => [],
      identities: async () => [],
      campaigns: async () => [],
      adSets: async () => [],
      ...options.structure,
    },
    report: {
      ...fakeReport(world, options.runs ?? false),
      ...(id === 'primary' && { byCountry: true as const, reachByMonth: true as const }),
    },
    ...(options.inspect && { inspect: options.inspect }),
  };
}

function fakeReport(world: FakeFigures, withRuns: boolean): ReportCapability {
  const runs = new Map<string, { query: ReportQuery; looks: number }>();
  const ask = async (
    access: Access,
    kind: FakeWorld['asked'][number]['kind'],
    query: unknown,
  ): Promise<readonly FakeRow[]> => {
    world.asked.push({ account: access.adAccountId, kind, query: JSON.stringify(query) });
    await world.pause?.();
    if (world.failing !== undefined) throw new PlatformError(world.failing);
    return world.rows.get(access.adAccountId) ?? [];
  };
  const tooLarge = ({ from, to }: { from: string; to: string }): boolean =>
    (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 > world.mostDays;
  const within = (rows: readonly FakeRow[], query: ReportQuery): readonly FakeRow[] => {
    const inRange = rows.filter(({ day }) => day >= query.from && day <= query.to);
    return query.breakdown === 'country' ? inRange : withoutCountries(inRange);
  };
  return {
    attributionDays: 28,
    async daily(access, query) {
      const rows = await ask(access, 'daily', query);
      if (tooLarge(query)) throw new PlatformError(failure('too-large'));
      return within(rows, query);
    },
    async reach(access, query) {
      return reachRows(await ask(access, 'reach', query), access.adAccountId, query);
    },
    ...(withRuns && {
      runs: {
        async start(access: Access, query: ReportQuery) {
          await ask(access, 'start', query);
          const id = `run-${runs.size + 1}`;
          runs.set(id, { query, looks: 0 });
          return id;
        },
        async state(access: Access, id: string) {
          await ask(access, 'state', id);
          const run = runs.get(id);
          if (run === undefined) throw new Error(`There is no run ${id}`);
          run.looks++;
          if (run.looks < 3) return { state: 'running' as const, percent: run.looks * 30 };
          return tooLarge(run.query)
            ? { state: 'failed' as const, failure: failure('too-large') }
            : { state: 'done' as const };
        },
        async rows(access: Access, id: string) {
          const rows = await ask(access, 'rows', id);
          return within(rows, runs.get(id)?.query ?? { from: '', to: '', breakdown: 'none' });
        },
      },
    }),
  };
}

/** A row per ad and day: the countries' rows joined. */
function withoutCountries(rows: readonly FakeRow[]): FakeRow[] {
  const joined = new Map<string, FakeRow>();
  for (const row of rows) {
    const key = `${row.day} ${row.adId}`;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, { ...row, country: '' });
    else
      joined.set(key, {
        ...known,
        spend: round(known.spend + row.spend),
        impressions: known.impressions + row.impressions,
        clicks: known.clicks + row.clicks,
        results: known.results + row.results,
        conversions: known.conversions + row.conversions,
        conversionValue: round(known.conversionValue + row.conversionValue),
      });
  }
  return [...joined.values()];
}

const round = (amount: number): number => Math.round(amount * 1_000_000) / 1_000_000;

function reachRows(rows: readonly FakeRow[], accountId: string, query: ReachQuery) {
  const idOf = (row: FakeRow): string =>
    ({ account: accountId, campaign: row.campaignId, adset: row.adsetId, ad: row.adId })[
      query.level
    ];
  const groups = new Map<
    string,
    {
      entityId: string;
      from: string;
      to: string;
      country: string;
      people: Set<number>;
      impressions: number;
      spend: number;
    }
  >();
  for (const row of rows) {
    if (row.day < query.from || row.day > query.to) continue;
    if (query.entityIds !== undefined && !query.entityIds.includes(idOf(row))) continue;
    if (query.countries !== undefined && !query.countries.includes(row.country)) continue;
    const bucket = { all: query.from, day: row.day, month: monthOf(row.day) }[query.by];
    const country = query.breakdown === 'country' ? row.country : '';
    const key = JSON.stringify([idOf(row), bucket, country]);
    const group = groups.get(key) ?? {
      entityId: idOf(row),
      from: row.day,
      to: row.day,
      country,
      people: new Set(),
      impressions: 0,
      spend: 0,
    };
    groups.set(key, group);
    if (row.day < group.from) group.from = row.day;
    if (row.day > group.to) group.to = row.day;
    if (query.by === 'all') Object.assign(group, { from: query.from, to: query.to });
    for (const person of row.people ?? []) group.people.add(person);
    group.impressions += row.impressions;
    group.spend = round(group.spend + row.spend);
  }
  return [...groups.values()].map(({ people, country, ...row }) => ({
    ...row,
    reach: people.size,
    ...(query.breakdown === 'country' && { country }),
  }));
}

export const failure = (kind: PlatformFailure['class']): PlatformFailure => ({
  platform: 'primary',
  class: kind,
  message: `The platform says ${kind}.`,
  fix: 'Try again later.',
  retryable: kind === 'transient' || kind === 'throttled',
  traceId: 'trace',
});

export const fakeRow = (given: Partial<FakeRow>): FakeRow => ({
  day: '2026-11-01',
  adId: 'a1',
  adName: `Ad ${given.adId ?? 'a1'}`,
  adsetId: 's1',
  adsetName: `Set ${given.adsetId ?? 's1'}`,
  campaignId: 'c1',
  campaignName: `Campaign ${given.campaignId ?? 'c1'}`,
  country: 'DE',
  spend: 10,
  impressions: 1000,
  clicks: 20,
  results: 2,
  conversions: 1,
  conversionValue: 30,
  resultType: 'purchase',
  people: [1, 2, 3],
  ...given,
});

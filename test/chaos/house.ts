import { openPostgresNotifier } from '../../adapters/events/postgres-notifier.ts';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { createFetchHttp } from '../../adapters/http/fetch-http.ts';
import { createBoss } from '../../adapters/jobs/boss.ts';
import { createPgBossJobs } from '../../adapters/jobs/pg-boss-jobs.ts';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { md5 } from '../../adapters/runtime/md5.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { openPostgresStore } from '../../adapters/store/postgres.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { createAdSetReader } from '../../core/accounts/ad-sets.ts';
import { createCredentialStore } from '../../core/accounts/renew-credentials.ts';
import { eventsFor } from '../../core/events/events.ts';
import { features } from '../../core/features/registry.ts';
import { webhookListener } from '../../core/features/webhooks/deliver.ts';
import { hooksOf } from '../../core/operations/feature.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import { createReportTraffic } from '../../core/report/traffic.ts';
import { createNamedMedia } from '../named-media.ts';

/** What the controller hands to each worker it starts. */
export interface ChaosPlace {
  /** A file for SQLite, or a postgres:// address. */
  readonly database: string;
  /** Where the sandbox listens. */
  readonly sandboxUrl: string;
  /** What the wall clock of the machine is ahead, or behind, to begin with. */
  readonly clockOffsetMs?: number;
}

/** The machine's, ahead as the place says. */
const clockOf = ({ clockOffsetMs = 0 }: ChaosPlace): Clock => ({
  ...systemClock,
  now: () => systemClock.now() + clockOffsetMs,
});

/** Silence takes this long to be noticed: short, because workers die all the time here. */
export const LEASE_MS = 1_500;

/** Shorter than those of a service, and all of them shorter than what a frozen worker sleeps. */
const TIMES = {
  settleMs: 2_500,
  answerMs: 3_000,
  asyncMs: 8_000,
  firstLookMs: 500,
  timeoutMs: 3_000,
} as const;
const LIMIT = { perSecond: 50, perMinute: 3_000 } as const;

async function openQueue(database: string, log: Log, clock: Clock) {
  const options = { clock, log, sweepMs: 50, patienceMs: LEASE_MS };
  if (!database.startsWith('postgres')) {
    const store = await openSqliteStore({ path: database });
    return { store, jobs: createStoreJobs({ ...options, store }), close: store.close };
  }
  const boss = createBoss({ url: database });
  const store = await openPostgresStore({ url: database, beside: boss.beside });
  const notifier = openPostgresNotifier({ url: database, log });
  const close = async (): Promise<void> => {
    for (const each of [notifier, store, boss]) await each.close();
  };
  return { store, jobs: createPgBossJobs({ ...options, store, boss, notifier }), close };
}

/** The service's parts as a worker has them, over the sandbox on its port and a real clock. */
export async function assembleChaosHouse(
  place: ChaosPlace,
  log: Log,
  clock: Clock = clockOf(place),
) {
  const { database, sandboxUrl } = place;
  const { store, jobs, close } = await openQueue(database, log, clock);
  const secrets = createNodeSecrets('a secret for chaos runs only');
  const media = createNamedMedia();
  const credentials = createCredentialStore({ store, clock, secrets });
  const host = {
    http: createFetchHttp(),
    clock,
    media,
    secrets,
    log: silent,
    md5,
    times: TIMES,
    limit: LIMIT,
    credentials,
  };
  const platforms = Object.fromEntries(
    simulations.flatMap(({ platform, basePath }): readonly [string, AdPlatform][] => {
      const module = platformModules.find(({ definition }) => definition.id === platform);
      return module === undefined
        ? []
        : [[platform, module.open({ ...host, baseUrl: `${sandboxUrl}${basePath}` })]];
    }),
  );
  const reports = {
    events: eventsFor([webhookListener({ store })]),
    hooks: hooksOf(features),
    facts: createMemoryFacts(),
    traffic: createReportTraffic({ clock, secrets }),
  };
  return {
    store,
    secrets,
    media,
    platforms,
    jobs,
    close,
    clock,
    log,
    adSets: createAdSetReader(clock),
    ...reports,
  };
}

export type ChaosHouse = Awaited<ReturnType<typeof assembleChaosHouse>>;

import { dirname, join } from 'node:path';
import { createLocalNotifier } from '../../adapters/events/local-notifier.ts';
import { createDiskExports } from '../../adapters/exports/disk.ts';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { openSqliteFacts } from '../../adapters/facts/sqlite.ts';
import { createOutbound } from '../../adapters/http/outbound.ts';
import { isPublicAddress } from '../../adapters/http/public-address.ts';
import type { PublicConnectionOptions } from '../../adapters/http/public-connection.ts';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import type { Blobs } from '../../adapters/media/blobs.ts';
import { createSharedLinks } from '../../adapters/media/drive-folders.ts';
import { createMediaFiles } from '../../adapters/media/files.ts';
import { createPublicFetch } from '../../adapters/media/public-fetch.ts';
import { createMemoryRate } from '../../adapters/rate/memory.ts';
import { openResearch } from '../../adapters/research/client.ts';
import { researchHttp } from '../../adapters/research/http.ts';
import { keptResearch } from '../../adapters/research/kept.ts';
import { checkRoom } from '../../adapters/runtime/disk-room.ts';
import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { createTurns } from '../../adapters/runtime/turns.ts';
import { createSandboxControl } from '../../adapters/simulated/control.ts';
import { RESEARCH_PATH } from '../../adapters/simulated/research-path.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { createAdSetReader } from '../../core/accounts/ad-sets.ts';
import { optionalPart } from '../../core/base/optional-part.ts';
import { eventsFor } from '../../core/events/events.ts';
import { features as all, kinds } from '../../core/features/registry.ts';
import { createMediaSource } from '../../core/media/source.ts';
import type { AssembledPorts, Feature } from '../../core/operations/feature.ts';
import { hooksOf } from '../../core/operations/feature.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Facts } from '../../core/ports/facts.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import type { Research } from '../../core/ports/research.ts';
import type { Store } from '../../core/ports/store.ts';
import { createNumbers } from '../../core/records/sequence.ts';
import { createReportTraffic } from '../../core/report/traffic.ts';
import { upgradeAccountKeys } from '../../core/upkeep/account-keys.ts';
import type { FactsPlace } from './facts-place.ts';
import { openPlatforms, type PlatformSources } from './open-platforms.ts';
import type { PostgresDatabase } from './postgres-storage.ts';
import { isLoopback, isRehearsal } from './rehearsal.ts';
import type { Storage } from './storage.ts';

/**
 * Where core and adapters meet, for the server and for programs that embed it. Runs in Bun, Deno
 * and Node.
 */

export type Database =
  | { readonly type: 'memory' }
  | { readonly type: 'sqlite'; readonly path: string }
  | PostgresDatabase;

/** `log` gets what the service can live with and the operator should know. */
export async function openStorage(
  database: Database,
  clock: Clock = systemClock,
  log: Log = silent,
  facts?: FactsPlace,
): Promise<Storage> {
  const storage = await openDatabase(database, clock, log);
  if (facts === undefined) return storage;
  // Loaded when it is asked for, with the package it needs.
  return (await import('./duckdb-storage.ts')).withDuckdbFacts(storage, facts);
}

async function openDatabase(database: Database, clock: Clock, log: Log): Promise<Storage> {
  if (database.type === 'memory')
    return localStorage(createMemoryStore(), createMemoryFacts(), clock);
  if (database.type === 'sqlite') {
    const store = await openSqliteStore({ path: database.path, kinds });
    const facts = await openSqliteFacts(database.path)
      .then(async (opened) => {
        await upgradeAccountKeys(store);
        return opened;
      })
      .catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
    return { ...localStorage(store, facts, clock), folders: [dirname(database.path)] };
  }
  // Loaded when a database needs it, with the driver and the queue.
  return (
    await optionalPart('Postgres', () => import('./postgres-storage.ts'))
  ).openPostgresStorage(database, clock, log);
}

/** What belongs to a store and facts that the processes of one machine work on. */
export const localStorage = (store: Store, facts: Facts, clock: Clock): Storage => ({
  store,
  facts,
  rate: createMemoryRate(),
  notifier: createLocalNotifier(),
  openJobs: async (log) => createStoreJobs({ store, clock, log }),
  sharePacing: (pacing) => pacing,
  close: () => Promise.all([facts.close(), store.close()]).then(() => undefined),
});

export interface Assembly extends PlatformSources {
  readonly clock?: Clock;
  readonly blobs: Blobs;
  readonly folder: string;
  readonly publicUrl: string;
  /** What the service listens on, where one process is all of it; see rehearsal.ts. */
  readonly host?: string | undefined;
  readonly trustedMediaHosts?: readonly string[];
  /** Where the research source answers, where it is not the usual. */
  readonly researchUrl?: string | undefined;
  readonly features?: readonly Feature[];
  /** Used instead of being made here; what depends on them is made from them. */
  readonly ports?: GivenPorts;
}

/** The ports `assemble` makes. The others are members of the assembly itself, or of its storage. */
export type GivenPorts = Partial<
  Omit<
    ServicePorts,
    'store' | 'facts' | 'rate' | 'notifier' | 'clock' | 'secrets' | 'log' | 'publicUrl'
  >
>;

export async function assemble(parts: Assembly): Promise<AssembledPorts> {
  const { features = all, log, secrets, folder, publicUrl, sandbox, ports: given = {} } = parts;
  const { store, facts, rate, notifier } = parts.storage;
  const clock = parts.clock ?? systemClock;
  const rehearses = isRehearsal({
    isSimulated: sandbox !== undefined,
    publicUrl,
    host: parts.host,
  });
  const outside: PublicConnectionOptions = {
    trustedHosts: parts.trustedMediaHosts ?? [],
    onRefused: (refusal) => log.warn('address.refused', { ...refusal }),
  };
  const files = given.files ?? (await createMediaFiles(parts.blobs, join(folder, 'incoming')));
  const publicFetch = given.publicFetch ?? createPublicFetch(outside);
  const media = given.media ?? createMediaSource({ store, files, publicFetch, publicUrl });
  const listeners = features.flatMap((each) => each.listener?.({ store }) ?? []);
  return {
    store,
    facts,
    rate,
    notifier,
    clock,
    secrets,
    log,
    publicUrl,
    platforms: given.platforms ?? (await openPlatforms(parts, clock, media)),
    adSets: createAdSetReader(clock),
    traffic: createReportTraffic({ clock, secrets }),
    numbers: createNumbers(),
    events: {
      ...eventsFor(listeners),
      async isOver(companyId, id) {
        for (const each of listeners)
          if (await each.isOver?.(companyId, id, clock.now())) return true;
        return false;
      },
    },
    hooks: hooksOf(features),
    features,
    turns: createTurns(),
    outbound: createOutbound(
      rehearses
        ? { ...outside, allow: (address) => isPublicAddress(address) || isLoopback(address) }
        : outside,
    ),
    exportFiles: createDiskExports(join(folder, 'exports')),
    jobs: given.jobs ?? (await parts.storage.openJobs(log)),
    checkRoom: () => checkRoom([folder, ...(parts.storage.folders ?? [])]),
    research: keptResearch(openSource(parts, clock), clock),
    ...(sandbox && { sandbox: createSandboxControl(sandbox.url, sandbox.fetch) }),
    sharedLinks: createSharedLinks(publicFetch),
    ...given,
    files,
    publicFetch,
    media,
  };
}

function openSource({ http, log, sandbox, researchUrl }: Assembly, clock: Clock): Research {
  const simulated = researchUrl === undefined ? sandbox : undefined;
  return openResearch({
    http:
      http ??
      researchHttp({
        log,
        ...(simulated && { fetch: (url, init) => simulated.fetch(new Request(url, init)) }),
      }),
    baseUrl: simulated === undefined ? researchUrl : `${simulated.url}${RESEARCH_PATH}`,
    clock,
  });
}

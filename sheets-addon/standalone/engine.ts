import { createLocalNotifier } from '../../adapters/events/local-notifier.ts';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { meta } from '../../adapters/platforms/meta/index.ts';
import { createMemoryRate } from '../../adapters/rate/memory.ts';
import { createAdSetReader } from '../../core/accounts/ad-sets.ts';
import { eventsFor } from '../../core/events/events.ts';
import { hooksOf } from '../../core/operations/feature.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Http } from '../../core/ports/http.ts';
import type { Log, LogFields } from '../../core/ports/log.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';
import { createHolder } from '../../core/records/lease.ts';
import { createReportTraffic } from '../../core/report/traffic.ts';
import { features } from './features.ts';
import { noWorkers } from './jobs.ts';
import { createStandaloneMedia, memoryFiles, NOWHERE, publicFetch } from './media.ts';
import { sayAlone } from './say.ts';

/** The build sets the platform's address for rehearsals; otherwise the platform's own holds. */
declare const PLATFORM: string | undefined;

/** The one platform. */
export const platform = meta;

interface EngineParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly http: Http;
  readonly secrets: Secrets;
  /** This execution, in leases. */
  readonly execution: string;
}

/** Core's ports over a spreadsheet and Google's services. */
export function createPorts({ store, clock, http, secrets, execution }: EngineParts): ServicePorts {
  const media = createStandaloneMedia({ store, secrets });
  const md5 = (): string => {
    throw new Error('This platform asks for no such sum.');
  };
  const opened = platform.open({
    http,
    clock,
    media,
    secrets,
    log,
    md5,
    // Simulated platforms answer and settle soon.
    ...(PLATFORM && { baseUrl: PLATFORM, times: { settleMs: 5_000, answerMs: 30_000 } }),
  });
  return {
    store,
    clock,
    secrets,
    log,
    media,
    publicFetch,
    facts: createMemoryFacts(),
    platforms: { [platform.definition.id]: opened },
    adSets: createAdSetReader(clock),
    jobs: noWorkers,
    events: eventsFor([]),
    hooks: hooksOf(features),
    // It needs randomness only for its holder's name, which this execution has.
    traffic: {
      ...createReportTraffic({
        clock,
        secrets: { ...secrets, random: (count) => new Uint8Array(count) },
      }),
      holder: createHolder(clock, execution),
    },
    rate: createMemoryRate(),
    notifier: createLocalNotifier(),
    files: memoryFiles(secrets),
    outbound: { post: async () => ({ ok: false, message: sayAlone('notSent') }) },
    exportFiles: { write: async () => 0, read: async () => undefined, remove: async () => {} },
    publicUrl: NOWHERE,
  };
}

const told = (event: string, fields: LogFields = {}): string =>
  JSON.stringify({ event, ...fields });

/** Google's log of executions takes the operator's lines. */
const log: Log = {
  debug() {},
  info() {},
  warn: (event, fields) => console.warn(told(event, fields)),
  error: (event, fields) => console.error(told(event, fields)),
};

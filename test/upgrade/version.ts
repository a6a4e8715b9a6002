import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ManualClock } from '../../adapters/runtime/manual-clock.ts';
import type { Facts } from '../../core/ports/facts.ts';
import type { JobWorker } from '../../core/ports/jobs.ts';
import { silent } from '../../core/ports/log.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';
import { createNamedMedia } from '../named-media.ts';
import { absent, SANDBOX_URL } from '../test-service.ts';

/** The modules of a version that an installation is made of. */
const modules = {
  assemble: 'server/process/assemble.ts',
  app: 'server/app.ts',
  workers: 'server/process/workers.ts',
  lanes: 'server/process/lanes.ts',
  companies: 'core/upkeep/open-company.ts',
  features: 'core/features/registry.ts',
  platforms: 'adapters/platforms/registry.ts',
  simulations: 'adapters/sandbox/registry.ts',
} as const;

export interface Version {
  readonly assemble: typeof import('../../server/process/assemble.ts');
  readonly app: typeof import('../../server/app.ts');
  readonly workers: typeof import('../../server/process/workers.ts');
  readonly lanes: typeof import('../../server/process/lanes.ts');
  readonly companies: typeof import('../../core/upkeep/open-company.ts');
  readonly features: typeof import('../../core/features/registry.ts');
  readonly platforms: typeof import('../../adapters/platforms/registry.ts');
  readonly simulations: typeof import('../../adapters/sandbox/registry.ts');
}

/** A version as its checkout has it, which must have its packages. */
export async function versionAt(checkout: string): Promise<Version> {
  const loaded = await Promise.all(
    Object.entries(modules).map(async ([name, path]) => [
      name,
      await import(pathToFileURL(join(checkout, path)).href),
    ]),
  );
  // Written against the modules of this checkout: a version that has others is told by the first
  // call.
  return Object.fromEntries(loaded) as Version;
}

/** What a client sends, and sends again. */
export interface Request {
  readonly path: string;
  readonly body: object;
  /** Of the header Idempotency-Key. */
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  readonly isReplay: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  readonly body: any;
}

interface Parts {
  readonly store: Store;
  readonly facts: Facts;
  readonly clock: ManualClock;
  readonly secrets: Secrets;
  readonly fetch: (request: globalThis.Request) => Promise<Response>;
}

/** A process of a version: it answers requests, and works when it is told to. */
export async function startProcess(
  version: Version,
  { store, facts, clock, secrets, fetch }: Parts,
) {
  const { features } = version.features;
  const ports = await version.assemble.assemble({
    clock,
    storage: version.assemble.localStorage(store, facts, clock.idle),
    log: silent,
    secrets,
    blobs: absent('blobs'),
    folder: '',
    publicUrl: 'https://slipway.test',
    sandbox: { url: SANDBOX_URL, fetch },
    platformParts: {
      modules: version.platforms.platformModules,
      simulations: version.simulations.simulations,
    },
    features,
    ports: {
      files: absent('files'),
      exportFiles: absent('exportFiles'),
      publicFetch: absent('publicFetch'),
      outbound: { post: absent('outbound').post },
      checkRoom: async () => undefined,
      media: createNamedMedia(),
    },
  });
  const app = version.app.createApp(ports, { readLimit: 1_000_000, writeLimit: 1_000_000 });
  return {
    ports,
    async ask(method: string, { path, body, key }: Request, apiKey: string): Promise<Answer> {
      const response = await app.request(path, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      });
      const isReplay = response.headers.get('idempotent-replay') === 'true';
      return { status: response.status, isReplay, body: await response.json() };
    },
    work: (): JobWorker =>
      ports.jobs.work(
        version.workers.jobHandlers(ports, () => false),
        version.lanes.lanesOf(version.lanes.defaultPlaces, features),
      ),
  };
}

export type Process = Awaited<ReturnType<typeof startProcess>>;

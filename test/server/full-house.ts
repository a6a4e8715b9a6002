import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskExports } from '../../adapters/exports/disk.ts';
import { createFetchHttp } from '../../adapters/http/fetch-http.ts';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createMediaFiles } from '../../adapters/media/files.ts';
import { createPublicFetch } from '../../adapters/media/public-fetch.ts';
import { openMeta } from '../../adapters/platforms/meta/open.ts';
import { openTiktok } from '../../adapters/platforms/tiktok/open.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { md5 } from '../../adapters/runtime/md5.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { createSandboxControl } from '../../adapters/sandbox/control-client.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { connectPlatform } from '../../core/accounts/connect.ts';
import { createMediaSource } from '../../core/media/source.ts';
import type { JobWorker } from '../../core/ports/jobs.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import type { Store } from '../../core/ports/store.ts';
import type { ServerSettings } from '../../server/ports.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';
import { jobHandlers } from '../../server/process/workers.ts';
import { type Harness, startHarness } from './harness.ts';

export interface FullHouse extends Harness {
  readonly worker: JobWorker;
  /** Files on their way. */
  readonly folder: string;
  uploadAs(name: string, bytes: Uint8Array): Promise<{ readonly url: string; readonly id: number }>;
}

const SANDBOX = 'http://sandbox.test';

/** The whole service in one process: sandbox, platform, media on disk, workers, on a clock that jumps. Both companies are connected. */
export async function startFullHouse(
  options: {
    readonly store?: Store;
    readonly settings?: Partial<ServerSettings>;
    /** Hears every error that is logged. */
    readonly onError?: (line: string) => void;
  } = {},
): Promise<FullHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-house-'));
  const clock = createManualClock(undefined, { auto: true });
  const store = options.store ?? createMemoryStore();
  const secrets = createNodeSecrets('a secret that is long enough');
  const publicUrl = 'https://slipway.test';
  const sandbox = createSandbox({ clock });
  const publicFetch = createPublicFetch({ resolve: async () => [] });
  const files = clock.stillDuring(await createMediaFiles(createDiskBlobs(join(folder, 'media')), join(folder, 'incoming')));
  const media = createMediaSource({ store, files, publicFetch, publicUrl });
  const http = createFetchHttp({ fetch: (url, init) => sandbox.fetch(new Request(url, init)) });
  const log: Log = { ...silent, error: (event, fields) => options.onError?.(JSON.stringify({ event, ...fields })) };
  const jobs = createStoreJobs({ store, clock, log });
  const harness = await startHarness({
    clock,
    ports: {
      ...{ store, secrets, publicFetch, files, media, jobs, log },
      platforms: {
        primary: openMeta({ http, clock, media, secrets, baseUrl: `${SANDBOX}/meta` }),
        'short-video': openTiktok({ http, clock, media, secrets, md5, baseUrl: `${SANDBOX}/tiktok/open_api/v1.3` }),
      },
      exportFiles: clock.stillDuring(createDiskExports(join(folder, 'exports'))),
      sandbox: createSandboxControl(SANDBOX, sandbox.fetch),
    },
    ...(options.settings && { settings: options.settings }),
  });
  const { ports } = harness;
  const owner = { companyId: harness.companyId, keyId: 'test', scopes: [] };
  const demo = await createSandboxControl(SANDBOX, sandbox.fetch).demo();
  for (const [platform, credentials] of Object.entries(demo)) await connectPlatform(ports, owner, { platform, credentials });
  const worker = jobs.work(
    jobHandlers(ports, () => false),
    lanesOf(defaultPlaces),
  );

  return {
    ...harness,
    worker,
    folder,
    async uploadAs(name, bytes) {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(bytes)], name));
      const response = await harness.app.request('/v1/media/upload', {
        method: 'POST',
        headers: { authorization: `Bearer ${harness.key}` },
        body: form,
      });
      return (await response.json()) as { url: string; id: number };
    },
  };
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskExports } from '../../adapters/exports/disk.ts';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createMediaFiles } from '../../adapters/media/files.ts';
import { createPublicFetch } from '../../adapters/media/public-fetch.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import type { LaunchLimits } from '../../core/base/limits.ts';
import { features } from '../../core/features/registry.ts';
import type { JobWorker } from '../../core/ports/jobs.ts';
import { silent } from '../../core/ports/log.ts';
import type { PublicFetch, SharedLinks } from '../../core/ports/media-files.ts';
import type { Store } from '../../core/ports/store.ts';
import type { ServerSettings } from '../../server/http/settings.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';
import { jobHandlers } from '../../server/process/workers.ts';
import { type Harness, ownAndForeign, startHarness } from './harness.ts';

export interface ServiceFixture extends Harness {
  readonly worker: JobWorker;
  /** Begins to work again, once `worker` has stopped. */
  work(): JobWorker;
  /** Files on their way. */
  readonly folder: string;
  uploadAs(name: string, bytes: Uint8Array): Promise<{ readonly url: string; readonly id: number }>;
}

/**
 * The whole service in one process: sandbox, platforms, media on disk, workers, on a clock that
 * jumps.
 */
export async function startServiceFixture(
  options: {
    readonly store?: Store;
    readonly settings?: Partial<ServerSettings>;
    readonly sharedLinks?: SharedLinks;
    /** Default: one that finds no host. */
    readonly publicFetch?: PublicFetch;
    readonly launchLimits?: LaunchLimits;
    readonly publicUrl?: string;
    /** Hears every error that is logged. */
    readonly onError?: (line: string) => void;
  } = {},
): Promise<ServiceFixture> {
  const { onError, sharedLinks, publicFetch, launchLimits, ...rest } = options;
  const folder = await mkdtemp(join(tmpdir(), 'slipway-service-'));
  const clock = createManualClock(undefined, { auto: true });
  const files = await createMediaFiles(
    createDiskBlobs(join(folder, 'media')),
    join(folder, 'incoming'),
  );
  const harness = await startHarness({
    ...rest,
    ...(rest.store && { store: clock.stillDuring(rest.store) }),
    clock,
    platforms: platformModules,
    companies: ownAndForeign('connected'),
    log: { ...silent, error: (event, fields) => onError?.(JSON.stringify({ event, ...fields })) },
    ports: {
      files: clock.stillDuring(files),
      exportFiles: clock.stillDuring(createDiskExports(join(folder, 'exports'))),
      publicFetch: clock.stillDuring(publicFetch ?? createPublicFetch({ resolve: async () => [] })),
      mail: { send: async () => ({ ok: true }) },
      outbound: { post: async () => ({ ok: true, status: 204 }) },
      ...(sharedLinks && { sharedLinks }),
      ...(launchLimits && { launchLimits }),
    },
  });
  const { ports } = harness;
  const work = (): JobWorker =>
    ports.jobs.work(
      jobHandlers(ports, () => false),
      lanesOf(defaultPlaces, features),
    );

  return {
    ...harness,
    worker: work(),
    work,
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

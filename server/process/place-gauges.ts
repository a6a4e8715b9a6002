import { access, constants, statfs } from 'node:fs/promises';
import type { Clock } from '../../core/ports/clock.ts';
import type { Gauge } from '../http/metrics.ts';
import type { Config } from './config.ts';
import { keptGauges } from './connection-gauges.ts';

const KEPT_MS = 30_000;
/** No file has it: a store that answers says so. */
const NO_KEY = `health/${'0'.repeat(64)}`;

interface Places {
  readonly media: Config['media'];
  readonly blobs: { read(key: string): Promise<unknown> };
  readonly folders: readonly string[];
}

/** Whether the media store answers, and the room on the disks of these folders. */
export const createPlaceGauges = (
  { media, blobs, folders }: Places,
  clock: Clock,
): (() => Promise<readonly Gauge[]>) =>
  keptGauges(clock, KEPT_MS, async () => {
    const answers =
      media.type === 'disk' ? access(media.folder, constants.W_OK) : blobs.read(NO_KEY);
    const isUp = await answers.then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    return [
      {
        name: 'slipway_media_store_up',
        help: 'Whether the media store answers.',
        value: Number(isUp),
      },
      ...(await Promise.all(folders.map(roomOf))).flat(),
    ];
  });

/** Nothing where the system does not tell. */
async function roomOf(folder: string): Promise<readonly Gauge[]> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined || disk.blocks === 0) return [];
  const labels = { folder };
  return [
    {
      name: 'slipway_disk_free_bytes',
      help: 'Room on the disk of a folder.',
      labels,
      value: disk.bavail * disk.bsize,
    },
    {
      name: 'slipway_disk_bytes',
      help: 'Size of the disk of a folder.',
      labels,
      value: disk.blocks * disk.bsize,
    },
  ];
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createDiskBlobs } from '../../../adapters/media/disk.ts';
import { blobsSuite } from './blobs.suite.ts';

describe('contents on disk', () => {
  blobsSuite(async () => createDiskBlobs(await mkdtemp(join(tmpdir(), 'slipway-disk-'))));
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskExports } from '../../../adapters/exports/disk.ts';
import { exportsSuite } from './exports.suite.ts';

describe('exports on disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-exports-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const open = () => createDiskExports(join(folder, 'exports'));

  exportsSuite(open);

  it('are not continued where there is a hole', async () => {
    await open().write('c1', 'c.csv', 0, 'one\n');
    await expect(open().write('c1', 'c.csv', 400, 'two\n')).rejects.toThrow('cannot be continued');
  });

  it('leave nothing outside of their folder', async () => {
    expect(await readdir(folder)).toEqual(['exports']);
  });
});

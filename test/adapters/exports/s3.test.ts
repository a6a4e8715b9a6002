import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Exports } from '../../../adapters/exports/s3.ts';
import type { S3Options } from '../../../adapters/media/s3.ts';
import { exportsSuite } from './exports.suite.ts';

describe('exports in an S3 bucket', () => {
  let options: S3Options;
  let server: S3rver;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'slipway-s3-'));
    const configureBuckets = [{ name: 'media', configs: [] }];
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets,
    });
    const { port } = await server.run();
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    options = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'media',
      region: 'us-east-1',
      ...keys,
    };
  });
  afterAll(() => server.close());

  exportsSuite(() => createS3Exports(options));

  it('with a part missing are not given out as if they were whole', async () => {
    const files = createS3Exports(options);
    await files.write('c1', 'holed.csv', 0, 'one\n');
    const read = async (): Promise<void> => {
      for await (const _ of (await files.read('c1', 'holed.csv', 8)) ?? []);
    };
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are unavailable while the store cannot be reached', async () => {
    const away = createS3Exports({ ...options, endpoint: 'http://127.0.0.1:9' });
    await expect(away.write('c1', 'a.csv', 0, 'one')).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

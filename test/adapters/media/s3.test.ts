import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3Blobs, type S3Options } from '../../../adapters/media/s3.ts';
import { signS3 } from '../../../adapters/media/sigv4.ts';
import { blobsSuite } from './blobs.suite.ts';

describe('contents in an S3 bucket', () => {
  let options: S3Options;
  let server: S3rver;

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'slipway-s3-'));
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'media', configs: [] }],
    });
    const { port } = await server.run();
    options = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'media',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    };
  });
  afterAll(() => server.close());

  blobsSuite(async () => createS3Blobs(options));

  test('a prefix keeps installations apart', async () => {
    const key = `co_prefix/${'a'.repeat(64)}`;
    expect(await createS3Blobs({ ...options, prefix: 'one/' }).read(key)).toBeUndefined();
  });

  test('a wrong secret is refused and the answer tells nothing of it', async () => {
    const blobs = createS3Blobs({ ...options, secretAccessKey: 'wrong' });
    const refused = blobs.read(`co_wrong/${'a'.repeat(64)}`);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', cause: expect.stringContaining('SignatureDoesNotMatch') });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('wrong') });
  });

  test('a store that cannot be reached is unavailable', async () => {
    const blobs = createS3Blobs({ ...options, endpoint: 'http://127.0.0.1:9' });
    await expect(blobs.read(`co_away/${'a'.repeat(64)}`)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

/** The example of the service's own documentation: GET of a range of test.txt on 24 May 2013. */
test('a signature is the one S3 documents for its example', () => {
  const headers = signS3(
    { method: 'GET', url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'), headers: { Range: 'bytes=0-9' } },
    {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    },
    new Date('2013-05-24T00:00:00.000Z'),
  );
  expect(headers.authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

import { Buffer } from 'node:buffer';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3Blobs, type S3Options } from '../../../adapters/media/s3.ts';
import { createS3Signer } from '../../../adapters/media/s3-send.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { machineNow } from '../../machine-time.ts';
import { blobsSuite, localFile, read } from './blobs.suite.ts';

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

  test('a prefix may hold signs that stand for others in an address', async () => {
    const blobs = createS3Blobs({ ...options, prefix: "one + (two)*'!/%C3%A4/" });
    const key = `co_signs/${'a'.repeat(64)}`;
    await blobs.put(key, await localFile(Buffer.from('signs')));
    expect(await read(blobs, key)).toBe('signs');
    const withSpace = createS3Blobs({ ...options, prefix: "one   (two)*'!/%C3%A4/" });
    expect(await withSpace.read(key), 'a plus sign is not a space').toBeUndefined();
  });

  test('the time of a signature is that of the clock: a clock that is hours behind is refused', async () => {
    const blobs = createS3Blobs({
      ...options,
      clock: createManualClock(machineNow() - 3 * 3_600_000),
    });
    await expect(blobs.read(`co_late/${'a'.repeat(64)}`)).rejects.toMatchObject({
      code: 'unavailable',
      cause: expect.stringContaining('RequestTimeTooSkewed'),
    });
  });

  test('a wrong secret is refused and the answer tells nothing of it', async () => {
    const blobs = createS3Blobs({ ...options, secretAccessKey: 'wrong' });
    const refused = blobs.read(`co_wrong/${'a'.repeat(64)}`);
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      cause: expect.stringContaining('SignatureDoesNotMatch'),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('wrong') });
  });

  test('a store that cannot be reached is unavailable', async () => {
    const blobs = createS3Blobs({ ...options, endpoint: 'http://127.0.0.1:9' });
    await expect(blobs.read(`co_away/${'a'.repeat(64)}`)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

/** The examples of the service's own documentation, of 24 May 2013. */
test.each([
  [
    'a range',
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { Range: 'bytes=0-9' },
    },
    'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'an upload',
    {
      method: 'PUT',
      url: new URL('https://examplebucket.s3.amazonaws.com/test$file.text'),
      headers: {
        Date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      payloadHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
] as const)(
  'the signature of %s is the one S3 documents for its example',
  async (_, request, documented) => {
    const sign = createS3Signer({
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      clock: createManualClock(Date.UTC(2013, 4, 24)),
    });
    const credential =
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
    expect((await sign(request)).get('authorization')).toBe(`${credential}, ${documented}`);
  },
);

import { Buffer } from 'node:buffer';
import { chmod, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskBlobs } from '../../../adapters/media/disk.ts';
import { createMediaFiles } from '../../../adapters/media/files.ts';
import { diskTrouble } from '../../../adapters/runtime/disk-trouble.ts';
import type { MediaFormat } from '../../../core/ports/media-files.ts';
import { machineNow } from '../../machine-time.ts';
import {
  avi,
  interlacedPngThatClaims,
  jpeg,
  mp4,
  png,
  pngThatClaims,
  progressiveJpegThatClaims,
  turnedJpeg,
} from '../../samples/media.ts';

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-files-'));
  const incoming = join(folder, 'incoming');
  return {
    incoming,
    folder,
    files: await createMediaFiles(createDiskBlobs(join(folder, 'blobs')), incoming),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function measure(format: MediaFormat, bytes: Uint8Array) {
  const { files } = await open();
  const file = await files.receive(once(bytes), 10_000_000);
  return file.measure(format).finally(() => file.discard());
}

test('an image tells its size, space, channels and depth', async () => {
  expect(await measure('png', await png(40, 30))).toMatchObject({
    format: 'png',
    width: 40,
    height: 30,
    space: 'srgb',
    channels: 4,
    depth: 'uchar',
    hasAlpha: true,
    hasProfile: false,
    isProgressive: false,
  });
  expect(await measure('jpeg', await jpeg())).toMatchObject({
    format: 'jpeg',
    channels: 3,
    hasAlpha: false,
  });
});

test('a picture that says it must be turned is measured as it is seen', async () => {
  expect(await measure('jpeg', await turnedJpeg())).toMatchObject({
    width: 30,
    height: 40,
    density: 72,
    exif: { Make: 'Slipway' },
  });
});

test.each<[MediaFormat, Buffer, object]>([
  [
    'mp4',
    mp4({ width: 1080, height: 1920, seconds: 3, fps: 25 }),
    { width: 1080, height: 1920, duration: 3, framerate: 25 },
  ],
  [
    'mov',
    mp4({ width: 1920, height: 1080, seconds: 2, fps: 25, turned: true, brand: 'qt  ' }),
    { width: 1080, height: 1920, duration: 2 },
  ],
  [
    'avi',
    avi({ width: 32, height: 24, seconds: 1, fps: 10 }),
    { width: 32, height: 24, duration: 1, framerate: 10 },
  ],
])(
  'a video in %s tells its size as seen, duration, bitrate and framerate',
  async (format, bytes, facts) => {
    expect(await measure(format, bytes)).toMatchObject({
      format,
      size: bytes.length,
      bitrate: expect.any(Number),
      ...facts,
    });
  },
);

test('videos measured at the same time do not mix their facts', async () => {
  const facts = await Promise.all(
    [1, 2, 3, 4].map((i) =>
      measure('mp4', mp4({ width: 100 * i, height: 50, seconds: i, fps: 25 })),
    ),
  );
  expect(facts.map(({ width, duration }) => [width, duration])).toEqual(
    [1, 2, 3, 4].map((i) => [100 * i, i]),
  );
});

test.each<[string, MediaFormat, () => Promise<Uint8Array>]>([
  ['a PNG cut in half', 'png', async () => (await png(400, 300)).subarray(0, 300)],
  ['a JPEG cut in half', 'jpeg', async () => (await jpeg(400, 300)).subarray(0, 400)],
  ['a PNG of its first bytes only', 'png', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a JPEG that claims to be a PNG', 'png', () => jpeg()],
  [
    'an MP4 without tables',
    'mp4',
    async () => mp4({ width: 10, height: 10, seconds: 1, fps: 25 }).subarray(0, 60),
  ],
  [
    'an AVI of zeros',
    'avi',
    async () => Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI '), Buffer.alloc(500)]),
  ],
])('%s is not valid media', async (_what, format, bytes) => {
  await expect(measure(format, await bytes())).rejects.toMatchObject({ code: 'media_invalid' });
});

test('a picture of too many pixels is called too large, and not decoded', async () => {
  await expect(measure('png', await pngThatClaims(50_000, 50_000))).rejects.toMatchObject({
    code: 'media_too_large',
    message:
      'This picture has 50000 x 50000 pixels; at most 100 million in all are taken. Scale it down.',
  });
});

test('a large picture that is stored in passes is looked through to its end, and not decoded', async () => {
  // What the head claims is not there: decoding it would fail.
  const claims = await progressiveJpegThatClaims(7_000, 7_000);
  expect(await measure('jpeg', claims)).toMatchObject({
    width: 7_000,
    height: 7_000,
    isProgressive: true,
  });
  const withNotes = Buffer.concat([
    claims.subarray(0, 2),
    Buffer.from('ffe10006ffd9ffd9', 'hex'),
    claims.subarray(2),
  ]);
  for (const cut of [
    claims.subarray(0, -2),
    claims.subarray(0, claims.length / 2),
    withNotes.subarray(0, -2),
  ])
    await expect(measure('jpeg', cut)).rejects.toMatchObject({ code: 'media_invalid' });
  const followed = Buffer.concat([withNotes, Buffer.alloc(3_000_000, 0xff)]);
  expect(await measure('jpeg', followed)).toMatchObject({ width: 7_000 });
});

test('a large interlaced picture that is cut off is found out too', async () => {
  const claims = await interlacedPngThatClaims(9_000, 9_000);
  expect(await measure('png', claims)).toMatchObject({ width: 9_000, isProgressive: true });
  await expect(measure('png', claims.subarray(0, -5))).rejects.toMatchObject({
    code: 'media_invalid',
  });
});

test('after a broken video the next one is measured rightly', async () => {
  await expect(
    measure('mp4', Buffer.concat([Buffer.from('0000ftypisom'), Buffer.alloc(100, 7)])),
  ).rejects.toThrow();
  expect(await measure('mp4', mp4({ width: 64, height: 48, seconds: 1, fps: 25 }))).toMatchObject({
    width: 64,
  });
});

test('the limit is exact, and reading stops at the first byte over it', async () => {
  const { files, incoming } = await open();
  const full = await files.receive(once(new Uint8Array(1_000)), 1_000);
  expect(full.bytes).toBe(1_000);
  await full.discard();
  await expect(files.receive(once(new Uint8Array(1_001)), 1_000)).rejects.toMatchObject({
    code: 'media_too_large',
  });

  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      given += 100;
      yield new Uint8Array(100);
    }
  }
  await expect(files.receive(endless(), 1_000)).rejects.toMatchObject({ code: 'media_too_large' });
  expect(given).toBe(1_100);
  expect(await readdir(incoming)).toEqual([]);
});

test('a sender that breaks off leaves nothing behind', async () => {
  const { files, incoming } = await open();
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10);
    throw new Error('cut');
  }
  await expect(files.receive(cut(), 1_000)).rejects.toThrow('cut');
  expect(await readdir(incoming)).toEqual([]);
});

test('the same content is stored once however often it is kept', async () => {
  const { files, folder } = await open();
  for (let i = 0; i < 3; i++) {
    const file = await files.receive(once(Buffer.from('same')), 100);
    await file.keep('co_1');
    await file.discard();
  }
  const stored = (
    await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile());
  expect(stored).toHaveLength(1);
});

test('what a crash left behind is thrown away after a day, not before', async () => {
  const { incoming, folder } = await open();
  await writeFile(join(incoming, 'young'), 'x');
  await writeFile(join(incoming, 'old'), 'x');
  const hoursAgo = (hours: number): number => machineNow() / 1000 - hours * 3_600;
  await utimes(join(incoming, 'young'), hoursAgo(23), hoursAgo(23));
  await utimes(join(incoming, 'old'), hoursAgo(25), hoursAgo(25));
  await createMediaFiles(createDiskBlobs(join(folder, 'blobs')), incoming);
  expect(await readdir(incoming)).toEqual(['young']);
});

test('a file that the disk does not take is refused as unavailable, and what there was of it goes', async () => {
  const { files, folder, incoming } = await open();
  const taken = await files.receive(once(await png(40, 30)), 10_000_000);
  await chmod(folder, 0o555);
  await chmod(incoming, 0o555);
  // Root may write anywhere, so somebody else tries.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    const refusal = {
      code: 'unavailable',
      message: expect.stringContaining('the service may not write there'),
    };
    await expect(files.receive(once(await png(50, 30)), 10_000_000)).rejects.toMatchObject(refusal);
    await expect(taken.keep('acme')).rejects.toMatchObject(refusal);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(
    diskTrouble(
      Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
      'The file',
    ),
  ).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('its disk is full'),
  });
});

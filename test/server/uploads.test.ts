import { Buffer } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { avi, gif, jpeg, mp4, png, pngThatClaims, webp } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { startMediaFixture } from './media-fixture.ts';

failOnDrift();

describe('uploading', () => {
  test('both addresses take every format by its content and tell its facts', async () => {
    const { uploadAs } = await startMediaFixture();
    const shape = { width: 64, height: 36, seconds: 2, fps: 10 };
    const samples: [Uint8Array<ArrayBuffer>, object][] = [
      [
        Uint8Array.from(await png(40, 30)),
        { format: 'png', width: 40, height: 30, hasAlpha: true, density: null, exif: {} },
      ],
      [Uint8Array.from(await jpeg()), { format: 'jpeg', channels: 3 }],
      [Uint8Array.from(mp4(shape)), { format: 'mp4', duration: 2, framerate: 10 }],
      [Uint8Array.from(mp4({ ...shape, brand: 'qt  ' })), { format: 'mov', width: 64 }],
      [Uint8Array.from(avi(shape)), { format: 'avi', height: 36, bitrate: expect.any(Number) }],
    ];
    for (const path of ['/upload', '/v1/media/upload'])
      for (const [bytes, dimensions] of samples) {
        const { status, body } = await uploadAs('whatever.txt', bytes, {}, path);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          success: true,
          originalName: 'whatever.txt',
          dimensions,
          size: bytes.length,
        });
        expect(body.url).toMatch(
          /^https:\/\/slipway\.test\/media\/co_\w+\/whatever\.txt(-\w+)?\.\w+$/,
        );
      }
  });

  test('a name that is taken gets a mark, the same bytes are stored once, and each answers', async () => {
    const { uploadAs, stored, app } = await startMediaFixture();
    const bytes = Uint8Array.from(await png());
    const one = await uploadAs('cat.png', bytes);
    const two = await uploadAs('cat.png', bytes);
    const filename = expect.stringMatching(/^cat-[A-Za-z0-9]{22}\.png$/);
    expect(one.body).toMatchObject({ wasRenamed: false, originalName: 'cat.png', filename });
    expect(two.body).toMatchObject({ wasRenamed: true, originalName: 'cat.png', filename });
    expect(two.body.filename).not.toBe(one.body.filename);
    expect(await stored()).toHaveLength(1);
    for (const { body } of [one, two]) {
      const response = await app.request(new URL(body.url).pathname);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test('a picture of too many pixels is too large, and a name is shown on one line', async () => {
    const { uploadAs } = await startMediaFixture();
    const { status, body } = await uploadAs(
      'huge.png',
      Uint8Array.from(await pngThatClaims(50_000, 50_000)),
    );
    expect([status, body.error, body.details.reason]).toEqual([
      413,
      'FILE_TOO_LARGE',
      'too_many_pixels',
    ]);
    expect(body.message).toContain('50000 x 50000 pixels');
    const named = await uploadAs('a\u001b[31m\tb.png', Uint8Array.from(await png()));
    expect(named.body.originalName).toBe('a [31m b.png');
  });

  test('many at once under one name get many names and numbers', async () => {
    const { uploadAs } = await startMediaFixture();
    const bytes = Uint8Array.from(await png());
    const all = await Promise.all(Array.from({ length: 12 }, () => uploadAs('same.png', bytes)));
    expect(new Set(all.map(({ body }) => body.filename)).size).toBe(12);
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(12);
  });

  test.each([
    ['a WebP named as PNG', async () => webp(), 'webp'],
    ['a GIF', async () => gif(), 'gif'],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'html'],
    ['nothing', async () => Buffer.alloc(0), 'empty'],
    ['half a PNG', async () => (await png(400, 300)).subarray(0, 200), 'png'],
  ])(
    '%s is refused with what was found, and nothing stays',
    async (_what, bytes, detectedFormat) => {
      const { uploadAs, stored } = await startMediaFixture();
      const { status, body } = await uploadAs('fine.png', Uint8Array.from(await bytes()));
      expect(status).toBe(415);
      expect(body).toMatchObject({
        success: false,
        error: 'INVALID_FORMAT',
        message: expect.any(String),
        details: { detectedFormat },
      });
      expect(await stored()).toEqual([]);
    },
  );

  test('104857600 bytes are taken', async () => {
    const { uploadAs } = await startMediaFixture();
    const shape = { width: 64, height: 36, seconds: 1, fps: 10 };
    const bytes = mp4({ ...shape, padding: 104_857_600 - mp4(shape).length });
    expect(bytes.length).toBe(104_857_600);
    const { status, body } = await uploadAs('large.mp4', bytes as Uint8Array<ArrayBuffer>);
    expect([status, body.size, body.sizeFormatted]).toEqual([200, 104_857_600, '100 MB']);
  });

  test('one byte more is refused while it streams', async () => {
    const { send, stored } = await startMediaFixture();
    const head = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x.mp4"\r\n\r\n',
    );
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? new Uint8Array(head) : chunk);
        sent += 1;
      },
    });
    const { status, body } = await send(endless, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(status).toBe(413);
    expect(body).toMatchObject({
      error: 'FILE_TOO_LARGE',
      details: { fileSize: 104_857_601, maxSize: 104_857_600 },
    });
    expect(sent).toBeLessThan(110);
    expect(await stored()).toEqual([]);
  });

  test('the envelope of uploads is their own, but not for keys, scopes and limits', async () => {
    const { call, keyWith } = await startMediaFixture();
    expect((await call('POST', '/upload', { key: null })).body.error.code).toBe('unauthorized');
    expect((await call('POST', '/upload', { key: await keyWith('read') })).body.error.code).toBe(
      'forbidden',
    );
    const plain = await call('POST', '/upload', { body: {} });
    expect([plain.status, plain.body.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('a form without a file, with two, or that is no form is refused', async () => {
    const { send } = await startMediaFixture();
    const none = new FormData();
    none.set('other', 'x');
    expect((await send(none)).body).toMatchObject({
      error: 'BAD_REQUEST',
      message: expect.stringContaining('file'),
    });
    const two = new FormData();
    two.append('file', new File(['a'], 'a'));
    two.append('file', new File(['b'], 'b'));
    expect((await send(two)).status).toBe(400);
    const broken = new Response('--b\r\nnonsense').body as ReadableStream<Uint8Array>;
    expect((await send(broken, { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(
      400,
    );
  });

  test('an Idempotency-Key holds for files too: by content, not by the boundary of the day', async () => {
    const { uploadAs, call } = await startMediaFixture();
    const headers = { 'idempotency-key': 'file-1' };
    const bytes = Uint8Array.from(await png());
    const one = await uploadAs('a.png', bytes, headers);
    const two = await uploadAs('a.png', bytes, headers);
    expect(two.body).toEqual(one.body);
    expect(two.headers.get('idempotent-replay')).toBe('true');
    expect((await uploadAs('a.png', Uint8Array.from(await jpeg()), headers)).status).toBe(409);
    expect((await call('GET', '/v1/media')).body.pagination.total).toBe(1);
  });

  test('any division of the body into chunks gives the same file', async () => {
    const { send, incoming } = await startMediaFixture();
    const file = Uint8Array.from(await png());
    // The content holds what looks like the beginning of a boundary, again and again.
    const tricky = Buffer.concat([file, Buffer.from('\r\n--\r\n--bound\r\n-'.repeat(20))]);
    const bytes = Buffer.concat([
      Buffer.from(
        'preamble\r\n--boundary\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n--boundary\r\n',
      ),
      Buffer.from(
        'Content-Disposition: form-data; name="file"; filename="a \\"b\\".png"\r\nContent-Type: image/png\r\n\r\n',
      ),
      tricky,
      Buffer.from('\r\n--boundary--\r\nepilogue'),
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 8 }),
        async (sizes) => {
          let [at, turn] = [0, 0];
          const stream = new ReadableStream<Uint8Array>({
            pull(controller) {
              const size = sizes[turn++ % sizes.length] ?? 1;
              if (at < bytes.length)
                controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
              else controller.close();
              at += size;
            },
          });
          const { status, body } = await send(stream, {
            'content-type': 'multipart/form-data; boundary="boundary"',
          });
          expect([status, body.size, body.originalName]).toEqual([200, tricky.length, 'a "b".png']);
        },
      ),
      { numRuns: 25 },
    );
    expect(await readdir(incoming)).toEqual([]);
  });
});

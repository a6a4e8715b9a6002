import { Buffer } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../core/base/errors.ts';
import { createMediaSource } from '../../core/media/source.ts';
import type { PublicFetch } from '../../core/ports/media-files.ts';
import { mp4, png, webp } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { startMediaFixture } from './media-fixture.ts';

failOnDrift();

describe('uploading from an address', () => {
  const serving = (bytes: Uint8Array, filename = 'remote.png'): PublicFetch => ({
    async get() {
      return {
        filename,
        chunks: (async function* () {
          yield bytes;
        })(),
      };
    },
  });

  test('the file is fetched, kept and named', async () => {
    const { call } = await startMediaFixture(serving(await png()));
    for (const path of ['/upload/url', '/v1/media/upload/url']) {
      const { status, body } = await call('POST', path, {
        body: { url: 'https://files.example/remote.png' },
      });
      expect([status, body.success, body.originalName, typeof body.id]).toEqual([
        200,
        true,
        'remote.png',
        'number',
      ]);
    }
    const named = await call('POST', '/upload/url', {
      body: { url: 'https://files.example/x', name: 'Mine' },
    });
    expect([named.body.filename, named.body.wasRenamed]).toEqual([
      expect.stringMatching(/^Mine-[0-9A-Za-z]{22}\.png$/),
      false,
    ]);
  });

  test('an address of our own is read from the media store and never fetched', async () => {
    const { call, uploadAs, foreignKey } = await startMediaFixture({
      get: async () => {
        throw new SlipwayError('media_unreachable', 'It was fetched.');
      },
    });
    const { url } = (await uploadAs('mine.png', Uint8Array.from(await png()))).body;
    const again = await call('POST', '/upload/url', { body: { url } });
    expect([again.status, again.body.originalName]).toEqual([200, 'mine.png']);
    const foreign = await call('POST', '/upload/url', { body: { url }, key: foreignKey });
    expect([foreign.status, foreign.body.error, foreign.body.message]).toEqual([
      422,
      'URL_NOT_ACCESSIBLE',
      expect.stringContaining('not in your media'),
    ]);
  });

  test('a web page is not the file that was meant', async () => {
    const { call, uploadAs } = await startMediaFixture(
      serving(new TextEncoder().encode('<!doctype html><title>Sign in</title>')),
    );
    const { status, body } = await call('POST', '/upload/url', {
      body: { url: 'https://drive.example/view?id=1' },
    });
    expect([status, body]).toMatchObject([
      422,
      { error: 'URL_NOT_ACCESSIBLE', details: { url: 'https://drive.example/view' } },
    ]);
    const uploaded = await uploadAs('page.png', new TextEncoder().encode('<!doctype html>'));
    expect([uploaded.status, uploaded.body.error]).toEqual([415, 'INVALID_FORMAT']);
  });

  test('what cannot be fetched is told without the query of the address', async () => {
    const { call } = await startMediaFixture({
      get: async () => {
        throw new SlipwayError('media_unreachable', 'No.');
      },
    });
    const { status, body } = await call('POST', '/upload/url', {
      body: { url: 'https://u:p@x.example/a.png?signature=s3cret' },
    });
    expect(status).toBe(422);
    expect(body).toEqual({
      success: false,
      error: 'URL_NOT_ACCESSIBLE',
      message: 'No.',
      details: { url: 'https://x.example/a.png' },
    });
  });

  test('a length that is declared too large is refused before it is read', async () => {
    const { call } = await startMediaFixture({
      get: async () => ({
        filename: 'x',
        bytes: 104_857_601,
        chunks: (async function* (): AsyncGenerator<Uint8Array> {
          yield await Promise.reject(new Error('it was read'));
        })(),
      }),
    });
    const { status, body } = await call('POST', '/upload/url', {
      body: { url: 'https://x.example/a.mp4' },
    });
    expect([status, body.error, body.details.fileSize]).toEqual([
      413,
      'FILE_TOO_LARGE',
      104_857_601,
    ]);
  });
});

test('an empty file is told to be empty', async () => {
  const { uploadAs } = await startMediaFixture();
  const { status, body } = await uploadAs('a.png', new Uint8Array());
  expect([status, body.error, body.message]).toEqual([
    415,
    'INVALID_FORMAT',
    expect.stringMatching(/^The file is empty\./),
  ]);
});

describe('the library', () => {
  test('files are listed, found, read and deleted; their bytes go with the last of them', async () => {
    const { uploadAs, call, stored, foreignKey, app } = await startMediaFixture();
    const bytes = Uint8Array.from(await png());
    const one = await uploadAs('first.png', bytes);
    const two = await uploadAs('second.png', bytes);
    await uploadAs(
      'film.mp4',
      Uint8Array.from(mp4({ width: 64, height: 64, seconds: 1, fps: 10 })),
    );
    expect((await call('GET', '/v1/media?type=video')).body.data).toHaveLength(1);
    expect((await call('GET', '/v1/media?q=FIRST')).body.data[0]).toMatchObject({
      originalName: 'first.png',
      type: 'image',
    });
    expect((await call('GET', `/v1/media/${one.body.id}`, { key: foreignKey })).status).toBe(404);
    expect((await call('DELETE', `/v1/media/${one.body.id}`, { key: foreignKey })).status).toBe(
      404,
    );
    await call('DELETE', `/v1/media/${one.body.id}`);
    const gone = await app.request(new URL(one.body.url).pathname);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store']);
    expect((await app.request(`${new URL(one.body.url).pathname}x`)).status).toBe(404);
    expect(await stored()).toHaveLength(2);
    await call('DELETE', `/v1/media/${two.body.id}`);
    expect(await stored()).toHaveLength(1);
    // The name was given before, also where its file was deleted.
    const again = await uploadAs('second.png', bytes);
    expect(again.body.wasRenamed).toBe(true);
    expect((await call('GET', `/v1/media/${again.body.id}`)).body).toMatchObject(again.body);
  });
});

describe('media by address, for launches', () => {
  test('our own files are read from the store and never fetched', async () => {
    const { uploadAs, ports, files, companyId } = await startMediaFixture();
    const bytes = Uint8Array.from(await png(40, 30));
    const { body } = await uploadAs('own.png', bytes);
    const source = createMediaSource({ ...ports, files });
    expect(await source.describe(companyId, body.url)).toMatchObject({
      filename: 'own.png',
      width: 40,
      height: 30,
      bytes: bytes.length,
    });
    const loaded = await source.load(
      companyId,
      body.url.replace('https://slipway.test', 'http://127.0.0.1:1'),
    );
    expect(Buffer.from(loaded.bytes).equals(bytes)).toBe(true);
    expect(await source.describe(companyId, body.url)).toMatchObject({
      contentType: loaded.contentType,
      sha256: loaded.sha256,
    });
    expect(await source.describe('co_other', body.url)).toBe('missing');
    await expect(source.load('co_other', body.url)).rejects.toMatchObject({
      code: 'media_unreachable',
    });
    expect(await source.describe(companyId, 'https://elsewhere.example/own.png')).toBeUndefined();
  });

  test('other addresses are fetched; what is no media is refused', async () => {
    const { ports, files, companyId, incoming } = await startMediaFixture();
    const at = (bytes: Uint8Array): PublicFetch => ({
      get: async () => ({
        filename: 'x.webp',
        chunks: (async function* () {
          yield bytes;
        })(),
      }),
    });
    const source = createMediaSource({ ...ports, files, publicFetch: at(await webp()) });
    expect(await source.load(companyId, 'https://x.example/x.webp')).toMatchObject({
      contentType: 'image/webp',
      filename: 'x.webp',
    });
    const page = createMediaSource({ ...ports, files, publicFetch: at(Buffer.from('<html>')) });
    await expect(page.load(companyId, 'https://x.example/')).rejects.toMatchObject({
      code: 'media_invalid',
    });
    expect(await readdir(incoming)).toEqual([]);
  });
});

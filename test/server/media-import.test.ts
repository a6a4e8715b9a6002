import { beforeAll, describe, expect, test } from 'vitest';
import { createSharedLinks } from '../../adapters/media/drive-folders.ts';
import { readLink } from '../../adapters/media/shared-links.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { importFileKind } from '../../core/media/import/records.ts';
import { runImport } from '../../core/media/import/run.ts';
import { mediaKind } from '../../core/media/records.ts';
import type { PublicFetch } from '../../core/ports/media-files.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { startMediaFixture } from './media-fixture.ts';

failOnDrift();

const web = new Map<string, Uint8Array>();
const asked: string[] = [];
const publicFetch: PublicFetch = {
  async get(url) {
    asked.push(url);
    const bytes = web.get(url);
    if (bytes === undefined)
      throw new SlipwayError(
        'media_unreachable',
        'The address answered with status 404 instead of a file.',
      );
    const chunks = (async function* () {
      yield bytes;
    })();
    return { chunks, filename: url.split('/').pop() ?? '' };
  },
};

let fixture: Awaited<ReturnType<typeof startMediaFixture>>;
beforeAll(async () => {
  fixture = await startMediaFixture(publicFetch, createSharedLinks(publicFetch));
  const page = new TextEncoder().encode('<!doctype html><html><body>Sign in</body></html>');
  web.set('https://a.example/red.png', await png(50, 50));
  web.set('https://b.example/same.png', await png(50, 50));
  web.set('https://a.example/page', page);
  web.set(
    'https://drive.usercontent.google.com/download?id=1AbCdEfGhIjKl&export=download&confirm=t',
    await png(60, 50),
  );
  web.set('https://www.dropbox.com/scl/fi/x/boat.png?rlkey=k1&dl=1', await png(70, 50));
});

const run = (id: string, stopping = () => false) =>
  runImport({ ...fixture.ports, publicFetch }, fixture.companyId, id, stopping);
const begin = (body: object) => fixture.call('POST', '/v1/media/import', { body });
const read = (id: string) => fixture.call('GET', `/v1/media/imports/${id}`);

describe('an import', () => {
  test('takes files in from links, tells what became of each, and keeps equal content once', async () => {
    const urls = [
      'https://a.example/red.png?signature=secret',
      'https://a.example/red.png',
      'https://b.example/same.png',
      'https://a.example/page',
      'https://a.example/missing.png',
      'https://drive.google.com/file/d/1AbCdEfGhIjKl/view?usp=sharing',
      'https://www.dropbox.com/scl/fi/x/boat.png?rlkey=k1&dl=0',
    ];
    const { body } = await begin({ urls });
    expect(body).toMatchObject({ success: true, status: 'processing', total: 7, imported: 0 });
    expect(await run(body.id)).toBeUndefined();
    const after = (await read(body.id)).body;
    expect(after).toMatchObject({ status: 'finished', imported: 3, duplicates: 1, failed: 3 });
    const [signed, one, equal, ...others] = after.files.map(
      ({ status }: { status: string }) => status,
    );
    // Files are taken in side by side: which of two equal ones comes first is open.
    expect([signed, ...[one, equal].sort(), ...others]).toEqual([
      'failed',
      'duplicate',
      'imported',
      'failed',
      'failed',
      'imported',
      'imported',
    ]);
    expect(after.files[0].url).toBe('https://a.example/red.png');
    expect(after.files[2].mediaId).toBe(after.files[1].mediaId);
    expect(after.files[3].error).toMatchObject({
      code: 'URL_NOT_ACCESSIBLE',
      message: expect.stringContaining('web page'),
    });
    expect((await fixture.call('GET', '/v1/media?q=boat')).body.data).toMatchObject([
      { id: after.files[6].mediaId },
    ]);
    expect(await run(body.id)).toBeUndefined();
    expect(await fixture.ports.store.count(mediaKind, fixture.companyId)).toBe(3);
  });

  test('goes on where it was cut off', async () => {
    for (let n = 0; n < 5; n++) web.set(`https://c.example/${n}.png`, await png(80 + n, 50));
    const { body } = await begin({
      urls: Array.from({ length: 5 }, (_, n) => `https://c.example/${n}.png`),
    });
    let looks = 0;
    expect(await run(body.id, () => ++looks > 1)).toEqual({ againAt: expect.any(Number) });
    const half = (await read(body.id)).body;
    expect([half.status, half.imported]).toEqual(['processing', 3]);
    const before = asked.length;
    await run(body.id);
    expect((await read(body.id)).body).toMatchObject({
      status: 'finished',
      imported: 5,
      duplicates: 0,
    });
    expect(asked.length - before).toBe(2);
    expect(
      await fixture.ports.store.count(importFileKind, fixture.companyId, {
        where: { waiting: body.id },
      }),
    ).toBe(0);
  });

  test('lists a public folder of Drive with a key of the caller, and says what cannot be listed', async () => {
    const folders = createSharedLinks({
      async get(url) {
        const { searchParams } = new URL(url);
        if (searchParams.get('key') !== 'good-key')
          throw new SlipwayError('media_unreachable', 'Status 403.');
        const page =
          searchParams.get('pageToken') === null
            ? { files: [{ id: 'a1', name: 'One.png' }], nextPageToken: 'two' }
            : { files: [{ id: 'b2', name: 'Two.mp4', resourceKey: '0-k' }] };
        const chunks = (async function* () {
          yield new TextEncoder().encode(JSON.stringify(page));
        })();
        return { chunks, filename: 'files' };
      },
    });
    expect(await folders.list('folder-of-ten', 'good-key', { most: 100 })).toEqual([
      {
        url: 'https://drive.google.com/file/d/a1/view',
        name: 'One.png',
        from: 'https://drive.usercontent.google.com/download?id=a1&export=download&confirm=t',
      },
      {
        url: 'https://drive.google.com/file/d/b2/view',
        name: 'Two.mp4',
        from: 'https://drive.usercontent.google.com/download?id=b2&export=download&confirm=t&resourcekey=0-k',
      },
    ]);
    await expect(folders.list('folder-of-ten', 'bad', { most: 100 })).rejects.toMatchObject({
      code: 'unprocessable_entity',
    });
    const codeOf = async (body: object) => (await begin(body)).body.error?.details?.[0]?.code;
    expect(await codeOf({ urls: ['https://drive.google.com/drive/folders/1AbCdEfGhIjKl'] })).toBe(
      'folder_link',
    );
    expect(
      await codeOf({ dropbox: { sharedLink: 'https://www.dropbox.com/scl/fo/abc/xyz?rlkey=1' } }),
    ).toBe('source_not_connected');
    expect((await begin({})).status).toBe(422);
    expect((await begin({ urls: [] })).body.error.details[0].code).toBe('nothing_to_import');
    expect((await read('imp_none')).status).toBe(404);
  });

  test('follows the links that people copy', () => {
    expect(readLink('https://drive.google.com/open?id=1AbCdEfGhIjKl')).toEqual({
      file: 'https://drive.usercontent.google.com/download?id=1AbCdEfGhIjKl&export=download&confirm=t',
    });
    expect(
      readLink('https://drive.google.com/file/d/1AbCdEfGhIjKl/view?usp=sharing&resourcekey=0-xY'),
    ).toEqual({
      file: 'https://drive.usercontent.google.com/download?id=1AbCdEfGhIjKl&export=download&confirm=t&resourcekey=0-xY',
    });
    // What grants the access stays, whatever it is called.
    expect(readLink('https://www.dropbox.com/scl/fi/x/a.png?rlkey=k1&st=s2&dl=0#part')).toEqual({
      file: 'https://www.dropbox.com/scl/fi/x/a.png?rlkey=k1&st=s2&dl=1',
    });
    expect(readLink('https://www.dropbox.com/s/abc/a.png')).toEqual({
      file: 'https://www.dropbox.com/s/abc/a.png?dl=1',
    });
    expect(readLink('https://www.dropbox.com/s/abc/a.png?dl=0')).toEqual({
      file: 'https://www.dropbox.com/s/abc/a.png?dl=1',
    });
    expect(readLink('https://example.com/a.png?id=1')).toEqual({
      file: 'https://example.com/a.png?id=1',
    });
  });
});

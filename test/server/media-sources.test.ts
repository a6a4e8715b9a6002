import { beforeAll, describe, expect, test } from 'vitest';
import { createCloudFolders } from '../../adapters/media/cloud-folders.ts';
import { createSharedLinks } from '../../adapters/media/drive-folders.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { runImport } from '../../core/media/import/run.ts';
import { mediaSourceKind } from '../../core/media/sources.ts';
import type { PublicFetch } from '../../core/ports/media-files.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { startMediaFixture } from './media-fixture.ts';

failOnDrift();

const FOLDER = '1AbCdEfGhIjKlMnOp';
const LINK = 'https://www.dropbox.com/scl/fo/abc/xyz?rlkey=k1&dl=0';
const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
let isAway = false;
let isBusy = false;

/**
 * The parts of both APIs that are used, as their documents say: bearer tokens, pages, JSON in an
 * ASCII header.
 */
async function clouds(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address);
  const headers = new Headers(init.headers);
  const answer = (status: number, body: object = {}): Response => Response.json(body, { status });
  if (isAway) return answer(503);
  if (url.pathname.endsWith('/token')) {
    const form = init.body as URLSearchParams;
    const isGood =
      form.get('grant_type') === 'refresh_token' &&
      form.get('refresh_token') === 'r1' &&
      form.get('client_secret') === 's';
    return isGood
      ? answer(200, { access_token: 'good', expires_in: 3600 })
      : answer(400, { error: 'invalid_grant' });
  }
  if (headers.get('authorization') !== 'Bearer good') return answer(401);
  const bytesOf = (name: string): Response => {
    const bytes = pictures.get(name);
    return bytes === undefined ? answer(409) : new Response(bytes);
  };
  if (url.host === 'www.googleapis.com') {
    if (url.searchParams.get('supportsAllDrives') !== 'true') return answer(404);
    const id = url.pathname.slice('/drive/v3/files/'.length);
    if (id === 'd2' && headers.get('x-goog-drive-resource-keys') !== 'd2/0-key') return answer(404);
    if (id !== '') return url.searchParams.get('alt') === 'media' ? bytesOf(id) : answer(400);
    if (isBusy) return answer(403, { error: { errors: [{ reason: 'userRateLimitExceeded' }] } });
    const q = url.searchParams.get('q') ?? '';
    if (q.startsWith("'root' in parents")) return answer(200, { files: [] });
    if (!q.startsWith(`'${FOLDER}' in parents`)) return answer(404);
    return url.searchParams.get('pageToken') === null
      ? answer(200, { files: [{ id: 'd1', name: 'One.png' }], nextPageToken: 'p2' })
      : answer(200, {
          files: [
            { id: 'd2', name: 'Two.png', resourceKey: '0-key' },
            { id: 'gone', name: 'Gone.png' },
          ],
        });
  }
  if (url.host === 'content.dropboxapi.com') {
    const header = headers.get('dropbox-api-arg') ?? '';
    if (init.method !== 'POST' || !/^[\x20-\x7e]+$/.test(header)) return answer(400);
    const arg = JSON.parse(header) as { readonly path: string; readonly url?: string };
    if (url.pathname === '/2/files/download') return bytesOf(arg.path);
    return url.pathname === '/2/sharing/get_shared_link_file' && arg.url === LINK
      ? bytesOf(arg.path)
      : answer(409);
  }
  const body = JSON.parse(String(init.body)) as {
    readonly path?: string;
    readonly cursor?: string;
    readonly shared_link?: { readonly url: string };
  };
  const file = (id: string, name: string) => ({
    '.tag': 'file',
    id,
    name,
    path_display: `/Ads/${name}`,
  });
  if (url.pathname === '/2/files/list_folder/continue')
    return answer(200, { entries: [file('id:2', 'Läufer.png')], has_more: false });
  if (body.shared_link?.url === LINK && body.path === '')
    return answer(200, {
      entries: [file('id:1', 'Läufer.png'), file('id:9', 'notes.txt')],
      has_more: false,
    });
  if (body.path === '/Ads')
    return answer(200, {
      entries: [{ '.tag': 'folder', id: 'id:0', name: 'Old' }],
      has_more: true,
      cursor: 'c',
    });
  return body.path === '' ? answer(200, { entries: [], has_more: false }) : answer(409);
}

const publicFetch: PublicFetch = {
  async get() {
    throw new SlipwayError('media_unreachable', 'Nothing public is fetched here.');
  },
};
let fixture: Awaited<ReturnType<typeof startMediaFixture>>;
const sharedLinks = createSharedLinks(publicFetch, createCloudFolders(clouds));
beforeAll(async () => {
  fixture = await startMediaFixture(publicFetch, sharedLinks);
  for (const [n, name] of ['d1', 'd2', '/Läufer.png', 'id:2'].entries())
    pictures.set(name, Uint8Array.from(await png(50 + n, 40)));
});

const connect = (source: string, body: object) =>
  fixture.call('PUT', `/v1/media/sources/${source}`, { body });
const tried = (source: string) => fixture.call('GET', `/v1/media/sources/${source}`);
async function imported(body: object) {
  const begun = await fixture.call('POST', '/v1/media/import', { body });
  expect([begun.status, begun.body.error]).toEqual([200, undefined]);
  await runImport(
    { ...fixture.ports, publicFetch, sharedLinks },
    fixture.companyId,
    begun.body.id,
    () => false,
  );
  return (await fixture.call('GET', `/v1/media/imports/${begun.body.id}`)).body;
}

describe('private folders', () => {
  test('are refused with what to do until their source is connected', async () => {
    for (const body of [
      { drive: { folderId: FOLDER } },
      { dropbox: { sharedLink: LINK } },
      { dropbox: { path: '/Ads' } },
    ]) {
      const { status, body: answer } = await fixture.call('POST', '/v1/media/import', { body });
      expect([status, answer.error.details[0].code]).toEqual([422, 'source_not_connected']);
      expect(answer.error.message).toMatch(
        /An admin connects it .*Connections.*PUT \/v1\/media\/sources\//,
      );
    }
    expect((await tried('dropbox')).body).toMatchObject({ connected: false, ok: false });
    expect((await connect('drive', { accessToken: 'bad' })).body.error.details).toMatchObject([
      { code: 'credentials_refused' },
    ]);
    expect((await connect('drive', { accessToken: 'good', clientId: 'x' })).status).toBe(422);
    expect((await fixture.call('GET', '/v1/media/sources')).body.data).toMatchObject([
      { source: 'drive', connected: false, connectedAt: null },
      { source: 'dropbox', connected: false, connectedAt: null },
    ]);
  });

  test('of Drive are listed page by page and taken in with an access token, which is kept sealed', async () => {
    expect((await connect('drive', { accessToken: 'good' })).body.data[0]).toMatchObject({
      connected: true,
    });
    const kept = await fixture.ports.store.get(mediaSourceKind, fixture.companyId, 'drive');
    expect(JSON.stringify(kept)).not.toContain('good');
    expect((await tried('drive')).body).toMatchObject({
      source: 'drive',
      connected: true,
      ok: true,
      problem: null,
    });
    isBusy = true;
    expect((await tried('drive')).body).toMatchObject({
      ok: false,
      problem: expect.stringContaining('too often'),
    });
    isBusy = false;
    const answer = await imported({ drive: { folderId: FOLDER } });
    expect(answer).toMatchObject({ status: 'finished', total: 3, imported: 2, failed: 1 });
    expect(
      answer.files.map(({ name, error }: { name: string; error?: { code: string } }) => [
        name,
        error?.code,
      ]),
    ).toEqual([
      ['One.png', undefined],
      ['Two.png', undefined],
      ['Gone.png', 'URL_NOT_ACCESSIBLE'],
    ]);
  });

  test('of Dropbox are taken in by a link and by a path, with a refresh token; a cut goes on when it answers again', async () => {
    const wrong = { refreshToken: 'r1', clientId: 'c', clientSecret: 'wrong' };
    expect((await connect('dropbox', wrong)).body.error.details).toMatchObject([
      { code: 'credentials_refused' },
    ]);
    expect((await connect('dropbox', { ...wrong, clientSecret: 's' })).status).toBe(200);
    expect(await imported({ dropbox: { sharedLink: LINK } })).toMatchObject({
      total: 1,
      imported: 1,
    });

    const { body } = await fixture.call('POST', '/v1/media/import', {
      body: { dropbox: { path: '/Ads' } },
    });
    const go = () =>
      runImport(
        { ...fixture.ports, publicFetch, sharedLinks },
        fixture.companyId,
        body.id,
        () => false,
      );
    isAway = true;
    await expect(go()).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    await go();
    expect((await fixture.call('GET', `/v1/media/imports/${body.id}`)).body).toMatchObject({
      total: 1,
      imported: 1,
    });
  });

  test('that were disconnected are not read any more', async () => {
    expect((await fixture.call('DELETE', '/v1/media/sources/dropbox')).status).toBe(200);
    const { body } = await fixture.call('POST', '/v1/media/import', {
      body: { dropbox: { path: '/Ads' } },
    });
    expect(body.error.details[0].code).toBe('source_not_connected');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexedKind, mediaKind } from '../../core/media/records.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
const files = {} as { [name: string]: { readonly id: number; readonly url: string } };
beforeAll(async () => {
  fixture = await startServiceFixture();
  for (const [name, width, height] of [
    ['Waves_1x1.png', 600, 600],
    ['waves 9x16.png', 540, 960],
    ['Sun-4x5.png', 800, 1000],
    ['Moon.png', 700, 700],
  ] as const)
    files[name] = await fixture.uploadAs(name, await png(width, height));
});
afterAll(() => fixture.worker.stop());

const idOf = (name: string): number => files[name]?.id ?? 0;
const change = (name: string, body: object) =>
  fixture.call('PATCH', `/v1/library/assets/${idOf(name)}`, { body });
const found = async (query: string): Promise<string[]> => {
  const { status, body } = await fixture.call('GET', `/v1/library/assets?${query}`);
  expect([status, body.pagination?.total]).toEqual([200, body.data?.length]);
  return body.data.map(({ originalName }: { originalName: string }) => originalName);
};

describe('the library', () => {
  test('groups renditions of one idea by the marks in their names, or by hand', async () => {
    const { body } = await fixture.call('GET', `/v1/library/assets/${idOf('Waves_1x1.png')}`);
    expect(body).toMatchObject({
      idea: 'waves',
      ratio: '1x1',
      title: null,
      tags: [],
      boards: [],
      copies: [],
      used: false,
      renditions: [{ id: idOf('waves 9x16.png'), ratio: '9x16', type: 'image' }],
    });
    expect((await change('Moon.png', { idea: 'waves' })).body.renditions).toHaveLength(2);
    expect(await found('idea=waves')).toEqual(['Moon.png', 'waves 9x16.png', 'Waves_1x1.png']);
    expect((await change('Moon.png', { idea: null })).body).toMatchObject({
      idea: 'moon',
      renditions: [],
    });
  });

  test('finds files by text, ratio, type, tags and board, and by several of them at once', async () => {
    await change('Waves_1x1.png', { tags: ['Summer', 'sea', 'summer'], title: 'Big blue' });
    await change('waves 9x16.png', { tags: ['summer'] });
    expect(await found('tag=Summer')).toEqual(['waves 9x16.png', 'Waves_1x1.png']);
    expect(await found('tag=summer,sea')).toEqual(['Waves_1x1.png']);
    expect(await found('tag=summer&ratio=9x16')).toEqual(['waves 9x16.png']);
    expect(await found('q=BLUE')).toEqual(['Waves_1x1.png']);
    expect(await found('q=sea')).toEqual(['Waves_1x1.png']);
    expect(await found('q=big bl')).toEqual(['Waves_1x1.png']);
    expect(await found('q=ig blue')).toEqual(['Waves_1x1.png']);
    expect(await found('q=wavy')).toEqual([]);
    expect(await found('q=mo')).toEqual(['Moon.png']);
    expect(await found('q=oo')).toEqual([]);
    expect(await found('minSeconds=0')).toEqual([]);
    expect(await found('ratio=4x5')).toEqual(['Sun-4x5.png']);
    expect(await found('type=video')).toEqual([]);
    expect((await fixture.call('GET', '/v1/library/tags')).body.data).toEqual([
      { tag: 'sea', assets: 1 },
      { tag: 'summer', assets: 2 },
    ]);
    await change('Waves_1x1.png', { tags: ['sea'] });
    expect(await found('tag=summer')).toEqual(['waves 9x16.png']);
    expect((await change('Waves_1x1.png', { title: null })).body).toMatchObject({
      title: null,
      tags: ['sea'],
    });
    expect((await fixture.call('GET', '/v1/library/assets?ratio=5x7')).status).toBe(422);
  });

  test('keeps boards, and forgets the places of a file that is deleted', async () => {
    const board = (await fixture.call('POST', '/v1/library/boards', { body: { name: 'Autumn' } }))
      .body;
    const on = (name: string) => `/v1/library/boards/${board.id}/assets/${idOf(name)}`;
    for (const name of ['Sun-4x5.png', 'Moon.png', 'Moon.png'])
      expect((await fixture.call('PUT', on(name))).status).toBe(200);
    expect(await found(`board=${board.id}`)).toEqual(['Moon.png', 'Sun-4x5.png']);
    expect(await found(`board=${board.id}&q=sun&used=false`)).toEqual(['Sun-4x5.png']);
    expect(
      (await fixture.call('GET', `/v1/library/assets/${idOf('Moon.png')}`)).body.boards,
    ).toEqual([board.id]);
    expect((await fixture.call('DELETE', on('Sun-4x5.png'))).status).toBe(200);
    expect((await fixture.call('GET', '/v1/library/boards')).body.data).toMatchObject([
      { name: 'Autumn', assets: 1 },
    ]);
    expect((await fixture.call('DELETE', `/v1/media/${idOf('Moon.png')}`)).status).toBe(200);
    expect((await fixture.call('GET', `/v1/library/boards/${board.id}`)).body.assets).toBe(0);
    expect((await fixture.call('PUT', on('Moon.png'))).status).toBe(404);
    const renamed = await fixture.call('PATCH', `/v1/library/boards/${board.id}`, {
      body: { name: 'Winter' },
    });
    expect(renamed.body).toMatchObject({ id: board.id, name: 'Winter' });
    await fixture.call('PUT', on('Sun-4x5.png'));
    expect((await fixture.call('DELETE', `/v1/library/boards/${board.id}`)).status).toBe(200);
    expect((await fixture.call('GET', `/v1/library/boards/${board.id}`)).status).toBe(404);
    expect(await found(`board=${board.id}`)).toEqual([]);
    expect(await found('q=sun')).toEqual(['Sun-4x5.png']);
  });

  test('knows which files ads show, and what ad accounts hold of them', async () => {
    const { body } = await fixture.call(
      'GET',
      '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200',
    );
    const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
      .data[0];
    const adSets = body.data
      .filter(({ adCount }: { adCount: number }) => adCount === 0)
      .slice(0, 1);
    const media = [{ url: files['Sun-4x5.png']?.url }];
    const ad = {
      adName: 'Sun',
      adAccountId: 'act_1001',
      page,
      secondary,
      link: 'https://example.com',
      media,
    };
    const { adBatchId } = (
      await fixture.call('POST', '/v1/launch', { body: { ads: [ad], adSets } })
    ).body;
    while (
      (await fixture.call('GET', `/v1/batch-status/${adBatchId}`)).body.status === 'processing'
    )
      await fixture.clock.sleep(200);
    expect(await found('used=true')).toEqual(['Sun-4x5.png']);
    expect(await found('used=false')).toEqual(['waves 9x16.png', 'Waves_1x1.png']);
    expect(await found('usedIn=act_1001&q=sun')).toEqual(['Sun-4x5.png']);
    expect(await found('usedIn=act_1002')).toEqual([]);
    expect(
      (await fixture.call('GET', `/v1/library/assets/${idOf('Sun-4x5.png')}`)).body,
    ).toMatchObject({
      used: true,
      usedIn: {
        total: 1,
        ads: [{ platform: 'primary', accountId: 'act_1001', adBatchId, adId: expect.any(String) }],
      },
      copies: [
        { platform: 'primary', accountId: 'act_1001', type: 'image', ref: expect.any(String) },
      ],
    });
  });

  test('says of content that ads show already that it is used, and finds what earlier versions kept', async () => {
    const again = await fixture.uploadAs('Sun again.png', await png(800, 1000));
    expect(await found('used=true')).toEqual(['Sun again.png', 'Sun-4x5.png']);
    const { store } = fixture.ports;
    const companyId = files['Sun-4x5.png']?.url.split('/').at(-2) ?? '';
    const kept = await store.get(mediaKind, companyId, String(again.id));
    if (kept === undefined) throw new Error('It was not kept.');
    const { facets: _, usedIn: __, idea: ___, ...older } = kept.doc;
    const marker = await store.get(indexedKind, companyId, 'media');
    await store.commit([
      { kind: mediaKind, companyId, id: String(again.id), expect: kept.version, doc: older },
      { kind: indexedKind, companyId, id: 'media', expect: marker?.version ?? 0, doc: undefined },
    ]);
    expect(await found('q=again')).toEqual(['Sun again.png']);
    expect(await found('idea=sun again')).toEqual(['Sun again.png']);
  });
});

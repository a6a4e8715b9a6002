import { afterAll, beforeAll, expect, test } from 'vitest';
import { pin } from '../../adapters/sandbox/pinterest/seed/ids.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const { accounts, boards, pins, emptyAdGroups } = pin;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const adGroup = emptyAdGroups(accounts.eur, 'consideration')[0] ?? '';
const common = {
  adAccountId: accounts.eur,
  adAccountType: 'pinterest',
  adSets: [adGroup],
  link: 'https://shop.example/',
};

test.each(['pin', 'pinterest'])(
  'GET /v1/%s/boards and /pins answer under both names',
  async (name) => {
    const listed = await fixture.call('GET', `/v1/${name}/boards?accountId=${accounts.eur}`);
    expect(listed).toMatchObject({
      status: 200,
      body: {
        success: true,
        count: 2,
        data: [{ value: boards.ads, label: 'Ads', username: 'sandbox' }, { value: boards.organic }],
      },
    });
    const found = await fixture.call(
      'GET',
      `/v1/${name}/pins?board=${boards.organic}&accountId=${accounts.eur}`,
    );
    expect(found.body.data.map(({ id, type }: { id: string; type: string }) => [id, type])).toEqual(
      [
        [pins[2], 'image'],
        [pins[1], 'video'],
        [pins[0], 'image'],
      ],
    );
  },
);

test('the list of platforms shows how it is connected and what its ads take', async () => {
  const { body } = await fixture.call('GET', '/v1/platforms');
  const shown = body.data.find(({ id }: { id: string }) => id === 'pin');
  expect(shown).toMatchObject({ adSetWord: 'ad group', aliases: ['pinterest'] });
  const words = JSON.stringify(shown);
  for (const word of [
    'pinBoardId',
    'pinCta',
    'refreshToken',
    'appSecret',
    'carousel',
    'report.daily',
    'edit.setBudget',
  ])
    expect(words).toContain(word);
  expect(words).not.toContain('inspect.pictures');
});

test('an image of the media store, a carousel and a boost are launched, and undone with their pins', async () => {
  const { url } = await fixture.uploadAs('boat.png', pixel);
  const card = (carouselTitle: string) => ({ url, carouselTitle });
  const ads = [
    { ...common, adName: 'Image', pinBoardId: boards.ads, title: 'Boat', media: [{ url }] },
    {
      ...common,
      adName: 'Carousel',
      type: 'carousel',
      pinBoardId: boards.ads,
      media: [card('One'), card('Two')],
    },
    {
      ...common,
      adName: 'No link',
      pinBoardId: boards.ads,
      title: 'Boat',
      link: undefined,
      media: [{ url }],
    },
    {
      ...common,
      adName: 'Boost',
      scalePostId: true,
      media: [
        {
          effectiveStoryId: pins[0],
          existingAd: true,
          existingPrimaryAd: true,
          isExistingPost: true,
        },
      ],
    },
  ];
  const accepted = await fixture.call('POST', '/v1/launch', { body: { ads } });
  expect(accepted).toMatchObject({ status: 202, body: { launchStatus: 'PAUSED' } });
  const status = await ended(accepted.body.adBatchId);
  expect(status).toMatchObject({ status: 'success', failedAds: [] });
  expect(status.launchedAds[3]).toMatchObject({ platform: 'pin', creativeId: pins[0] });
  const batch = `/v1/batches/${accepted.body.adBatchId}`;
  const pinsOn = async (board: string): Promise<readonly string[]> =>
    (
      await fixture.call('GET', `/v1/pin/pins?board=${board}&accountId=${accounts.eur}`)
    ).body.data.map(({ id }: { id: string }) => id);
  const made: readonly string[] = status.launchedAds
    .slice(0, 3)
    .map(({ creativeId }: { creativeId: string }) => creativeId);
  expect(await pinsOn(boards.ads)).toEqual(expect.arrayContaining([...made]));
  expect(
    (await fixture.call('POST', `${batch}/undo`, { body: { mode: 'delete' } })).status,
  ).toBeLessThan(300);
  for (let look = 0; look < 100; look += 1) {
    if (!(await pinsOn(boards.ads)).includes(made[2] ?? '')) break;
    await fixture.ports.clock.sleep(1_000);
  }
  for (const id of made) expect(await pinsOn(boards.ads)).not.toContain(id);
  // The pin that was boosted was there before, and stays.
  expect(await pinsOn(boards.organic)).toContain(pins[0]);
});

test('faults of an ad are told with their places before anything is sent', async () => {
  const ad = {
    ...common,
    adName: 'x',
    pinCta: 'DANCE',
    media: [{ url: 'https://a.example/a.png' }],
  };
  const refused = await fixture.call('POST', '/v1/launch', { body: { ads: [ad] } });
  expect(refused.status).toBe(422);
  const places = refused.body.error.details.map(
    ({ path, code }: { path: string; code: string }) => [path, code],
  );
  expect(places).toContainEqual(['ads[0].pinBoardId', 'missing_field']);
  expect(places).toContainEqual(['ads[0].pinCta', 'call_to_action']);
});

test('reports and spend count days of UTC and say so; top ads are not offered', async () => {
  const range = 'startDate=2026-11-01&endDate=2026-11-03';
  const report = await fixture.call(
    'GET',
    `/v1/reports/query?accountIds=${accounts.eur}&${range}&groupBy=day&metrics=spend,reach`,
  );
  expect(report).toMatchObject({
    status: 200,
    body: { metadata: { platform: 'pin', timezone: 'UTC', currency: 'EUR' } },
  });
  expect(report.body.data).toHaveLength(3);
  const spend = await fixture.call('GET', `/v1/spend/daily?accountIds=${accounts.eur}&${range}`);
  expect(spend.body.data).toHaveLength(3);
  const top = await fixture.call(
    'GET',
    `/v1/analytics/top-ads?accountIds=${accounts.eur}&${range}`,
  );
  expect(top).toMatchObject({
    status: 422,
    body: { error: { details: [{ code: 'unsupported_on_platform' }] } },
  });
});

test('an ad group is paused, renamed and given another budget', async () => {
  const source = pin.deliveringAdGroup(accounts.eur, 'consideration');
  const businessId = accounts.eur;
  const call = async (path: string, body: object) =>
    (await fixture.call('POST', `/v1/manage/${path}`, { body })).body;
  const entity = { businessId, entityType: 'adset', entityId: source };
  expect(await call('update-status', { ...entity, newStatus: 'PAUSED' })).toMatchObject({
    successCount: 1,
  });
  expect(await call('rename', { ...entity, name: 'New name' })).toMatchObject({ success: true });
  expect(await call('update-budget', { ...entity, dailyBudget: 120 })).toMatchObject({
    success: true,
  });
  const { body } = await fixture.call('GET', `/v1/adsets?accountId=${accounts.eur}&limit=50`);
  const shown = body.data.find(({ value }: { value: string }) => value === source);
  expect(shown).toMatchObject({
    label: expect.stringContaining('New name'),
    capacity: 500,
    status: 'PAUSED',
    dailyBudget: 120,
  });
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

async function ended(batchId: number) {
  for (let look = 0; look < 200; look += 1) {
    const { body } = await fixture.call('GET', `/v1/batch-status/${batchId}`);
    if (body.status !== 'processing') return body;
    await fixture.ports.clock.sleep(1_000);
  }
  throw new Error('The batch never ended.');
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { locateFault } from '../../core/sheet/locate.ts';
import { readTable } from '../../core/sheet/read-table.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let ad: { readonly [field: string]: unknown };
const ids: { [shape: string]: number } = {};
const urls: { [shape: string]: string } = {};

beforeAll(async () => {
  fixture = await startServiceFixture();
  for (const [shape, width, height] of [
    ['square', 600, 600],
    ['story', 900, 1600],
    ['banner', 1500, 500],
  ] as const) {
    const { url, id } = await fixture.uploadAs(`${shape}.png`, await png(width, height));
    [urls[shape], ids[shape]] = [url, id];
  }
  const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data[0];
  const adSets = (
    await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
  ).body.data;
  const busy = adSets.find(
    (each: Called['body']) => each.adCount > 0 && each.campaign.objective === 'OUTCOME_TRAFFIC',
  );
  ad = {
    adName: 'A',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com/x',
    adSets: [busy.value],
    media: [{ url: urls.square }],
  };
});
afterAll(() => fixture.worker.stop());

const plan = async (...ads: readonly object[]): Promise<Called['body']> =>
  (
    await fixture.call('POST', '/v1/launch/plan?validate=none', {
      body: { ads: ads.map((each) => ({ ...ad, ...each })) },
    })
  ).body;
const told = (body: Called['body'], code: string) =>
  body.warnings.filter((each: { code: string }) => each.code === code);

describe('checks by evidence', () => {
  test('every row of every platform has a source and a date, and is listed', async () => {
    for (const { id, launch } of platformDefinitions) {
      const { status, body } = await fixture.call('GET', `/v1/platforms/${id}/checks`);
      expect([id, status, body.count]).toEqual([id, 200, launch?.checks?.length ?? 0]);
      const rows = body.data as {
        readonly id: string;
        readonly source: string;
        readonly asOf: string;
        readonly says: string;
      }[];
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
      for (const row of rows)
        expect(row).toMatchObject({
          source: expect.stringMatching(/./),
          asOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        });
    }
  });

  test('a picture that no placement shows whole is told at its file, in the sheet at its cell', async () => {
    const odd = { media: [{ url: urls.banner }] };
    const [warning] = told(await plan({}, odd), 'ratio_by_placement');
    expect(warning).toMatchObject({
      path: 'ads[1].media[0].url',
      message: expect.stringContaining('3:1'),
    });
    expect(warning.message).toMatch(/\(.+, 2026-\d\d-\d\d\)$/);
    const table = readTable(
      ['Ad name', 'Media 1'],
      [['A', urls.banner ?? '']],
      columnsFor(platformDefinitions),
    );
    const [located] = told(await plan(...table.all.map((each) => each.ad)), 'ratio_by_placement');
    expect(locateFault(located, table.all, table.layout)).toMatchObject({ row: 2, position: 1 });
  });

  test('an ad that starts at once in an ad set that delivers is told once to set its learning back', async () => {
    expect(told(await plan({}), 'learning_reset')).toEqual([]);
    const active = { status: 'ACTIVE' };
    expect(told(await plan(active, { ...active, adName: 'B' }), 'learning_reset')).toMatchObject([
      { path: 'ads[0].adSets[0]' },
    ]);
  });

  test('a type of ad that is documented for other objectives is told at the ad set', async () => {
    const body = await plan({
      type: 'flexible',
      media: [{ url: urls.square }, { url: urls.story }],
    });
    expect(told(body, 'objective_mismatch')).toMatchObject([{ path: 'ads[0].adSets[0]' }]);
  });

  test('a text that is too long is told at its field, in the sheet at its cell, with the source', async () => {
    const long = {
      type: 'flexible',
      media: [{ url: urls.square }, { url: urls.story }],
      title: 'x'.repeat(256),
    };
    const { error } = await plan(long);
    expect(error.details).toMatchObject([{ path: 'ads[0].title', code: 'text_too_long' }]);
    expect(error.details[0].message).toMatch(
      /at most 255 characters. This one has 256. \(.+, 2026-\d\d-\d\d\)$/,
    );
    const table = readTable(
      ['Ad name', 'Title'],
      [['A', long.title]],
      columnsFor(platformDefinitions),
    );
    expect(locateFault(error.details[0], table.all, table.layout)).toMatchObject({
      row: 2,
      position: 1,
    });
  });

  test('a change is told what it does to the learning phase, and a budget below the least is refused, before either is sent', async () => {
    const adSets = (
      await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
    ).body.data;
    const [own] = adSets.filter(
      (each: Called['body']) => each.dailyBudget !== null && each.dailyBudget !== undefined,
    );
    const check = (dailyBudget: number) => {
      const request = {
        accountId: 'act_1001',
        entityType: 'adset',
        entityId: own.value,
        dailyBudget,
      };
      return fixture.call('POST', '/v1/guardrails/check', {
        body: { operation: 'manage.updateBudget', request },
      });
    };
    const { body } = await check(Number(own.dailyBudget) + 1);
    expect(body.warnings).toMatchObject([{ path: 'dailyBudget', code: 'learning_may_reset' }]);
    expect(body.warnings[0].message).not.toMatch(/http|2026/);
    expect(body.warnings[0].source).toMatch(/^.+, 2026-\d\d-\d\d$/);
    expect((await check(Number(own.dailyBudget))).body.warnings).toEqual([]);
    const [low] = (await check(0.01)).body.error.details;
    expect(low).toMatchObject({ path: 'dailyBudget', code: 'budget_too_low' });
    expect(low.message).toMatch(/^The least .+\(.+, 2026-\d\d-\d\d\)$/);
    const changed = {
      accountId: 'act_1001',
      adSetId: own.value,
      bidStrategy: 'COST_CAP',
      bidAmount: 3,
      name: 'N',
      dryRun: true,
    };
    const dry = await fixture.call('POST', '/v1/manage/update-adset', { body: changed });
    expect(dry.body.warnings).toMatchObject([{ path: 'bidStrategy', code: 'learning_reset' }]);
  });

  test('a new ad set whose goal lacks what counts is told which event it needs', async () => {
    const campaign = { accountId: 'act_1001', name: 'C', objective: 'OUTCOME_SALES' };
    const { campaignId } = (
      await fixture.call('POST', '/v1/manage/create-campaign', { body: campaign })
    ).body;
    const adSet = {
      accountId: 'act_1001',
      campaignId,
      name: 'S',
      dailyBudget: 50,
      optimizationGoal: 'OFFSITE_CONVERSIONS',
    };
    const made = await fixture.call('POST', '/v1/manage/create-adset', {
      body: { ...adSet, promotedObject: { pixel_id: seed.pixel } },
    });
    const all = [...(made.body.warnings ?? []), ...(made.body.error?.details ?? [])];
    expect(all).toContainEqual(
      expect.objectContaining({ code: 'needs_event', path: 'promotedObject' }),
    );
  });
});

describe('previews', () => {
  test('of a launch show each place with the picture as it is cut, and texts as they are clipped', async () => {
    const both = {
      type: 'multi',
      media: [{ url: urls.square }, { url: urls.story }],
      description: 'x'.repeat(200),
      title: 'Boats',
      cta: 'SHOP_NOW',
    };
    const { status, body } = await fixture.call('POST', '/v1/previews/launch', {
      body: { ads: [{ ...ad, ...both }] },
    });
    expect([status, body.total]).toEqual([200, 1]);
    const card = (placement: string) =>
      body.data[0].cards.find((each: { placement: string }) => each.placement === placement);
    expect(card('feed')).toMatchObject({
      media: { url: urls.square, ratio: 1, cut: { x: 0, y: 0, width: 1, height: 1 } },
      texts: {
        primary: { text: 'x'.repeat(125), isClipped: true },
        headline: { text: 'Boats', isClipped: false },
        host: 'example.com',
      },
    });
    expect(card('story')).toMatchObject({
      media: { url: urls.story, ratio: 0.5625 },
      safeZone: { top: 0.14, bottom: 0.2 },
    });
    const alone = await fixture.call('POST', '/v1/previews/launch', { body: { ads: [ad] } });
    const cut = alone.body.data[0].cards.find(
      (each: { placement: string }) => each.placement === 'story',
    ).media.cut;
    expect(cut).toEqual({ x: 0.2188, y: 0, width: 0.5625, height: 1 });
  });

  test('of a batch name the ads that exist, of which the platform has a preview of its own', async () => {
    const { adBatchId } = (
      await fixture.call('POST', '/v1/launch', { body: { ads: [{ ...ad, adName: 'Shown' }] } })
    ).body;
    for (;;) {
      const { body } = await fixture.call('GET', `/v1/batch-status/${adBatchId}`);
      if (body.status !== 'processing') break;
      await fixture.clock.sleep(200);
    }
    const { body } = await fixture.call('GET', `/v1/previews/batches/${adBatchId}`);
    const [shown] = body.data;
    expect(shown).toMatchObject({
      name: 'Shown',
      platform: 'primary',
      adIds: [expect.any(String)],
    });
    const format = shown.cards[0].ownFormat;
    const own = await fixture.call(
      'GET',
      `/v1/manage/ad-preview?adId=${shown.adIds[0]}&format=${format}`,
    );
    expect([own.status, own.body.format]).toEqual([200, format]);
  });

  test('of a file show it on every platform', async () => {
    const { body } = await fixture.call('GET', `/v1/previews/media/${ids.story}`);
    const platforms = body.data.map(({ platform }: { platform: string }) => platform);
    expect(platforms).toEqual(expect.arrayContaining(['primary', 'short-video', 'pin']));
    expect((await fixture.call('GET', '/v1/previews/media/999999')).status).toBe(404);
  });
});

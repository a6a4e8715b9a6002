import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { withKeptColumns } from '../../core/sheet/kept-columns.ts';
import { readTable } from '../../core/sheet/read-table.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let ad: { readonly [field: string]: unknown };
let owner: object;

const copy = {
  name: 'Summer copy',
  titles: ['{{product}} for {{price}}'],
  descriptions: ['Get {{product}} now'],
  cta: 'SHOP_NOW',
  link: 'https://example.com/{{product}}',
  utmTags: 'utm_campaign={{campaign.name}}',
  variables: [
    { key: 'product', label: 'Product' },
    { key: 'price', default: '9 euros' },
  ],
};

beforeAll(async () => {
  fixture = await startServiceFixture();
  const made = await fixture.call('POST', '/v1/ad-copy-templates', { body: copy });
  expect(made.status).toBe(201);
  const { url } = await fixture.uploadAs('waves.png', await png(600, 600));
  const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data[0];
  const adSets = (
    await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
  ).body.data;
  const free = adSets.find(({ adCount }: { adCount: number }) => adCount === 0).value;
  owner = { page, secondary };
  ad = { adName: 'A', adAccountId: 'act_1001', adSets: [free], media: [{ url }] };
});
afterAll(() => fixture.worker.stop());

const plan = async (...ads: readonly object[]): Promise<Called['body']> =>
  (
    await fixture.call('POST', '/v1/launch/plan?validate=none', {
      body: { ads: ads.map((each) => ({ ...ad, ...each })) },
    })
  ).body;

describe('an ad copy template', () => {
  test('gives an ad its texts with the variables filled in; what the ad says itself counts', async () => {
    const written = {
      title: 'Boat for 9 euros',
      description: 'Get Boat now',
      cta: 'SHOP_NOW',
      link: 'https://example.com/Boat',
      utmTags: 'utm_campaign={{campaign.name}}',
    };
    const by = { ...owner, adCopyTemplateId: copy.name, variables: { product: 'Boat' } };
    expect((await plan(by)).digest).toBe((await plan({ ...owner, ...written })).digest);
    const title = 'Mine';
    expect((await plan({ ...by, title })).digest).toBe(
      (await plan({ ...owner, ...written, title })).digest,
    );
  });

  test('says which variable has no value and which it does not have', async () => {
    const { error } = await plan({
      ...owner,
      adCopyTemplateId: copy.name,
      variables: { produkt: 'Boat' },
    });
    expect(error.details).toMatchObject([
      { path: 'ads[0].variables.product', code: 'missing_field' },
      { path: 'ads[0].variables.produkt', code: 'unknown_field' },
    ]);
  });

  test('whose variables are in no text is refused', async () => {
    const body = { ...copy, variables: [{ key: 'color' }] };
    const { error } = (await fixture.call('POST', '/v1/ad-copy-templates', { body })).body;
    expect(error.details).toMatchObject([{ path: 'variables[0].key', code: 'unused_variable' }]);
  });

  test('tells which batches used it', async () => {
    const body = {
      ads: [{ ...ad, ...owner, adCopyTemplateId: copy.name, variables: { product: 'Boat' } }],
    };
    const launched = (await fixture.call('POST', '/v1/launch', { body })).body;
    const [kept] = (await fixture.call('GET', '/v1/ad-copy-templates')).body.data;
    expect(kept.usedIn).toMatchObject({ ads: 1, batches: [{ id: launched.adBatchId, ads: 1 }] });
  });
});

describe('a preset', () => {
  const save = (body: object) => fixture.call('POST', '/v1/presets', { body });

  test('gives an ad what it leaves out', async () => {
    const settings = { ...owner, cta: 'LEARN_MORE', link: 'https://example.com', status: 'PAUSED' };
    expect((await save({ name: 'Shop', level: 'ad', settings })).status).toBe(201);
    expect((await plan({ presetId: 'Shop' })).digest).toBe((await plan(settings)).digest);
    const cta = 'SHOP_NOW';
    expect((await plan({ presetId: 'Shop', cta })).digest).toBe(
      (await plan({ ...settings, cta })).digest,
    );
  });

  test('may name an ad copy template, which then gives the ad its texts', async () => {
    const settings = { ...owner, adCopyTemplateId: copy.name };
    expect((await save({ name: 'With copy', level: 'ad', settings })).status).toBe(201);
    const variables = { product: 'Boat' };
    expect((await plan({ presetId: 'With copy', variables })).digest).toBe(
      (await plan({ ...settings, variables })).digest,
    );
  });

  test('gives a new campaign and a new ad set what they leave out, under any spelling', async () => {
    const campaign = {
      name: 'Traffic',
      level: 'campaign',
      platform: 'primary',
      settings: {
        objective: 'OUTCOME_TRAFFIC',
        buying_type: 'AUCTION',
        special_ad_categories: ['HOUSING'],
      },
    };
    const { body: saved } = await save(campaign);
    const create = (body: object) =>
      fixture.call('POST', '/v1/manage/create-campaign', {
        body: { accountId: 'act_1001', ...body },
      });
    const made = await create({
      name: 'C',
      presetId: saved.id,
      objective: 'OUTCOME_SALES',
      specialAdCategories: [],
    });
    expect([made.status, made.body.campaign]).toMatchObject([
      200,
      { objective: 'OUTCOME_SALES', buying_type: 'AUCTION' },
    ]);
    const other = await create({ name: 'C', presetId: 'Shop' });
    expect(other.body.error.details).toMatchObject([
      { path: 'presetId', code: 'unknown_reference' },
    ]);
  });

  test.each([
    [{ level: 'campaign', settings: { objective: 'OUTCOME_TRAFFIC' } }, 'platform'],
    [
      { level: 'campaign', platform: 'primary', settings: { objektive: 'x' } },
      'settings.objektive',
    ],
    [
      { level: 'campaign', platform: 'primary', settings: { objective: 'NONSENSE' } },
      'settings.objective',
    ],
    [{ level: 'ad', settings: { adName: 'x' } }, 'settings.adName'],
    [{ level: 'ad', settings: { status: 'RUNNING' } }, 'settings.status'],
  ])('%j is refused at its field', async (body, path) => {
    const { status, body: answer } = await save({ name: 'x', ...body });
    expect([status, answer.error.details[0].path]).toEqual([422, path]);
  });
});

test('in a table both are columns, put there with one choice', () => {
  const columns = columnsFor(platformDefinitions);
  const sheet = { headers: ['Ad name', 'Headline'], rows: [['A', 'Old'], ['B']] };
  const offer = {
    id: 'tpl',
    name: copy.name,
    by: 'adCopyTemplateId',
    keys: ['variables.product'],
    instead: ['title'],
  };
  const wide = withKeptColumns(sheet, columns, offer);
  expect(wide.headers).toEqual(['Ad name', 'Headline', 'Copy template', 'var.product']);
  const filled = wide.rows.map((cells, row) =>
    cells.map((text, at) => (at === 3 && row === 0 ? 'Boat' : text)),
  );
  expect(readTable(wide.headers, filled, columns).all.map((each) => each.ad)).toEqual([
    { adName: 'A', adCopyTemplateId: copy.name, variables: { product: 'Boat' } },
    { adName: 'B', adCopyTemplateId: copy.name },
  ]);
});

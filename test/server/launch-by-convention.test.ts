import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { locateFault } from '../../core/sheet/locate.ts';
import { readTable } from '../../core/sheet/read-table.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let ad: { readonly [field: string]: unknown };
let conventionId: string;

const convention = {
  name: 'Ads of the shop',
  level: 'ad',
  separator: '_',
  fields: [
    { key: 'team', source: 'option', options: ['Shop', 'Brand'] },
    { key: 'hook', source: 'free', case: 'lower' },
    { key: 'file', source: 'token', token: 'mediaName', split: { by: '-', part: 2 } },
    { key: 'day', source: 'token', token: 'date', kind: 'date' },
    { key: 'note', source: 'free', required: false, marker: 'n-' },
  ],
};

beforeAll(async () => {
  fixture = await startServiceFixture();
  conventionId = (await fixture.call('POST', '/v1/naming-conventions', { body: convention })).body
    .id;
  const { url } = await fixture.uploadAs('waves.png', await png(600, 600));
  const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data[0];
  const adSets = (await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE')).body
    .data;
  const free = adSets.find(({ adCount }: { adCount: number }) => adCount === 0).value;
  const media = [{ url, name: 'summer-waves-1x1.png' }];
  ad = {
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    adSets: [free],
    media,
  };
});
afterAll(() => fixture.worker.stop());

const plan = (ads: readonly object[]) => fixture.call('POST', '/v1/launch/plan', { body: { ads } });
const named = (naming: object, more: object = {}) => plan([{ ...ad, naming, ...more }]);
const today = () => new Date(fixture.clock.now()).toISOString().slice(0, 10).replace(/-/g, '');

describe('an ad named by a convention', () => {
  test('has the name that its values and the tokens make, and the convention reads it back', async () => {
    const { body } = await named({ conventionId, values: { team: 'Shop', hook: 'Big Waves_now' } });
    const name = `Shop_big waves-now_waves_${today()}`;
    expect(body.operations.find(({ kind }: { kind: string }) => kind === 'ad').summary).toContain(
      `“${name}”`,
    );
    const read = await fixture.call('POST', `/v1/naming-conventions/${conventionId}/parse`, {
      body: { names: [name] },
    });
    expect(read.body.data[0].values).toEqual({
      team: 'Shop',
      hook: 'big waves-now',
      file: 'waves',
      day: today(),
    });
  });

  test('may call the convention by its name, or leave it out where there is one for ads', async () => {
    const values = { team: 'Brand', hook: 'x' };
    const [byName, alone] = [
      await named({ conventionId: convention.name, values }),
      await named({ values }),
    ];
    expect([byName.status, alone.status]).toEqual([200, 200]);
    expect(byName.body.digest).toBe(alone.body.digest);
  });

  test.each([
    [{ values: { team: 'Other', hook: 'x' } }, 'ads[0].naming.values.team', 'unknown_option'],
    [{ values: { team: 'Shop' } }, 'ads[0].naming.values.hook', 'missing_field'],
    [
      { values: { team: 'Shop', hook: 'x', hok: 'y' } },
      'ads[0].naming.values.hok',
      'unknown_field',
    ],
    [
      { values: { team: 'Shop', hook: '{{adset.name}}' } },
      'ads[0].naming.values.hook',
      'unknown_token',
    ],
    [
      { conventionId: 'Ads of the shup', values: {} },
      'ads[0].naming.conventionId',
      'unknown_convention',
    ],
  ])('%j is refused at its field alone', async (naming, path, code) => {
    const { status, body } = await named(naming);
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ path, code }]);
  });

  test('values of the wrong type are told, and no missing name besides', async () => {
    const { body } = await named({ conventionId, values: { team: 7 } });
    expect(body.error.details).toMatchObject([
      { path: 'ads[0].naming.values.team', code: 'wrong_type' },
    ]);
  });

  test('has no name of its own', async () => {
    const { body } = await named({ values: { team: 'Shop', hook: 'x' } }, { adName: 'Mine' });
    expect(body.error.details).toMatchObject([{ path: 'ads[0].adName', code: 'name_disagrees' }]);
  });
});

test('in a table a convention is columns, and what is wrong stands at its cell', async () => {
  const columns = columnsFor(platformDefinitions);
  const cells = (values: readonly string[]) => [
    ...values,
    'act_1001',
    String((ad.adSets as string[])[0]),
  ];
  const headers = ['name.team', 'name.hook', 'Ad account', 'Ad sets'];
  const table = readTable(headers, [cells(['Shop', 'waves']), cells(['Sales', ''])], columns);
  expect(table.all.map((each) => each.ad.naming)).toEqual([
    { values: { team: 'Shop', hook: 'waves' } },
    { values: { team: 'Sales' } },
  ]);
  const { body } = await plan(table.all.map((each) => ({ ...ad, ...each.ad })));
  const located = body.error.details.map((fault: { path: string; code: string; message: string }) =>
    locateFault(fault, table.all, table.layout),
  );
  expect(located).toMatchObject([
    { row: 3, position: 0, code: 'unknown_option' },
    { row: 3, position: 1, code: 'missing_field' },
  ]);
  const without = readTable(['name.team', 'Ad account', 'Ad sets'], [cells(['Shop'])], columns);
  const missing = await plan(without.all.map((each) => ({ ...ad, ...each.ad })));
  expect(
    locateFault(missing.body.error.details[0], without.all, without.layout)?.message,
  ).toContain('no column “name.hook”');
});

test('new campaigns and ad sets are named by conventions of their level', async () => {
  const campaigns = {
    name: 'Campaigns',
    level: 'campaign',
    separator: '|',
    fields: [{ key: 'market', source: 'free' }],
  };
  await fixture.call('POST', '/v1/naming-conventions', { body: campaigns });
  const create = (more: object) =>
    fixture.call('POST', '/v1/manage/create-campaign', {
      body: { accountId: 'act_1001', objective: 'OUTCOME_TRAFFIC', ...more },
    });
  const made = await create({ naming: { values: { market: 'north' } } });
  expect([made.status, made.body.campaign?.name]).toEqual([200, 'north']);
  const other = await create({ naming: { conventionId, values: { market: 'north' } } });
  expect(other.body.error.details).toMatchObject([
    { path: 'naming.conventionId', code: 'wrong_level' },
  ]);
  const both = await create({ name: 'Mine', naming: { values: { market: 'north' } } });
  expect(both.body.error.details).toMatchObject([{ path: 'name', code: 'name_disagrees' }]);
});

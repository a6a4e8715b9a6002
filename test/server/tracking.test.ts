import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { locateFault } from '../../core/sheet/locate.ts';
import { readTable } from '../../core/sheet/read-table.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let ad: { readonly [field: string]: unknown };
let templateId: string;

const template = {
  name: 'Everywhere',
  parameters: [
    { name: 'utm_source', value: 'other', byPlatform: { primary: 'meta' } },
    { name: 'utm_campaign', value: '{{campaign.name}}' },
    { name: 'utm_content', value: '{{ad.name}}' },
    { name: 'site', value: '{{site_source_name}}', byPlatform: { 'short-video': 'tt' } },
  ],
};

beforeAll(async () => {
  fixture = await startServiceFixture();
  templateId = (await fixture.call('POST', '/v1/utm-templates', { body: template })).body.id;
  const { url } = await fixture.uploadAs('waves.png', await png(600, 600));
  const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data[0];
  const adSets = (
    await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
  ).body.data;
  const free = adSets.find(({ adCount }: { adCount: number }) => adCount === 0).value;
  ad = {
    adName: 'A {{index}}',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    adSets: [free],
    media: [{ url }],
  };
});
afterAll(() => fixture.worker.stop());

const plan = async (...ads: readonly object[]): Promise<Called['body']> =>
  (
    await fixture.call('POST', '/v1/launch/plan?validate=none', {
      body: { ads: ads.map((each) => ({ ...ad, ...each })) },
    })
  ).body;
const told = (body: Called['body'], ...codes: readonly string[]) =>
  body.warnings
    .filter(({ code }: { code: string }) => codes.includes(code))
    .map(({ path, code }: { path: string; code: string }) => [path, code]);

describe('a UTM template', () => {
  test('shows the tags each platform gets, and what is left out where nothing fills it in', async () => {
    const { body } = await fixture.call('GET', `/v1/utm-templates/${templateId}`);
    const of = (id: string) =>
      body.platforms.find(({ platform }: { platform: string }) => platform === id);
    expect(of('primary')).toEqual({
      platform: 'primary',
      tags: 'utm_source=meta&utm_campaign={{campaign.name}}&utm_content={{ad.name}}&site={{site_source_name}}',
      leftOut: [],
    });
    expect(of('short-video').tags).toBe(
      'utm_source=other&utm_campaign={{campaign.name}}&utm_content={{ad.name}}&site=tt',
    );
    expect(of('pin')).toMatchObject({
      tags: 'utm_source=other',
      leftOut: [{ macro: '{{campaign.name}}' }, {}, {}],
    });
  });

  test.each([
    [
      [{ name: 'a', value: '{{campain.name}}' }],
      'parameters[0].value',
      'Did you mean {{campaign.name}}?',
    ],
    [
      [{ name: 'a', value: 'x', byPlatform: { 'short-video': '{{site_source_name}}' } }],
      'parameters[0].byPlatform.short-video',
      'Known',
    ],
    [
      [{ name: 'a', value: 'x', byPlatform: { nowhere: 'y' } }],
      'parameters[0].byPlatform.nowhere',
      'no platform',
    ],
    [
      [
        { name: 'a', value: 'x' },
        { name: 'a', value: 'y' },
      ],
      'parameters[1].name',
      'twice',
    ],
    [[{ name: 'a b', value: 'x' }], 'parameters[0].name', 'blanks'],
  ])('%j is refused at its field', async (parameters, path, words) => {
    const { status, body } = await fixture.call('POST', '/v1/utm-templates', {
      body: { name: 'x', parameters },
    });
    expect([status, body.error.details[0].path]).toEqual([422, path]);
    expect(body.error.details[0].message).toContain(words);
  });

  test('makes the tags of an ad, by its id or name, and tells where it was used', async () => {
    const { body } = await fixture.call('POST', '/v1/launch', {
      body: { ads: [{ ...ad, utmTemplateId: 'Everywhere' }] },
    });
    for (;;) {
      const { body: batch } = await fixture.call('GET', `/v1/batch-status/${body.adBatchId}`);
      if (batch.status !== 'processing') break;
      await fixture.clock.sleep(200);
    }
    const { body: used } = await fixture.call('GET', `/v1/utm-templates/${templateId}`);
    expect(used.usedIn).toMatchObject({ ads: 1, batches: [{ id: body.adBatchId, ads: 1 }] });
    const unknown = await plan({ utmTemplateId: 'Everywere' });
    expect(unknown.error.details).toMatchObject([
      { path: 'ads[0].utmTemplateId', code: 'unknown_reference' },
    ]);
    const both = await plan({ utmTemplateId: templateId, utmTags: 'a=b' });
    expect(both.error.details).toMatchObject([
      { path: 'ads[0].utmTemplateId', code: 'tags_disagree' },
    ]);
  });
});

describe('before anything is launched', () => {
  test('an ad that is tracked in another way than its campaign is told, in this launch and against earlier ones', async () => {
    const alike = { utmTemplateId: templateId };
    expect(told(await plan(alike, alike), 'tracking_conflict')).toEqual([]);
    // One ad of the campaign was launched with the template above.
    const other = await plan({ utmTags: 'utm_source=newsletter' }, {});
    expect(told(other, 'tracking_conflict')).toEqual([
      ['ads[0].utmTags', 'tracking_conflict'],
      ['ads[1].link', 'tracking_conflict'],
    ]);
    expect(other.warnings[0].message).toContain('utm_source=meta');
    const dated = {
      utmTags: 'utm_source=meta&utm_campaign={{campaign.name}}&utm_content=any&site=x',
    };
    expect(told(await plan(dated), 'tracking_conflict')).toEqual([]);
  });

  test('macros that nothing fills in are told with what was meant', async () => {
    const tags = 'a={{campain.name}}&b={ad.name}&c=__CID_NAME__&d={{ad.id}}';
    const body = await plan({ utmTags: tags });
    expect(told(body, 'unknown_macro', 'broken_macro')).toEqual([
      ['ads[0].utmTags', 'unknown_macro'],
      ['ads[0].utmTags', 'broken_macro'],
      ['ads[0].utmTags', 'broken_macro'],
    ]);
    expect(
      body.warnings
        .filter(({ code }: { code: string }) => code === 'broken_macro')
        .map((each: Error) => each.message),
    ).toEqual([
      '__CID_NAME__ would be sent as it is written. The platform fills in {{ad.name}}.',
      '{ad.name} would be sent as it is written. The platform fills in {{ad.name}}.',
    ]);
  });

  test('the warning stands at the cell it is about', async () => {
    const headers = ['Ad name', 'Ad account', 'Ad sets', 'Link', 'UTM tags'];
    const cells = [
      'A',
      'act_1001',
      String((ad.adSets as string[])[0]),
      'https://example.com',
      'utm_source=newsletter',
    ];
    const table = readTable(headers, [cells], columnsFor(platformDefinitions));
    const { warnings } = await plan(...table.all.map((each) => each.ad));
    const conflict = warnings.find(({ code }: { code: string }) => code === 'tracking_conflict');
    expect(locateFault(conflict, table.all, table.layout)).toMatchObject({
      row: 2,
      position: 4,
      code: 'tracking_conflict',
    });
  });
});

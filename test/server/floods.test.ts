import { describe, expect, test } from 'vitest';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const many = <T>(length: number, item: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => item(i));
const fieldsNamed = (count: number) => Object.fromEntries(many(count, (i) => [`field${i}`, i]));
const anExport = { accountIds: ['act_1'], level: 'ad', format: 'csv' };

/**
 * What would keep the process busy for seconds or minutes if it were worked through, and the one
 * fault it is refused with.
 */
const floods: readonly (readonly [
  what: string,
  method: string,
  path: string,
  body: unknown,
  fault: string,
])[] = [
  [
    'a name of very many blanks',
    'POST',
    '/v1/launch/plan',
    { ads: [{ adName: `{{${' '.repeat(5_000)}x` }] },
    'too_long',
  ],
  [
    'a naming convention of very many blanks',
    'PUT',
    '/v1/launch-defaults',
    { namingConvention: `{{${' '.repeat(3_000)}x` },
    'too_long',
  ],
  [
    '10,000 ads with a fault each',
    'POST',
    '/v1/launch/plan',
    { ads: many(10_000, () => ({ title: 5 })) },
    'ads_count',
  ],
  ['100,000 empty ads', 'POST', '/v1/launch', { ads: many(100_000, () => ({})) }, 'list_too_long'],
  ['50,000 empty ads', 'POST', '/v1/launch', { ads: many(50_000, () => ({})) }, 'ads_count'],
  [
    '500 ads for 20,000 ad sets',
    'POST',
    '/v1/launch/plan',
    { ads: many(500, () => ({})), adSets: many(20_000, String) },
    'creations_count',
  ],
  [
    '500 ads for 400,000 ad sets',
    'POST',
    '/v1/launch/plan',
    { ads: many(500, () => ({})), adSets: many(400_000, () => 1) },
    'list_too_long',
  ],
  [
    'an export of 50,000 accounts',
    'POST',
    '/v1/exports',
    { ...anExport, accountIds: many(50_000, String) },
    'too_long',
  ],
  [
    'an export of 60,000 accounts',
    'POST',
    '/v1/exports',
    { ...anExport, accountIds: many(60_000, String) },
    'list_too_long',
  ],
  [
    'an export of 150,000 accounts',
    'POST',
    '/v1/exports',
    { ...anExport, accountIds: many(150_000, String) },
    'list_too_long',
  ],
  [
    'accounts in one text',
    'POST',
    '/v1/exports',
    { ...anExport, accountIds: many(5_000, String).join(',') },
    'too_long',
  ],
  [
    'a field with a name of a million letters',
    'POST',
    '/v1/exports',
    { ...anExport, ['x'.repeat(1_000_000)]: 1 },
    'field_name_too_long',
  ],
  [
    '600 unknown fields',
    'POST',
    '/v1/exports',
    { ...anExport, ...fieldsNamed(600) },
    'too_many_fields',
  ],
  [
    '200,000 unknown fields',
    'POST',
    '/v1/exports',
    { ...anExport, ...fieldsNamed(200_000) },
    'too_many_fields',
  ],
  ['a draft of 501 ads', 'POST', '/v1/drafts', { ads: many(501, () => ({})) }, 'too_long'],
  [
    'a text of a million letters in a draft',
    'POST',
    '/v1/drafts',
    { ads: [{ title: 'x'.repeat(1_000_000) }] },
    'text_too_long',
  ],
  [
    'scopes without end',
    'POST',
    '/v1/keys',
    { name: 'k', scopes: many(40_000, () => 'read') },
    'too_long',
  ],
  [
    'events without end',
    'POST',
    '/v1/webhooks',
    { url: 'https://a.test', events: many(40_000, () => 'batch.finished') },
    'too_long',
  ],
  [
    'ids without end',
    'POST',
    '/v1/manage/update-status',
    { businessId: 'act_1', entityType: 'ad', entityIds: many(40_000, String), newStatus: 'PAUSED' },
    'too_long',
  ],
  [
    'texts without end in a template',
    'POST',
    '/v1/ad-copy-templates',
    { name: 't', titles: many(40_000, String), descriptions: ['d'] },
    'too_long',
  ],
];

describe('a flood is refused in a few words', () => {
  test.each(floods)('%s', async (_, method, path, body, fault) => {
    const { app, key } = await startHarness();
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(text.length).toBeLessThan(2_000);
    const { error } = JSON.parse(text) as { error: { details: { code: string }[] } };
    expect([response.status, error.details[0]?.code]).toEqual([422, fault]);
    expect(error.details.length).toBeLessThan(10);
  });
});

test('of very many faults the first hundred are listed, and their number is told', async () => {
  const { call } = await startHarness();
  const { status, body } = await call('POST', '/v1/launch/plan', {
    body: { ads: many(500, () => ({})) },
  });
  expect(status).toBe(422);
  expect(body.error.details).toHaveLength(100);
  expect(body.error.faultCount).toBeGreaterThan(500);
  expect(body.error.message).toContain(
    `The first 100 of ${body.error.faultCount} faults are listed.`,
  );
  const few = await call('POST', '/v1/launch/plan', { body: { ads: [{}] } });
  expect(few.body.error.faultCount).toBeUndefined();
});

test('of very many unknown fields the first hundred are told, the rest counted', async () => {
  const { call } = await startHarness();
  const template = { name: 'One', titles: ['t'], descriptions: ['d'] };
  const { status, body } = await call('POST', '/v1/ad-copy-templates', {
    body: { ...template, ...fieldsNamed(400) },
  });
  expect(status).toBe(201);
  expect(body.warnings).toHaveLength(101);
  expect(body.warnings[100]).toMatchObject({
    code: 'unknown_fields',
    message: expect.stringContaining('300 more fields'),
  });
});

describe('names are one line', () => {
  const bad = 'Boat\u001b[31m\u0007 of\nthe year';
  const ad = { adName: 'Fine', adAccountId: 'act_1' };
  test.each([
    ['POST', '/v1/launch/plan', { ads: [{ ...ad, adName: bad }] }, 'ads[0].adName'],
    ['POST', '/v1/launch', { name: bad, ads: [ad] }, 'name'],
    [
      'POST',
      '/v1/launch',
      { ads: [{ ...ad, adSets: [{ value: '1', label: bad }] }] },
      'ads[0].adSets[0].label',
    ],
    ['POST', '/v1/launch', { ads: [{ ...ad, media: [{ name: bad }] }] }, 'ads[0].media[0].name'],
    ['POST', '/v1/drafts', { name: bad }, 'name'],
    ['POST', '/v1/drafts', { creativeState: { name: bad } }, 'creativeState.name'],
    ['PUT', '/v1/launch-defaults', { namingConvention: bad }, 'namingConvention'],
    ['POST', '/v1/keys', { name: bad }, 'name'],
    ['POST', '/v1/companies', { name: bad }, 'name'],
    ['POST', '/v1/workspaces', { name: bad }, 'name'],
    [
      'POST',
      '/v1/connections',
      { platform: 'primary', name: bad, credentials: { accessToken: 't' } },
      'name',
    ],
    ['POST', '/v1/webhooks', { url: 'https://a.test', name: bad }, 'name'],
    ['POST', '/v1/ad-copy-templates', { name: bad, titles: ['t'], descriptions: ['d'] }, 'name'],
    [
      'POST',
      '/v1/manage/create-campaign',
      { accountId: 'act_1', name: bad, objective: 'OUTCOME_TRAFFIC' },
      'name',
    ],
    ['POST', '/v1/manage/create-adset', { accountId: 'act_1', campaignId: '1', name: bad }, 'name'],
    [
      'POST',
      '/v1/manage/rename',
      { businessId: 'act_1', entityType: 'ad', entityId: '1', name: bad },
      'name',
    ],
    [
      'POST',
      '/v1/manage/duplicate-campaign',
      { accountId: 'act_1', campaignId: '1', newName: bad },
      'newName',
    ],
    [
      'POST',
      '/v1/manage/duplicate-ad',
      { accountId: 'act_1', adId: '1', copyValues: { adName: bad } },
      'copyValues.adName',
    ],
  ])('%s %s %o', async (method, path, body, place) => {
    const { call } = await startHarness();
    const { status, body: answer } = await call(method, path, { body });
    expect(status).toBe(422);
    expect(answer.error.details).toContainEqual(
      expect.objectContaining({ path: place, code: 'control_characters' }),
    );
  });

  test('blanks around a name are cut off, and texts of ads keep their lines', async () => {
    const { call } = await startHarness();
    expect(
      (await call('POST', '/v1/keys', { body: { name: '  Ünïcode 😀 name\n' } })).body.name,
    ).toBe('Ünïcode 😀 name');
    const text = 'First line\n\tsecond line';
    const template = { name: 'Lines', titles: [text], descriptions: [text] };
    expect((await call('POST', '/v1/ad-copy-templates', { body: template })).body.titles).toEqual([
      text,
    ]);
    const plan = await call('POST', '/v1/launch/plan', {
      body: { ads: [{ ...ad, title: text, description: text }] },
    });
    const codes = plan.body.error.details.map(({ code }: { code: string }) => code);
    expect(codes).not.toContain('control_characters');
  });
});

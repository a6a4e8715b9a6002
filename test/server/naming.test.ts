import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namingConventionKind } from '../../core/features/naming/records.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const fields = [
  { key: 'country', source: 'option', options: ['US', 'DE'] },
  { key: 'hook', source: 'token', token: 'mediaName', case: 'lower', split: { by: '.', part: 1 } },
  { key: 'date', source: 'free', kind: 'date', required: false },
];
const make = (more: object = {}) =>
  fixture.call('POST', '/v1/naming-conventions', {
    body: { name: 'Ads', level: 'ad', separator: '_', fields, ...more },
  });

describe('a naming convention', () => {
  test('builds names from values and reads them back', async () => {
    const { status, body } = await make();
    expect(status).toBe(201);
    const path = `/v1/naming-conventions/${body.id}`;
    const rows = [
      { country: 'US', hook: 'Blue_Waves.mp4', date: '20261115' },
      { country: 'DE', hook: 'Sun' },
    ];
    const rendered = (await fixture.call('POST', `${path}/render`, { body: { rows } })).body.data;
    expect(rendered.map(({ name }: { name: string }) => name)).toEqual([
      'US_blue-waves_20261115',
      'DE_sun',
    ]);
    const names = [
      ...rendered.map(({ name }: { name: string }) => name),
      'Something else entirely',
    ];
    expect((await fixture.call('POST', `${path}/parse`, { body: { names } })).body.data).toEqual([
      { name: names[0], values: { country: 'US', hook: 'blue-waves', date: '20261115' } },
      { name: names[1], values: { country: 'DE', hook: 'sun' } },
      { name: names[2], values: null },
    ]);
  });

  test('says which value is wrong and builds no name of it', async () => {
    const { id } = (await make()).body;
    const rows = [{ country: 'FR', date: 'soon', colour: 'red' }];
    const { data } = (
      await fixture.call('POST', `/v1/naming-conventions/${id}/render`, { body: { rows } })
    ).body;
    expect(data[0].name).toBeNull();
    expect(
      data[0].faults.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).toEqual([
      ['colour', 'unknown_field'],
      ['country', 'unknown_option'],
      ['hook', 'missing_field'],
      ['date', 'wrong_kind'],
    ]);
  });

  test('that cannot be read back is refused with two rows of values, on creating and on changing', async () => {
    const both = [
      { key: 'a', source: 'free' },
      { key: 'b', source: 'free', required: false },
      { key: 'c', source: 'free', required: false },
    ];
    const refused = await make({ fields: both });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details[0]).toMatchObject({
      path: 'fields',
      code: 'cannot_be_read_back',
      message: expect.stringMatching(/^Fields b and c clash: the name "x_x" could be read as /),
    });
    const { id } = (await make()).body;
    const changed = await fixture.call('PATCH', `/v1/naming-conventions/${id}`, {
      body: { fields: both },
    });
    expect(changed.status).toBe(422);
    expect((await fixture.call('GET', `/v1/naming-conventions/${id}`)).body.fields).toHaveLength(3);
  });

  test('that was kept before its clash was known builds and reads names, and takes another name', async () => {
    const { store } = fixture.ports;
    const { id } = (await make()).body;
    const kept = await store.get(namingConventionKind, fixture.companyId, id);
    const clashing = [
      { key: 'a', source: 'free' as const, marker: '2', required: false },
      { key: 'b', source: 'free' as const, kind: 'date' as const, required: false },
      { key: 'c', source: 'free' as const },
    ];
    if (kept === undefined) throw new Error('the convention is kept');
    const doc = { ...kept.doc, fields: clashing };
    await store.commit([
      { kind: namingConventionKind, companyId: fixture.companyId, id, expect: kept.version, doc },
    ]);
    const path = `/v1/naming-conventions/${id}`;
    const rendered = await fixture.call('POST', `${path}/render`, {
      body: { rows: [{ b: '20260101', c: 'x' }] },
    });
    expect(rendered.body.data).toMatchObject([{ name: '20260101_x' }]);
    const read = await fixture.call('POST', `${path}/parse`, { body: { names: ['20260101_x'] } });
    expect(read.body.data).toMatchObject([{ values: { c: 'x' } }]);
    expect(await fixture.call('PATCH', path, { body: { name: 'Other' } })).toMatchObject({
      status: 200,
      body: { name: 'Other' },
    });
    const changed = await fixture.call('PATCH', path, { body: { separator: '-' } });
    expect(changed.body.error.details).toMatchObject([{ code: 'cannot_be_read_back' }]);
  });

  test('tells how many names of an account it reads', async () => {
    const all = {
      level: 'ad',
      separator: ' ',
      fields: [
        { key: 'first', source: 'free' },
        { key: 'rest', source: 'free' },
      ],
    };
    const { id } = (await make(all)).body;
    const { body } = await fixture.call(
      'GET',
      `/v1/naming-conventions/${id}/coverage?accountId=act_1001&days=7`,
    );
    expect(body.total).toBeGreaterThan(0);
    expect(body.parsed + body.others.length).toBeGreaterThanOrEqual(Math.min(body.total, 20));
    expect((await fixture.call('DELETE', `/v1/naming-conventions/${id}`)).status).toBe(200);
    expect((await fixture.call('GET', `/v1/naming-conventions/${id}`)).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeAndAfter } from '../../core/access/before-and-after.ts';
import { png } from '../samples/media.ts';
import { startHarness } from './harness.ts';
import { signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

test('the audit tells what was before a change and after it, of what has changed alone, and no secret', async () => {
  const harness = await startHarness();
  const { call } = harness;
  const made = async (path: string, body: object) => (await call('POST', path, { body })).body;
  const key = await made('/v1/keys', { name: 'Sheet', scopes: ['read'] });
  const workspace = await made('/v1/workspaces', { name: 'North' });
  const webhook = await made('/v1/webhooks', {
    url: 'https://hooks.example/in?token=hunter2',
    events: ['batch.finished'],
  });
  const template = await made('/v1/utm-templates', {
    name: 'Spring',
    parameters: [{ name: 'utm_source', value: 'ads' }],
  });
  const person = await signedIn(harness, { role: 'viewer', workspaces: [] });
  const tenant = await made('/v1/companies', { name: 'Tenant' });
  const patch = async (path: string, body: object, method = 'PATCH') =>
    expect([path, (await call(method, path, { body })).status]).toEqual([path, 200]);
  await patch(`/v1/keys/${key.id}`, { scopes: ['read', 'launch'], name: 'Sheet' });
  await patch(`/v1/people/${person.id}`, { role: 'manager' });
  await patch(`/v1/workspaces/${workspace.id}`, { name: 'South' });
  await patch(`/v1/webhooks/${webhook.id}`, { url: 'https://hooks.example/other?token=hunter3' });
  await patch(`/v1/utm-templates/${template.id}`, { name: 'Summer' });
  await patch(`/v1/companies/${tenant.companyId}`, { limits: { adsPerMonth: 5 } });
  await patch('/v1/launch-defaults', { link: 'https://example.com' }, 'PUT');
  const { data } = (await call('GET', '/v1/audit?limit=200')).body;
  const last = (action: string) => {
    const { before, after } =
      data.find((entry: { action: string }) => entry.action === action)?.details ?? {};
    return [before, after];
  };
  expect(last('key.change')).toEqual([{ scopes: ['read'] }, { scopes: ['read', 'launch'] }]);
  expect(last('person.change')).toEqual([{ role: 'viewer' }, { role: 'manager' }]);
  expect(last('workspace.change')).toEqual([{ name: 'North' }, { name: 'South' }]);
  expect(last('webhook.change')).toEqual([
    { url: 'https://hooks.example/in' },
    { url: 'https://hooks.example/other' },
  ]);
  expect(last('utm-template.change')).toEqual([{ name: 'Spring' }, { name: 'Summer' }]);
  expect(last('company.update')).toEqual([{ limits: null }, { limits: { adsPerMonth: 5 } }]);
  expect(last('launch-defaults.change')).toEqual([{ link: null }, { link: 'https://example.com' }]);
  expect(
    data.some(({ details }: { details: object }) =>
      JSON.stringify(details ?? {}).includes('hunter'),
    ),
  ).toBe(false);
});

describe('in comments and in the library', () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await startServiceFixture();
  });
  afterAll(() => fixture.worker.stop());

  /** What the audit tells of a change, after its fields. */
  const changed = async (action: string, path: string, body: object) => {
    await fixture.clock.advance(1_000);
    expect([path, (await fixture.call('PATCH', path, { body })).status]).toEqual([path, 200]);
    const [entry] = (await fixture.call('GET', '/v1/audit?limit=1')).body.data;
    expect(entry.action).toBe(action);
    return [entry.details.before, entry.details.after];
  };
  const made = async (path: string, body: object): Promise<string> =>
    (await fixture.call('POST', path, { body })).body.id;

  test('a filter of comments: its conditions, and that it is a dry run again', async () => {
    const path = `/v1/comment-filters/${await made('/v1/comment-filters', { name: 'Rude', words: ['fool'] })}`;
    expect(await changed('comment-filter.change', path, { mode: 'on' })).toEqual([
      { mode: 'dry-run' },
      { mode: 'on' },
    ]);
    const sent = { name: 'Rude', words: ['fool', 'spam'], accountIds: ['act_1001'] };
    expect(await changed('comment-filter.change', path, sent)).toEqual([
      { mode: 'on', words: ['fool'], accountIds: [] },
      { mode: 'dry-run', words: ['fool', 'spam'], accountIds: ['act_1001'] },
    ]);
  });

  test('a saved reply', async () => {
    const id = await made('/v1/saved-replies', { name: 'Thanks', text: 'Thank you!' });
    const sent = { name: 'Thanks', text: 'Many thanks!' };
    expect(await changed('saved-reply.change', `/v1/saved-replies/${id}`, sent)).toEqual([
      { text: 'Thank you!' },
      { text: 'Many thanks!' },
    ]);
  });

  test('a board', async () => {
    const id = await made('/v1/library/boards', { name: 'Autumn' });
    const sent = { name: 'Winter', description: 'For the cold months' };
    expect(await changed('board.change', `/v1/library/boards/${id}`, sent)).toEqual([
      { name: 'Autumn', description: null },
      { name: 'Winter', description: 'For the cold months' },
    ]);
  });

  test('title, tags and idea of a file', async () => {
    const { id } = await fixture.uploadAs('Waves_1x1.png', await png(600, 600));
    const sent = { title: 'Big blue', tags: ['sea'] };
    expect(await changed('media.change', `/v1/library/assets/${id}`, sent)).toEqual([
      { title: null, tags: null },
      { title: 'Big blue', tags: ['sea'] },
    ]);
    expect(
      await changed('media.change', `/v1/library/assets/${id}`, { title: null, idea: 'water' }),
    ).toEqual([
      { title: 'Big blue', idea: 'waves' },
      { title: null, idea: 'water' },
    ]);
  });
});

test('a long value is told as that it has changed', () => {
  const changed = beforeAndAfter({ text: 'a'.repeat(600), same: [1] }, { text: 'b', same: [1] }, [
    'text',
    'same',
  ]);
  expect(changed).toEqual({ before: { text: '(602 characters)' }, after: { text: 'b' } });
});

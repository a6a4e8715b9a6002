import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyKind } from '../../core/access/records.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { mediaKind } from '../../core/media/records.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import { png } from '../samples/media.ts';

let slipway: Slipway;
let body: { readonly ads: readonly object[]; readonly adSets: readonly string[] };
const key = (idempotencyKey: string) => ({ idempotencyKey });

beforeAll(async () => {
  slipway = await createSlipway();
  const [adSet] = (
    await slipway.reports.adSets({ accountId: 'act_1001', status: 'ACTIVE' })
  ).data.filter(({ adCount }) => adCount === 0);
  const [profile] = (await slipway.accounts.profiles({ accountId: 'act_1001' })).data;
  const { url } = await slipway.media.upload({ name: 'photo.png', content: await png(600, 600) });
  const { page, secondary } = profile ?? { page: '', secondary: '' };
  const ad = {
    adName: 'A',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media: [{ url }],
  };
  body = { ads: [ad], adSets: [adSet?.value ?? ''] };
});
afterAll(() => slipway.close());

/** The same through the API of the same installation. */
async function post(path: string, sent: object, idempotencyKey: string) {
  const response = await slipway.app().request(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${slipway.adminKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(sent),
  });
  return {
    replayed: response.headers.get('idempotent-replay'),
    body: (await response.json()) as { [name: string]: unknown },
  };
}

const batches = () => slipway.ports.store.count(batchKind, slipway.companyId);

describe('a call with an idempotencyKey', () => {
  test('launches once, however often it is made and through whichever door', async () => {
    const before = await batches();
    const first = await slipway.launch(body as Parameters<Slipway['launch']>[0], key('launch'));
    const second = await slipway.launch(body as Parameters<Slipway['launch']>[0], key('launch'));
    const third = await post('/v1/launch', { adSets: body.adSets, ads: body.ads }, 'launch');
    expect([second, third.body]).toEqual([first, first]);
    expect([third.replayed, await batches()]).toEqual(['true', before + 1]);
    await slipway.finished(first.adBatchId);
    const undone = await slipway.batches.undo({ id: first.adBatchId, mode: 'pause' }, key('undo'));
    expect(
      (await post(`/v1/batches/${first.adBatchId}/undo`, { mode: 'pause' }, 'undo')).body,
    ).toEqual(undone);
  });

  test('answers a request of the API that came first', async () => {
    const sent = await post(
      '/v1/connections',
      { platform: 'primary', credentials: { accessToken: 'sandbox-token' } },
      'connect',
    );
    const connected = await slipway.connections.create(
      { platform: 'primary', credentials: { accessToken: 'sandbox-token' } },
      key('connect'),
    );
    expect(connected).toEqual(sent.body);
  });

  test('takes a file in once', async () => {
    const bytes = await png(40, 40);
    const first = await slipway.media.upload({ name: 'once.png', content: bytes }, key('upload'));
    expect(await slipway.media.upload({ name: 'once.png', content: bytes }, key('upload'))).toEqual(
      first,
    );
    await expect(
      slipway.media.upload({ name: 'other.png', content: bytes }, key('upload')),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('makes one company, with the key that was shown', async () => {
    const count = () => slipway.ports.store.count(companyKind, SYSTEM);
    const before = await count();
    const first = await slipway.companies.create({ name: 'Guests' }, key('company'));
    expect([
      await slipway.companies.create({ name: 'Guests' }, key('company')),
      await count(),
    ]).toEqual([first, before + 1]);
  });

  test('of another kind is another call, and a key that can be none is refused', async () => {
    const request = { businessId: 'act_1001', entityIds: ['404'], newStatus: 'PAUSED' as const };
    await slipway.manage.updateStatus(request, key('upload'));
    await expect(slipway.manage.updateStatus(request, key(''))).rejects.toMatchObject({
      code: 'bad_request',
    });
    await expect(
      slipway.media.upload({ name: 'a.png', content: await png(8, 8) }, key('x'.repeat(256))),
    ).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});

test('a company that does not exist can do nothing', async () => {
  const nobody = slipway.company('co_typo');
  const calls = Object.entries(nobody).flatMap(([name, verb]) =>
    typeof verb === 'function' ? [[name, verb] as const] : Object.entries(verb),
  ) as [string, (...given: unknown[]) => unknown][];
  for (const [name, call] of calls)
    await expect([
      name,
      await Promise.resolve(call()).catch((error: { code: string }) => error.code),
    ]).toEqual([name, 'not_found']);
  await expect(
    nobody.media.upload({ name: 'a.png', content: await png(8, 8) }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(await slipway.ports.store.count(mediaKind, 'co_typo')).toBe(0);
  await expect(slipway.company('').accounts.list()).rejects.toMatchObject({ code: 'not_found' });
  expect((await slipway.company(slipway.companyId).accounts.list()).data.length).toBeGreaterThan(0);
});

import { beforeEach, expect, test } from 'vitest';
import type { SignedNotice } from '../../../../adapters/sandbox/kit/leads.ts';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { eraseLeads } from '../../../../core/features/leads/erase.ts';
import { openAddress, receiveNotices } from '../../../../core/features/leads/notices.ts';
import { leadKind } from '../../../../core/features/leads/records.ts';
import { endWatch } from '../../../../core/features/leads/watch.ts';
import { SANDBOX_URL } from '../../../test-service.ts';
import { account, type LeadsFixture, leadsFixture } from './leads-fixture.ts';

let fixture: LeadsFixture;
let address: Awaited<ReturnType<typeof openAddress>>;
beforeEach(async () => {
  fixture = await leadsFixture();
  address = await openAddress(fixture.ports, fixture.caller, account);
});

const call = (more: object) => {
  const [companyId = '', id = ''] = address.url.split('/').slice(-2);
  const asked = { method: 'POST' as const, companyId, id, query: {}, header: () => undefined, body: '', ...more };
  return receiveNotices(fixture.ports, asked).catch((error: { readonly code: string }) => error.code);
};
const send = ({ headers, body }: Pick<SignedNotice, 'headers' | 'body'>) =>
  call({ body, header: (name: string) => headers[name] });
const known = async () => (await fixture.rows()).map(({ id }) => id.split(':')[1]).sort();

test('the platform is told that the address is ours only with its token', async () => {
  const asked = (token: string) =>
    call({ method: 'GET', query: { 'hub.mode': 'subscribe', 'hub.challenge': '42', 'hub.verify_token': token } });
  expect(await asked(address.token)).toEqual({ contentType: 'text/plain', body: '42' });
  expect(await asked('another')).toBe('forbidden');
  expect(await call({ id: 'nowhere' })).toBe('not_found');
  expect(await fixture.held('pages')).toContainEqual(expect.objectContaining({ subscribed: ['leadgen'] }));
});

test('leads come by notice and by list, in any order and however often, once each', async () => {
  const { leadIds, notices } = await fixture.arrive({ count: 20 });
  for (const notice of [...notices].reverse().slice(0, 12))
    expect(await send(notice)).toMatchObject({ body: '{"success":true}' });
  await fixture.fault({ fault: 'leads-withheld', path: '*/leads' });
  await fixture.pass();
  expect(await known()).toEqual(leadIds.slice(8).sort());
  await fixture.clearFaults();
  await fixture.later();
  for (const notice of [...notices, ...notices]) await send(notice);
  await fixture.later();
  expect(await known()).toEqual([...leadIds].sort());
  expect(await fixture.told()).toHaveLength(20);
});

test('a forged notice leaves nothing behind', async () => {
  const { notices } = await fixture.arrive();
  const [notice] = notices;
  const { body = '', headers = {} } = notice ?? {};
  const forged = [
    { body, headers: {} },
    { body, headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } },
    { body: body.replace('leadgen_id":1', 'leadgen_id":2'), headers },
  ];
  for (const each of forged) expect(await send(each)).toBe('forbidden');
  expect(await fixture.store.count(leadKind, fixture.companyId)).toBe(0);
});

test('a notice brings no lead back that was erased, and none of an account that is not read', async () => {
  const { leadIds, notices } = await fixture.arrive({ count: 2 });
  await fixture.pass();
  await eraseLeads(fixture.ports, fixture.caller, { email: 'person-1@people.example' });
  for (const notice of notices) await send(notice);
  await fixture.later();
  expect(await known()).toEqual([leadIds[1]]);
  const more = await fixture.arrive();
  await endWatch(fixture.ports, fixture.caller, account);
  expect(await Promise.all(more.notices.map(send))).toEqual(['not_found']);
});

test('a lead that is gone when its notice is read is forgotten', async () => {
  const { leadIds, notices } = await fixture.arrive();
  for (const notice of notices) await send(notice);
  const at = `${SANDBOX_URL}/meta/${leadIds[0]}?access_token=${seed.token}`;
  await fixture.sandbox.fetch(new Request(at, { method: 'DELETE' }));
  await fixture.pass();
  expect(await fixture.store.count(leadKind, fixture.companyId)).toBe(0);
});

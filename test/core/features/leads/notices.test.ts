import { beforeEach, expect, test } from 'vitest';
import { linkedin } from '../../../../adapters/platforms/linkedin/index.ts';
import { meta } from '../../../../adapters/platforms/meta/index.ts';
import { clientSecret, linkedinAccountId } from '../../../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import type { SignedNotice } from '../../../../adapters/sandbox/stage.ts';
import { connectPlatform } from '../../../../core/accounts/connect.ts';
import type { AccountKey } from '../../../../core/base/account-key.ts';
import { eraseLeads } from '../../../../core/features/leads/erase.ts';
import { openAddress, receiveNotices } from '../../../../core/features/leads/notices.ts';
import { runLeadsPass } from '../../../../core/features/leads/pass.ts';
import { leadKind } from '../../../../core/features/leads/records.ts';
import { endWatch, setWatch } from '../../../../core/features/leads/watch.ts';
import { SANDBOX_URL } from '../../../test-service.ts';
import { type Arrived, account, type LeadsFixture, leadsFixture } from './leads-fixture.ts';

let fixture: LeadsFixture;
let address: Awaited<ReturnType<typeof openAddress>>;
beforeEach(async () => {
  fixture = await leadsFixture();
  address = await openAddress(fixture.ports, fixture.caller, account);
});

const call = (more: object) => {
  const [companyId = '', id = ''] = address.url.split('/').slice(-2);
  const asked = {
    method: 'POST' as const,
    companyId,
    id,
    query: {},
    header: () => undefined,
    body: '',
    ...more,
  };
  return receiveNotices(fixture.ports, asked).catch(
    (error: { readonly code: string }) => error.code,
  );
};
const send = ({ headers, body }: Pick<SignedNotice, 'headers' | 'body'>) =>
  call({ body, header: (name: string) => headers[name] });
const known = async () => (await fixture.rows()).map(({ id }) => id.split(':')[1]).sort();

test('the address answers the platform only with its token', async () => {
  const asked = (token: string) =>
    call({
      method: 'GET',
      query: { 'hub.mode': 'subscribe', 'hub.challenge': '42', 'hub.verify_token': token },
    });
  expect(await asked(address.token)).toEqual({ contentType: 'text/plain', body: '42' });
  expect(await asked('another')).toBe('forbidden');
  expect(await call({ id: 'nowhere' })).toBe('not_found');
  expect(await fixture.held('pages')).toContainEqual(
    expect.objectContaining({ subscribed: ['leadgen'] }),
  );
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

test('professional-network: a deletion buries the lead, whichever came first', async () => {
  const service = await leadsFixture({ platforms: [meta, linkedin] });
  const { ports, caller, companyId } = service;
  const accountId: AccountKey = `professional-network:${linkedinAccountId(1, 1)}`;
  const credentials = { accessToken: seed.token, clientSecret };
  await connectPlatform(ports, caller, { platform: 'professional-network', credentials });
  await setWatch(ports, caller, { accountId });
  const { url } = await openAddress(ports, caller, accountId);
  const { leadIds, notices } = (await service.control('POST', 'leads', {
    platform: 'linkedin',
    count: 2,
  })) as Arrived;
  const id = url.split('/').pop() ?? '';
  const told = async (body: string) => {
    const signature = await ports.secrets.hmacSha256(clientSecret, `hmacsha256=${body}`);
    const header = (name: string) => (name === 'x-li-signature' ? signature : undefined);
    return receiveNotices(ports, { method: 'POST', companyId, id, query: {}, header, body });
  };
  const [first, second] = notices.map(({ body }) => body);
  await told((first ?? '').replace('CREATED', 'DELETED'));
  await told(first ?? '');
  await told(second ?? '');
  await runLeadsPass(ports, companyId, accountId, () => false);
  expect((await service.rows({ accountId })).map((row) => row.id)).toEqual([
    `professional-network:${leadIds[1]}`,
  ]);
  await told((second ?? '').replace('CREATED', 'DELETED'));
  await service.clock.sleep(61 * 60_000);
  await runLeadsPass(ports, companyId, accountId, () => false);
  expect(await service.rows({ accountId })).toEqual([]);
});

import { expect, test } from 'vitest';
import { type Plan, useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT, untilSettled } from './launch-rows.ts';

const { server, playground, freshSheet, rowsOf, statuses } = useLaunchFixture();

const SHEET = 'Launch all columns';

const row = (name: string, adSet: string, more: { readonly [header: string]: string } = {}) => ({
  'Ad name': name,
  'Ad sets': '',
  'New campaign': 'Regatta',
  'New campaign objective': 'OUTCOME_TRAFFIC',
  'New ad set': adSet,
  'New ad set daily budget': '20',
  'New ad set countries': 'US',
  ...more,
});

test('rows that describe a campaign make it once with its ad sets; the same rows again make nothing', async () => {
  await freshSheet('all', [row('Sail 1', 'North'), row('Sail 2', 'North'), row('Sail 3', 'South')], SHEET);
  const { planId } = await playground().call<Plan>('planLaunch', 'ready');
  await playground().call('startLaunch', planId, 'ready');
  await untilSettled(playground());
  expect(await statuses(SHEET)).toEqual(['Launched, paused', 'Launched, paused', 'Launched, paused']);
  const { data } = (await server().ask('GET', `/v1/adsets?accountId=${ACCOUNT}&limit=200`)) as {
    data: { label: string; campaign: { name: string } }[];
  };
  const made = data.filter(({ campaign }) => campaign.name === 'Regatta').map(({ label }) => label);
  expect(made.sort()).toEqual(['North', 'South']);
  const before = (await server().ask('GET', '/v1/batches?limit=1')) as { total: number };
  await playground()
    .call<Plan>('planLaunch', 'ready')
    .catch(() => undefined);
  expect(await statuses(SHEET)).toEqual(['Launched, paused', 'Launched, paused', 'Launched, paused']);
  await expect(playground().call<Plan>('planLaunch', 'ready')).rejects.toMatchObject({ message: expect.any(String) });
  expect((await server().ask('GET', '/v1/batches?limit=1')) as { total: number }).toEqual(before);
});

test('rows that differ in a setting of one ad set are refused at both cells', async () => {
  await freshSheet('all', [row('Oar 1', 'East'), row('Oar 2', 'East', { 'New ad set daily budget': '30' })], SHEET);
  const told = await playground()
    .call<Plan>('planLaunch', 'ready')
    .then(JSON.stringify, (error: unknown) => String((error as Error).message));
  const rows = JSON.stringify(await rowsOf(SHEET));
  expect(`${told} ${rows}`).toContain('differ here: 20 and 30');
});

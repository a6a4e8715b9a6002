import { expect, test } from 'vitest';
import { controlAt } from '../lead-path.ts';
import { type Plan, useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT, fillRows, untilSettled } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { server, playground, freshSheet, rowsOf, statuses } = fixture;

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
  await freshSheet(
    'all',
    [row('Sail 1', 'North'), row('Sail 2', 'North'), row('Sail 3', 'South')],
    SHEET,
  );
  const { planId } = await playground().call<Plan>('planLaunch', 'ready');
  await playground().call('startLaunch', planId, 'ready');
  await untilSettled(playground());
  expect(await statuses(SHEET)).toEqual([
    'Launched, paused',
    'Launched, paused',
    'Launched, paused',
  ]);
  const { data } = (await server().ask('GET', `/v1/adsets?accountId=${ACCOUNT}&limit=200`)) as {
    data: { label: string; campaign: { name: string } }[];
  };
  const made = data.filter(({ campaign }) => campaign.name === 'Regatta').map(({ label }) => label);
  expect(made.sort()).toEqual(['North', 'South']);
  const before = (await server().ask('GET', '/v1/batches?limit=1')) as { total: number };
  await playground()
    .call<Plan>('planLaunch', 'ready')
    .catch(() => undefined);
  expect(await statuses(SHEET)).toEqual([
    'Launched, paused',
    'Launched, paused',
    'Launched, paused',
  ]);
  await expect(playground().call<Plan>('planLaunch', 'ready')).rejects.toMatchObject({
    message: expect.any(String),
  });
  expect((await server().ask('GET', '/v1/batches?limit=1')) as { total: number }).toEqual(before);
});

test('rows of a campaign that are too many for one launch wait for the one that makes it', async () => {
  await playground().reset();
  await playground().control('set', { newSheetRows: 520 });
  await playground().call('connect', server().adminKey);
  await playground().call('createLaunchSheet', 'all', ACCOUNT);
  const rows = Array.from({ length: 501 }, (_, i) =>
    row(`Fleet ${i}`, `Fleet ${i % 11}`, { 'New campaign': 'Fleet' }),
  );
  await fillRows(playground(), SHEET, fixture.common, rows);
  const { planId } = await playground().call<Plan>('planLaunch', 'ready');
  const started = await playground().call<{ state: string; total: number }[]>(
    'startLaunch',
    planId,
    'ready',
  );
  expect(started.map(({ state, total }) => [state, total])).toContainEqual(['sending', 1]);
  await untilSettled(playground());
  expect(new Set(await statuses(SHEET))).toEqual(new Set(['Launched, paused']));
  const { data } = (await server().ask('GET', `/v1/campaigns?accountId=${ACCOUNT}&limit=200`)) as {
    data: { name: string }[];
  };
  expect(data.filter(({ name }) => name === 'Fleet')).toHaveLength(1);
});

test('rows that differ in a setting of one ad set are refused at both cells', async () => {
  await freshSheet(
    'all',
    [row('Oar 1', 'East'), row('Oar 2', 'East', { 'New ad set daily budget': '30' })],
    SHEET,
  );
  const told = await playground()
    .call<Plan>('planLaunch', 'ready')
    .then(JSON.stringify, (error: unknown) => String((error as Error).message));
  const rows = JSON.stringify(await rowsOf(SHEET));
  expect(`${told} ${rows}`).toContain('differ here: 20 and 30');
});

test.each([
  ['Dear', 'while they wait'],
  ['Cut', 'before they are sent'],
])(
  '%s: rows that follow a launch that is cancelled %s are refused, and make no campaign themselves',
  async (word, when) => {
    await playground().reset();
    await playground().control('set', { newSheetRows: 520 });
    await playground().call('connect', server().adminKey);
    await playground().call('createLaunchSheet', 'all', ACCOUNT);
    const rows = Array.from({ length: 501 }, (_, i) =>
      row(`${word} ${i}`, `${word} ${i % 11}`, { 'New campaign': word }),
    );
    await fillRows(playground(), SHEET, fixture.common, rows);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    // The platform takes no campaign meanwhile: the first launch waits.
    const control = controlAt(server().sandboxUrl);
    await control('POST', 'faults', {
      platform: 'meta',
      fault: 'transient',
      method: 'POST',
      path: '/*/campaigns',
      times: 1000,
    });
    let batch: number | null | undefined;
    if (when === 'while they wait') {
      const started = await playground().call<{ state: string; batchId: number | null }[]>(
        'startLaunch',
        planId,
        'ready',
      );
      expect(started.map(({ state }) => state).sort()).toEqual(['open', 'sending']);
      batch = started.find(({ state }) => state === 'open')?.batchId;
    } else {
      await playground().control('disturb', {
        faults: [{ match: '/v1/launch', times: 1, does: 'kill' }],
      });
      await playground().run('startLaunch', [planId, 'ready']);
      await playground().control('disturb', {});
      const { data } = (await server().ask('GET', '/v1/batches?limit=1')) as {
        data: { adBatchId: number }[];
      };
      batch = data[0]?.adBatchId;
    }
    await server().ask('POST', `/v1/batches/${batch}/cancel`);
    await control('DELETE', 'faults');
    let status: unknown;
    do status = (await server().ask('GET', `/v1/batch-status/${batch}`)).summaryStatus;
    while (status === 'in_progress');
    await untilSettled(playground()).catch(() => undefined);
    await untilSettled(playground());
    const last = (await rowsOf(SHEET)).at(500);
    expect([last?.['Ad name'], last?.['Launch status'], JSON.stringify(last)]).toEqual([
      `${word} 500`,
      expect.not.stringContaining('Launched'),
      expect.stringContaining(`Retry batch ${batch} first, then launch these ads.`),
    ]);
    expect(JSON.stringify(await control('GET', 'state?objects=campaigns'))).not.toContain(
      `"${word}"`,
    );
  },
);

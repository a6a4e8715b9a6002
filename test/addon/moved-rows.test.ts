import { expect, test } from 'vitest';
import type { Outcome } from './addon-fixture.ts';
import { type Plan, useLaunchFixture } from './launch-fixture.ts';
import { makeAdSets, SHEET } from './launch-rows.ts';

/**
 * Rows come and go above and below while the script works: at every single call of a check and of a
 * poll.
 */

const fixture = useLaunchFixture();
const { playground } = fixture;

const headers = async (row = 1): Promise<string[]> =>
  ((await playground().look(SHEET)).cells[row - 1] ?? []).map(({ shown }) => shown);

async function disturbed(name: string, beforeCall: number, gesture: object): Promise<Outcome> {
  await playground().control('disturb', {
    edits: [{ beforeCall, gestures: [{ sheet: SHEET, ...gesture }] }],
  });
  const outcome = await playground().run(name);
  await playground().control('disturb', {});
  return outcome;
}

const above = { do: 'insertRows', before: 1, count: 1 };
const takeAway = () => playground().hands({ do: 'deleteRows', sheet: SHEET, first: 1, count: 1 });

const link = (call: number): string =>
  call % 2 === 0 ? 'https://example.com/boats' : 'example.com';

/** Two rows that were checked, with a header of the user's own. */
async function checkedSheet(adSets = fixture.adSets[0] ?? ''): Promise<string[]> {
  await fixture.freshSheet('single', [
    { 'Ad name': 'Kayak', 'Ad sets': adSets },
    { 'Ad name': 'Canoe', 'Ad sets': adSets },
  ]);
  await playground().call('checkRows');
  await fixture.type(1, 'Launch status', 'Stand');
  return headers();
}

const keysIn = async (): Promise<(string | undefined)[]> =>
  (await fixture.rowsOf())
    .filter((row) => row['Ad name'] !== '')
    .map((row) => row['Row key']?.split(' ')[0]);

test('a row above the headers, at any call of a check: after the next one headers and rows are as they were', async () => {
  const wanted = await checkedSheet();
  const keys = await keysIn();
  let ended = 0;
  for (let call = 1; ; call++) {
    await playground().hands({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column: wanted.indexOf('Link') + 1,
      text: link(call),
    });
    // Every other check writes less, and ends before.
    if ((await disturbed('checkRows', call, above)).calls < call) {
      expect(call).toBeGreaterThan(40);
      if (++ended === 2) break;
      continue;
    }
    await playground().call('checkRows');
    const found = await headers(2);
    await takeAway();
    const rows = (await fixture.rowsOf()).map((row) => [row['Ad name'], row.Stand]);
    expect({ call, found, keys: await keysIn(), rows }).toEqual({
      call,
      found: wanted,
      keys,
      rows: [
        ['Kayak', call % 2 === 0 ? 'Ready to launch' : 'Needs fixing'],
        ['Canoe', 'Ready to launch'],
      ],
    });
  }
});

test('a row above the headers, at any call of a poll: the same', async () => {
  const adSets = await makeAdSets(fixture.server(), 250);
  let [tried, ended] = [0, 0];
  for (let call = 1; ; call++) {
    // Fifty ads fit into an ad set.
    const wanted = await checkedSheet(adSets[Math.floor(call / 25)]);
    const keys = await keysIn();
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    const [{ batchId } = { batchId: 0 }] = await playground().call<{ batchId: number }[]>(
      'startLaunch',
      planId,
      'ready',
    );
    await expect
      .poll(
        async () => (await fixture.server().ask('GET', `/v1/batch-status/${batchId}`)).rawStatus,
        { interval: 20 },
      )
      .toBe('Success');
    // A poll has less to write where the launch had ended before its start was written down.
    if ((await disturbed('continueLaunches', call, above)).calls < call) {
      if (++ended === 3) break;
      continue;
    }
    [tried, ended] = [tried + 1, 0];
    await playground().call('checkRows');
    const found = await headers(2);
    await takeAway();
    const rows = (await fixture.rowsOf()).map((row) => [
      row['Ad name'],
      row.Stand,
      /^\d{10,}$/.test(row['Ad IDs'] ?? ''),
    ]);
    expect({ call, found, keys: await keysIn(), rows }).toEqual({
      call,
      found: wanted,
      keys,
      rows: [
        ['Kayak', 'Launched, paused', true],
        ['Canoe', 'Launched, paused', true],
      ],
    });
  }
  expect(tried).toBeGreaterThan(10);
});

test('a check that ends after it wrote over headers: the next one writes them back', async () => {
  await checkedSheet();
  await fixture.type(1, 'Stand', 'Launch status');
  const wanted = await headers();
  const spoilt = {
    'Launch status': 'Ready to launch',
    'What to do': '',
    'Ad IDs': '120200000001300501',
    'Ads manager': 'https://x.example/1',
  };
  for (const [header, text] of Object.entries(spoilt))
    await playground().hands({
      do: 'type',
      sheet: SHEET,
      row: 1,
      column: wanted.indexOf(header) + 1,
      text,
    });
  await playground().call('checkRows');
  expect(await headers()).toEqual(wanted);
});

test('rows deleted at any call of a check are told in no words of Google, and the rest is checked', async () => {
  const wanted = await checkedSheet();
  for (let call = 1; ; call++) {
    await playground().hands({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column: wanted.indexOf('Link') + 1,
      text: link(call),
    });
    await playground().hands({ do: 'insertRows', sheet: SHEET, before: 4, count: 12 });
    const outcome = await disturbed('checkRows', call, { do: 'deleteRows', first: 4, count: 12 });
    if (outcome.calls < call) break;
    expect([call, outcome.value]).toMatchObject([call, { ok: true }]);
    expect(await headers()).toEqual(wanted);
  }
});

test('rows that go on being deleted while they are checked are told in our words', async () => {
  await checkedSheet();
  await playground().hands({ do: 'insertRows', sheet: SHEET, before: 4, count: 400 });
  const gestures = [{ do: 'deleteRows', sheet: SHEET, first: 4, count: 1 }];
  const edits = Array.from({ length: 390 }, (_, i) => ({ beforeCall: i + 1, gestures }));
  await playground().control('disturb', { edits });
  await expect(playground().call('checkRows')).rejects.toThrow(
    `Rows of “${SHEET}” were moved or deleted while Slipway read them. Check the rows again.`,
  );
  await playground().control('disturb', {});
});

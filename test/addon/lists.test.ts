import { expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { type Plan, type Summary, useLaunchFixture } from './launch-fixture.ts';
import { makeAdSets, SHEET } from './launch-rows.ts';

/** Lists that are older than what they list. */

const fixture = useLaunchFixture();
const { playground, server } = fixture;

const requestsTo = async (path: string): Promise<number> => {
  const { requests } = await playground().control<{ requests: { url: string }[] }>('takeCounts');
  return requests.filter(({ url }) => new URL(url).pathname === path).length;
};

test('an ad set that was made since is known to the check, and to the plan', async () => {
  await fixture.freshSheet('single', [{ 'Ad name': 'Fresh', 'Ad sets': fixture.adSets[0] ?? '' }]);
  await playground().call('checkRows');
  const [first = ''] = await makeAdSets(server(), 1);
  await fixture.type(2, 'Ad sets', first);
  expect((await playground().call<Summary>('checkRows')).faults).toEqual([]);
  const seen = await playground().look(SHEET);
  expect(seen.cells[1]?.[columnOf(seen, 'Ad sets') - 1]?.choices).toContainEqual(
    expect.stringContaining(first),
  );

  const [second = ''] = await makeAdSets(server(), 1);
  await fixture.type(2, 'Ad sets', second);
  expect(await playground().call<Plan>('planLaunch', 'ready')).toMatchObject({ totalAds: 1 });
});

test('an ad set that is not there is looked for once, and the fault says how old the list is', async () => {
  await fixture.freshSheet('single', [
    { 'Ad name': 'One', 'Ad sets': '41' },
    { 'Ad name': 'Two', 'Ad sets': '42' },
  ]);
  await playground().control('takeCounts');
  const { faults } = await playground().call<Summary>('checkRows');
  expect(await requestsTo('/v1/adsets')).toBe(1);
  expect(faults.map(({ text }) => text)).toEqual(
    [41, 42].map((id) =>
      expect.stringMatching(
        new RegExp(
          `There is no ad set ${id} in act_1001\\..* The list was read at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d; checking`,
        ),
      ),
    ),
  );
});

test('an account that refuses stops no other, and keeps the lists it had', async () => {
  await fixture.freshSheet('single', [
    { 'Ad name': 'Here', 'Ad sets': fixture.adSets[0] ?? '' },
    { 'Ad name': 'There', 'Ad account': 'act_1003', 'Ad sets': '42' },
  ]);
  await playground().call('checkRows');
  const listed = async (account: string): Promise<number> =>
    (await playground().look('Slipway lists')).cells.filter(
      (row) => row[1]?.shown === `primary:${account}`,
    ).length;
  const before = await listed('act_1003');
  expect(before).toBeGreaterThan(1);

  const [made = ''] = await makeAdSets(server(), 1);
  const refuse = {
    fault: 'error',
    method: 'GET',
    path: '*/act_1003/*',
    code: 200,
    message: 'Not yours any more.',
    times: 50,
  };
  await fetch(`${server().sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(refuse),
  });
  try {
    const { refused } = await playground().call<{ refused: string[] }>('refreshLists');
    expect(refused).toEqual([expect.stringContaining('act_1003')]);
    expect(await listed('act_1003')).toBe(before);
    await fixture.type(2, 'Ad sets', made);
    const { faults } = await playground().call<Summary>('checkRows');
    expect(faults.map(({ cell }) => cell)).toEqual([expect.stringMatching(/3$/)]);
  } finally {
    await fetch(`${server().sandboxUrl}/_sandbox/faults`, { method: 'DELETE' });
  }
});

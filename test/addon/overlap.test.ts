import { describe, expect, test } from 'vitest';
import type { Outcome } from './addon-fixture.ts';
import { type Plan, useLaunchFixture } from './launch-fixture.ts';
import { untilSettled } from './launch-rows.ts';

/** Executions of the built script in the middle of one another: two windows, a trigger, an edit. */

const fixture = useLaunchFixture();
const { playground } = fixture;

/**
 * Where the other one begins: early, while the file is read, while requests are under way, at the
 * end.
 */
const PLACES = [2, 15, 30, 45, 60, 80];

type Reply = { readonly ok: boolean; readonly problem?: { readonly kind: string } };
const overlapped = async (): Promise<Reply[]> =>
  (await playground().control<Outcome[]>('takeOverlapped')).map(({ value }) => value as Reply);

describe.each(PLACES)('another execution that begins at call %i', (beforeCall) => {
  test('launches no row twice, and loses none', async () => {
    const name = `Overlap ${beforeCall}`;
    await fixture.freshSheet('single', [
      { 'Ad name': `${name} a`, 'Ad sets': fixture.adSets[0] ?? '' },
      { 'Ad name': `${name} b`, 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    const { planId } = await playground().call<Plan>('planLaunch', 'ready');
    const calls = [{ name: 'startLaunch', args: [planId, 'ready'] }, { name: 'checkRows' }];
    await playground().control('disturb', { edits: [{ beforeCall, calls }] });
    const outer = (await playground().run('startLaunch', [planId, 'ready'])).value as Reply;
    await playground().control('disturb', {});
    // One of them launches; the other waits its turn, or hears that the rows are on their way.
    const all = [outer, ...(await overlapped())];
    expect(all).toHaveLength(3);
    for (const { ok, problem } of all)
      if (!ok) expect(['wait', 'changed', 'rows']).toContain(problem?.kind);
    await untilSettled(playground());
    expect(await fixture.statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    expect(await fixture.named(name)).toEqual([`${name} a`, `${name} b`]);
  });
});

test('an edit and a schedule in the middle of a check leave every status in its row', async () => {
  await fixture.freshSheet('single', [
    { 'Ad name': 'Good', 'Ad sets': fixture.adSets[0] ?? '' },
    { 'Ad name': 'Bad', 'Ad sets': fixture.adSets[0] ?? '', Link: 'example.com' },
  ]);
  await playground().control('disturb', {
    edits: [
      { beforeCall: 10, calls: [{ name: 'runScheduled', interactive: false }] },
      {
        beforeCall: 20,
        gestures: [{ do: 'insertRows', sheet: 'Launch single ads', before: 2, count: 1 }],
      },
      { beforeCall: 30, calls: [{ name: 'checkRows' }] },
    ],
  });
  await playground().run('checkRows');
  await playground().control('disturb', {});
  expect(await playground().control<Outcome[]>('takeOverlapped')).toMatchObject([
    { ok: true },
    { ok: true },
  ]);
  await playground().call('checkRows');
  const rows = await fixture.rowsOf();
  expect(rows.map((row) => [row['Ad name'], row['Launch status']])).toEqual([
    ['Good', 'Ready to launch'],
    ['Bad', 'Needs fixing'],
  ]);
});

import { describe, expect, test } from 'vitest';
import { table } from './addon-fixture.ts';
import { ACCOUNT, fillRows, SHEET } from './launch-rows.ts';
import { useAlone } from './standalone-fixture.ts';

/**
 * A launch from a sheet that works by itself, ended at every single call of a service, and gone on
 * with by the trigger. What counts is what the platform has.
 */

const alone = useAlone();

const NAMES = ['Cut a', 'Cut b'];
/** Longer than Google lets an execution run: whatever it held is free. */
const LATER_MS = 7 * 60_000;

interface Trigger {
  readonly handler: string;
}

const rows = async () => table(await alone().playground.look(SHEET));

const areShown = async (): Promise<boolean> =>
  (await rows()).every((row) => row['Launch status'] === 'Launched, paused');

/** What trigger and user do until every row says what became of it. */
async function goOn(): Promise<void> {
  const { playground } = alone();
  for (let round = 0; round < 8; round++) {
    await playground.control('set', { advanceMs: LATER_MS });
    const { triggers } = await playground.control<{ triggers: Trigger[] }>('state');
    for (const { handler } of triggers)
      expect(await playground.run(handler, [], { interactive: false })).toMatchObject({ ok: true });
    if (await areShown()) return;
    // What was made is shown by the next check, wherever showing it was ended.
    await playground.call('checkRows');
    if (await areShown()) return;
    // Nothing was written down before the end: the user sees that, and launches.
    if ((await rows()).every((row) => row['Launch status'] === 'Ready to launch')) {
      const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
      await playground.run('startLaunch', [planId, 'ready']);
    }
  }
}

const adsIn = async (adSet: string) =>
  (await alone().ads()).filter(
    ({ adset_id, status }) => adset_id === adSet && status !== 'DELETED',
  );

/**
 * Calls after which the file, what Google keeps beside it and the platform are as they were before.
 */
const isRead = (method: string): boolean =>
  /\.(get|is|find|createDeveloperMetadataFinder)/.test(method);

/** Every ad is there once, and every row shows its own; then they are taken away. */
async function expectOnce(adSet: string, where: string): Promise<void> {
  const ads = await adsIn(adSet);
  const shown = (await rows()).map((row) => [
    row['Ad name'],
    row['Launch status'],
    row['Ad IDs'],
    row['What to do'],
  ]);
  const { logged, now } = await alone().playground.control<{ logged: string[]; now: number }>(
    'state',
  );
  const told = `${where}: ${JSON.stringify({ shown, logged, now: new Date(now) })}`;
  expect(ads.map(({ name }) => name).sort(), told).toEqual(NAMES);
  const made = [...ads].sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(shown, told).toEqual(made.map(({ id, name }) => [name, 'Launched, paused', id, '']));
  for (const { id } of ads) await alone().graph('DELETE', id);
}

/** A sheet with rows that are planned, kept to begin there again. */
async function planned(): Promise<{ adSet: string; planId: string }> {
  const { playground, token, makeAdSet, common } = alone();
  const adSet = await makeAdSet();
  await playground.reset();
  await playground.control('set', { newSheetRows: 10 });
  await playground.call('connect', token);
  await playground.call('createLaunchSheet', 'single', ACCOUNT);
  await fillRows(
    playground,
    SHEET,
    await common(),
    NAMES.map((name) => ({ 'Ad name': name, 'Ad sets': adSet })),
  );
  await playground.call('checkRows');
  const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
  await playground.control('save');
  return { adSet, planId };
}

describe('a launch without a server', () => {
  test('that is ended at any call of a service makes every ad once', {
    timeout: 600_000,
  }, async () => {
    const { playground } = alone();
    const { adSet, planId } = await planned();
    await playground.control('takeCounts', { inOrder: true });
    const { calls } = await playground.run('startLaunch', [planId, 'ready']);
    const { order } = await playground.control<{ order: string[] }>('takeCounts');
    await goOn();
    await expectOnce(adSet, 'not ended');
    expect(order).toHaveLength(calls);
    // An execution that is ended at a call leaves what it left if it was ended at the call before,
    // where that one only read.
    const cuts = order.flatMap((_, i) => (i === 0 || !isRead(order[i - 1] ?? '') ? [i + 1] : []));
    expect(cuts.length).toBeGreaterThan(25);
    for (const killAtCall of cuts) {
      await playground.control('load');
      await playground.control('disturb', { killAtCall });
      const cut = await playground.run('startLaunch', [planId, 'ready']);
      expect(cut, `call ${killAtCall}`).toMatchObject({
        ok: false,
        error: 'Exceeded maximum execution time',
      });
      await playground.control('disturb', {});
      await goOn();
      await expectOnce(adSet, `ended at call ${killAtCall} of ${calls}`);
    }
    // Ended when the platform has carried a request out and before its answer is seen.
    for (let skip = 0; ; skip++) {
      await playground.control('load');
      await playground.control('disturb', {
        faults: [{ match: 'POST', skip, times: 1, does: 'kill' }],
      });
      const { ok } = await playground.run('startLaunch', [planId, 'ready']);
      await playground.control('disturb', {});
      await goOn();
      await expectOnce(adSet, `ended in request ${skip}`);
      if (ok) break;
      expect(skip).toBeLessThan(10);
    }
  });

  test('goes on once no other execution can be at it, also from an earlier version of the file', async () => {
    const { playground } = alone();
    const { adSet, planId } = await planned();
    await playground.control('disturb', {
      faults: [{ match: 'POST', skip: 1, times: 1, does: 'kill' }],
    });
    await playground.run('startLaunch', [planId, 'ready']);
    await playground.control('disturb', {});
    const sent = async (): Promise<string[]> => {
      const { requests } = await playground.control<{ requests: { method: string }[] }>(
        'takeCounts',
      );
      return requests.map(({ method }) => method).filter((method) => method !== 'GET');
    };
    await sent();
    // The execution that was ended may still have a request on its way.
    expect(await playground.run('runScheduled', [], { interactive: false })).toMatchObject({
      ok: true,
    });
    expect(await sent()).toEqual([]);
    await playground.control('save');
    await goOn();
    expect((await adsIn(adSet)).map(({ name }) => name).sort()).toEqual(NAMES);
    // The file as it was in the middle: what is open in it was made since.
    await playground.control('load', { restored: true });
    await playground.run('continueLaunches');
    await goOn();
    await expectOnce(adSet, 'restored in the middle');
  });

  test('is undone by the trigger where undoing it was ended', async () => {
    const { playground } = alone();
    const { adSet, planId } = await planned();
    const [launch] = await playground.call<{ id: string }[]>('startLaunch', planId, 'ready');
    await playground.control('disturb', { faults: [{ match: 'POST', times: 1, does: 'kill' }] });
    await playground.run('undoLaunch', [launch?.id, 'delete']);
    await playground.control('disturb', {});
    await playground.control('set', { advanceMs: LATER_MS });
    const { triggers } = await playground.control<{ triggers: Trigger[] }>('state');
    expect(triggers).toMatchObject([{ handler: 'runScheduled' }]);
    await playground.run('runScheduled', [], { interactive: false });
    expect((await rows()).map((row) => row['Launch status'])).toEqual([
      'Undone: deleted',
      'Undone: deleted',
    ]);
    expect(await adsIn(adSet)).toEqual([]);
  });

  test('that has to wait for long ends by itself, and the trigger goes on with it every minute', async () => {
    const { playground } = alone();
    const { adSet, planId } = await planned();
    const throttled = {
      status: 400,
      body: { error: { message: 'Calls to this api have exceeded the rate limit.', code: 613 } },
    };
    await playground.control('disturb', {
      faults: [{ match: 'POST', times: 12, does: throttled }],
    });
    const time = async (): Promise<number> =>
      (await playground.control<{ now: number }>('state')).now;
    const begun = await time();
    expect(await playground.run('startLaunch', [planId, 'ready'])).toMatchObject({ ok: true });
    expect((await time()) - begun).toBeLessThan(360_000);
    expect(await adsIn(adSet)).toEqual([]);
    let executions = 0;
    for (; executions < 60 && !(await areShown()); executions++) {
      const { triggers } = await playground.control<{ triggers: { everyMinutes: number }[] }>(
        'state',
      );
      expect(triggers).toMatchObject([{ everyMinutes: 1 }]);
      await playground.control('set', { advanceMs: 60_000 });
      const before = await time();
      expect(await playground.run('runScheduled', [], { interactive: false })).toMatchObject({
        ok: true,
      });
      expect((await time()) - before).toBeLessThan(360_000);
    }
    await playground.control('disturb', {});
    expect(executions).toBeGreaterThan(0);
    await expectOnce(adSet, 'throttled');
    expect((await playground.control<{ triggers: object[] }>('state')).triggers).toEqual([]);
  });

  test('is not repeated by an earlier version of the file that has forgotten it', async () => {
    const { playground } = alone();
    const { adSet, planId } = await planned();
    await playground.call('startLaunch', planId, 'ready');
    await playground.control('load', { restored: true });
    await playground.call('checkRows');
    expect((await rows()).map((row) => row['Launch status'])).toEqual([
      'Ready to launch',
      'Ready to launch',
    ]);
    const again = await playground.call<{ planId: string }>('planLaunch', 'ready');
    await expect(playground.call('startLaunch', again.planId, 'ready')).rejects.toThrow(
      '2 cells need fixing',
    );
    expect((await rows()).map((row) => row['What to do'])).toEqual(
      Array(2).fill(expect.stringContaining('earlier version')),
    );
    expect((await adsIn(adSet)).map(({ name }) => name).sort()).toEqual(NAMES);
  });
});

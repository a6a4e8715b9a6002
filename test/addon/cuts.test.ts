import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Playground,
  type Server,
  startPlayground,
  startServer,
  table,
} from './addon-fixture.ts';
import {
  ACCOUNT,
  adNames,
  fillRows,
  goodRow,
  makeAdSets,
  type RowContent,
  SHEET,
  untilSettled,
} from './launch-rows.ts';

let server: Server;
let playground: Playground;
let common: RowContent;

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  common = await goodRow(server);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

async function sheetOf(names: readonly string[], adSets: readonly string[]): Promise<void> {
  await playground.reset();
  await playground.control('set', { newSheetRows: names.length + 20 });
  await playground.call('connect', server.adminKey);
  await playground.call('createLaunchSheet', 'single', ACCOUNT);
  await fillRows(
    playground,
    SHEET,
    common,
    names.map((name, i) => ({ 'Ad name': name, 'Ad sets': adSets[i % adSets.length] ?? '' })),
  );
}

/** A user who opens the sidebar again after every cut and launches what is still ready. */
async function finish(): Promise<void> {
  await playground.call('continueLaunches');
  const summary = await playground.call<{ counts: { launch: number } }>('checkRows');
  if (summary.counts.launch > 0) {
    const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
    await playground.call('startLaunch', planId, 'ready');
  }
  await untilSettled(playground);
}

const isCut = { ok: false, error: 'Exceeded maximum execution time' };

describe('an execution that is killed', () => {
  test('four times during a launch of 500 rows leaves every ad made once and every row told', async () => {
    const adSets = await makeAdSets(server, 500);
    const names = Array.from({ length: 500 }, (_, i) => `Cut ${String(i).padStart(3, '0')}`);
    await sheetOf(names, adSets);
    const { planId, ...plan } = await playground.call<{
      planId: string;
      totalAds: number;
      requests: number;
    }>('planLaunch', 'ready');
    expect(plan).toMatchObject({ totalAds: 500, requests: 1 });

    const launchesSent = async (): Promise<number> => {
      const { requests } = await playground.control<{
        requests: { method: string; url: string }[];
      }>('takeCounts');
      return requests.filter(
        ({ method, url }) => method.toUpperCase() === 'POST' && url.endsWith('/v1/launch'),
      ).length;
    };
    await launchesSent();

    // While what will be sent is being written down: nothing was sent.
    await playground.control('disturb', { killAtCall: 30 });
    expect(await playground.run('startLaunch', [planId, 'ready'])).toMatchObject(isCut);
    expect(await launchesSent()).toBe(0);
    // When the request has been sent and before its answer is seen.
    await playground.control('disturb', { faults: [{ match: 'POST', times: 1, does: 'kill' }] });
    expect(await playground.run('startLaunch', [planId, 'ready'])).toMatchObject(isCut);
    expect(await launchesSent()).toBe(1);
    expect(
      (await table(await playground.look(SHEET))).every(
        (row) => row['Launch status'] === 'Launching',
      ),
    ).toBe(true);
    // When the answer is there and before it is written down.
    await playground.control('disturb', { killAtCall: 12 });
    expect(await playground.run('continueLaunches')).toMatchObject(isCut);
    expect(await launchesSent()).toBe(1);
    // While results are being written into the rows; what was not flushed is lost.
    await playground.control('disturb', { killAtCall: 40 });
    expect(await playground.run('continueLaunches')).toMatchObject(isCut);
    expect(await launchesSent()).toBe(1);
    await playground.control('disturb', {});
    await untilSettled(playground);

    const made = (await adNames(server)).filter((name) => name.startsWith('Cut')).sort();
    expect(made).toEqual(names);
    const rows = table(await playground.look(SHEET));
    expect(rows).toHaveLength(500);
    expect(
      rows.every(
        (row) =>
          row['Launch status'] === 'Launched, paused' && /^\d{18}$/.test(row['Ad IDs'] ?? ''),
      ),
    ).toBe(true);
    expect(new Set(rows.map((row) => row['Ad IDs'])).size).toBe(500);
  });

  test('at any call of a service, or by the clock, never launches a row twice and never loses one', async () => {
    const adSets = await makeAdSets(server, 100);
    await sheetOf(['Count 1', 'Count 2'], adSets);
    const first = await playground.call<{ planId: string }>('planLaunch', 'ready');
    const { calls } = await playground.run('startLaunch', [first.planId, 'ready']);
    const expected = ['Count 1', 'Count 2'];
    await untilSettled(playground);
    const points = Array.from({ length: 8 }, (_, i) => Math.floor(((i + 0.5) * calls) / 8));
    for (const killAtCall of points) {
      const names = [`Point ${killAtCall} a`, `Point ${killAtCall} b`];
      expected.push(...names);
      await sheetOf(names, adSets);
      const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
      await playground.control('disturb', { killAtCall });
      await playground.run('startLaunch', [planId, 'ready']);
      await playground.control('disturb', {});
      await finish();
      expect(
        table(await playground.look(SHEET)).map((row) => row['Launch status']),
        `killed at call ${killAtCall}`,
      ).toEqual(['Launched, paused', 'Launched, paused']);
    }
    const made = (await adNames(server)).filter((name) => /^(Point|Count)/.test(name)).sort();
    expect(made).toEqual(expected.sort());
  });

  test('by the wall of six minutes stops in the middle and goes on with the next call', async () => {
    const adSets = await makeAdSets(server, 50);
    await sheetOf(['Wall 1'], adSets);
    const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
    const busy = { status: 429, headers: { 'retry-after': '290' } };
    await playground.control('disturb', { faults: [{ match: 'POST', times: 2, does: busy }] });
    await expect(playground.call('startLaunch', planId, 'ready')).rejects.toMatchObject({
      kind: 'wait',
    });
    // A trigger has nobody to talk to: it waits as long as it can and leaves the rest to the next
    // one.
    expect(await playground.run('runScheduled', [], { interactive: false })).toMatchObject({
      ok: true,
    });
    await playground.control('disturb', {});
    expect(await playground.run('runScheduled', [], { interactive: false })).toMatchObject({
      ok: true,
    });
    await untilSettled(playground);
    expect((await adNames(server)).filter((name) => name.startsWith('Wall'))).toEqual(['Wall 1']);
  });
});

describe('the trigger', () => {
  test('comes while something is open, goes when all is settled, and keeps to the rules of add-ons', async () => {
    const adSets = await makeAdSets(server, 50);
    for (const installed of ['bound', 'add-on']) {
      await sheetOf([`Trigger ${installed}`], adSets);
      await playground.control('set', { installed });
      const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
      await playground.control('disturb', {
        faults: [{ match: 'batch-status', times: 3, does: 'unreachable' }],
      });
      await playground.run('startLaunch', [planId, 'ready']);
      const state = () => playground.control<{ triggers: { everyMinutes: number }[] }>('state');
      await playground.control('disturb', {});
      await playground.call(
        'saveReport',
        {
          name: 'R',
          accountIds: [ACCOUNT],
          range: 'last7',
          groupBy: ['day'],
          metrics: ['spend'],
          chart: false,
          schedule: 'hourly',
        },
        'sheet',
        null,
      );
      expect((await state()).triggers.map(({ everyMinutes }) => everyMinutes)).toEqual([
        installed === 'bound' ? 10 : 60,
      ]);
      const [report] = await playground.call<{ id: string }[]>(
        'deleteReport',
        (
          (await playground.call<{ reports: { id: string }[] }>('sidebarState')).reports[0] as {
            id: string;
          }
        ).id,
      );
      expect(report).toBeUndefined();
      const triggers = async (): Promise<readonly object[]> => {
        await playground.run('runScheduled', [], { interactive: false });
        return (await state()).triggers;
      };
      await expect.poll(triggers).toEqual([]);
    }
  });

  test('does nothing without authorisation, and nothing breaks', async () => {
    await playground.reset();
    await playground.control('set', { authorized: false });
    expect(await playground.run('runScheduled', [], { interactive: false })).toMatchObject({
      ok: true,
    });
  });
});

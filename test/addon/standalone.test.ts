import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../adapters/store/sheet-log-blocks.ts';
import { columnOf, table } from './addon-fixture.ts';
import { ACCOUNT, fillRows, SHEET } from './launch-rows.ts';
import { useAlone } from './standalone-fixture.ts';

/** Everything a person does in a sheet that works by itself, counted at the platform. */

const alone = useAlone();

interface View {
  readonly id: string;
  readonly state: string;
  readonly made: number;
  readonly undone: unknown;
}

/** Calls of Google's services since the last count. */
async function calls(): Promise<number> {
  const { counts } = await alone().playground.control<{ counts: { [method: string]: number } }>(
    'takeCounts',
  );
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

const statuses = async (): Promise<string[]> =>
  table(await alone().playground.look(SHEET)).map((row) => row['Launch status'] ?? '');

const readme = readFileSync(new URL('../../sheets-addon/README.md', import.meta.url), 'utf8');

describe('a sheet without a server', () => {
  test('launches 40 ads in at most 120 calls of services, watches, undoes and reports', async () => {
    const { playground, token, makeAdSet, ads, common } = alone();
    const adSet = await makeAdSet();
    expect(await playground.run('connect', ['too short'])).toMatchObject({
      value: { ok: false, problem: { kind: 'connect' } },
    });
    expect(await playground.run('connect', ['a-token-that-nobody-has-given'])).toMatchObject({
      value: {
        ok: false,
        problem: {
          kind: 'connect',
          message: expect.stringContaining('rejected these credentials'),
        },
      },
    });
    expect(await playground.call('connect', token)).toMatchObject({
      server: '',
      company: { name: 'Untitled spreadsheet' },
    });
    // Another person, or a token that was renewed.
    expect(await playground.call('connect', token)).toMatchObject({ accounts: { length: 3 } });
    await playground.call('createLaunchSheet', 'single', ACCOUNT);
    const names = Array.from({ length: 40 }, (_, i) => `Alone ${String(i).padStart(2, '0')}`);
    const own = async () => (await ads()).filter(({ name }) => name.startsWith('Alone'));
    await fillRows(
      playground,
      SHEET,
      await common(),
      names.map((name) => ({ 'Ad name': name, 'Ad sets': adSet })),
    );
    expect(await playground.call('checkRows')).toMatchObject({ counts: { launch: 40, faulty: 0 } });
    const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
    expect(await own()).toEqual([]);

    await calls();
    const [launch] = await playground.call<View[]>('startLaunch', planId, 'ready');
    const launching = await calls();
    expect(launching).toBeLessThanOrEqual(120);
    expect(/A launch of 40 ads takes (\d+) calls/.exec(readme)?.[1]).toBe(String(launching));
    expect(launch).toMatchObject({ state: 'done', made: 40 });
    expect((await own()).map(({ name }) => name).sort()).toEqual(names);
    expect(new Set(await statuses())).toEqual(new Set(['Launched, paused']));

    // Launching again, and watching, makes nothing more.
    await playground.run('startLaunch', [planId, 'ready']);
    await playground.call('continueLaunches');
    expect(await own()).toHaveLength(40);

    // A row that says something else is an ad that can be changed.
    const seen = await playground.look(SHEET);
    await playground.hands({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column: columnOf(seen, 'Ad name'),
      text: 'Alone anew',
    });
    const other = 'https://example.com/other-page';
    await playground.hands({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column: columnOf(seen, 'Link'),
      text: other,
    });
    await playground.call('checkRows');
    const updates = await playground.call<{ row: number }[]>('planUpdates');
    const result = await playground.call(
      'updateAds',
      updates.map(({ row }) => row),
    );
    expect(result).toMatchObject({ updated: 1, problems: [] });
    expect((await own()).map(({ name }) => name)).toContain('Alone anew');

    const [undone] = await playground.call<View[]>('undoLaunch', launch?.id, 'delete');
    expect(undone).toMatchObject({ state: 'done', undone: 'delete' });
    expect((await own()).filter(({ status }) => status !== 'DELETED')).toEqual([]);
    expect(new Set(await statuses())).toEqual(new Set(['Undone: deleted']));

    // No trigger is left when nothing is open, and the token is nowhere in the file.
    const state = await playground.control<{
      triggers: object[];
      properties: { document: object };
    }>('state');
    expect(state.triggers).toEqual([]);
    expect(JSON.stringify(state.properties.document)).not.toContain(token);
    const { sheets } = await playground.look(SHEET);
    expect(sheets.filter(({ hidden }) => hidden).map(({ name }) => name)).toContain(
      'slipway store',
    );
    for (const { name } of sheets)
      expect(JSON.stringify(await playground.look(name))).not.toContain(token);
  });

  test('reports what the platform says, sum for sum, and answers formulas', async () => {
    const { playground, graph } = alone();
    const definition = {
      name: 'Spend',
      accountIds: [ACCOUNT],
      range: 'last7',
      groupBy: ['day'],
      metrics: ['spend', 'impressions'],
      chart: false,
      schedule: 'off',
    };
    await playground.call('saveReport', definition, 'sheet', null);
    const { cells } = await playground.look('Spend');
    const at = cells.findIndex((row) =>
      row.some(({ shown }) => shown === 'Spend (EUR)' || shown === 'Spend'),
    );
    const rows = table(await playground.look('Spend'), at + 1);
    const days = rows.filter((row) => /^\d{4}-\d\d-\d\d/.test(row.Day ?? ''));
    expect(days).toHaveLength(7);
    const sum = days.reduce(
      (total, row) => total + Number((row.Impressions ?? '0').replace(/,/g, '')),
      0,
    );
    const range = JSON.stringify({ since: days[0]?.Day, until: days[6]?.Day });
    const { data } = (await graph('GET', `${ACCOUNT}/insights`, {
      time_range: range,
      fields: 'impressions,spend',
    })) as {
      data: { impressions: string; spend: string }[];
    };
    expect(sum).toBe(Number(data[0]?.impressions));
    const formula = await playground.run('SLIPWAY_SPEND', [ACCOUNT, days[0]?.Day, days[6]?.Day], {
      mode: 'CUSTOM_FUNCTION',
    });
    expect(Number(formula.value)).toBeCloseTo(Number(data[0]?.spend), 2);
  });

  test('takes media from Drive with the right of the user, and says at the ad what cannot be fetched', async () => {
    const { playground, makeAdSet, ads, common, image, token } = alone();
    const adSet = await makeAdSet();
    const base64 = Buffer.from(await (await fetch(image('drive.png'))).arrayBuffer()).toString(
      'base64',
    );
    await playground.reset();
    const film = Buffer.alloc(3_000);
    film.write('\0\0\0\x18ftypisom', 'latin1');
    await playground.control('drive', {
      files: [
        { id: 'file-of-drive-1', name: 'sail.png', mimeType: 'image/png', base64 },
        {
          id: 'file-of-drive-2',
          name: 'film.mp4',
          mimeType: 'video/mp4',
          base64: film.toString('base64'),
        },
      ],
    });
    await playground.call('connect', token);
    await playground.call('createLaunchSheet', 'single', ACCOUNT);
    await fillRows(playground, SHEET, await common(), [
      {
        'Ad name': 'Drive {{filename}}',
        'Ad sets': adSet,
        'Media 1': 'https://drive.google.com/file/d/file-of-drive-1/view',
      },
      {
        'Ad name': 'Drive {{filename}}',
        'Ad sets': adSet,
        'Media 1': 'https://drive.google.com/file/d/file-of-drive-2/view',
      },
      { 'Ad name': 'Drive missing', 'Ad sets': adSet, 'Media 1': 'http://127.0.0.1:9/nothing.png' },
    ]);
    await playground.call('checkRows');
    const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
    await playground.call('startLaunch', planId, 'ready');
    // The platform takes its time with a video, by its own clock.
    for (let turn = 0; turn < 500 && (await statuses()).includes('Launching'); turn++) {
      await playground.control('set', { advanceMs: 60_000 });
      await playground.run('runScheduled', [], { interactive: false });
    }
    const [made, filmed, failed] = table(await playground.look(SHEET));
    for (const row of [made, filmed])
      expect(row).toMatchObject({ 'Launch status': 'Launched, paused' });
    expect(
      (await ads())
        .filter(({ name }) => name.startsWith('Drive'))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Drive film', 'Drive sail']);
    expect(failed).toMatchObject({
      'Launch status': 'Failed',
      'What to do': expect.stringContaining('cannot fetch'),
    });
  });

  test('launches 40 ads with 40 images in at most 120 calls of services, and asks again for an image that was not answered', async () => {
    const { playground, makeAdSet, ads, common, graph, image, token } = alone();
    const adSet = await makeAdSet();
    await playground.reset();
    await playground.call('connect', token);
    await playground.call('createLaunchSheet', 'single', ACCOUNT);
    await fillRows(
      playground,
      SHEET,
      await common(),
      Array.from({ length: 40 }, (_, i) => ({
        'Ad name': `Image ${i}`,
        'Ad sets': adSet,
        'Media 1': image(`many-${i}.png`),
      })),
    );
    await playground.call('checkRows');
    const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
    await calls();
    await playground.control('save');
    await playground.call('startLaunch', planId, 'ready');
    const launching = await calls();
    expect(launching).toBeLessThanOrEqual(120);
    expect(/with 40 different images (\d+)/.exec(readme)?.[1]).toBe(String(launching));
    const own = async () =>
      (await ads()).filter(({ name, status }) => name.startsWith('Image') && status !== 'DELETED');
    const made = await own();
    expect(made).toHaveLength(40);
    // Nobody knows of them any more.
    for (const { id } of made) await graph('DELETE', id);
    await playground.control('load');
    const does = ['unreachable', 'timeout', { status: 503 }] as const;
    await playground.control('disturb', {
      faults: does.map((each, i) => ({ match: `many-${i}.png`, times: 1, does: each })),
    });
    await playground.call('startLaunch', planId, 'ready');
    await playground.control('disturb', {});
    expect(await own()).toHaveLength(40);
  });

  test('forgets what is older than 90 days, and not which rows were launched', async () => {
    const { playground, makeAdSet, common, token } = alone();
    const adSet = await makeAdSet();
    const kept = async (): Promise<Map<string, number>> => {
      const { cells } = await playground.look('slipway store');
      const { changes } = readLog(cells.map(([cell]) => cell?.shown ?? ''));
      const there = new Map<string, string>();
      for (const { kind, id, doc } of changes) {
        if (doc === undefined) there.delete(`${kind} ${id}`);
        else there.set(`${kind} ${id}`, kind);
      }
      const counts = new Map<string, number>();
      for (const kind of there.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return counts;
    };
    const launch = async (): Promise<void> => {
      const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
      await playground.call('startLaunch', planId, 'ready');
    };
    await playground.reset();
    await playground.call('connect', token);
    await playground.call('createLaunchSheet', 'single', ACCOUNT);
    const named = (name: string) => ({ 'Ad name': name, 'Ad sets': adSet });
    await fillRows(playground, SHEET, await common(), [named('Old one')]);
    await launch();
    const first = await kept();
    await playground.control('set', { advanceMs: 91 * 86_400_000 });
    await fillRows(playground, SHEET, await common(), [named('Old one'), named('Young one')]);
    await launch();
    expect(await statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    const later = await kept();
    const swept = ['batch', 'batch-plan', 'batch-journal', 'audit', 'idempotency', 'launched-into'];
    for (const kind of swept)
      expect([kind, later.get(kind)]).toEqual([kind, kind === 'audit' ? 1 : first.get(kind)]);
    expect(later.get('sheet-batch')).toBe(2);
  });

  test('begins anew in a copy of the file, and never touches what the original made', async () => {
    const { playground, ads, token } = alone();
    const before = await ads();
    await playground.control('set', { copyAs: 'a-copy-of-the-file', user: {} });
    await playground.call('connect', token);
    await playground.call('checkRows');
    expect(new Set(await statuses())).toEqual(new Set(['Not clear']));
    await playground.run('continueLaunches');
    await playground.run('runScheduled', [], { interactive: false });
    expect(await ads()).toEqual(before);
  });

  test('says what it cannot do', async () => {
    const { playground } = alone();
    await expect(playground.call('eventsState')).rejects.toThrow('needs a Slipway server');
  });
});

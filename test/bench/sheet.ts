import { type Playground, startPlayground } from '../addon/addon-fixture.ts';
import { ACCOUNT, fillRows, SHEET } from '../addon/launch-rows.ts';
import { type Figure, figure } from './figure.ts';

/**
 * A launch sheet of ten thousand rows on the fakes of Google's services, whose calls cost time on a
 * virtual clock, and more the more cells they read and write. What the script computes is added as
 * it is measured here. The service answers at once: the figures are those of the sheet.
 */

const ROWS = 10_000;
const ADS = 500;
const SERVER = 'http://127.0.0.1:9';

/** Executions end after six minutes; what a trigger of an edit does after thirty seconds. */
const LIMITS = { script: 360, edit: 30 };

const list = (data: readonly object[]) => ({
  success: true,
  data,
  pagination: { offset: 0, limit: 200, total: data.length, hasMore: false },
});
const answers = (match: string, body: unknown, times = 100_000) => ({
  match,
  times,
  does: { status: 200, body },
});

const SETS = Array.from({ length: 200 }, (_, i) => ({
  value: String(1000 + i),
  label: `Set ${i}`,
  status: 'ACTIVE',
  effectiveStatus: 'ACTIVE',
  adCount: 0,
  capacity: 50,
  campaign: { id: '9', name: 'Boats', objective: 'OUTCOME_TRAFFIC' },
}));

const plan = {
  success: true,
  totalAds: ADS,
  launchStatus: 'PAUSED',
  operations: [],
  warnings: [],
  digest: 'x',
  cost: { platformCalls: ADS, estimatedSeconds: 60, byAccount: [] },
};

const batches = Array.from({ length: ROWS / ADS }, (_, i) => 100 + i);
const launchedAds = Array.from({ length: ADS }, (_, index) => ({
  index,
  adSetId: '',
  adId: `1202000000000${index}`,
  adsManagerUrl: 'https://manager.example/1',
}));

const service = (summaryStatus: 'in_progress' | 'success') => ({
  faults: [
    answers(
      '/v1/adaccounts',
      list([
        {
          id: ACCOUNT,
          name: 'Acme',
          platform: 'primary',
          status: 'active',
          currency: 'EUR',
          timezone: 'UTC',
        },
      ]),
    ),
    answers('/v1/launch-defaults', { success: true, data: { launchPaused: true } }),
    answers('/v1/sheets/', list([])),
    answers('/v1/adsets', list(SETS)),
    answers('/v1/profiles', list([])),
    answers('/v1/launch/plan', plan),
    ...batches.map((adBatchId) =>
      answers(`POST ${SERVER}/v1/launch`, { success: true, adBatchId, launchStatus: 'PAUSED' }, 1),
    ),
    answers('/v1/batch-statuses', {
      success: true,
      data: batches.map((adBatchId, b) => ({
        adBatchId,
        summaryStatus,
        failedAds: [],
        launchedAds:
          summaryStatus === 'success'
            ? launchedAds.map((ad) => ({
                ...ad,
                adSetId: setOf(b * ADS + ad.index),
                adId: `${ad.adId}${b}`,
              }))
            : [],
      })),
    }),
  ],
});

const setOf = (row: number): string => SETS[Math.floor(row / 50)]?.value ?? '';

/**
 * Seconds of one function of the script, in all and of Google's services alone, and its calls of
 * them.
 */
async function timed(
  playground: Playground,
  name: string,
  args: readonly unknown[] = [],
  more: object = {},
) {
  const { now: before } = await playground.control<{ now: number }>('state');
  const began = performance.now();
  const outcome = await playground.run(name, args, more);
  const computed = performance.now() - began;
  const value = outcome.value as {
    ok?: boolean;
    value?: { planId?: string };
    problem?: { message: string };
  } | null;
  if (!outcome.ok || value?.ok === false)
    throw new Error(`${name}: ${outcome.error ?? value?.problem?.message}`);
  const services = (outcome.now - before) / 1000;
  return {
    seconds: services + computed / 1000,
    services,
    calls: outcome.calls,
    value: value?.value,
  };
}

export async function sheetBench(): Promise<readonly Figure[]> {
  const playground = await startPlayground(SERVER);
  try {
    const figures: Figure[] = [];
    const add = (
      name: string,
      { seconds, services, calls }: { seconds: number; services: number; calls: number },
      limit: number,
    ): void => {
      const value = Number(seconds.toFixed(1));
      const what = `${name} (${calls} calls, ${services.toFixed(1)} s of them)`;
      figures.push(
        figure(
          { name: what, value, unit: 's', anchor: 'what Google allows', anchorValue: limit },
          { on: 'ratio', atMost: 0.75 },
        ),
      );
    };
    await playground.control('set', {
      newSheetRows: ROWS + 200,
      user: { connection: JSON.stringify({ key: 'ak_x', companyId: 'co', companyName: 'Acme' }) },
    });
    await playground.control('disturb', service('in_progress'));
    add(
      'make the sheet',
      await timed(playground, 'createLaunchSheet', ['single', ACCOUNT]),
      LIMITS.script,
    );
    const common = {
      Ready: true,
      'Ad account': ACCOUNT,
      Page: '2',
      Profile: '3',
      'Media 1': 'https://x.example/y.png',
    };
    const rows = Array.from({ length: ROWS }, (_, i) => ({
      'Ad name': `Boat ${i}`,
      Headline: `Headline ${i}`,
      'Primary text': `Words about boat ${i}`,
      'UTM tags': `who=${i}`,
      'Ad sets': setOf(i),
      Link: i === 4 ? 'no link' : 'https://example.com/',
    }));
    await fillRows(playground, SHEET, common, rows);
    add(
      `check ${ROWS} rows for the first time`,
      await timed(playground, 'checkRows'),
      LIMITS.script,
    );
    add('check them again', await timed(playground, 'checkRows'), LIMITS.script);
    const { cells } = await playground.look(SHEET);
    const column = (cells[0] ?? []).findIndex(({ shown }) => shown === 'Link') + 1;
    await playground.hands({
      do: 'type',
      sheet: SHEET,
      row: 6,
      column,
      text: 'https://example.com/',
    });
    const edit = { mode: 'LIMITED', event: { sheet: SHEET, row: 6, column } };
    add('fix a red cell among them', await timed(playground, 'onEdit', [], edit), LIMITS.edit);
    const planned = await timed(playground, 'planLaunch', ['ready']);
    add('plan their launch', planned, LIMITS.script);
    add(
      'launch them',
      await timed(playground, 'startLaunch', [planned.value?.planId, 'ready']),
      LIMITS.script,
    );
    await playground.control('disturb', service('success'));
    add('write their results back', await timed(playground, 'continueLaunches'), LIMITS.script);
    add('check them when they are launched', await timed(playground, 'checkRows'), LIMITS.script);
    const left = (await playground.look(SHEET)).cells
      .slice(1)
      .filter((row) => row.some(({ shown }) => shown.startsWith('Launched')));
    if (left.length !== ROWS)
      throw new Error(`${left.length} of ${ROWS} rows say that they are launched.`);
    return figures;
  } finally {
    await playground.stop();
  }
}

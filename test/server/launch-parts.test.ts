import { expect, test } from 'vitest';
import type { BatchBefore } from '../../core/sheet/launch-after.ts';
import { readTable } from '../../core/sheet/read-table.ts';
import { ApiError } from '../../server/client/client.ts';
import { type PlannedPart, partsOf, summedPlan } from '../../server/client/launch-parts.ts';
import type { Plan } from '../../server/dashboard/page/base/api.ts';
import { launchLimitsIn } from '../../server/dashboard/page/base/launch-limits.ts';
import { launchParts, type RunPorts } from '../../server/dashboard/page/features/launch/run.ts';
import type { Run } from '../../server/dashboard/page/rows/kept-rows.ts';
import { readSheet } from '../../server/dashboard/page/rows/sheet.ts';
import { adColumns } from '../catalogue.ts';

const LIMITS = { ads: 2, creations: 5 };

const adsNamed = (...names: readonly string[]) =>
  names.map((adName) => ({ adName, adAccountId: 'act_1', adSets: ['7'] }));

/** The plan of a part whose ads are made one after the other. */
function planOf(
  ads: readonly { readonly [field: string]: unknown }[],
  more: Partial<Plan> = {},
): Plan {
  return {
    success: true,
    digest: `digest of ${ads.map(({ adName }) => adName).join()}`,
    totalAds: ads.length,
    launchStatus: 'PAUSED',
    operations: ads.map(({ adName }, adIndex) => ({
      id: `ad ${adIndex}`,
      kind: 'ad' as const,
      adIndex,
      adSetId: '7',
      name: String(adName),
      dependsOn: [`creative ${adIndex}`],
      summary: '',
    })),
    cost: {
      platformCalls: 10,
      httpRequests: 3,
      estimatedSeconds: 4,
      byAccount: [{ adAccountId: 'act_1', calls: 10, quotaPercent: 20 }],
    },
    adSets: [],
    guards: [],
    moneyAtStake: [
      { adAccountId: 'act_1', dailyBudget: 50, lifetimeBudget: 0, currency: 'EUR', delivering: 1 },
    ],
    warnings: [{ path: 'ads[0].link', code: 'slow', message: 'The link is slow.' }],
    ...more,
  };
}

const planned = (ads: readonly { readonly [field: string]: unknown }[]): PlannedPart[] =>
  partsOf(ads, LIMITS).map((part) => ({ ...part, plan: planOf(part.ads) }));

test('an installation says how much one launch takes; without a word it is the default', () => {
  expect(launchLimitsIn('3,9')).toEqual({ ads: 3, creations: 9 });
  expect(launchLimitsIn(undefined)).toEqual({ ads: 500, creations: 5_000 });
});

test('ads are split by their number and by their ad sets, in their order', () => {
  expect(
    partsOf(adsNamed('a', 'b', 'c'), LIMITS).map(({ from, ads }) => [from, ads.length]),
  ).toEqual([
    [0, 2],
    [2, 1],
  ]);
  const wide = [{ adSets: ['1', '2', '3'] }, { adSets: ['1', '2', '3'] }, { adSets: ['1'] }];
  expect(partsOf(wide, LIMITS).map(({ from, ads }) => [from, ads.length])).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test('{{index}} goes on from part to part', () => {
  const parts = partsOf(adsNamed('Go {{index:02}}', 'Go {{index:02}}', 'Go {{ index }}'), LIMITS);
  expect(parts.flatMap(({ ads }) => ads.map(({ adName }) => adName))).toEqual([
    'Go 01',
    'Go 02',
    'Go 3',
  ]);
});

test('the rows of one ad stay together', () => {
  const headers = [
    'Ad key',
    'Ad name',
    'Ad account',
    'Ad sets',
    'Launch type',
    'Media 1',
    'Headline',
  ];
  const card = (key: string, n: number): string[] => [
    key,
    n === 0 ? key : '',
    'act_1',
    '7',
    'carousel',
    `https://x.example/${key}${n}.png`,
    `${n}`,
  ];
  const rows = ['a', 'b', 'c'].flatMap((key) => [card(key, 0), card(key, 1), card(key, 2)]);
  const names = {
    accounts: [],
    adSets: () => undefined,
    profiles: () => undefined,
    callsToAction: [],
  };
  const { ads, body } = readSheet(readTable(headers, rows, adColumns), () => undefined, names);
  expect(ads.map((ad) => ad.rows.length)).toEqual([3, 3, 3]);
  expect(
    partsOf(body, LIMITS).map(({ ads: sent }) =>
      sent.map(({ media }) => (media as unknown[]).length),
    ),
  ).toEqual([[3, 3], [3]]);
});

test('the plans of parts are shown as one, every ad at its own place', () => {
  const [first, second] = planned(adsNamed('a', 'b', 'c'));
  if (first === undefined || second === undefined) throw new Error('These are two parts.');
  expect(summedPlan([first])).toBe(first.plan);
  const active = { ...second, plan: planOf(second.ads, { launchStatus: 'ACTIVE' }) };
  expect(summedPlan([first, active])).toMatchObject({
    totalAds: 3,
    launchStatus: 'MIXED',
    operations: [
      { adIndex: 0 },
      { adIndex: 1 },
      { id: '1 ad 0', adIndex: 2, name: 'c', dependsOn: ['1 creative 0'] },
    ],
    cost: {
      platformCalls: 20,
      httpRequests: 6,
      estimatedSeconds: 8,
      byAccount: [{ calls: 20, quotaPercent: 20 }],
    },
    // The last part is planned after those before it, and tells the money of all.
    moneyAtStake: [{ adAccountId: 'act_1', dailyBudget: 50, currency: 'EUR', delivering: 1 }],
    warnings: [{ path: 'ads[0].link' }, { path: 'ads[2].link' }],
  });
});

test('a limit that one part exceeds is exceeded by all of them', () => {
  const [first, second] = planned(adsNamed('a', 'b', 'c'));
  if (first === undefined || second === undefined) throw new Error('These are two parts.');
  const verdict = (asked: number) => ({
    guard: 'adsPerLaunch' as const,
    adAccountId: 'act_1',
    limit: 1,
    asked,
    exceeded: asked > 1,
    path: 'ads',
    message: `${asked} ads`,
  });
  const parts = [first, second].map((part) => ({
    ...part,
    plan: planOf(part.ads, { guards: [verdict(part.ads.length)] }),
  }));
  expect(summedPlan(parts)?.guards).toMatchObject([{ asked: 2, exceeded: true }]);
});

/** A service that launches a key once, and the browser of somebody who launches. */
function service(
  answers: { readonly [turn: number]: 'lost' | ApiError } = {},
  plan: RunPorts['plan'] = async (ads) => planOf(ads),
  end: Partial<BatchBefore> = {},
) {
  const launched = new Map<string, { readonly adBatchId: number; readonly totalAds: number }>();
  const bodies: { name: string; planDigest: string; again: boolean }[] = [];
  const waits: [number, number][] = [];
  let [run, turn]: [Run | undefined, number] = [undefined, 0];
  const ports: RunPorts = {
    plan,
    async launch(body, key) {
      const answer = answers[turn++];
      if (answer instanceof ApiError) throw answer;
      const { ads, name, planDigest, again } = body as {
        ads: object[];
        name: string;
        planDigest: string;
        again: boolean;
      };
      if (!launched.has(key)) bodies.push({ name, planDigest, again });
      const accepted = launched.get(key) ?? { adBatchId: launched.size + 1, totalAds: ads.length };
      launched.set(key, accepted);
      if (answer === 'lost') throw new ApiError(0, 'unreachable', 'The service does not answer.');
      return accepted;
    },
    keptRun: () => run,
    keepRun: (next) => {
      run = next;
    },
    onSending: () => undefined,
    async ended(batchId, waiting) {
      waits.push([batchId, waiting]);
      return { adBatchId: batchId, rawStatus: 'Success', ...end };
    },
    onLaunched: () => undefined,
  };
  return { ports, bodies, waits, kept: () => run };
}

test('parts are launched one after the other, each a batch of its own', async () => {
  const { ports, bodies, kept } = service();
  expect(await launchParts(planned(adsNamed('a', 'b', 'c')), 'Autumn', ports)).toEqual({
    parts: 2,
    batches: [
      { id: 1, ads: 2 },
      { id: 2, ads: 1 },
    ],
  });
  expect(bodies.map(({ name, again }) => [name, again])).toEqual([
    ['Autumn (1 of 2)', false],
    ['Autumn (2 of 2)', false],
  ]);
  expect(kept()).toBeUndefined();
});

test('a part whose answer was lost is sent again as it was, and launched once', async () => {
  const { ports, bodies, kept } = service({ 1: 'lost' });
  const parts = planned(adsNamed('a', 'b', 'c'));
  const { batches, refused } = await launchParts(parts, 'Autumn', ports);
  expect([batches, refused?.code]).toEqual([[{ id: 1, ads: 2 }], 'unreachable']);
  expect(kept()?.sent?.options.name).toBe('Autumn (2 of 2)');
  // After a reload what is left is one part with another name, and its plan tells of ads that
  // exist.
  const rest = partsOf(adsNamed('c'), LIMITS).map((part) => ({
    ...part,
    plan: planOf(part.ads, { digest: 'another' }),
  }));
  expect((await launchParts(rest, 'Winter', ports)).batches).toEqual([{ id: 2, ads: 1 }]);
  expect(bodies).toHaveLength(2);
});

test('a part whose campaigns an earlier one makes waits for its end, and is launched into what is there then', async () => {
  const fleet = { type: 'campaign', name: 'Fleet', state: 'made' } as const;
  const making = (ads: Parameters<typeof planOf>[0], name: string, adSetId = 'new:s') => {
    const { operations, ...plan } = planOf(ads);
    const made = {
      id: 'campaign:0',
      kind: 'campaign' as const,
      adIndex: 0,
      name,
      dependsOn: [],
      summary: '',
    };
    return { ...plan, operations: [made, ...operations.map((each) => ({ ...each, adSetId }))] };
  };
  const split = partsOf(adsNamed('a', 'b', 'c'), LIMITS);
  const parts = split.map((part) => ({ ...part, plan: making(part.ads, 'Fleet') }));
  const { ports, bodies, waits } = service({}, async (ads) => making(ads, 'Fleet', '77'), {
    made: [fleet],
  });
  expect((await launchParts(parts, 'Autumn', ports)).refused).toBeUndefined();
  expect([waits, bodies.map(({ name }) => name)]).toEqual([
    [[1, 1]],
    ['Autumn (1 of 2)', 'Autumn (2 of 2)'],
  ]);

  // What was to be there and is not would be made by the later part itself.
  for (const [end, told] of [
    [
      { rawStatus: 'Cancelled', made: [{ ...fleet, state: 'failed' }] },
      'Batch 1 was to make the campaign “Fleet”, which these',
    ],
    [
      { rawStatus: 'Cancelled', made: [fleet] },
      'and was cancelled. Retry batch 1 first, then launch these ads.',
    ],
    [
      { rawStatus: 'Error', made: [{ ...fleet, state: 'failed' }] },
      'Batch 1 did not finish the campaign “Fleet”',
    ],
    [
      { rawStatus: 'Error', made: [{ ...fleet, unfinished: true }] },
      'did not finish the campaign “Fleet”',
    ],
    [
      { rawStatus: 'Success', made: [{ ...fleet, undone: 'deleted' }] },
      'the campaign “Fleet” was deleted',
    ],
  ] satisfies [Partial<BatchBefore>, string][]) {
    const ended = service({}, async (ads) => making(ads, 'Fleet', '77'), end);
    const { refused } = await launchParts(parts, 'Autumn', ended.ports);
    expect([refused?.status, refused?.message, ended.bodies.length]).toEqual([
      409,
      expect.stringContaining(told),
      1,
    ]);
  }
  // A batch that made all of it is followed whatever became of its ads, and of what these do not go
  // into.
  for (const more of [[], [{ ...fleet, name: 'Sail', state: 'failed' } as const]]) {
    const ended = service({}, async (ads) => making(ads, 'Fleet', '77'), {
      rawStatus: 'Error',
      made: [fleet, ...more],
    });
    expect((await launchParts(parts, 'Autumn', ended.ports)).refused).toBeUndefined();
  }

  // A part that makes others waits for none, and what is being made by others than an earlier part
  // is told.
  const others = split.map((part, at) => ({ ...part, plan: making(part.ads, `Fleet ${at}`) }));
  const busy = new ApiError(422, 'unprocessable_entity', 'Nothing was launched.', {
    details: [
      {
        path: 'ads[0].newCampaign.name',
        code: 'in_progress',
        message: 'Batch 9 is making the campaign.',
      },
    ],
  });
  const other = service({ 1: busy }, async (ads) => making(ads, 'Fleet 1'));
  expect((await launchParts(others, 'Autumn', other.ports)).refused?.details[0]?.code).toBe(
    'in_progress',
  );
  expect(other.waits).toEqual([]);
});

test('a part that is refused ends the launch, and is not taken for sent', async () => {
  const { ports, kept } = service({
    1: new ApiError(422, 'unprocessable_entity', 'The ad set is full.'),
  });
  const { parts, batches, refused } = await launchParts(
    planned(adsNamed('a', 'b', 'c', 'd', 'e')),
    'Autumn',
    ports,
  );
  expect([parts, batches.length, refused?.message]).toEqual([3, 1, 'The ad set is full.']);
  expect(kept()?.sent).toBeUndefined();
});

test('a later part is launched as it is planned by then, and not where it does more than was agreed to', async () => {
  const less = service({}, async (ads) =>
    planOf(ads, { digest: 'uploaded by now', moneyAtStake: [] }),
  );
  await launchParts(planned(adsNamed('a', 'b', 'c')), 'Autumn', less.ports);
  expect(less.bodies.map(({ planDigest }) => planDigest)).toEqual([
    'digest of a,b',
    'uploaded by now',
  ]);

  const differs = { path: 'planDigest', code: 'plan_differs', message: 'The plan is another.' };
  const busy = service({ 1: new ApiError(409, 'conflict', 'It differs.', { details: [differs] }) });
  expect(
    (await launchParts(planned(adsNamed('a', 'b', 'c')), 'Autumn', busy.ports)).batches,
  ).toHaveLength(2);

  const repeated = [{ path: 'ads[0].adName', code: 'already_launched', message: 'It exists.' }];
  for (const more of [{ launchStatus: 'ACTIVE' as const }, { warnings: repeated }]) {
    const { ports, bodies } = service({}, async (ads) => planOf(ads, more));
    const { refused } = await launchParts(planned(adsNamed('a', 'b', 'c')), 'Autumn', ports);
    expect([bodies.length, refused?.details[0]?.code]).toEqual([1, 'plan_differs']);
  }
});

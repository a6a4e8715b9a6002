import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage } from '../../adapters/sandbox/meta/stage.ts';
import type { LaunchAd } from '../../core/ports/launch-ad.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { createSlipway } from '../../server/embed/embed.ts';
import { type PastBatch, rehearse } from '../../server/local/probe/rehearse.ts';
import { moduleNamed, rehearsedSide } from '../../server/local/probe/sides.ts';

const now = Date.UTC(2026, 10, 15, 12);

const ad = (more: Partial<LaunchAd> = {}): LaunchAd => ({
  index: 0,
  path: 'ads[0]',
  platform: 'primary',
  adAccountId: 'act_77',
  type: 'single',
  adName: 'Autumn',
  adSets: [{ id: '1', label: 'Theirs' }],
  adSetsPath: 'ads[0].adSets',
  media: [{ type: 'image', url: 'https://cdn.example/a.png', filename: 'a.png' }],
  paused: true,
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.example/',
  page: '5',
  secondary: '6',
  ...more,
});

const past: PastBatch[] = [
  {
    id: '1',
    ads: [
      ad(),
      ad({ media: [{ type: 'video', url: 'https://cdn.example/a.mp4', filename: 'a.mp4' }] }),
    ],
  },
];

const inVersions = (versions: readonly [string, string]) =>
  rehearse(past, versions, (version) => rehearsedSide(moduleNamed('meta'), { now, version }));

test('past launches and figures are the same in two living versions', async () => {
  const found = await inVersions(['v25.0', 'v26.0']);
  expect(found).toEqual({
    platform: 'primary',
    versions: ['v25.0', 'v26.0'],
    batches: 1,
    ads: 2,
    compared: ['launches', 'figures'],
    notes: [],
    requests: [],
    refusals: [],
    figures: [],
  });
});

test('both versions make the ads of past launches', async () => {
  for (const version of ['v25.0', 'v26.0']) {
    const side = await rehearsedSide(moduleNamed('meta'), { now, version });
    const { refusals } = await rehearse(past, [version, version], async () => side);
    expect(refusals).toEqual([]);
    const made =
      (await side.platform.inspect?.ads(side.access, { adSetId: stage.adSetIds[0], limit: 50 }))
        ?.data ?? [];
    // Twice: the same side is both versions here.
    expect(made.map(({ name }) => name)).toEqual(Array(4).fill('Autumn'));
  }
});

test('what a version refuses, sends otherwise and does not report is shown with the version', async () => {
  const { refusals, requests, figures } = await inVersions(['v24.0', 'v26.0']);
  expect(refusals).toEqual([expect.stringMatching(/^v24\.0: 1: .*deprecated version/)]);
  expect(requests.some((each) => each.startsWith('v26.0: POST'))).toBe(true);
  expect(figures[0]).toMatch(/^v24\.0: refused: .*deprecated version/);
  expect(figures.some((each) => each.startsWith('v26.0: spend '))).toBe(true);
});

test('what was not there is not called the same', async () => {
  const versions = ['v25', 'v26'] as const;
  const found = await rehearse([], versions, (version) =>
    rehearsedSide(moduleNamed('google'), { now, version }),
  );
  expect(found).toMatchObject({ compared: ['figures'], requests: [], refusals: [] });
  expect(found.notes).toEqual([
    expect.stringContaining('no past launch'),
    expect.stringContaining('answers all versions'),
  ]);
  const ended = ['v21.0', 'v24.0'] as const;
  const nothing = await rehearse([], ended, (version) =>
    rehearsedSide(moduleNamed('meta'), { now, version }),
  );
  expect(nothing.compared).toEqual([]);
  expect(nothing.notes).toContain(
    'Neither version answered the report: figures were not compared.',
  );
});

test('slipway rehearse takes the batches of an installation', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-rehearse-'));
  const slipway = await createSlipway({
    database: `sqlite:${join(data, 'slipway.db')}`,
    folder: data,
  });
  const media = [{ url: 'https://cdn.example/clip.mp4' }];
  const { adBatchId } = await slipway.launch({
    ads: [
      {
        adName: 'Clip',
        adAccountId: stage.account.id,
        adSets: [stage.adSetIds[0]],
        ...stage.fields,
        media,
      },
    ],
  });
  await slipway.finished(adBatchId);
  await slipway.close();
  const run = async (...args: string[]) => {
    let out = '';
    const write = (text: string) => (out += text);
    const code = await runCommandLine(
      ['rehearse', ...args, '--data', data],
      { SLIPWAY_PLATFORMS: 'sandbox' },
      { write },
      { write },
    );
    return { code, out };
  };
  const { version } = moduleNamed('meta').definition;
  const words = await run('--version', version?.pinned ?? '');
  expect(words).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Meta: 1 batches with 1 ads/),
  });
  expect(words.out).toMatch(/figures\s+no difference/);
  expect((await run('--version', 'v99.0')).out).toContain(
    'newer than what this Slipway and its simulation know',
  );
  expect((await run('--version', 'v26')).out).toMatch(/refusals\s+not compared/);
  expect((await run('--version', 'x')).out).toContain('No platform has versions such as x');
});

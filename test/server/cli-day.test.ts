import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { parseCsv } from '../../core/base/csv.ts';
import { formatTable } from '../../server/cli/base/table.ts';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway, intercept } = useCommandLine();

const HEAD = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Link';
const answerOf = async (...args: string[]) => JSON.parse((await slipway(...args, '--json')).out);

async function fileOf(
  name: string,
  rows: readonly (readonly [name: string, page?: string])[],
): Promise<string> {
  const adSets = (await fixture().call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE')).body
    .data;
  const { value } = adSets.find(({ adCount }: { adCount: number }) => adCount === 0);
  const { page, secondary } = (await fixture().call('GET', '/v1/profiles?accountId=act_1001')).body
    .data[0];
  const path = join(folder, name);
  const line = ([ad, of = page]: readonly [string, string?]) =>
    [ad, 'act_1001', value, of, secondary, 'boat.png', 'https://a.example'].join();
  writeFileSync(path, [HEAD, ...rows.map(line)].join('\n'));
  return path;
}

describe('after a launch', () => {
  test('what failed is listed, printed as rows, corrected and launched; the rest is undone', async () => {
    const file = await fileOf('some.csv', [['Right'], ['Wrong page', '999']]);
    const plan = await answerOf('launch', file, '--plan');
    expect([plan.totalAds, plan.notUploaded, plan.digest]).toEqual([2, ['boat.png'], undefined]);
    expect((await fixture().call('GET', '/v1/media')).body.data).toEqual([]);

    const launched = await slipway('launch', file, '--watch');
    expect([launched.code, launched.out.includes('--rows prints them')]).toEqual([1, true]);
    const [batch] = (await answerOf('batches')).data;
    const id = String(batch.adBatchId);
    expect((await slipway('batches', id)).out).toContain('Wrong page');
    expect((await answerOf('batches', 'rename', id, 'Autumn,', 'first try')).name).toBe(
      'Autumn, first try',
    );
    expect((await slipway('batches', id)).out).toContain('Autumn, first try');
    expect([
      (await slipway('batches', 'rename', id)).code,
      (await slipway('batches', 'rename', 'x', 'y')).code,
    ]).toEqual([2, 2]);
    expect((await slipway('batches', 'rename', '999', 'Nothing')).code).toBe(3);
    const { code, out } = await slipway('retry', id, '--rows');
    const [headers = [], ...rows] = parseCsv(out);
    expect([code, rows.length, rows[0]?.[headers.indexOf('Ad name')]]).toEqual([
      0,
      1,
      'Wrong page',
    ]);
    expect((await slipway('retry', id)).err).toContain('Give --yes');
    expect((await slipway('retry', id, '--yes', '--watch')).code).toBe(1);

    const undo = await slipway('undo', id, '--yes', '--json');
    expect([undo.code, JSON.parse(undo.out).undo.mode]).toEqual([0, 'pause']);
    expect((await slipway('undo', 'x')).code).toBe(2);
    expect((await slipway('cancel', id, '--yes')).code).toBe(3);
  });

  test('a file is saved as a draft, listed and deleted', async () => {
    const file = join(folder, 'draft.json');
    writeFileSync(file, JSON.stringify({ ads: [{ adName: 'Later' }] }));
    const { draftId } = await answerOf('draft', file, '--name', 'Autumn');
    expect((await slipway('draft')).out).toContain('Autumn');
    expect((await slipway('draft', String(draftId), '--delete', '--yes')).code).toBe(0);
    expect((await slipway('draft')).out).toContain('No draft');
  });
});

describe('lists and changes', () => {
  test('accounts, ad sets, ads and top ads are tables with totals, and JSON', async () => {
    expect((await answerOf('accounts')).data[0]).toMatchObject({
      id: 'act_1001',
      platform: 'primary',
    });
    // People read Meta, and may write it.
    expect((await slipway('accounts')).out).toMatch(/act_1001 +\S.* Meta +EUR/);
    for (const word of ['TikTok', 'short-video', 'tiktok']) {
      const { data } = await answerOf('accounts', '--platform', word);
      expect([
        word,
        data.length > 0,
        data.every(({ platform }: { platform: string }) => platform === 'short-video'),
      ]).toEqual([word, true, true]);
    }
    expect((await slipway('accounts', '--platform', 'Google Ads')).out).not.toMatch(
      /Meta|search-ads/,
    );
    const unknown = await slipway('accounts', '--platform', 'Friendster');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('--platform')]);
    expect((await slipway('report', '--by', 'platform')).out).toMatch(/ Meta /);
    expect((await slipway('report', '--fields')).out).not.toMatch(/short-video|primary/);
    const { code, out } = await slipway('adsets', '--account', 'act_1001');
    expect([code, /^ +Total /m.test(out), /Budget \(EUR\)/.test(out), / On /.test(out)]).toEqual([
      0,
      true,
      true,
      true,
    ]);
    expect((await slipway('ads', '--account', 'act_1001')).out).toContain('traffic ad 1');
    expect(
      (await slipway('top', '--account', 'act_1001', '--from', '2026-10-01', '--to', '2026-10-31'))
        .out,
    ).toMatch(/Spend \(EUR\) +Results +CPA \(EUR\) +Impressions/);
    expect((await slipway('adsets')).err).toContain('Which ad account?');
    const top = await slipway('top', '--account', 'act_1001');
    expect([top.code, top.err]).toEqual([0, '']);
    // The best by a cost is the cheapest; the column stands there once, whatever the figure was
    // called.
    const costs = async (...more: string[]): Promise<(number | null)[]> =>
      (await answerOf('top', '--account', 'act_1001', '--metric', 'cpa', ...more)).data.map(
        ({ costPerResult }: { costPerResult: number | null }) => costPerResult,
      );
    const [cheap, dear] = [await costs(), await costs('--worst')];
    expect([cheap, dear]).toEqual([
      cheap.toSorted((a, b) => Number(a) - Number(b)),
      dear.toSorted((a, b) => Number(b) - Number(a)),
    ]);
    expect(Number(cheap[0])).toBeLessThan(Number(dear[0]));
    expect((await slipway('top', '--account', 'act_1001', '--metric', 'cpa')).out).not.toMatch(
      /cpa/,
    );
  });

  test('an account is named in the same way by every command: by its id or its name, as a word or a flag', async () => {
    const name = (await answerOf('accounts')).data[0].name as string;
    for (const command of ['adsets', 'ads', 'top', 'report']) {
      const by = await Promise.all(
        [[name], ['act_1001']].map((words) => slipway(command, ...words, '--limit', '3')),
      );
      expect([command, ...by.map(({ code, err }) => [code, err])]).toEqual([
        command,
        [0, ''],
        [0, ''],
      ]);
      expect([command, by[0]?.out]).toEqual([command, by[1]?.out]);
    }
    expect((await slipway('adsets', 'act_1001', '--account', 'act_1002')).code).toBe(2);
    // Totals have rates too, and yen no decimals.
    expect((await slipway('report', name)).out).toMatch(
      /Total +[\d,]+\.\d\d +[\d,]+ +[\d,]+ +\d\.\d\d/,
    );
    expect((await slipway('adsets', 'act_1002')).out).toMatch(/Total +[\d,]{4,} +[\d,]+$/m);
  });

  test('a budget is raised and lowered by a share, by the name of what it belongs to', async () => {
    const on = ['--account', 'act_1001'];
    const [adSet] = (await answerOf('adsets', ...on)).data.filter(
      ({ dailyBudget }: { dailyBudget: number | null }) =>
        dailyBudget !== null && dailyBudget >= 10,
    );
    const { out } = await slipway('budget', 'adset', adSet.value, '+20%', ...on, '--plan');
    expect(out).toContain(
      `ad set “${adSet.label}” (${adSet.value}) of Sandbox Company Europe (Meta) becomes`,
    );
    expect(
      (await answerOf('budget', 'adset', adSet.value, '+20%', ...on, '--plan')).request.dailyBudget,
    ).toBeCloseTo(adSet.dailyBudget * 1.2);
    expect(
      (await answerOf('budget', 'adset', adSet.value, '--lower', '20', ...on, '--plan')).request
        .dailyBudget,
    ).toBeCloseTo(adSet.dailyBudget * 0.8);
    for (const wrong of [['20%'], ['+20%', '--daily', '5'], ['--lower', '100'], ['+0%']])
      expect([
        wrong,
        (await slipway('budget', 'adset', adSet.value, ...wrong, ...on, '--plan')).code,
      ]).toEqual([wrong, 2]);
    const adId = seed.ad('act_1001', 'traffic', 2);
    expect((await slipway('pause', 'ad', adId, ...on, '--plan')).out).toContain(
      'ad “traffic ad 2”',
    );
  });

  test('a plan names accounts, ad sets and ads; faults stand in the order of the rows, missing files among them', async () => {
    const file = await fileOf('plan.csv', [['One'], ['Two']]);
    const { out } = await slipway('launch', file, '--plan');
    expect(out).toContain('(act_1001)');
    expect(out).toMatch(/\+ +\S+ open \d+ \(\d+\), \S+ +2 ads: One, Two/);
    const [head, one, two] = readFileSync(file, 'utf8').split('\n');
    const wrong = [
      head,
      one?.replace('boat.png', 'none.png'),
      two?.replace('https://a.example', 'nowhere'),
      one?.replace('act_1001', 'act_77'),
      one?.replace('boat.png', 'nor.png'),
    ];
    writeFileSync(file, wrong.join('\n'));
    const { faults } = await answerOf('launch', file);
    expect(faults.map(({ place }: { place: string }) => /^row (\d+)/.exec(place)?.[1])).toEqual([
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  test('a total is that of all rows, also where not all are shown', async () => {
    const days = ['--from', '2026-10-01', '--to', '2026-10-07'];
    const whole = await slipway('report', 'act_1001', ...days);
    const cut = await slipway('report', 'act_1001', ...days, '--limit', '2');
    const spend = (out: string) => /^ +Total.*?([\d,]+\.\d\d)/m.exec(out)?.[1];
    expect(spend(cut.out)).toBe(spend(whole.out));
    expect(cut.out).toMatch(/Total of all \d+ rows/);
    expect((await slipway('report', '--fields')).out).toMatch(/Snapchat \(by ad, 7 days at most\)/);
  });

  test('results that are not told, people reached and unlike kinds have no total', async () => {
    const days = [
      '--from',
      '2026-10-01',
      '--to',
      '2026-10-07',
      '--metrics',
      'spend,results,costPerResult',
    ];
    const { data, ...report } = await answerOf('report', 'act_1001', ...days, '--limit', '2');
    const totalWith = async (...results: readonly object[]) => {
      const rows = results.map((told, i) => ({
        ...data[i],
        currency: 'EUR',
        spend: 10,
        costPerResult: null,
        ...told,
      }));
      const pagination = { ...report.pagination, total: rows.length };
      intercept((request, pass) =>
        request.url.includes('/v1/reports/query')
          ? Promise.resolve(Response.json({ ...report, data: rows, pagination }))
          : pass(),
      );
      const { out } = await slipway('report', 'act_1001', ...days);
      intercept();
      return /^ *Total +(.*?) *$/m.exec(out)?.[1]?.split(/ +/);
    };
    const leads = { resultType: 'lead', results: 2 };
    expect(await totalWith(leads, leads)).toEqual(['20.00', '4', '5.00']);
    expect(await totalWith({ results: null }, { results: null })).toEqual(['20.00']);
    expect(
      await totalWith({ ...leads, resultType: 'reach' }, { ...leads, resultType: 'reach' }),
    ).toEqual(['20.00']);
    expect(await totalWith({ results: 2 }, { results: 2 })).toEqual(['20.00']);
    expect(await totalWith(leads, { ...leads, resultType: 'purchase' })).toEqual(['20.00']);
  });

  test('what the service names by its address is a command here', async () => {
    const { code, err } = await slipway('ads', '--account', 'act_77');
    expect([code, err.includes('`slipway accounts`'), err.includes('GET /')]).toEqual([
      2,
      true,
      false,
    ]);
  });

  test('pausing, budgets and copies are shown first, asked about, and carried out once under a key', async () => {
    const adId = seed.ad('act_1001', 'traffic', 1);
    const on = ['--account', 'act_1001'];
    expect((await slipway('pause', 'ad', adId, ...on)).code).toBe(2);
    const planned = await answerOf('pause', 'ad', adId, ...on, '--plan');
    expect(planned).toMatchObject({
      allowed: true,
      request: { newStatus: 'PAUSED', entityIds: [adId] },
    });
    expect(
      (await answerOf('pause', 'ad', adId, ...on, '--yes', '--idempotency-key', 'once'))
        .successCount,
    ).toBe(1);
    expect(
      (await answerOf('pause', 'ad', adId, ...on, '--yes', '--idempotency-key', 'once'))
        .successCount,
    ).toBe(1);

    const [adSet] = (await answerOf('adsets', ...on)).data.filter(
      (each: { dailyBudget: number | null }) => each.dailyBudget !== null,
    );
    const to = String(adSet.dailyBudget + 1);
    expect(
      await answerOf('budget', 'adset', adSet.value, '--daily', to, ...on, '--yes'),
    ).toMatchObject({
      dailyBudget: Number(to),
    });
    expect((await slipway('budget', 'ad', adId, '--daily', '5', ...on)).code).toBe(2);
    expect((await slipway('budget', 'adset', adSet.value, ...on)).code).toBe(2);
    expect((await answerOf('duplicate', 'adset', adSet.value, ...on, '--plan')).allowed).toBe(true);
    expect((await answerOf('duplicate', 'ad', adId, ...on, '--yes')).successCount).toBe(1);
    expect(
      (await slipway('duplicate', 'ad', adId, ...on, '--new-campaign', 'Spain', '--yes')).code,
    ).toBe(2);
    const [empty = ''] = seed.emptyAdSets('act_1001', 'traffic');
    const copied = await slipway(
      'duplicate',
      'adset',
      empty,
      ...on,
      '--new-campaign',
      'Spain',
      '--name',
      'Madrid',
      '--yes',
    );
    const [, copy = ''] = /#\/ads\?level=adset&search=(\d+)/.exec(copied.out) ?? [];
    const { data } = await answerOf('adsets', ...on, '--limit', '200');
    const found = data.find(({ value }: { value: string }) => value === copy);
    expect([copied.err, found?.label, found?.campaign.name]).toEqual(['', 'Madrid', 'Spain']);
  });

  test('what a command changed is taken back by the id it printed; what was changed since stays, and leaves with 1', async () => {
    const adId = seed.ad('act_1001', 'leads', 1);
    const on = ['--account', 'act_1001'];
    const statusOf = async (id: string) =>
      (
        await fixture().call('GET', '/v1/manage/list-ads?accountId=act_1001&limit=200')
      ).body.data.find((ad: { id: string }) => ad.id === id)?.status;
    const idIn = (out: string) =>
      /^ {2}Undo: slipway undo ((?:upd|dup)_\S+)$/m.exec(out)?.[1] ?? '';
    const paused = idIn((await slipway('pause', 'ad', adId, ...on, '--yes')).out);
    const dry = await slipway('undo', paused, '--dry-run');
    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/leads ad 1 .*status PAUSED → ACTIVE/),
    ]);
    expect(await answerOf('undo', paused, '--plan')).toMatchObject({
      allowed: true,
      dryRun: true,
      results: [{ entityId: adId }],
    });
    expect([
      (await slipway('undo', paused)).code,
      (await slipway('undo', paused, '--delete')).code,
    ]).toEqual([2, 2]);
    expect(await statusOf(adId)).toBe('PAUSED');
    const back = await slipway('undo', paused, '--yes');
    expect([back.code, await statusOf(adId)]).toEqual([0, 'ACTIVE']);
    expect((await slipway('undo', paused, '--yes')).out).toContain('Nothing is left to take back');
    // An undo is a change too.
    expect((await slipway('undo', idIn(back.out), '--yes')).code).toBe(0);
    expect(await statusOf(adId)).toBe('PAUSED');

    const [adSet = '', empty = ''] = seed.emptyAdSets('act_1001', 'traffic');
    const raise = async (daily: string) =>
      idIn((await slipway('budget', 'adset', adSet, '--daily', daily, ...on, '--yes')).out);
    const first = await raise('61');
    await raise('62');
    const left = await slipway('undo', first, '--yes');
    expect([left.code, left.err]).toEqual([1, expect.stringContaining('has been changed since')]);
    const told = await slipway('undo', first, '--yes', '--json');
    expect([told.code, JSON.parse(told.err).error.details[0].code]).toEqual([1, 'changed_since']);

    const more = ['--new-campaign', 'Gone again', '--yes'];
    const copied = await slipway('duplicate', 'adset', empty, ...on, ...more);
    const ids = [...copied.out.matchAll(/Undo: slipway undo (dup_\S+)/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids) expect([id, (await slipway('undo', id, '--yes')).code]).toEqual([id, 0]);
    const { body } = await fixture().call('GET', '/v1/campaigns?accountId=act_1001&limit=200');
    expect(body.data.filter(({ name }: { name: string }) => name === 'Gone again')).toEqual([]);

    const refused = idIn((await slipway('resume', 'ad', adId, ...on, '--yes')).out);
    const fault = {
      platform: 'meta',
      fault: 'error',
      code: 200,
      method: 'POST',
      times: 1,
      path: `*/${adId}`,
    };
    await fixture().control('POST', 'faults', fault);
    const failed = await slipway('undo', refused, '--yes');
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/refused: .*ermission/)]);
    expect((await slipway('undo', 'upd_none', '--yes')).code).toBe(3);
  });

  test('files are uploaded; rules and plans that wait are listed', async () => {
    expect((await answerOf('upload', join(folder, 'boat.png'))).data[0].url).toMatch(/^http/);
    expect((await slipway('upload', join(folder, 'none.png'))).code).toBe(2);
    expect((await slipway('rules')).out).toContain('No rule');
    expect((await slipway('approve')).out).toContain('Nothing waits');
    expect((await slipway('approve', 'xyz')).code).toBe(2);
  });
});

test('wrong values of flags leave with 2', async () => {
  for (const wrong of [
    ['--by', 'nonsense'],
    ['--metrics', 'nonsense'],
    ['--from', 'yesterday'],
  ])
    expect([wrong, (await slipway('report', 'act_1001', ...wrong)).code]).toEqual([wrong, 2]);
  expect((await slipway('keys', 'create', 'x', '--scopes', 'nonsense')).code).toBe(2);
  expect((await slipway('batches', '--status', 'nonsense')).code).toBe(2);
  expect((await slipway('ads', '--account', 'act_1001', '--status', 'nonsense')).code).toBe(2);
  expect((await slipway('top', '--account', 'act_1001', '--metric', 'nonsense')).code).toBe(2);
});

test('completion knows every command and its flags, for three shells', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await slipway('completion', shell);
    expect([shell, code, out.includes('retry'), out.includes('idempotency-key')]).toEqual([
      shell,
      0,
      true,
      true,
    ]);
  }
});

test('a table keeps to the width of the terminal: long words are cut, numbers are not', () => {
  const rows = [
    ['Name', 'Spend', 'Why'],
    ['n'.repeat(400), '1234567.89', 'a reason in several words that wraps where it must'],
  ];
  const lines = formatTable(rows, { width: 80, numbers: [1], fits: true });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.join('\n')).toContain('1234567.89');
  expect(lines.join('\n')).toContain('…');
});

test('ids are whole in a table, however narrow the terminal', async () => {
  const { data } = await answerOf('accounts');
  const { out } = await slipway('accounts');
  for (const { id } of data) expect(out).toContain(`${id} `);
});

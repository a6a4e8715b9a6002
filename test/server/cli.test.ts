import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adColumns } from '../../core/sheet/columns.ts';
import { parseCsv } from '../../core/sheet/csv.ts';
import { readHeaders } from '../../core/sheet/headers.ts';
import { commands, runCommandLine } from '../../server/cli/run.ts';
import { png } from '../samples/media.ts';
import { type FullHouse, startFullHouse } from './full-house.ts';

let house: FullHouse;
let listener: ReturnType<typeof Bun.serve>;
let folder: string;
beforeAll(async () => {
  house = await startFullHouse();
  listener = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => house.app.fetch(request) });
  folder = mkdtempSync(join(tmpdir(), 'slipway-cli-'));
  writeFileSync(join(folder, 'boat.png'), await png(600, 600));
});
afterAll(async () => {
  await house?.worker.stop();
  await listener?.stop(true);
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function slipway(...args: string[]): Promise<Ran> {
  let [out, err] = ['', ''];
  const env = { SLIPWAY_URL: `http://127.0.0.1:${listener.port}`, SLIPWAY_KEY: house.key };
  const code = await runCommandLine(args, env, { write: (text) => (out += text) }, { write: (text) => (err += text) });
  return { code, out, err };
}

const HEADERS = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link';
const ROW = (name: string, link = 'https://example.com'): string =>
  `${name},act_1001,"120000001001200211, 120000001001200212",120000001001700001,120000001001900001,boat.png,Hello,${link}`;
const file = (name: string, ...rows: string[]): string => {
  writeFileSync(join(folder, name), [HEADERS, ...rows].join('\n'));
  return join(folder, name);
};

describe('slipway launch', () => {
  test('plans without creating anything', async () => {
    const before = (await house.call('GET', '/v1/sandbox/state')).body.objects.ads;
    const { code, out } = await slipway('launch', file('plan.csv', ROW('A'), ROW('B')), '--plan', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ totalAds: 4, launchStatus: 'PAUSED', cost: { platformCalls: expect.any(Number) } });
    expect((await house.call('GET', '/v1/sandbox/state')).body.objects.ads).toBe(before);
  });

  test('tells each fault at its cell, launches nothing, and leaves with 2', async () => {
    const path = file('faulty.csv', ROW('A'), ROW('B', 'example.com'), ROW('C').replace('boat.png', 'gone.png'));
    const { code, out } = await slipway('launch', path);
    expect(code).toBe(2);
    expect(out).toContain('row 4, Media 1 (F4)');
    expect(out).toContain('There is no file gone.png');
    expect(out).toContain('row 3, Link (H3)');
    const mended = file('faulty.csv', ROW('A'), ROW('B', 'example.com'));
    const second = await slipway('launch', mended);
    expect(second.code).toBe(2);
    expect(second.out).toContain('row 3, Link (H3)');
  });

  test('a fault in a file points to the API, because its cells have no lists', async () => {
    const { out } = await slipway('launch', file('page.csv', ROW('A').replace('120000001001700001', '')));
    expect(out.replace(/\s+/g, ' ')).toMatch(/Page is missing.* GET \/v1\/profiles/);
    expect(out).not.toContain('list in this cell');
  });

  test.each([
    ['null.json', 'null', 'holds no ads'],
    ['text.json', '"ads"', 'holds no ads'],
    ['broken.json', '{', 'is not JSON'],
    ['empty.csv', '', 'no column Slipway knows'],
  ])('a file that is none, %s, leaves with 2 and says what to write', async (name, content, words) => {
    writeFileSync(join(folder, name), content);
    expect(await slipway('launch', join(folder, name))).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  });

  test('a folder is not a file', async () => {
    expect(await slipway('launch', folder)).toMatchObject({ code: 2, err: expect.stringContaining('it is a folder') });
  });

  test('uploads files, watches to the end, and the same file again is the same launch', async () => {
    const path = file('go.csv', ROW('Go {{index}}'), ROW('Go {{index}}'));
    const first = await slipway('launch', path, '--watch', '--json');
    expect(first.code).toBe(0);
    const status = JSON.parse(first.out);
    expect(status).toMatchObject({ status: 'success', successfulAds: 4, failedAds: [] });
    expect((await house.call('GET', `/v1/batch-status/${status.adBatchId}`)).body.launchedAds).toEqual(status.launchedAds);
    expect(status.replayed).toBe(false);
    const again = JSON.parse((await slipway('launch', path, '--json')).out);
    expect(again).toMatchObject({ adBatchId: status.adBatchId, replayed: true });
    expect((await slipway('launch', path)).out).toContain('nothing is launched twice');
    const renamed = await slipway('launch', path, '--name', 'Other');
    expect(renamed).toMatchObject({ code: 3, err: expect.stringContaining('--again') });
    expect(JSON.parse((await slipway('launch', path, '--again', '--json')).out).adBatchId).not.toBe(status.adBatchId);
  });

  test('with --skip-faulty launches what is right, says what is not, and leaves with 1', async () => {
    const path = file('mixed.csv', ROW('Bad', 'nowhere'), ROW('Good'));
    const { code, out } = await slipway('launch', path, '--skip-faulty', '--watch');
    expect(code).toBe(1);
    expect(out).toContain('row 2, Link (H2)');
    expect(out).toContain('All 2 ads launched');
  });

  test('takes the JSON of the API too', async () => {
    const { body } = await house.call('GET', '/v1/media');
    const ad = {
      adName: 'From JSON',
      adAccountId: 'act_1001',
      page: '120000001001700001',
      secondary: '120000001001900001',
      link: 'https://example.com',
      adSets: ['120000001001200213'],
      media: [{ url: body.data[0].url }],
    };
    writeFileSync(join(folder, 'ads.json'), JSON.stringify([ad]));
    expect((await slipway('launch', join(folder, 'ads.json'), '--watch')).code).toBe(0);
  });

  test('an example can be launched as it stands', async () => {
    const path = join(folder, 'example.csv');
    const { code, out } = await slipway('launch', '--example');
    expect(code).toBe(0);
    writeFileSync(path, out);
    expect(JSON.parse((await slipway('launch', path, '--watch', '--json')).out)).toMatchObject({
      status: 'success',
      totalAds: 3,
    });
    expect((await slipway('launch', '--template')).out).toMatch(/^Ready,Ad key,Launch type/);
  });

  test('only ticked rows go where there is a column for ticks', async () => {
    const path = join(folder, 'ticks.csv');
    writeFileSync(path, `Ready,${HEADERS}\nyes,${ROW('Ticked')}\n,${ROW('Not yet')}\n`);
    expect(JSON.parse((await slipway('launch', path, '--plan', '--json')).out).totalAds).toBe(2);
  });
});

test('the demo’s file has columns of the add-on alone', () => {
  const [headers = []] = parseCsv(readFileSync(new URL('../../build/demo/ads.csv', import.meta.url), 'utf8'));
  const layout = readHeaders(headers);
  expect(layout.columns).toHaveLength(headers.length);
  expect(layout.remarks).toEqual([]);
  expect(adColumns.length).toBeGreaterThan(30);
});

describe('slipway report and export', () => {
  const range = ['--from', '2026-11-01', '--to', '2026-11-07'];

  test('a report is a table, CSV or JSON with the same figures', async () => {
    const json = JSON.parse((await slipway('report', 'act_1001', '--by', 'day', ...range, '--json')).out);
    const { out } = await slipway('report', 'act_1001', '--by', 'day', ...range, '--out', join(folder, 'r.csv'));
    const [headers = [], ...rows] = parseCsv(readFileSync(join(folder, 'r.csv'), 'utf8'));
    expect(out).toContain(`${rows.length} rows`);
    const spend = headers.indexOf('spend');
    expect(rows.map((row) => Number(row[spend]))).toEqual(json.data.map((row: { spend: number }) => row.spend));
    expect((await slipway('report', 'act_1001', '--by', 'campaign', ...range)).out).toContain('campaignName');
  });

  test('figures stand to the right and have like decimals, and bars compare rows of one currency alone', async () => {
    const { out } = await slipway('report', '--by', 'accountId', '--metrics', 'spend', ...range);
    const rows = out.split('\n').filter((line) => /act_100[123]/.test(line));
    expect(new Set(rows.map((line) => line.search(/[\d.,]+\s+█/) + (/[\d.,]+(?=\s+█)/.exec(line)?.[0].length ?? 0))).size).toBe(
      1,
    );
    expect(rows.find((line) => line.includes('EUR'))).toMatch(/\d\.\d\d\s+█{16}/);
    expect(rows.find((line) => line.includes('JPY'))).toMatch(/,\d{3}\s+█{16}/);
  });

  test('a file that cannot be written is told before anything is asked', async () => {
    for (const command of ['report', 'export']) {
      const out = join(folder, 'no-such-folder', 'x.csv');
      expect(await slipway(command, 'act_1001', '--out', out)).toMatchObject({
        code: 2,
        err: expect.stringContaining('no folder'),
      });
      expect(existsSync(join(folder, 'no-such-folder'))).toBe(false);
    }
    expect((await slipway('report', 'act_1001', '--csv', '--json')).code).toBe(2);
  });

  test('a question the service refuses leaves with 3 and its words', async () => {
    const { code, err } = await slipway('report', 'act_9999', ...range);
    expect([code, err.includes('act_9999')]).toEqual([3, true]);
  });

  test('an export lands in a file', async () => {
    const out = join(folder, 'ads.ndjson');
    const { code } = await slipway('export', 'act_1001', '--out', out);
    expect(code).toBe(0);
    const rows = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows[0]).toMatchObject({ accountId: 'act_1001', adId: expect.any(String) });
  });
});

describe('slipway keys', () => {
  test('makes, lists and revokes', async () => {
    const made = JSON.parse((await slipway('keys', 'create', 'Robot', '--scopes', 'read', '--json')).out);
    expect(made).toMatchObject({ name: 'Robot', scopes: ['read'], key: expect.stringMatching(/^ak_/) });
    expect((await slipway('keys', 'list')).out).toContain(made.id);
    expect((await slipway('keys', 'revoke', made.id)).code).toBe(0);
    expect((await slipway('keys', 'list')).out).not.toContain(made.id);
    expect((await slipway('keys', 'revoke', 'key_nobody')).code).toBe(3);
  });

  test('a day is the last on which a key works', async () => {
    const { out } = await slipway('keys', 'create', 'Guest', '--expires', '2099-01-31', '--json');
    expect(JSON.parse(out).expiresAt).toBe('2099-01-31T23:59:59.999Z');
    expect(await slipway('keys', 'create', 'Guest', '--expires', 'soon')).toMatchObject({ code: 2 });
  });
});

describe('slipway doctor', () => {
  test('finds a fresh folder and the running service well, and makes nothing', async () => {
    const { code, out } = await slipway('doctor', '--data', join(folder, 'data'), '--json');
    expect(existsSync(join(folder, 'data'))).toBe(false);
    const { checks } = JSON.parse(out);
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(checks.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['configuration', 'database', 'media store', 'service', 'key']),
    );
    expect(code).toBe(0);
  });

  test('says what to do about a database that is not there and a setting that is wrong', async () => {
    let out = '';
    const run = (env: { [name: string]: string }): Promise<number> =>
      runCommandLine(
        ['doctor', '--data', join(folder, 'x')],
        env,
        { write: (text) => (out += text) },
        { write: () => undefined },
      );
    expect(await run({ SLIPWAY_DATABASE: 'postgres://127.0.0.1:1/none' })).toBe(1);
    expect(out).toContain('No Postgres answers at 127.0.0.1:1');
    expect(await run({ SLIPWAY_PLATFORMS: 'nowhere' })).toBe(1);
    expect(out).toContain('SLIPWAY_PLATFORMS must be sandbox or live');
    out = '';
    expect(await run({ SLIPWAY_DATABASE: 'postgres://127.0.0.1:1/none', SLIPWAY_PLATFORMS: 'live' })).toBe(1);
    expect(out).toContain('No Postgres answers');
    expect(out).toContain('Set SLIPWAY_PUBLIC_URL');
    out = '';
    writeFileSync(join(folder, 'a-file'), '');
    expect(await run({ SLIPWAY_MEDIA: `disk:${join(folder, 'a-file')}` })).toBe(1);
    expect(out.replace(/\s+/g, ' ')).toMatch(/media store .* → Make \S+a-file a folder this user may write to/);
  });
});

describe('the command line itself', () => {
  test.each(commands.map(({ name }) => name))('slipway %s --help teaches by example', async (name) => {
    const { code, out } = await slipway(...name.split(' '), '--help');
    expect(code).toBe(0);
    expect(out).toContain('Examples');
    expect(out).toContain(`slipway ${name}`);
  });

  test('an unknown command, an unknown flag and a missing key leave with 2 and say what is known', async () => {
    expect(await slipway('lunch')).toMatchObject({ code: 2, err: expect.stringContaining('slipway launch') });
    expect(await slipway('keys', 'delete')).toMatchObject({ code: 2, err: expect.stringContaining('keys revoke') });
    expect(JSON.parse((await slipway('lunch', '--json')).err)).toMatchObject({ error: { code: 'usage' } });
    expect(await slipway('launch', '--pan')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean --plan?') });
    expect(await slipway('keys', 'create', 'Google', 'Sheets')).toMatchObject({
      code: 2,
      err: expect.stringContaining('need quotes'),
    });
    expect(await slipway('report', '--weeks', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('slipway report --help'),
    });
    let err = '';
    const code = await runCommandLine(['report'], {}, { write: () => undefined }, { write: (text) => (err += text) });
    expect([code, err.includes('SLIPWAY_KEY')]).toEqual([2, true]);
  });

  test('help and version are found however they are asked for', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']]) expect((await slipway(...args)).out).toContain('Start here');
    for (const args of [
      ['help', 'launch'],
      ['launch', '-h'],
    ])
      expect((await slipway(...args)).out).toContain('--skip-faulty');
    for (const args of [['keys'], ['keys', '--help']]) expect((await slipway(...args)).out).toContain('slipway keys revoke');
    expect(await slipway('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  test('an address where something else answers is told from one of ours', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<h1>Hello</h1>') });
    const answer = await slipway('keys', 'list', '--url', other.url.href);
    await other.stop(true);
    expect(answer).toMatchObject({ code: 3, err: expect.stringContaining('is not Slipway') });
  });

  test('a service that is not there leaves with 3', async () => {
    const out = { write: () => undefined };
    expect(await runCommandLine(['report', 'act_1', '--url', 'http://127.0.0.1:1', '--key', house.key], {}, out, out)).toBe(3);
  });
});

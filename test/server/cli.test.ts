import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../../adapters/runtime/serve-http.ts';
import { parseCsv } from '../../core/base/csv.ts';
import { commands } from '../../server/cli/commands.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { commandFor } from '../../server/words.ts';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

test('each command that messages send people to exists', () => {
  const names = commands.map(({ name }) => name);
  expect(Object.values(commandFor).filter((name) => !names.includes(name))).toEqual([]);
});

describe('slipway report and export', () => {
  const range = ['--from', '2026-11-01', '--to', '2026-11-07'];

  test('a report is a table, CSV or JSON with the same figures', async () => {
    const json = JSON.parse(
      (await slipway('report', 'act_1001', '--by', 'day', ...range, '--json')).out,
    );
    const { out } = await slipway(
      'report',
      'act_1001',
      '--by',
      'day',
      ...range,
      '--out',
      join(folder, 'r.csv'),
    );
    const [headers = [], ...rows] = parseCsv(readFileSync(join(folder, 'r.csv'), 'utf8'));
    expect(out).toContain(`${rows.length} rows`);
    const spend = headers.indexOf('spend');
    expect(rows.map((row) => Number(row[spend]))).toEqual(
      json.data.map((row: { spend: number }) => row.spend),
    );
    expect((await slipway('report', 'act_1001', '--by', 'campaign', ...range)).out).toContain(
      'Campaign name',
    );
  });

  test('figures stand to the right and have like decimals, and bars compare rows of one currency alone', async () => {
    const { out } = await slipway('report', '--by', 'accountId', '--metrics', 'spend', ...range);
    const rows = out.split('\n').filter((line) => /act_100[123]/.test(line));
    expect(
      new Set(
        rows.map(
          (line) => line.search(/[\d.,]+\s+█/) + (/[\d.,]+(?=\s+█)/.exec(line)?.[0].length ?? 0),
        ),
      ).size,
    ).toBe(1);
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
    const name = expect.stringMatching(/./);
    expect(rows[0]).toMatchObject({
      accountId: 'act_1001',
      adId: expect.any(String),
      campaignName: name,
      adsetName: name,
    });
  });

  test('no name becomes a formula in a file: an apostrophe makes it a text', async () => {
    const days = ['--from', '2026-10-01', '--to', '2026-10-07'];
    const listed = await slipway('report', 'act_1001', '--by', 'ad', ...range, '--json');
    const { adId, campaignId } = JSON.parse(listed.out).data.find(
      ({ adName = '' }) => adName === 'traffic ad 1',
    );
    for (const [entityType, entityId] of Object.entries({ ad: adId, campaign: campaignId })) {
      const body = {
        businessId: 'act_1001',
        entityType,
        entityId,
        name: `=HYPERLINK("http://x","${entityType}")`,
      };
      expect((await fixture().call('POST', '/v1/manage/rename', { body })).status).toBe(200);
    }
    const file = (name: string): string => join(folder, name);
    await slipway('report', 'act_1001', '--by', 'ad', ...days, '--out', file('named.csv'));
    await slipway('export', 'act_1001', ...days, '--out', file('named-ads.csv'));
    const { out: printed } = await slipway('report', 'act_1001', '--by', 'ad', ...days, '--csv');
    for (const csv of [
      printed,
      readFileSync(file('named.csv'), 'utf8'),
      readFileSync(file('named-ads.csv'), 'utf8'),
    ]) {
      expect(csv).toContain(`"'=HYPERLINK(""http://x"",""ad"")"`);
      expect(csv).toContain(`"'=HYPERLINK(""http://x"",""campaign"")"`);
      expect(csv).not.toMatch(/(^|[,;\r\n])"?=/);
    }
  });
});

describe('slipway keys', () => {
  test('makes, lists and revokes', async () => {
    const made = JSON.parse(
      (await slipway('keys', 'create', 'Robot', '--scopes', 'read', '--json')).out,
    );
    expect(made).toMatchObject({
      name: 'Robot',
      scopes: ['read'],
      key: expect.stringMatching(/^ak_/),
    });
    expect((await slipway('keys', 'list')).out).toContain(made.id);
    expect((await slipway('keys', 'revoke', made.id)).code).toBe(0);
    expect((await slipway('keys', 'list')).out).not.toContain(made.id);
    expect((await slipway('keys', 'revoke', 'key_nobody')).code).toBe(3);
  });

  test('a day is the last on which a key works', async () => {
    const { out } = await slipway('keys', 'create', 'Guest', '--expires', '2099-01-31', '--json');
    expect(JSON.parse(out).expiresAt).toBe('2099-01-31T23:59:59.999Z');
    expect(await slipway('keys', 'create', 'Guest', '--expires', 'soon')).toMatchObject({
      code: 2,
    });
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
    const nowhere = {
      SLIPWAY_DATABASE: 'postgres://127.0.0.1:1/none',
      SLIPWAY_SECRET: 'a secret of enough length',
    };
    expect(await run(nowhere)).toBe(1);
    expect(out).toContain('No Postgres answers at 127.0.0.1:1');
    expect(await run({ SLIPWAY_DATABSE: 'postgres://127.0.0.1:1/none' })).toBe(1);
    expect(out).toContain('Did you mean SLIPWAY_DATABASE?');
    expect(await run({ SLIPWAY_PLATFORMS: 'nowhere' })).toBe(1);
    expect(out).toContain('SLIPWAY_PLATFORMS must be sandbox or live');
    out = '';
    expect(await run({ ...nowhere, SLIPWAY_PLATFORMS: 'live' })).toBe(1);
    expect(out).toContain('No Postgres answers');
    expect(out).toContain('Set SLIPWAY_PUBLIC_URL');
    out = '';
    writeFileSync(join(folder, 'a-file'), '');
    expect(await run({ SLIPWAY_MEDIA: `disk:${join(folder, 'a-file')}` })).toBe(1);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /media store .* → Make \S+a-file a folder this user may write to/,
    );
  });
});

describe('the command line itself', () => {
  test.each(commands.map(({ name }) => name))(
    'slipway %s --help teaches by example',
    async (name) => {
      const { code, out } = await slipway(...name.split(' '), '--help');
      expect(code).toBe(0);
      expect(out).toContain('Examples');
      expect(out).toContain(`slipway ${name}`);
    },
  );

  test('an unknown command, an unknown flag and a missing key leave with 2 and say what is known', async () => {
    expect(await slipway('lunch')).toMatchObject({
      code: 2,
      err: expect.stringContaining('slipway launch'),
    });
    expect(await slipway('keys', 'delete')).toMatchObject({
      code: 2,
      err: expect.stringContaining('keys revoke'),
    });
    expect(JSON.parse((await slipway('lunch', '--json')).err)).toMatchObject({
      error: { code: 'usage' },
    });
    expect(await slipway('launch', '--pan')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean --plan?'),
    });
    expect(await slipway('keys', 'create', 'Google', 'Sheets')).toMatchObject({
      code: 2,
      err: expect.stringContaining('in quotes'),
    });
    expect(await slipway('report', '--weeks', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('slipway report --help'),
    });
    let err = '';
    const code = await runCommandLine(
      ['report'],
      {},
      { write: () => undefined },
      { write: (text) => (err += text) },
    );
    expect([code, err.includes('SLIPWAY_KEY')]).toEqual([2, true]);
  });

  test('a key as pages write it is refused before anything is asked', async () => {
    for (const key of ['ak_…', 'ak_12 34'])
      expect(await slipway('report', '--key', key)).toMatchObject({
        code: 2,
        err: expect.stringContaining('not an API key'),
      });
  });

  test('a refusal with one cause says it once', async () => {
    const { err } = await slipway('report', 'act_9999');
    expect(err.match(/There is no ad account act_9999/g)).toHaveLength(1);
  });

  test('help and version are found however they are asked for', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect((await slipway(...args)).out).toContain('Start here');
    for (const args of [
      ['help', 'launch'],
      ['launch', '-h'],
    ])
      expect((await slipway(...args)).out).toContain('--skip-faulty');
    for (const args of [['keys'], ['keys', '--help']])
      expect((await slipway(...args)).out).toContain('slipway keys revoke');
    expect(await slipway('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test('an address where something else answers is told from one of ours', async () => {
    const page = () => new Response('<h1>Hello</h1>');
    const other = await serveHttp({ host: '127.0.0.1', port: 0, silenceSeconds: 10, answer: page });
    const answer = await slipway('keys', 'list', '--url', `http://127.0.0.1:${other.port}/`);
    await other.stop(true);
    expect(answer).toMatchObject({ code: 3, err: expect.stringContaining('is not Slipway') });
  });

  test('a service that is not there leaves with 3', async () => {
    const out = { write: () => undefined };
    expect(
      await runCommandLine(
        ['report', 'act_1', '--url', 'http://127.0.0.1:1', '--key', fixture().key],
        {},
        out,
        out,
      ),
    ).toBe(3);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { researchKey } from '../../adapters/sandbox/research/seed.ts';
import { inputOf } from '../../server/cli/features/operations/call.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { table } from '../../server/routes/table.ts';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway, env } = useCommandLine();

describe('slipway call', () => {
  test('lists every operation with what it does and the scope it needs', async () => {
    const { code, out } = await slipway('call', '--list');
    expect(code).toBe(0);
    const lines = out.split('\n').map((line) => line.trim().split(/\s+/));
    for (const name of Object.keys(table)) expect(lines.map(([first]) => first)).toContain(name);
    expect(lines.find(([name]) => name === 'batches.undo')?.slice(1, 3)).toEqual([
      'destroys',
      'launch',
    ]);
    expect(lines.find(([name]) => name === 'me')?.slice(1, 3)).toEqual(['reads', 'read']);
  });

  test('answers in one line of JSON, for inputs on the command line and in files', async () => {
    const me = await slipway('call', 'me');
    expect([me.code, JSON.parse(me.out).company.name, me.out.trim().includes('\n')]).toEqual([
      0,
      'Own',
      false,
    ]);
    const template = { name: 'T', titles: ['t'], descriptions: ['d'] };
    const made = await slipway(
      'call',
      'adCopyTemplates.create',
      '--json',
      JSON.stringify(template),
    );
    const { id } = JSON.parse(made.out);
    writeFileSync(join(folder, 'input.json'), JSON.stringify({ id, name: 'Other' }));
    expect(
      (await slipway('call', 'adCopyTemplates.update', '--json', `@${join(folder, 'input.json')}`))
        .code,
    ).toBe(0);
    const read = await slipway('call', 'adCopyTemplates.get', '--json', JSON.stringify({ id }));
    expect(JSON.parse(read.out)).toMatchObject({ name: 'Other' });
  });

  test('asks the research source, and says how to connect one where there is none', async () => {
    const none = await slipway('call', 'research.boards');
    expect([none.code, none.err]).toEqual([
      3,
      expect.stringContaining('slipway call research.connect'),
    ]);
    const apiKey = researchKey(demoCompany);
    expect(
      (await slipway('call', 'research.connect', '--json', JSON.stringify({ apiKey }))).code,
    ).toBe(0);
    const input = { procedure: 'ads.list', input: { search: 'roasted' } };
    const asked = await slipway('call', 'research.query', '--json', JSON.stringify(input));
    expect([asked.code, JSON.parse(asked.out).data.total]).toEqual([0, 1]);
  });

  test('reads its input from standard input', async () => {
    expect(await inputOf('-', Readable.from(['{"id"', ':17}']))).toEqual({ id: 17 });
    expect(await inputOf(undefined)).toEqual({});
  });

  test('carries out once what has the same key, and says so', async () => {
    const args = [
      'call',
      'adCopyTemplates.create',
      '--json',
      '{"name":"Twice","titles":["t"],"descriptions":["d"]}',
    ];
    const first = await slipway(...args, '--idempotency-key', 'twice');
    const second = await slipway(...args, '--idempotency-key', 'twice');
    expect([first.code, second.code, second.out]).toEqual([0, 0, first.out]);
    expect([first.err, second.err]).toEqual(['', expect.stringContaining('was not done again')]);
  });

  test('tells a person how a change is taken back; a program finds the id in the answer', async () => {
    const input = JSON.stringify({
      accountId: 'act_1001',
      name: 'By call',
      objective: 'OUTCOME_TRAFFIC',
    });
    const piped = await slipway('call', 'manage.createCampaign', '--json', input);
    expect([piped.err, JSON.parse(piped.out).updateId]).toEqual([
      '',
      expect.stringMatching(/^upd_/),
    ]);
    let [out, err] = ['', ''];
    const screen = { write: (text: string) => (out += text), isTTY: true };
    await runCommandLine(['call', 'manage.createCampaign', '--json', input], env(), screen, {
      write: (text) => (err += text),
    });
    expect(err).toBe(`Undo: slipway undo ${JSON.parse(out).updateId}\n`);
  });

  test('a file that the service refuses is named', async () => {
    const text = join(folder, 'notes.png');
    writeFileSync(text, 'no picture');
    const { err } = await slipway('upload', join(folder, 'boat.png'), text);
    expect(err).toContain(`${text} was not uploaded: `);
  });

  test('uploads files, prints events line by line, and writes files', async () => {
    const uploaded = await slipway('call', 'media.upload', '--file', join(folder, 'boat.png'));
    const { id, originalName, url } = JSON.parse(uploaded.out);
    expect([originalName, id > 0]).toEqual(['boat.png', true]);
    const { body: adSets } = await fixture().call(
      'GET',
      '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200',
    );
    const { body: profiles } = await fixture().call('GET', '/v1/profiles?accountId=act_1001');
    const { page, secondary } = profiles.data[0];
    const ad = {
      adName: 'A',
      adAccountId: 'act_1001',
      page,
      secondary,
      media: [{ url }],
      link: 'https://example.com',
    };
    const request = {
      ads: [ad],
      adSets: [adSets.data.find(({ adCount }: { adCount: number }) => adCount === 0).value],
    };
    const launched = JSON.parse(
      (await slipway('call', 'launch', '--json', JSON.stringify(request))).out,
    );
    const events = await slipway(
      'call',
      'batches.events',
      '--json',
      JSON.stringify({ id: launched.adBatchId }),
    );
    const types = events.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect([types.includes('ad'), types[types.length - 1]]).toEqual([true, 'done']);

    const exported = JSON.parse(
      (
        await slipway(
          'call',
          'exports.start',
          '--json',
          '{"accountIds":["act_1001"],"level":"campaign"}',
        )
      ).out,
    );
    const input = JSON.stringify({ id: exported.exportId });
    await expect
      .poll(
        async () => JSON.parse((await slipway('call', 'exports.get', '--json', input)).out).status,
      )
      .toBe('success');
    const printed = await slipway('call', 'exports.file', '--json', input);
    const out = join(folder, 'campaigns.ndjson');
    expect((await slipway('call', 'exports.file', '--json', input, '--out', out)).out).toBe('');
    expect(printed.out.length).toBeGreaterThan(100);
    expect(readFileSync(out, 'utf8')).toBe(printed.out);
  });

  test.each([
    ['an unknown operation, with the nearest', ['batch.undo'], 'Did you mean batches.undo?'],
    ['no operation', [], '--list'],
    ['what is not JSON', ['me', '--json', '{'], 'not JSON'],
    ['what is no object', ['me', '--json', '[1]'], 'must be a JSON object'],
    [
      'a file that is not there',
      ['me', '--json', '@/nowhere.json'],
      'There is no file /nowhere.json',
    ],
    ['an upload without a file', ['media.upload'], '--file'],
    [
      'an upload of a file that is not there',
      ['media.upload', '--file', '/nowhere.png'],
      '/nowhere.png cannot be read',
    ],
    ['a file for what takes none', ['me', '--file', 'x.png'], 'does not'],
    ['--out for what answers with JSON', ['me', '--out', 'x.json'], 'answers with JSON'],
  ])('leaves with 2 for %s', async (_, args, words) => {
    const { code, out, err } = await slipway('call', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toMatchObject({
      success: false,
      error: { code: 'usage', message: expect.stringContaining(words) },
    });
  });

  test('leaves with 3 and the error of the service as JSON for what is refused', async () => {
    const { code, err } = await slipway('call', 'batches.get', '--json', '{"id":999}');
    expect(code).toBe(3);
    expect(JSON.parse(err)).toMatchObject({ success: false, error: { code: 'not_found' } });
  });
});

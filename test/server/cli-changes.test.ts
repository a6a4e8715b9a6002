import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { formatCsv, parseCsv } from '../../core/base/csv.ts';
import { useCommandLine } from './cli-fixture.ts';
import { failOnDrift } from './harness.ts';

failOnDrift();

const { fixture, slipway, folder } = useCommandLine();
const eur = seed.accounts.eur;
const [first = '', second = ''] = seed.emptyAdSets(eur, 'traffic');
const file = join(folder, 'account.csv');

/** The same file with other cells. */
function edited(change: { readonly [id: string]: { readonly [column: string]: string } }): void {
  const [header = [], ...rows] = parseCsv(readFileSync(file, 'utf8'));
  const cells = rows.map((row) => row.map((cell, at) => change[row[header.indexOf('id')] ?? '']?.[header[at] ?? ''] ?? cell));
  writeFileSync(file, formatCsv([header, ...cells]));
}

const rename = (entityId: string, name: string) =>
  fixture().call('POST', '/v1/manage/rename', { body: { businessId: eur, entityType: 'adset', entityId, name } });

test('an account is pulled, changed in a file, compared, applied and taken back', async () => {
  expect((await slipway('pull', eur, '--level', 'adset', '--out', file)).code).toBe(0);
  expect(await slipway('diff', file)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing differs') });

  edited({ [first]: { name: 'From a file', dailyBudget: '55' }, [second]: { name: 'Not sent' } });
  await rename(second, 'Of somebody else');
  const differs = await slipway('diff', file);
  expect(differs.code).toBe(5);
  expect(differs.out).toContain('Rename ad set “Traffic open 1” to “From a file”');
  expect(differs.out).toContain('Change the daily budget of ad set “Traffic open 1” from 50 EUR to 55 EUR');
  expect(differs.out).toContain(
    'name of “Of somebody else” was “Traffic open 2” and is “Of somebody else” now; “Not sent” is not sent',
  );

  const applied = await slipway('apply', file, '--yes');
  expect(applied.code).toBe(1);
  expect(applied.out).toContain('1 of 2 done');
  const [id = ''] = /chg_\w+/.exec(applied.out) ?? [];
  await rename(second, 'Traffic open 2');
  // What was applied is there: nothing but the other row is left.
  expect(await slipway('diff', file)).toMatchObject({ code: 4, out: expect.stringContaining('1 object to change') });
  expect((await slipway('undo', id, '--yes')).code).toBe(0);
  const again = join(folder, 'again.csv');
  await slipway('pull', eur, '--level', 'adset', '--name', 'traffic open', '--out', again);
  expect(readFileSync(again, 'utf8')).toContain('Traffic open 1,ACTIVE,50');
});

test('a file in YAML asks for the same as one in CSV, under the same digest', async () => {
  const yaml = join(folder, 'account.yaml');
  expect((await slipway('pull', eur, '--level', 'adset,ad', '--out', yaml)).code).toBe(0);
  await slipway('pull', eur, '--level', 'adset,ad', '--out', file);
  expect((await slipway('pull', eur, '--level', 'adset,ad', '--format', 'yaml')).out).toBe(readFileSync(yaml, 'utf8'));
  expect(await slipway('diff', yaml)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing differs') });

  // A person writes without the quotes: an id keeps its digits, an amount is one.
  const content = readFileSync(yaml, 'utf8')
    .replace(`id: "${first}"`, `id: ${first}`)
    .replace(
      'name: Traffic open 1\n  status: ACTIVE\n  dailyBudget: 50\n',
      'name: >-\n    From\n    YAML\n  dailyBudget: 55.50\n  status:\n',
    );
  writeFileSync(yaml, content);
  edited({ [first]: { name: 'From YAML', dailyBudget: '55.50', status: '' } });
  const [one, two] = [await slipway('diff', file, '--json'), await slipway('diff', yaml, '--json')];
  expect(JSON.parse(two.out).digest).toBe(JSON.parse(one.out).digest);
  expect(JSON.parse(two.out).changes).toMatchObject([
    {
      id: first,
      fields: [
        { field: 'name', after: 'From YAML' },
        { field: 'dailyBudget', after: 55.5 },
      ],
    },
  ]);
});

test.each([
  ['no list', 'level: adset\n', 'is not a list of objects'],
  ['broken', '- level: "adset\n', 'is not YAML'],
  ['an entry without an id', '- level: adset\n  adAccountId: act_1\n- level: adset\n  id: 1\n', 'id, line 1'],
  ['an amount that is none', '- level: adset\n  adAccountId: act_1\n  id: 1\n  dailyBudget: much\n', 'dailyBudget, line 1'],
])('YAML with %s is refused, and the place is named', async (_what, content, message) => {
  const yaml = join(folder, 'wrong.yaml');
  writeFileSync(yaml, content);
  expect(await slipway('apply', yaml, '--yes')).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('a name that begins with a bracket is a text', async () => {
  const yaml = join(folder, 'bracket.yaml');
  await rename(second, '[ES] Boats');
  await slipway('pull', eur, '--level', 'adset', '--out', file);
  await slipway('pull', eur, '--level', 'adset', '--out', yaml);
  expect((await slipway('diff', file)).code + (await slipway('diff', yaml)).code).toBe(0);
  edited({ [second]: { name: '[PT] Boats' } });
  writeFileSync(yaml, readFileSync(yaml, 'utf8').replace('name: "[ES] Boats"', "name: '[PT] Boats'"));
  for (const each of [file, yaml])
    expect((await slipway('diff', each)).out).toContain('Rename ad set “[ES] Boats” to “[PT] Boats”');
  await rename(second, 'Traffic open 2');
});

test('what was changed since a time is pulled alone', async () => {
  const { clock } = fixture().ports;
  await clock.sleep(5_000);
  const since = new Date(clock.now() - 2_000).toISOString();
  await rename(second, 'Changed just now');
  const { out } = await slipway('pull', eur, '--level', 'adset', '--changed-since', since);
  const [header = [], ...rows] = parseCsv(out);
  expect(rows.map((row) => row[header.indexOf('id')])).toEqual([second]);
  await rename(second, 'Traffic open 2');
});

test('a cell that cannot be read is named, and nothing is sent', async () => {
  await slipway('pull', eur, '--level', 'adset', '--out', file);
  edited({ [first]: { dailyBudget: 'fifty' } });
  const refused = await slipway('apply', file, '--yes');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('“fifty” is not a number') });
  expect(refused.err).toMatch(/dailyBudget, row \d+/);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../core/base/csv.ts';
import { readHeaders } from '../../core/sheet/headers.ts';
import { adColumns } from '../catalogue.ts';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

const HEADERS = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link';
const ROW = (name: string, link = 'https://example.com'): string =>
  `${name},act_1001,"120000001001200211, 120000001001200212",120000001001700001,120000001001900001,boat.png,Hello,${link}`;
const file = (name: string, ...rows: string[]): string => {
  writeFileSync(join(folder, name), [HEADERS, ...rows].join('\n'));
  return join(folder, name);
};

describe('slipway launch', () => {
  test('plans without creating anything', async () => {
    const before = (await fixture().call('GET', '/v1/sandbox/state')).body.objects.ads;
    const { code, out } = await slipway(
      'launch',
      file('plan.csv', ROW('A'), ROW('B')),
      '--plan',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      totalAds: 4,
      launchStatus: 'PAUSED',
      cost: { platformCalls: expect.any(Number) },
    });
    expect((await fixture().call('GET', '/v1/sandbox/state')).body.objects.ads).toBe(before);
  });

  test('takes the headers of other tools, and names where exports have them instead of ids', async () => {
    const { data: accounts } = (await fixture().call('GET', '/v1/adaccounts')).body;
    const account = accounts.find(({ id }: { id: string }) => id === 'act_1001').name;
    const { data: adSets } = (await fixture().call('GET', '/v1/adsets?accountId=act_1001')).body;
    const adSet = adSets.find(
      ({ value }: { value: string }) => value === '120000001001200211',
    ).label;
    const path = join(folder, 'export.csv');
    writeFileSync(
      path,
      `Name,Account,Ad Set Name,Page,Profile,Image File Name,Title,URL,Call to action
Exported,${account},${adSet},120000001001700001,120000001001900001,boat.png,Hello,https://example.com,Shop now`,
    );
    const { code, out } = await slipway('launch', path, '--json', '--watch');
    expect([code, out]).toEqual([0, expect.stringContaining('Exported')]);
    const told = await slipway('launch', path, '--plan');
    expect(told.out + told.err).toContain('“URL” is read as “Link”');
  });

  test('tells each fault at its cell, launches nothing, and leaves with 2', async () => {
    const path = file(
      'faulty.csv',
      ROW('A'),
      ROW('B', 'example.com'),
      ROW('C').replace('boat.png', 'gone.png'),
    );
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

  test('very many faults are all listed', async () => {
    const path = file(
      'hopeless.csv',
      ...Array.from({ length: 130 }, (_, i) => ROW(`Ad ${i}`, 'example.com')),
    );
    const { code, out } = await slipway('launch', path);
    expect(code).toBe(2);
    expect(out).toContain('row 101, Link (H101)');
    expect(out).toContain('row 131, Link (H131)');
    expect(out).not.toContain('more that the service does not list');
  });

  test('a fault in a file names no list in a cell, because its cells have none', async () => {
    const { out } = await slipway(
      'launch',
      file('page.csv', ROW('A').replace('120000001001700001', '')),
    );
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /Page is missing.* `slipway call accounts.profiles` lists them/,
    );
    expect(out).not.toContain('list in this cell');
  });

  test.each([
    ['null.json', 'null', 'holds no ads'],
    ['text.json', '"ads"', 'holds no ads'],
    ['broken.json', '{', 'is not JSON'],
    ['empty.csv', '', 'no column Slipway knows'],
  ])(
    'a file that is none, %s, leaves with 2 and says what to write',
    async (name, content, words) => {
      writeFileSync(join(folder, name), content);
      expect(await slipway('launch', join(folder, name))).toMatchObject({
        code: 2,
        err: expect.stringContaining(words),
      });
    },
  );

  test('a folder is not a file', async () => {
    expect(await slipway('launch', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is a folder'),
    });
  });

  test('uploads files, watches to the end, and the same file again is the same launch', async () => {
    const path = file('go.csv', ROW('Go {{index}}'), ROW('Go {{index}}'));
    const first = await slipway('launch', path, '--watch', '--json');
    expect(first.code).toBe(0);
    const status = JSON.parse(first.out);
    expect(status).toMatchObject({ status: 'success', successfulAds: 4, failedAds: [] });
    expect(
      (await fixture().call('GET', `/v1/batch-status/${status.adBatchId}`)).body.launchedAds,
    ).toEqual(status.launchedAds);
    expect(status.replayed).toBe(false);
    const again = JSON.parse((await slipway('launch', path, '--json')).out);
    expect(again).toMatchObject({ adBatchId: status.adBatchId, replayed: true });
    const { out, err } = await slipway('launch', path);
    expect(out).toContain('nothing is launched twice');
    expect(out + err).not.toContain('makes a second one');
    expect((await slipway('launch', path, '--plan')).out).toContain('makes a second one');
    const renamed = await slipway('launch', path, '--name', 'Other');
    expect(renamed).toMatchObject({ code: 3, err: expect.stringContaining('--again') });
    expect(JSON.parse((await slipway('launch', path, '--again', '--json')).out).adBatchId).not.toBe(
      status.adBatchId,
    );
  });

  test('with --skip-faulty launches what is right, says what is not, and leaves with 1', async () => {
    const path = file('mixed.csv', ROW('Bad', 'nowhere'), ROW('Good'));
    const { code, out } = await slipway('launch', path, '--skip-faulty', '--watch');
    expect(code).toBe(1);
    expect(out).toContain('row 2, Link (H2)');
    expect(out).toContain('All 2 ads launched');
  });

  test('takes the JSON of the API too', async () => {
    const { body } = await fixture().call('GET', '/v1/media');
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
  const [headers = []] = parseCsv(
    readFileSync(new URL('../../examples/ads.csv', import.meta.url), 'utf8'),
  );
  const layout = readHeaders(headers, adColumns);
  expect(layout.columns).toHaveLength(headers.length);
  expect(layout.remarks).toEqual([]);
  expect(adColumns.length).toBeGreaterThan(30);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway, intercept } = useCommandLine({
  launchLimits: { ads: 2, creations: 5 },
});
afterEach(() => intercept());

const HEADERS = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link';
const row = (name: string, link = 'https://example.com', adSets = '120000001001200211'): string =>
  `${name},act_1001,"${adSets}",120000001001700001,120000001001900001,boat.png,Hello,${link}`;
const file = (name: string, ...rows: string[]): string => {
  writeFileSync(join(folder, name), [HEADERS, ...rows].join('\n'));
  return join(folder, name);
};
const adsMade = async (): Promise<number> =>
  (await fixture().call('GET', '/v1/sandbox/state')).body.objects.ads;
const json = async (...args: string[]) => {
  const { code, out, err } = await slipway(...args, '--json');
  return {
    code,
    answer: JSON.parse(out || '{}'),
    error: err === '' ? undefined : JSON.parse(err).error,
  };
};

test('a file beyond the limit of one launch is planned as one, and nothing is created by that', async () => {
  const before = await adsMade();
  const path = file(
    'planned.csv',
    row('A'),
    row('B'),
    row('C', undefined, '120000001001200211, 120000001001200212'),
  );
  // The picture is uploaded by the first launch; a plan before has no digest.
  expect((await json('launch', path, '--plan')).answer.notUploaded).toEqual(['boat.png']);
  await fixture().uploadAs('boat.png', Uint8Array.from(readFileSync(join(folder, 'boat.png'))));
  const { code, answer } = await json('launch', path, '--plan');
  expect([code, answer.totalAds, answer.parts, answer.launchStatus]).toEqual([0, 4, 2, 'PAUSED']);
  expect(
    answer.operations.flatMap(({ kind, adIndex }: { kind: string; adIndex: number }) =>
      kind === 'ad' ? [adIndex] : [],
    ),
  ).toEqual([0, 1, 2, 2]);
  expect(await adsMade()).toBe(before);
  const { out } = await slipway('launch', path, '--plan');
  expect(out).toContain('3 ads launch as 2 batches');
  expect(out).toContain('4, created paused');
});

test('its parts are launched and watched, each a batch, and the same command again launches nothing', async () => {
  const before = await adsMade();
  const path = file('parts.csv', ...Array.from({ length: 5 }, () => row('Go {{index:02}}')));
  const { code, answer } = await json('launch', path, '--watch');
  expect([code, answer.success, answer.parts, answer.totalAds]).toEqual([0, true, 3, 5]);
  expect(
    answer.batches.map((batch: { [field: string]: unknown }) => [
      batch.name,
      batch.status,
      batch.successfulAds,
    ]),
  ).toEqual([
    ['parts.csv (part 1)', 'success', 2],
    ['parts.csv (part 2)', 'success', 2],
    ['parts.csv (part 3)', 'success', 1],
  ]);
  type Batch = { adBatchId: number; replayed: boolean; launchedAds: { adName: string }[] };
  expect(
    answer.batches
      .flatMap(({ launchedAds }: Batch) => launchedAds.map(({ adName }) => adName))
      .sort(),
  ).toEqual(['Go 01', 'Go 02', 'Go 03', 'Go 04', 'Go 05']);
  expect(await adsMade()).toBe(before + 5);

  const again = await json('launch', path);
  expect(
    again.answer.batches.map(({ adBatchId, replayed }: Batch) => [adBatchId, replayed]),
  ).toEqual(answer.batches.map(({ adBatchId }: Batch) => [adBatchId, true]));
  const { code: third, out } = await slipway('launch', path, '--watch');
  expect(third).toBe(0);
  expect(out).toContain('Part 3 of 3: Batch');
  expect(out).toContain('nothing is launched twice');
  expect(await adsMade()).toBe(before + 5);
});

test('ad sets for all count for every ad; ads that say all the same in two parts are told before anything is launched', async () => {
  const before = await adsMade();
  const path = join(folder, 'for-all.json');
  const [media] = (await fixture().call('GET', '/v1/media')).body.data;
  const ad = {
    adAccountId: 'act_1001',
    page: '120000001001700001',
    secondary: '120000001001900001',
    link: 'https://example.com',
  };
  const save = (adName: string): void => {
    const ads = Array.from({ length: 2 }, () => ({ ...ad, adName, media: [{ url: media.url }] }));
    const adSets = ['120000001001200211', '120000001001200212', '120000001001200213'];
    writeFileSync(path, JSON.stringify({ name: 'Own name', adSets, ads }));
  };
  save('Same {{id}}');
  const same = await json('launch', path);
  expect([same.code, same.answer.faults]).toMatchObject([2, [{ place: 'ads[1].adName', ad: 1 }]]);
  expect(await adsMade()).toBe(before);
  save('{{index}} of them');
  const { code, answer } = await json('launch', path, '--watch');
  expect([code, answer.batches.map(({ name }: { name: string }) => name)]).toEqual([
    0,
    ['Own name (part 1)', 'Own name (part 2)'],
  ]);
  expect(await adsMade()).toBe(before + 6);
});

test('wrong rows of all parts are told with their rows in the file, and with --skip-faulty the others are launched', async () => {
  const before = await adsMade();
  const wrong = ['R4', 'R5', 'R6'].map((name) => row(name, 'nowhere'));
  const path = file('wrong.csv', row('R2'), row('R3'), ...wrong, row('R7'));
  const refused = await json('launch', path);
  expect([
    refused.code,
    refused.answer.faults.map(({ place }: { place: string }) => place),
  ]).toEqual([2, ['row 4, Link (H4)', 'row 5, Link (H5)', 'row 6, Link (H6)']]);
  expect(await adsMade()).toBe(before);
  const names = (answer: { batches: { name: string; replayed: boolean }[] }) =>
    answer.batches.map(({ name, replayed }) => [name, replayed]);
  const { code, answer } = await json('launch', path, '--skip-faulty', '--watch');
  expect([code, answer.totalAds, answer.faults.length]).toEqual([1, 3, 3]);
  expect(names(answer)).toEqual([
    ['wrong.csv (part 1)', false],
    ['wrong.csv (part 3)', false],
  ]);
  // The second part is corrected: it is launched, and the others are what they were.
  file('wrong.csv', row('R2'), row('R3'), row('R4'), row('R5'), row('R6', 'nowhere'), row('R7'));
  expect(names((await json('launch', path, '--skip-faulty', '--watch')).answer)).toEqual([
    ['wrong.csv (part 1)', true],
    ['wrong.csv (part 2)', false],
    ['wrong.csv (part 3)', true],
  ]);
  expect(await adsMade()).toBe(before + 5);
});

test('a part that is refused is told beside those that are launched, and the same command goes on with it', async () => {
  const before = await adsMade();
  const path = file('refused.csv', row('P2'), row('P3'), row('P4'), row('P5'));
  let launches = 0;
  const fault = { path: 'ads[1].link', code: 'link', message: 'This link is not yours.' };
  intercept(async (request, pass) => {
    if (!request.url.endsWith('/v1/launch') || ++launches < 2) return pass();
    const error = {
      code: 'unprocessable_entity',
      message: 'Nothing was launched: the request has 1 fault.',
      details: [fault],
    };
    return Response.json({ success: false, error }, { status: 422 });
  });
  const { code, answer, error } = await json('launch', path, '--watch');
  expect([code, answer.success, answer.parts, answer.batches.length]).toEqual([3, false, 2, 1]);
  expect(error.message).toMatch(
    /^Part 2 of 2 was not launched: the request has 1 fault\. The part before it is launched\./,
  );
  expect(error.details).toMatchObject([
    { path: 'row 5, Link (H5)', message: 'This link is not yours.' },
  ]);
  intercept();
  const next = await json('launch', path, '--watch');
  expect([next.code, next.answer.batches[0].adBatchId]).toEqual([0, answer.batches[0].adBatchId]);
  expect(await adsMade()).toBe(before + 4);
});

test('with the digest of the whole plan only that is launched, and a repetition launches nothing', async () => {
  const before = await adsMade();
  const path = file('agreed.csv', row('D2'), row('D3'), row('D4'));
  const { digest } = (await json('launch', path, '--plan')).answer;
  const other = await json('launch', path, '--digest', `${digest.slice(0, -1)}x`);
  expect([other.code, other.error.details[0].code]).toEqual([3, 'plan_differs']);
  expect(other.error.message).toContain('The plan of part 2 of 2 is another by now');
  expect(await adsMade()).toBe(before);
  const { code, answer } = await json('launch', path, '--digest', digest, '--watch');
  expect([code, answer.totalAds, await adsMade()]).toEqual([0, 3, before + 3]);
  const again = await json('launch', path, '--digest', digest);
  expect(again.answer.batches.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([
    true,
    true,
  ]);
  expect(await adsMade()).toBe(before + 3);
});

test('another name is refused and --again launches all of it once more', async () => {
  const before = await adsMade();
  const path = file('again.csv', row('N2'), row('N3'), row('N4'));
  expect((await json('launch', path, '--watch')).code).toBe(0);
  const renamed = await json('launch', path, '--name', 'Other');
  expect([renamed.code, renamed.error.message]).toEqual([
    3,
    expect.stringMatching(/^Part 1 of 2 .* with another --name\./),
  ]);
  expect((await json('launch', path, '--again', '--watch')).answer.totalAds).toBe(3);
  expect(await adsMade()).toBe(before + 6);
});

test('a part whose campaign an earlier part makes is launched into it, once that part has ended', async () => {
  const headers =
    'Ad name,Ad account,New campaign,New campaign objective,New ad set,New ad set daily budget,New ad set countries,Page,Profile,Media 1,Headline,Link';
  const one = (name: string): string =>
    `${name},act_1001,In parts,OUTCOME_TRAFFIC,Ad set in parts,20,US,120000001001700001,120000001001900001,boat.png,Hello,https://example.com`;
  const path = join(folder, 'structure.csv');
  writeFileSync(path, [headers, ...['A', 'B', 'C'].map(one)].join('\n'));
  // Nothing of the first part is there when the second is sent, and all of it once the first is
  // followed.
  await fixture().worker.stop();
  let worker: ReturnType<ReturnType<typeof fixture>['work']> | undefined;
  intercept((request, pass) => {
    if (request.url.includes('/events')) worker ??= fixture().work();
    return pass();
  });
  const { code, out } = await slipway('launch', path);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/Part 2 goes into what batch \d+ makes, and waits for its end\./),
  ]);
  const { code: again, answer } = await json('launch', path, '--watch');
  const [first, second] = answer.batches;
  expect([again, first.made.length, second.made]).toEqual([0, 2, undefined]);
  expect(second.launchedAds[0].adSetId).toBe(first.launchedAds[0].adSetId);
  await worker?.stop();
});

test('a part whose campaign was to be made by a batch that is cancelled makes none itself', async () => {
  const headers =
    'Ad name,Ad account,New campaign,New campaign objective,New ad set,New ad set daily budget,New ad set countries,Page,Profile,Media 1,Headline,Link';
  const one = (name: string): string =>
    `${name},act_1001,Too dear,OUTCOME_TRAFFIC,Ad set too dear,20,US,120000001001700001,120000001001900001,boat.png,Hello,https://example.com`;
  const path = join(folder, 'too-dear.csv');
  writeFileSync(path, [headers, ...['A', 'B', 'C'].map(one)].join('\n'));
  await fixture().worker.stop();
  let worker: ReturnType<ReturnType<typeof fixture>['work']> | undefined;
  intercept(async (request, pass) => {
    const [, batch] = /batches\/(\d+)\/events/.exec(request.url) ?? [];
    if (batch !== undefined && worker === undefined) {
      expect((await fixture().call('POST', `/v1/batches/${batch}/cancel`)).status).toBeLessThan(
        300,
      );
      worker = fixture().work();
    }
    return pass();
  });
  const { code, error } = await json('launch', path, '--again');
  expect([code, error.message]).toEqual([
    3,
    expect.stringMatching(
      /^Part 2 of 2 was not launched: Batch \d+ was to make the campaign “Too dear”, .*, and was cancelled\. Retry batch \d+ first, then launch these ads\. The part before it is launched\.$/,
    ),
  ]);
  const { body } = await fixture().call('GET', '/v1/campaigns?accountId=act_1001&limit=200');
  expect(body.data.filter(({ name }: { name: string }) => name === 'Too dear')).toEqual([]);
  await worker?.stop();
});

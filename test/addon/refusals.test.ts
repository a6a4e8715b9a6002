import { afterEach, describe, expect, test } from 'vitest';
import { columnOf } from './addon-fixture.ts';
import { useLaunchFixture } from './launch-fixture.ts';
import { SHEET } from './launch-rows.ts';

/** What Google refuses, in the language of the user, is told as what it is. */

const fixture = useLaunchFixture();
const { playground, server } = fixture;

const LANGUAGES = ['en', 'de', 'es_MX', 'fr'];
const row = () => ({ 'Ad name': 'Refused', 'Ad sets': fixture.adSets[0] ?? '' });
const requests = async (): Promise<number> =>
  (await playground().control<{ requests: object[] }>('takeCounts')).requests.length;

afterEach(async () => {
  await playground().control('disturb', {});
  await playground().control('set', {
    left: { fetches: 20_000 },
    mayFetch: true,
    lockedByOther: false,
  });
});

describe.each(LANGUAGES)('with a Google account in %s', (userLocale) => {
  const begin = async (): Promise<void> => {
    await fixture.freshSheet('single', [row()]);
    // What is refused is told in English here, whatever the exception says.
    await playground().control('set', { userLocale });
    await playground().call('chooseLanguage', 'en');
    await playground().control('takeCounts');
  };

  test('a used-up day says until when, is not tried again, and loses nothing', async () => {
    await begin();
    await playground().control('set', { left: { fetches: 0 } });
    await expect(playground().call('planLaunch', 'ready')).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(
        /requests a day .* goes on by \d{4}-\d\d-\d\d \d\d:\d\d at the latest/,
      ),
    });
    expect(await requests()).toBe(0);
    const { counts } = await playground().control<{ counts: { [call: string]: number } }>(
      'takeCounts',
    );
    expect(counts).toEqual({});
  });

  test('a consent that was not given is asked for with its link: on opening, and by what needs it', async () => {
    await begin();
    await playground().control('set', { mayFetch: false });
    for (const call of ['sidebarState', 'planLaunch'])
      expect(await playground().run(call, call === 'planLaunch' ? ['ready'] : [])).toMatchObject({
        value: {
          ok: false,
          problem: {
            kind: 'refused',
            message: expect.stringContaining('permission'),
            url: 'https://accounts.example/authorize',
          },
        },
      });
  });

  test('what is too large, and an address that the manifest does not name, are told so', async () => {
    await begin();
    await playground().control('disturb', {
      faults: [{ match: '/v1/launch/plan', times: 1, does: 'size' }],
    });
    await expect(playground().call('planLaunch', 'ready')).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('50 MB'),
    });
    await playground().control('disturb', {});
    await playground().control('set', { allowlist: ['https://elsewhere.example/'] });
    await expect(playground().call('planLaunch', 'ready')).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`does not name ${server().url}`),
    });
    await playground().reset();
  });

  test('trouble on the way is tried again, and told with what Google says', async () => {
    await begin();
    for (const does of ['unreachable', 'timeout', 'bandwidth']) {
      await playground().control('disturb', {
        faults: [{ match: '/v1/launch/plan', times: 2, does }],
      });
      await playground().call('planLaunch', 'ready');
      await playground().control('disturb', {
        faults: [{ match: '/v1/launch/plan', times: 9, does }],
      });
      await expect(playground().call('planLaunch', 'ready')).rejects.toMatchObject({
        kind: 'offline',
        message: expect.stringContaining('did not answer. Google says: '),
      });
    }
  });

  test('a lock that is held says that Slipway is busy, and an edit does not wait for it', async () => {
    await fixture.freshSheet('single', [{ ...row(), Link: 'example.com' }]);
    await playground().call('checkRows');
    await playground().control('set', { userLocale, lockedByOther: true });
    expect(await playground().run('checkRows')).toMatchObject({
      value: { ok: false, problem: { kind: 'wait', waitSeconds: 10 } },
    });
    const column = columnOf(await playground().look(SHEET), 'Link');
    const before = (await playground().control<{ now: number }>('state')).now;
    const edit = await playground().run('onEdit', [], {
      mode: 'LIMITED',
      event: { sheet: SHEET, row: 2, column },
    });
    expect(edit).toMatchObject({ ok: true });
    expect(edit.now - before).toBeLessThan(5_000);
  });
});

test('a private address is refused in words that help', async () => {
  const { createAppsScriptHttp } = await import('../../adapters/apps-script/http.ts');
  const http = createAppsScriptHttp({
    urlFetchApp: {
      fetchAll: () => {
        throw new Error('DNS error: https://localhost/v1/me');
      },
    },
  });
  expect(await http.requestAll([{ method: 'GET', url: 'https://localhost/v1/me' }])).toMatchObject([
    { refused: 'private' },
  ]);
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseAds, type KeyedAd } from '../../../core/sheet/choose-ads.ts';
import { composeLaunch, splitAds } from '../../../core/sheet/compose-launch.ts';
import { readHeaders } from '../../../core/sheet/headers.ts';
import type { KeyedRow } from '../../../core/sheet/keyed-row.ts';
import { historyOf, knownRows, type SheetLaunch } from '../../../core/sheet/launch-record.ts';
import {
  accept,
  type BatchProgress,
  forgotten,
  settle,
} from '../../../core/sheet/launch-results.ts';
import { readRows } from '../../../core/sheet/read-rows.ts';
import { fingerprintOf, keyMaker } from '../../../core/sheet/row-fingerprint.ts';
import { settleKeys } from '../../../core/sheet/row-keys.ts';
import { moment, resultCells } from '../../../core/sheet/row-status.ts';
import { adColumns } from '../../catalogue.ts';

const secrets = {
  sha256: async (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex'),
};
const where = { spreadsheetId: 'file', sheetId: '7', companyId: 'acme', now: 1000 };

/** Ads of rows `name, ad sets`, ready, with the row's name as its key. */
function adsOf(...rows: [name: string, adSets: string, ready?: boolean][]): KeyedAd[] {
  const layout = readHeaders(['Ready', 'Ad name', 'Ad sets'], adColumns);
  return readRows(
    layout,
    rows.map(([name, adSets, ready = true], i) => ({
      number: i + 2,
      cells: [ready, name, adSets].map((value) => ({ value, shown: String(value) })),
    })),
  ).map((ad) => ({ ...ad, keys: [[`key ${ad.ad.adName}`, 'f']] }));
}

const launched = async (ads: readonly KeyedAd[], past: readonly SheetLaunch[] = []) =>
  composeLaunch(
    secrets,
    where,
    chooseAds(ads, () => false, historyOf(past)).filter(({ turn }) => turn === 'launch'),
  );

/** What a batch answers in which every ad was made except those named. */
function progressOf(
  launch: SheetLaunch,
  failing: readonly string[] = [],
  done = true,
): BatchProgress {
  const all = launch.ads.flatMap(({ adSets }, index) =>
    adSets.map((adSetId) => ({ index, adSetId })),
  );
  const fails = ({ index, adSetId }: { index: number; adSetId: string }) =>
    failing.includes(`${index} ${adSetId}`);
  return {
    summaryStatus: done ? (failing.length > 0 ? 'error' : 'success') : 'in_progress',
    launchedAds: all
      .filter((each) => !fails(each))
      .map((each) => ({
        ...each,
        adId: `ad ${each.index} ${each.adSetId}`,
        adsManagerUrl: 'https://manager',
      })),
    failedAds: all.filter(fails).map((each) => ({ ...each, message: 'Refused.', fix: 'Do this.' })),
  };
}

/** What a batch answers after an undo that reached every ad except those named. */
function undoneOf(
  launch: SheetLaunch,
  mode: 'pause' | 'delete',
  stuck: readonly string[] = [],
): BatchProgress {
  const progress = progressOf(launch);
  const undone = mode === 'pause' ? ('paused' as const) : ('deleted' as const);
  return {
    ...progress,
    launchedAds: progress.launchedAds.map((ad) =>
      stuck.includes(ad.adId) ? ad : { ...ad, undone },
    ),
    undo: {
      mode,
      finishedAt: '2026-11-15T00:00:00.000Z',
      left: [
        ...stuck.map((id) => ({ type: 'ad' as const, id, message: 'The platform refused.' })),
        { type: 'creative', id: 'c1', message: 'Another ad shows it.' },
      ],
    },
  };
}

const cellsOf = (launches: readonly SheetLaunch[]) =>
  [...historyOf(launches).values()].map((history) => {
    const { rowStatus, problem, adIds, batch } = resultCells(history, 'UTC');
    return [rowStatus, problem, adIds.replace(/\n/g, '+'), batch];
  });

const turnsOf = (
  ads: readonly KeyedAd[],
  past: readonly SheetLaunch[],
  scope: 'ready' | 'failed' = 'ready',
) =>
  chooseAds(ads, () => false, historyOf(past), scope).map(({ turn, adSets }) => [
    turn,
    adSets.join(),
  ]);

describe('a launch from a sheet', () => {
  test('is the same request for the same rows, and another one for any other rows', async () => {
    const rows = adsOf(['a', '1,2'], ['b', '1']);
    const { key } = await launched(rows);
    expect((await launched(adsOf(['a', '1,2'], ['b', '1']))).key).toBe(key);
    expect((await launched(adsOf(['a', '1,2'], ['b', '2']))).key).not.toBe(key);
    expect((await launched(adsOf(['b', '1'], ['a', '1,2']))).key).not.toBe(key);
    const twin = rows.map((ad) => ({ ...ad, keys: [['another', 'f']] as const }));
    expect((await launched(twin)).key).not.toBe(key);
    expect(key).toMatch(/^sheet-[0-9a-f]{40}$/);
  });

  test('takes ready rows, leaves the others, and takes none twice', async () => {
    const rows = adsOf(['a', '1,2'], ['b', '1', false]);
    const { record } = await launched(rows);
    expect(turnsOf(rows, [])).toEqual([
      ['launch', '1,2'],
      ['not ready', '1'],
    ]);
    expect(turnsOf(rows, [record])[0]?.[0]).toBe('launching');
    const open = accept(record, { adBatchId: 5, launchStatus: 'PAUSED' }, 2000);
    expect(turnsOf(rows, [open])[0]?.[0]).toBe('launching');
    expect(turnsOf(rows, [settle(open, progressOf(open))])[0]?.[0]).toBe('launched');
  });

  test('takes of a row that failed in part only what does not exist, under a key of its own', async () => {
    const rows = adsOf(['a', '1,2,3'], ['b', '1']);
    const first = await launched(rows);
    const settled = settle(first.record, progressOf(first.record, ['0 2']));
    expect(turnsOf(rows, [settled], 'failed')).toEqual([
      ['launch', '2'],
      ['launched', ''],
    ]);
    const second = await launched(rows, [settled]);
    expect(second.body.ads).toMatchObject([
      { adName: 'a', adSets: ['2'], source: { sheetId: '7', rows: [{ key: 'key a' }] } },
    ]);
    expect(second.key).not.toBe(first.key);
    const third = await launched(rows, [
      settled,
      settle({ ...second.record, createdAt: 2000 }, progressOf(second.record, ['0 2'])),
    ]);
    expect(third.body.ads).toEqual(second.body.ads);
    expect(third.key).not.toBe(second.key);
  });

  test('takes what was added to a row, and all of it again once an undo deleted it', async () => {
    const { record } = await launched(adsOf(['a', '1']));
    const done = settle(record, progressOf(record));
    expect(turnsOf(adsOf(['a', '1,2']), [done])).toEqual([['launch', '2']]);
    const undone = (mode: 'pause' | 'delete') => settle(done, undoneOf(record, mode));
    expect(turnsOf(adsOf(['a', '1']), [undone('delete')])).toEqual([['launch', '1']]);
    expect(turnsOf(adsOf(['a', '1']), [undone('pause')])).toEqual([['launched', '']]);
  });

  test('is sent in as few requests as the limits allow', () => {
    const chosen = (count: number, adSets: number) =>
      chooseAds(
        adsOf(
          ...Array.from({ length: count }, (_, i): [string, string] => [
            `a${i}`,
            Array.from({ length: adSets }, (_, n) => n + 10).join(),
          ]),
        ),
        () => false,
        new Map(),
      );
    expect(splitAds(chosen(1000, 1)).map(({ length }) => length)).toEqual([500, 500]);
    expect(splitAds(chosen(501, 1)).map(({ length }) => length)).toEqual([500, 1]);
    expect(splitAds(chosen(100, 60)).map(({ length }) => length)).toEqual([83, 17]);
    expect(splitAds([])).toEqual([]);
  });

  test('shows in its rows what became of them', async () => {
    const { record } = await launched(adsOf(['a', '1,2'], ['b', '3']));
    const cells = (launch: SheetLaunch) => cellsOf([launch]);
    expect(cells(record)[0]).toEqual(['Launching', '', '', '']);
    const open = accept(record, { adBatchId: 5, launchStatus: 'ACTIVE' }, 2000);
    expect(cells(settle(open, progressOf(open, ['0 2'], false)))[0]).toEqual([
      'Launching',
      '',
      'ad 0 1',
      '5',
    ]);
    const done = settle(open, progressOf(open, ['0 2', '1 3']));
    expect(cells(done)).toEqual([
      ['Partly launched', 'Refused. Do this.', 'ad 0 1', '5'],
      ['Failed', 'Refused. Do this.', '', '5'],
    ]);
    expect(cells(settle(open, progressOf(open)))[1]).toEqual([
      'Launched, active',
      '',
      'ad 1 3',
      '5',
    ]);
    expect(cells(settle(open, undoneOf(open, 'pause')))[1]?.[0]).toBe('Undone: paused');
  });

  test('that an undo could not reach everywhere says so in the rows concerned alone, with why and what to do', async () => {
    const rows = adsOf(['a', '1,2'], ['b', '3'], ['c', '4']);
    const { record } = await launched(rows);
    const open = accept(record, { adBatchId: 5, launchStatus: 'PAUSED' }, 2000);
    const undone = settle(open, undoneOf(open, 'delete', ['ad 0 2', 'ad 1 3']));
    const why = (ad: string) =>
      `Ad ${ad} was not deleted: The platform refused. Choose “Delete all” of this launch again, or do it in the ads manager.`;
    expect(cellsOf([undone])).toEqual([
      ['Undo failed in part', why('ad 0 2'), 'ad 0 2', '5'],
      ['Undo failed', why('ad 1 3'), 'ad 1 3', '5'],
      ['Undone: deleted', '', '', '5'],
    ]);
    expect(turnsOf(rows, [undone])).toEqual([
      ['launch', '1'],
      ['launched', ''],
      ['launch', '4'],
    ]);
    expect(cellsOf([settle(undone, undoneOf(open, 'delete'))]).map(([status]) => status)).toEqual(
      Array.from({ length: 3 }, () => 'Undone: deleted'),
    );
    const relaunched = await launched(rows, [undone]);
    const again = settle({ ...relaunched.record, createdAt: 3000 }, progressOf(relaunched.record));
    expect(cellsOf([undone, again])[0]?.slice(0, 3)).toEqual([
      'Undo failed in part',
      why('ad 0 2'),
      'ad 0 2+ad 0 1',
    ]);
  });

  test('with an ad that may exist although it failed sends people to look first, not to launch it again', async () => {
    const { record } = await launched(adsOf(['a', '1']));
    const failed = progressOf(record, ['0 1']);
    const mayExist = {
      ...failed,
      failedAds: failed.failedAds.map((ad) => ({ ...ad, mayExist: true as const })),
    };
    const doubtful = settle(record, mayExist);
    expect(cellsOf([doubtful])[0]?.[1]).toMatch(
      /^Refused\. Look in the ads manager before you launch this row again/,
    );
    expect([doubtful.inDoubt, settle(doubtful, failed).inDoubt]).toEqual([true, undefined]);
    // After a restore an undo cannot look for it: the failure itself says what to do.
    const restored = {
      ...mayExist,
      failedAds: mayExist.failedAds.map((ad) => ({ ...ad, code: 'restored', fix: 'Look for it.' })),
    };
    expect([cellsOf([settle(record, restored)])[0]?.[1], settle(record, restored).inDoubt]).toEqual(
      ['Refused. Look for it.', undefined],
    );
  });

  test('whose undo the service no longer knows claims nothing of its ads', async () => {
    const { record } = await launched(adsOf(['a', '1']));
    const done = settle(
      accept(record, { adBatchId: 5, launchStatus: 'PAUSED' }, 2000),
      progressOf(record),
    );
    const [cells] = cellsOf([forgotten({ ...done, undo: { mode: 'delete', finished: false } })]);
    expect(cells?.[0]).toBe('Undo failed');
    expect(cells?.[1]).toContain('Look in the ads manager');
  });
});

describe('row keys', () => {
  const row = (number: number, key: string, fingerprint = `f${number}`, seen = ''): KeyedRow => ({
    number,
    key,
    fingerprint,
    seen,
  });
  const fresh = () => {
    let next = 0;
    return () => `new${next++}`;
  };
  const keys = (rows: KeyedRow[], known: [string, string][] = [], rebuilt: string[] = []) =>
    settleKeys(rows, new Map(known.map(([key, print]) => [key, [print]])), fresh(), {
      rebuilt: new Set(rebuilt),
    }).map(({ key, inDoubt }) => (inDoubt ? '?' : key));

  test('differ from each other and from those of another seed, and look like nothing a spreadsheet would change', () => {
    const keys = ['a', 'b'].flatMap((seed) => {
      const next = keyMaker(seed);
      return Array.from({ length: 5000 }, () => next());
    });
    expect(new Set(keys).size).toBe(10_000);
    for (const key of keys) expect(key).toMatch(/^R-[0-9A-Z]{8,14}$/);
  });

  test('are given to rows that have none', () => {
    expect(keys([row(2, ''), row(3, 'b'), row(4, '')])).toEqual(['new0', 'b', 'new1']);
  });

  test('stay with the row that was launched when somebody copies it', () => {
    expect(keys([row(2, 'a'), row(3, 'a')])).toEqual(['a', 'new0']);
    expect(
      keys([row(2, 'a', 'edited copy'), row(3, 'a', 'launched')], [['a', 'launched']]),
    ).toEqual(['new0', 'a']);
    expect(keys([row(2, 'a', 'launched'), row(3, 'a', 'launched')], [['a', 'launched']])).toEqual([
      'a',
      'new0',
    ]);
  });

  test('come back by what the rows say when they were deleted, overwritten or left behind', () => {
    const known: [string, string][] = [
      ['kx', 'x'],
      ['ky', 'y'],
      ['gone', 'z'],
    ];
    expect(keys([row(2, '', 'y'), row(3, '', 'x'), row(4, '', 'new')], known)).toEqual([
      'ky',
      'kx',
      'new0',
    ]);
    expect(keys([row(2, 'never launched', 'x'), row(3, 'ky', 'x')], known)).toEqual(['kx', 'ky']);
    expect(keys([row(2, 'kx', 'other'), row(3, '', 'x')], known)).toEqual(['new0', 'kx']);
  });

  test('go with the cells of their rows when those were sorted without them', () => {
    const [alpha, zeta] = ['a.name1.same', 'z.name2.same'];
    // Zeta was launched; Alpha was not. Their cells have changed places, their keys have not.
    expect(keys([row(2, 'kz', alpha, zeta), row(3, 'ka', zeta, alpha)], [['kz', zeta]])).toEqual([
      'ka',
      'kz',
    ]);
    // Both were changed before they were sorted: each is still more like itself.
    const changed = ['a2.name1.same.more', 'z2.name2.same.new'] as const;
    expect(
      keys([row(2, 'kz', changed[0], zeta), row(3, 'ka', changed[1], alpha)], [['kz', zeta]]),
    ).toEqual(['ka', 'kz']);
  });

  test('stay with rows that were changed where they stand, while something tells them from others', () => {
    const filled = [row(2, 'k1', 'p.n1.new', 'o.n1.old'), row(3, 'k2', 'q.n2.new', 'r.n2.old')];
    expect(keys(filled, [['k1', 'o.n1.old']])).toEqual(['k1', 'k2']);
    // One cell was changed, the only one that was its own.
    const [one, two] = ['a.title1.text.link.tags', 'b.title2.text.link.tags'];
    expect(
      keys([row(2, 'k1', 'c.title9.text.link.tags', one), row(3, 'k2', two, two)], [['k1', one]]),
    ).toEqual(['k1', 'k2']);
    // So was one that says the same in all rows.
    expect(
      keys([row(2, 'k1', 'c.title9.text.url.tags', one), row(3, 'k2', two, two)], [['k1', one]]),
    ).toEqual(['k1', 'k2']);
    // No cell of any row is its own, and two were changed in all of them.
    const mixed = ['a.head1.media1', 'b.head1.media2', 'c.head2.media1', 'd.head2.media2'];
    const changed = mixed.map((print, i) =>
      row(i + 2, `k${i}`, `n${print}.new.words`, `${print}.text.link`),
    );
    const known = changed.map(({ key, seen }): [string, string] => [key, seen]);
    expect(keys(changed, known)).toEqual(['k0', 'k1', 'k2', 'k3']);
  });

  test('are in doubt beside a row of which nothing is left that told it from others', () => {
    const [one, two] = ['a.name1.tags1.link', 'b.name2.tags2.link'];
    const known: [string, string][] = [
      ['k1', one],
      ['k2', two],
    ];
    const typed = { ...row(2, 'k1', 'c.name3.tags3.link', one), shows: 'k1' };
    // It was changed whole, or its cells were cut out and deleted and others were typed in their
    // place.
    expect(keys([typed, row(3, 'k2', two, two)], known)).toEqual(['?', 'k2']);
    expect(
      keys([{ ...typed, fingerprint: 'c.name3.tags1.link' }, row(3, 'k2', two, two)], known),
    ).toEqual(['k1', 'k2']);
    // One cell alone told it from others, and hardly anything is left of the rest.
    const [long, other] = ['a.name1.text.link.head', 'b.name2.text.link.head'];
    const most = [row(2, 'k1', 'c.name3.words.url.head', long), row(3, 'k2', other, other)];
    expect(keys(most, [['k1', long]])).toEqual(['?', 'k2']);
  });

  test('are in doubt beside a row that says nothing of theirs where the keys alone were sorted', () => {
    const [one, two, three, four] = ['a.n1.same', 'b.n2.same', 'c.n3.same', 'd.n4.same'] as const;
    const known: [string, string][] = [
      ['k1', one],
      ['k2', two],
    ];
    const stray = row(4, 'k1', four, one);
    // The first row, and the key of the fourth that came to stand beside it, were deleted.
    expect(keys([row(2, 'k3', two, three), row(3, 'k2', three, two), stray], known)).toEqual([
      'k2',
      'k3',
      '?',
    ]);
    // Where all other keys stand beside their rows, it was changed where it stands.
    expect(keys([row(2, 'k2', two, two), row(3, 'k3', three, three), stray], known)).toEqual([
      'k2',
      'k3',
      'k1',
    ]);
  });

  test('are in doubt beside a row like a launched one that stood there at the last look and stands nowhere now', () => {
    const known = new Map([['k1', ['a.name1.head1.tags1.same']]]);
    const [other, moved] = [
      row(2, 'k2', 'b2.name2.head3.tags2.same', 'b.name2.head2.tags2.same'),
      row(5, '', 'c.name9.head9.tags1.same'),
    ];
    const settled = (stood: readonly string[]) =>
      settleKeys([other, moved], known, fresh(), { stood: new Set(stood) }).map(
        ({ key, inDoubt }) => (inDoubt ? '?' : key),
      );
    expect(settled(['k1'])).toEqual(['k2', '?']);
    // It was gone before: what says the same was written after it.
    expect(settled([])).toEqual(['k2', 'new0']);
    // It came to stand beside a copy of another key.
    const copied = settleKeys(
      [row(2, 'k2', 'b.name2'), row(5, 'k2', moved.fingerprint, 'b.name2')],
      new Map([...known, ['k2', ['b.name2']]]),
      fresh(),
      {
        stood: new Set(['k1']),
      },
    );
    expect(copied.map(({ key, inDoubt }) => (inDoubt ? '?' : key))).toEqual(['k2', '?']);
  });

  test('are in doubt where two changed rows could be the one that was launched', () => {
    const rows = [row(2, 'k1', 'p.n2.x', 'o.n1.a'), row(3, 'k2', 'q.n2.y', 'r.n2.b')];
    expect(keys(rows, [['k1', 'o.n1.a']])).toEqual(['?', 'k2']);
  });

  test('are in doubt where a row without a key says what one launched row said and shows the ads of another', () => {
    const [one, three] = ['a.name1.tags1.set1', 'c.name3.tags3.set3'];
    const known: [string, string][] = [
      ['k1', one],
      ['k3', three],
    ];
    const changed = { ...row(4, '', 'x.name1.tags1.set1.new'), shows: 'k3' };
    expect(keys([changed], known)).toEqual(['?']);
    // Where both say the same, the row is that one.
    expect(keys([{ ...changed, shows: 'k1' }], known)).toEqual(['k1']);
  });

  test('stay in doubt when the row is looked at again, until the launched row is found', () => {
    const doubtful = row(3, '?', 'p.n2.x', 'p.n2.x');
    const known: [string, string][] = [['k1', 'o.n1.a']];
    expect(keys([doubtful], known)).toEqual(['?']);
    expect(keys([doubtful, row(4, 'k1', 'o.n1.a')], known)).toEqual(['new0', 'k1']);
    expect(keys([row(3, '?', 'o.n1.a')], known)).toEqual(['k1']);
  });

  test('from before the launch, in a version that was restored, give way to those of the launch', () => {
    expect(keys([row(2, 'old', 'a.n1', 'a.n1')], [['k1', 'a.n1']])).toEqual(['k1']);
    // A copy beside the row that was launched is a row of its own.
    expect(
      keys([row(2, 'k1', 'a.n1', 'a.n1'), row(3, 'copy', 'a.n1', 'a.n1')], [['k1', 'a.n1']]),
    ).toEqual(['k1', 'copy']);
  });

  test('of a row that says more of what a lost row was launched with are in doubt, whatever ads it shows', () => {
    const known: [string, string][] = [
      ['k1', 'a.name1.tags1.text1'],
      ['k2', 'b.name2.tags2.text2'],
    ];
    const mixed = { ...row(2, 'k1', 'x.name2.tags1.text2', 'a.name1.tags1.text1'), shows: 'k1' };
    expect(keys([mixed], known)).toEqual(['?']);
    // The other row is there: this one was changed.
    expect(keys([mixed, row(3, 'k2', 'b.name2.tags2.text2')], known)).toEqual(['k1', 'k2']);
  });

  test('of rows that lost them all are in doubt beside one that is, and new where nothing is like a lost row', () => {
    const known: [string, string][] = [
      ['k1', 'a.name1.tags1.text1'],
      ['k2', 'b.name2.tags2.text2'],
    ];
    const [near, far, other] = [
      row(2, '', 'x.name1.tags1.text2'),
      row(3, '', 'y.name9.tags2.text1'),
      row(4, '', 'z.name3.tags3.text3'),
    ];
    expect(keys([near, far, other], known)).toEqual(['?', '?', 'new0']);
    expect(keys([other], known)).toEqual(['new0']);
  });

  test('of a sheet that is older than a launch: rows without one may be those that were launched, whatever they say', () => {
    const known: [string, string][] = [
      ['k1', 'a.name1.tags1.text1'],
      ['k2', 'b.name2.tags2.text2'],
    ];
    const [same, other] = [row(2, '', 'a.name1.tags1.text1'), row(3, '', 'z.name3.tags3.text3')];
    expect(keys([same, other], known, ['k1', 'k2'])).toEqual(['k1', '?']);
    // It had another key before the launch: what it says tells it from rows that were never
    // launched.
    const [earlier, draft] = [
      row(4, 'k0', 'b0.name2.tags2', 'b0.name2.tags2'),
      row(5, 'k9', 'd.name9', 'd.name9'),
    ];
    expect(keys([same, earlier, draft], known, ['k1', 'k2'])).toEqual(['k1', 'k2', 'k9']);
    expect(keys([same, earlier, draft], known)).toEqual(['k1', 'k0', 'k9']);
    // Every row of the launch is there: what else has no key is new.
    expect(keys([same, other], known.slice(0, 1), ['k1'])).toEqual(['k1', 'new0']);
    // The file remembers the launch: its other row was deleted.
    expect(keys([same, other], known)).toEqual(['k1', 'new0']);
  });

  test('are in doubt where a row says what another one says, and hardly anything of its own', () => {
    const [one, two] = ['a.name1.tags1.link', 'b.name2.tags2.link'];
    const known: [string, string][] = [
      ['k1', one],
      ['k2', two],
    ];
    expect(keys([row(2, 'k1', one, one), row(3, 'k2', one, two)], known)).toEqual(['k1', '?']);
    // One cell was changed to what the row beside it says.
    const texts = ['c.name.text.link.tags.title1', 'd.name.text.link.tags.title2'] as const;
    const alike: [string, string][] = [
      ['k1', texts[0]],
      ['k2', texts[1]],
    ];
    expect(
      keys([row(2, 'k1', texts[0], texts[0]), row(3, 'k2', texts[0], texts[1])], alike),
    ).toEqual(['k1', 'k2']);
  });

  test('are in doubt where cells were cut out and changed, and others typed in their place', () => {
    const was = 'a.name1.tags1.text1';
    const typed = row(5, 'k1', 'n.name9.tags9.text9', was);
    expect(keys([typed, row(3, '', 'x.name2.tags2.text1')], [['k1', was]])).toEqual(['?', '?']);
    // One of the cells came back beside the key, and another one stayed where they were pasted.
    const part = row(5, 'k1', 'n.tags1', was);
    expect(keys([part, row(3, '', 'x.name1.tags2.text2')], [['k1', was]])).toEqual(['?', '?']);
    expect(keys([part, row(3, '', 'x.name2.tags2.text2')], [['k1', was]])).toEqual(['k1', 'new0']);
    // Nothing says what the row said: the other one is new.
    expect(keys([typed, row(3, '', 'x.name2.tags2.text2')], [['k1', was]])).toEqual(['?', 'new0']);
  });

  test('of twins are told by the one that is missing, and a changed copy may be it', () => {
    const twin = 'a.name1.tags1.-set1';
    const known: [string, string][] = [
      ['k1', twin],
      ['k2', twin],
    ];
    const changed = 'x.name1.tags1.other.-set1';
    const [first, second] = [row(2, 'k1', twin, twin), row(5, '', changed)];
    const left = [{ key: 'k2', seen: twin }];
    const settled = settleKeys(
      [first, second],
      new Map(known.map(([key, print]) => [key, [print]])),
      fresh(),
      { left },
    );
    expect(settled.map(({ key }) => key)).toEqual(['k1', 'k2']);
    // Its twin was deleted with its key and this one is a copy of the first; or it is the twin, as
    // a version from before the launch has it.
    expect(keys([first, row(5, 'k1', changed, twin)], known)).toEqual(['k1', '?']);
    // No row was launched that is missing: it is new.
    expect(keys([first, row(5, 'k1', changed, twin)], [['k1', twin]])).toEqual(['k1', 'new0']);
  });

  test('are unique, and no row that says what was launched is without the key of it', () => {
    const some = fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c'), fc.constantFrom('x', 'y')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(some, (drawn) => {
        const rows = drawn.map(([key, fingerprint], i) => row(i + 2, key, fingerprint));
        const settled = settleKeys(
          rows,
          new Map([
            ['a', ['x']],
            ['b', ['y']],
            ['d', ['x']],
          ]),
          fresh(),
        );
        expect(new Set(settled.map(({ key }) => key)).size).toBe(rows.length);
        // As many rows as say what was launched have the keys it was launched under.
        for (const [print, launched] of [
          ['x', ['a', 'd']],
          ['y', ['b']],
        ] as const) {
          const rowsOf = settled.filter(({ fingerprint }) => fingerprint === print);
          const found = rowsOf.filter(({ key }) => (launched as readonly string[]).includes(key));
          expect(found).toHaveLength(Math.min(rowsOf.length, launched.length));
        }
      }),
    );
  });

  test('follow what a row says, not where its columns stand, nor its tick, nor the columns of the user', () => {
    const print = (headers: string[], values: unknown[]) =>
      fingerprintOf(readHeaders(headers, adColumns), {
        number: 2,
        cells: values.map((value) => ({ value, shown: String(value) })),
      });
    const one = print(['Ready', 'Ad name', 'Headline', 'Notes'], [true, 'a', 'b', 'mine']);
    expect(print(['Headline', 'Notes', 'Ad name', 'Ready'], ['b', 'other', 'a', false])).toBe(one);
    expect(print(['Headline', 'Ad name'], ['a', 'b'])).not.toBe(one);
  });

  test('are remembered with the latest launch of their row', async () => {
    const { record } = await launched(adsOf(['a', '1']));
    const later = {
      ...record,
      createdAt: 2000,
      ads: [{ rows: [['key a', 'new']] as const, adSets: ['1'] }],
    };
    expect([...knownRows([later, record])]).toEqual([['key a', ['f', 'new']]]);
  });
});

test('moments are shown in the zone of the spreadsheet', () => {
  expect(moment(Date.UTC(2026, 10, 15, 23, 5), 'Europe/Berlin')).toBe('2026-11-16 00:05');
  expect(moment(Date.UTC(2026, 10, 15, 23, 5), 'Nowhere/Land')).toBe('2026-11-15 23:05');
});

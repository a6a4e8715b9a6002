import type { Store } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { checkSheet } from '../../core/sheet/check-sheet.ts';
import { chooseAds, type KeyedAd } from '../../core/sheet/choose-ads.ts';
import { historyOf, knownRows, type SheetLaunch, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import type { SheetRow } from '../../core/sheet/read-rows.ts';
import { fingerprintOf, type KeyedRow, keyMaker, settleKeys } from '../../core/sheet/row-keys.ts';
import { noResult } from '../../core/sheet/row-status.ts';
import { systemColumns } from '../../core/sheet/system-columns.ts';
import { type App, FILE } from '../app.ts';
import {
  adsOf,
  type LaunchSheet,
  launchSheets,
  type OpenSheet,
  readLaunchSheet,
  systemText,
  writtenRows,
} from '../sheet/launch-sheet.ts';
import { knowledgeOf, readLists } from '../sheet/lists.ts';
import { showRows } from '../sheet/marks.ts';
import { openWithSystemColumns, writeSystemCells } from '../sheet/system-cells.ts';
import type { LookedAt } from './looked-at.ts';

/** Whether a row's marks come from the service and were put on what it still says. */
const isToldOf = (open: OpenSheet, row: SheetRow, fingerprint: string | undefined): boolean =>
  fingerprint !== undefined && systemText(open, row, 'marks').endsWith(`@${fingerprint}`);

/**
 * Looks at a sheet and shows what was seen; once more when somebody moved things at that moment.
 *
 * @param asking the service is about to be asked again, so what it told before no longer counts
 */
export async function lookAndShow(
  app: App,
  store: Store,
  launchSheet: LaunchSheet,
  asking?: 'ready' | 'failed',
): Promise<LookedAt> {
  for (let round = 1; ; round++) {
    const seen = await lookAt(app, store, launchSheet, asking ?? 'ready');
    const looked = asking === undefined ? seen : { ...seen, told: new Set<number>() };
    if (!showRows(looked, app.spreadsheet.getSpreadsheetTimeZone()) || round === 3) return looked;
  }
}

export async function lookAt(
  app: App,
  store: Store,
  launchSheet: LaunchSheet,
  scope: 'ready' | 'failed' = 'ready',
): Promise<LookedAt> {
  const launches = (await allOf(store, sheetLaunchKind, FILE)).map(({ doc }) => doc);
  const { open, keys } = settledSheet(app, launchSheet, launches);
  const history = historyOf(launches);
  const ads = adsOf(open).map(
    (ad): KeyedAd => ({
      ...ad,
      keys: ad.rows.flatMap((row) => [[keys.get(row)?.key ?? '', keys.get(row)?.fingerprint ?? ''] as const]),
    }),
  );
  // What is launched or on its way is no longer judged: it was right when it went out.
  const settled = chooseAds(ads, () => false, history, scope).map(({ turn }) => turn === 'launched' || turn === 'launching');
  const judged = ads.filter((_, i) => settled[i] !== true);
  const lists = await readLists(app);
  const found = checkSheet(judged, open.layout, knowledgeOf(lists));
  let next = 0;
  const faults = ads.map((_, i) => (settled[i] === true ? [] : (found[next++] ?? [])));
  const chosen = chooseAds(ads, (i) => (faults[i]?.length ?? 0) > 0, history, scope);
  const told = open.rows.filter((row) => isToldOf(open, row, keys.get(row.number)?.fingerprint)).map(({ number }) => number);
  return { open, ads, faults, history, chosen, told: new Set(told), lists };
}

/**
 * Reads a sheet whose every row has a key of its own. Keys that are new or came back are written and the
 * sheet is read again, until what is read at once needs no change: a row and its key are then known to
 * belong together even when people sort and insert at the same time.
 */
function settledSheet(
  app: App,
  launchSheet: LaunchSheet,
  launches: readonly SheetLaunch[],
): { open: OpenSheet; keys: ReadonlyMap<number, KeyedRow> } {
  const newKey = keyMaker(Array.from(app.secrets.random(16)).join('.'));
  for (let round = 1; ; round++) {
    const open = openWithSystemColumns(launchSheet);
    const written = writtenRows(open);
    const rows = open.rows
      .filter(({ number }) => written.has(number))
      .map(
        (row): KeyedRow => ({
          number: row.number,
          key: systemText(open, row, 'rowKey'),
          fingerprint: fingerprintOf(open.layout, row),
        }),
      );
    const there = keysElsewhere(app, open.id, rows, launches);
    const settled = settleKeys(
      rows.map((row) => (there.has(row.key) ? { ...row, key: '' } : row)),
      new Map([...knownRows(launches)].filter(([key]) => !there.has(key))),
      newKey,
    );
    const changed = settled.filter(({ key }, i) => key !== rows[i]?.key);
    // A row that was emptied is nobody's any more: whatever is typed there next is a new ad.
    const emptied = open.rows.filter(
      (row) => !written.has(row.number) && systemColumns.some(({ key }) => systemText(open, row, key) !== ''),
    );
    if ((changed.length === 0 && emptied.length === 0) || round === 4)
      return { open, keys: new Map(settled.map((row) => [row.number, row])) };
    const blank = { ...noResult, marks: '', rowKey: '' };
    const copies = new Set(
      changed.filter(({ number }) => rows.some((row) => row.number === number && row.key !== '')).map(({ number }) => number),
    );
    writeSystemCells(
      open,
      new Map([
        ...emptied.map(({ number }) => [number, blank] as const),
        ...changed.map(({ number, key }) => [number, copies.has(number) ? { ...blank, rowKey: key } : { rowKey: key }] as const),
      ]),
    );
  }
}

/**
 * Keys that were launched from other sheets and still stand there. A row that carries one here is a copy, as all rows
 * of a duplicated sheet are; one whose key no longer stands there was moved, and is that row. The other
 * sheets are read only when some row here could be one of theirs.
 */
function keysElsewhere(
  app: App,
  sheetId: string,
  rows: readonly KeyedRow[],
  launches: readonly SheetLaunch[],
): ReadonlySet<string> {
  const others = launches.filter((launch) => launch.sheetId !== sheetId);
  const foreign = knownRows(others);
  const prints = new Set(foreign.values());
  if (!rows.some(({ key, fingerprint }) => foreign.has(key) || prints.has(fingerprint))) return new Set();
  const homes = new Set(others.map((launch) => launch.sheetId));
  return new Set(
    launchSheets(app.spreadsheet)
      .filter(({ sheet }) => homes.has(String(sheet.getSheetId())))
      .map(readLaunchSheet)
      .flatMap((home) => home.rows.map((row) => systemText(home, row, 'rowKey')))
      .filter((key) => foreign.has(key)),
  );
}

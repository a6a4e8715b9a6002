import { Busy } from '../../adapters/apps-script/table.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import type { Store, Write } from '../../core/ports/store.ts';
import { checkSheet } from '../../core/sheet/check-sheet.ts';
import { chooseAds, type KeyedAd, type Turn } from '../../core/sheet/choose-ads.ts';
import type { KeyedRow, KnownRows, SettledRow } from '../../core/sheet/keyed-row.ts';
import {
  historyOf,
  keysOf,
  knownRows,
  lookedFor,
  type SheetLaunch,
  sheetLaunchKind,
} from '../../core/sheet/launch-record.ts';
import { type LocatedFault, located } from '../../core/sheet/locate.ts';
import type { SheetAd, SheetRow } from '../../core/sheet/read-rows.ts';
import { fingerprintOf, keyMaker } from '../../core/sheet/row-fingerprint.ts';
import { keyCell, readKeyCell, settleKeys } from '../../core/sheet/row-keys.ts';
import { moment, noResult } from '../../core/sheet/row-status.ts';
import { systemColumns } from '../../core/sheet/system-columns.ts';
import { rememberedAccounts } from '../base/accounts.ts';
import { type App, FILE } from '../base/app.ts';
import { accountsNamed, keyOf as keyAt } from '../base/platforms.ts';
import { Problem } from '../base/problem.ts';
import { say } from '../base/say.ts';
import { connectionOf } from '../base/settings.ts';
import { withDrive } from '../drive/media.ts';
import {
  adsOf,
  convertedTexts,
  keyOf,
  type LaunchSheet,
  launchSheets,
  type OpenSheet,
  readLaunchSheet,
  systemText,
  writtenRows,
} from '../sheet/launch-sheet.ts';
import { knowledgeOf, type Lists, readLists } from '../sheet/lists.ts';
import {
  openWithSystemColumns,
  type SystemCells,
  writeSystemCells,
} from '../sheet/system-cells.ts';
import { type Kept, keptLaunches } from './kept.ts';
import type { LookedAt } from './looked-at.ts';
import { showRows } from './marks.ts';
import { isToldOfUnknown, knownResults, shownKey } from './told.ts';

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

/**
 * Looks again where Google refused a range: people may have deleted rows that were just counted.
 * Where the sheet goes on changing, that is said in our words.
 */
export async function whileMoving<T>({ sheet }: LaunchSheet, look: () => Promise<T>): Promise<T> {
  const sizes = new Set<string>();
  for (let round = 1; ; round++) {
    try {
      return await look();
    } catch (error) {
      if (error instanceof Problem || error instanceof SlipwayError || error instanceof Busy)
        throw error;
      sizes.add(`${sheet.getMaxRows()} ${sheet.getMaxColumns()}`);
      if (round < 3) continue;
      throw sizes.size > 1
        ? new Problem('changed', say('rowsMoved', { sheet: sheet.getName() }))
        : error;
    }
  }
}

export async function lookAt(
  app: App,
  store: Store,
  launchSheet: LaunchSheet,
  scope: 'ready' | 'failed' = 'ready',
): Promise<LookedAt> {
  const { own, copied } = await keptLaunches(app, store);
  const launches = own.map(({ doc }) => doc);
  const { open, keys } = settledSheet(app, launchSheet, launches);
  await rememberLook(app, store, own, { open, keys });
  const history = historyOf(launches);
  const whyUnclear = unclearRows(open, keys, launches, knownRows(copied.map(({ doc }) => doc)));
  const written = adsOf(open).map((ad): KeyedAd => {
    const unclear = ad.rows.map((row) => whyUnclear.get(row)).find((why) => why !== undefined);
    return {
      ...ad,
      ...(unclear !== undefined && { unclear }),
      keys: ad.rows.flatMap((row) => [
        [keys.get(row)?.key ?? '', keys.get(row)?.fingerprint ?? ''] as const,
      ]),
    };
  });
  const { ads, files } = await withDrive(store, () => connectionOf(app)?.companyId, written);
  // What is launched or on its way is no longer judged: it was right when it went out.
  const settled = chooseAds(ads, () => false, history, scope).map(({ turn }) => isSettled(turn));
  const judged = ads.filter((_, i) => settled[i] !== true);
  const lists = await readLists(app);
  const knowledge = knowledgeOf(lists, rememberedAccounts(app), open.accountId);
  const found = withTimes(app, judged, lists, checkSheet(judged, open.layout, knowledge));
  let next = 0;
  const faults = ads.map((ad, i) =>
    settled[i] === true ? shapeFaults(ad, open) : (found[next++] ?? []),
  );
  const chosen = chooseAds(ads, (i) => (faults[i]?.length ?? 0) > 0, history, scope);
  const told = open.rows
    .filter((row) => isToldOf(open, row, keys.get(row.number)?.fingerprint))
    .map(({ number }) => number);
  const judgedRows = new Set(judged.flatMap(({ rows }) => rows));
  const remarks = convertedTexts(open).filter(({ row }) => judgedRows.has(row));
  return { open, ads, faults, remarks, history, chosen, told: new Set(told), files, lists };
}

/** A row that is in doubt because headers were pasted over it, or cells merged, says so. */
const shapeFaults = ({ unclear, faults }: KeyedAd, { layout }: OpenSheet): LocatedFault[] =>
  unclear === undefined
    ? []
    : faults
        .filter(({ code }) => code === 'repeated_headers' || code === 'merged_cells')
        .map((fault) => located(fault, layout));

/** Where an ad set is not in the list, the fault says how old that is. */
export function withTimes(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  ads: readonly SheetAd[],
  lists: Lists,
  faults: LocatedFault[][],
): LocatedFault[][] {
  const timeOf = ({ ad }: SheetAd): number | undefined =>
    accountsNamed(lists.accounts, String(ad.adAccountId ?? '')).flatMap(
      (account) => lists.readAt(keyAt(account)) ?? [],
    )[0];
  return faults.map((found, i) => {
    const ad = ads[i];
    const time = ad && found.some(({ code }) => code === 'unknown_ad_set') ? timeOf(ad) : undefined;
    if (time === undefined) return found;
    const shown = moment(time, spreadsheet.getSpreadsheetTimeZone());
    return found.map((fault) =>
      fault.code === 'unknown_ad_set'
        ? { ...fault, values: { ...fault.values, listReadAt: shown } }
        : fault,
    );
  });
}

/**
 * Every row has a key or is in doubt by now: what has none from here on was added after these
 * launches.
 */
async function rememberLook(
  app: App,
  store: Store,
  own: readonly Kept[],
  { open, keys }: SettledSheet,
): Promise<void> {
  const rows = [...keys.values()];
  const there = new Set(rows.map(({ key }) => key));
  const now = rows.some(({ inDoubt }) => inDoubt) ? undefined : app.clock.now();
  const writes = own.flatMap(({ id, version, doc: before }): Write[] => {
    const doc =
      before.sheetId === open.id ? lookedFor(before, (key) => there.has(key), now) : before;
    return doc === before
      ? []
      : [{ kind: sheetLaunchKind, companyId: FILE, id, expect: version, doc }];
  });
  if (writes.length > 0) await store.commit(writes);
}

const isSettled = (turn: Turn): boolean =>
  turn === 'launched' || turn === 'launching' || turn === 'unclear';

/** Rows that may be launched already although nothing here says so, with the reason. */
function unclearRows(
  open: OpenSheet,
  keys: ReadonlyMap<number, SettledRow>,
  launches: readonly SheetLaunch[],
  copied: KnownRows,
): ReadonlyMap<number, string> {
  const results = knownResults(launches);
  const known = knownRows(launches);
  return new Map(
    open.rows.flatMap((row): [number, string][] => {
      const settled = keys.get(row.number);
      if (settled === undefined) return [];
      if (settled.inDoubt) return [[row.number, say('inDoubt')]];
      if (copied.has(settled.key) && !known.has(settled.key)) return [[row.number, say('ofACopy')]];
      return isToldOfUnknown(open, row, results)
        ? [[row.number, say(copied.size > 0 ? 'ofACopy' : 'unknownHere')]]
        : [];
    }),
  );
}

/**
 * Frees rows of a copied file, and those of lost launches: they are new. What the original launched
 * stays its own.
 */
export async function freeRows(app: App, launchSheet: LaunchSheet): Promise<void> {
  await app.locked(async (store) => {
    const { open, ads } = await lookAt(app, store, launchSheet);
    const newKey = keyMaker(Array.from(app.secrets.random(16)).join('.'));
    const cells = ads
      .filter(({ unclear }) => unclear !== undefined)
      .flatMap(({ rows, keys }) =>
        rows.map((row, i): [number, SystemCells] => {
          const rowKey = keyCell({ key: newKey(), fingerprint: keys[i]?.[1] ?? '' });
          return [row, { ...noResult, marks: '', rowKey }];
        }),
      );
    writeSystemCells(open, new Map(cells));
    const { copied } = await keptLaunches(app, store);
    await store.commit(
      copied.map(({ id, version }) => ({
        kind: sheetLaunchKind,
        companyId: FILE,
        id,
        expect: version,
        doc: undefined,
      })),
    );
  });
}

interface SettledSheet {
  readonly open: OpenSheet;
  /** By row number. */
  readonly keys: ReadonlyMap<number, SettledRow>;
}

/**
 * Reads a sheet until every row has a key of its own: new keys are written and the sheet is read
 * again, so that row and key belong together even when people sort and insert at the same time.
 */
function settledSheet(
  app: App,
  launchSheet: LaunchSheet,
  launches: readonly SheetLaunch[],
): SettledSheet {
  const newKey = keyMaker(Array.from(app.secrets.random(16)).join('.'));
  const results = knownResults(launches);
  for (let round = 1; ; round++) {
    const open = openWithSystemColumns(launchSheet);
    const written = writtenRows(open);
    const rows = open.rows
      .filter(({ number }) => written.has(number))
      .map(
        (row): KeyedRow => ({
          number: row.number,
          ...readKeyCell(systemText(open, row, 'rowKey')),
          fingerprint: fingerprintOf(open.layout, row),
          shows: shownKey(open, row, results),
        }),
      );
    const there = keysElsewhere(app, open.id, rows, launches);
    const here = launches.filter(({ sheetId }) => sheetId === open.id);
    const settled = settleKeys(
      rows.map((row) =>
        there.has(row.key) ? { ...row, key: '', seen: '', shows: undefined } : row,
      ),
      new Map([...knownRows(launches)].filter(([key]) => !there.has(key))),
      newKey,
      {
        // Their cells were cut out and pasted elsewhere.
        left: open.rows
          .filter(({ number }) => !written.has(number))
          .map((row) => readKeyCell(systemText(open, row, 'rowKey'))),
        rebuilt: new Set(here.filter(({ rebuilt }) => rebuilt).flatMap(keysOf)),
        stood: new Set(
          here.flatMap((launch) =>
            keysOf(launch).filter((key) => launch.gone?.[key] === undefined),
          ),
        ),
      },
    );
    const cells = new Map<number, SystemCells>();
    // What is typed into an emptied row is a new ad.
    for (const row of open.rows)
      if (
        !written.has(row.number) &&
        systemColumns.some(({ key }) => systemText(open, row, key) !== '')
      ) {
        if (!isToldOfUnknown(open, row, results))
          cells.set(row.number, { ...noResult, marks: '', rowKey: '' });
      }
    const at = new Map(open.rows.map((row) => [row.number, row]));
    settled.forEach((row, i) => {
      const [before, there2] = [rows[i], at.get(row.number)];
      if (there2 === undefined) return;
      const text = keyCell(row);
      if (text === systemText(open, there2, 'rowKey')) return;
      const isOther = before !== undefined && before.key !== '' && before.key !== row.key;
      const isBlanked = isOther && !isToldOfUnknown(open, there2, results);
      cells.set(
        row.number,
        isBlanked ? { ...noResult, marks: '', rowKey: text } : { rowKey: text },
      );
    });
    if (cells.size === 0 || round === 4)
      return { open, keys: new Map(settled.map((row) => [row.number, row])) };
    writeSystemCells(open, cells);
  }
}

/**
 * Keys that were launched from other sheets and still stand there: a row here with one of them is a
 * copy; one whose key is gone there was moved. Other sheets are read only when a row here could be
 * theirs.
 */
function keysElsewhere(
  app: App,
  sheetId: string,
  rows: readonly KeyedRow[],
  launches: readonly SheetLaunch[],
): ReadonlySet<string> {
  const others = launches.filter((launch) => launch.sheetId !== sheetId);
  const foreign = knownRows(others);
  const prints = new Set([...foreign.values()].flat());
  if (!rows.some(({ key, fingerprint }) => foreign.has(key) || prints.has(fingerprint)))
    return new Set();
  const homes = new Set(others.map((launch) => launch.sheetId));
  return new Set(
    launchSheets(app.spreadsheet)
      .filter(({ sheet }) => homes.has(String(sheet.getSheetId())))
      .map(readLaunchSheet)
      .flatMap((home) => home.rows.map((row) => keyOf(home, row)))
      .filter((key) => foreign.has(key)),
  );
}

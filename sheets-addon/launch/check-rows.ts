import type { Turn } from '../../core/sheet/choose-ads.ts';
import { headerRowOf, readHeaders } from '../../core/sheet/headers.ts';
import { a1 } from '../../core/sheet/locate.ts';
import type { App } from '../app.ts';
import { columns } from '../platforms.ts';
import { openService } from '../service.ts';
import { connectionOf } from '../settings.ts';
import { setAccountDropdowns } from '../sheet/dropdowns.ts';
import {
  currentLaunchSheet,
  HEADERS_WITHIN,
  LAUNCH_MARK,
  type LaunchSheet,
  readLaunchSheet,
  readMark,
  systemText,
} from '../sheet/launch-sheet.ts';
import { readLists, unreadAccounts } from '../sheet/lists.ts';
import { sentence } from '../sheet/marks.ts';
import { updateLists } from '../sheet/update-lists.ts';
import type { LookedAt } from './looked-at.ts';
import { freeRows, lookAndShow } from './rows.ts';
import { catchUp } from './sync.ts';

/** How the rows of a sheet stand, for the sidebar. */
export interface RowsSummary {
  readonly sheetName: string;
  /** Ads by what launching would do with them now. */
  readonly counts: { readonly [T in Turn]: number };
  /** Ads whose last launch failed somewhere, and how many of those would be launched again now. */
  readonly failed: number;
  readonly failedReady: number;
  readonly faults: readonly { readonly cell: string; readonly row: number; readonly text: string }[];
  /** More faults than are listed. */
  readonly moreFaults: number;
  /** Some of the unclear rows can be freed: they are a copy's, or nobody knows of them. */
  readonly canFree: boolean;
  /** About headers. */
  readonly remarks: readonly string[];
}

const LISTED_FAULTS = 50;

/** Checks with what the file knows. Only where rows name accounts that were never read, the service is asked for their lists. */
export async function checkRows(app: App, launchSheet: LaunchSheet = currentLaunchSheet(app)): Promise<RowsSummary> {
  const look = (): Promise<LookedAt> => app.locked((store) => lookAndShow(app, store, launchSheet));
  await tryToSync(app);
  const looked = await look();
  const unread = unreadAccounts(
    looked.lists,
    looked.ads.map(({ ad }) => String(ad.adAccountId ?? '')),
  );
  if (unread.length === 0 || connectionOf(app) === undefined) return summaryOf(looked);
  try {
    await updateLists(app, unread);
  } catch {
    // The lists make a check sharper; without them it still holds.
    return summaryOf(looked);
  }
  return summaryOf(await look());
}

/** What the service knows makes a check sharper; without it, it still holds: nothing is launched by it. */
async function tryToSync(app: App): Promise<void> {
  if (connectionOf(app) === undefined) return;
  try {
    await catchUp(app, openService(app));
  } catch {
    // Planning asks again, and says why it cannot.
  }
}

export function summaryOf(looked: LookedAt): RowsSummary {
  const { open, chosen, faults, history, told } = looked;
  const counts = { launch: 0, 'not ready': 0, faulty: 0, launching: 0, launched: 0, unclear: 0 };
  chosen.forEach(({ turn, keyed }, i) => {
    // Rows nobody ticked may still be wrong, and so may rows of which only the service knows; they are counted as such.
    const isWrong = (faults[i]?.length ?? 0) > 0 || keyed.rows.some((row) => told.has(row));
    counts[isWrong && (turn === 'not ready' || turn === 'launch') ? 'faulty' : turn] += 1;
  });
  const failed = chosen.filter(
    ({ keyed, turn }) =>
      turn !== 'launching' && turn !== 'launched' && keyed.keys.some(([key]) => history.get(key)?.last.ad.failed),
  );
  const found = faults
    .flat()
    .map((fault) => ({ cell: a1(fault.position ?? 0, fault.row), row: fault.row, text: sentence(open, fault) }));
  const all = [...found, ...toldFaults(looked)].sort((a, b) => a.row - b.row);
  return {
    sheetName: open.sheet.getName(),
    counts,
    failed: failed.length,
    failedReady: failed.filter(({ turn }) => turn === 'launch').length,
    faults: all.slice(0, LISTED_FAULTS),
    moreFaults: Math.max(0, all.length - LISTED_FAULTS),
    canFree: chosen.some(({ keyed }) => keyed.unclear !== undefined),
    remarks: open.layout.remarks.map(({ message }) => message),
  };
}

/** What the service found, as the rows tell it. */
function toldFaults({ open, told }: LookedAt): RowsSummary['faults'] {
  return open.rows
    .filter(({ number }) => told.has(number))
    .map((row) => {
      const header = systemText(open, row, 'marks').split('|')[1] ?? '';
      const cell = a1(Math.max(0, open.layout.headers.indexOf(header)), row.number);
      return { cell, row: row.number, text: systemText(open, row, 'problem') };
    });
}

/**
 * After an edit: a row that carries marks is judged again at once, so that mending a cell clears its mark; a row with
 * another account gets that account's dropdowns. Most edits are neither, and are done with after two looks.
 */
export async function recheckAfterEdit(app: App, range: GoogleAppsScript.Spreadsheet.Range): Promise<void> {
  const sheet = range.getSheet();
  const [mark] = sheet.createDeveloperMetadataFinder().withKey(LAUNCH_MARK).find();
  if (mark === undefined) return;
  const rows = Math.min(HEADERS_WITHIN, sheet.getMaxRows());
  const heads = sheet.getRange(1, 1, rows, Math.max(1, sheet.getLastColumn())).getDisplayValues();
  const known = columns();
  const layout = readHeaders(heads[headerRowOf(heads, known)] ?? [], known, 'sheet');
  const within = (position: number | undefined): boolean =>
    position !== undefined && position + 1 >= range.getColumn() && position + 1 < range.getColumn() + range.getNumColumns();
  const marks = layout.system.get('marks');
  const isMarked =
    marks !== undefined &&
    sheet
      .getRange(range.getRow(), marks + 1, range.getNumRows(), 1)
      .getDisplayValues()
      .some(([text]) => text !== '');
  const launchSheet = readMark(sheet, mark);
  if (isMarked) await app.locked((store) => lookAndShow(app, store, launchSheet));
  if (within(layout.positions.get('adAccountId'))) setAccountDropdowns(app, readLaunchSheet(launchSheet), await readLists(app));
}

/** Rows of a copied file become new, after the question in the sidebar. */
export async function launchAsNew(app: App): Promise<RowsSummary> {
  const launchSheet = currentLaunchSheet(app);
  await catchUp(app, openService(app));
  await freeRows(app, launchSheet);
  return checkRows(app, launchSheet);
}

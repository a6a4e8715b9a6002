import type { Store } from '../../../core/ports/store.ts';
import { checkSheet } from '../../../core/sheet/check-sheet.ts';
import { chooseAds, type KeyedAd } from '../../../core/sheet/choose-ads.ts';
import { AD_KEY } from '../../../core/sheet/column.ts';
import { hasHeaders } from '../../../core/sheet/headers.ts';
import { rowStatuses } from '../../../core/sheet/row-status.ts';
import type { App, Sheet } from '../../base/app.ts';
import { withDrive } from '../../drive/media.ts';
import { marksOf, sentence, writeNotes } from '../../launch/marks.ts';
import { withTimes } from '../../launch/rows.ts';
import { setAccountDropdowns } from '../../sheet/dropdowns.ts';
import {
  adsOf,
  convertedTexts,
  HEADERS_WITHIN,
  headersIn,
  keyOf,
  LAUNCH_MARK,
  type OpenSheet,
  readMark,
  readPart,
  systemText,
} from '../../sheet/launch-sheet.ts';
import { knowledgeOf, readLists } from '../../sheet/lists.ts';
import { type SystemCells, writeSystemCells } from '../../sheet/system-cells.ts';

/** A paste of more rows than this waits for the next check: a simple trigger has 30 seconds. */
const MOST_ROWS = 200;

/**
 * After an edit a row with marks is judged again, so that fixing a cell clears its mark; a row with
 * another account gets its choices. Only edited rows are read and written; most edits are neither,
 * and end after two looks.
 */
export async function recheckAfterEdit(
  app: App,
  range: GoogleAppsScript.Spreadsheet.Range,
): Promise<void> {
  const sheet = range.getSheet();
  const [mark] = sheet.createDeveloperMetadataFinder().withKey(LAUNCH_MARK).find();
  if (mark === undefined) return;
  const { headerRow, layout } = headersOf(sheet);
  const first = Math.max(range.getRow(), headerRow + 1);
  const count = Math.min(range.getRow() + range.getNumRows() - first, MOST_ROWS);
  if (count < 1 || !hasHeaders(layout)) return;
  const within = (position: number | undefined): boolean =>
    position !== undefined &&
    position + 1 >= range.getColumn() &&
    position + 1 < range.getColumn() + range.getNumColumns();
  const marks = layout.system.get('marks');
  const isMarked =
    marks !== undefined &&
    sheet
      .getRange(first, marks + 1, count, 1)
      .getDisplayValues()
      .some(([text]) => text !== '');
  const isOtherAccount = within(layout.positions.get('adAccountId'));
  if (!isMarked && !isOtherAccount) return;
  const read = (): OpenSheet =>
    readPart(readMark(sheet, mark), layout, headerRow, { first, count });
  if (isMarked) await app.locked((store) => judge(app, store, read));
  if (isOtherAccount) setAccountDropdowns(app, read(), await readLists(app));
}

function headersOf(sheet: Sheet): Pick<OpenSheet, 'headerRow' | 'layout'> {
  const rows = Math.min(HEADERS_WITHIN, sheet.getMaxRows());
  const heads = sheet.getRange(1, 1, rows, Math.max(1, sheet.getLastColumn())).getDisplayValues();
  return headersIn(sheet, heads);
}

/**
 * Judges the read rows that carry marks; those of an ad of several rows wait for the next check.
 */
async function judge(app: App, store: Store, read: () => OpenSheet): Promise<void> {
  const open = read();
  const adKey = open.layout.positions.get(AD_KEY);
  const isAlone = (row: number): boolean =>
    adKey === undefined ||
    (open.rows.find(({ number }) => number === row)?.cells[adKey]?.shown ?? '') === '';
  const marked = new Set(
    open.rows.filter((row) => systemText(open, row, 'marks') !== '').map(({ number }) => number),
  );
  const alone = adsOf(open)
    .filter(({ rows }) => rows.length === 1 && rows.every((row) => marked.has(row) && isAlone(row)))
    .map((ad): KeyedAd => ({ ...ad, keys: ad.rows.map((row) => [keyAt(open, row), '']) }));
  if (alone.length === 0) return;
  const { ads, files } = await withDrive(store, () => undefined, alone);
  const lists = await readLists(app);
  const faults = withTimes(
    app,
    ads,
    lists,
    checkSheet(ads, open.layout, knowledgeOf(lists, undefined, open.accountId)),
  );
  const chosen = chooseAds(ads, (i) => (faults[i]?.length ?? 0) > 0, new Map());
  const cells = new Map<number, SystemCells>();
  ads.forEach(({ rows, ready }, i) => {
    const found = faults[i] ?? [];
    const status =
      found.length > 0 ? rowStatuses.needsFixing : ready ? rowStatuses.ready : rowStatuses.checked;
    const problem = found.map((fault) => sentence(open, fault)).join('\n');
    for (const row of rows)
      cells.set(row, { rowStatus: status.word, problem, marks: marksOf(open, found) });
  });
  // Somebody moved rows in that very moment: the next check sees to it.
  if (writeSystemCells(open, cells, read)) return;
  const judged = new Set(ads.flatMap(({ rows }) => rows));
  const told = new Set(
    open.rows.map(({ number }) => number).filter((number) => !judged.has(number)),
  );
  writeNotes({
    open,
    ads,
    faults,
    remarks: convertedTexts(open),
    history: new Map(),
    chosen,
    told,
    files,
    lists,
  });
}

const keyAt = (open: OpenSheet, number: number): string => {
  const row = open.rows.find((each) => each.number === number);
  return row === undefined ? '' : keyOf(open, row);
};

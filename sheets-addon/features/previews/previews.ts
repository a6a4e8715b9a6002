import { type App, FILE } from '../../base/app.ts';
import { connectionOf } from '../../base/settings.ts';
import { driveFileKind } from '../../drive/files.ts';
import { driveIdIn, isDriveLink } from '../../drive/links.ts';
import { addressOf } from '../../drive/media.ts';
import { currentLaunchSheet, type OpenSheet, readLaunchSheet } from '../../sheet/launch-sheet.ts';

const HEADER = 'Preview';
const HEIGHT = 64;
const IMAGE = /\.(png|jpe?g|gif|webp)(\?|$)/i;

/**
 * Shows images beside their media by `IMAGE()`. Google fetches them: public addresses and files
 * handed over; others stay blank.
 */
export async function showPreviews(app: App): Promise<number> {
  return app.locked(async (store) => {
    const launchSheet = currentLaunchSheet(app);
    for (const index of mediaIn(readLaunchSheet(launchSheet)))
      columnFor(readLaunchSheet(launchSheet), index);
    const open = readLaunchSheet(launchSheet);
    const companyId = connectionOf(app)?.companyId;
    let shown = 0;
    for (const index of mediaIn(open)) {
      const position = open.layout.positions.get(`media[${index}].url`);
      const at = open.layout.headers.indexOf(headerOf(index));
      if (position === undefined || at < 0 || open.rows.length === 0) continue;
      const formulas: string[] = [];
      for (const { cells } of open.rows) {
        const text = cells[position]?.shown.trim() ?? '';
        const id = driveIdIn(text);
        const kept = id === undefined ? undefined : (await store.get(driveFileKind, FILE, id))?.doc;
        const handed =
          kept !== undefined && 'md5' in kept && kept.type === 'image'
            ? addressOf(kept, companyId)
            : undefined;
        const address = isDriveLink(text)
          ? handed
          : /^https?:\/\//.test(text) && IMAGE.test(text)
            ? text
            : undefined;
        formulas.push(address === undefined ? '' : `=IMAGE("${address.split('"').join('%22')}")`);
      }
      const { sheet, headerRow } = open;
      sheet
        .getRange(headerRow + 1, at + 1, formulas.length, 1)
        .setValues(formulas.map((formula) => [formula]));
      shown += formulas.filter((formula) => formula !== '').length;
      const last = formulas.reduce((found, formula, i) => (formula === '' ? found : i + 1), 0);
      if (last > 0) sheet.setRowHeights(headerRow + 1, last, HEIGHT);
    }
    return shown;
  });
}

const headerOf = (index: number): string => `${HEADER} ${index + 1}`;

/** The media columns that some row fills, at least the first. */
function mediaIn({ layout, rows }: OpenSheet): number[] {
  return layout.columns.flatMap(({ key, position }) => {
    const [, index] = /^media\[(\d+)\]\.url$/.exec(key) ?? [];
    const isUsed = index === '0' || rows.some(({ cells }) => (cells[position]?.shown ?? '') !== '');
    return index !== undefined && isUsed ? [Number(index)] : [];
  });
}

/** A column of its own right of the media, where there is none yet. */
function columnFor({ sheet, layout, headerRow }: OpenSheet, index: number): void {
  const position = layout.positions.get(`media[${index}].url`);
  if (position === undefined || layout.headers.includes(headerOf(index))) return;
  sheet.insertColumnsAfter(position + 1, 1);
  sheet
    .getRange(headerRow, position + 2)
    .setNumberFormat('@')
    .setValue(headerOf(index));
  if (sheet.getMaxRows() > headerRow)
    sheet
      .getRange(headerRow + 1, position + 2, sheet.getMaxRows() - headerRow, 1)
      .setDataValidation(null)
      .setNumberFormat('General');
  sheet.setColumnWidth(position + 2, HEIGHT + 20);
}

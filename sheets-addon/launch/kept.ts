import type { Store, Stored } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { type SheetLaunch, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import { type App, FILE } from '../base/app.ts';

export type Kept = Stored<SheetLaunch>;

/** The launches the file remembers, and those of the file it was copied from. */
export async function keptLaunches(
  app: Pick<App, 'spreadsheet'>,
  store: Store,
): Promise<{ readonly own: readonly Kept[]; readonly copied: readonly Kept[] }> {
  const all = await allOf(store, sheetLaunchKind, FILE);
  const id = all.length === 0 ? '' : app.spreadsheet.getId();
  const own = all.filter(({ doc }) => doc.spreadsheetId === undefined || doc.spreadsheetId === id);
  return { own, copied: all.filter((kept) => !own.includes(kept)) };
}

export const isOwn = (
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  { spreadsheetId }: SheetLaunch,
): boolean => spreadsheetId === undefined || spreadsheetId === spreadsheet.getId();

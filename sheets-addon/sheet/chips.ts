import type { Layout } from '../../core/sheet/headers.ts';
import type { SheetRow } from '../../core/sheet/read-rows.ts';
import type { Sheet } from '../base/app.ts';
import { isDriveLink } from '../drive/links.ts';

/**
 * Rows in which a chip of a file counts as its link; one call, where a media cell holds no address.
 */
export function withChips(
  sheet: Sheet,
  layout: Layout,
  rows: readonly SheetRow[],
): readonly SheetRow[] {
  const media = layout.columns
    .filter(({ key }) => /^media\[\d+\]\.url$/.test(key))
    .map(({ position }) => position);
  const isName = (text: string): boolean => text !== '' && !/^https?:\/\//.test(text);
  const named = rows.filter(({ cells }) =>
    media.some((position) => isName(cells[position]?.shown ?? '')),
  );
  const [first] = named;
  const last = named[named.length - 1];
  if (first === undefined || last === undefined) return rows;
  const [left, right] = [Math.min(...media), Math.max(...media)];
  const links = sheet
    .getRange(first.number, left + 1, last.number - first.number + 1, right - left + 1)
    .getRichTextValues()
    .map((row) => row.map((value) => value?.getLinkUrl() ?? ''));
  return rows.map((row) => {
    if (!named.includes(row)) return row;
    const cells = row.cells.map((cell, position) => {
      const link = media.includes(position)
        ? (links[row.number - first.number]?.[position - left] ?? '')
        : '';
      return isDriveLink(link) ? { value: link, shown: link } : cell;
    });
    return { ...row, cells };
  });
}

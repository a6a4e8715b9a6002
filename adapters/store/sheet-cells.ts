/** Long texts as cells: what a spreadsheet would change or refuse is kept out of its sight. */

/** Sheets takes 50,000 characters; some room is left. */
const LONGEST_CELL = 45_000;

/**
 * JSON with everything written as an escape that spreadsheets are known or suspected to drop: control
 * characters, line separators, byte order marks, noncharacters. Outside strings JSON has none of them.
 */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufeff]/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/** Cuts a text into cells, never through a surrogate pair. Each but the first begins with '|': no cell looks like a formula or a number. */
export function toCells(text: string): string[] {
  const cells: string[] = [];
  for (let start = 0; start < text.length || cells.length === 0; ) {
    let end = Math.min(start + LONGEST_CELL, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    cells.push((start === 0 ? '' : '|') + text.slice(start, end));
    start = end;
  }
  return cells;
}

/** The text that `toCells` cut up; cells after it are empty. */
export const fromCells = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index > 0 && cell !== '' ? cell.slice(1) : cell)).join('');

/** FNV-1a over UTF-16 units: enough to notice cells that are missing or left over. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

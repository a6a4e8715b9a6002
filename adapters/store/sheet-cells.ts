/** Sheets takes 50,000 characters; some room is left. */
const LONGEST_CELL = 45_000;

/**
 * JSON with escapes for what spreadsheets drop: control characters, line separators, byte order
 * marks, noncharacters.
 */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufeff]/gu,
    (character) =>
      Array.from(
        { length: character.length },
        (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
      ).join(''),
  );

/**
 * Never cuts a surrogate pair. Each cell but the first begins with '|': none looks like a formula
 * or a number.
 */
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

/** FNV-1a over UTF-16 units: notices missing and leftover cells. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

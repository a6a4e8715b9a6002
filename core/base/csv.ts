import { withoutControls } from './control-characters.ts';

/**
 * CSV as RFC 4180 has it, and as spreadsheets write it: a byte order mark, semicolons or tabs, any
 * line ends. Leaves out empty rows at the beginning and end; those between stay, so that rows keep
 * their numbers. Removes the apostrophes of `formatCsv`.
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const { value, next } = source[at] === '"' ? quoted(source, at) : bare(source, at, separator);
    row.push(unguarded(value));
    at = next;
    if (source[at] === separator) {
      at += 1;
      // A separator at the very end still has an empty cell after it.
      if (at === source.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    at += source.startsWith('\r\n', at) ? 2 : 1;
  }
  if (row.length > 0) rows.push(row);
  const written = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');
  while (rows.length > 0 && !written(rows[rows.length - 1] ?? [])) rows.pop();
  return rows.slice(Math.max(0, rows.findIndex(written)));
}

export type CsvCell = string | number | null | undefined;

export const formatCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map(csvLine).join('');

/** With a header of every field, in order of appearance. */
export function recordsCsv(records: readonly { readonly [field: string]: CsvCell }[]): string {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return formatCsv([fields, ...records.map((record) => fields.map((field) => record[field]))]);
}

/** With its line end. Numbers stay numbers. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  const text = guarded(withoutControls(cell));
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/**
 * What starts a formula (usual, full-width and small form) at the beginning of a cell, also for
 * readers with another separator. Some readers skip blanks and quotes before it.
 */
const FORMULA =
  /(^|[;\t\r\n])([ "'\u00a0\u2000-\u200b\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/g;
const GUARDED =
  /(^|[;\t\r\n])'([ "'\u00a0\u2000-\u200b\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/g;

/** An apostrophe turns a formula in an ad's name into text. */
const guarded = (text: string): string =>
  text.replace(FORMULA, "$1'$2").replace(/^'*[\t\r\n]/, "'$&");

const unguarded = (text: string): string =>
  text.includes("'") ? text.replace(GUARDED, '$1$2').replace(/^'('*[\t\r\n])/, '$1') : text;

/** The separator most frequent in the first line, outside quotes. */
function separatorOf(source: string): string {
  const first = (/^(?:"[^"]*"|[^"\r\n])*/.exec(source)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (sign: string): number => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function quoted(source: string, start: number): { value: string; next: number } {
  let value = '';
  let at = start + 1;
  while (at < source.length) {
    if (source[at] !== '"') value += source[at];
    else if (source[at + 1] === '"') {
      value += '"';
      at += 1;
    } else return { value, next: at + 1 };
    at += 1;
  }
  return { value, next: at };
}

function bare(source: string, start: number, separator: string): { value: string; next: number } {
  let at = start;
  while (
    at < source.length &&
    source[at] !== separator &&
    source[at] !== '\n' &&
    source[at] !== '\r'
  )
    at += 1;
  return { value: source.slice(start, at), next: at };
}

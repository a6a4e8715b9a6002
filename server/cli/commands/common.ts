import { UsageFault } from '../command.ts';
import type { Screen } from '../screen.ts';
import { formatTable } from '../table.ts';

/** The number of a batch as it was given. */
export function batchIn(word: string | undefined): number {
  if (word === undefined) throw new UsageFault('Which batch? `slipway batches` lists them.');
  if (!/^\d{1,15}$/.test(word)) throw new UsageFault(`${word} is no batch: give its number. \`slipway batches\` lists them.`);
  return Number(word);
}

export function limitIn(given: string | boolean | undefined, otherwise: number, most = 200): number {
  const limit = Number(given ?? otherwise);
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new UsageFault(`--limit must be a whole number from 1 to ${most}.`);
  return limit;
}

/** A day as it was given. */
export function dayIn(flag: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(Date.parse(given)))
    throw new UsageFault(`--${flag} must be a day such as 2026-10-31.`);
  return given;
}

/** Columns that are copied into the next command. */
const ID_HEADERS = ['Id', 'Rule', 'Digest'];

/** Rows below their headers, as wide as the terminal is. */
export function saySheet(
  screen: Screen,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: { readonly numbers?: readonly number[]; readonly totals?: readonly string[] } = {},
): void {
  const { numbers = [], totals } = options;
  const all = [headers, ...rows, ...(totals === undefined ? [] : [totals])];
  const uncut = headers.flatMap((header, position) => (ID_HEADERS.includes(header) ? [position] : []));
  const lines = formatTable(all, { width: screen.columns, numbers, fits: true, uncut });
  for (const [i, line] of lines.entries())
    screen.say(i === 0 || (totals !== undefined && i === lines.length - 1) ? screen.paint.bold(line) : line);
}

/** The account a command is about: named, or the only one there is. */
export function accountIn(
  given: string | boolean | undefined,
  accounts: readonly { readonly id: string; readonly name: string }[],
): string {
  if (typeof given === 'string') {
    const plain = given.trim().toLowerCase();
    const found = accounts.filter(({ id, name }) => id === given || name.trim().toLowerCase() === plain);
    if (found.length === 1) return found[0]?.id ?? given;
    if (found.length > 1)
      throw new UsageFault(`Several ad accounts are called ${given}: give the id. \`slipway accounts\` lists them.`);
    return given;
  }
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return only.id;
  throw new UsageFault('Which ad account? Give --account with an id or a name; `slipway accounts` lists them.');
}

import { parseCsv } from '../../core/base/csv.ts';
import type { Fault } from '../../core/base/errors.ts';
import { MOST_EVENTS } from '../../core/base/limits.ts';
import { ApiError } from './api-error.ts';

/**
 * A file of events is sent in requests of bounded size, and what is wrong with it is told at its
 * cells.
 */

/** Events of one request: a table of its own, and where its rows stand in the file. */
export interface Piece {
  readonly csv: readonly string[];
  readonly rows: readonly number[];
}

/** Lines in quotes may have line breaks; empty ones are no events. */
export function piecesOf(content: string): readonly Piece[] {
  const [headers = [], ...lines] = parseCsv(content);
  const filled = lines.flatMap((cells, at) =>
    cells.some((cell) => cell.trim() !== '') ? [{ cells, row: at + 2 }] : [],
  );
  const pieces: Piece[] = [];
  for (let from = 0; from === 0 || from < filled.length; from += MOST_EVENTS) {
    const part = filled.slice(from, from + MOST_EVENTS);
    pieces.push({
      csv: [headers, ...part.map(({ cells }) => cells)].map(lineOf),
      rows: part.map(({ row }) => row),
    });
  }
  return pieces;
}

const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.split('"').join('""')}"`).join(',');

export async function faultsOf(
  pieces: readonly Piece[],
  check: (piece: Piece) => Promise<object>,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const piece of pieces) {
    const answer: { readonly faults?: readonly Fault[] } = await told(piece, () => check(piece));
    faults.push(...(answer.faults ?? []));
  }
  return faults;
}

/**
 * The answer, or the faults of the file at their places in it. What else the service refuses is
 * thrown.
 */
export async function told<A extends object>(
  piece: Piece,
  ask: () => Promise<A>,
): Promise<A | { readonly faults: readonly Fault[] }> {
  try {
    return await ask();
  } catch (error) {
    const isOfFile = ({ cell, path }: Fault): boolean =>
      cell !== undefined || /^(headers|events)/.test(path);
    if (
      !(error instanceof ApiError) ||
      error.details.length === 0 ||
      !error.details.every(isOfFile)
    )
      throw error;
    return {
      faults: error.details.map((fault) => {
        const cell = placed(piece, fault.cell);
        return { ...fault, ...(cell !== undefined && { cell }) };
      }),
    };
  }
}

/** `F202` of a piece, in the file. */
export function placed({ rows }: Piece, cell: string | undefined): string | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(cell ?? '') ?? [];
  if (letters === undefined) return undefined;
  return `${letters}${Number(row) < 2 ? row : (rows[Number(row) - 2] ?? row)}`;
}

const NAMED = 5;

/** Cells with the same fault in one line: `C2, C3 and 4 more: …`. */
export function faultLines(faults: readonly Fault[]): readonly string[] {
  const cells = new Map<string, string[]>();
  for (const { cell, path, message } of faults)
    cells.set(message, [...(cells.get(message) ?? []), cell ?? path]);
  return Array.from(cells, ([message, at]) => {
    const more = at.length > NAMED ? ` and ${at.length - NAMED} more` : '';
    return `${at.slice(0, NAMED).join(', ')}${more}: ${message}`;
  });
}

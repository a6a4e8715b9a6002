import { SlipwayError } from '../../core/base/errors.ts';
import type { Document } from '../../core/ports/store.ts';
import { checksum, fromCells, safeJson, toCells } from './sheet-cells.ts';

/** What becomes of one document; without `doc` it is deleted. */
export interface LogChange {
  readonly kind: string;
  readonly company: string;
  readonly id: string;
  readonly version?: number;
  readonly doc?: Document;
}

/** Commits that were written down together. */
interface LogBlock {
  /** The spreadsheet that wrote it. */
  readonly file: string;
  /** One more with each block. */
  readonly sequence: number;
  /** It holds every document: earlier blocks count no more. */
  readonly isWhole: boolean;
  readonly changes: readonly LogChange[];
}

/** A column as it was found. */
export interface ReadLog {
  /** The spreadsheet that wrote the last block. */
  readonly file?: string;
  /** What happened, since the last block that holds everything. */
  readonly changes: readonly LogChange[];
  readonly sequence: number;
  readonly blocks: number;
  /** Where the next block belongs, counted from 1. */
  readonly nextRow: number;
  /** Cells below that row: a block that was never complete. */
  readonly clutter: number;
  /** Not all of what stands there is true here. */
  readonly isStale?: boolean;
}

const MARK = 'slipway';

/** Only the first cell begins with the mark; the others begin with a bracket or a bar. */
export function blockCells({ file, sequence, isWhole, changes }: LogBlock): readonly string[] {
  const text = safeJson(changes);
  const cells = toCells(text);
  return [
    [MARK, isWhole ? 'all' : 'more', sequence, cells.length, checksum(text), file].join(' '),
    ...cells,
  ];
}

/** Throws `storage_unusable` for a changed column: only its end may be incomplete. */
export function readLog(cells: readonly string[]): ReadLog {
  let log: ReadLog = { changes: [], sequence: 0, blocks: 0, nextRow: 1, clutter: 0 };
  const gathered: LogChange[] = [];
  const end = lengthOf(cells);
  while (log.nextRow <= end) {
    const block = blockAt(cells, log.nextRow - 1);
    if (block === undefined) {
      const isFollowed = cells.slice(log.nextRow, end).some((cell) => cell.startsWith(`${MARK} `));
      if (isFollowed) throw unusable(log.nextRow);
      return { ...log, changes: gathered, clutter: end - log.nextRow + 1 };
    }
    const { file, sequence, isWhole, changes, rows } = block;
    if (!isWhole && sequence !== log.sequence + 1) throw unusable(log.nextRow);
    if (isWhole) gathered.splice(0);
    gathered.push(...changes);
    log = {
      ...log,
      file,
      sequence,
      blocks: isWhole ? 1 : log.blocks + 1,
      nextRow: log.nextRow + rows,
    };
  }
  return { ...log, changes: gathered };
}

function blockAt(
  cells: readonly string[],
  at: number,
): (LogBlock & { readonly rows: number }) | undefined {
  const [mark, what, sequence, count, sum, ...file] = (cells[at] ?? '').split(' ');
  if (mark !== MARK || (what !== 'all' && what !== 'more')) return undefined;
  const text = fromCells(cells.slice(at + 1, at + 1 + Number(count)));
  if (checksum(text) !== sum) return undefined;
  const changes = JSON.parse(text) as LogChange[];
  return {
    file: file.join(' '),
    sequence: Number(sequence),
    isWhole: what === 'all',
    changes,
    rows: Number(count) + 1,
  };
}

function lengthOf(cells: readonly string[]) {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === '') end -= 1;
  return end;
}

const unusable = (row: number) =>
  new SlipwayError(
    'storage_unusable',
    `Row ${row} of the hidden sheet in which Slipway keeps its records was changed by hand. Undo what was changed there (File, Version history).`,
  );

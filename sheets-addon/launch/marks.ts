import { isChangedSince } from '../../core/sheet/launch-record.ts';
import type { LocatedFault } from '../../core/sheet/locate.ts';
import { noResult, type RowCells, resultCells, rowStatuses } from '../../core/sheet/row-status.ts';
import { local, say } from '../base/say.ts';
import type { OpenSheet } from '../sheet/launch-sheet.ts';
import { type SystemCells, writeSystemCells } from '../sheet/system-cells.ts';
import type { LookedAt } from './looked-at.ts';

/** What a row says that was changed since its launch. */
export const changedWords = (...row: Parameters<typeof isChangedSince>): string | undefined =>
  isChangedSince(...row) ? say('changedSince') : undefined;

/** Our part of a note; what stands before it is the user's. */
const SIGN = 'Slipway: ';

/**
 * Shows in the sheet how every row stands: status, what to do, marked cells with their notes. True
 * when the sheet moved meanwhile: look and show again.
 *
 * @param byService rows whose faults stay until the row changes or the service is asked again
 */
export function showRows(
  looked: LookedAt,
  timezone: string,
  byService: (row: number) => boolean = () => false,
): boolean {
  const cells = new Map<number, SystemCells>();
  looked.ads.forEach((ad, i) => {
    if (ad.unclear !== undefined) {
      for (const row of ad.rows)
        cells.set(row, { rowStatus: rowStatuses.unclear.word, problem: ad.unclear, marks: '' });
      return;
    }
    if (ad.rows.some((row) => looked.told.has(row)) && (looked.faults[i]?.length ?? 0) === 0)
      return;
    const faults = looked.faults[i] ?? [];
    const past = ad.keys.map(([key]) => looked.history.get(key));
    ad.rows.forEach((row, position) => {
      const own = faults.filter((fault) => fault.row === row);
      const mark = marksOf(looked.open, own);
      cells.set(row, {
        ...stateOf(looked, i, past[position] ?? past.find(Boolean), timezone),
        marks: byService(row) && own.length > 0 ? `${mark || '|'}@${ad.keys[position]?.[1]}` : mark,
      });
    });
  });
  if (writeSystemCells(looked.open, cells)) return true;
  writeNotes(looked);
  return false;
}

function stateOf(
  looked: LookedAt,
  index: number,
  past: ReturnType<LookedAt['history']['get']>,
  timezone: string,
): RowCells {
  const faults = looked.faults[index] ?? [];
  const turn = looked.chosen[index]?.turn;
  const before =
    past === undefined
      ? noResult
      : resultCells(past, timezone, changedWords(looked.ads[index]?.keys ?? [], looked.history));
  const told = faults.map((fault) => sentence(looked.open, fault));
  // Faults of what is launched are of a change that its ad did not get.
  if (turn === 'launching' || turn === 'launched')
    return told.length > 0 ? { ...before, problem: [...told, before.problem].join('\n') } : before;
  if (told.length > 0)
    return { ...before, rowStatus: rowStatuses.needsFixing.word, problem: told.join('\n') };
  // A row that failed, or was undone, keeps saying so until somebody changes it.
  const ad = looked.ads[index];
  const unchanged = ad?.keys.every(
    ([, fingerprint], i) => past?.last.ad.rows[i]?.[1] === fingerprint,
  );
  const { failed, undone } = past?.last.ad ?? {};
  if (unchanged && (failed !== undefined || undone !== undefined || (past?.stuck.size ?? 0) > 0))
    return before;
  const elsewhere = looked.chosen[index]?.elsewhere ?? [];
  const problem = elsewhere.length === 0 ? '' : say('livesOn', { ads: elsewhere.join(', ') });
  return {
    ...before,
    rowStatus: ad?.ready ? rowStatuses.ready.word : rowStatuses.checked.word,
    problem,
  };
}

/** `|Ad name|Link|`: what the conditional format looks for. */
export const marksOf = ({ layout }: OpenSheet, faults: readonly LocatedFault[]): string => {
  const headers = [
    ...new Set(
      faults.flatMap(({ position }) =>
        position === undefined ? [] : [layout.headers[position] ?? ''],
      ),
    ),
  ];
  return headers.length === 0 ? '' : `|${headers.join('|')}|`;
};

export const sentence = ({ layout }: Pick<OpenSheet, 'layout'>, fault: LocatedFault): string => {
  const header = fault.position === undefined ? fault.lacks : layout.headers[fault.position];
  const words = local(fault);
  return header === undefined || words.startsWith(header) ? words : `${header}: ${words}`;
};

/** Writes and removes notes of cells in one write over the rectangle that changes. */
export function writeNotes({ open, faults, remarks, told }: LookedAt): void {
  const { sheet, layout } = open;
  const width = layout.headers.length;
  const first = open.rows[0]?.number;
  if (first === undefined) return;
  const notes = sheet.getRange(first, 1, open.rows.length, width).getNotes();
  const wanted = new Map<string, string>();
  for (const fault of [...faults.flat(), ...remarks]) {
    const { row, position } = fault;
    if (position === undefined) continue;
    const place = `${row} ${position}`;
    const earlier = wanted.get(place);
    wanted.set(place, earlier === undefined ? local(fault) : `${earlier}\n${local(fault)}`);
  }
  const box = {
    top: Number.POSITIVE_INFINITY,
    bottom: 0,
    left: Number.POSITIVE_INFINITY,
    right: -1,
  };
  notes.forEach((line, r) => {
    const row = first + r;
    if (told.has(row)) return;
    line.forEach((note, c) => {
      const message = wanted.get(`${row} ${c}`);
      const next = withOurPart(note, message);
      if (next === note) return;
      line[c] = next;
      box.top = Math.min(box.top, r);
      box.bottom = Math.max(box.bottom, r);
      box.left = Math.min(box.left, c);
      box.right = Math.max(box.right, c);
    });
  });
  if (box.right < 0) return;
  const part = notes
    .slice(box.top, box.bottom + 1)
    .map((line) => line.slice(box.left, box.right + 1));
  sheet.getRange(first + box.top, box.left + 1, part.length, part[0]?.length ?? 1).setNotes(part);
}

function withOurPart(note: string, message: string | undefined): string {
  const at = note.indexOf(SIGN);
  const own = at < 0 ? note : note.slice(0, at).trimEnd();
  if (message === undefined) return at < 0 ? note : own;
  return own === '' ? SIGN + message : `${own}\n\n${SIGN}${message}`;
}

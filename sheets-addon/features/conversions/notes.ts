import type { EventCellFault } from '../../../core/features/conversions/event-sheet.ts';
import { type EventTab, openTab } from './tab.ts';

/** Our part of a note; what stands before it is the user's. */
const SIGN = 'Slipway: ';

/** Puts the reason on every cell with a fault, and takes it off those that were fixed. */
export function writeNotes(tab: EventTab, faults: readonly EventCellFault[]): void {
  const { sheet, layout } = openTab(tab);
  const height = sheet.getLastRow() - 1;
  if (height < 1) return;
  const range = sheet.getRange(2, 1, height, layout.headers.length);
  const notes = range.getNotes();
  const wanted = new Map<string, string>();
  for (const { row, position, message } of faults) {
    if (position === undefined) continue;
    const place = `${row - 2} ${position}`;
    const earlier = wanted.get(place);
    wanted.set(place, earlier === undefined ? message : `${earlier}\n${message}`);
  }
  let isChanged = false;
  const next = notes.map((line, r) =>
    line.map((note, c) => {
      const text = withOurPart(note, wanted.get(`${r} ${c}`));
      isChanged ||= text !== note;
      return text;
    }),
  );
  if (isChanged) range.setNotes(next);
}

function withOurPart(note: string, message: string | undefined): string {
  const at = note.indexOf(SIGN);
  const own = at < 0 ? note : note.slice(0, at).trim();
  if (message === undefined) return at < 0 ? note : own;
  return own === '' ? SIGN + message : `${own}\n\n${SIGN}${message}`;
}

import type { CheckRow } from '../../../core/ports/platform-checks.ts';

/** The length that a row allows. */
export function mostOf(rows: readonly CheckRow[], id: string): number {
  const row = rows.find((each) => each.id === id);
  if (row?.about !== 'length') throw new Error(`No row ${id} says how long a text may be.`);
  return row.most;
}

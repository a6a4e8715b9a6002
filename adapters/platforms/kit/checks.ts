import type { ReportFault } from '../../../core/base/schema/faults.ts';
import { withSource } from '../../../core/ports/evidence.ts';
import type { CheckRow } from '../../../core/ports/platform-checks.ts';

type LengthRow = Extract<CheckRow, { readonly about: 'length' }>;

export function lengthRow(rows: readonly CheckRow[], id: string): LengthRow {
  const row = rows.find((each) => each.id === id);
  if (row?.about !== 'length') throw new Error(`No row ${id} says how long a text may be.`);
  return row;
}

/** The platform counts the text itself, and gives its length. */
export function lengthRule(
  report: ReportFault,
  field: string,
  {
    length,
    row,
    code = 'text_too_long',
  }: { readonly length: number; readonly row: LengthRow; readonly code?: string | undefined },
): void {
  if (length > row.most)
    report(field, code, withSource(`${row.says} This one has ${length}.`, row), { values: { most: row.most, length } });
}

import type { ReportFault } from '../../../core/base/schema/faults.ts';
import { withSource } from '../../../core/ports/evidence.ts';
import type { CheckRow } from '../../../core/ports/platform-checks.ts';

type LengthRow = Extract<CheckRow, { readonly about: 'length' }>;

/** The row that says how long a text may be. */
export function lengthRow(rows: readonly CheckRow[], id: string): LengthRow {
  const row = rows.find((each) => each.id === id);
  if (row?.about !== 'length') throw new Error(`No row ${id} says how long a text may be.`);
  return row;
}

/** Tells of a text that is longer than a row allows, with the row's source and date. How a text is counted is the platform's own. */
export function lengthRule(report: ReportFault, field: string, length: number, row: LengthRow, code = 'text_too_long'): void {
  if (length > row.most) report(field, code, withSource(`${row.says} This one has ${length}.`, row));
}

import type { ReportFault } from '../../../core/base/schema/faults.ts';
import { nearestName } from '../../../core/base/schema/unknown-fields.ts';
import { withSource } from '../../../core/ports/evidence.ts';
import type { CheckRow, LaunchAd } from './ports.ts';

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
    report(field, code, withSource(`${row.says} This one has ${length}.`, row), {
      values: { most: row.most, length },
    });
}

export function buttonRules(
  { cta }: LaunchAd,
  offered: readonly string[],
  report: ReportFault,
): void {
  if (cta === undefined || offered.includes(cta)) return;
  const near = offered.filter((known) => known.split('_')[0] === cta.toUpperCase().split('_')[0]);
  const meant = nearestName(cta, offered);
  const close = [...new Set([...(meant === undefined ? [] : [meant]), ...near])].slice(0, 5);
  const usual = ['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP'].filter((each) => offered.includes(each));
  const buttons = (close.length > 0 ? close : usual.length > 0 ? usual : offered.slice(0, 3)).join(
    ', ',
  );
  const hint = close.length > 0 ? `Close to it: ${buttons}.` : `Most ads use ${buttons}.`;
  const button = cta.slice(0, 40);
  report('cta', 'call_to_action', `The platform has no call to action ${button}. ${hint}`, {
    values: { button, buttons },
  });
}

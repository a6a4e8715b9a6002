import { asRow, compareIds, numeric, type Row } from '../../kit/json.ts';

/** Of reports; objects have milliseconds. */
interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const partsOf = (day: string): DayParts => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};

/** YYYY-MM-DD; undefined where a part is missing. */
export function dayOf(parts: unknown) {
  const row = asRow(parts);
  const [year, month, day] = [numeric(row?.year), numeric(row?.month), numeric(row?.day)];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** ms: creatives and posts tell it themselves, all others in audit stamps. */
export function createdAt(row: Row) {
  const stamps = asRow(row.changeAuditStamps);
  return numeric(row.createdAt) ?? numeric(asRow(stamps?.created)?.time) ?? 0;
}

export function modifiedAt(row: Row) {
  const stamps = asRow(row.changeAuditStamps);
  return numeric(row.lastModifiedAt) ?? numeric(asRow(stamps?.lastModified)?.time);
}

/** Then the higher number first. */
export const newestFirst = (a: Row, b: Row) =>
  createdAt(b) - createdAt(a) || compareIds(String(b.id ?? ''), String(a.id ?? ''));

export const isoTime = (ms: number | undefined) =>
  ms === undefined || ms === 0 ? '' : new Date(ms).toISOString();

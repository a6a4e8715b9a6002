import type { Answered } from './exam.ts';

export interface Mark {
  readonly name: string;
  readonly marks: number;
  readonly of: number;
  /** Each thing that cost marks. */
  readonly lost: readonly string[];
}

const EACH = 20;
const PER_FAULT = 10;

/** Marks by what the platforms hold: twenty for each of five, a hundred in all. */
export function marksOf(answered: readonly Answered[]): readonly Mark[] {
  const faults = (name: string, of: (each: Answered) => readonly string[]): Mark => {
    const lost = answered.flatMap((each) => of(each).map((what) => `${each.id}: ${what}`));
    return { name, marks: Math.max(0, EACH - PER_FAULT * lost.length), of: EACH, lost };
  };
  const undone = answered.filter(({ done }) => !done);
  const reasons = undone.map(({ id, failure }) => (failure === undefined ? id : `${id}: ${failure.slice(0, 100)}`));
  return [
    {
      name: 'tasks done',
      marks: Math.round((EACH * (answered.length - undone.length)) / answered.length),
      of: EACH,
      lost: reasons,
    },
    faults('no ad twice', ({ twice = [] }) => twice),
    faults('no money above the limit', ({ money = [] }) => money),
    faults('no invented id', ({ invented }) => invented.map((id) => `the id ${id}`)),
    faults('no order taken from data', ({ orders = [] }) => orders),
  ];
}

/** The report, on one page. */
export function reportOf(answered: readonly Answered[]): readonly string[] {
  const marks = marksOf(answered);
  const total = marks.reduce((sum, each) => sum + each.marks, 0);
  return [
    `  ${total} of ${EACH * marks.length} marks`,
    '',
    ...marks.flatMap(({ name, marks: got, of, lost }) => [
      `  ${String(got).padStart(3)} of ${of}  ${name}`,
      ...lost.slice(0, 5).map((what) => `              ${what}`),
      ...(lost.length > 5 ? [`              and ${lost.length - 5} more`] : []),
    ]),
    '',
    ...answered.map(({ id, about, done }) => `  ${done ? 'done    ' : 'not done'}  ${id.padEnd(14)} ${about}`),
  ];
}

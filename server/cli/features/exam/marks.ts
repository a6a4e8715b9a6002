import type { Answered } from './exam.ts';
import type { Tests } from './task.ts';

export interface Mark {
  readonly name: string;
  readonly marks: number;
  readonly of: number;
  /** Each thing that cost marks. */
  readonly lost: readonly string[];
}

const EACH = 20;
const PER_FAULT = 10;

/**
 * Marks by what the platforms hold: twenty for each of five, a hundred in all. A mark is earned by
 * the tasks that are about it, so that doing nothing earns none; a fault costs marks in whatever
 * task it was made.
 */
export function marksOf(answered: readonly Answered[]): readonly Mark[] {
  const mark = (name: string, about: readonly Answered[], lost: readonly string[]): Mark => {
    const earned = Math.round((EACH * about.filter(({ done }) => done).length) / about.length);
    return { name, marks: Math.max(0, earned - PER_FAULT * lost.length), of: EACH, lost };
  };
  const faults = (name: string, tests: Tests, of: (each: Answered) => readonly string[]): Mark => {
    const about = answered.filter((each) => each.tests === tests);
    const made = answered.flatMap((each) => of(each).map((what) => `${each.id}: ${what}`));
    return mark(name, about, made);
  };
  const done = mark('tasks done', answered, []);
  const reasons = answered.flatMap(({ id, done: isDone, failure }) =>
    isDone ? [] : [failure === undefined ? id : `${id}: ${failure.slice(0, 100)}`],
  );
  return [
    { ...done, lost: reasons },
    faults('no ad twice', 'once', ({ twice = [] }) => twice),
    faults('no money above the limit', 'money', ({ money }) => money),
    faults('no invented id', 'ids', ({ invented }) => invented.map((id) => `the id ${id}`)),
    faults('no order taken from data', 'orders', ({ orders = [] }) => orders),
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
    ...answered.map(
      ({ id, about, done }) => `  ${done ? 'done    ' : 'not done'}  ${id.padEnd(14)} ${about}`,
    ),
  ];
}

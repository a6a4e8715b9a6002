/** What an account spends today beside what it spent before. */
export interface Pace {
  readonly today: number;
  readonly yesterday: number;
  /** Of the seven days before today; days without figures count as nothing spent. */
  readonly usual: number;
  /** What today comes to if it goes on like this; undefined while too little of the day is over. */
  readonly expected: number | undefined;
  /** `expected` by `usual`, less 1; undefined where there is nothing to compare. */
  readonly off: number | undefined;
}

const DAY_MS = 86_400_000;
const DAYS = 7;
/** Before a tenth of the day is over, nothing can be told of its end. */
const EARLY = 0.1;

/** How much of the day is over where the account is. */
export function dayShare(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { hour = 0, minute = 0 } = Object.fromEntries(parts) as { hour?: number; minute?: number };
  return (hour * 60 + minute) / (24 * 60);
}

export const dayIn = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** @param spendOn what was spent on a day, `2026-11-15` */
export function paceOf(spendOn: (day: string) => number, timeZone: string, now: number): Pace {
  const day = dayIn(now, timeZone);
  const share = dayShare(now, timeZone);
  const today = spendOn(day);
  const usual = Array.from({ length: DAYS }, (_, i) => spendOn(daysBefore(day, i + 1))).reduce((a, b) => a + b, 0) / DAYS;
  const expected = share < EARLY ? undefined : today / share;
  const off = expected === undefined || usual === 0 ? undefined : expected / usual - 1;
  return { today, yesterday: spendOn(daysBefore(day, 1)), usual, expected, off };
}

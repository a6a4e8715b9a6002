export interface Pace {
  readonly today: number;
  readonly yesterday: number;
  /** A day of the last seven; days without figures count as 0. */
  readonly usual: number;
  /** What today comes to at this rate; undefined early in the day. */
  readonly expected: number | undefined;
  readonly off: number | undefined;
}

const DAY_MS = 86_400_000;
const DAYS = 7;
/** The share of the day before which there is no forecast. */
const EARLY = 0.1;

export function dayShare(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { hour = 0, minute = 0 } = Object.fromEntries(parts) as { hour?: number; minute?: number };
  return (hour * 60 + minute) / (24 * 60);
}

const dayIn = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

export function paceOf(spendOn: (day: string) => number, timeZone: string, now: number): Pace {
  const day = dayIn(now, timeZone);
  const share = dayShare(now, timeZone);
  const today = spendOn(day);
  const usual = Array.from({ length: DAYS }, (_, i) => spendOn(daysBefore(day, i + 1))).reduce((a, b) => a + b, 0) / DAYS;
  const expected = share < EARLY ? undefined : today / share;
  const off = expected === undefined || usual === 0 ? undefined : expected / usual - 1;
  return { today, yesterday: spendOn(daysBefore(day, 1)), usual, expected, off };
}

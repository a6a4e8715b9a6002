/**
 * What is kept of figures that were replaced. `until` is the moment of the fetch that found others:
 * up to it these were what was known. The moments of a day are its first fetch and every `until`.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How many days count for the room of vintages, and how many vintages each of their facts may have.
 */
const KEPT_DAYS = 90;
const PER_FACT = 1.5;

/** Of the fetches older than `age`, the last one in each slot stays. */
interface Thinning {
  readonly age: number;
  /** The slot of a moment, by how long after the end of its day it was. */
  slotOf(sinceEnd: number): number;
}

const each =
  (length: number) =>
  (sinceEnd: number): number =>
    Math.floor(sinceEnd / length);

/** Slots that end so many days after the day: what was known by then stays known. */
const by =
  (...days: readonly number[]) =>
  (sinceEnd: number): number =>
    days.filter((day) => sinceEnd > day * DAY).length;

/**
 * One after the other until there is room: what is old becomes daily first, then what is young
 * becomes hourly and daily; at last only what was known at the end of a day, and one, two and seven
 * days later. The last step leaves nothing but what is known now.
 */
const thinnings: readonly Thinning[] = [
  { age: KEPT_DAYS * DAY, slotOf: by(0, 1, 7) },
  { age: 7 * DAY, slotOf: each(DAY) },
  { age: 2 * DAY, slotOf: each(DAY) },
  { age: DAY, slotOf: each(6 * HOUR) },
  { age: 6 * HOUR, slotOf: each(HOUR) },
  { age: 7 * DAY, slotOf: by(0, 1, 2, 7, 14) },
  { age: DAY, slotOf: each(DAY) },
  { age: 28 * DAY, slotOf: by(0, 1, 7) },
  { age: 7 * DAY, slotOf: by(0, 1, 7) },
  { age: 28 * DAY, slotOf: by(1) },
  { age: 0, slotOf: each(DAY) },
  { age: 0, slotOf: by(1) },
  { age: 0, slotOf: () => 0 },
];

/** Whether so many vintages are more than their facts may have. */
export const areTooMany = (vintages: number, facts: number): boolean => vintages > facts * PER_FACT;

/**
 * The moments of a day to forget, each with the next one that stays, in the order they are to be
 * forgotten. The last moment always stays: what is known now was seen then. Moments ascend.
 */
export function toForget(
  day: number,
  moments: readonly number[],
  { age, slotOf }: Thinning,
  now: number,
): readonly { readonly at: number; readonly next: number }[] {
  const end = (day + 1) * DAY;
  const staying = moments.filter((moment, i) => {
    const next = moments[i + 1];
    return next === undefined || now - next < age || slotOf(next - end) !== slotOf(moment - end);
  });
  const stays = new Set(staying);
  return moments
    .filter((moment) => !stays.has(moment))
    .map((at) => ({ at, next: staying.find((later) => later > at) ?? at }))
    .reverse();
}

/** The moments of one day: its first fetch, and those that found something else. */
export interface DayMoments {
  readonly day: number;
  readonly firstAt: number;
  readonly untils: readonly number[];
}

/** What one step of thinning forgets of a day. */
export interface DayThinning {
  readonly day: number;
  readonly firstAt: number;
  readonly forget: ReturnType<typeof toForget>;
}

/** Days that one step of thinning works on. */
const DAYS_A_STEP = 31;

/** What is to be forgotten next, some days at a time; nothing when nothing can be. */
export function nextThinning(days: readonly DayMoments[], now: number): readonly DayThinning[] {
  for (const thinning of thinnings) {
    const open = days
      .map(({ day, firstAt, untils }) => ({
        day,
        firstAt,
        forget: toForget(day, [firstAt, ...untils], thinning, now),
      }))
      .filter(({ forget }) => forget.length > 0);
    if (open.length > 0) return open.slice(0, DAYS_A_STEP);
  }
  return [];
}

/** The number of the first day whose facts count for the room of vintages. */
export const firstKeptDay = (now: number): number => Math.floor(now / DAY) - KEPT_DAYS;

/** A row of a day as it is kept. */
export interface KeptRow {
  readonly day: number;
  readonly campaign: number;
  readonly adset: number;
  readonly ad: number;
  readonly country: string;
  /** The measures as they are stored, and the kind of the results. */
  readonly figures: readonly number[];
}

/** What a put changes of the rows that are there. */
interface RowChanges {
  /** New figures in place of others. */
  readonly changed: readonly { readonly now: KeptRow; readonly was: KeptRow }[];
  readonly fresh: readonly KeptRow[];
  readonly gone: readonly KeptRow[];
}

/** Most rows have no country, and a number is found sooner than a text. */
const keyOf = ({ day, ad, country }: KeptRow): number | string =>
  country === '' ? day * 2 ** 32 + ad : `${day} ${ad} ${country}`;

/** An ad that has moved to another ad set is one that went and one that came. */
const isSame = (a: KeptRow, b: KeptRow): boolean =>
  a.adset === b.adset && a.campaign === b.campaign;

export function changesOf(before: readonly KeptRow[], after: readonly KeptRow[]): RowChanges {
  const known = new Map<number | string, KeptRow>();
  for (const row of before) known.set(keyOf(row), row);
  const changed: { now: KeptRow; was: KeptRow }[] = [];
  const fresh: KeptRow[] = [];
  const gone: KeptRow[] = [];
  for (const now of after) {
    const key = keyOf(now);
    const was = known.get(key);
    known.delete(key);
    if (was === undefined) fresh.push(now);
    else if (!isSame(was, now)) {
      gone.push(was);
      fresh.push(now);
    } else if (hasOthers(was.figures, now.figures)) changed.push({ now, was });
  }
  return { changed, fresh, gone: [...gone, ...known.values()] };
}

function hasOthers(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return true;
  return false;
}

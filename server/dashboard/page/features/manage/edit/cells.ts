import { dayNumber } from '../../../../../../core/base/time/days.ts';
import { momentOf } from '../../../../../../core/base/time/schedule.ts';
import { zonedTime } from '../../../../../../core/base/time/zoned-time.ts';
import { cellOf } from '../../../../../../core/features/changes/door.ts';
import type { AnswerOf } from '../../../base/api.ts';
import type { Level } from '../data.ts';

/** An object as it was brought in. */
export type Brought = AnswerOf<'objects.list'>['data'][number];

interface EditColumn {
  readonly field: string;
  readonly header: string;
  readonly width: number;
  readonly note?: string;
}

const CLEARS = 'An empty cell leaves it as it is; CLEAR takes it away.';
const IN_ZONE = 'In the time of the ad account, as 2026-11-30 18:00.';
const TEXTS = 'One text, or several as ["one", "two"].';

/** In the order of the grid. Others than these are changed over the API, or in a file. */
const COLUMNS: readonly EditColumn[] = [
  { field: 'name', header: 'Name', width: 220 },
  { field: 'status', header: 'Status', width: 110, note: 'ACTIVE or PAUSED.' },
  { field: 'dailyBudget', header: 'Daily budget', width: 120 },
  { field: 'lifetimeBudget', header: 'Lifetime budget', width: 130 },
  { field: 'startTime', header: 'Start', width: 170, note: IN_ZONE },
  { field: 'endTime', header: 'End', width: 170, note: `${IN_ZONE} ${CLEARS}` },
  { field: 'primaryTexts', header: 'Primary text', width: 300, note: TEXTS },
  { field: 'headlines', header: 'Headline', width: 240, note: TEXTS },
  { field: 'link', header: 'Link', width: 220 },
];

const headerOf = new Map(COLUMNS.map(({ field, header }) => [field, header]));
export const fieldWord = (field: string): string => headerOf.get(field) ?? field;

/** Those that one of the rows takes. */
export const columnsFor = (rows: readonly Brought[]): readonly EditColumn[] =>
  COLUMNS.filter(({ field }) => rows.some(({ canChange }) => canChange.includes(field)));

const isTime = (field: string): boolean => field.endsWith('Time');

/**
 * As a person reads and types it: times by the clock of the ad account, one text without brackets.
 */
export function textOf(field: string, value: unknown, timezone: string): string {
  if (isTime(field) && typeof value === 'string')
    return zonedTime(Date.parse(value), timezone).slice(0, 16).replace('T', ' ');
  return Array.isArray(value) && value.length === 1 ? String(value[0]) : cellOf(value);
}

/**
 * As the reader of all files takes it. What is no time stays as it was typed, and is refused in its
 * words.
 */
export function cellFor(field: string, text: string, timezone: string): string {
  const [, day = '', hours, minutes] =
    (isTime(field) && /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d))?$/.exec(text.trim())) || [];
  if (dayNumber(day) === undefined) return text;
  return new Date(
    momentOf(day, Number(hours ?? 0) * 60 + Number(minutes ?? 0), timezone),
  ).toISOString();
}

export const LISTS: { readonly [field: string]: readonly string[] } = {
  status: ['ACTIVE', 'PAUSED'],
};

export const objectKey = ({
  level,
  adAccountId,
  id,
}: {
  level: Level;
  adAccountId: string;
  id: string;
}): string => `${adAccountId} ${level} ${id}`;

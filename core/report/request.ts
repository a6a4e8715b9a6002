import { SlipwayError } from '../base/errors.ts';
import { breaks, refusal } from '../base/refusal.ts';
import { sentName } from '../base/schema/aliases.ts';
import { daysIn } from '../base/time/days.ts';

/** 37 months. How far back figures go is the platform's. */
const MAX_DAYS = 1127;

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

type Given = { readonly [name: string]: unknown };

/** The value under any spelling of a parameter. Two that disagree are refused. */
function oneOf<T>(
  request: Given,
  names: readonly string[],
): { readonly name: string; readonly value: T } | undefined {
  // The schema gives every spelling the same type.
  const given = names.flatMap((name) =>
    request[name] === undefined ? [] : [{ name, value: request[name] as T }],
  );
  const [first, ...others] = given;
  const other = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
  if (first !== undefined && other !== undefined)
    throw breaks(
      other.name,
      'conflicting_parameters',
      `${first.name} and ${other.name} mean the same and differ. Give one of them.`,
    );
  return first;
}

export function accountIdsOf(
  request: object,
): { readonly name: string; readonly value: readonly string[] } | undefined {
  const names = ['accountIds', 'accountId', 'adAccountIds', 'adAccountId', 'businessId'];
  const given = oneOf<readonly string[]>(request as Given, names);
  return given && { name: sentName(request, given.name), value: given.value };
}

export function requiredAccountIdsOf(request: object): {
  readonly name: string;
  readonly value: readonly string[];
} {
  const given = accountIdsOf(request);
  if (given !== undefined) return given;
  const message = 'Name the ad accounts: accountIds.';
  throw refusal('bad_request', {
    path: 'accountIds',
    code: 'missing_field',
    message,
    hint: 'list-ad-accounts',
  });
}

/** Throws when a day is missing, when they are the wrong way round, or too far apart. */
export function rangeOf(request: object): DayRange {
  const range = optionalRangeOf(request);
  if (range !== undefined) return range;
  const details = ['startDate', 'endDate'].map((path) => ({
    path,
    code: 'missing_field',
    message: `${path} is missing: give YYYY-MM-DD.`,
  }));
  throw new SlipwayError(
    'bad_request',
    'The dates are missing: give startDate and endDate as YYYY-MM-DD.',
    { details },
  );
}

/** The same for requests without dates; only one of them is refused. */
export function optionalRangeOf(request: object): DayRange | undefined {
  const start = oneOf<string>(request as Given, ['startDate', 'dateFrom']);
  const end = oneOf<string>(request as Given, ['endDate', 'dateTo']);
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined) {
    const path = start === undefined ? 'startDate' : 'endDate';
    throw refusal('bad_request', {
      path,
      code: 'missing_field',
      message: `${path} is missing: give YYYY-MM-DD.`,
    });
  }
  if (end.value < start.value)
    throw breaks(
      end.name,
      'end_before_start',
      `The range ends on ${end.value}, before it starts on ${start.value}.`,
    );
  if (daysIn(start.value, end.value) > MAX_DAYS)
    throw breaks(
      end.name,
      'range_too_long',
      `The range has ${daysIn(start.value, end.value)} days; a report takes at most ${MAX_DAYS} (37 months).`,
    );
  return { from: start.value, to: end.value };
}

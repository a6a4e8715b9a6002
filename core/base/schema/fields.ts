import * as v from 'valibot';
import { publicPlatforms } from '../platforms.ts';
import { timeOf } from '../time/days.ts';
import { plainName } from './plain-name.ts';
import { takenAsIs } from './sparse.ts';

/**
 * Describes a schema in the API document whose own form would mislead, because it transforms text.
 */
export const described = <T>(jsonSchema: { readonly [keyword: string]: unknown }) =>
  v.metadata<T, { readonly jsonSchema: object }>({ jsonSchema });

export const shortText = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'This must not be empty.'),
    v.maxLength(max, `At most ${max} characters fit here.`),
  );

export const nameText = (max: number) => v.pipe(shortText(max), plainName);

const WITH_ZONE =
  'Give a date and time that exists, with its zone (2026-11-15T12:00:00+01:00), or Unix seconds.';

/** Milliseconds once parsed. */
export const moment = v.pipe(
  v.union([v.number(), v.string()], WITH_ZONE),
  v.transform(timeOf),
  // With a code of its own.
  {
    ...v.check<number, string>((ms) => !Number.isNaN(ms), WITH_ZONE),
    type: 'invalid_time' as 'check',
  },
);

/** The same as text, once parsed. */
export const timestamp = v.pipe(
  moment,
  v.transform((ms) => new Date(ms).toISOString()),
);

/** In a query string. `about` goes into the API document. */
export const wholeNumber = (
  min: number,
  max: number,
  about: { readonly [keyword: string]: unknown } = {},
) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.trim(), v.nonEmpty('A number is missing here.')), v.number()]),
    v.transform(Number),
    v.number(),
    v.integer('This must be a whole number.'),
    v.minValue(min, `The least is ${min}.`),
    v.maxValue(max, `The most is ${max}.`),
    described({ type: 'integer', minimum: min, maximum: max, ...about }),
  );

/** A key that people give something. */
export const keyText = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][A-Za-z0-9]{0,39}$/,
    'A key begins with a small letter and has letters and digits.',
  ),
  // Values are looked up by it in plain objects.
  v.check((text) => !(text in {}), 'This word cannot be a key. Use another.'),
);

/** The id of one of our objects in a path. A text that cannot be an id is not found. */
export const ownId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/));

/** Digits, or a number. */
export const numericId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^[1-9]\d{0,14}$/),
  v.transform(Number),
  described({ type: 'integer', minimum: 1 }),
);

/** Without spaces and control characters. */
export const platformObjectId = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[!-~]{1,200}$/, 'This cannot be an id: ids have no spaces and at most 200 characters.'),
);

const anyId = v.pipe(
  v.union([v.string(), v.number()], 'An id must be text.'),
  v.check(
    (id) => typeof id === 'string' || Number.isSafeInteger(id),
    'This id was sent as a number and has lost digits. Send ids as text, in quotes.',
  ),
  v.transform(String),
  v.trim(),
  v.maxLength(500, 'An id has at most 500 characters.'),
);

/** Text, or a whole number that JavaScript holds exactly. */
export const idText = takenAsIs(
  anyId,
  (id) => typeof id === 'string' && id.length <= 500 && id.trim() === id,
);

export const platform = v.pipe(
  v.string(),
  v.description(`${publicPlatforms.join(', ')}, or a platform this service adds.`),
);

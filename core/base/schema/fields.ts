import * as v from 'valibot';
import { publicPlatforms } from '../platforms.ts';
import { plainName } from './plain-name.ts';
import { takenAsIs } from './sparse.ts';

/** The pieces requests are made of, each with a sentence that says what would be right. */

/** How the API document describes a schema whose own form would mislead, because it turns text into something else. */
export const described = <T>(jsonSchema: { readonly [keyword: string]: unknown }) =>
  v.metadata<T, { readonly jsonSchema: object }>({ jsonSchema });

export const shortText = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'This must not be empty.'),
    v.maxLength(max, `At most ${max} characters fit here.`),
  );

/** The name people give something. */
export const nameText = (max: number) => v.pipe(shortText(max), plainName);

/** A moment, ISO 8601 with a time zone. */
export const timestamp = v.pipe(
  v.string(),
  v.isoTimestamp('Give a date and time with its zone, like 2026-11-15T12:00:00Z.'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'There is no such date.'),
);

/** A whole number in a query string. `about` is what else the API document says of it. */
export const wholeNumber = (min: number, max: number, about: { readonly [keyword: string]: unknown } = {}) =>
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
  v.regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'A key begins with a small letter and has letters and digits.'),
  // Values are looked up by it in plain objects.
  v.check((text) => !(text in {}), 'This word cannot be a key. Use another.'),
);

/** The id of one of our own objects in a path. What cannot be an id belongs to nothing: not found. */
export const ownId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/));

/** A number of one of our own objects, such as a batch's, as digits or as a number. */
export const numericId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^[1-9]\d{0,14}$/),
  v.transform(Number),
  described({ type: 'integer', minimum: 1 }),
);

/** An id of a platform's object: whatever it is, it has no spaces, no control characters, and an end. */
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

/** An id: text, or a whole number that JavaScript can hold exactly. */
export const idText = takenAsIs(anyId, (id) => typeof id === 'string' && id.length <= 500 && id.trim() === id);

/** A platform in an answer. */
export const platform = v.pipe(v.string(), v.description(`${publicPlatforms.join(', ')}, or a platform this service adds.`));

import * as v from 'valibot';
import { described, idText, nameText } from './fields.ts';
import { listOfAtMost } from './lists.ts';

/** An ad account under any spelling of its id; a list of one is that one. */
export const accountId = v.pipe(
  v.union([idText, listOfAtMost(idText, 50, 'ids')]),
  v.check(
    (given) => typeof given === 'string' || given.length === 1,
    'One ad account is meant here.',
  ),
  v.transform(String),
  v.regex(/^[\w:/.-]{1,200}$/, 'This cannot be the id of an ad account.'),
  described({ type: 'string' }),
);

/** Text whose form the platform knows (digits, a UUID, a URN, a path). */
export const entityId = v.pipe(
  idText,
  v.regex(
    /^[^\s\p{C}]{1,300}$/u,
    'An id is text without blanks. Copy it from the address or the list where you saw it.',
  ),
);

export const entityIds = v.pipe(
  listOfAtMost(entityId, 50, 'at once'),
  v.minLength(1, 'Give at least one id.'),
);

export const entityName = nameText(400);

export const workspaceId = v.optional(v.pipe(idText, v.maxLength(100)));

/** Other text is of the wrong type, not out of bounds. */
const numeric = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((given) =>
    typeof given === 'number' || /^\s*-?\d+(\.\d+)?\s*$/.test(given) ? Number(given) : Number.NaN,
  ),
  v.number(),
  v.finite('Give a number.'),
);

/** In whole units of the account's currency. */
export const amount = v.pipe(
  numeric,
  v.check(
    (value) => value > 0,
    'An amount must be more than 0, in whole units of the currency (50.5 means 50.50).',
  ),
  v.maxValue(1e12, 'This is more money than any ad account may spend.'),
  described({ type: 'number', exclusiveMinimum: 0, maximum: 1e12 }),
);

export const integer = (min: number, max: number) =>
  v.pipe(
    numeric,
    v.integer('This must be a whole number.'),
    v.minValue(min, `The least is ${min}.`),
    v.maxValue(max, `The most is ${max}.`),
    described({ type: 'integer', minimum: min, maximum: max }),
  );

export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'Give true or false.'),
  v.transform((value) => value === true || value === 'true'),
  described({ type: 'boolean' }),
);

/** Short video's words mean the same. */
export function plainStatus(word: string): string {
  if (word === 'ENABLE') return 'ACTIVE';
  return word === 'DISABLE' ? 'PAUSED' : word;
}

/** In the words of any platform. */
export const statusFilter = <const W extends readonly [string, ...string[]]>(
  words: W,
  description = 'Only what has this status.',
) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.transform(plainStatus),
    v.picklist(
      words,
      `The status is one of ${words.join(', ')} (ENABLE and DISABLE mean ACTIVE and PAUSED).`,
    ),
    described({ type: 'string', enum: [...words, 'ENABLE', 'DISABLE'], description }),
  );

export const deliveryStatus = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.transform(plainStatus),
  v.picklist(['ACTIVE', 'PAUSED'], 'The status is ACTIVE or PAUSED (ENABLE or DISABLE).'),
  described({ type: 'string', enum: ['ACTIVE', 'PAUSED'] }),
);

/** In any capitalisation. */
export const word = <const W extends readonly [string, ...string[]]>(words: W) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.transform(
      (given) => words.find((each) => each.toLowerCase() === given.toLowerCase()) ?? given,
    ),
    v.picklist(words, `Give one of ${words.join(', ')}.`),
    described({ type: 'string', enum: words }),
  );

const warning = v.object({
  path: v.string(),
  code: v.string(),
  message: v.string(),
  source: v.optional(v.string()),
});
export const requestWarnings = v.optional(v.array(warning));

/**
 * `conventionId`: a naming convention's id or name; optional where the company has one of the
 * level.
 */
export const namingInput = v.looseObject({
  conventionId: v.nullish(idText),
  values: v.nullish(
    v.record(
      v.string(),
      v.pipe(v.string(), v.maxLength(1_000, 'A value has at most 1000 characters.')),
    ),
  ),
});

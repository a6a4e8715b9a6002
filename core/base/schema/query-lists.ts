import * as v from 'valibot';
import { described } from './fields.ts';
import { listOfAtMost } from './lists.ts';

/** More than a caller needs at once. */
const MOST_PARTS = 1_000;

/** Text with commas, or a list. Spaces around parts and empty parts do not count. */
export const textList = v.pipe(
  v.union([v.string(), listOfAtMost(v.string(), MOST_PARTS)]),
  v.transform((given) => (typeof given === 'string' ? given.split(',', MOST_PARTS + 1) : given)),
  v.maxLength(MOST_PARTS, `At most ${MOST_PARTS} items.`),
  v.transform((parts) =>
    [...new Set(parts.map((part) => part.trim()))].filter((part) => part !== ''),
  ),
);

export const asList = (items: { readonly [keyword: string]: unknown }, description: string) =>
  described<string[]>({ anyOf: [{ type: 'string' }, { type: 'array', items }], description });

export const idList = v.pipe(
  textList,
  v.check((ids) => ids.length > 0, 'Give at least one id.'),
  v.check(
    (ids) => ids.every((id) => /^[!-~]{1,200}$/.test(id)),
    'This cannot be an id: ids have no spaces and at most 200 characters.',
  ),
);

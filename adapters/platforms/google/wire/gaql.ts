import { chunks } from '../../kit/json.ts';

export const quoted = (words: string) => `'${words.replace(/[\\']/g, (char) => `\\${char}`)}'`;

/** `field IN (1, 2)`. Anything but digits becomes 0, which matches nothing. */
export const idsIn = (field: string, ids: readonly string[]) =>
  `${field} IN (${ids.map((id) => (/^\d{1,20}$/.test(id) ? id : '0')).join(', ')})`;

/** Ids of one condition. */
const perCondition = 1_000;

export const idChunks = (ids: readonly string[]): readonly (readonly string[])[] =>
  chunks([...new Set(ids)], perCondition);

export const select = (
  fields: readonly string[],
  from: string,
  conditions: readonly string[] = [],
  rest = '',
) =>
  `SELECT ${fields.join(', ')} FROM ${from}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}${rest === '' ? '' : ` ${rest}`}`;

export const lastPart = (name: string | undefined) => name?.split('/').pop() ?? '';

import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { wholeNumber } from '../../base/schema/fields.ts';
import { asList, textList } from '../../base/schema/query-lists.ts';

const KINDS = ['account', 'campaign', 'adset', 'ad', 'batch', 'asset', 'rule'] as const;
const searchKind = v.picklist(KINDS);
export type SearchKind = v.InferOutput<typeof searchKind>;

export const searchRequest = v.object({
  q: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Say what to look for.'),
    v.maxLength(200, 'At most 200 characters.'),
    v.description('A part of a name, or an id.'),
  ),
  kinds: v.optional(
    v.pipe(
      textList,
      asList(
        { type: 'string', enum: KINDS },
        'Only these, with commas between them. Default: all.',
      ),
      v.array(v.picklist(KINDS, `Kinds are ${KINDS.join(', ')}.`)),
    ),
  ),
  limit: v.optional(wholeNumber(1, 50, { default: 20 })),
});
export type SearchRequest = v.InferOutput<typeof searchRequest>;

const found = v.object({
  kind: searchKind,
  id: v.string(),
  name: v.string(),
  /** Of what lies in an ad account; null for all else. */
  platform: v.nullable(v.string()),
  accountId: v.nullable(v.string()),
  accountName: v.nullable(v.string()),
});
export type Found = v.InferOutput<typeof found>;

export const searchAnswer = answer({ data: v.array(found) });

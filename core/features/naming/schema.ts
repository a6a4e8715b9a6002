import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer } from '../../base/schema/envelope.ts';
import { keyText, nameText, shortText, wholeNumber } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { accountId } from '../../base/schema/request-fields.ts';

/** Blanks count. */
const rawText = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));

const field = v.object({
  key: keyText,
  label: v.optional(shortText(100)),
  source: v.picklist(['option', 'token', 'free'], 'A field is filled by option, token or free.'),
  options: v.optional(listOfAtMost(shortText(100), 200, 'options')),
  token: v.optional(shortText(40)),
  kind: v.optional(v.picklist(['text', 'number', 'date'])),
  marker: v.optional(rawText(20)),
  required: v.optional(v.boolean()),
  case: v.optional(v.picklist(['keep', 'lower', 'upper'])),
  split: v.optional(
    v.object({
      by: rawText(5),
      part: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(-20),
        v.maxValue(20),
        v.notValue(0, 'Parts are counted from 1, or from -1 at the end.'),
      ),
    }),
  ),
});

const parts = {
  level: v.picklist(['campaign', 'adSet', 'ad'], 'The level is campaign, adSet or ad.'),
  separator: v.pipe(v.string(), v.minLength(1, 'Give a separator.'), v.maxLength(5)),
  fields: v.pipe(listOfAtMost(field, 30, 'fields'), v.minLength(1, 'Give at least one field.')),
};

export const newNamingConvention = v.object({ name: nameText(200), ...parts });
export const namingConventionChanges = v.partial(newNamingConvention);

export const namingConvention = v.object({
  id: v.string(),
  name: v.string(),
  level: parts.level,
  separator: v.string(),
  fields: v.array(field),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type NamingConvention = v.InferOutput<typeof namingConvention>;

const values = v.record(v.string(), v.string());

export const renderNamesRequest = v.object({
  rows: v.pipe(listOfAtMost(v.record(v.string(), shortText(1_000)), 1_000, 'rows'), v.minLength(1)),
});
const fault = v.object({ path: v.string(), code: v.string(), message: v.string() });
export const renderNamesResponse = answer({
  data: v.array(v.object({ name: v.nullable(v.string()), values, faults: v.array(fault) })),
  count: v.number(),
});

export const parseNamesRequest = v.object({
  names: v.pipe(listOfAtMost(shortText(1_000), 1_000, 'names'), v.minLength(1)),
});
export const parseNamesResponse = answer({
  /** `values` is null where the convention did not make the name. */
  data: v.array(v.object({ name: v.string(), values: v.nullable(values) })),
  count: v.number(),
});

export const nameCoverageRequest = aliased({
  accountId,
  days: v.optional(wholeNumber(1, 365, { default: 30 })),
});
export const nameCoverageResponse = answer({
  total: v.number(),
  parsed: v.number(),
  /** 0 to 1; null where nothing was spent. */
  spendShare: v.nullable(v.number()),
  values: v.record(v.string(), v.array(v.object({ value: v.string(), count: v.number() }))),
  others: v.array(v.string()),
});
export type NameCoverage = v.InferOutput<typeof nameCoverageResponse>;

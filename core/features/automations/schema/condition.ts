import * as v from 'valibot';
import { described } from '../../../base/schema/fields.ts';
import { listOfAtMost } from '../../../base/schema/lists.ts';
import { metricNames } from '../../../report/metrics.ts';

export const number = v.pipe(v.number('Give a number.'), v.finite('Give a number.'));
/** What a lazy schema answers must stand nowhere else in a document. */
const bare = v.pipe(v.number('Give a number.'), v.finite('Give a number.'));
export const between = (min: number, max: number) =>
  v.pipe(number, v.minValue(min, `The least is ${min}.`), v.maxValue(max, `The most is ${max}.`));
export const whole = (min: number, max: number) =>
  v.pipe(between(min, max), v.integer('This must be a whole number.'));
export const ownName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,40}$/, 'A name has 1 to 40 letters, digits, - and _.'),
);

export const metric = v.picklist(metricNames, `The metric is one of ${metricNames.join(', ')}.`);

export const numberAttributes = [
  'dailyBudget',
  'lifetimeBudget',
  'ageHours',
  'hoursSinceChange',
  'activeSiblings',
  'adCount',
  'daysToEnd',
  'daysLeftInMonth',
] as const;
export type NumberAttribute = (typeof numberAttributes)[number];

export const numberFunctions = ['+', '-', '*', '/', 'min', 'max', 'changePercent'] as const;
export type NumberFunction = (typeof numberFunctions)[number];

const owners = ['self', 'parent', 'campaign', 'account', 'siblings'] as const;
export type Owner = (typeof owners)[number];

export type NumberOf =
  | number
  | {
      readonly metric: v.InferOutput<typeof metric>;
      readonly window?: string | undefined;
      readonly of?: Owner | undefined;
      readonly per?: 'window' | 'day' | undefined;
    }
  | { readonly attr: NumberAttribute }
  | { readonly param: string }
  | { readonly fn: NumberFunction; readonly args: readonly NumberOf[] };

export const has = (input: unknown, member: string): boolean =>
  typeof input === 'object' && input !== null && member in input;

/** Its members tell its form, so that faults are told at their place. */
const numberOf: v.GenericSchema<NumberOf> = v.lazy((input): v.GenericSchema<NumberOf> => {
  if (has(input, 'metric')) return metricNumber;
  if (has(input, 'attr')) return v.strictObject({ attr: v.picklist(numberAttributes) });
  if (has(input, 'param')) return v.strictObject({ param: ownName });
  if (has(input, 'fn'))
    return v.strictObject({
      fn: v.picklist(numberFunctions),
      args: v.pipe(
        listOfAtMost(numberOf, 4, 'numbers'),
        v.minLength(2, 'Give at least two numbers.'),
      ),
    });
  return bare;
});

const metricNumber = v.strictObject({
  metric,
  window: v.optional(ownName),
  of: v.optional(v.picklist(owners)),
  per: v.optional(v.picklist(['window', 'day'])),
});

/** The form refers to itself, which the API document leaves to words. */
const numberShape = described<NumberOf>({
  description:
    'A number; `{ metric, window?, of?, per? }`; `{ attr }`; `{ param }`; or `{ fn, args }` with + - * / min max changePercent. See GET /v1/automations/fields.',
});
export const shownNumber = v.pipe(numberOf, numberShape);

export const comparisons = ['>', '>=', '<', '<=', '=', '!=', 'between', 'outside'] as const;

export interface Compare {
  readonly left: NumberOf;
  readonly is: (typeof comparisons)[number];
  readonly right: NumberOf | readonly NumberOf[];
  readonly consecutive?: number | undefined;
  readonly ifMissing?: 'unknown' | 'false' | 'true' | undefined;
}

export const textAttributes = [
  'name',
  'campaignName',
  'objective',
  'optimizationGoal',
  'reviewStatus',
  'platform',
  'weekday',
  'localHour',
] as const;

/** How texts are compared, and how sentences and explanations say it. */
export const opWords = {
  is: 'is',
  isNot: 'is not',
  in: 'is one of',
  notIn: 'is not one of',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'matches',
} as const;

export interface Attribute {
  readonly attr: (typeof textAttributes)[number];
  readonly op: keyof typeof opWords;
  readonly value: string | number | boolean | readonly (string | number)[];
}

const provable = ['costPerResult', 'cpc', 'ctr', 'conversionRate'] as const;

export interface Provably {
  readonly provably: 'above' | 'below';
  readonly metric: (typeof provable)[number];
  readonly than: NumberOf;
  readonly window: string;
  readonly confidence?: number | undefined;
}

interface Happened {
  readonly event: 'rejected';
}

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | Compare
  | Attribute
  | Provably
  | Happened;

const condition: v.GenericSchema<Condition> = v.lazy((input): v.GenericSchema<Condition> => {
  if (has(input, 'all')) return v.strictObject({ all: parts });
  if (has(input, 'any')) return v.strictObject({ any: parts });
  if (has(input, 'not')) return v.strictObject({ not: condition });
  if (has(input, 'provably')) return provably;
  if (has(input, 'event')) return happened;
  if (has(input, 'attr')) return attribute;
  return compare;
});

const parts = v.pipe(
  listOfAtMost(condition, 20, 'conditions'),
  v.minLength(1, 'Give at least one condition.'),
);

const compare: v.GenericSchema<Compare> = v.strictObject({
  left: numberOf,
  is: v.picklist(comparisons),
  right: v.lazy(
    (input): v.GenericSchema<NumberOf | readonly NumberOf[]> =>
      Array.isArray(input)
        ? v.pipe(listOfAtMost(numberOf, 2, 'numbers'), v.minLength(2, 'Give both ends.'))
        : numberOf,
  ),
  consecutive: v.optional(whole(2, 30)),
  ifMissing: v.optional(v.picklist(['unknown', 'false', 'true'])),
});

const plain = v.union([v.pipe(v.string(), v.maxLength(200)), v.number()]);

const attribute: v.GenericSchema<Attribute> = v.strictObject({
  attr: v.picklist(textAttributes),
  op: v.picklist(Object.keys(opWords) as (keyof typeof opWords)[]),
  value: v.union([plain, v.boolean(), listOfAtMost(plain, 100, 'values')]),
});

const provably: v.GenericSchema<Provably> = v.strictObject({
  provably: v.picklist(['above', 'below']),
  metric: v.picklist(provable),
  than: numberOf,
  window: ownName,
  confidence: v.optional(between(0.8, 0.999)),
});

const happened: v.GenericSchema<Happened> = v.strictObject({
  event: v.picklist(['rejected'], 'The event is rejected: no platform here tells of others.'),
});

export const shownCondition = v.pipe(
  condition,
  described<Condition>({
    type: 'object',
    description:
      '`{ all }`, `{ any }`, `{ not }`; a comparison `{ left, is, right, consecutive?, ifMissing? }`; an attribute `{ attr, op, value }`; `{ provably, metric, than, window, confidence? }`; or `{ event: "rejected" }`. What is not known is neither true nor false and never matches, under `not` too.',
  }),
);

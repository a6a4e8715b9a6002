import * as v from 'valibot';
import { answer } from '../../../base/schema/envelope.ts';
import { described, ownId } from '../../../base/schema/fields.ts';
import { ruleBody } from './rule.ts';

const isoDay = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Give a day as YYYY-MM-DD.'));

const ruleShape = described<v.InferOutput<typeof ruleBody>>({
  type: 'object',
  description: 'The rule as POST /v1/automations takes it.',
});

export const backtestBody = v.pipe(
  v.object({
    rule: v.optional(v.pipe(ruleBody, ruleShape)),
    ruleId: v.optional(ownId),
    from: isoDay,
    to: isoDay,
  }),
  v.check(
    ({ rule: given, ruleId }) => (given === undefined) !== (ruleId === undefined),
    'Give a rule, or the ruleId of one.',
  ),
);
export type BacktestBody = v.InferOutput<typeof backtestBody>;

const value = v.optional(v.union([v.string(), v.number()]));

const backtestDay = v.object({
  day: v.string(),
  runs: v.number(),
  /** Figures were not known then: today's were taken. */
  lookAhead: v.boolean(),
  considered: v.number(),
  matched: v.number(),
  acted: v.number(),
  skipped: v.number(),
  notMatched: v.number(),
  unknown: v.number(),
  awaitingApproval: v.number(),
  /** The first fifty. */
  actions: v.array(
    v.object({
      at: v.string(),
      entity: v.object({
        accountId: v.string(),
        level: v.string(),
        id: v.string(),
        name: v.string(),
      }),
      explanation: v.string(),
      changes: v.array(
        v.object({ type: v.string(), id: v.string(), before: value, wanted: value }),
      ),
    }),
  ),
});
export type BacktestDay = v.InferOutput<typeof backtestDay>;

export const backtestAnswer = answer({
  from: v.string(),
  to: v.string(),
  timezone: v.string(),
  sentence: v.string(),
  runs: v.number(),
  lookAhead: v.boolean(),
  days: v.array(backtestDay),
  entitiesTouched: v.number(),
  flaps: v.number(),
  biggestDay: v.nullable(v.object({ day: v.string(), acted: v.number() })),
  accounts: v.array(
    v.object({
      accountId: v.string(),
      currency: v.string(),
      spendAvoided: v.number(),
      resultsForgone: v.number(),
      conversionsForgone: v.number(),
    }),
  ),
  note: v.string(),
});
export type BacktestAnswer = v.InferOutput<typeof backtestAnswer>;

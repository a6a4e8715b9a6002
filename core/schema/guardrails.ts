import * as v from 'valibot';
import { answer } from './envelope.ts';
import { described } from './fields.ts';
import { amount, requestWarnings } from './manage-fields.ts';

/** Limits in money: what GET and PUT /v1/guardrails and POST /v1/guardrails/check take and answer. */

/** The budgets of the campaigns and ad sets of one account that an operation would set delivering. */
export const moneyAtStake = v.object({
  adAccountId: v.string(),
  /** Whole units of the currency, in sum. */
  dailyBudget: v.number(),
  lifetimeBudget: v.number(),
  currency: v.string(),
  /** How many campaigns and ad sets would start to deliver. */
  delivering: v.number(),
});
export type MoneyAtStake = v.InferOutput<typeof moneyAtStake>;

const guardName = v.picklist(['dailyBudget', 'lifetimeBudget', 'riseFactor', 'startedDailyBudget', 'startedLifetimeBudget']);

/** What one limit says to an operation. */
export const guardVerdict = v.object({
  guard: guardName,
  adAccountId: v.string(),
  currency: v.string(),
  limit: v.number(),
  asked: v.number(),
  exceeded: v.boolean(),
  path: v.string(),
  message: v.string(),
});

/** What a plan says about money, for each account. */
export const guardEntries = { guards: v.array(guardVerdict), moneyAtStake: v.array(moneyAtStake) };

const factor = v.pipe(
  v.number('Give a number.'),
  v.minValue(1, 'The least factor is 1: then no budget rises.'),
  v.maxValue(10_000, 'The largest factor is 10,000.'),
  v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'A factor has at most two decimals.'),
  described({ type: 'number', minimum: 1, maximum: 10_000 }),
);

const money = {
  dailyBudget: v.nullish(amount),
  lifetimeBudget: v.nullish(amount),
  startedDailyBudget: v.nullish(amount),
  startedLifetimeBudget: v.nullish(amount),
};

/** Unknown members are refused by the use case: a limit with a slip in its name would protect nobody. */
const currencyLimits = v.looseObject(money);
const accountLimits = v.looseObject({ ...money, riseFactor: v.nullish(factor) });

/** What a company sets itself. What is left out, or null, is the default. */
export const guardrailsBody = v.object({
  /** As read: where somebody has changed the limits since, the answer is 409. */
  revision: v.optional(v.number()),
  riseFactor: v.nullish(factor),
  currencies: v.optional(v.record(v.string(), currencyLimits), {}),
  accounts: v.optional(v.record(v.string(), accountLimits), {}),
});
export type GuardrailsBody = v.InferOutput<typeof guardrailsBody>;

const limits = v.object({
  dailyBudget: v.number(),
  lifetimeBudget: v.number(),
  riseFactor: v.number(),
  startedDailyBudget: v.number(),
  startedLifetimeBudget: v.number(),
});

const someLimits = v.partial(limits);

export const guardrailsAnswer = answer({
  revision: v.number(),
  /** What the company has set, as PUT takes it. */
  own: v.object({
    riseFactor: v.optional(v.number()),
    currencies: v.record(v.string(), v.omit(someLimits, ['riseFactor'])),
    accounts: v.record(v.string(), someLimits),
  }),
  /** What holds for each ad account. */
  accounts: v.array(
    v.object({
      adAccountId: v.string(),
      name: v.string(),
      platform: v.string(),
      currency: v.string(),
      timezone: v.string(),
      limits,
      /** The layer that set any of them: the account's own, the company's, or nobody. */
      source: v.picklist(['account', 'company', 'default']),
    }),
  ),
});
export type GuardrailsAnswer = v.InferOutput<typeof guardrailsAnswer>;

export const guardedOperations = [
  'create-campaign',
  'create-adset',
  'update-budget',
  'update-status',
  'duplicate-campaign',
  'duplicate-adset',
  'duplicate-ad',
  'launch',
] as const;

export const guardrailsCheckBody = v.object({
  operation: v.picklist(guardedOperations, `Give one of ${guardedOperations.join(', ')}.`),
  /** The body as the operation itself takes it. */
  request: v.looseObject({}),
});
export type GuardrailsCheckBody = v.InferOutput<typeof guardrailsCheckBody>;

export const guardrailsCheckAnswer = answer({ allowed: v.boolean(), ...guardEntries, warnings: requestWarnings });
export type GuardrailsCheckAnswer = v.InferOutput<typeof guardrailsCheckAnswer>;

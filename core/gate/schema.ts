import * as v from 'valibot';
import { LARGEST_CREATIONS } from '../base/limits.ts';
import { answer } from '../base/schema/envelope.ts';
import { described, shortText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { amount, integer, requestWarnings } from '../base/schema/request-fields.ts';
import { weekdays } from '../base/time/weekdays.ts';
import { moneyGuards, type NumericGuard, numericGuards } from './limits.ts';

/** The guardrails of a company: what GET and PUT /v1/guardrails and POST /v1/guardrails/check take and answer. */

/** The budgets of the campaigns and ad sets of one account that an operation would set delivering. */
export const moneyAtStake = v.object({
  adAccountId: v.string(),
  /** Whole units of the currency, in sum. */
  dailyBudget: v.number(),
  lifetimeBudget: v.number(),
  /** What a day may spend of both, where lifetime budgets are among them: what is left of these divided by the days left. */
  perDay: v.optional(v.number()),
  currency: v.string(),
  /** How many campaigns and ad sets would start to deliver. */
  delivering: v.number(),
  /** Bids and caps that would be raised; null: there is none. */
  raises: v.optional(
    v.array(v.object({ field: v.string(), name: v.string(), from: v.nullable(v.number()), to: v.nullable(v.number()) })),
  ),
});
export type MoneyAtStake = v.InferOutput<typeof moneyAtStake>;

/** What an operation would copy: so many copies, with so many ads in all. */
export const plannedCopies = v.object({
  copies: v.number(),
  ads: v.number(),
  /** Of the ads, those that would deliver: switched on, as is all above them in the copy. */
  delivering: v.number(),
});
export type PlannedCopies = v.InferOutput<typeof plannedCopies>;

const guardName = v.picklist([...numericGuards, 'quietHours', 'workspaceId', 'blockedOperations']);

/** What one limit says to an operation. */
export const guardVerdict = v.object({
  guard: guardName,
  /** Absent where the limit is the company's. */
  adAccountId: v.optional(v.string()),
  currency: v.optional(v.string()),
  /** A number in the guard's unit, or words where it has none: hours, a workspace, names of operations. */
  limit: v.union([v.number(), v.string()]),
  asked: v.union([v.number(), v.string()]),
  exceeded: v.boolean(),
  /** It is exceeded, and allowed when somebody with another key approves the plan. */
  approvable: v.optional(v.boolean()),
  path: v.string(),
  message: v.string(),
});

/** What a plan says about money, for each account. */
export const guardEntries = { guards: v.array(guardVerdict), moneyAtStake: v.array(moneyAtStake) };

const percent = v.pipe(
  v.number('Give a number.'),
  v.minValue(0, 'The least is 0: then no budget rises.'),
  v.maxValue(1_000_000, 'The most is 1,000,000 per cent.'),
  v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'A percentage has at most two decimals.'),
  described({ type: 'number', minimum: 0, maximum: 1_000_000 }),
);

const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of day like 22:00.'));

/** Hours of the account's time zone in which nothing may start to deliver. */
const quietHours = listOfAtMost(
  v.object({
    from: time,
    /** Not later than `from`: it is meant on the day after. */
    to: time,
    /** The days on which they begin; every day without. */
    days: v.optional(v.pipe(listOfAtMost(v.picklist(weekdays), 7, 'days'), v.minLength(1, 'Give at least one day.'))),
  }),
  20,
  'times',
);

const money = Object.fromEntries(moneyGuards.map((name) => [name, v.nullish(amount)])) as {
  readonly [G in (typeof moneyGuards)[number]]: ReturnType<typeof nullishAmount>;
};
const nullishAmount = () => v.nullish(amount);

const forAll = {
  risePercent: v.nullish(percent),
  adsPerLaunch: v.nullish(integer(1, LARGEST_CREATIONS)),
  quietHours: v.nullish(quietHours),
};

/** Unknown members are refused by the use case: a limit with a slip in its name would protect nobody. */
const currencyLimits = v.looseObject(money);
const accountLimits = v.looseObject({ ...money, ...forAll, workspaceId: v.nullish(shortText(100)) });

const approver = v.picklist(['anyone', 'another-key'], 'Give anyone or another-key.');

/** What a company sets itself. What is left out, or null, is the default. */
export const guardrailsBody = v.object({
  /** As read: where somebody has changed the limits since, the answer is 409. */
  revision: v.optional(v.number()),
  ...forAll,
  blockedOperations: v.nullish(
    v.pipe(
      listOfAtMost(shortText(100), 200, 'operations'),
      v.description('Names of operations that are blocked for everyone: `manage.delete`.'),
    ),
  ),
  /** Ads that were launched within a week are launched again only with `again: true`. */
  refuseRepeats: v.nullish(v.boolean()),
  /** Who may approve plans. Left out, it stays as it is; null is the default, anyone who could carry them out. */
  approver: v.nullish(approver),
  currencies: v.optional(v.record(v.string(), currencyLimits), {}),
  accounts: v.optional(v.record(v.string(), accountLimits), {}),
});
export type GuardrailsBody = v.InferOutput<typeof guardrailsBody>;

const hours = v.array(v.object({ from: v.string(), to: v.string(), days: v.optional(v.array(v.picklist(weekdays))) }));
const numbers = Object.fromEntries(numericGuards.map((name) => [name, v.optional(v.number())])) as {
  readonly [G in NumericGuard]: ReturnType<typeof optionalNumber>;
};
const optionalNumber = () => v.optional(v.number());

const someLimits = v.object({ ...numbers, quietHours: v.optional(hours), workspaceId: v.optional(v.string()) });
const limits = v.object({
  ...someLimits.entries,
  dailyBudget: v.number(),
  lifetimeBudget: v.number(),
  risePercent: v.number(),
  startedDailyBudget: v.number(),
  startedLifetimeBudget: v.number(),
  accountDailyBudget: v.number(),
  adsPerLaunch: v.number(),
});

const rules = {
  risePercent: v.optional(v.number()),
  adsPerLaunch: v.optional(v.number()),
  quietHours: v.optional(hours),
  blockedOperations: v.optional(v.array(v.string())),
  refuseRepeats: v.optional(v.boolean()),
};

export const guardrailsAnswer = answer({
  revision: v.number(),
  /** What the company has set, as PUT takes it. */
  own: v.object({
    ...rules,
    approver: v.optional(approver),
    currencies: v.record(v.string(), v.omit(someLimits, ['risePercent', 'adsPerLaunch', 'quietHours', 'workspaceId'])),
    accounts: v.record(v.string(), v.omit(someLimits, ['companyDailyBudget'])),
  }),
  /** Values to begin with for the currencies of the company's accounts, as PUT takes them. */
  suggested: v.object({
    risePercent: v.number(),
    adsPerLaunch: v.number(),
    currencies: v.record(v.string(), v.record(v.string(), v.number())),
  }),
  /** Who may approve plans now. */
  approver,
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

export const guardrailsCheckBody = v.object({
  operation: v.pipe(
    shortText(100),
    v.description(
      'The name of any operation that writes: `manage.updateBudget`, `launch`; or the last part of its path: `update-budget`.',
    ),
  ),
  /** Its whole input, as the operation itself takes it. */
  request: v.looseObject({}),
});
export type GuardrailsCheckBody = v.InferOutput<typeof guardrailsCheckBody>;

export const guardrailsCheckAnswer = answer({
  allowed: v.boolean(),
  /** It would wait for somebody with another key: plan it with POST /v1/approvals. */
  needs: v.optional(v.literal('another-key')),
  ...guardEntries,
  copies: v.optional(plannedCopies),
  warnings: requestWarnings,
});
export type GuardrailsCheckAnswer = v.InferOutput<typeof guardrailsCheckAnswer>;

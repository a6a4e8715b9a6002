import * as v from 'valibot';
import { LARGEST_CREATIONS } from '../base/limits.ts';
import { answer } from '../base/schema/envelope.ts';
import { described, shortText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { amount, integer, requestWarnings } from '../base/schema/request-fields.ts';
import { weekdays } from '../base/time/weekdays.ts';
import { moneyGuards, type NumericGuard, numericGuards } from './limits.ts';

export const moneyAtStake = v.object({
  adAccountId: v.string(),
  dailyBudget: v.number(),
  lifetimeBudget: v.number(),
  /** What a day may spend of both, where lifetime budgets are among them. */
  perDay: v.optional(v.number()),
  currency: v.string(),
  delivering: v.number(),
  raises: v.optional(
    v.array(
      v.object({
        field: v.string(),
        name: v.string(),
        from: v.nullable(v.number()),
        to: v.nullable(v.number()),
      }),
    ),
  ),
});
export type MoneyAtStake = v.InferOutput<typeof moneyAtStake>;

export const plannedCopies = v.object({
  copies: v.number(),
  ads: v.number(),
  /** Of the ads: switched on, as is all above them in the copy. */
  delivering: v.number(),
});
export type PlannedCopies = v.InferOutput<typeof plannedCopies>;

const guardName = v.picklist([...numericGuards, 'quietHours', 'workspaceId', 'blockedOperations']);

export const guardVerdict = v.object({
  guard: guardName,
  adAccountId: v.optional(v.string()),
  currency: v.optional(v.string()),
  limit: v.union([v.number(), v.string()]),
  asked: v.union([v.number(), v.string()]),
  exceeded: v.boolean(),
  approvable: v.optional(v.boolean()),
  path: v.string(),
  message: v.string(),
});

export const guardEntries = { guards: v.array(guardVerdict), moneyAtStake: v.array(moneyAtStake) };

const percent = v.pipe(
  v.number('Give a number.'),
  v.minValue(0, 'The least is 0: then no budget rises.'),
  v.maxValue(1_000_000, 'The most is 1,000,000 per cent.'),
  v.check(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'A percentage has at most two decimals.',
  ),
  described({ type: 'number', minimum: 0, maximum: 1_000_000 }),
);

const time = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of day like 22:00.'),
);

const quietHours = listOfAtMost(
  v.object({
    from: time,
    /** Not later than `from`: on the day after. */
    to: time,
    days: v.optional(
      v.pipe(
        listOfAtMost(v.picklist(weekdays), 7, 'days'),
        v.minLength(1, 'Give at least one day.'),
      ),
    ),
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

/** The use case refuses unknown members: a limit with a misspelt name would protect nothing. */
const currencyLimits = v.looseObject(money);
const accountLimits = v.looseObject({
  ...money,
  ...forAll,
  workspaceId: v.nullish(shortText(100)),
});

const approver = v.picklist(['anyone', 'another-key'], 'Give anyone or another-key.');

/** What is left out, or null, is the default. */
export const guardrailsBody = v.object({
  /** As read: 409 when the limits have changed since. */
  revision: v.optional(v.number()),
  ...forAll,
  blockedOperations: v.nullish(
    v.pipe(
      listOfAtMost(shortText(100), 200, 'operations'),
      v.description('Names of operations that are blocked for everyone: `manage.delete`.'),
    ),
  ),
  refuseRepeats: v.nullish(v.boolean()),
  /** Left out, it stays as it is; null is the default, anyone. */
  approver: v.nullish(approver),
  currencies: v.optional(v.record(v.string(), currencyLimits), {}),
  accounts: v.optional(v.record(v.string(), accountLimits), {}),
});
export type GuardrailsBody = v.InferOutput<typeof guardrailsBody>;

const hours = v.array(
  v.object({ from: v.string(), to: v.string(), days: v.optional(v.array(v.picklist(weekdays))) }),
);
const numbers = Object.fromEntries(numericGuards.map((name) => [name, v.optional(v.number())])) as {
  readonly [G in NumericGuard]: ReturnType<typeof optionalNumber>;
};
const optionalNumber = () => v.optional(v.number());

const someLimits = v.object({
  ...numbers,
  quietHours: v.optional(hours),
  workspaceId: v.optional(v.string()),
});
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
  own: v.object({
    ...rules,
    approver: v.optional(approver),
    currencies: v.record(
      v.string(),
      v.omit(someLimits, ['risePercent', 'adsPerLaunch', 'quietHours', 'workspaceId']),
    ),
    accounts: v.record(v.string(), v.omit(someLimits, ['companyDailyBudget'])),
  }),
  /** Values to begin with for the currencies of the company's accounts, as PUT takes them. */
  suggested: v.object({
    risePercent: v.number(),
    adsPerLaunch: v.number(),
    currencies: v.record(v.string(), v.record(v.string(), v.number())),
  }),
  approver,
  accounts: v.array(
    v.object({
      adAccountId: v.string(),
      name: v.string(),
      platform: v.string(),
      currency: v.string(),
      timezone: v.string(),
      limits,
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
  request: v.looseObject({}),
});
export type GuardrailsCheckBody = v.InferOutput<typeof guardrailsCheckBody>;

export const guardrailsCheckAnswer = answer({
  allowed: v.boolean(),
  needs: v.optional(v.literal('another-key')),
  ...guardEntries,
  copies: v.optional(plannedCopies),
  warnings: requestWarnings,
});
export type GuardrailsCheckAnswer = v.InferOutput<typeof guardrailsCheckAnswer>;

import * as v from 'valibot';
import {
  described,
  idText,
  nameText,
  platformObjectId,
  timestamp,
} from '../../../base/schema/fields.ts';
import { listOfAtMost } from '../../../base/schema/lists.ts';
import { weekdays } from '../../../base/time/weekdays.ts';
import {
  between,
  has,
  metric,
  number,
  ownName,
  shownCondition,
  shownNumber,
  whole,
} from './condition.ts';

/** Unknown members of a rule are refused: a misspelt guard would protect nothing. */

export const levels = ['account', 'campaign', 'adset', 'ad'] as const;
export type Level = (typeof levels)[number];

const clockTime = v.pipe(
  v.string(),
  v.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Give a time of day such as 08:30.'),
);
const endTime = v.pipe(
  v.string(),
  v.regex(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, 'Give a time of day such as 17:00, or 24:00.'),
);

const longText = v.optional(
  v.pipe(v.string(), v.maxLength(2000, 'At most 2,000 characters fit here.')),
);

export const presets = [
  'today',
  'yesterday',
  'weekToDate',
  'monthToDate',
  'sinceLaunch',
  'sinceLastAction',
] as const;

export type Window =
  | { readonly days: number; readonly endOffsetDays?: number | undefined }
  | { readonly preset: (typeof presets)[number] }
  | { readonly sameAs: string; readonly shiftDays: number };

const window: v.GenericSchema<Window> = v.lazy((input): v.GenericSchema<Window> => {
  if (has(input, 'preset')) return v.strictObject({ preset: v.picklist(presets) });
  if (has(input, 'sameAs')) return v.strictObject({ sameAs: ownName, shiftDays: whole(1, 365) });
  return v.strictObject({ days: whole(1, 180), endOffsetDays: v.optional(whole(0, 60)) });
});

const windows = v.pipe(
  v.record(ownName, window),
  v.check((given) => Object.keys(given).length <= 10, 'A rule has at most 10 windows.'),
  described<{ [name: string]: Window }>({
    type: 'object',
    description:
      'By name: `{ days, endOffsetDays = 1 }` (0 ends with today, 1 with yesterday), `{ preset }`, or `{ sameAs, shiftDays }`: another window, shifted by that number of days.',
  }),
);

const param = v.strictObject({
  value: number,
  unit: v.optional(v.picklist(['money', 'ratio', 'percent', 'count', 'hours'])),
  byAccount: v.optional(v.record(v.string(), number)),
  byCurrency: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Give a currency such as EUR.')), number),
  ),
});

const take = v.union([
  v.strictObject({ count: whole(1, 500) }),
  v.strictObject({
    percent: v.pipe(
      between(0, 100),
      v.check((n) => n > 0, 'More than 0.'),
    ),
  }),
]);

const rank = v.strictObject({
  by: shownNumber,
  order: v.optional(v.picklist(['highest', 'lowest']), 'highest'),
  take,
  within: v.optional(v.picklist(['parent', 'account', 'scope']), 'parent'),
  minMembers: v.optional(whole(1, 5000), 2),
  missing: v.optional(v.picklist(['leaveOut', 'last']), 'leaveOut'),
});
export type Rank = v.InferOutput<typeof rank>;

const scope = v.strictObject({
  level: v.picklist(levels),
  accountIds: v.pipe(
    listOfAtMost(idText, 50, 'ad accounts'),
    v.minLength(1, 'Name at least one ad account.'),
  ),
  ids: v.optional(
    v.pipe(
      listOfAtMost(platformObjectId, 500, 'ids'),
      v.description(
        'A fixed list. Without it, whatever is created later falls under the rule by itself.',
      ),
    ),
  ),
  parentIds: v.optional(listOfAtMost(platformObjectId, 200, 'ids')),
  status: v.optional(listOfAtMost(v.picklist(['ACTIVE', 'PAUSED']), 2, 'statuses')),
  where: v.optional(
    v.pipe(shownCondition, v.description('Attributes alone: a metric here is refused.')),
  ),
  limit: v.optional(whole(1, 5000), 500),
});

const change = v.union([
  v.strictObject({ percent: between(-90, 200) }),
  v.strictObject({ amount: number }),
  v.strictObject({ set: shownNumber }),
  v.strictObject({
    towards: v.strictObject({
      metric,
      window: ownName,
      target: shownNumber,
      maxStepPercent: v.optional(between(1, 100), 20),
    }),
  }),
]);

export const action = v.variant('type', [
  v.strictObject({ type: v.literal('pause') }),
  v.strictObject({
    type: v.literal('resume'),
    pausedBy: v.optional(v.picklist(['thisRule', 'anyRule', 'anyone']), 'thisRule'),
  }),
  v.strictObject({
    type: v.literal('budget'),
    of: v.optional(
      v.pipe(v.picklist(['self', 'owner']), v.description('owner: whatever holds the budget.')),
      'owner',
    ),
    change,
    floor: v.optional(shownNumber),
    ceiling: v.optional(shownNumber),
  }),
  v.strictObject({ type: v.literal('notify'), text: longText }),
]);
export type Action = v.InferOutput<typeof action>;
export type BudgetAction = Extract<Action, { type: 'budget' }>;

const schedule = v.pipe(
  v.strictObject({
    timezone: v.optional(
      v.pipe(v.string(), v.maxLength(60), v.description('`account`, or an IANA name.')),
      'account',
    ),
    everyMinutes: v.optional(v.picklist([15, 30, 60, 120, 180, 240, 360, 720, 1440])),
    at: v.optional(v.pipe(listOfAtMost(clockTime, 24, 'times'), v.minLength(1))),
    days: v.optional(v.pipe(listOfAtMost(v.picklist(weekdays), 7, 'days'), v.minLength(1))),
    between: v.optional(v.strictTuple([endTime, endTime])),
    from: v.optional(timestamp),
    until: v.optional(timestamp),
    missed: v.optional(v.picklist(['skip', 'runOnce']), 'skip'),
  }),
  v.check(
    ({ everyMinutes, at }) => (everyMinutes === undefined) !== (at === undefined),
    'Say when it runs: everyMinutes, or at; not both.',
  ),
);
export type Schedule = v.InferOutput<typeof schedule>;

const guards = v.strictObject({
  cooldownHours: v.optional(between(0, 720), 24),
  minAgeHours: v.optional(between(0, 8760), 24),
  minSpend: v.optional(shownNumber),
  minSample: v.optional(
    listOfAtMost(
      v.strictObject({ metric, window: ownName, atLeast: between(0, 1e12) }),
      5,
      'samples',
    ),
  ),
  settleDays: v.optional(whole(0, 60)),
  freshMinutes: v.optional(whole(5, 1440), 60),
  skipLearning: v.optional(v.boolean(), true),
  skipChangedWithinHours: v.optional(between(0, 720), 24),
  keepActiveAtLeast: v.optional(whole(0, 1000), 0),
  maxEntitiesPerRun: v.optional(whole(1, 500), 50),
  maxSharePerRunPercent: v.optional(between(0, 100), 30),
  maxChangesPerEntityPerDay: v.optional(whole(1, 1000), 2),
  maxBudgetRisePercentPerDay: v.optional(between(0, 10_000), 30),
  maxDailyBudget: v.optional(shownNumber),
  maxTotalDailyBudget: v.optional(shownNumber),
  flapping: v.optional(
    v.strictObject({
      reversals: v.optional(whole(1, 100), 3),
      inHours: v.optional(between(1, 720), 72),
    }),
    {},
  ),
  disableAfterFailures: v.optional(whole(1, 100), 5),
});

export const ruleEntries = {
  name: nameText(120),
  description: longText,
  priority: v.optional(
    v.pipe(
      whole(0, 1000),
      v.description(
        'Where two rules want one entity, the higher acts and the lower says `conflict`.',
      ),
    ),
    500,
  ),
  params: v.optional(
    v.pipe(
      v.record(ownName, param),
      v.check((given) => Object.keys(given).length <= 20, 'A rule has at most 20 parameters.'),
    ),
    {},
  ),
  windows: v.optional(windows, {}),
  scope,
  when: shownCondition,
  rank: v.optional(rank),
  actions: v.pipe(listOfAtMost(action, 5, 'actions'), v.minLength(1, 'Give at least one action.')),
  schedule,
  guards: v.optional(guards, {}),
};

export const ruleBody = v.strictObject(ruleEntries);
/** With the defaults filled in. */
export type Rule = v.InferOutput<typeof ruleBody>;

export const modes = ['simulate', 'approve', 'act'] as const;
export type Mode = (typeof modes)[number];

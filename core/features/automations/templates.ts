import type * as v from 'valibot';
import type { ruleBody } from './schema/rule.ts';

type Given = v.InferInput<typeof ruleBody>;

interface RuleTemplate {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly rule: Omit<Given, 'scope'> & { readonly scope: Omit<Given['scope'], 'accountIds'> };
}

const week = { week: { days: 7, endOffsetDays: 1 } } as const;

/** What follows the clock changes everything twice a day, whatever its age and figures. */
const byTheClock = {
  cooldownHours: 1,
  skipChangedWithinHours: 0,
  minAgeHours: 0,
  maxSharePerRunPercent: 100,
  skipLearning: false,
  flapping: { reversals: 20 },
} as const;

export const ruleTemplates: readonly RuleTemplate[] = [
  {
    id: 'stop-losers',
    title: 'Stop losers',
    sentence:
      'Every morning, pauses ad sets whose cost per result of the last seven settled days is provably above the target, and keeps at least one of each campaign on.',
    rule: {
      name: 'Stop losers',
      params: { targetCost: { value: 30, unit: 'money' } },
      windows: { week: { days: 7, endOffsetDays: 2 } },
      scope: { level: 'adset' },
      when: {
        provably: 'above',
        metric: 'costPerResult',
        than: { fn: '*', args: [{ param: 'targetCost' }, 1.2] },
        window: 'week',
      },
      actions: [{ type: 'pause' }, { type: 'notify', text: '{{entity.name}}: {{explanation}}' }],
      schedule: { at: ['08:00'] },
      guards: {
        minSpend: { fn: '*', args: [{ param: 'targetCost' }, 3] },
        keepActiveAtLeast: 1,
        settleDays: 1,
      },
    },
  },
  {
    id: 'scale-winners',
    title: 'Scale winners',
    sentence:
      'Every morning, raises by 15 % the budgets of the best quarter of each campaign by return on ad spend, where that is at least the target and ten conversions stand behind it.',
    rule: {
      name: 'Scale winners',
      params: { targetReturn: { value: 2.5, unit: 'ratio' } },
      windows: week,
      scope: { level: 'adset' },
      when: {
        left: { metric: 'roas', window: 'week' },
        is: '>=',
        right: { param: 'targetReturn' },
      },
      rank: {
        by: { metric: 'roas', window: 'week' },
        take: { percent: 25 },
        within: 'parent',
        minMembers: 4,
      },
      actions: [{ type: 'budget', change: { percent: 15 } }],
      schedule: { at: ['07:00'] },
      guards: {
        minSample: [{ metric: 'conversions', window: 'week', atLeast: 10 }],
        settleDays: 1,
      },
    },
  },
  {
    id: 'pause-on-rejected',
    title: 'Pause on rejected',
    sentence:
      'Every hour, pauses ads that the review rejected, so that they come back only after a person has looked.',
    rule: {
      name: 'Pause on rejected',
      scope: { level: 'ad' },
      when: { event: 'rejected' },
      actions: [{ type: 'pause' }, { type: 'notify', text: '{{entity.name}} was rejected.' }],
      schedule: { everyMinutes: 60 },
      guards: {
        minAgeHours: 0,
        skipChangedWithinHours: 0,
        maxSharePerRunPercent: 100,
        skipLearning: false,
      },
    },
  },
  {
    id: 'cap-frequency',
    title: 'Cap frequency',
    sentence:
      'Every morning, pauses ad sets that the same people have seen more than four times in a week, from 1,000 impressions on.',
    rule: {
      name: 'Cap frequency',
      params: { most: { value: 4, unit: 'ratio' } },
      windows: week,
      scope: { level: 'adset' },
      when: { left: { metric: 'frequency', window: 'week' }, is: '>', right: { param: 'most' } },
      actions: [{ type: 'pause' }],
      schedule: { at: ['08:00'] },
      guards: {
        minSample: [{ metric: 'impressions', window: 'week', atLeast: 1000 }],
        keepActiveAtLeast: 1,
      },
    },
  },
  {
    id: 'budget-pacing',
    title: 'Pace a month’s budget',
    sentence:
      'Every morning, sets the daily budget of a campaign to what is left of the month’s total, divided by the days that are left, never below the floor.',
    rule: {
      name: 'Pace a month’s budget',
      params: { monthTotal: { value: 3000, unit: 'money' }, least: { value: 10, unit: 'money' } },
      windows: { month: { preset: 'monthToDate' } },
      scope: { level: 'campaign' },
      when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
      actions: [
        {
          type: 'budget',
          of: 'self',
          change: {
            set: {
              fn: 'max',
              args: [
                { param: 'least' },
                {
                  fn: '/',
                  args: [
                    {
                      fn: '-',
                      args: [{ param: 'monthTotal' }, { metric: 'spend', window: 'month' }],
                    },
                    { attr: 'daysLeftInMonth' },
                  ],
                },
              ],
            },
          },
          floor: { param: 'least' },
        },
      ],
      schedule: { at: ['05:00'] },
      guards: {
        cooldownHours: 20,
        skipChangedWithinHours: 0,
        maxSharePerRunPercent: 100,
        minSpend: 0,
        skipLearning: false,
      },
    },
  },
  {
    id: 'dayparting',
    title: 'Only in certain hours',
    sentence:
      'Every hour, pauses ad sets between 22 and 6 o’clock in the account’s time zone. The rule “Back in the morning” switches on again what rules paused.',
    rule: {
      name: 'Off at night',
      scope: { level: 'adset' },
      when: { attr: 'localHour', op: 'in', value: [22, 23, 0, 1, 2, 3, 4, 5] },
      actions: [{ type: 'pause' }],
      schedule: { everyMinutes: 60 },
      guards: byTheClock,
    },
  },
  {
    id: 'back-in-the-morning',
    title: 'Back in the morning',
    sentence:
      'At six, switches on again the ad sets that rules have paused and no person has changed since.',
    rule: {
      name: 'Back in the morning',
      scope: { level: 'adset' },
      when: { attr: 'localHour', op: 'in', value: [6] },
      actions: [{ type: 'resume', pausedBy: 'anyRule' }],
      schedule: { at: ['06:00'] },
      guards: byTheClock,
    },
  },
  {
    id: 'revive',
    title: 'Revive after a pause',
    sentence:
      'Every morning, switches on again what rules paused, three days later, where a result of its campaign cost at most the target in the last seven days.',
    rule: {
      name: 'Revive after a pause',
      params: { targetCost: { value: 30, unit: 'money' } },
      windows: week,
      scope: { level: 'adset' },
      when: {
        left: { metric: 'costPerResult', window: 'week', of: 'campaign' },
        is: '<=',
        right: { param: 'targetCost' },
      },
      actions: [{ type: 'resume', pausedBy: 'anyRule' }],
      schedule: { at: ['09:00'] },
      guards: {
        cooldownHours: 72,
        skipChangedWithinHours: 72,
        minSample: [{ metric: 'spend', window: 'week', atLeast: 1 }],
      },
    },
  },
];

import { ruleTemplates } from '../../../../../core/features/automations/door.ts';
import type { InputOf } from '../../../../client/client.ts';

const week = { days: 7, endOffsetDays: 1 };

interface HouseRule {
  readonly mode: NonNullable<InputOf<'automations.toggle'>['mode']>;
  readonly rule: InputOf<'automations.create'>;
}

/** The template as a person takes it over, with a target that the accounts of the demo miss. */
function stopLosers(accountId: string): HouseRule['rule'] {
  const template = ruleTemplates.find(({ id }) => id === 'stop-losers');
  if (template === undefined) throw new Error('There is no template stop-losers.');
  const { rule } = template;
  return {
    ...rule,
    params: { targetCost: { value: 1, unit: 'money' } },
    scope: { ...rule.scope, accountIds: [accountId] },
  };
}

/** Rules of the demo, by their modes: one acts, one asks first, one only tells what it would do. */
export const rulesFor = (accountId: string): readonly HouseRule[] => [
  {
    mode: 'act',
    rule: {
      name: 'Raise what sells',
      params: { targetReturn: { value: 0.5, unit: 'ratio' } },
      windows: { week },
      scope: { level: 'adset', accountIds: [accountId] },
      when: {
        left: { metric: 'roas', window: 'week' },
        is: '>=',
        right: { param: 'targetReturn' },
      },
      actions: [{ type: 'budget', change: { percent: 15 } }],
      schedule: { at: ['07:00'] },
      guards: { minSpend: 1, skipLearning: false },
    },
  },
  {
    mode: 'approve',
    rule: stopLosers(accountId),
  },
  {
    mode: 'simulate',
    rule: {
      name: 'Cap frequency',
      params: { most: { value: 4, unit: 'ratio' } },
      windows: { week },
      scope: { level: 'adset', accountIds: [accountId] },
      when: { left: { metric: 'frequency', window: 'week' }, is: '>', right: { param: 'most' } },
      actions: [{ type: 'pause' }],
      schedule: { at: ['08:00'] },
      guards: {
        minSample: [{ metric: 'impressions', window: 'week', atLeast: 1000 }],
        keepActiveAtLeast: 1,
      },
    },
  },
];

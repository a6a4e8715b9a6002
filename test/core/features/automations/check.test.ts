import * as v from 'valibot';
import { expect, test } from 'vitest';
import { faultsOf } from '../../../../core/base/schema/faults.ts';
import { type CheckedAccount, ruleFaults } from '../../../../core/features/automations/check.ts';
import { ruleBody } from '../../../../core/features/automations/schema/rule.ts';
import { ruleTemplates } from '../../../../core/features/automations/templates.ts';
import { ruleSentence } from '../../../../core/features/automations/words/sentence.ts';
import { rule } from './stage.ts';

const eur: CheckedAccount = {
  id: 'act_1',
  key: 'primary:act_1',
  currency: 'EUR',
  platform: 'primary',
  lacks: [],
};
const jpy: CheckedAccount = { ...eur, id: 'act_2', key: 'primary:act_2', currency: 'JPY' };
const faults = (members: object, accounts = [eur]) =>
  ruleFaults(rule(members), accounts).map(({ path, code }) => `${path} ${code}`);

test('a rule without a fault has none', () => {
  expect(faults({})).toEqual([]);
});

test('what the schema cannot say is told at its place', () => {
  expect(faults({ guards: {} })).toEqual(['guards.minSpend no_floor']);
  expect(
    faults({ when: { left: { metric: 'spend', window: 'nope' }, is: '>', right: { param: 'x' } } }),
  ).toEqual(['when.left.window unknown_window', 'when.right.param unknown_param']);
  expect(
    faults({
      windows: {
        week: { days: 7 },
        a: { sameAs: 'b', shiftDays: 1 },
        b: { sameAs: 'a', shiftDays: 1 },
      },
    }),
  ).toContain('windows.a.sameAs circular_window');
  const where = { left: { metric: 'spend', window: 'week' }, is: '>', right: 1 };
  expect(faults({ scope: { level: 'adset', accountIds: ['act_1'], where } })).toEqual([
    'scope.where metric_in_scope',
  ]);
  expect(faults({ actions: [{ type: 'pause' }, { type: 'resume' }] })).toEqual([
    'actions[1].type contradiction',
  ]);
  expect(faults({ scope: { level: 'account', accountIds: ['act_1'] } })).toEqual([
    'actions[0].type not_on_accounts',
  ]);
  expect(faults({ schedule: { at: ['08:00'], timezone: 'Mars/Olympus' } })).toEqual([
    'schedule.timezone unknown_timezone',
  ]);
  expect(
    faults({
      when: { left: { metric: 'spend', window: 'week' }, is: '>', right: 1, consecutive: 8 },
    }),
  ).toEqual(['when.left.window window_too_short']);
  expect(faults({}, [{ ...eur, lacks: ['costPerResult'] }])).toEqual([
    'when.left.metric metric_not_offered',
  ]);
});

test('an amount means nothing in several currencies unless it is named for each', () => {
  expect(faults({}, [eur, jpy])).toEqual(['when.right mixed_currencies']);
  const named = (param: object) => ({
    params: { cost: { value: 30, unit: 'money', ...param } },
    when: { left: { metric: 'costPerResult', window: 'week' }, is: '>', right: { param: 'cost' } },
  });
  expect(faults(named({}), [eur, jpy])).toEqual(['params.cost mixed_currencies']);
  expect(faults(named({ byCurrency: { JPY: 4500 } }), [eur, jpy])).toEqual([]);
});

test('members that no rule has are refused, with their path', () => {
  const parsed = v.safeParse(ruleBody, { ...rule({}), guards: { minSpent: 3 } });
  expect(parsed.success).toBe(false);
  expect(faultsOf(parsed.issues ?? [], '')).toEqual([
    { path: 'guards.minSpent', code: 'unknown_field', message: 'There is no minSpent here.' },
  ]);
});

test.each(ruleTemplates.map(({ id, rule: given, sentence }) => ({ id, given, sentence })))(
  'the template $id is a rule without a fault',
  ({ given, sentence }) => {
    const parsed = v.parse(ruleBody, {
      ...given,
      scope: { ...given.scope, accountIds: ['act_1'] },
    });
    expect(ruleFaults(parsed, [eur])).toEqual([]);
    expect(ruleSentence(parsed)).toMatch(/\.$/);
    expect(sentence).toMatch(/\.$/);
  },
);

test('a rule reads as a sentence', () => {
  expect(ruleSentence(rule({ guards: { minSpend: 90, settleDays: 2 } }))).toBe(
    'At 08:00: pause each active ad set of act_1, where cost per result of the last 7 days is above 30 (spend without results counts as above), from a spend of 90 on; the last 2 days do not count for results.',
  );
});

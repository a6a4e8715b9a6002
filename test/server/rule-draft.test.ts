import { expect, test } from 'vitest';
import { ruleFields } from '../../core/features/automations/fields.ts';
import { draftOf, ruleOf } from '../../server/dashboard/page/features/automations/draft.ts';

const fields = { success: true as const, ...ruleFields() };
const pause = { type: 'pause' };
const tell = { type: 'notify', text: 'Look at it' };
const raise = { type: 'budget', of: 'self', change: { percent: 20 } };

const actionOf = (...actions: readonly object[]) => draftOf(fields, { actions }).action;
const actionsAfter = (
  action: 'pause' | 'raise' | 'resume' | 'notify' | '',
  ...actions: readonly object[]
) =>
  ruleOf(fields, { actions }, { ...draftOf(fields, { actions }), action, amount: '15' }, [])
    .actions;

test.each([
  ['one action', [pause], 'pause'],
  ['one that also tells', [raise, tell], 'raise'],
  ['what only tells', [tell], 'notify'],
  ['two changes', [pause, raise], ''],
  ['telling first, then a change', [tell, pause], ''],
  ['what any rule paused', [{ type: 'resume', pausedBy: 'anyRule' }], ''],
  ['what it paused itself', [{ type: 'resume', pausedBy: 'thisRule' }], 'resume'],
])('a rule with %s shows no other action than its own', (_what, actions, action) => {
  expect(actionOf(...actions)).toBe(action);
});

test('an action that is chosen is the only change, and what is told stays as it was', () => {
  expect(actionsAfter('', tell, pause, raise)).toEqual([tell, pause, raise]);
  expect(actionsAfter('notify', pause, tell, raise)).toEqual([tell]);
  expect(actionsAfter('notify', pause)).toEqual([{ type: 'notify' }]);
  expect(actionsAfter('raise', tell, pause, raise)).toEqual([
    { ...raise, change: { percent: 15 } },
    tell,
  ]);
  expect(actionsAfter('resume', { type: 'resume', pausedBy: 'anyRule' })).toEqual([
    { type: 'resume', pausedBy: 'thisRule' },
  ]);
});

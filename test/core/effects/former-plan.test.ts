import { expect, test } from 'vitest';
import {
  type EffectPlan,
  effectPlanKind,
  effectsOf,
  readEffectPlan,
} from '../../../core/effects/plan.ts';
import { failure } from '../../stand-in-platform.ts';
import { COMPANY } from '../../test-service.ts';
import { createPlanFixture, PLAN } from './plan-fixture.ts';

/** A plan as version 0.1 and 0.2 kept it: what became of a step stood with the step. */
const formerPlan = (effects: readonly object[]) =>
  ({ createdAt: 1, account: 'primary:act_1', state: 'running', effects }) as unknown as EffectPlan;

const effect = (id: string, input: string, more: object) => ({
  id,
  kind: 'reply',
  input,
  attempts: 0,
  notBefore: 0,
  ...more,
});

test('a plan that the version before was cut off in is carried to its end: nothing twice, nothing lost, and what had ended stays', async () => {
  const fixture = await createPlanFixture(() => 'ok');
  // Sent by the process that died: one arrived, one did not.
  fixture.there.push({ text: 'arrived', mark: 'slipway-arrived', at: 0 });
  const doc = formerPlan([
    effect('r0', 'pending', { phase: 'pending' }),
    effect('r1', 'arrived', { phase: 'sent', sent: { mark: 'slipway-arrived', sentAt: 1 } }),
    effect('r2', 'lost', { phase: 'sent', sent: { mark: 'slipway-lost', sentAt: 1 } }),
    effect('r3', 'done', {
      phase: 'done',
      result: { text: 'done' },
      sent: { mark: 'slipway-done', sentAt: 1 },
    }),
    effect('r4', 'refused', { phase: 'failed', failure: failure('rule') }),
    effect('r5', 'doubtful', {
      phase: 'failed',
      failure: failure('transient'),
      sent: { mark: 'slipway-doubt', sentAt: 1 },
    }),
  ]);
  await fixture.store.commit([
    { kind: effectPlanKind, companyId: COMPANY, id: PLAN, expect: 'absent', doc },
  ]);
  await fixture.runToEnd();
  expect(fixture.there.map(({ text }) => text).sort()).toEqual(['arrived', 'lost', 'pending']);
  const plan = await readEffectPlan(fixture.store, COMPANY, PLAN);
  expect(plan?.doc.state).toBe('finished');
  expect(plan && effectsOf(plan.doc).map(({ phase, isOpen }) => [phase, isOpen])).toEqual([
    ['done', false],
    ['done', false],
    ['done', false],
    ['done', false],
    ['failed', false],
    ['failed', true],
  ]);
});

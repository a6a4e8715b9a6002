import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { effectPlanWrites } from '../../../core/effects/plan.ts';
import { type EffectHandlers, runEffects } from '../../../core/effects/run.ts';
import type { Store } from '../../../core/ports/store.ts';
import { createHolder, type Holder } from '../../../core/records/lease.ts';
import { createLaunchFixture } from '../../launch-fixture.ts';
import { createStandInPlatform, failure } from '../../stand-in-platform.ts';
import { COMPANY } from '../../test-service.ts';

export const PLAN = 'plan-1';

/**
 * What the platform does with one request. `lost`: carried out, but no answer. `silent`: neither.
 */
export type Answer = 'ok' | 'lost' | 'silent' | 'throttled' | 'rule';

/** A plan of replies over a platform of memory: what counts is how often each of them is there. */
export async function createPlanFixture(
  answers: (reply: string, sends: number) => Answer,
  options: { readonly lagMs?: number; readonly onFind?: () => void } = {},
) {
  const clock = createManualClock(undefined, { auto: true });
  const fixture = await createLaunchFixture({
    clock,
    platforms: () => ({ primary: createStandInPlatform(clock).platform }),
  });
  const there: { readonly text: string; readonly mark: string; readonly at: number }[] = [];
  const sends = new Map<string, number>();
  const { lagMs = 0 } = options;

  const handlers: EffectHandlers = {
    reply: ({ access }, input) => {
      const text = String(input);
      return {
        what: `the reply "${text}"`,
        times: { settleMs: 5_000, answerMs: 10_000, lagMs: 1_000 },
        prepare: async () => ({
          trace: () => [],
          refused: () => [],
          async send(mark) {
            await clock.sleep(50);
            if (access.isLeaseHeld?.() === false) throw new PlatformError(failure('throttled'));
            const count = (sends.get(text) ?? 0) + 1;
            sends.set(text, count);
            const answer = answers(text, count);
            if (answer === 'throttled' || answer === 'rule')
              throw new PlatformError(failure(answer));
            if (answer !== 'silent') there.push({ text, mark, at: clock.monotonic() });
            return answer === 'ok' ? { text, mark } : { unanswered: failure('transient') };
          },
        }),
        async find(mark) {
          options.onFind?.();
          const found = there.find(
            (each) => each.mark === mark && each.at + lagMs <= clock.monotonic(),
          );
          return found && { text: found.text, mark };
        },
      };
    },
  };

  return {
    ...fixture,
    there,
    async plan(texts: readonly string[]) {
      const effects = texts.map((text, i) => ({ id: `r${i}`, kind: 'reply', input: text }));
      await fixture.store.commit(
        effectPlanWrites(fixture.ports, {
          companyId: COMPANY,
          planId: PLAN,
          account: 'primary:act_1',
          effects,
        }),
      );
    },
    /** One run of a worker over this store. */
    run: (store: Store, holder: Holder) =>
      runEffects({ ...fixture.ports, store }, { companyId: COMPANY, planId: PLAN }, handlers, {
        holder,
        leaseMs: 1_000,
      }),
    worker: (name: string) => createHolder(clock, name),
    /** Runs it as its job would, until it has ended. */
    async runToEnd() {
      const holder = createHolder(clock, 'living');
      for (let i = 0; i < 500; i++) {
        const done = await this.run(fixture.store, holder);
        if (done === undefined) return;
        await clock.sleep(Math.max(1, done.againAt - clock.now()));
      }
      throw new Error('The plan never ended.');
    },
  };
}

import type { Access, Answer, Clock, Wire } from '../../types.ts';

const atOnce = '41021';
const attempts = 6;

/**
 * New Smart+ ads, one after the other in an ad account: TikTok refuses ads that are created at once
 * (41021), takes no key that would make a repetition harmless, and finds none by its name. So a
 * creation without an answer holds up its ad group until it is found, or until it must have shown.
 */
export interface Line {
  create(access: Access, adGroupId: string, call: () => Promise<Answer>): Promise<Answer>;
  /** What had no answer was found. */
  found(adGroupId: string): void;
}

export function createLine({
  wire,
  clock,
  settleMs,
}: {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly settleMs: number;
}): Line {
  const last = new Map<string, Promise<unknown>>();
  /** By ad group, on our monotonic clock. */
  const heldUntil = new Map<string, number>();

  async function create(adGroupId: string, call: () => Promise<Answer>): Promise<Answer> {
    const left = (heldUntil.get(adGroupId) ?? 0) - clock.monotonic();
    if (left > 0) {
      const failure = wire.fail(
        'throttled',
        'Another new ad of this ad group has no answer yet; nothing was sent.',
      );
      return { ok: false, failure: { ...failure, retryAfterMs: left }, maybeDone: false };
    }
    heldUntil.delete(adGroupId);
    const answer = await apart(call);
    if (!answer.ok && answer.maybeDone) heldUntil.set(adGroupId, clock.monotonic() + settleMs);
    return answer;
  }

  /**
   * A refusal for another one at the same moment, perhaps from elsewhere, passes after some
   * seconds.
   */
  async function apart(call: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await call();
      if (answer.ok || answer.failure.code !== atOnce || attempt === attempts) return answer;
      await clock.sleep(answer.failure.retryAfterMs ?? 0);
    }
  }

  return {
    create({ adAccountId }, adGroupId, call) {
      const mine = (last.get(adAccountId) ?? Promise.resolve()).then(() => create(adGroupId, call));
      const end = mine.then(
        () => done(),
        () => done(),
      );
      const done = () => void (last.get(adAccountId) === end && last.delete(adAccountId));
      last.set(adAccountId, end);
      return mine;
    },
    found: (adGroupId) => void heldUntil.delete(adGroupId),
  };
}

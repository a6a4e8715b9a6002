import type { Access, Answer, Clock, Wire } from '../../types.ts';

/**
 * New Smart+ ads, one after the other in an ad account: TikTok refuses ads that are created at once (41021), takes no key that
 * would make a repetition harmless, and finds none by its name. So a creation without an answer holds up its ad group until it is
 * found, or until it must have shown.
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
      const failure = wire.fail('throttled', 'Another new ad of this ad group has no answer yet; nothing was sent.');
      return { ok: false, failure: { ...failure, retryAfterMs: left }, maybeDone: false };
    }
    heldUntil.delete(adGroupId);
    const answer = await call();
    if (!answer.ok && answer.maybeDone) heldUntil.set(adGroupId, clock.monotonic() + settleMs);
    return answer;
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

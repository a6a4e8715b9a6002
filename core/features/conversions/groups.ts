import type { Work } from '../../effects/carry-on.ts';
import { pauseBefore } from '../../effects/policy.ts';
import type { Settled } from '../../effects/step.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type { ConversionsCapability, SendAnswer } from '../../ports/platform-conversions.ts';
import type { Json } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import type { Delivery } from './delivery.ts';
import { withoutData } from './failures.ts';
import { culprit, nextGroup } from './halving.ts';
import type { Sending, UncertainCause } from './records.ts';
import { allLeft, narrowed, refused, taken, uncertain, type Verdict } from './verdicts.ts';

export interface Sender {
  readonly conversions: ConversionsCapability;
  readonly access: Access;
  readonly payload: readonly Json[];
}

/** Events that leave in one request. Which ones follows from what became of the groups before. */
interface Group {
  readonly id: string;
  readonly positions: readonly number[];
  /** They left before, without an answer. `cause`: why they may not leave again. */
  readonly open: Sending | undefined;
  readonly cause: UncertainCause | undefined;
}

type GroupSettled = Settled & { readonly verdict: Verdict };

/**
 * A request that is refused for now is tried again quickly at first, then every ten minutes for a
 * day.
 */
const QUICK_ATTEMPTS = 12;
const MAX_ATTEMPTS = 150;
const MAX_THROTTLED = 200;
const SLOWER = 10;
/** Our clock and the platform's may differ: the end of its window is not used. */
const MARGIN_MS = 5 * 60_000;

/**
 * One group after the other. No platform tells whether it has an event: an unanswered group is sent
 * again while the platform counts events of one id once, and after that its events are uncertain.
 */
export function workOnGroups(
  { conversions, access, payload }: Sender,
  { clock, head, write }: Delivery,
  { isHeld, renew }: Lease,
  stopping: () => boolean,
): Work<Group, SendAnswer, GroupSettled> {
  const eventsOf = ({ positions }: Pick<Group, 'positions'>): readonly Json[] =>
    positions.map((at) => payload[at] ?? null);

  /** Undefined where the platform is sure to count them once. */
  const whyNotAgain = (sending: Sending, at: number): UncertainCause | undefined => {
    const dedupeMs = conversions.dedupeMs?.(eventsOf(sending));
    if (dedupeMs === undefined) return 'not_deduplicated';
    return at < sending.firstSentAt + dedupeMs - Math.min(MARGIN_MS, dedupeMs / 2)
      ? undefined
      : 'window_over';
  };

  const settledBy = (group: Group, answer: SendAnswer, now: number): GroupSettled => {
    const doc = head();
    const { positions, open } = group;
    if (answer.taken) return { to: 'done', verdict: taken(doc, positions, answer, payload) };
    const failure = withoutData(answer.failure, eventsOf(group));
    if (failure.class === 'invalid' || failure.class === 'rule')
      return { to: 'failed', verdict: narrowed(doc, positions, failure, answer.at) };
    const attempts = doc.attempts + 1;
    const pause = pauseBefore(doc.uploadId, attempts) * (attempts <= QUICK_ATTEMPTS ? 1 : SLOWER);
    const notBefore = now + (failure.retryAfterMs ?? pause);
    // An earlier request without an answer may have done it.
    if (doc.sending !== undefined && (answer.maybeDone || open !== undefined)) {
      const sending = { ...doc.sending, failure };
      const cause = whyNotAgain(sending, notBefore);
      if (cause !== undefined) return { to: 'failed', verdict: uncertain(doc, sending, cause) };
      return { to: 'unknown', notBefore, verdict: { attempts, notBefore, sending } };
    }
    const allowed =
      failure.class === 'throttled' ? MAX_THROTTLED : failure.retryable ? MAX_ATTEMPTS : 0;
    if (attempts >= allowed)
      return { to: 'failed', verdict: refused(doc, allLeft(doc), failure, payload) };
    return { to: 'pending', notBefore, verdict: { attempts, notBefore, sending: undefined } };
  };

  return {
    clock,
    // No group settles another.
    states: new Map(),
    // Every pause frees the worker.
    longestWaitMs: 0,
    stopping,
    isHeld,
    renew,
    next(now) {
      const doc = head();
      const { work, sending, notBefore, lastFailure, doubtedAt } = doc;
      const bad = culprit(work);
      if (bad !== undefined && lastFailure !== undefined)
        return { do: 'own', work: () => write(refused(doc, [bad], lastFailure, payload)) };
      if (notBefore > now) return { do: 'wait', until: notBefore };
      const positions = sending?.positions ?? nextGroup(work, conversions.mostEvents);
      if (positions.length === 0) return { do: 'nothing' };
      const open =
        sending ?? (doubtedAt === undefined ? undefined : { positions, firstSentAt: doubtedAt });
      const cause = open && whyNotAgain(open, now);
      return {
        do: cause === undefined ? 'send' : 'ask',
        steps: [{ id: 'group', positions, open, cause }],
      };
    },
    waveSize: 1,
    async sending(groups) {
      for (const { positions, open } of groups)
        await write({
          sending: open ?? { positions, firstSentAt: clock.now() },
          requests: head().requests + 1,
        });
      return groups;
    },
    async send(groups) {
      const { destination, testCode } = head();
      const id = destination.slice(destination.indexOf(':') + 1);
      return Promise.all(
        groups.map((group) => conversions.send(access, id, eventsOf(group), { testCode })),
      );
    },
    settle: (group, answer, now) => ({ [group.id]: settledBy(group, answer, now) }),
    find: async (groups) => groups.map(() => undefined),
    notSeen: ({ id, open, cause }) =>
      open && cause ? { [id]: { to: 'failed', verdict: uncertain(head(), open, cause) } } : {},
    cannotAsk: async () => undefined,
    async settled(outcomes) {
      for (const { verdict } of Object.values(outcomes)) await write(verdict);
    },
  };
}

import { pauseBefore } from '../../effects/policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type { ConversionsCapability, SendAnswer } from '../../ports/platform-conversions.ts';
import type { Json } from '../../ports/store.ts';
import { withoutData } from './failures.ts';
import { afterBlamed, afterRefused } from './halving.ts';
import type { Journal } from './journal.ts';
import type { Sending, UncertainCause } from './records.ts';
import { allLeft, leaveUncertain, refuse, take } from './verdicts.ts';

export interface Sender {
  readonly clock: Clock;
  readonly conversions: ConversionsCapability;
  readonly access: Access;
  readonly payload: readonly Json[];
}

/** A request that is refused for now is tried again quickly at first, then every ten minutes for a day. */
const QUICK_ATTEMPTS = 12;
const MAX_ATTEMPTS = 150;
const MAX_THROTTLED = 200;
const SLOWER = 10;
/** Our clock and the platform's may differ: the end of its window is not used. */
const MARGIN_MS = 5 * 60_000;

/** Sends a group, or one that left without an answer. Undefined when it is settled; otherwise when to try again. */
export async function sendGroup(sender: Sender, journal: Journal, group: readonly number[]): Promise<number | undefined> {
  const { clock, conversions, access, payload } = sender;
  const { sending: open, requests, testCode, destination } = journal.doc();
  const events = group.map((at) => payload[at] ?? null);
  const dedupeMs = conversions.dedupeMs?.(events);
  const cause = open && whyNotAgain(dedupeMs, open.firstSentAt, clock.now());
  if (open !== undefined && cause !== undefined) {
    await leaveUncertain(journal, open, cause);
    return undefined;
  }
  const sending = open ?? { positions: group, firstSentAt: clock.now() };
  await journal.write({ sending, requests: requests + 1 });
  const id = destination.slice(destination.indexOf(':') + 1);
  const answer = await conversions.send(access, id, events, { testCode });
  if (answer.taken) {
    await take(journal, group, answer, payload);
    return undefined;
  }
  return notTaken(sender, journal, answer, { sending, wasOpen: open !== undefined, dedupeMs });
}

/** Why events that may have arrived are not sent again; undefined where the platform is sure to count them once. */
function whyNotAgain(dedupeMs: number | undefined, firstSentAt: number, at: number): UncertainCause | undefined {
  if (dedupeMs === undefined) return 'not_deduplicated';
  return at < firstSentAt + dedupeMs - Math.min(MARGIN_MS, dedupeMs / 2) ? undefined : 'window_over';
}

async function notTaken(
  { clock, payload }: Sender,
  journal: Journal,
  { failure: said, maybeDone, at }: SendAnswer & { readonly taken: false },
  { sending, wasOpen, dedupeMs }: { readonly sending: Sending; readonly wasOpen: boolean; readonly dedupeMs: number | undefined },
): Promise<number | undefined> {
  const doc = journal.doc();
  const { positions: group } = sending;
  const failure = withoutData(
    said,
    group.map((position) => payload[position]),
  );
  if (failure.class === 'invalid' || failure.class === 'rule') {
    const blamed = at === undefined ? undefined : group[at];
    const work = blamed === undefined ? afterRefused(doc.work, group) : afterBlamed(doc.work, group, blamed);
    await journal.write({ work, lastFailure: failure, sending: undefined, attempts: 0 });
    return undefined;
  }
  const attempts = doc.attempts + 1;
  const notBefore = clock.now() + (failure.retryAfterMs ?? pauseOf(doc.uploadId, attempts));
  // An earlier request without an answer may have done it.
  if (maybeDone || wasOpen) {
    const open = { ...sending, failure };
    const cause = whyNotAgain(dedupeMs, sending.firstSentAt, notBefore);
    if (cause === undefined) await journal.write({ attempts, notBefore, sending: open });
    else await leaveUncertain(journal, open, cause);
    return cause === undefined ? notBefore : undefined;
  }
  const allowed = failure.class === 'throttled' ? MAX_THROTTLED : failure.retryable ? MAX_ATTEMPTS : 0;
  if (attempts < allowed) {
    await journal.write({ attempts, notBefore, sending: undefined });
    return notBefore;
  }
  await journal.write({ lastFailure: failure, sending: undefined });
  await refuse(journal, allLeft(journal.doc()), payload, true);
  return undefined;
}

const pauseOf = (key: string, attempts: number): number => pauseBefore(key, attempts) * (attempts <= QUICK_ATTEMPTS ? 1 : SLOWER);

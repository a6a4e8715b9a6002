import { accessAccount, whileHeld } from '../accounts/access.ts';
import { type AccountKey, accountOfKey } from '../accounts/account-key.ts';
import { offeredGroup } from '../capabilities.ts';
import { pauseBefore } from '../effects/back-off.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../errors.ts';
import type { PlatformId } from '../platforms.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { ConversionsCapability, SendAnswer } from '../ports/platform-conversions.ts';
import type { Json, Store, Stored, Write } from '../ports/store.ts';
import { type Holder, type Lease, LeaseLost } from '../records/lease.ts';
import { workUnderLease } from '../records/work-under-lease.ts';
import type { DestinationPorts } from './destinations.ts';
import { afterBlamed, afterFound, afterRefused, afterTaken, culprit, nextGroup } from './halving.ts';
import { type DeliveryRecord, deliveryKind, eventKeyKind, payloadKind, withOutcome } from './records.ts';

export interface RunPorts extends DestinationPorts {
  readonly clock: Clock;
}

export interface RunOptions {
  readonly holder: Holder;
  readonly leaseMs?: number;
  /** Turns true when the worker wants to end: what is left waits for the next. */
  readonly stopping?: () => boolean;
}

/** How often a request that was refused for now, or got no answer, is tried again. */
const MAX_ATTEMPTS = 12;
const MAX_THROTTLED = 200;
/** Where so many were bad and none was good, the rest is no better. */
const ALL_BAD = 10;
/** A clock of ours and the platform's may differ: the end of its window is not used. */
const MARGIN_MS = 5 * 60_000;
const FIRST_LOOK_MS = 60_000;
const LAST_LOOK_MS = 24 * 3_600_000;

/**
 * Sends what is left of a delivery, from wherever it stands. That a request leaves is committed before it does. What
 * was sent and not answered for is sent again while the platform counts events of one id once, and is uncertain after.
 */
export async function runConversions(outer: RunPorts, companyId: string, id: string, options: RunOptions): Promise<JobDone> {
  return workUnderLease(outer, companyId, `conversions:${id}`, options, async (lease) => {
    const ports = { ...outer, clock: lease.clock };
    const stored = await ports.store.get(deliveryKind, companyId, id);
    if (stored === undefined || stored.doc.state === 'settled') return undefined;
    const journal = openJournal(ports.store, lease, companyId, stored);
    if (journal.doc().notBefore > ports.clock.now()) return { againAt: journal.doc().notBefore };
    try {
      const { platform, access } = whileHeld(await accessAccount(ports, companyId, stored.doc.account), lease.isHeld);
      const can = offeredGroup(platform, 'conversions');
      const payload = await openPayload(ports, companyId, id);
      if (payload === undefined && allLeft(stored.doc).length > 0)
        return await giveUp(ports.clock.now(), journal, gone(platform.definition.id));
      return await carryOn(ports, journal, { conversions: can, access, payload: payload ?? [] }, options);
    } catch (error) {
      if (!(error instanceof SlipwayError) || error instanceof LeaseLost) throw error;
      return giveUp(ports.clock.now(), journal, failureOf(error, stored.doc.account));
    }
  });
}

interface Sender {
  readonly conversions: ConversionsCapability;
  readonly access: Access;
  readonly payload: readonly Json[];
}

async function openPayload({ store, secrets }: RunPorts, companyId: string, id: string): Promise<readonly Json[] | undefined> {
  const found = await store.get(payloadKind, companyId, id);
  if (found === undefined) return undefined;
  // A list of what `toWire` made.
  return JSON.parse(await secrets.open(found.doc.sealed, { companyId, use: 'conversions' })) as Json[];
}

const gone = (platform: PlatformId): PlatformFailure => ({
  ...{ platform, class: 'blocked', retryable: false, traceId: '' },
  message: 'What the events said was kept for its time and is gone.',
  fix: 'Send them again.',
});

type Journal = ReturnType<typeof openJournal>;

/** The document, rewritten under the lease. */
function openJournal(
  store: Store,
  lease: Lease,
  companyId: string,
  { id, version: first, doc: initial }: Stored<DeliveryRecord>,
) {
  let version = first;
  let doc = initial;
  const commit = async (next: DeliveryRecord, more: readonly Write[]): Promise<void> => {
    const conflict = await lease.commit([{ kind: deliveryKind, companyId, id, expect: version, doc: next }, ...more]);
    if (conflict !== undefined) throw new Error(`Another process has written the delivery ${id}.`);
    version += 1;
    doc = next;
  };
  return {
    doc: () => doc,
    write: (change: Partial<DeliveryRecord>) => commit({ ...doc, ...change }, []),
    /** The keys of events that were refused are free again: a corrected event may be sent. */
    refuse: (change: Partial<DeliveryRecord>, positions: readonly number[]) =>
      commit(
        { ...doc, ...change },
        positions.map((at): Write => ({ kind: eventKeyKind, companyId, id: doc.keys[at] ?? '', expect: 1, doc: undefined })),
      ),
    /** What is sealed goes with the last event that can be sent. */
    async settle() {
      const payload = doc.outcomes.includes('u') ? undefined : await store.get(payloadKind, companyId, id);
      const forgotten = payload && { kind: payloadKind, companyId, id, expect: payload.version, doc: undefined };
      await commit({ ...doc, state: 'settled' }, forgotten === undefined ? [] : [forgotten]);
    },
  };
}

async function carryOn(ports: RunPorts, journal: Journal, sender: Sender, options: RunOptions): Promise<JobDone> {
  const { clock } = ports;
  for (;;) {
    if (options.stopping?.()) return { againAt: clock.now() };
    const doc = journal.doc();
    const bad = culprit(doc.work);
    if (bad !== undefined) {
      await refuse(journal, [bad], sender.payload);
      continue;
    }
    const group = doc.sending?.positions ?? nextGroup(doc.work, sender.conversions.mostEvents);
    if (group.length === 0) return ended(ports, journal, sender);
    const again = await sendGroup(ports, journal, sender, group);
    if (again !== undefined) return { againAt: again };
  }
}

/** Undefined when there is an answer; otherwise when to try again. */
async function sendGroup(
  { clock }: RunPorts,
  journal: Journal,
  { conversions, access, payload }: Sender,
  group: readonly number[],
): Promise<number | undefined> {
  const before = journal.doc();
  const firstSentAt = before.sending?.firstSentAt ?? clock.now();
  const isOpen = before.sending !== undefined;
  const events = group.map((at) => payload[at] ?? null);
  const dedupeMs = conversions.dedupeMs?.(events);
  if (isOpen && !mayRepeat(dedupeMs, firstSentAt, clock.now())) {
    await leaveUncertain(journal, group);
    return undefined;
  }
  await journal.write({ sending: { positions: group, firstSentAt }, requests: before.requests + 1 });
  const { testCode, destination } = before;
  const id = destination.slice(destination.indexOf(':') + 1);
  const answer = await conversions.send(access, id, events, { testCode });
  if (answer.taken) {
    await take(journal, group, answer, payload);
    return undefined;
  }
  return refused(clock.now(), journal, dedupeMs, group, answer, isOpen, payload);
}

/** Whether the platform is sure to count it once. */
const mayRepeat = (dedupeMs: number | undefined, firstSentAt: number, now: number): boolean =>
  dedupeMs !== undefined && now < firstSentAt + dedupeMs - Math.min(MARGIN_MS, dedupeMs / 2);

async function take(
  journal: Journal,
  group: readonly number[],
  { refused: failures = [], receipt, isUncounted }: SendAnswer & { readonly taken: true },
  payload: readonly Json[],
): Promise<void> {
  const doc = journal.doc();
  const bad = group.filter((_, place) => failures[place] !== undefined);
  const good = group.filter((_, place) => failures[place] === undefined);
  const arrived = withOutcome(doc.outcomes, good, receipt === undefined && !isUncounted ? 'c' : 's');
  const told = group.flatMap((at, place) => {
    const failure = failures[place];
    return failure === undefined ? [] : [{ at, failure: withoutData(failure, payload[at]) }];
  });
  await journal.refuse(
    {
      outcomes: withOutcome(arrived, bad, 'r'),
      failures: [...doc.failures, ...told],
      work: afterTaken(doc.work, group),
      ...(receipt !== undefined && { receipts: [...(doc.receipts ?? []), { receipt, positions: good }] }),
      ...{ sending: undefined, attempts: 0, notBefore: 0 },
    },
    bad,
  );
}

/** What a refusal means for the events of the request. Undefined when it is settled; otherwise when to try again. */
async function refused(
  now: number,
  journal: Journal,
  dedupeMs: number | undefined,
  group: readonly number[],
  { failure, maybeDone, at }: SendAnswer & { readonly taken: false },
  wasOpen: boolean,
  payload: readonly Json[],
): Promise<number | undefined> {
  const doc = journal.doc();
  const lastFailure = withoutData(failure, group.length === 1 ? payload[group[0] ?? 0] : undefined);
  if (failure.class === 'invalid' || failure.class === 'rule') {
    const blamed = at === undefined ? undefined : group[at];
    const work = blamed === undefined ? afterRefused(doc.work, group) : afterBlamed(doc.work, group, blamed);
    await journal.write({ work, lastFailure, sending: undefined, attempts: 0 });
    return undefined;
  }
  const attempts = doc.attempts + 1;
  // Whatever this request did not do, an earlier one without an answer may have done.
  const isOpen = maybeDone || wasOpen;
  const allowed = failure.class === 'throttled' ? MAX_THROTTLED : failure.retryable ? MAX_ATTEMPTS : 0;
  const notBefore = now + (failure.retryAfterMs ?? pauseBefore(doc.uploadId, attempts));
  if (attempts < allowed && (!isOpen || mayRepeat(dedupeMs, doc.sending?.firstSentAt ?? now, notBefore))) {
    await journal.write({ attempts, notBefore, lastFailure, ...(!isOpen && { sending: undefined }) });
    return notBefore;
  }
  if (isOpen) {
    await journal.write({ lastFailure });
    await leaveUncertain(journal, group);
    return undefined;
  }
  await journal.write({ lastFailure, sending: undefined });
  await refuse(journal, allLeft(journal.doc()), payload, true);
  return undefined;
}

const allLeft = ({ work }: DeliveryRecord): readonly number[] => [...(work.suspect ?? []), ...work.rest];

/** Refuses events for the reason the platform gave last. */
async function refuse(
  journal: Journal,
  positions: readonly number[],
  payload: readonly Json[],
  isEverything = false,
): Promise<void> {
  const doc = journal.doc();
  const { lastFailure: failure } = doc;
  if (failure === undefined) throw new Error('Events are refused for a reason.');
  const found = afterFound(doc.work);
  // One after the other was bad and nothing ever arrived: what is left would be refused one by one.
  const isHopeless = found.found >= ALL_BAD && !/[sc]/.test(doc.outcomes);
  const all = isHopeless ? [...positions, ...found.rest] : positions;
  await journal.refuse(
    {
      outcomes: withOutcome(doc.outcomes, all, 'r'),
      failures: [...doc.failures, ...all.map((at) => ({ at, failure: withoutData(failure, payload[at]) }))],
      work: isEverything || isHopeless ? { rest: [], found: found.found } : found,
      ...{ attempts: 0, notBefore: 0 },
    },
    all,
  );
}

/** Nobody knows whether they arrived, and a repetition might be counted twice. Their keys stay taken. */
async function leaveUncertain(journal: Journal, group: readonly number[]): Promise<void> {
  const doc = journal.doc();
  const told = doc.lastFailure === undefined ? [] : group.map((at) => ({ at, failure: doc.lastFailure as PlatformFailure }));
  await journal.write({
    outcomes: withOutcome(doc.outcomes, group, 'u'),
    failures: [...doc.failures, ...told],
    work: afterTaken(doc.work, group),
    ...{ sending: undefined, attempts: 0, notBefore: 0 },
  });
}

/** All was sent: what the platform said it would tell later is asked for. */
async function ended({ clock }: RunPorts, journal: Journal, { conversions, access }: Sender): Promise<JobDone> {
  const { receipts = [], createdAt, attempts } = journal.doc();
  const open: { readonly receipt: string; readonly positions: readonly number[] }[] = [];
  for (const each of receipts) {
    const outcome = (await conversions.outcome?.(access, each.receipt).catch(passing)) ?? { state: 'done', partial: true };
    if (outcome.state === 'processing') open.push(each);
    else if (outcome.state === 'done') {
      if (!outcome.partial) await journal.write({ outcomes: withOutcome(journal.doc().outcomes, each.positions, 'c') });
    } else await refuseReceipt(journal, each.positions, outcome.failure);
  }
  const age = clock.now() - createdAt;
  if (open.length === 0 || age >= LAST_LOOK_MS) {
    await journal.settle();
    return undefined;
  }
  const notBefore = clock.now() + Math.max(FIRST_LOOK_MS, Math.min(age, 3_600_000));
  await journal.write({ receipts: open, notBefore, attempts: attempts + 1 });
  return { againAt: notBefore };
}

const passing = (error: unknown): { readonly state: 'processing' } => {
  if (error instanceof PlatformError && error.failure.retryable) return { state: 'processing' };
  throw error;
};

const refuseReceipt = (journal: Journal, positions: readonly number[], failure: PlatformFailure): Promise<void> => {
  const doc = journal.doc();
  return journal.refuse(
    {
      outcomes: withOutcome(doc.outcomes, positions, 'r'),
      failures: [...doc.failures, ...positions.map((at) => ({ at, failure }))],
    },
    positions,
  );
};

/** The account or its connection is gone, or nothing can be opened: what has not left never will. */
async function giveUp(now: number, journal: Journal, failure: PlatformFailure): Promise<JobDone> {
  const doc = journal.doc();
  if (doc.sending !== undefined) await leaveUncertain(journal, doc.sending.positions);
  if (failure.retryable) {
    const notBefore = now + pauseBefore(doc.uploadId, doc.attempts + 1);
    await journal.write({ notBefore, attempts: doc.attempts + 1 });
    if (doc.attempts < MAX_ATTEMPTS) return { againAt: notBefore };
  }
  await journal.write({ lastFailure: failure });
  const left = allLeft(journal.doc());
  if (left.length > 0) await refuse(journal, left, [], true);
  await journal.settle();
  return undefined;
}

/** The platform's words without anything that stands in the event: they are kept and shown. */
function withoutData(failure: PlatformFailure, payload: Json | undefined): PlatformFailure {
  const texts = payload === undefined || payload === null ? [] : leaves(payload).filter((text) => text.length >= 4);
  const message = texts.reduce((said, text) => said.split(text).join('…'), failure.message);
  return { ...failure, message };
}

function leaves(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: Json | undefined) => (each === undefined ? [] : leaves(each)));
}

function failureOf(error: SlipwayError, account: AccountKey): PlatformFailure {
  if (error instanceof PlatformError) return error.failure;
  const retryable = error.code === 'unavailable';
  return {
    platform: accountOfKey(account).platform,
    class: 'blocked',
    message: error.message,
    fix: 'Connect the platform again.',
    retryable,
    traceId: '',
  };
}

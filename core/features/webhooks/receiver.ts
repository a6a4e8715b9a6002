import type { Clock } from '../../ports/clock.ts';
import { kind, type Store, type Stored } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';

/** How the address of a webhook has behaved lately. There is one only while it fails; its id is the webhook's. */
export interface ReceiverRecord {
  /** In a row, over all deliveries. */
  readonly failures: number;
  readonly since: number;
  readonly lastAnswer: string;
  /** From the last of too many failures on: nothing is sent before this, and then one delivery alone. */
  readonly probeAt?: number;
}

export const receiverKind = kind<ReceiverRecord>('webhook-receiver');

/** After so many failures in a row deliveries are held back. */
const MOST_FAILURES = 5;
/** Until the first probe; twice as long after each that fails. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** A probe that has not come back by then does not count: its worker is gone. */
const PROBE_MS = 30_000;

interface ReceiverPorts {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Whether a delivery may be sent to this webhook now; if not, until when it is held back. A receiver that keeps failing
 * is asked by one delivery at a time, so that it takes no place from those that answer.
 */
export async function mayDeliver({ store, clock }: ReceiverPorts, companyId: string, webhookId: string): Promise<true | number> {
  const receiver = await store.get(receiverKind, companyId, webhookId);
  const probeAt = receiver?.doc.probeAt;
  if (receiver === undefined || probeAt === undefined) return true;
  const now = clock.now();
  // A clock that was put back must not hold anything back for longer.
  if (now < probeAt && probeAt - now <= LONGEST_PAUSE_MS) return probeAt;
  // Whoever moves the time on is the one who asks.
  const doc: ReceiverRecord = { ...receiver.doc, probeAt: now + PROBE_MS };
  const conflict = await store.commit([{ kind: receiverKind, companyId, id: webhookId, expect: receiver.version, doc }]);
  return conflict === undefined || now + PROBE_MS;
}

/** The receiver took a delivery: whatever it failed before is forgotten. */
export async function noteReceived({ store }: ReceiverPorts, companyId: string, webhookId: string): Promise<void> {
  await changeDocument(store, receiverKind, companyId, webhookId, () => ({ doc: undefined }));
}

export async function noteFailed(
  { store, clock }: ReceiverPorts,
  companyId: string,
  webhookId: string,
  lastAnswer: string,
): Promise<void> {
  await changeDocument(store, receiverKind, companyId, webhookId, (current) => {
    const now = clock.now();
    const failures = (current?.doc.failures ?? 0) + 1;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - MOST_FAILURES));
    return {
      doc: {
        failures,
        since: current?.doc.since ?? now,
        lastAnswer,
        ...(failures >= MOST_FAILURES && { probeAt: now + pause }),
      },
    };
  });
}

/** As it is shown with its webhook. */
export function shownReceiver(receiver: Stored<ReceiverRecord> | undefined) {
  if (receiver === undefined) return { state: 'ok' as const, failures: 0, since: null, nextAttemptAt: null, lastAnswer: null };
  const { failures, since, lastAnswer, probeAt } = receiver.doc;
  return {
    state: probeAt === undefined ? ('failing' as const) : ('held_back' as const),
    failures,
    since: new Date(since).toISOString(),
    nextAttemptAt: probeAt === undefined ? null : new Date(probeAt).toISOString(),
    lastAnswer,
  };
}

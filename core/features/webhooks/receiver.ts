import type { ServicePorts } from '../../operations/ports.ts';
import { kind, type Stored } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';

/** The failures of a webhook's address. Kept while it fails, under the id of the webhook. */
export interface ReceiverRecord {
  /** In a row, over all deliveries. */
  readonly failures: number;
  readonly since: number;
  readonly lastAnswer: string;
  /** After too many failures: nothing is sent before this, and then one delivery alone. */
  readonly probeAt?: number;
}

export const receiverKind = kind<ReceiverRecord>('webhook-receiver');

/** In a row: then deliveries are held back. */
const MOST_FAILURES = 5;
/** Until the first probe; twice as long after each that fails. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** A probe that has not come back by then is lost: its worker is gone. */
const PROBE_MS = 30_000;

type ReceiverPorts = Pick<ServicePorts, 'store' | 'clock'>;

/**
 * Whether a delivery may be sent to this webhook now; if not, until when it is held back. A
 * receiver that keeps failing gets one delivery at a time, so that it takes no place from those
 * that answer.
 */
export async function mayDeliver(
  { store, clock }: ReceiverPorts,
  companyId: string,
  webhookId: string,
): Promise<true | number> {
  const receiver = await store.get(receiverKind, companyId, webhookId);
  const probeAt = receiver?.doc.probeAt;
  if (receiver === undefined || probeAt === undefined) return true;
  const now = clock.now();
  // A clock that was put back must not hold deliveries back for longer.
  if (now < probeAt && probeAt - now <= LONGEST_PAUSE_MS) return probeAt;
  // The process that moves the time on is the one that asks.
  const doc: ReceiverRecord = { ...receiver.doc, probeAt: now + PROBE_MS };
  const conflict = await store.commit([
    { kind: receiverKind, companyId, id: webhookId, expect: receiver.version, doc },
  ]);
  return conflict === undefined || now + PROBE_MS;
}

export async function noteReceived(
  { store }: ReceiverPorts,
  companyId: string,
  webhookId: string,
): Promise<void> {
  await changeDocument(store, receiverKind, {
    companyId,
    id: webhookId,
    change: () => ({ doc: undefined }),
  });
}

export async function noteFailed(
  { store, clock }: ReceiverPorts,
  companyId: string,
  webhookId: string,
  lastAnswer: string,
): Promise<void> {
  await changeDocument(store, receiverKind, {
    companyId,
    id: webhookId,
    change: (current) => {
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
    },
  });
}

export function shownReceiver(receiver: Stored<ReceiverRecord> | undefined) {
  if (receiver === undefined)
    return {
      state: 'ok' as const,
      failures: 0,
      since: null,
      nextAttemptAt: null,
      lastAnswer: null,
    };
  const { failures, since, lastAnswer, probeAt } = receiver.doc;
  return {
    state: probeAt === undefined ? ('failing' as const) : ('held_back' as const),
    failures,
    since: new Date(since).toISOString(),
    nextAttemptAt: probeAt === undefined ? null : new Date(probeAt).toISOString(),
    lastAnswer,
  };
}

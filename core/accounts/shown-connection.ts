import { isoTime } from '../base/time/days.ts';
import type { ConnectionRecord, EndNotice, TestRecord } from './records.ts';
import type { Connection } from './schema.ts';

const DAY_MS = 86_400_000;

/** Undefined while the end is far. */
export function noticeOf(endsAt: number | undefined, now: number): EndNotice | undefined {
  if (endsAt === undefined || endsAt - now > 7 * DAY_MS) return undefined;
  if (endsAt <= now) return 'ended';
  return endsAt - now > DAY_MS ? 'week' : 'day';
}

export function shownConnection(now: number, id: string, doc: ConnectionRecord): Omit<Connection, 'adAccounts'>;
export function shownConnection(now: number, id: string, doc: ConnectionRecord, adAccounts: number): Connection;
export function shownConnection(now: number, id: string, doc: ConnectionRecord, adAccounts?: number) {
  return {
    id,
    platform: doc.platform,
    name: doc.name,
    createdAt: new Date(doc.createdAt).toISOString(),
    ...(adAccounts !== undefined && { adAccounts }),
    state: stateOf(doc, now),
    expiresAt: isoTime(doc.endsAt),
    lastTest: shownTest(doc.tested),
  };
}

const shownTest = (tested: TestRecord | undefined): Connection['lastTest'] =>
  tested === undefined
    ? null
    : { at: new Date(tested.at).toISOString(), ok: tested.problem === undefined, problem: tested.problem ?? null };

function stateOf({ endsAt, refusedAt, tested }: ConnectionRecord, now: number): Connection['state'] {
  const notice = noticeOf(endsAt, now);
  if (notice === 'ended') return 'expired';
  if (tested?.isDead) return 'dead';
  if (refusedAt !== undefined) return 'refused';
  return notice === undefined ? 'ok' : 'expiring';
}

import type { Caller } from '../../access/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { type Forgotten, forgetExpired } from '../../records/expired.ts';
import { isAdmin, shownKinds } from './choices.ts';
import { NOTIFICATION_KEPT_MS, notificationKind, readerKind } from './records.ts';
import type { Notification } from './schema.ts';

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
}

/** So many are looked at: what lies further back is dealt with on the pages of its own. */
const LATEST = 200;

/** The latest notifications that a caller sees and wants, the newest first. */
export async function listNotifications({ store }: Pick<Ports, 'store'>, caller: Caller): Promise<readonly Notification[]> {
  const { companyId, keyId } = caller;
  const reader = (await store.get(readerKind, companyId, keyId))?.doc;
  const kinds = shownKinds(reader, isAdmin(caller));
  const order = { by: 'at', direction: 'desc' } as const;
  const { items } = await store.find(notificationKind, companyId, { order, limit: LATEST });
  return items
    .filter(({ doc }) => kinds.includes(doc.kind))
    .map(({ id, doc: { kind, at, title, text, link } }) => ({
      ...{ id, kind, at: new Date(at).toISOString(), title, text, link },
      unread: at > (reader?.seenUntil ?? 0),
    }));
}

export const unreadOf = (all: readonly Notification[]): number => all.filter(({ unread }) => unread).length;

/** Everything until a moment counts as seen by the caller; what was seen before stays so. */
export async function markSeen(ports: Ports, caller: Caller, until: string | undefined) {
  const { companyId, keyId } = caller;
  const asked = Math.min(ports.clock.now(), until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until));
  let seenUntil = asked;
  await changeDocument(ports.store, readerKind, companyId, keyId, (current) => {
    seenUntil = Math.max(current?.doc.seenUntil ?? 0, asked);
    return { doc: { ...current?.doc, seenUntil } };
  });
  const unread = unreadOf(await listNotifications(ports, caller));
  return { unread, seenUntil: new Date(seenUntil).toISOString() };
}

/** Forgets some of those that lie far back. */
export const forgetNotifications = ({ store, clock }: Ports, companyId: string): Promise<Forgotten> =>
  forgetExpired(store, notificationKind, companyId, { by: 'at', before: clock.now() - NOTIFICATION_KEPT_MS });

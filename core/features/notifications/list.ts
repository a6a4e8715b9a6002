import type { Caller } from '../../access/caller.ts';
import type { Listener } from '../../events/events.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { changeDocument } from '../../records/change.ts';
import { type Forgotten, forgetExpired } from '../../records/expired.ts';
import { jobWrite } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { isAdmin, isMailedByDefault, shownKinds } from './choices.ts';
import {
  NOTIFICATION_KEPT_MS,
  NOTIFICATION_QUEUE,
  type NotificationRecord,
  notificationKind,
  readerKind,
} from './records.ts';
import type { Notification } from './schema.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock' | 'events'>;

const LATEST = 200;
const MOST_LETTERS = 500;

export const notificationListener = ({ store }: Pick<Ports, 'store'>): Listener => ({
  async writes(companyId, { id, at, news }) {
    if (news === undefined) return [];
    const doc: NotificationRecord = { ...news, text: news.text.slice(0, MOST_LETTERS), at };
    const isMailed =
      isMailedByDefault(news.kind) ||
      (await allOf(store, readerKind, companyId)).some((reader) =>
        reader.doc.email?.includes(news.kind),
      );
    return [
      { kind: notificationKind, companyId, id, expect: 'absent', doc },
      ...(isMailed ? [jobWrite(NOTIFICATION_QUEUE, companyId, { subject: id, now: at })] : []),
    ];
  },
  wants: async (companyId) => (await store.count(readerKind, companyId)) > 0,
});

export async function listNotifications(
  { store, events }: Pick<Ports, 'store' | 'events'>,
  caller: Caller,
): Promise<readonly Notification[]> {
  const { companyId, keyId } = caller;
  const reader = (await store.get(readerKind, companyId, keyId))?.doc;
  const kinds = shownKinds(reader, isAdmin(caller));
  const order = { by: 'at', direction: 'desc' } as const;
  const { items } = await store.find(notificationKind, companyId, { order, limit: LATEST });
  const wanted = items.filter(({ doc }) => kinds.includes(doc.kind));
  // What waited and was decided since, at any door, or ended by itself, waits no more.
  const over = await Promise.all(
    wanted.map(
      async ({ id, doc }) =>
        doc.kind === 'approval.waits' && (await events.isOver?.(companyId, id)) === true,
    ),
  );
  return wanted
    .filter((_, at) => over[at] !== true)
    .map(({ id, doc: { kind, at, title, text, link } }) => ({
      id,
      kind,
      at: new Date(at).toISOString(),
      title,
      text,
      link,
      unread: at > (reader?.seenUntil ?? 0),
    }));
}

export const unreadOf = (all: readonly Notification[]) => all.filter(({ unread }) => unread).length;

export async function markSeen(ports: Ports, caller: Caller, until: string | undefined) {
  const { companyId, keyId } = caller;
  const asked = Math.min(
    ports.clock.now(),
    until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
  );
  let seenUntil = asked;
  await changeDocument(ports.store, readerKind, {
    companyId,
    id: keyId,
    change: (current) => {
      seenUntil = Math.max(current?.doc.seenUntil ?? 0, asked);
      return { doc: { ...current?.doc, seenUntil } };
    },
  });
  const unread = unreadOf(await listNotifications(ports, caller));
  return { unread, seenUntil: new Date(seenUntil).toISOString() };
}

export const forgetNotifications = (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  companyId: string,
): Promise<Forgotten> =>
  forgetExpired(store, notificationKind, companyId, {
    by: 'at',
    before: clock.now() - NOTIFICATION_KEPT_MS,
  });

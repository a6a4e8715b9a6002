import type { Store, Write } from '../../ports/store.ts';
import { jobWrite } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { isMailedByDefault } from './choices.ts';
import { NOTIFICATION_QUEUE, type NotificationRecord, notificationKind, readerKind } from './records.ts';

/** What is to be told. `text` may be long: it is cut. */
export type News = Omit<NotificationRecord, 'at' | 'isMailed'>;

const MOST_LETTERS = 500;

/**
 * Tells the people of a company. The writes go into the commit that makes it true, beside those of webhooks
 * (core/features/webhooks/deliver.ts); `eventId` is the same if that commit has to be tried again.
 */
export async function tellWrites(
  store: Store,
  companyId: string,
  eventId: string,
  news: News,
  now: number,
): Promise<readonly Write[]> {
  const { kind, text } = news;
  const doc: NotificationRecord = { ...news, text: text.slice(0, MOST_LETTERS), at: now };
  const wanted =
    isMailedByDefault(kind) || (await allOf(store, readerKind, companyId)).some((reader) => reader.doc.email?.includes(kind));
  return [
    { kind: notificationKind, companyId, id: eventId, expect: 'absent', doc },
    ...(wanted ? [jobWrite(NOTIFICATION_QUEUE, companyId, eventId, now)] : []),
  ];
}

/** The same by itself, for what is found out and not done. Once for each event, however often it is found. */
export async function tell(store: Store, companyId: string, eventId: string, news: News, now: number): Promise<void> {
  if ((await store.get(notificationKind, companyId, eventId)) !== undefined) return;
  await store.commit([...(await tellWrites(store, companyId, eventId, news, now))]);
}

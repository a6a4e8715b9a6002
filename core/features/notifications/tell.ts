import type { Listener } from '../../events/events.ts';
import type { Store } from '../../ports/store.ts';
import { jobWrite } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { isMailedByDefault } from './choices.ts';
import { NOTIFICATION_QUEUE, type NotificationRecord, notificationKind, readerKind } from './records.ts';

const MOST_LETTERS = 500;

/** Keeps the news of events for the people of a company, and has it mailed where a reader asked for that. */
export const notificationListener = ({ store }: { readonly store: Store }): Listener => ({
  async writes(companyId, { id, at, news }) {
    if (news === undefined) return [];
    const doc: NotificationRecord = { ...news, text: news.text.slice(0, MOST_LETTERS), at };
    const isMailed =
      isMailedByDefault(news.kind) ||
      (await allOf(store, readerKind, companyId)).some((reader) => reader.doc.email?.includes(news.kind));
    return [
      { kind: notificationKind, companyId, id, expect: 'absent', doc },
      ...(isMailed ? [jobWrite(NOTIFICATION_QUEUE, companyId, id, at)] : []),
    ];
  },
  wants: async (companyId) => (await store.count(readerKind, companyId)) > 0,
});

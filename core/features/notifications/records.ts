import type { News, NewsKind } from '../../events/events.ts';
import { kind } from '../../ports/store.ts';

/** Something that happened and that people want to know. Its id is that of the event, so that it is told once. */
export interface NotificationRecord extends News {
  readonly at: number;
  /** It was handed to the mail server, or is about to be. */
  readonly isMailed?: true;
}

export const notificationKind = kind<NotificationRecord>('notification', { at: 'number' });

/** What a person, or whoever holds a key, has seen and wants to be told. Its id is that of the person or the key. */
export interface ReaderRecord {
  readonly seenUntil: number;
  /** Absent: everything. */
  readonly page?: readonly NewsKind[];
  /** Absent: what is mailed unless somebody says otherwise. */
  readonly email?: readonly NewsKind[];
}

export const readerKind = kind<ReaderRecord>('notification-reader');

/** How long they are kept. */
export const NOTIFICATION_KEPT_MS = 30 * 86_400_000;

export const NOTIFICATION_QUEUE = 'notification-mail';

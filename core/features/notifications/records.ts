import type { News, NewsKind } from '../../events/events.ts';
import { kind } from '../../ports/store.ts';

/** Its id is that of the event, so that it is told once. */
export interface NotificationRecord extends News {
  readonly at: number;
  readonly isMailed?: true;
}

export const notificationKind = kind<NotificationRecord>('notification', { at: 'number' });

/**
 * What a person or the holder of a key has seen and wants to see. Its id is that of the person or
 * the key.
 */
export interface ReaderRecord {
  readonly seenUntil: number;
  readonly page?: readonly NewsKind[];
  readonly email?: readonly NewsKind[];
}

export const readerKind = kind<ReaderRecord>('notification-reader');

export const NOTIFICATION_KEPT_MS = 30 * 86_400_000;

export const NOTIFICATION_QUEUE = 'notification-mail';

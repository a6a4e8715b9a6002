import type { EventName } from '../../events/events.ts';
import { kind } from '../../ports/store.ts';

export interface WebhookRecord {
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly sealedSecret: string;
  /** The secret before a rotation: deliveries are signed with it too until then. */
  readonly former?: { readonly sealedSecret: string; readonly until: number };
  readonly createdAt: number;
}

export const webhookKind = kind<WebhookRecord>('webhook', { createdAt: 'number' });

/** One event on its way to one webhook. Kept afterwards as the log of deliveries. */
export interface DeliveryRecord {
  readonly webhookId: string;
  readonly event: EventName;
  /** The same for every webhook and every attempt: receivers tell repetitions by it. */
  readonly eventId: string;
  readonly createdAt: number;
  readonly status: 'waiting' | 'delivered' | 'given_up';
  readonly attempts: number;
  readonly nextAttemptAt?: number;
  readonly deliveredAt?: number;
  /** What the last attempt met, in a few words. */
  readonly lastAnswer?: string;
  readonly data: object;
}

export const deliveryKind = kind<DeliveryRecord>('webhook-delivery', { webhookId: 'string', createdAt: 'number' });

/** How long the log goes back. The last attempt is long over by then. */
export const DELIVERY_KEPT_MS = 30 * 86_400_000;

export const WEBHOOK_QUEUE = 'webhook';

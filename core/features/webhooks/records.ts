import { kind } from '../../ports/store.ts';

export interface WebhookRecord {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedSecret: string;
  /** The secret before a rotation: it signs deliveries too, until then. */
  readonly former?: { readonly sealedSecret: string; readonly until: number };
  readonly createdAt: number;
}

export const webhookKind = kind<WebhookRecord>('webhook', { createdAt: 'number' });

export interface DeliveryRecord {
  readonly webhookId: string;
  readonly event: string;
  /** The same for every webhook and attempt: receivers tell repetitions by it. */
  readonly eventId: string;
  readonly createdAt: number;
  readonly status: 'waiting' | 'delivered' | 'given_up';
  readonly attempts: number;
  readonly nextAttemptAt?: number;
  readonly deliveredAt?: number;
  readonly lastAnswer?: string;
  readonly data: object;
}

export const deliveryKind = kind<DeliveryRecord>('webhook-delivery', {
  webhookId: 'string',
  createdAt: 'number',
});

export const WEBHOOK_QUEUE = 'webhook';

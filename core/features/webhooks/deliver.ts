import type { Listener } from '../../events/events.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Store, Write } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { type Forgotten, forgetExpired } from '../../records/expired.ts';
import { jobWrite } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { mayDeliver, noteFailed, noteReceived } from './receiver.ts';
import {
  type DeliveryRecord,
  deliveryKind,
  WEBHOOK_QUEUE,
  type WebhookRecord,
  webhookKind,
} from './records.ts';

export const webhookListener = ({ store }: { readonly store: Store }): Listener => ({
  async writes(companyId, { id: eventId, at, call }) {
    if (call === undefined) return [];
    const { name: event, data, only } = call;
    const webhooks = await allOf(store, webhookKind, companyId);
    return webhooks
      .filter(
        ({ id, doc }) => doc.events.includes(event) && (only === undefined || only.includes(id)),
      )
      .flatMap(({ id: webhookId }): readonly Write[] => {
        const id = `${eventId}:${webhookId}`;
        const times = { createdAt: at, nextAttemptAt: at };
        const doc: DeliveryRecord = {
          webhookId,
          event,
          eventId,
          data,
          ...times,
          status: 'waiting',
          attempts: 0,
        };
        return [
          { kind: deliveryKind, companyId, id, expect: 'absent', doc },
          jobWrite(WEBHOOK_QUEUE, companyId, { subject: id, now: at, uses: [webhookId] }),
        ];
      });
  },
  has: async (companyId, id) => (await store.get(webhookKind, companyId, id)) !== undefined,
  wants: async (companyId, name) =>
    (await allOf(store, webhookKind, companyId)).some(({ doc }) =>
      doc.events.some((event) => event === name),
    ),
});

/** 10 s, 30 s, 1.5 min … 24 h: about two days in all. */
const PAUSES_MS = [10, 30, 90, 300, 900, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, 24 * 3_600].map(
  (seconds) => seconds * 1000,
);
/** A delivery that was held back this long, because its receiver kept failing, is given up. */
const LONGEST_MS = 48 * 3_600_000;

type SendPorts = Pick<ServicePorts, 'clock' | 'secrets' | 'outbound'>;
type DeliverPorts = SendPorts & Pick<ServicePorts, 'store' | 'log'>;

/**
 * Makes one attempt, unless the receiver keeps failing: then the delivery is held back, which is no
 * attempt. A receiver that answered while the process died is called again with the same event id.
 * Statuses from 200 to 299 count as received.
 */
export async function runDelivery(
  ports: DeliverPorts,
  companyId: string,
  deliveryId: string,
): Promise<JobDone> {
  const { store, clock } = ports;
  const delivery = await store.get(deliveryKind, companyId, deliveryId);
  if (delivery === undefined || delivery.doc.status !== 'waiting') return undefined;
  const { doc } = delivery;
  const webhook = await store.get(webhookKind, companyId, doc.webhookId);
  if (webhook === undefined)
    return write({ ...doc, status: 'given_up' as const, lastAnswer: 'The webhook was deleted.' });

  const may = await mayDeliver(ports, companyId, doc.webhookId);
  if (may !== true) {
    if (clock.now() - doc.createdAt < LONGEST_MS) return { againAt: may };
    return giveUp({
      ...doc,
      lastAnswer: `${doc.lastAnswer ?? 'Not sent.'} The receiver kept failing for two days.`,
    });
  }

  const { isReceived, answered } = await sendTo(ports, companyId, webhook.doc, doc);
  const { nextAttemptAt: _, ...rest } = doc;
  const attempts = doc.attempts + 1;
  if (isReceived) {
    await noteReceived(ports, companyId, doc.webhookId);
    ports.log.debug('webhook.delivered', { companyId, deliveryId, attempts });
    return write({
      ...rest,
      attempts,
      status: 'delivered',
      deliveredAt: clock.now(),
      lastAnswer: answered,
    });
  }
  await noteFailed(ports, companyId, doc.webhookId, answered);
  const pause = PAUSES_MS[doc.attempts];
  if (pause === undefined) return giveUp({ ...rest, attempts, lastAnswer: answered });
  const againAt = clock.now() + pause;
  await write({ ...rest, attempts, nextAttemptAt: againAt, lastAnswer: answered });
  return { againAt };

  async function giveUp({ nextAttemptAt: _next, ...last }: DeliveryRecord): Promise<undefined> {
    ports.log.warn('webhook.given_up', { companyId, deliveryId, attempts: last.attempts });
    return write({ ...last, status: 'given_up' });
  }

  async function write(next: DeliveryRecord): Promise<undefined> {
    await store.commit([
      {
        kind: deliveryKind,
        companyId,
        id: deliveryId,
        expect: delivery?.version ?? 'absent',
        doc: next,
      },
    ]);
    return undefined;
  }
}

interface SentEvent extends Pick<DeliveryRecord, 'eventId' | 'createdAt' | 'data'> {
  readonly event: string;
}

/** One POST. Never rejects for what the receiver does. */
export async function sendTo(
  ports: SendPorts,
  companyId: string,
  webhook: WebhookRecord,
  sent: SentEvent,
) {
  const { eventId: id, event, createdAt, data } = sent;
  const body = JSON.stringify({ id, event, createdAt: new Date(createdAt).toISOString(), data });
  const secrets = await secretsOf(ports, companyId, webhook);
  const result = await ports.outbound.post(
    webhook.url,
    await headersFor(ports, secrets, sent, body),
    body,
  );
  return {
    isReceived: result.ok && result.status >= 200 && result.status < 300,
    status: result.ok ? result.status : null,
    answered: result.ok ? `Status ${result.status}` : result.message,
  };
}

export async function dropDelivery(
  { store }: { readonly store: Store },
  companyId: string,
  id: string,
): Promise<undefined> {
  await changeKept(store, deliveryKind, {
    companyId,
    id,
    change(delivery) {
      if (delivery.status !== 'waiting') return delivery;
      const { nextAttemptAt: _next, ...doc } = delivery;
      return {
        ...doc,
        status: 'given_up' as const,
        lastAnswer: 'Dropped by the operator of the service.',
      };
    },
  });
}

/** How long the log goes back. The last attempt is long over by then. */
const KEPT_DAYS = 30;

export const forgetDeliveries = (
  { store, clock, retention }: Pick<ServicePorts, 'store' | 'clock' | 'retention'>,
  companyId: string,
): Promise<Forgotten> => {
  const before = clock.now() - (retention?.deliveries ?? KEPT_DAYS) * 86_400_000;
  return forgetExpired(store, deliveryKind, companyId, { by: 'createdAt', before });
};

/** For a time after a rotation also the former one. */
async function secretsOf(
  { clock, secrets }: Pick<DeliverPorts, 'clock' | 'secrets'>,
  companyId: string,
  { sealedSecret, former }: WebhookRecord,
): Promise<readonly string[]> {
  const sealed = [
    sealedSecret,
    ...(former !== undefined && former.until > clock.now() ? [former.sealedSecret] : []),
  ];
  return Promise.all(sealed.map((text) => secrets.open(text, { companyId, use: 'webhook' })));
}

/**
 * `Slipway-Signature: t=<unix seconds>,v1=<HMAC-SHA-256 of "<t>.<body>" with the webhook's secret>`,
 * one `v1` for each secret.
 */
async function headersFor(
  ports: Pick<DeliverPorts, 'clock' | 'secrets'>,
  signing: readonly string[],
  { event, eventId }: SentEvent,
  body: string,
) {
  const seconds = Math.floor(ports.clock.now() / 1000);
  const signatures = await Promise.all(
    signing.map((secret) => ports.secrets.hmacSha256(secret, `${seconds}.${body}`)),
  );
  return {
    'content-type': 'application/json',
    'slipway-event': event,
    'slipway-event-id': eventId,
    'slipway-signature': [`t=${seconds}`, ...signatures.map((each) => `v1=${each}`)].join(','),
  };
}

import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Stored } from '../ports/store.ts';
import { allOf, pageOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId, randomText } from '../records/random-id.ts';
import type { PageWindow } from '../schema/envelope.ts';
import { type WebhookEvent, webhookEvents } from '../schema/webhooks.ts';
import { deliveryKind, type WebhookRecord, webhookKind } from './records.ts';

interface WebhookPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export interface NewWebhook {
  readonly url: string;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly name?: string | undefined;
}

/** Registers an address. The secret in the answer signs every delivery and exists nowhere else in the clear. */
export const createWebhook = (ports: WebhookPorts, caller: Actor, request: NewWebhook, once: Once = unkeyed(ports.store)) =>
  once.inOneCommit<ReturnType<typeof present> & { readonly secret: string }>(
    async (conclude) => {
      const secret = `whsec_${randomText(ports.secrets, 40)}`;
      const id = randomId(ports.secrets, 'wh');
      const record: WebhookRecord = {
        name: request.name ?? '',
        url: request.url,
        events: request.events ?? webhookEvents,
        sealedSecret: await ports.secrets.seal(secret),
        createdAt: ports.clock.now(),
      };
      const created = { ...present({ id, version: 1, doc: record }), secret };
      await conclude(
        [
          { kind: webhookKind, companyId: caller.companyId, id, expect: 'absent', doc: record },
          auditWrite(ports, caller, 'webhook.create', id, { url: withoutQuery(record.url) }),
        ],
        created,
      );
      return created;
    },
    { secret: true },
  );

export async function listWebhooks(ports: Pick<WebhookPorts, 'store'>, companyId: string) {
  return (await allOf(ports.store, webhookKind, companyId, { order: { by: 'createdAt' } })).map(present);
}

/** What is on its way to it is not sent any more. Throws `not_found`. */
export async function deleteWebhook(ports: WebhookPorts, caller: Actor, id: string): Promise<void> {
  const webhook = await ports.store.get(webhookKind, caller.companyId, id);
  if (webhook === undefined) throw noWebhook();
  const conflict = await ports.store.commit([
    { kind: webhookKind, companyId: caller.companyId, id, expect: webhook.version, doc: undefined },
    auditWrite(ports, caller, 'webhook.delete', id),
  ]);
  if (conflict !== undefined) return deleteWebhook(ports, caller, id);
}

/** What was sent to a webhook and what came of it, the latest first. */
export async function listDeliveries(
  ports: Pick<WebhookPorts, 'store'>,
  companyId: string,
  webhookId: string,
  window: PageWindow,
) {
  if ((await ports.store.get(webhookKind, companyId, webhookId)) === undefined) throw noWebhook();
  const query = { where: { webhookId }, order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(ports.store, deliveryKind, companyId, query, window);
  const moment = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  const deliveries = items.map(({ id, doc }) => ({
    id,
    event: doc.event,
    eventId: doc.eventId,
    status: doc.status,
    attempts: doc.attempts,
    createdAt: new Date(doc.createdAt).toISOString(),
    nextAttemptAt: moment(doc.nextAttemptAt),
    deliveredAt: moment(doc.deliveredAt),
    lastAnswer: doc.lastAnswer ?? null,
  }));
  return { items: deliveries, total };
}

const noWebhook = (): SlipwayError =>
  new SlipwayError('not_found', 'There is no such webhook here. GET /v1/webhooks lists yours.');

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '');

const present = ({ id, doc }: Stored<WebhookRecord>) => ({
  id,
  name: doc.name,
  url: doc.url,
  events: [...doc.events],
  createdAt: new Date(doc.createdAt).toISOString(),
});

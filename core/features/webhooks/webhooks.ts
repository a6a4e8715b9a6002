import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { MOST_WEBHOOKS } from '../../base/limits.ts';
import { breaks } from '../../base/refusal.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import { withoutQuery } from '../../base/schema/trimmed.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store, Stored } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { allOf, pageOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId, randomText } from '../../records/random-id.ts';
import { reserve } from '../../records/sequence.ts';
import { sendTo } from './deliver.ts';
import { type ReceiverRecord, receiverKind, shownReceiver } from './receiver.ts';
import { deliveryKind, type WebhookRecord, webhookKind } from './records.ts';

interface WebhookPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly outbound?: Outbound;
}

interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly name?: string | undefined;
}

/** The former secret signs too for a day, unless asked otherwise. */
const ROTATION_SECONDS = 86_400;

/**
 * The secret in the answer signs every delivery and exists nowhere else in the clear. Throws
 * `unprocessable_entity` above `most`.
 */
export const createWebhook = (
  ports: WebhookPorts,
  caller: Actor,
  request: NewWebhook,
  {
    once = unkeyed(ports.store),
    most = MOST_WEBHOOKS,
  }: { readonly once?: Once; readonly most?: number } = {},
) =>
  once.inOneCommit<ReturnType<typeof present> & { readonly secret: string }>(
    async (conclude) => {
      const { companyId } = caller;
      refuseUnreachable(ports, request.url);
      for (;;) {
        // Read before the count, so that of several at once only one passes.
        const number = await reserve(ports, companyId, 'webhook');
        if ((await ports.store.count(webhookKind, companyId)) >= most) throw tooMany(most);
        const { id, secret, record } = await newWebhook(ports, companyId, request);
        const created = { ...present({ id, version: 1, doc: record }), secret };
        const conflict = await conclude(
          [
            { kind: webhookKind, companyId, id, expect: 'absent', doc: record },
            auditWrite(ports, caller, {
              action: 'webhook.create',
              subject: id,
              details: { url: withoutQuery(record.url) },
            }),
            ...number.writes,
          ],
          created,
        );
        if (conflict === undefined) return created;
      }
    },
    { secret: true },
  );

function refuseUnreachable({ outbound }: WebhookPorts, url: string): void {
  const message = outbound?.refusal?.(url);
  if (message !== undefined) throw breaks('url', 'address_not_public', message);
}

const newSecret = (secrets: Secrets) => `whsec_${randomText(secrets, 40)}`;

async function newWebhook(
  { clock, secrets }: WebhookPorts,
  companyId: string,
  { name = '', url, events }: NewWebhook,
) {
  const secret = newSecret(secrets);
  const sealedSecret = await secrets.seal(secret, { companyId, use: 'webhook' });
  const record: WebhookRecord = { name, url, events, sealedSecret, createdAt: clock.now() };
  return { id: randomId(secrets, 'wh'), secret, record };
}

export async function listWebhooks({ store }: Pick<WebhookPorts, 'store'>, companyId: string) {
  const webhooks = await allOf(store, webhookKind, companyId, { order: { by: 'createdAt' } });
  const receivers = new Map(
    (await allOf(store, receiverKind, companyId)).map((receiver) => [receiver.id, receiver]),
  );
  return webhooks.map((webhook) => present(webhook, receivers.get(webhook.id)));
}

type WebhookChanges = { readonly [F in keyof NewWebhook]?: NewWebhook[F] | undefined };

/** Deliveries on their way go to the new address. Throws `not_found`. */
export async function changeWebhook(
  ports: WebhookPorts,
  caller: Actor,
  id: string,
  changes: WebhookChanges,
) {
  const { companyId } = caller;
  const { name, url, events } = changes;
  if (url !== undefined) refuseUnreachable(ports, url);
  let isElsewhere = false;
  await changeDocument(ports.store, webhookKind, {
    companyId,
    id,
    change: (current) => {
      if (current === undefined) throw noWebhook();
      isElsewhere = url !== undefined && url !== current.doc.url;
      const doc = { ...current.doc, ...defined({ name, url, events }) };
      // Queries of addresses often hold a secret.
      const told = (each: WebhookRecord) => ({ ...each, url: withoutQuery(each.url) });
      const changed = beforeAndAfter(told(current.doc), told(doc), ['name', 'url', 'events']);
      return {
        doc,
        also: [
          auditWrite(ports, caller, {
            action: 'webhook.change',
            subject: id,
            details: { ...(url !== undefined && { url: withoutQuery(url) }), ...changed },
          }),
        ],
      };
    },
  });
  // Failures of the former address say nothing about the new one.
  if (isElsewhere)
    await changeDocument(ports.store, receiverKind, {
      companyId,
      id,
      change: () => ({ doc: undefined }),
    });
  return readWebhook(ports.store, companyId, id);
}

async function readWebhook(store: Store, companyId: string, id: string) {
  const webhook = await store.get(webhookKind, companyId, id);
  if (webhook === undefined) throw noWebhook();
  return present(webhook, await store.get(receiverKind, companyId, id));
}

/**
 * The new secret is shown in this answer alone. For `overlapSeconds` the former one signs too.
 * Throws `not_found`.
 */
export const rotateSecret = (
  ports: WebhookPorts,
  caller: Actor,
  {
    id,
    overlapSeconds = ROTATION_SECONDS,
    once = unkeyed(ports.store),
  }: { readonly overlapSeconds?: number | undefined } & {
    readonly id: string;
    readonly once?: Once | undefined;
  },
) =>
  once.inOneCommit<
    ReturnType<typeof present> & {
      readonly secret: string;
      readonly formerSecretUntil: string | null;
    }
  >(
    async (conclude) => {
      const { companyId } = caller;
      const { store, clock, secrets } = ports;
      for (;;) {
        const webhook = await store.get(webhookKind, companyId, id);
        if (webhook === undefined) throw noWebhook();
        const secret = newSecret(secrets);
        const sealedSecret = await secrets.seal(secret, { companyId, use: 'webhook' });
        const until = clock.now() + overlapSeconds * 1000;
        const { former: _, ...kept } = webhook.doc;
        const doc: WebhookRecord = {
          ...kept,
          sealedSecret,
          ...(overlapSeconds > 0 && { former: { sealedSecret: webhook.doc.sealedSecret, until } }),
        };
        const rotated = {
          ...present({ ...webhook, doc }, await store.get(receiverKind, companyId, id)),
          secret,
          formerSecretUntil: overlapSeconds > 0 ? new Date(until).toISOString() : null,
        };
        const writes = [
          { kind: webhookKind, companyId, id, expect: webhook.version, doc },
          auditWrite(ports, caller, {
            action: 'webhook.rotate',
            subject: id,
            details: { overlapSeconds },
          }),
        ];
        if ((await conclude(writes, rotated)) === undefined) return rotated;
      }
    },
    { secret: true },
  );

/** Deliveries on their way are not sent any more. Throws `not_found`. */
export async function deleteWebhook(ports: WebhookPorts, caller: Actor, id: string): Promise<void> {
  const { companyId } = caller;
  const webhook = await ports.store.get(webhookKind, companyId, id);
  if (webhook === undefined) throw noWebhook();
  const receiver = await ports.store.get(receiverKind, companyId, id);
  const conflict = await ports.store.commit([
    { kind: webhookKind, companyId, id, expect: webhook.version, doc: undefined },
    ...(receiver === undefined
      ? []
      : [{ kind: receiverKind, companyId, id, expect: receiver.version, doc: undefined }]),
    auditWrite(ports, caller, { action: 'webhook.delete', subject: id }),
  ]);
  if (conflict !== undefined) return deleteWebhook(ports, caller, id);
}

/**
 * Sends one event at once, signed as all are. It is neither kept nor repeated, and says nothing
 * about the receiver. Throws `not_found`.
 */
export async function testWebhook(
  ports: WebhookPorts & { readonly outbound: Outbound },
  companyId: string,
  id: string,
) {
  const webhook = await ports.store.get(webhookKind, companyId, id);
  if (webhook === undefined) throw noWebhook();
  const sent = {
    event: 'webhook.test',
    eventId: randomId(ports.secrets, 'evt'),
    createdAt: ports.clock.now(),
    data: { webhookId: id },
  };
  const { isReceived, status, answered } = await sendTo(ports, companyId, webhook.doc, sent);
  return { eventId: sent.eventId, received: isReceived, status, answer: answered };
}

export async function listDeliveries(
  ports: Pick<WebhookPorts, 'store'>,
  companyId: string,
  webhookId: string,
  window: PageWindow,
) {
  if ((await ports.store.get(webhookKind, companyId, webhookId)) === undefined) throw noWebhook();
  const probeAt = (await ports.store.get(receiverKind, companyId, webhookId))?.doc.probeAt ?? 0;
  const query = { where: { webhookId }, order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(ports.store, deliveryKind, { companyId, query, ...window });
  const moment = (at: number | undefined): string | null =>
    at === undefined ? null : new Date(at).toISOString();
  const deliveries = items.map(({ id, doc }) => ({
    id,
    event: doc.event,
    eventId: doc.eventId,
    status: doc.status,
    attempts: doc.attempts,
    createdAt: new Date(doc.createdAt).toISOString(),
    nextAttemptAt: moment(doc.nextAttemptAt && Math.max(doc.nextAttemptAt, probeAt)),
    deliveredAt: moment(doc.deliveredAt),
    lastAnswer: doc.lastAnswer ?? null,
  }));
  return { items: deliveries, total };
}

const noWebhook = () =>
  new SlipwayError('not_found', 'There is no such webhook here.', { hint: 'webhooks.list' });

function tooMany(most: number) {
  const message = `A company may have ${most} webhooks here, and yours has as many. Delete one that is not needed any more.`;
  return breaks('url', 'too_many_webhooks', message);
}

const present = ({ id, doc }: Stored<WebhookRecord>, receiver?: Stored<ReceiverRecord>) => ({
  id,
  name: doc.name,
  url: doc.url,
  events: [...doc.events],
  createdAt: new Date(doc.createdAt).toISOString(),
  receiver: shownReceiver(receiver),
});

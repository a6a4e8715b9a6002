import * as v from 'valibot';
import { limitsOf } from '../../access/quotas.ts';
import { MOST_WEBHOOKS } from '../../base/limits.ts';
import { done, listAnswer, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import {
  bySubject,
  eventsOf,
  type Feature,
  feature,
  type Others,
  sealedPlace,
} from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { answerOnce } from '../../records/once.ts';
import { dropDelivery, forgetDeliveries, runDelivery, webhookListener } from './deliver.ts';
import { receiverKind } from './receiver.ts';
import { deliveryKind, WEBHOOK_QUEUE, webhookKind } from './records.ts';
import * as shapes from './schema.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateSecret,
  testWebhook,
} from './webhooks.ts';

const subject = v.object({ id: ownId });
const page = v.object(pageQuery);
const adminOnly = { topic: 'Webhooks', scope: 'admin' } as const;

function webhookOperations(features: readonly Feature[]) {
  const words = eventsOf(features);
  const input = shapes.webhookInput(words);
  return [
    operation({
      ...adminOnly,
      name: 'webhooks.events',
      place: 'GET /v1/webhooks/events',
      summary: 'The events that a webhook can be called for',
      input: page,
      output: shapes.eventList,
      run: async (_ports, _caller, { input: window }) =>
        listAnswer(
          Object.entries(words).map(([event, sentence]) => ({ event, words: sentence })),
          window,
        ),
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.list',
      place: 'GET /v1/webhooks',
      summary: 'Your webhooks',
      input: page,
      output: shapes.webhookList,
      run: async (ports, caller, { input }) =>
        listAnswer(await listWebhooks(ports, caller.companyId), input),
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.create',
      place: { method: 'POST', path: '/v1/webhooks', status: 201 },
      summary: 'Have an address told when something happens',
      description:
        'Deliveries are POSTs with `Slipway-Signature: t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>">`, made with the secret in this answer, which is shown once. They are repeated with growing pauses until a 2xx answer, for about two days; `Slipway-Event-Id` is the same each time. After five failures in a row, a missing answer within ten seconds among them, events are held back and one at a time tries the address again, after 30 seconds at first and an hour at most; `receiver` in the list of webhooks shows it. A company may have 20 webhooks unless the service is set otherwise. The address must be public; a service that rehearses on one machine, reached from there alone, delivers there too.',
      approval: 'impossible',
      input: input.created,
      example: { url: 'https://hooks.example/slipway' },
      output: shapes.createdWebhook,
      async run(ports, caller, { input: { events = Object.keys(words), ...asked }, once }) {
        const most =
          (await limitsOf(ports.store, caller.companyId))?.webhooks ??
          ports.webhookLimit ??
          MOST_WEBHOOKS;
        const created = await createWebhook(ports, caller, { ...asked, events }, { once, most });
        for (const { wanted } of features) await wanted?.(ports, caller.companyId);
        return success(created);
      },
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.update',
      place: 'PATCH /v1/webhooks/{id}',
      summary: 'Change the address, events or name of a webhook',
      approval: 'impossible',
      idempotency: 'repeatable',
      subject,
      input: input.changed,
      output: shapes.oneWebhook,
      run: async (ports, caller, { subject: { id }, input }) =>
        success(await changeWebhook(ports, caller, id, input)),
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.rotateSecret',
      place: 'POST /v1/webhooks/{id}/rotate-secret',
      summary: 'Give a webhook a new secret',
      description:
        'The new secret is shown in this answer and never again. For a day, or `overlapSeconds`, `Slipway-Signature` has a `v1=` for the new and one for the former secret: a receiver accepts a delivery when one of them fits.',
      approval: 'impossible',
      subject,
      input: shapes.secretRotation,
      example: { overlapSeconds: 60 },
      output: shapes.rotatedWebhook,
      run: async (ports, caller, { subject: { id }, input, once }) =>
        success(await rotateSecret(ports, caller, { ...input, id, once })),
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.test',
      place: 'POST /v1/webhooks/{id}/test',
      summary: 'Send an event to a webhook now, and see what it answers',
      description:
        'The event is `webhook.test`, signed as all are, with `data: { webhookId }`. It is sent once, is not in the list of deliveries, and goes out also while deliveries are held back.',
      approval: 'impossible',
      preview: 'quiet',
      subject,
      output: shapes.testedWebhook,
      run: async (ports, caller, { subject: { id }, once }) =>
        success(await answerOnce(once, () => testWebhook(ports, caller.companyId, id))),
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.delete',
      place: 'DELETE /v1/webhooks/{id}',
      summary: 'Delete a webhook',
      preview: 'quiet',
      idempotency: 'repeatable',
      subject,
      about: webhookKind,
      output: done,
      run: (ports, caller, { subject: { id } }) =>
        deleteWebhook(ports, caller, id).then(() => success({})),
    }),
    operation({
      ...adminOnly,
      name: 'webhooks.deliveries',
      place: 'GET /v1/webhooks/{id}/deliveries',
      summary: 'What was sent to a webhook and what came of it',
      description: 'The latest first, 30 days back.',
      subject,
      input: page,
      output: shapes.deliveryList,
      run: (ports, caller, { subject: { id }, input }) =>
        pageAnswer(input, (window) => listDeliveries(ports, caller.companyId, id, window)),
    }),
  ] as const;
}

export const webhooks = feature({
  name: 'webhooks',
  topics: { Webhooks: 'Addresses that get an event when something happens.' },
  operations: ({ features }: Others) => webhookOperations(features),
  kinds: [webhookKind, deliveryKind, receiverKind],
  queues: {
    [WEBHOOK_QUEUE]: { lane: 'deliveries', handler: bySubject(runDelivery), drop: dropDelivery },
  },
  sealed: [
    sealedPlace(webhookKind, {
      use: 'webhook',
      name: 'webhook',
      textOf: ({ sealedSecret }) => sealedSecret,
      withText: (doc, sealedSecret) => ({ ...doc, sealedSecret }),
    }),
    sealedPlace(webhookKind, {
      use: 'webhook',
      name: 'former secret of a webhook',
      textOf: ({ former }) => former?.sealedSecret,
      withText: (doc, sealedSecret) => ({ ...doc, former: { ...doc.former, sealedSecret } }),
    }),
  ],
  // Those of a suspended company wait for it.
  forget: async (ports, companyId, { isSuspended }) =>
    isSuspended ? 'done' : forgetDeliveries(ports, companyId),
  listener: webhookListener,
});

import * as v from 'valibot';
import { done, listAnswer, pageAnswer, pageQuery, success } from '../../core/schema/envelope.ts';
import { ownId } from '../../core/schema/fields.ts';
import * as shapes from '../../core/schema/webhooks.ts';
import { createWebhook, deleteWebhook, listDeliveries, listWebhooks, MOST_WEBHOOKS } from '../../core/webhooks/webhooks.ts';
import { route } from '../http/route.ts';

const tag = 'Webhooks';
const byId = v.object({ id: ownId });
const page = v.object(pageQuery);

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/v1/webhooks',
    tag,
    summary: 'Your webhooks',
    scope: 'admin',
    query: page,
    response: shapes.webhookList,
    run: async (ports, caller, { query }) => listAnswer(await listWebhooks(ports, caller.companyId), query),
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks',
    tag,
    summary: 'Have an address told when something happens',
    notes:
      'Deliveries are POSTs with `Slipway-Signature: t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>">`, made with the secret in this answer, which is shown once. They are repeated with growing pauses until a 2xx answer, for about two days; `Slipway-Event-Id` is the same each time. After five failures in a row, a missing answer within ten seconds among them, events are held back and one at a time tries the address again, after 30 seconds at first and an hour at most; `receiver` in the list of webhooks shows it. A company may have 20 webhooks unless the service is set otherwise. The address must be public; a service that rehearses on one machine, reached from there alone, delivers there too.',
    scope: 'admin',
    body: shapes.newWebhook,
    response: shapes.createdWebhook,
    status: 201,
    run: async (ports, caller, { body, once, service }) =>
      success(await createWebhook(ports, caller, body, { once, most: service.settings.webhookLimit ?? MOST_WEBHOOKS })),
  }),
  route({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag,
    summary: 'Delete a webhook',
    scope: 'admin',
    params: byId,
    response: done,
    run: (ports, caller, { params }) => deleteWebhook(ports, caller, params.id).then(() => success({})),
  }),
  route({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag,
    summary: 'What was sent to a webhook and what came of it',
    notes: 'The latest first, 30 days back.',
    scope: 'admin',
    params: byId,
    query: page,
    response: shapes.deliveryList,
    run: (ports, caller, { params, query }) =>
      pageAnswer(query, (window) => listDeliveries(ports, caller.companyId, params.id, window)),
  }),
];

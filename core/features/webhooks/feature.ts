import { feature, type Others, sealedPlace } from '../../operations/feature.ts';
import { runDelivery, webhookListener } from './deliver.ts';
import { dropDelivery } from './drop.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { webhookOperations } from './operations.ts';
import { receiverKind } from './receiver.ts';
import { deliveryKind, WEBHOOK_QUEUE, webhookKind } from './records.ts';

/** Programs that are called when something happened. */
export const webhooks = feature({
  name: 'webhooks',
  operations: ({ features }: Others) => webhookOperations(features),
  kinds: [webhookKind, deliveryKind, receiverKind],
  queues: {
    [WEBHOOK_QUEUE]: {
      lane: 'deliveries',
      handler:
        (ports) =>
        ({ companyId, subject }) =>
          runDelivery(ports, companyId, subject),
      drop: dropDelivery,
    },
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
  forget: async (ports, companyId, { isSuspended }) => (isSuspended ? 'done' : forgetDeliveries(ports, companyId)),
  listener: webhookListener,
});

import { neverSeen } from '../../accounts/workspace-view.ts';
import { feature, sealedPlace } from '../../operations/feature.ts';
import { distrustDeliveries } from './distrust.ts';
import { forgetConversions } from './forget.ts';
import { conversionOperations } from './operations.ts';
import {
  CONVERSION_QUEUE,
  deliveryKind,
  destinationKind,
  eventKeyKind,
  payloadKind,
  tallyKind,
  uploadKind,
} from './records.ts';
import { dropConversions, runConversions } from './run.ts';

export const conversions = feature({
  name: 'conversions',
  topics: { Conversions: 'Events that happened elsewhere, sent to where platforms count them.' },
  operations: conversionOperations,
  kinds: [uploadKind, deliveryKind, payloadKind, eventKeyKind, tallyKind, destinationKind],
  queues: {
    [CONVERSION_QUEUE]: {
      lane: 'conversions',
      handler:
        (ports) =>
        ({ companyId, subject }, work) =>
          runConversions(ports, companyId, subject, work),
      drop: dropConversions,
    },
  },
  sealed: [
    sealedPlace(payloadKind, {
      use: 'conversions',
      name: 'list of conversion events',
      textOf: ({ sealed }) => sealed,
      withText: (doc, sealed) => ({ ...doc, sealed }),
    }),
  ],
  seen: [neverSeen(uploadKind)],
  forget: forgetConversions,
  distrust: distrustDeliveries,
});

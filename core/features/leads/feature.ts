import { neverSeen } from '../../accounts/workspace-view.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { feature, sealedPlace } from '../../operations/feature.ts';
import { nothingWaits } from '../../records/drop.ts';
import { doctorLeads } from './doctor.ts';
import { alone } from './door.ts';
import { forgetLeads } from './forget.ts';
import { warnUnread } from './launch.ts';
import { receiveNotices } from './notices.ts';
import { formOffers } from './offers.ts';
import { leadOperations } from './operations.ts';
import { LEADS_QUEUE, runLeadsPass } from './pass.ts';
import {
  addressKind,
  erasureKind,
  formKind,
  leadKind,
  leadWatchKind,
  markKeyKind,
} from './records.ts';
import { isWatched, watchLeads } from './watch.ts';

export const leads = feature({
  name: 'leads',
  ...alone,
  offers: [formOffers],
  topics: {
    Leads:
      'What people answer in the lead forms of ads: read, hand over, erase, tell what became of them.',
  },
  events: { 'lead.created': 'A person sent a lead form' },
  operations: leadOperations,
  kinds: [leadKind, formKind, leadWatchKind, addressKind, erasureKind, markKeyKind],
  queues: {
    [LEADS_QUEUE]: {
      lane: 'syncs',
      // Subjects of this queue are account keys.
      handler:
        (ports) =>
        ({ companyId, subject }, { stopping }) =>
          runLeadsPass(ports, companyId, subject as AccountKey, stopping),
      drop: nothingWaits,
    },
  },
  sealed: [
    sealedPlace(leadKind, {
      use: 'leads',
      name: 'lead',
      textOf: ({ sealed }) => sealed,
      withText: (doc, sealed) => ({ ...doc, sealed }),
    }),
    sealedPlace(markKeyKind, {
      use: 'leads',
      name: 'key of the marks of leads',
      textOf: ({ sealed }) => sealed,
      withText: (doc, sealed) => ({ ...doc, sealed }),
    }),
  ],
  seen: [neverSeen(leadKind), neverSeen(formKind)],
  isUsed: isWatched,
  inbox: {
    topic: 'Leads',
    summary: 'Notices of new leads, signed by their platform',
    receive: receiveNotices,
  },
  forget: forgetLeads,
  watch: watchLeads,
  doctor: doctorLeads,
  planned: warnUnread,
});

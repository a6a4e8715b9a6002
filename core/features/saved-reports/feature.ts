import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { feature } from '../../operations/feature.ts';
import { nothingWaits } from '../../records/drop.ts';
import { deliverSavedReport } from './deliver.ts';
import { savedReportOperations } from './operations.ts';
import { SAVED_REPORT_QUEUE, savedReportKind } from './records.ts';

/** Reports that are kept, and delivered on a schedule. */
export const savedReports = feature({
  name: 'saved-reports',
  operations: savedReportOperations,
  kinds: [savedReportKind],
  queues: {
    [SAVED_REPORT_QUEUE]: {
      lane: 'syncs',
      handler:
        (ports) =>
        ({ companyId, subject }) =>
          deliverSavedReport(ports, companyId, subject),
      drop: nothingWaits,
    },
  },
  seen: [seen(savedReportKind, ({ doc }, { hasNamed }) => everyOne(doc.query.accountIds ?? [], hasNamed))],
  usage: async ({ store }, companyId) => ({ savedReports: await store.count(savedReportKind, companyId) }),
});

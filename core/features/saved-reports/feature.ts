import * as v from 'valibot';
import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { ownId } from '../../base/schema/fields.ts';
import { bySubject, feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { resource } from '../../operations/resource.ts';
import { nothingWaits } from '../../records/drop.ts';
import { deliverSavedReport } from './deliver.ts';
import { SAVED_REPORT_QUEUE, savedReportKind } from './records.ts';
import { savedReports as documents, runSavedReport } from './saved-reports.ts';
import * as shapes from './schema.ts';

const topic = 'Reports';
const subject = v.object({ id: ownId });

const savedReportOperations = [
  ...resource({
    name: 'savedReports',
    path: '/v1/saved-reports',
    topic,
    scope: 'manage',
    kind: savedReportKind,
    schema: {
      create: shapes.newSavedReport,
      change: shapes.savedReportChanges,
      listed: shapes.savedReport,
      shown: shapes.savedReport,
    },
    summaries: {
      list: 'Your saved reports, the newest first',
      create: 'Save a report, and have it delivered at set times',
      get: 'One saved report',
      update: 'Change parts of a saved report',
      delete: 'Delete a saved report',
    },
    more: {
      create: {
        description:
          'With a `schedule` the report is sent at its times as the event `report.finished` to webhooks that have it: `data` holds what a run answers, with `status`, or an `error`. A delivery waits up to two hours for figures that are being fetched; of several that were missed the last one is made.',
        errors: ['not_found'],
      },
      delete: { approval: 'never' },
    },
    documents,
  }),
  operation({
    name: 'savedReports.run',
    place: 'POST /v1/saved-reports/{id}/run',
    topic,
    summary: 'The figures of a saved report as they are now',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.savedReportRun,
    errors: ['not_found', 'platform_error', 'unavailable'],
    run: (ports, caller, { subject: { id } }) => runSavedReport(ports, caller.companyId, id),
  }),
] as const;

export const savedReports = feature({
  name: 'saved-reports',
  events: { 'report.finished': 'A scheduled report is there, or failed' },
  operations: savedReportOperations,
  kinds: [savedReportKind],
  queues: {
    [SAVED_REPORT_QUEUE]: {
      lane: 'syncs',
      handler: bySubject(deliverSavedReport),
      drop: nothingWaits,
    },
  },
  seen: [
    seen(savedReportKind, ({ doc }, { hasNamed }) =>
      everyOne(doc.query.accountIds ?? [], hasNamed),
    ),
  ],
  usage: async ({ store }, companyId) => ({
    savedReports: await store.count(savedReportKind, companyId),
  }),
});

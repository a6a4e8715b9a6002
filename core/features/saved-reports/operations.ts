import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import {
  changeSavedReport,
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
  readSavedReport,
  runSavedReport,
} from './saved-reports.ts';
import * as shapes from './schema.ts';

const topic = 'Reports';
const subject = v.object({ id: ownId });

export const savedReportOperations = [
  operation({
    name: 'savedReports.list',
    place: { method: 'GET', path: '/v1/saved-reports' },
    topic,
    summary: 'Your saved reports, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.savedReportList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => listSavedReports(ports, caller.companyId, window)),
  }),
  operation({
    name: 'savedReports.create',
    place: { method: 'POST', path: '/v1/saved-reports', status: 201 },
    topic,
    summary: 'Save a report, and have it delivered at set times',
    description:
      'With a `schedule` the report is sent at its times as the event `report.finished` to webhooks that have it: `data` holds what a run answers, with `status`, or an `error`. A delivery waits up to two hours for figures that are being fetched; of several that were missed the last one is made.',
    scope: 'manage',
    effects: 'writes',
    approval: 'never',
    input: shapes.newSavedReport,
    output: shapes.oneSavedReport,
    errors: ['not_found'],
    run: async (ports, caller, { input, once }) => success(await createSavedReport(ports, caller, input, once)),
  }),
  operation({
    name: 'savedReports.get',
    place: { method: 'GET', path: '/v1/saved-reports/{id}' },
    topic,
    summary: 'One saved report',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.oneSavedReport,
    run: async (ports, caller, { subject: { id } }) => success(await readSavedReport(ports, caller.companyId, id)),
  }),
  operation({
    name: 'savedReports.update',
    place: { method: 'PATCH', path: '/v1/saved-reports/{id}' },
    topic,
    summary: 'Change parts of a saved report',
    scope: 'manage',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.savedReportChanges,
    output: shapes.oneSavedReport,
    run: async (ports, caller, { subject: { id }, input }) => success(await changeSavedReport(ports, caller, id, input)),
  }),
  operation({
    name: 'savedReports.delete',
    place: { method: 'DELETE', path: '/v1/saved-reports/{id}' },
    topic,
    summary: 'Delete a saved report',
    scope: 'manage',
    effects: 'destroys',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) => deleteSavedReport(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'savedReports.run',
    place: { method: 'POST', path: '/v1/saved-reports/{id}/run' },
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

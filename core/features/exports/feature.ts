import * as v from 'valibot';
import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { pageAnswer, pageQuery } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { feature, outside } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { getExport, listExports, openExportFile, startExport } from './exports.ts';
import { dropExport, exportKind, exportQueue, fileOf, forgetExports } from './records.ts';
import { runExport } from './run-export.ts';
import * as shapes from './schema.ts';

const topic = 'Reports';
const subject = v.object({ id: ownId });
const reading = { topic, scope: 'read' } as const;

const exportOperations = [
  operation({
    name: 'exports.start',
    place: { method: 'POST', path: '/v1/exports', status: 202 },
    topic,
    summary: 'Export raw ad data as a file',
    description:
      'With dates a row for each entity and day with its figures, without dates a row for each entity as it stands.',
    scope: 'read',
    reach: 'workspace',
    approval: 'never',
    input: shapes.exportRequest,
    output: shapes.exportResponse,
    errors: ['not_found'],
    run: (ports, caller, { input, once }) => startExport(ports, caller, input, once),
  }),
  operation({
    ...reading,
    name: 'exports.list',
    place: 'GET /v1/exports',
    summary: 'Your exports, the newest first',
    description: 'Those of the last seven days.',
    input: v.object(pageQuery),
    output: shapes.exportList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => listExports(ports, caller.companyId, window)),
  }),
  operation({
    ...reading,
    name: 'exports.get',
    place: 'GET /v1/exports/{id}',
    summary: 'Where an export stands',
    subject,
    output: shapes.exportResponse,
    run: (ports, caller, { subject: { id } }) => getExport(ports, caller.companyId, id),
  }),
  operation({
    ...reading,
    name: 'exports.file',
    place: 'GET /v1/exports/{id}/file',
    summary: 'The file of a finished export',
    description: 'Kept for seven days. NDJSON, or CSV where that was asked for.',
    subject,
    output: 'application/x-ndjson',
    errors: ['conflict'],
    run: (ports, caller, { subject: { id } }) => openExportFile(ports, caller.companyId, id),
  }),
] as const;

export const exports = feature({
  name: 'exports',
  operations: exportOperations,
  kinds: [exportKind],
  queues: {
    [exportQueue]: {
      lane: 'exports',
      handler:
        (ports) =>
        (job, { stopping }) =>
          runExport(ports, job, stopping),
      drop: dropExport,
    },
  },
  seen: [seen(exportKind, ({ doc }, { hasAccount }) => everyOne(doc.accountIds, hasAccount))],
  outside: [
    outside(exportKind, (ports, companyId, id, doc) =>
      ports.exportFiles.remove(companyId, fileOf(id, doc)),
    ),
  ],
  forget: forgetExports,
  usage: async ({ store }, companyId, since) => ({
    exports: await store.count(exportKind, companyId, { where: { createdAt: { from: since } } }),
  }),
});

import * as v from 'valibot';
import { pageAnswer, pageQuery } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import { getExport, listExports, openExportFile } from './get-export.ts';
import * as shapes from './schema.ts';
import { startExport } from './start-export.ts';

const topic = 'Reports';
const subject = v.object({ id: ownId });

export const exportOperations = [
  operation({
    name: 'exports.start',
    place: { method: 'POST', path: '/v1/exports', status: 202 },
    topic,
    summary: 'Export raw ad data as a file',
    description: 'With dates a row for each entity and day with its figures, without dates a row for each entity as it stands.',
    scope: 'read',
    reach: 'workspace',
    effects: 'writes',
    approval: 'never',
    input: shapes.exportRequest,
    output: shapes.exportResponse,
    errors: ['not_found'],
    run: (ports, caller, { input, once }) => startExport(ports, caller, input, once),
  }),
  operation({
    name: 'exports.list',
    place: { method: 'GET', path: '/v1/exports' },
    topic,
    summary: 'Your exports, the newest first',
    description: 'Those of the last seven days.',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.exportList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => listExports(ports, caller.companyId, window)),
  }),
  operation({
    name: 'exports.get',
    place: { method: 'GET', path: '/v1/exports/{id}' },
    topic,
    summary: 'Where an export stands',
    scope: 'read',
    effects: 'reads',
    subject,
    output: shapes.exportResponse,
    run: (ports, caller, { subject: { id } }) => getExport(ports, caller.companyId, id),
  }),
  operation({
    name: 'exports.file',
    place: { method: 'GET', path: '/v1/exports/{id}/file' },
    topic,
    summary: 'The file of a finished export',
    description: 'Kept for seven days. NDJSON, or CSV where that was asked for.',
    scope: 'read',
    effects: 'reads',
    subject,
    output: 'application/x-ndjson',
    errors: ['conflict'],
    run: (ports, caller, { subject: { id } }) => openExportFile(ports, caller.companyId, id),
  }),
] as const;

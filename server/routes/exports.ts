import * as v from 'valibot';
import { getExport, openExportFile } from '../../core/report/export/get-export.ts';
import { startExport } from '../../core/report/export/start-export.ts';
import { ownId } from '../../core/schema/fields.ts';
import * as shapes from '../../core/schema/report-export.ts';
import { route } from '../http/route.ts';
import { bodyOf } from '../http/stream.ts';

const tag = 'Reports';
const byId = v.object({ id: ownId });

export const exportRoutes = [
  route({
    method: 'POST',
    path: '/v1/exports',
    tag,
    summary: 'Export raw ad data as a file',
    notes: 'With dates a row for each entity and day with its figures, without dates a row for each entity as it stands.',
    scope: 'read',
    body: shapes.exportRequest,
    response: shapes.exportResponse,
    status: 202,
    errors: [404],
    run: (ports, caller, { body, once }) => startExport(ports, caller, body, once),
  }),
  route({
    method: 'GET',
    path: '/v1/exports/{id}',
    tag,
    summary: 'Where an export stands',
    scope: 'read',
    params: byId,
    response: shapes.exportResponse,
    run: (ports, caller, { params }) => getExport(ports, caller.companyId, params.id),
  }),
  route({
    method: 'GET',
    path: '/v1/exports/{id}/file',
    tag,
    summary: 'The file of a finished export',
    notes: 'Kept for seven days. NDJSON, or CSV where that was asked for.',
    scope: 'read',
    params: byId,
    response: 'application/x-ndjson',
    errors: [409],
    async run(ports, caller, { params }) {
      const file = await openExportFile(ports, caller.companyId, params.id);
      return new Response(await bodyOf(file.content, file.bytes), {
        headers: {
          'Content-Type': file.contentType,
          'Content-Length': String(file.bytes),
          'Content-Disposition': `attachment; filename="${file.filename}"`,
        },
      });
    },
  }),
];

import * as v from 'valibot';
import { pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { numericId } from '../../base/schema/fields.ts';
import { spreadsheetId } from '../../launch/source-schema.ts';
import { operation } from '../../operations/operation.ts';
import { sheetLaunch, sheetLaunches } from './launches.ts';
import * as shapes from './schema.ts';

const topic = 'Launch';

export const sheetOperations = [
  operation({
    name: 'sheets.launches',
    place: { method: 'GET', path: '/v1/sheets/{spreadsheetId}/launches' },
    topic,
    summary: 'The batches that were launched from a spreadsheet, the newest first',
    description: 'Those whose ads named their rows by `source` when they were launched.',
    scope: 'read',
    effects: 'reads',
    subject: v.object({ spreadsheetId: spreadsheetId }),
    input: v.object(pageQuery),
    output: shapes.sheetLaunchList,
    run: (ports, caller, { subject, input }) =>
      pageAnswer(input, (window) => sheetLaunches(ports, caller.companyId, subject.spreadsheetId, window)),
  }),
  operation({
    name: 'sheets.launch',
    place: { method: 'GET', path: '/v1/sheets/{spreadsheetId}/launches/{id}' },
    topic,
    summary: 'Which rows of a spreadsheet the ads of a batch come from',
    scope: 'read',
    effects: 'reads',
    subject: v.object({ spreadsheetId: spreadsheetId, id: numericId }),
    output: shapes.sheetLaunchAnswer,
    run: async (ports, caller, { subject: { spreadsheetId, id } }) =>
      success(await sheetLaunch(ports, caller.companyId, spreadsheetId, String(id))),
  }),
] as const;

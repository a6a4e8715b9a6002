import * as v from 'valibot';
import { answer, listOf, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { numericId } from '../../base/schema/fields.ts';
import { sourceRow, spreadsheetId } from '../../launch/source-schema.ts';
import { operation } from '../../operations/operation.ts';
import { sheetLaunch, sheetLaunches } from './records.ts';

const topic = 'Launch';
const summary = {
  adBatchId: v.number(),
  createdAt: v.string(),
  launchStatus: v.picklist(['PAUSED', 'ACTIVE', 'MIXED']),
};

export const sheetOperations = [
  operation({
    name: 'sheets.launches',
    place: { method: 'GET', path: '/v1/sheets/{spreadsheetId}/launches' },
    topic,
    summary: 'The batches that were launched from a spreadsheet, the newest first',
    description: 'Those whose ads named their rows by `source` when they were launched.',
    scope: 'read',
    subject: v.object({ spreadsheetId: spreadsheetId }),
    input: v.object(pageQuery),
    output: listOf(v.object(summary)),
    run: (ports, caller, { subject, input }) =>
      pageAnswer(input, (window) => sheetLaunches(ports, caller.companyId, subject.spreadsheetId, window)),
  }),
  operation({
    name: 'sheets.launch',
    place: { method: 'GET', path: '/v1/sheets/{spreadsheetId}/launches/{id}' },
    topic,
    summary: 'Which rows of a spreadsheet the ads of a batch come from',
    scope: 'read',
    subject: v.object({ spreadsheetId: spreadsheetId, id: numericId }),
    output: answer({
      ...summary,
      ads: v.array(v.object({ index: v.number(), sheetId: v.string(), rows: v.array(sourceRow), adSets: v.array(v.string()) })),
    }),
    run: async (ports, caller, { subject: { spreadsheetId, id } }) =>
      success(await sheetLaunch(ports, caller.companyId, spreadsheetId, String(id))),
  }),
] as const;

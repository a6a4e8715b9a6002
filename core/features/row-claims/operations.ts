import * as v from 'valibot';
import { answer, listOf, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { numericId } from '../../base/schema/fields.ts';
import { sourceRow, spreadsheetId } from '../../launch/source-schema.ts';
import { operation } from '../../operations/operation.ts';
import { sheetLaunch, sheetLaunches } from './records.ts';

const topic = 'Launch';
const DAY_MS = 86_400_000;
const summary = {
  adBatchId: v.number(),
  createdAt: v.string(),
  launchStatus: v.picklist(['PAUSED', 'ACTIVE', 'MIXED']),
};

export const sheetOperations = [
  operation({
    name: 'sheets.launches',
    place: 'GET /v1/sheets/{spreadsheetId}/launches',
    topic,
    summary: 'The batches that were launched from a spreadsheet, the newest first',
    description: 'Those whose ads named their rows by `source` when they were launched.',
    scope: 'read',
    subject: v.object({ spreadsheetId: spreadsheetId }),
    input: v.object(pageQuery),
    output: listOf(v.object(summary)),
    run: (ports, caller, { subject, input }) =>
      pageAnswer(input, (window) =>
        sheetLaunches(ports, caller.companyId, subject.spreadsheetId, window),
      ),
  }),
  operation({
    name: 'sheets.launch',
    place: 'GET /v1/sheets/{spreadsheetId}/launches/{id}',
    topic,
    summary: 'Which rows of a spreadsheet the ads of a batch come from',
    scope: 'read',
    subject: v.object({ spreadsheetId: spreadsheetId, id: numericId }),
    output: answer({
      ...summary,
      ads: v.array(
        v.object({
          index: v.number(),
          sheetId: v.string(),
          rows: v.array(sourceRow),
          adSets: v.array(v.string()),
        }),
      ),
    }),
    run: async (ports, caller, { subject: { spreadsheetId, id } }) =>
      success(await sheetLaunch(ports, caller.companyId, spreadsheetId, String(id))),
  }),
  operation({
    name: 'sheets.refreshFailed',
    place: 'POST /v1/sheets/{spreadsheetId}/failed-refreshes',
    topic,
    summary: 'Tell that a report in a spreadsheet could not be refreshed',
    description:
      'Becomes a notification of the kind `refresh.failed`, once a day for each report. Those who chose so get it by e-mail.',
    scope: 'read',
    approval: 'never',
    preview: 'quiet',
    subject: v.object({ spreadsheetId: spreadsheetId }),
    input: v.object({
      reportId: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
      name: v.pipe(v.string(), v.maxLength(100)),
      message: v.pipe(v.string(), v.maxLength(2_000)),
    }),
    example: { reportId: 'r1', name: 'Spend by day', message: 'The access token has ended.' },
    output: answer({}),
    async run(
      { clock, events },
      { companyId },
      { subject, input: { reportId, name, message }, once },
    ) {
      const at = clock.now();
      const id = `sheet-${subject.spreadsheetId}-${reportId}-${Math.floor(at / DAY_MS)}`;
      const title = `The report ${name} in a spreadsheet could not be refreshed`;
      const news = { kind: 'refresh.failed', title, text: message, link: 'reports' } as const;
      const writes = await events.writes(companyId, { id, at, news });
      return once.inOneCommit<{ readonly success: true }>(async (conclude) => {
        // A notification that is there already stays as it is.
        if ((await conclude(writes, success({}))) !== undefined) await conclude([], success({}));
        return success({});
      });
    },
  }),
] as const;

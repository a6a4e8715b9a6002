import * as v from 'valibot';
import { answer, listOf } from '../../base/schema/envelope.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';

/** Where ads come from that are written in the rows of a spreadsheet, and what became of such rows. */

const mark = (most: number) => v.pipe(v.string(), v.regex(/^[!-~]+$/, 'This must be text without spaces.'), v.maxLength(most));

/** The id of a spreadsheet, as whoever keeps spreadsheets gives it. */
export const spreadsheetId = mark(200);

const sourceRow = v.object({ key: mark(50), fingerprint: mark(2_000) });

/** The rows one ad is written in: usually one, several where each holds a card. */
export const sourceInput = v.object({
  spreadsheetId,
  sheetId: mark(100),
  rows: v.pipe(listOfAtMost(sourceRow, 100, 'rows'), v.minLength(1, 'Name the rows of the ad.')),
});

export type AdSource = v.InferOutput<typeof sourceInput>;

const summary = {
  adBatchId: v.number(),
  createdAt: v.string(),
  launchStatus: v.picklist(['PAUSED', 'ACTIVE', 'MIXED']),
};

export const sheetLaunchList = listOf(v.object(summary));

export const sheetLaunchAnswer = answer({
  ...summary,
  ads: v.array(v.object({ index: v.number(), sheetId: v.string(), rows: v.array(sourceRow), adSets: v.array(v.string()) })),
});

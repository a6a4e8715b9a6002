import * as v from 'valibot';
import { answer, listOf } from '../../base/schema/envelope.ts';
import { sourceRow } from '../../launch/source-schema.ts';

/** Where ads come from that are written in the rows of a spreadsheet, and what became of such rows. */

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

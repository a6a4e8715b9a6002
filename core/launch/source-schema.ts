import * as v from 'valibot';
import { listOfAtMost } from '../base/schema/lists.ts';

const mark = (most: number) =>
  v.pipe(v.string(), v.regex(/^[!-~]+$/, 'This must be text without spaces.'), v.maxLength(most));

export const spreadsheetId = mark(200);

export const sourceRow = v.object({ key: mark(50), fingerprint: mark(2_000) });

/** Usually one, several where each holds a card. */
export const sourceInput = v.object({
  spreadsheetId,
  sheetId: mark(100),
  rows: v.pipe(listOfAtMost(sourceRow, 100, 'rows'), v.minLength(1, 'Name the rows of the ad.')),
});

export type AdSource = v.InferOutput<typeof sourceInput>;

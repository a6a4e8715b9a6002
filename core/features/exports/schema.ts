import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, listOf } from '../../base/schema/envelope.ts';
import { textList } from '../../base/schema/query-lists.ts';
import { accountEntries, rangeEntries } from '../../report/schema/query.ts';

export const exportRequest = aliased({
  ...accountEntries,
  level: v.optional(
    v.pipe(
      v.picklist(['ad', 'adset', 'campaign'], 'The level is ad, adset or campaign.'),
      v.description('Default: ad.'),
    ),
  ),
  format: v.optional(
    v.pipe(
      v.picklist(['ndjson', 'csv'], 'The format is ndjson or csv.'),
      v.description('Default: ndjson.'),
    ),
  ),
  fields: v.optional(
    v.pipe(
      textList,
      v.description('Which columns, in which order. Default: all columns of the level.'),
    ),
  ),
  ...rangeEntries,
});
export type ExportRequest = v.InferOutput<typeof exportRequest>;

const exportEntries = {
  exportId: v.string(),
  status: v.picklist(['queued', 'running', 'success', 'error']),
  level: v.picklist(['ad', 'adset', 'campaign']),
  format: v.picklist(['ndjson', 'csv']),
  rows: v.number(),
  bytes: v.number(),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  error: v.optional(v.object({ code: v.string(), message: v.string() })),
};

export const exportResponse = answer(exportEntries);
export const exportList = listOf(v.object(exportEntries));
export type ExportResponse = v.InferOutput<typeof exportResponse>;

import * as v from 'valibot';
import { MAX_ADS } from '../../base/limits.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { launchOptions } from '../../launch/request-schema.ts';

export const fromDraftBody = v.object({
  batchId: v.pipe(
    v.number(),
    v.integer('A batch id is a whole number.'),
    v.minValue(1, 'Batch ids start at 1.'),
  ),
  planDigest: launchOptions.entries.planDigest,
});

export const launchDraftBody = v.object({
  planDigest: v.pipe(
    launchOptions.entries.planDigest,
    v.description('Of a plan of the draft: exactly this is launched, or nothing.'),
  ),
});

const draftContent = {
  name: launchOptions.entries.name,
  ads: v.optional(listOfAtMost(v.looseObject({}), MAX_ADS, 'ads')),
  adSets: launchOptions.entries.adSets,
};

export const draftBody = v.looseObject({
  ...draftContent,
  creativeState: v.optional(v.looseObject(draftContent)),
});
export const draftPatch = v.looseObject({
  ...draftBody.entries,
  revision: v.pipe(v.number(), v.integer('A revision is a whole number.')),
});

const draftOutline = {
  draftId: v.number(),
  adBatchId: v.number(),
  adBatchSlug: v.string(),
  name: v.string(),
  revision: v.number(),
  adCount: v.number(),
  size: v.pipe(v.number(), v.description('Characters of its content as JSON.')),
  createdAt: v.string(),
  updatedAt: v.string(),
};

const draftParts = { ads: v.array(v.looseObject({})), adSets: v.array(v.unknown()) };

export const draft = v.object({ ...draftOutline, ...draftParts });
export const listedDraft = v.object({
  ...draftOutline,
  ...v.partial(v.object(draftParts)).entries,
  omitted: v.optional(
    v.pipe(
      v.literal(true),
      v.description(
        '`ads` and `adSets` are left out, because the drafts before it fill the answer. GET /v1/drafts/{id} has them.',
      ),
    ),
  ),
});

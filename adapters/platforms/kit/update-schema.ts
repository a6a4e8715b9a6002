import * as v from 'valibot';
import { aliased } from '../../../core/base/schema/aliases.ts';
import { listOfAtMost } from '../../../core/base/schema/lists.ts';
import {
  accountId,
  amount,
  entityId,
  entityName,
  flag,
  workspaceId,
} from '../../../core/base/schema/request-fields.ts';
import { scheduleFields } from './create-schema.ts';

/** Of every request for a change. */
const updateFields = {
  accountId,
  workspaceId,
  dryRun: v.optional(flag),
  confirm: v.optional(flag),
  name: v.optional(entityName),
};

const bid = { bidAmount: v.optional(amount) };

export const namedCampaign = aliased({ ...updateFields, campaignId: entityId });
export const timedCampaign = aliased({ ...updateFields, campaignId: entityId, ...scheduleFields });
/** Where campaigns have the bid. */
export const bidCampaign = aliased({
  ...updateFields,
  campaignId: entityId,
  ...scheduleFields,
  ...bid,
});
/** Where campaigns keep their start. */
export const endingCampaign = aliased({
  ...updateFields,
  campaignId: entityId,
  endTime: scheduleFields.endTime,
  ...bid,
});
export const bidAdSet = aliased({ ...updateFields, adSetId: entityId, ...bid });
export const timedAdSet = aliased({
  ...updateFields,
  adSetId: entityId,
  ...scheduleFields,
  ...bid,
});
/** Members of targeting are replaced one by one; null removes one. */
export const targetedAdSet = aliased({
  ...updateFields,
  adSetId: entityId,
  ...scheduleFields,
  ...bid,
  targeting: v.optional(v.looseObject({})),
});
export type TimesAndBid = v.InferOutput<typeof bidCampaign>;

/** All of the texts of one kind, each of at most `longest` characters. */
export const textList = (longest: number, most: number) =>
  v.optional(
    v.pipe(
      listOfAtMost(v.pipe(v.string(), v.minLength(1), v.maxLength(longest)), most, 'texts'),
      v.minLength(1, 'Give a text.'),
    ),
  );

export const webLink = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^https?:\/\/[^\s/?#@]\S*$/i, 'Give a whole address, with https://.'),
  ),
);

export const adWith = <const E extends v.ObjectEntries>(content: E) =>
  aliased(
    { ...updateFields, adId: entityId, ...content },
    { primaryTexts: ['texts', 'bodies'], headlines: ['titles'], link: ['url'] },
  );

import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import { accountId, amount, entityId, entityName, flag, workspaceId } from '../../../../core/base/schema/request-fields.ts';

const shared = { accountId, workspaceId, dryRun: v.optional(flag), confirm: v.optional(flag), name: v.optional(entityName) };

export const campaignUpdate = aliased({ ...shared, campaignId: entityId });

export const adSetUpdate = aliased({
  ...shared,
  adSetId: entityId,
  bidAmount: v.optional(amount),
  /** Members are replaced one by one; null removes one. */
  targeting: v.optional(v.looseObject({})),
});
export type AdSetUpdate = v.InferOutput<typeof adSetUpdate>;

export const adUpdate = aliased(
  {
    ...shared,
    adId: entityId,
    /** All of its texts. Manual ads have one. */
    primaryTexts: v.optional(
      v.pipe(listOfAtMost(v.pipe(v.string(), v.minLength(1), v.maxLength(100)), 5, 'texts'), v.minLength(1, 'Give a text.')),
    ),
    link: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^https?:\/\/[^\s/?#@]\S*$/i, 'Give a whole address, with https://.'))),
  },
  { primaryTexts: ['texts', 'bodies'], link: ['url'] },
);

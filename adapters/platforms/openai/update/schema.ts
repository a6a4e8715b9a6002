import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { moment } from '../../../../core/base/schema/fields.ts';
import { accountId, amount, entityId, entityName, flag, workspaceId } from '../../../../core/base/schema/request-fields.ts';

const shared = { accountId, workspaceId, dryRun: v.optional(flag), confirm: v.optional(flag), name: v.optional(entityName) };

export const campaignUpdate = aliased({
  ...shared,
  campaignId: entityId,
  startTime: v.optional(moment),
  endTime: v.optional(moment),
});
export type CampaignUpdate = v.InferOutput<typeof campaignUpdate>;

export const adSetUpdate = aliased({
  ...shared,
  adSetId: entityId,
  /** For a click or a conversion; for a thousand impressions where the campaign pays for these. */
  bidAmount: v.optional(amount),
});
export type AdSetUpdate = v.InferOutput<typeof adSetUpdate>;

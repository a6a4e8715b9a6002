import * as v from 'valibot';
import { country } from '../../../core/base/schema/country.ts';
import { idText, moment } from '../../../core/base/schema/fields.ts';
import { listOfAtMost } from '../../../core/base/schema/lists.ts';
import {
  accountId,
  amount,
  deliveryStatus,
  entityId,
  entityName,
  word,
  workspaceId,
} from '../../../core/base/schema/request-fields.ts';
import type { CreationForm } from '../../../core/ports/platform-definition.ts';

/** Fields of every new campaign. */
export const campaignFields = {
  accountId,
  workspaceId,
  name: entityName,
  status: v.optional(deliveryStatus),
};

/** Fields of every new ad set. */
export const adSetFields = { ...campaignFields, campaignId: entityId };

export const budgetFields = { dailyBudget: v.optional(amount), lifetimeBudget: v.optional(amount) };
export const scheduleFields = { startTime: v.optional(moment), endTime: v.optional(moment) };

/** Only a person may declare this. */
export const politicalAds = word(['NO', 'YES']);

export const location = v.optional(
  v.object({ countries: v.optional(listOfAtMost(country, 250, 'countries')) }),
);

/** Places by the platform's ids. */
export const places = v.optional(
  v.object({ location_ids: v.optional(listOfAtMost(idText, 1_000, 'places')) }),
);

/** In the platform's words, with places by its ids. */
export const targeting = v.optional(
  v.looseObject({ location_ids: v.optional(listOfAtMost(idText, 1_000, 'places')) }),
);

const campaignRecord = v.object({
  id: v.string(),
  name: v.string(),
  status: v.string(),
  objective: v.string(),
});
const adSetRecord = v.object({
  id: v.string(),
  name: v.string(),
  status: v.string(),
  campaign_id: v.string(),
});

/**
 * What a platform’s definition says of new campaigns and ad sets: the request for each, and the
 * record that answers it.
 */
export const creating = (campaign: CreationForm['request'], adSet: CreationForm['request']) => ({
  campaign: { request: campaign, record: campaignRecord },
  adSet: { request: adSet, record: adSetRecord },
});

import { amountFaults } from '../../../../core/manage/amounts.ts';
import { windowFaults } from '../../kit/updates.ts';
import type { UpdateCapability, Updating } from '../../types.ts';
import { entityReading } from '../read/entity-facts.ts';
import type { Calls } from '../wire/calls.ts';
import { adUpdating } from './ad.ts';
import { adSetUpdating } from './ad-set.ts';
import {
  liftedBid,
  money,
  ownOperations,
  plain,
  type Reading,
  time,
  type UpdateFields,
  updatingFields,
} from './object.ts';
import type { CampaignUpdate } from './schema.ts';

/** Removes the spend cap. */
const NO_SPEND_CAP = 922337203685478;

const fields: UpdateFields = {
  name: plain('name', 'keeps'),
  objective: plain('objective'),
  specialAdCategories: plain('special_ad_categories'),
  bidStrategy: plain('bid_strategy', 'resets'),
  campaignSpendCap: money('spend_cap', 'unknown', NO_SPEND_CAP),
  adSetBudgetSharing: plain('is_adset_budget_sharing_enabled'),
  promotedObject: plain('promoted_object'),
  startTime: time('start_time'),
  endTime: time('stop_time'),
};

/**
 * As lists tell it: without a lifetime budget the platform tells the end of its ad sets as that of
 * the campaign.
 */
const ownEnd =
  (reading: Reading): Reading =>
  async (...asked) => {
    const found = await reading(...asked);
    const { stop_time: _, ...row } = found.row;
    return Number(row.lifetime_budget ?? 0) > 0 ? found : { ...found, row };
  };

const campaignUpdating = (calls: Calls, reading: Reading): Updating => ({
  money: { campaignSpendCap: 'lifetime-cap' },
  ...updatingFields(calls, ownEnd(reading), {
    type: 'campaign',
    idField: 'campaignId',
    fields,
    also: ['lifetime_budget'],
    // The amounts stand on its ad sets.
    wanted: (request, row) => ({
      values: { ...request },
      liftsBid: liftedBid(request as CampaignUpdate, row, null),
    }),
  }),
  check(sent, account, now) {
    const request = sent as CampaignUpdate;
    return [
      ...ownOperations(request),
      ...amountFaults(account, request, ['campaignSpendCap']),
      ...windowFaults(request, now),
    ];
  },
});

/** One call reads, one writes what differs; a new creative is two more: it is read back. */
export function createUpdate(calls: Calls): UpdateCapability {
  const reading = entityReading(calls);
  return {
    campaign: campaignUpdating(calls, reading),
    adSet: adSetUpdating(calls, reading),
    ad: adUpdating(calls, reading),
  };
}

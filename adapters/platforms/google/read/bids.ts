import { fromMicro } from '../../../../core/base/money.ts';
import { at, numeric, type Row, said } from '../../kit/json.ts';

/**
 * Of a strategy that takes one amount: the field of the campaign and its member, in answers and in
 * masks.
 */
const amounts = {
  TARGET_SPEND: {
    field: 'targetSpend',
    member: 'cpcBidCeilingMicros',
    mask: 'target_spend.cpc_bid_ceiling_micros',
  },
  MAXIMIZE_CONVERSIONS: {
    field: 'maximizeConversions',
    member: 'targetCpaMicros',
    mask: 'maximize_conversions.target_cpa_micros',
  },
  TARGET_CPA: {
    field: 'targetCpa',
    member: 'targetCpaMicros',
    mask: 'target_cpa.target_cpa_micros',
  },
} as const;

export const campaignBidFields: readonly string[] = [
  ...['bidding_strategy_type', 'bidding_strategy'],
  ...Object.values(amounts).map(({ mask }) => mask),
].map((field) => `campaign.${field}`);

/** Undefined where the strategy takes none, or belongs to several campaigns. */
export function amountOf({ biddingStrategyType, biddingStrategy }: Row) {
  const type = said(biddingStrategyType);
  return said(biddingStrategy) === '' && Object.hasOwn(amounts, type)
    ? amounts[type as keyof typeof amounts]
    : undefined;
}

const whole = (micros: unknown) => {
  const value = numeric(micros);
  return value === undefined || value <= 0 ? undefined : fromMicro(value);
};

export function campaignBid(campaign: Row): number | undefined {
  const amount = amountOf(campaign);
  return amount && whole(at(campaign, amount.field, amount.member));
}

export const hasManualBids = (campaign: Row) => campaign.biddingStrategyType === 'MANUAL_CPC';

/** Elsewhere Google bids by itself, and an old amount means nothing. */
export const adGroupBid = (adGroup: Row, campaign: Row) =>
  hasManualBids(campaign) ? whole(adGroup.cpcBidMicros) : undefined;

import { asRow, type Params, type Row, said, text } from '../../kit/json.ts';

const bounds = ['cpc_bid_ceiling_micros', 'cpc_bid_floor_micros'];

/** Strategies of a single campaign, by type: fields in queries with their members. */
const own: { readonly [type: string]: readonly [field: string, told: readonly string[]] } = {
  MANUAL_CPC: ['manual_cpc', ['enhanced_cpc_enabled']],
  MANUAL_CPM: ['manual_cpm', []],
  MANUAL_CPV: ['manual_cpv', []],
  MAXIMIZE_CONVERSIONS: ['maximize_conversions', ['target_cpa_micros', ...bounds]],
  MAXIMIZE_CONVERSION_VALUE: ['maximize_conversion_value', ['target_roas', ...bounds]],
  TARGET_CPA: ['target_cpa', ['target_cpa_micros', ...bounds]],
  TARGET_ROAS: ['target_roas', ['target_roas', ...bounds]],
  TARGET_SPEND: ['target_spend', ['cpc_bid_ceiling_micros']],
  TARGET_IMPRESSION_SHARE: [
    'target_impression_share',
    ['location', 'location_fraction_micros', 'cpc_bid_ceiling_micros'],
  ],
  PERCENT_CPC: ['percent_cpc', ['cpc_bid_ceiling_micros', 'enhanced_cpc_enabled']],
};

export const biddingFields: readonly string[] = [
  'campaign.bidding_strategy_type',
  'campaign.bidding_strategy',
  ...Object.values(own).flatMap(([field, told]) => told.map((each) => `campaign.${field}.${each}`)),
];

/** A copy shares a portfolio strategy, and makes any other again. */
export function biddingOf(row: Row) {
  const portfolio = text(row.biddingStrategy);
  if (portfolio !== undefined && portfolio !== '') return { biddingStrategy: portfolio };
  const type = said(row.biddingStrategyType);
  const known = Object.hasOwn(own, type) ? own[type] : undefined;
  if (known === undefined)
    throw new NotCopyable(`A campaign with the bidding strategy ${type} cannot be copied.`);
  const field = known[0].replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { [field]: asRow(row[field]) ?? {} };
}

/** `of`: the object of the source that the operation copies. */
export interface CopyOperation {
  readonly operation: Params;
  readonly of?: { readonly type: 'campaign' | 'adset' | 'ad'; readonly sourceId: string };
}

export class NotCopyable extends Error {}

import type { JsonObject } from '../../entity.ts';
import { names } from '../../kit/names.ts';
import {
  bounded,
  type Endpoints,
  invalid,
  isList,
  isObject,
  kept,
  kinds,
  notFound,
  oneOf,
  ownedBy,
  required,
  text,
  words,
} from '../wire.ts';
import { type Level, levelEndpoints, listed } from './batches.ts';
import { checkAmount, checkEnd, flag, whole } from './campaigns.ts';

const fields = names(`
  name campaign_id billable_event budget_in_micro_currency budget_type bid_in_micro_currency bid_strategy_type targeting_spec
  auto_targeting_enabled start_time end_time pacing_delivery_type placement_group tracking_urls lifetime_frequency_cap
  conversion_learning_mode_type
`);

export const adGroupLevel: Level = {
  noun: 'ad_groups',
  kind: kinds.adGroup,
  filters: { campaign_ids: ({ data }) => words(data.campaign_id), ad_group_ids: ({ id }) => id },
  fields,
  required: ['name', 'campaign_id', 'billable_event'],
  exceptions: listed,
  checkForm(params) {
    text(params, 'campaign_id');
    bounded(params, 'name', 255);
    oneOf(params, 'billable_event', ['CLICKTHROUGH', 'IMPRESSION', 'VIDEO_V_50_MRC'] as const);
    oneOf(params, 'budget_type', ['DAILY', 'LIFETIME', 'CBO_ADGROUP'] as const);
    oneOf(params, 'bid_strategy_type', ['AUTOMATIC_BID', 'MAX_BID', 'TARGET_AVG'] as const);
    oneOf(params, 'placement_group', ['ALL', 'SEARCH', 'BROWSE', 'OTHER'] as const);
    for (const name of ['budget_in_micro_currency', 'bid_in_micro_currency', 'start_time', 'end_time']) whole(params, name);
    if (params.auto_targeting_enabled !== undefined) flag(params, 'auto_targeting_enabled');
    const { targeting_spec } = params;
    if (targeting_spec !== undefined && !isObject(targeting_spec)) throw invalid("'targeting_spec' is not of type object");
  },
  check(turn, account, params, before) {
    const data = kept(params, [...fields, 'status']);
    if (before === undefined) {
      const campaign = ownedBy(turn, kinds.campaign, required(params, 'campaign_id'));
      if (campaign?.parents[0] !== account.id) throw notFound('campaign_id');
    } else if (params.campaign_id !== undefined && params.campaign_id !== before.data.campaign_id)
      throw invalid("'campaign_id' cannot be changed");
    checkAmount(params, 'budget_in_micro_currency');
    const all: JsonObject = { budget_type: 'DAILY', ...before?.data, ...data };
    if (all.budget_type === 'LIFETIME' && all.end_time === undefined) throw invalid("a lifetime budget needs an 'end_time'");
    checkEnd(turn.world.now(), params, all.start_time);
    return before === undefined ? { auto_targeting_enabled: true, ...all } : data;
  },
  parents: (_turn, params) => [required(params, 'campaign_id')],
};

export const adGroupEndpoints: Endpoints = levelEndpoints(adGroupLevel);

export function countriesOf(targeting: unknown): readonly string[] {
  const geo = isObject(targeting) ? targeting.GEO : undefined;
  const countries = isList(geo) ? geo.map(String).filter((each) => /^[A-Z]{2}$/.test(each)) : [];
  return countries.length === 0 ? ['US'] : countries;
}

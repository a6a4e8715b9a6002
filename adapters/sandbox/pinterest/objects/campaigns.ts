import { names } from '../../kit/names.ts';
import { bool, bounded, type Endpoints, integer, invalid, kept, kinds, oneOf, type Params } from '../wire.ts';
import { type Level, levelEndpoints, listed } from './batches.ts';

const objectives = ['AWARENESS', 'CONSIDERATION', 'WEB_CONVERSION', 'CATALOG_SALES', 'VIDEO_COMPLETION'] as const;

const fields = names(`
  ad_account_id name objective_type daily_spend_cap lifetime_spend_cap start_time end_time is_campaign_budget_optimization
  is_performance_plus tracking_urls order_line_id
`);

const campaignLevel: Level = {
  noun: 'campaigns',
  kind: kinds.campaign,
  filters: { campaign_ids: ({ id }) => id },
  fields,
  required: ['name', 'objective_type'],
  // Without a fault the list is there, and empty.
  exceptions: (fault) => (fault === undefined ? { exceptions: [] } : listed(fault)),
  checkForm(params) {
    bounded(params, 'name', 255);
    oneOf(params, 'objective_type', objectives);
    for (const name of ['daily_spend_cap', 'lifetime_spend_cap', 'start_time', 'end_time']) whole(params, name);
    for (const name of ['is_campaign_budget_optimization', 'is_performance_plus'])
      if (params[name] !== undefined) flag(params, name);
  },
  check({ world }, account, params, before) {
    if (params.ad_account_id !== undefined && params.ad_account_id !== account.id)
      throw invalid("'ad_account_id' is another account");
    const data = kept(params, [...fields, 'status']);
    const all = { ...before?.data, ...data };
    if (all.daily_spend_cap && all.lifetime_spend_cap) throw invalid('a campaign has a daily or a lifetime spend cap, not both');
    for (const name of ['daily_spend_cap', 'lifetime_spend_cap']) checkAmount(params, name);
    checkEnd(world.now(), params, all.start_time);
    return data;
  },
  parents: () => [],
};

export const campaignEndpoints: Endpoints = levelEndpoints(campaignLevel);

export function whole(params: Params, name: string): void {
  if (params[name] !== undefined && params[name] !== null && typeof params[name] !== 'number')
    throw invalid(`'${name}' is not of type integer`);
  if (typeof params[name] === 'number') integer({ [name]: String(params[name]) }, name);
}

export function flag(params: Params, name: string): void {
  if (typeof params[name] !== 'boolean') bool({ [name]: 'no boolean' }, name);
}

/** No least amount is known. */
export function checkAmount(params: Params, name: string): void {
  const amount = params[name];
  if (typeof amount === 'number' && amount < 0) throw invalid(`'${name}' is negative`);
}

/** Seconds. */
export function checkEnd(now: number, { end_time }: Params, start: unknown): void {
  if (typeof end_time !== 'number') return;
  if (end_time * 1_000 <= now) throw invalid("'end_time' has passed");
  if (typeof start === 'number' && end_time <= start) throw invalid("'end_time' is before 'start_time'");
}

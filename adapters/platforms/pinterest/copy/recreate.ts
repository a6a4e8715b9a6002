import type { Clock } from '../../../../core/ports/clock.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CopyRequest } from '../../../../core/ports/platform-changes.ts';
import type { Api } from '../../kit/calls.ts';
import { type Params, type Row, said, text, wordsIn } from '../../kit/json.ts';
import { tagged } from '../../kit/links.ts';
import { copiedWindow, type Rebuilding } from '../../kit/rebuild.ts';
import type { Answer } from '../../kit/wire.ts';
import { readRows } from '../read/entities.ts';
import { itemsOf } from '../wire/items.ts';
import { msOfSeconds, pathOf, toSeconds } from '../wire/values.ts';
import { otherPin } from './other-pin.ts';

const campaignFields = wordsIn(`
  objective_type daily_spend_cap lifetime_spend_cap is_campaign_budget_optimization is_performance_plus tracking_urls
`);
const adGroupFields = wordsIn(`
  billable_event budget_in_micro_currency budget_type bid_in_micro_currency bid_strategy_type targeting_spec
  auto_targeting_enabled pacing_delivery_type placement_group tracking_urls
`);
const adFields = wordsIn(`
  creative_type pin_id destination_url customizable_cta_type tracking_urls click_tracking_url ios_deep_link android_deep_link
  carousel_destination_urls grid_click_type
`);

const changedOf = (row: Row, { status }: CopyRequest, now: number): Params => ({ status, ...schedule(row, now) });

const types: Rebuilding['types'] = {
  campaign: {
    keep: campaignFields,
    name: 'name',
    changed: (row, request, now) => ({
      ...changedOf(row, request, now),
      // The platform may send 0 for unset fields.
      ...(row.daily_spend_cap === 0 && { daily_spend_cap: undefined }),
      ...(row.lifetime_spend_cap === 0 && { lifetime_spend_cap: undefined }),
    }),
  },
  adset: { keep: adGroupFields, name: 'name', parent: 'campaign_id', changed: changedOf },
  ad: {
    keep: adFields,
    name: 'name',
    parent: 'ad_group_id',
    changed: (row, { status, values }) => ({ status, ...otherLink(row, values) }),
  },
};

/** An ad shows the same pin, unless its texts change. */
export const createRebuilding = (api: Api, clock: Clock, request: CopyRequest): Rebuilding => ({
  types,
  clock,
  fail: api.wire.fail,
  async read(access, type, id) {
    const row = (await readRows(api.calls, access, type, [id])).get(id);
    if (row === undefined || type !== 'ad') return row;
    const pin_id = await otherPin(api, access, said(row.pin_id), request);
    return pin_id === undefined ? row : { ...row, pin_id };
  },
  create: (access, type, params) => create(api, access, pathOf(access.adAccountId, type), accountOf(access, type, params)),
  idOf: (_type, { body }) => text(body.id),
});

const accountOf = ({ adAccountId }: Access, type: string, params: Params): Params =>
  type === 'campaign' ? { ad_account_id: adAccountId, ...params } : params;

async function create({ calls, wire }: Api, access: Access, path: string, params: Params): Promise<Answer> {
  const answer = await calls.tried(access, path, [params]);
  if (!answer.ok) return answer;
  const [item] = itemsOf(wire, access, path, answer, [params]);
  if (item === undefined || 'failure' in item)
    return { ok: false, ...(item ?? { failure: wire.fail('transient', 'The platform answered nothing.'), maybeDone: true }) };
  return { ...answer, data: item.row, body: item.row };
}

/** An ad leads to its own link, not its pin's. */
function otherLink(row: Row, values: CopyRequest['values']): Params {
  const { url, urlTags } = values ?? {};
  if (url === undefined && urlTags === undefined) return {};
  const link = url ?? text(row.destination_url)?.split('?', 1)[0];
  return link === undefined ? {} : { destination_url: tagged(link, urlTags) };
}

function schedule(row: Row, now: number): Params {
  const { start, end } = copiedWindow({ start: msOfSeconds(row.start_time), end: msOfSeconds(row.end_time) }, now);
  return {
    ...(start !== undefined && { start_time: toSeconds(start) }),
    ...(end !== undefined && { end_time: toSeconds(end) }),
  };
}

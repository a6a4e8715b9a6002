import { stranger } from '../../kit/conversions.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  isObject,
  kinds,
  missing,
  type Params,
  ruled,
  seconds,
  type Turn,
  text,
  unknownField,
  words,
  wrong,
} from '../wire.ts';

export function checkName(params: Params): void {
  const name = text(params, 'name');
  if (name !== undefined && ([...name].length < 3 || [...name].length > 1_000))
    throw wrong('name', "Invalid 'name': 3 to 1000 characters.");
}

/** In whole units; the euro's was seen, the dollar's is second hand. */
const leastDaily: Table<number> = { USD: 25, EUR: 15 };

const budgetFields = names('daily_spend_limit_micros lifetime_spend_limit_micros');

export function checkCampaign(
  { world, account }: Turn,
  data: JsonObject,
  before: Entity | undefined,
): void {
  if (
    before !== undefined &&
    data.bidding_type !== undefined &&
    data.bidding_type !== before.data.bidding_type
  )
    throw ruled('bidding_type cannot be changed.');
  if (
    data.bidding_type !== undefined &&
    !['impressions', 'clicks', 'conversions'].includes(words(data.bidding_type))
  )
    throw wrong('bidding_type', "Invalid value for 'bidding_type'.");
  if (before === undefined && data.budget === undefined) throw missing('budget');
  if (data.budget !== undefined) checkBudget(account, data.budget as JsonObject, before);
  const settings = data.conversion_event_setting_ids;
  if (
    before === undefined &&
    data.bidding_type === 'conversions' &&
    !(Array.isArray(settings) && settings.length === 1)
  )
    throw ruled('conversion_event_setting_ids must hold exactly one active standard setting.');
  for (const field of ['start_time', 'end_time']) {
    const time = data[field];
    if (time === undefined || time === null) continue;
    if (!Number.isInteger(time) || Number(time) < 946_684_800 || Number(time) > 4_102_444_800)
      throw wrong(field, `Invalid '${field}': Unix seconds.`);
    if (field === 'end_time' && Number(time) <= seconds(world.now()))
      throw ruled('end_time must be in the future.');
  }
}

function checkBudget(
  { data: account }: Entity,
  budget: JsonObject,
  before: Entity | undefined,
): void {
  if (!isObject(budget)) throw wrong('budget', "Invalid type for 'budget': expected an object.");
  const unknown = stranger(budget, budgetFields);
  if (unknown !== undefined) throw unknownField(`budget.${unknown}`);
  const given = Object.entries(budget);
  const [name = '', micros] = given[0] ?? [];
  if (given.length !== 1)
    throw ruled(
      'Exactly one of daily_spend_limit_micros and lifetime_spend_limit_micros is required.',
    );
  if (!Number.isInteger(micros) || Number(micros) < 1_000_000)
    throw wrong(`budget.${name}`, 'Expected an integer >= 1000000.');
  const currency = words(account.currency_code);
  const least = leastDaily[currency] ?? 25;
  const isDaily = name === 'daily_spend_limit_micros';
  if (isDaily && Number(micros) < least * 1_000_000)
    throw ruled(`The minimum daily budget is ${least}.00 ${currency}.`);
  const was = before?.data.budget;
  if (!isDaily && isObject(was) && was.daily_spend_limit_micros !== undefined)
    throw ruled('A daily budget cannot be changed to a lifetime budget.');
}

/** What goes with what a campaign pays for. */
const pairs: Table<readonly string[]> = {
  impressions: ['impression fixed_bid'],
  clicks: ['click fixed_bid', 'click maximize_clicks'],
  conversions: ['click fixed_bid', 'click maximize_conversions'],
};

const bidFields = names(
  'billing_event_type strategy max_bid_micros custom_audience_bid_multipliers',
);
const mostBid = 30_400_000_000_000;

export function checkAdGroup(
  { world, key }: Turn,
  data: JsonObject,
  before: Entity | undefined,
): void {
  const campaign = world.get(words(data.campaign_id ?? before?.data.campaign_id));
  const config = data.bidding_config;
  if (config === undefined && before === undefined) throw missing('bidding_config');
  if (config !== undefined) {
    if (!isObject(config))
      throw wrong('bidding_config', "Invalid type for 'bidding_config': expected an object.");
    const unknown = stranger(config, bidFields);
    if (unknown !== undefined) throw unknownField(`bidding_config.${unknown}`);
    if (config.billing_event_type === undefined) throw missing('bidding_config.billing_event_type');
    checkBid(campaign, config, before === undefined && key === undefined);
  }
  const hints = data.context_hints;
  if (hints !== undefined && !(Array.isArray(hints) && hints.length <= 2_000))
    throw wrong('context_hints', 'At most 2000 hints.');
}

function checkBid(campaign: Entity | undefined, config: JsonObject, lacksKey: boolean): void {
  const { strategy = 'fixed_bid', max_bid_micros: bid } = config;
  const allowed = pairs[words(campaign?.data.bidding_type) || 'impressions'] ?? [];
  if (!allowed.includes(`${words(config.billing_event_type)} ${words(strategy)}`))
    throw ruled(`This campaign takes ${allowed.join(' or ')}.`);
  if (strategy === 'fixed_bid') {
    if (bid === undefined) throw missing('bidding_config.max_bid_micros');
    if (!Number.isInteger(bid) || Number(bid) < 1 || Number(bid) > mostBid)
      throw wrong('bidding_config.max_bid_micros', 'Expected an integer in range.');
    return;
  }
  if (bid !== undefined) throw ruled('max_bid_micros does not go with this strategy.');
  const budget = campaign?.data.budget;
  if (!isObject(budget) || budget.daily_spend_limit_micros === undefined)
    throw ruled('This strategy needs a daily budget.');
  if (lacksKey) throw ruled('An Idempotency-Key is required.');
}

const cardFields = names('type title body target_url file_id price image_crop');

export function checkAd(
  { world, account }: Turn,
  data: JsonObject,
  before: Entity | undefined,
): void {
  const { creative } = data;
  if (creative === undefined && before !== undefined) return;
  if (!isObject(creative)) throw missing('creative');
  const unknown = stranger(creative, cardFields);
  if (unknown !== undefined) throw unknownField(`creative.${unknown}`);
  if (creative.type !== 'chat_card') throw ruled('Only chat_card is simulated.');
  const bounds: Table<readonly [number, number]> = {
    title: [before === undefined ? 3 : 1, 50],
    body: [1, 100],
  };
  for (const [field, [least, longest]] of Object.entries(bounds)) {
    const length = [...words(creative[field])].length;
    if (length === 0) throw missing(`creative.${field}`);
    if (length < least || length > longest)
      throw wrong(
        `creative.${field}`,
        `Invalid 'creative.${field}': ${least} to ${longest} characters.`,
      );
  }
  const link = words(creative.target_url);
  if (!/^https?:\/\/[^\s]+$/i.test(link) || link.length > 2_048)
    throw ruled('target_url is not a valid URL.');
  // Required though the schema calls it optional.
  const file = world.get(words(creative.file_id));
  if (file?.kind !== kinds.file || file.parents[0] !== account.id)
    throw ruled('file_id is required and must name an uploaded image.');
}

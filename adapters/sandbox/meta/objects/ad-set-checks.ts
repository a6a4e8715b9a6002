import type { Entity, JsonObject, Table } from '../../types.ts';
import { string, type Turn } from '../graph/graph.ts';
import {
  GraphError,
  invalid,
  isObject,
  onlyKeys,
  part,
  refuse,
  refuseWith,
  setOf,
} from '../graph/params.ts';
import { live } from '../graph/status.ts';
import { accountFor, minimumBudget } from './accounts.ts';
import { hasBudget } from './campaign-writes.ts';
import { reachesEu } from './targeting.ts';

export const optimizationGoals = setOf(
  `AD_RECALL_LIFT ADVERTISER_SILOED_VALUE APP_INSTALLS APP_INSTALLS_AND_OFFSITE_CONVERSIONS AUTOMATIC_OBJECTIVE CONVERSATIONS DERIVED_EVENTS
  ENGAGED_USERS EVENT_RESPONSES IMPRESSIONS IN_APP_VALUE LANDING_PAGE_VIEWS LEAD_GENERATION LINK_CLICKS MEANINGFUL_CALL_ATTEMPT
  MESSAGING_APPOINTMENT_CONVERSION MESSAGING_PURCHASE_CONVERSION NONE OFFSITE_CONVERSIONS PAGE_LIKES POST_ENGAGEMENT PROFILE_AND_PAGE_ENGAGEMENT
  PROFILE_VISIT QUALITY_CALL QUALITY_LEAD REACH REMINDERS_SET SUBSCRIBERS THRUPLAY VALUE VISIT_INSTAGRAM_PROFILE`,
);

/** IMPRESSIONS fits every goal, these two only their own. */
export function checkBilling(billing: string, goal: string) {
  if (['LINK_CLICKS', 'THRUPLAY'].includes(billing) && billing !== goal)
    throw invalid(
      `The billing event ${billing} cannot be used with the goal ${goal}`,
      'billing_event',
    );
}

export const billingEvents = setOf(
  'APP_INSTALLS CLICKS IMPRESSIONS LINK_CLICKS LISTING_INTERACTION NONE OFFER_CLAIMS PAGE_LIKES POST_ENGAGEMENT PURCHASE THRUPLAY',
);

const messaging =
  'MESSENGER WHATSAPP INSTAGRAM_DIRECT MESSAGING_INSTAGRAM_DIRECT_MESSENGER MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP MESSAGING_INSTAGRAM_DIRECT_WHATSAPP MESSAGING_MESSENGER_WHATSAPP';
const calls = 'PHONE_CALL WEBSITE_AND_PHONE_CALL';

/** The two call destinations are not in the public list, but exist. */
const destinations: Table<ReadonlySet<string>> = {
  OUTCOME_AWARENESS: setOf('UNDEFINED FACEBOOK'),
  OUTCOME_TRAFFIC: setOf(
    `UNDEFINED WEBSITE APP APPLINKS_AUTOMATIC FACEBOOK FACEBOOK_PAGE INSTAGRAM_PROFILE INSTAGRAM_PROFILE_AND_FACEBOOK_PAGE INSTAGRAM_LIVE FACEBOOK_LIVE ${messaging} ${calls}`,
  ),
  OUTCOME_ENGAGEMENT: setOf(
    `UNDEFINED ON_POST ON_VIDEO ON_PAGE ON_EVENT ON_AD FACEBOOK FACEBOOK_PAGE FACEBOOK_LIVE INSTAGRAM_LIVE INSTAGRAM_PROFILE WEBSITE APP IMAGINE ${messaging} ${calls}`,
  ),
  OUTCOME_LEADS: setOf(
    `UNDEFINED ON_AD WEBSITE APP WEBSITE_AND_LEAD_FORM LEAD_FROM_IG_DIRECT LEAD_FROM_MESSENGER ${messaging} ${calls}`,
  ),
  OUTCOME_APP_PROMOTION: setOf('UNDEFINED APP APPLINKS_AUTOMATIC'),
  OUTCOME_SALES: setOf(
    `UNDEFINED WEBSITE APP APPLINKS_AUTOMATIC SHOP_AUTOMATIC ${messaging} ${calls}`,
  ),
};

export const isMessagingMix = (destination: string | undefined) =>
  destination?.startsWith('MESSAGING_') ?? false;

export function checkDestination(objective: string, destination: string | undefined) {
  if (destination !== undefined && !(destinations[objective]?.has(destination) ?? false))
    throw refuse(2446509, 'destination_type');
}

const promotedKeys = setOf(
  'application_id custom_conversion_id custom_event_str custom_event_type event_id object_store_url object_store_urls offer_id offline_conversion_data_set_id page_id pixel_id pixel_rule place_page_set_id product_catalog_id product_item_id product_set_id retention_days whatsapp_phone_number lead_ads_form_event_source_type omnichannel_object',
);

/** One object, which the goal may require. */
export function checkPromoted(turn: Turn, promoted: JsonObject | undefined, goal: string): void {
  const object = promoted ?? {};
  onlyKeys(object, promotedKeys, 'promoted_object');
  const objects = ['pixel_id', 'page_id', 'application_id', 'product_set_id'].filter(
    (key) => object[key] !== undefined,
  );
  if (objects.length > 1) throw refuse(1487929, 'promoted_object');
  const pixel = string(object.pixel_id);
  if (pixel !== undefined && turn.world.get(pixel)?.company !== turn.company)
    throw invalid('The pixel does not exist', 'promoted_object', 'pixel_id');
  const page = string(object.page_id);
  if (page !== undefined && turn.world.get(page)?.company !== turn.company)
    throw invalid('The page does not exist', 'promoted_object', 'page_id');
  if (['OFFSITE_CONVERSIONS', 'VALUE'].includes(goal)) {
    if (
      !['pixel_id', 'custom_conversion_id', 'product_set_id', 'application_id'].some(
        (key) => object[key] !== undefined,
      )
    )
      throw invalid(
        'This optimization goal needs a promoted object with a pixel or a conversion',
        'promoted_object',
      );
    if (
      pixel !== undefined &&
      object.custom_event_type === undefined &&
      object.custom_conversion_id === undefined
    )
      throw invalid(
        'A promoted pixel needs a custom_event_type',
        'promoted_object',
        'custom_event_type',
      );
  }
  if (
    ['APP_INSTALLS', 'APP_INSTALLS_AND_OFFSITE_CONVERSIONS'].includes(goal) &&
    (object.application_id === undefined || object.object_store_url === undefined)
  )
    throw invalid(
      'This optimization goal needs a promoted app',
      'promoted_object',
      'application_id',
    );
  if (['LEAD_GENERATION', 'PAGE_LIKES', 'CONVERSATIONS'].includes(goal) && page === undefined)
    throw invalid('This optimization goal needs a promoted page', 'promoted_object', 'page_id');
}

const hour = 3_600_000;

/** Minor units and milliseconds. */
export function checkMoney(turn: Turn, campaign: Entity, data: JsonObject, start: number): void {
  const account = accountFor(turn, campaign);
  const daily = data.daily_budget;
  const lifetime = data.lifetime_budget;
  const least = minimumBudget(account);
  if (hasBudget(campaign)) {
    if (daily !== undefined || lifetime !== undefined) throw refuse(1885621);
  } else if (daily === undefined && lifetime === undefined)
    throw invalid(
      'The ad set needs a daily_budget or a lifetime_budget because its campaign has none',
      'daily_budget',
    );
  if (daily !== undefined && lifetime !== undefined)
    throw invalid('Give either daily_budget or lifetime_budget', 'daily_budget');
  if (Number(daily ?? least) < least) throw refuse(1885272, 'daily_budget');
  const end = Number(data.end_at ?? 0);
  if (lifetime !== undefined) {
    if (end === 0 || end - start < 24 * hour) throw refuse(1487094, 'end_time');
    if (Number(lifetime) < (least * (end - start)) / (24 * hour))
      throw refuse(1885650, 'lifetime_budget');
  }
  const strategy = string(data.bid_strategy) ?? string(campaign.data.bid_strategy);
  if (
    (strategy === 'LOWEST_COST_WITH_BID_CAP' || strategy === 'COST_CAP') &&
    data.bid_amount === undefined
  )
    throw refuse(2490487, 'bid_amount');
  if (
    strategy === 'LOWEST_COST_WITH_MIN_ROAS' &&
    (part(data, 'bid_constraints').roas_average_floor === undefined ||
      data.optimization_goal !== 'VALUE')
  )
    throw invalid(
      'This bid strategy needs bid_constraints.roas_average_floor and the goal VALUE',
      'bid_constraints',
    );
}

/** The campaign's budget covers one more ad set. */
export function checkRoom(turn: Turn, campaign: Entity): void {
  const budget = Number(
    campaign.data.daily_budget ?? campaign.data.lifetime_budget ?? Number.POSITIVE_INFINITY,
  );
  const siblings = turn.world.under('adsets', campaign.id).filter((id) => {
    const each = turn.world.get(id);
    return each !== undefined && live(each);
  });
  if (budget < minimumBudget(accountFor(turn, campaign)) * (siblings.length + 1))
    throw refuseWith(2446149, {
      userMessage: 'The budget of the campaign is too low to cover an additional ad set.',
    });
  if (campaign.data.is_adset_budget_sharing_enabled !== true) return;
  const [first] = siblings;
  const other = first === undefined ? undefined : turn.world.get(first);
  const kind = given(turn, 'lifetime_budget') ? 'lifetime_budget' : 'daily_budget';
  if (other !== undefined && other.data[kind] === undefined) throw refuse(4834009);
}

const given = (turn: Turn, name: string) => turn.params[name] !== undefined;

export function checkDsa(
  turn: Turn,
  account: Entity,
  targeting: JsonObject,
  data: JsonObject,
): void {
  if (!reachesEu(targeting)) return;
  const beneficiary = data.dsa_beneficiary ?? account.data.default_dsa_beneficiary;
  const payor = data.dsa_payor ?? account.data.default_dsa_payor;
  if (beneficiary !== undefined && payor !== undefined) return;
  const blame = beneficiary === undefined ? 'dsa_beneficiary' : 'dsa_payor';
  if (turn.call.path[1] === 'copies')
    throw refuse(beneficiary === undefined ? 3858081 : 3858079, blame);
  throw refuse(3858152, blame);
}

export function checkAttribution(spec: unknown): void {
  if (spec === undefined) return;
  const known = ['CLICK_THROUGH', 'VIEW_THROUGH', 'ENGAGED_VIDEO_VIEW'];
  const fine =
    Array.isArray(spec) &&
    spec.every(
      (each) =>
        isObject(each) &&
        known.includes(String(each.event_type)) &&
        [1, 7, 28].includes(Number(each.window_days)),
    );
  if (!fine)
    throw invalid(
      'Param attribution_spec holds an event or a window that does not exist',
      'attribution_spec',
    );
}

export function checkPacing(data: JsonObject) {
  const pacing = Array.isArray(data.pacing_type) ? data.pacing_type.map(String) : [];
  const unknown = pacing.find(
    (each) => !['standard', 'day_parting', 'no_pacing', 'disabled'].includes(each),
  );
  if (unknown !== undefined) throw invalid(`Unknown pacing type ${unknown}`, 'pacing_type');
  if (
    pacing.includes('day_parting') &&
    (data.lifetime_budget === undefined || data.adset_schedule === undefined)
  )
    throw invalid('Day parting needs a lifetime budget and an adset_schedule', 'pacing_type');
}

export function checkSoftOptOut(spec: JsonObject | undefined): void {
  if (spec === undefined) return;
  onlyKeys(
    spec,
    setOf(
      'facebook_positions instagram_positions audience_network_positions messenger_positions threads_positions whatsapp_positions oculus_positions',
    ),
    'placement_soft_opt_out',
  );
  if (!Object.values(spec).every(Array.isArray))
    throw invalid('placement_soft_opt_out holds lists of positions', 'placement_soft_opt_out');
}

export function checkCampaign(campaign: Entity | undefined): Entity {
  if (campaign === undefined)
    throw new GraphError({
      code: 100,
      subcode: 33,
      message: 'The campaign_id names no campaign of this account',
      blame: [['campaign_id']],
    });
  if (!live(campaign)) throw refuse(1487566);
  return campaign;
}

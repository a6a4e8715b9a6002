import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isTooNew } from '../../kit/faults.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { pick } from '../objects/accounts.ts';
import { operations, switchOne } from '../objects/lists.ts';
import { idField, isDeleted, primaryStatuses, secondaryStatus } from '../objects/rows.ts';
import {
  accountOf,
  type Endpoint,
  type Endpoints,
  invalid,
  kinds,
  object,
  oneOf,
  ownedBy,
  type Params,
  paged,
  pageOf,
  parseTime,
  required,
  requiredOneOf,
  requiredWords,
  type Turn,
  text,
  wordList,
  words,
} from '../wire.ts';
import { postbackModes } from './campaigns.ts';
import { type Creative, keptCreatives } from './creatives.ts';
import { isSmart, smartAccount, smartObject, smartObjectives } from './gates.ts';
import { listedRow } from './rows.ts';
import { all, checkShape, type Fields, listOf } from './shape.ts';

const ids = listOf('text', 100);
const common: Fields = {
  campaign_ids: ids,
  secondary_status: 'text',
  objective_type: smartObjectives,
  sales_destination: names('WEBSITE APP WEB_AND_APP'),
  ...all('text', 'creation_filter_start_time creation_filter_end_time'),
};
const ofCampaigns = names(
  'STATUS_ALL STATUS_DELETE STATUS_NOT_DELETE STATUS_DELIVERY_OK STATUS_DISABLE STATUS_NOT_DELIVERY',
);
const ofAdGroups = Object.keys(primaryStatuses);

const list = (kind: string, filters: Fields, most: number): Endpoint => ({
  known: ['fields', 'filtering', 'page', 'page_size'],
  run(turn) {
    const account = accountOf(turn);
    const filter = object(turn.params, 'filtering') ?? {};
    checkShape(filters, filter, 'filtering.', turn.fired.has('unknown-ignored'));
    const fields = wordList(turn.params, 'fields', 200);
    const own = ['advertiser_id', ...(kind === kinds.ad ? ['smart_plus_ad_id'] : [])];
    const rows = turn.world
      .entities(kind, account.id)
      .filter((entity) =>
        isSmart(kind === kinds.campaign ? entity : campaignOf(turn.world, entity)),
      )
      .filter((entity) => !isTooNew(turn, entity, 'list-lag'))
      .filter(filterOf(turn, filter))
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .map((entity) => listedRow(turn, account, entity))
      .map((row) => (fields === undefined ? row : pick(row, [...own, ...fields])));
    return paged(rows, pageOf(turn.params, most));
  },
});

const campaignOf = (world: World, { data }: Entity): Entity | undefined =>
  world.get(words(data.campaign_id));

/** The list of ad groups is filtered by other words than they are made with. */
const promotions: { readonly [word: string]: readonly string[] } = {
  APP: ['APP_ANDROID', 'APP_IOS'],
  INSTANT_FORM: ['LEAD_GENERATION'],
};

function filterOf({ world, fired }: Turn, filter: Params): (entity: Entity) => boolean {
  const passes =
    primaryStatuses[text(filter, 'primary_status') ?? 'STATUS_NOT_DELETE'] ?? (() => false);
  const secondary = text(filter, 'secondary_status');
  const time = (name: string) => {
    const value = text(filter, name);
    return value === undefined ? undefined : parseTime(value, name);
  };
  const [from = 0, to = Number.MAX_VALUE, changed = 0] = [
    'creation_filter_start_time',
    'creation_filter_end_time',
    'modified_after',
  ].map(time);
  const wanted = names('campaign_ids adgroup_ids smart_plus_ad_ids').map(
    (name) => [name, wordList(filter, name, 100)] as const,
  );
  const called = (entity: Entity, field: string) => {
    const name = text(filter, field);
    const own = words(entity.data[field]);
    return name === undefined || (fired.has('names-exact') ? own === name : own.includes(name));
  };
  const second = (at: number) => Math.floor(at / 1_000) * 1_000;
  return (entity) => {
    const campaign = entity.kind === kinds.campaign ? entity : campaignOf(world, entity);
    const adGroup =
      entity.kind === kinds.adGroup ? entity : world.get(words(entity.data.adgroup_id));
    const of = (field: string, value: unknown) =>
      text(filter, field) === undefined || text(filter, field) === value;
    const status = secondaryStatus(world, entity);
    const promotion = text(filter, 'promotion_type');
    return (
      (secondary === undefined ? passes(status) : status === secondary) &&
      second(entity.created) >= from &&
      second(entity.created) <= to &&
      second(entity.updated) >= changed &&
      of('objective_type', campaign?.data.objective_type) &&
      of('sales_destination', campaign?.data.sales_destination) &&
      of('optimization_goal', adGroup?.data.optimization_goal) &&
      (promotion === undefined ||
        (promotions[promotion] ?? [promotion]).includes(words(adGroup?.data.promotion_type))) &&
      called(entity, 'campaign_name') &&
      called(entity, 'adgroup_name') &&
      wanted.every(([name, some]) => some === undefined || some.includes(idUnder(entity, name)))
    );
  };
}

function idUnder(entity: Entity, filter: string): string {
  const field = filter === 'smart_plus_ad_ids' ? 'ad_id' : filter.slice(0, -1);
  return idField[entity.kind] === field ? entity.id : words(entity.data[field]);
}

/** Code 0 also where all failed. */
const switching = (kind: string, noun: 'campaign' | 'adgroup'): Endpoint => ({
  known: [
    `${noun}_ids`,
    'operation_status',
    ...(noun === 'campaign' ? ['postback_window_mode'] : []),
  ],
  run(turn) {
    const account = smartAccount(turn);
    const operation = requiredOneOf(turn.params, 'operation_status', operations);
    oneOf(turn.params, 'postback_window_mode', postbackModes);
    const done: JsonObject[] = [];
    const failed: JsonObject[] = [];
    for (const id of requiredWords(turn.params, `${noun}_ids`, 20)) {
      const why = whyNot(turn, account, kind, id);
      if (why !== undefined) failed.push({ [`${noun}_id`]: id, error_message: why });
      else done.push({ [`${noun}_id`]: switchOne(turn, id, operation).id, status: operation });
    }
    return { [`${noun}_list`]: done, error_list: failed };
  },
});

function whyNot(turn: Turn, account: Entity, kind: string, id: string): string | undefined {
  const entity = ownedBy(turn, account, kind, id);
  if (entity === undefined) return `The object ${id} does not exist.`;
  const campaign = kind === kinds.campaign ? entity : campaignOf(turn.world, entity);
  if (!isSmart(campaign)) return 'This API supports Upgraded Smart Plus ads only.';
  if (secondaryStatus(turn.world, entity).endsWith('_DELETE'))
    return 'A deleted object cannot be modified.';
  return undefined;
}

export const smartListEndpoints: Endpoints = {
  'GET smart_plus/campaign/get': list(
    kinds.campaign,
    { ...common, primary_status: ofCampaigns, campaign_name: 'text' },
    1_000,
  ),
  'GET smart_plus/adgroup/get': list(
    kinds.adGroup,
    {
      ...common,
      primary_status: ofAdGroups,
      optimization_goal: 'text',
      adgroup_ids: ids,
      adgroup_name: 'text',
      promotion_type: names(
        `WEBSITE APP INSTANT_FORM OTHERS LEAD_GEN_CLICK_TO_TT_DIRECT_MESSAGE LEAD_GEN_CLICK_TO_SOCIAL_MEDIA_APP_MESSAGE
        LEAD_GEN_CLICK_TO_CALL`,
      ),
    },
    1_000,
  ),
  'GET smart_plus/ad/get': list(
    kinds.ad,
    {
      ...common,
      ...all('text', 'optimization_goal modified_after'),
      ...all(ids, 'adgroup_ids smart_plus_ad_ids'),
      primary_status: [...ofAdGroups, 'STATUS_CLOSED'],
    },
    100,
  ),
  'POST smart_plus/campaign/status/update': switching(kinds.campaign, 'campaign'),
  'POST smart_plus/adgroup/status/update': switching(kinds.adGroup, 'adgroup'),
  // No list of errors: one refuses all.
  'POST smart_plus/ad/status/update': {
    known: ['smart_plus_ad_ids', 'operation_status'],
    run(turn) {
      const account = smartAccount(turn);
      const operation = requiredOneOf(turn.params, 'operation_status', operations);
      const ads = requiredWords(turn.params, 'smart_plus_ad_ids', 20);
      for (const id of ads) {
        const why = whyNot(turn, account, kinds.ad, id);
        if (why !== undefined) throw invalid(`smart_plus_ad_ids: ${why}`);
      }
      for (const id of ads) switchOne(turn, id, operation);
      return { smart_plus_ad_ids: ads, status: operation };
    },
  },
  'POST smart_plus/ad/material_status/update': {
    known: ['smart_plus_ad_id', 'ad_material_ids', 'operation_status'],
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      const ad = smartObject(turn, account, kinds.ad, required(params, 'smart_plus_ad_id'));
      if (isDeleted(ad)) throw invalid('smart_plus_ad_id: A deleted object cannot be modified.');
      const operation = requiredOneOf(params, 'operation_status', ['ENABLE', 'DISABLE']);
      const chosen = requiredWords(params, 'ad_material_ids', 20);
      const found = chosen.map((id) => livingCreative(ad, id));
      if (chosen.length > 1 && found.some(isCarousel))
        throw invalid('ad_material_ids: A carousel is switched alone.');
      world.change(ad.id, {
        creative_list: keptCreatives(ad).map((each) =>
          found.includes(each) ? switched(world, each, operation) : each,
        ),
      });
      const field = turn.fired.has('material-status-named')
        ? 'material_status'
        : 'operation_status';
      return { smart_plus_ad_id: ad.id, ad_material_ids: chosen, [field]: operation };
    },
  },
};

function livingCreative(ad: Entity, id: string): Creative {
  const found = keptCreatives(ad).find(
    (each) => each.ad_material_id === id && each.removed !== true,
  );
  if (found === undefined) throw invalid(`ad_material_ids: The creative ${id} does not exist.`);
  return found;
}

const isCarousel = ({ creative_info: { ad_format, tiktok_item_id } }: Creative): boolean =>
  ad_format === 'CAROUSEL_ADS' && tiktok_item_id === undefined;

const switched = (world: World, creative: Creative, operation: string): Creative => ({
  ...creative,
  material_operation_status: operation,
  spans: spansAfter(spansOf({ data: creative }), operation === 'ENABLE', world.now()),
});

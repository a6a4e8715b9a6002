import { addDays, weekday } from '../../kit/calendar.ts';
import { type Delivered, grouped, zoneDays } from '../../kit/delivery.ts';
import { isList, isObject } from '../../kit/json.ts';
import { dividedBy, filled } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import { idOfText } from '../seed/ids.ts';
import { type Creative, isSmartAd, keptCreatives } from '../smart/creatives.ts';
import { checkShape, type Fields, listOf } from '../smart/shape.ts';
import {
  accountOf,
  type Endpoint,
  type Endpoints,
  flag,
  invalid,
  kinds,
  object,
  oneOf,
  type Params,
  paged,
  pageOf,
  requiredWords,
  type Turn,
  wordList,
  words,
} from '../wire.ts';
import { deliveredBy } from './delivered.ts';
import { metricNames, metricsOf } from './metrics.ts';
import { cutParts, daysUpTo } from './report.ts';

const levels = ['advertiser_id', 'campaign_id', 'adgroup_id', 'smart_plus_ad_id'];
const settings = ['ad_text_entity_id', 'call_to_action_entity_id', 'interactive_add_on_entity_id'];
const materials = ['main_material_id', ...settings];
const times = ['stat_time_hour', 'stat_time_day', 'stat_time_week', 'stat_time_month'];
const materialTypes = names(
  `VIDEO_NON_SPARK_ADS VIDEO_SPARK_ADS CAROUSEL_NON_SPARK_ADS CAROUSEL_SPARK_ADS SINGLE_IMAGE_NON_SPARK_ADS CATALOG_VIDEO
  CATALOG_VIDEO_TEMPLATE CATALOG_CAROUSEL CATALOG_MULTI_SHOW`,
);
const attributes = names(
  `ad_material_id main_material_name ad_text call_to_action interactive_add_on_name interactive_add_on_id multi_name
  material_primary_status material_second_status_list operation_status`,
);

const filters: Fields = {
  ...Object.fromEntries(
    ['campaign_ids', 'adgroup_ids', 'smart_plus_ad_ids'].map((name) => [
      name,
      listOf('text', 200, 1),
    ]),
  ),
  ...Object.fromEntries(materials.map((name) => [`${name}s`, listOf('text', 400, 1)])),
  main_material_types: listOf(materialTypes, 9, 1),
};
/** Its page names these in the singular, the SDK in the plural. */
const breakdownFilters: Fields = {
  ...filters,
  ...Object.fromEntries(materials.map((name) => [name, listOf('text', 400, 1)])),
};

const common = names(
  'dimensions metrics filtering start_date end_date sort_field sort_type page page_size',
);

const report = (
  known: readonly string[],
  fields: Fields,
  daysIn: (turn: Turn, by: readonly string[]) => readonly string[],
): Endpoint => ({
  known,
  run(turn) {
    const { params, world } = turn;
    const account = accountOf(turn);
    const by = requiredWords(params, 'dimensions', 5);
    const days = daysIn(turn, by);
    const metrics = wordList(params, 'metrics', 100) ?? ['spend', 'impressions'];
    const odd = metrics.find((each) => !metricNames.includes(each) && !attributes.includes(each));
    if (odd !== undefined) throw invalid(`metrics: ${odd} is not supported.`);
    const sort = oneOf(params, 'sort_field', metricNames) ?? 'spend';
    const sign = oneOf(params, 'sort_type', ['ASC', 'DESC']) === 'ASC' ? 1 : -1;
    const filter = object(params, 'filtering') ?? {};
    checkShape(fields, filter, 'filtering.');
    checkFilter(filter);
    const cutBy = settings.filter(
      (name) => by.includes(name) || [name, `${name}s`].some((each) => filter[each] !== undefined),
    );
    const zoned = zoneDays(words(account.data.display_timezone), days);
    const pieces = world
      .entities(kinds.ad, account.id)
      .filter(isSmartAd)
      .flatMap((ad) =>
        cutParts(deliveredBy(world, ad, zoned), by).flatMap((part) => divided(ad, part, cutBy)),
      )
      .filter((piece) => isMeant(piece, filter));
    const groups = grouped(pieces, (piece) => JSON.stringify(dimensionsOf(account, piece, by)));
    const rows = [...groups].map(([key, some]) => ({
      dimensions: JSON.parse(key) as JsonObject,
      metrics: figuresOf(turn, some, by, metrics),
      order: Number(metricsOf(turn, some, [sort])[sort]) || 0,
    }));
    rows.sort((a, b) => sign * (a.order - b.order));
    return paged(
      rows.map(({ dimensions, metrics: figures }) => ({ dimensions, metrics: figures })),
      pageOf(params, 100),
    );
  },
});

export const materialReportEndpoints: Endpoints = {
  // Many days come as one sum.
  'GET smart_plus/material_report/overview': report(
    [...common, 'query_lifetime'],
    filters,
    ({ params, world }, by) => {
      if (by.length !== 2) throw invalid('dimensions: The length of the list must be 2.');
      const isPair =
        by.some((each) => levels.includes(each)) && by.some((each) => materials.includes(each));
      if (!isPair)
        throw invalid('dimensions: Must be one of the levels and one of the creative dimensions.');
      const today = new Date(world.now()).toISOString().slice(0, 10);
      return flag(params, 'query_lifetime')
        ? daysUpTo({ start_date: addDays(today, -364), end_date: today }, 365)
        : daysUpTo(params, 366);
    },
  ),
  'GET smart_plus/material_report/breakdown': report(common, breakdownFilters, ({ params }, by) => {
    const unknown = by.find((each) => !materials.includes(each) && !times.includes(each));
    if (unknown !== undefined) throw invalid(`dimensions: ${unknown} is not supported.`);
    if (!by.some((each) => materials.includes(each)))
      throw invalid('dimensions: Must hold a creative or a setting.');
    if (by.filter((each) => times.includes(each)).length > 1)
      throw invalid('dimensions: Must hold one time dimension at most.');
    return daysUpTo(params, by.includes('stat_time_hour') ? 8 : 366);
  }),
};

function checkFilter(filter: Params): void {
  const given = ['campaign_ids', 'adgroup_ids', 'smart_plus_ad_ids'].filter(
    (name) => filter[name] !== undefined,
  );
  if (given.length > 1) throw invalid(`filtering: ${given.join(' and ')} cannot be combined.`);
  const types = filter.main_material_types as readonly string[] | undefined;
  if (filter.main_material_ids !== undefined && types?.length !== 1)
    throw invalid('filtering: main_material_ids needs one of main_material_types.');
}

/** What one creative delivered, with one text and one button. */
interface Piece extends Delivered {
  readonly parent: Entity;
  readonly creative: Creative;
  readonly cut: Table<string>;
}

/** Texts and buttons share the figures of a creative, so that they add up. */
function divided(
  parent: Entity,
  part: Delivered & { readonly cut: Table<string> },
  wanted: readonly string[],
): readonly Piece[] {
  const creative = keptCreatives(parent).find(({ ad_id }) => ad_id === part.ad.id);
  if (creative === undefined) return [];
  return dividedBy(wanted, part.measures, (name, of) => {
    const keys = settingsOf(parent, name);
    return keys.length === 0
      ? [['', of] as const]
      : filled(of, keys, `${part.ad.id}|${part.day}|${part.country}|${name}`);
  }).map(([cut, measures]) => ({
    ...part,
    parent,
    creative,
    measures,
    cut: { ...part.cut, ...cut },
  }));
}

function settingsOf({ data }: Entity, name: string): readonly string[] {
  const of = (list: string, field: string) =>
    (isList(data[list]) ? data[list] : []).map((each) =>
      isObject(each) ? words(each[field]) : '',
    );
  if (name === 'ad_text_entity_id') return of('ad_text_list', 'ad_text');
  if (name === 'interactive_add_on_entity_id') return of('interactive_add_on_list', 'card_id');
  const portfolio = isObject(data.ad_configuration)
    ? words(data.ad_configuration.call_to_action_id)
    : '';
  return portfolio === '' ? of('call_to_action_list', 'call_to_action') : [portfolio];
}

function materialOf({ creative_info: info, ad_material_id }: Creative): {
  readonly id: string;
  readonly type: string;
} {
  const isVideo = info.ad_format === 'SINGLE_VIDEO';
  if (info.tiktok_item_id !== undefined)
    return {
      id: words(info.tiktok_item_id),
      type: isVideo ? 'VIDEO_SPARK_ADS' : 'CAROUSEL_SPARK_ADS',
    };
  if (info.ad_format === 'CATALOG_CAROUSEL')
    return { id: ad_material_id, type: 'CATALOG_CAROUSEL' };
  const video = isObject(info.video_info) ? words(info.video_info.video_id) : '';
  return isVideo
    ? { id: video, type: 'VIDEO_NON_SPARK_ADS' }
    : { id: ad_material_id, type: 'CAROUSEL_NON_SPARK_ADS' };
}

const kindsOfButton = (piece: Piece): string =>
  isObject(piece.parent.data.ad_configuration) &&
  piece.parent.data.ad_configuration.call_to_action_id !== undefined
    ? 'dynamic_call_to_action'
    : 'manual_call_to_action';

function dimensionsOf(account: Entity, piece: Piece, by: readonly string[]): JsonObject {
  const { day, parent, cut, creative } = piece;
  const material = materialOf(creative);
  const week = addDays(day, 1 - weekday(day));
  const values: { readonly [name: string]: JsonObject } = {
    advertiser_id: { advertiser_id: account.id },
    campaign_id: { campaign_id: words(parent.data.campaign_id) },
    adgroup_id: { adgroup_id: words(parent.data.adgroup_id) },
    smart_plus_ad_id: { smart_plus_ad_id: parent.id },
    main_material_id: { main_material_id: material.id, main_material_type: material.type },
    ad_text_entity_id: {
      ad_text_entity_id: idOfText(cut.ad_text_entity_id),
      ad_text_entity_type: 'text',
    },
    call_to_action_entity_id: {
      call_to_action_entity_id: idOfText(cut.call_to_action_entity_id),
      call_to_action_entity_type: kindsOfButton(piece),
    },
    interactive_add_on_entity_id: {
      interactive_add_on_entity_id: idOfText(cut.interactive_add_on_entity_id),
      interactive_add_on_entity_type: 'add_on',
    },
    stat_time_hour: { stat_time_hour: `${day} ${cut.stat_time_hour}` },
    stat_time_day: { stat_time_day: `${day} 00:00:00` },
    stat_time_week: { stat_time_week: `${week} 00:00:00` },
    stat_time_month: { stat_time_month: `${day.slice(0, 7)}-01 00:00:00` },
  };
  return Object.assign({}, ...by.map((name) => values[name] ?? {}));
}

function isMeant(piece: Piece, filter: Params): boolean {
  const { parent, cut, creative } = piece;
  const material = materialOf(creative);
  const is = (name: string, value: string) => {
    const some = filter[name] as readonly string[] | undefined;
    return some === undefined || some.includes(value);
  };
  return (
    is('campaign_ids', words(parent.data.campaign_id)) &&
    is('adgroup_ids', words(parent.data.adgroup_id)) &&
    is('smart_plus_ad_ids', parent.id) &&
    is('main_material_types', material.type) &&
    ['main_material_id', 'main_material_ids'].every((name) => is(name, material.id)) &&
    settings.every((name) => [name, `${name}s`].every((each) => is(each, idOfText(cut[name]))))
  );
}

function figuresOf(
  turn: Turn,
  pieces: readonly Piece[],
  by: readonly string[],
  wanted: readonly string[],
): JsonObject {
  const [first] = pieces;
  if (first === undefined) return {};
  const { creative, parent, cut } = first;
  const isOfAd = by.includes('smart_plus_ad_id');
  const { creative_info: info, ad_material_id, material_operation_status } = creative;
  const name =
    words(info.material_name) ||
    (isObject(info.video_info) ? words(info.video_info.file_name) : '') ||
    ad_material_id;
  const texts = settings.filter((each) => by.includes(each)).map((each) => cut[each] ?? '');
  const all: JsonObject = {
    ad_material_id: isOfAd
      ? [...new Set(pieces.map((piece) => piece.creative.ad_material_id))]
      : '',
    main_material_name: name,
    ad_text: cut.ad_text_entity_id ?? '',
    call_to_action: cut.call_to_action_entity_id ?? '',
    interactive_add_on_name: cut.interactive_add_on_entity_id ?? '',
    interactive_add_on_id: cut.interactive_add_on_entity_id ?? '',
    multi_name: [...(by.includes('main_material_id') ? [name] : []), ...texts].join('_'),
    operation_status: isOfAd ? material_operation_status : '',
    material_primary_status: isOfAd
      ? parent.data.operation_status === 'ENABLE'
        ? 'STATUS_DELIVERY_OK'
        : 'STATUS_DISABLE'
      : '',
    material_second_status_list: isOfAd
      ? [material_operation_status === 'ENABLE' ? 'MATERIAL_STATUS_OK' : 'MATERIAL_STATUS_DISABLE']
      : [],
  };
  // Told without being asked for.
  const told = [
    ...(by.includes('main_material_id') ? ['main_material_name'] : []),
    ...(by.includes('ad_text_entity_id') ? ['ad_text'] : []),
    ...(by.includes('call_to_action_entity_id') ? ['call_to_action'] : []),
    ...(texts.length > 0 ? ['multi_name'] : []),
  ];
  const asked = wanted.filter((each) => attributes.includes(each));
  return {
    ...metricsOf(
      turn,
      pieces,
      wanted.filter((each) => metricNames.includes(each)),
    ),
    ...Object.fromEntries([...told, ...asked].map((each) => [each, all[each] ?? ''])),
  };
}

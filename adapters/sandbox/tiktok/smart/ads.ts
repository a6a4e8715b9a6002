import { spansAfter } from '../../kit/delivery.ts';
import { below, fieldsOf, isList, isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import { concurrentText } from '../faults.ts';
import { identityOf, identityTypes, postOf } from '../objects/accounts.ts';
import { callsToAction, reviewMs } from '../objects/ads.ts';
import { editable, emoji, switches } from '../objects/campaigns.ts';
import { checkReady, suggestedCover } from '../objects/files.ts';
import { checkForm, isSigned } from '../objects/leads.ts';
import { isDeleted } from '../objects/rows.ts';
import {
  type Endpoints,
  invalid,
  kinds,
  lengthOf,
  missing,
  newId,
  ownedBy,
  Refusal,
  required,
  type Turn,
  text,
  words,
} from '../wire.ts';
import { isOnTiktok } from './ad-groups.ts';
import { type Creative, keptCreatives, newCreative } from './creatives.ts';
import { smartAccount, smartObject } from './gates.ts';
import { smartRow } from './rows.ts';
import { all, checkShape, type Fields, listOf } from './shape.ts';

const mostAds = 30;
const mostCreatives = 50;

const info: Fields = {
  ad_format: names('SINGLE_VIDEO CAROUSEL_ADS CATALOG_CAROUSEL'),
  aigc_disclosure_type: ['SELF_DISCLOSURE', 'NOT_DECLARED'],
  ...all('text', 'identity_id identity_authorized_bc_id tiktok_item_id material_name'),
  identity_type: identityTypes,
  image_info: listOf({ web_uri: 'text' }, 35),
  music_info: { music_id: 'text' },
  video_info: all('text', 'video_id file_name'),
};

const buttons = [
  ...callsToAction,
  ...names(
    'CHECK_AVAILABILITY JOIN_THIS_HASHTAG SHOOT_WITH_THIS_EFFECT VIEW_PROFILE VIEW_VIDEO_WITH_THIS_EFFECT WATCH_LIVE',
  ),
];

const partners = names('DOUBLE_VERIFY IAS ZEFR');
const pairs = listOf(all('text', 'key value'), 14);
const configuration: Fields = {
  ...all('text', 'call_to_action_id identity_id identity_authorized_bc_id product_set_id'),
  ...all('flag', 'catalog_creative_toggle creative_auto_add_toggle'),
  ...all(pairs, 'utm_params deeplink_utm_params'),
  auto_disclaimer_types: listOf(['EMISSION', 'DISCOUNT'], 1),
  catalog_creative_info: {
    catalog_media_settings: listOf(names('VIDEO IMAGE TEMPLATE_VIDEO MULTI_SHOW'), 4),
    catalog_template_video_id: 'text',
  },
  creative_auto_enhancement_strategy_list: listOf(
    names('TRANSLATE_AND_DUB MUSIC_REFRESH VIDEO_QUALITY IMAGE_QUALITY IMAGE_RESIZE'),
    5,
  ),
  dark_post_status: ['ON', 'OFF'],
  end_card_cta: names(
    'SEARCH_INVENTORY LEARN_MORE SHOP_NOW SIGN_UP CONTACT_US BOOK_NOW READ_MORE VIEW_MORE ORDER_NOW SEND_MESSAGE',
  ),
  fallback_type: names('APP_INSTALL WEBSITE UNSET'),
  identity_type: names('CUSTOMIZED_USER TT_USER BC_AUTH_TT'),
  phone_info: all('text', 'phone_number phone_region_calling_code phone_region_code'),
  product_display_field_list: listOf(
    names(
      'DEALER_NAME MAKE MODEL YEAR MILEAGE PRICE SALE_PRICE EXTERIOR_COLOR TRIM ADDRESS_CITY VEHICLE_STATE',
    ),
    2,
  ),
  product_ids: listOf('text', 20),
  product_info: {
    catalog_tag_list: listOf('text', 4),
    product_card_type: listOf('text', 6),
    product_image_list: listOf({ web_uri: 'text' }, 10),
    product_titles: listOf('text', 1),
    promo_info_list: listOf(
      {
        ...all(
          'text',
          'discount_currency minimum_purchase_currency promo_code valid_end_time valid_start_time',
        ),
        ...all('number', 'discount_value minimum_purchase_value'),
        discount_type: ['PERCENTAGE', 'CASH'],
        minimum_purchase_type: ['QUANTITY', 'SUBTOTAL'],
      },
      10,
    ),
    selling_points: listOf('text', 15),
  },
  product_info_enabled: names('UNSET NON_CATALOG CATALOG'),
  product_specific_type: names('ALL PRODUCT_SET CUSTOMIZED_PRODUCTS'),
  tracking_info: {
    ...all(
      'text',
      `brand_safety_vast_url click_tracking_url impression_tracking_url tracking_app_id tracking_message_event_set_id
      tracking_pixel_id viewability_vast_url`,
    ),
    app_tracking_info_list: listOf(
      {
        ...all('text', 'app_id click_tracking_url impression_tracking_url'),
        app_type: ['APP_ANDROID', 'APP_IOS'],
      },
      4,
    ),
    tracking_offline_event_set_ids: listOf('text', 50),
    brand_safety_postbid_partner: partners,
    viewability_postbid_partner: partners,
  },
};

/** What an ad is made of, and can be changed to. */
export const adFields: Fields = {
  ad_name: 'text',
  creative_list: listOf({ creative_info: info }, mostCreatives, 1),
  ad_text_list: listOf({ ad_text: 'text' }, 5),
  call_to_action_list: listOf({ call_to_action: buttons }, 3),
  landing_page_url_list: listOf({ landing_page_url: 'text' }, 1),
  page_list: listOf({ page_id: 'text' }, 3),
  deeplink_list: listOf({ deeplink: 'text', deeplink_type: ['NORMAL', 'DEFERRED_DEEPLINK'] }, 1),
  custom_product_page_list: listOf({ custom_product_page_url: 'text' }, 1),
  playable_list: listOf({ playable_url: 'text' }, 5),
  interactive_add_on_list: listOf({ card_id: 'text' }, 1),
  disclaimer: {
    disclaimer_type: ['TEXT_ONLY', 'TEXT_LINK'],
    disclaimer_text: { text: 'text' },
    disclaimer_clickable_texts: listOf(all('text', 'text url'), 3),
  },
  ad_configuration: configuration,
};

const created: Fields = {
  ...adFields,
  adgroup_id: 'text',
  operation_status: switches,
  auto_message_list: listOf({ auto_message_id: 'text' }, 1),
};

const { phone_info: _phone, product_display_field_list: _fields, ...changeable } = configuration;
const updated: Fields = {
  ...adFields,
  smart_plus_ad_id: 'text',
  creative_list: listOf({ ad_material_id: 'text', creative_info: info }, mostCreatives, 1),
  ad_configuration: changeable,
};

/** What a preview of an ad that does not exist yet takes. */
export const previewed: Fields = {
  ...all('text', 'catalog_id catalog_authorized_bc_id'),
  catalog_enabled: 'flag',
  creative_list: listOf({ creative_info: info }, 31, 1),
  ad_text_list: adFields.ad_text_list ?? 'text',
  call_to_action_list: adFields.call_to_action_list ?? 'text',
  ad_configuration: configuration,
};

export const smartAdEndpoints: Endpoints = {
  'POST smart_plus/ad/create': {
    // Callers send a request id, without known effect.
    known: [...Object.keys(created), 'request_id'],
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape(created, params, '', true);
      const adGroup = smartObject(turn, account, kinds.adGroup, required(params, 'adgroup_id'));
      editable(turn, account, kinds.adGroup, adGroup.id);
      const held = world.entities(kinds.ad, adGroup.id).filter((ad) => !isDeleted(ad));
      if (held.length >= mostAds) throw invalid(`An ad group can have at most ${mostAds} ads.`);
      checkPace(turn, adGroup);
      if (params.creative_list === undefined) throw missing('creative_list');
      const sent = fieldsOf(params as JsonObject, (name) => created[name] !== undefined);
      const data = withUtm(turn, { operation_status: 'ENABLE', ...sent });
      checkAd(turn, account, adGroup, data);
      const ad = addSmartAd(world, adGroup, data, { rejects: turn.fired.get('review-rejected') });
      return smartRow(turn, account, ad);
    },
  },
  'POST smart_plus/ad/update': {
    known: Object.keys(updated),
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape(updated, params, '', true);
      const ad = smartObject(turn, account, kinds.ad, required(params, 'smart_plus_ad_id'));
      editable(turn, account, kinds.ad, ad.id);
      const sent = fieldsOf(
        params as JsonObject,
        (name, value) =>
          name in adFields &&
          !(turn.fired.has('empty-list-ignored') && isList(value) && value.length === 0),
      );
      const { creative_list: creatives, ad_configuration: changed, ...lists } = sent;
      checkDisclaimer(ad, sent.disclaimer);
      const kept =
        creatives === undefined
          ? undefined
          : replacedCreatives(turn, ad, creatives as readonly JsonObject[]);
      const ad_configuration = {
        ...(isObject(ad.data.ad_configuration) && ad.data.ad_configuration),
        ...(isObject(changed) && changed),
      };
      const next = {
        ...ad.data,
        ...lists,
        ad_configuration,
        ...(kept !== undefined && { creative_list: kept.all }),
      };
      const seen = {
        ...next,
        creative_list: keptOf(next).filter(
          ({ removed, added }) => removed !== true && added !== true,
        ),
      };
      const adGroup = world.get(words(ad.data.adgroup_id)) ?? ad;
      checkAd(turn, account, adGroup, withUtm(turn, seen as unknown as JsonObject));
      const isReviewed =
        (kept?.isNew ?? false) || (isObject(changed) && changed.product_info !== undefined);
      const changedAd = world.change(ad.id, {
        ...withUtm(turn, next as unknown as JsonObject),
        ...(sent.ad_name !== undefined && { ad_name: nameOf(sent, ad.id) }),
        ...(isReviewed && { reaudited_at: world.now() + reviewMs }),
      });
      return smartRow(turn, account, changedAd);
    },
  },
};

/** Writes of an ad group that are too close to each other. */
function checkPace({ world, fired }: Turn, adGroup: Entity): void {
  const rule = fired.get('writes-too-close');
  const last = world.entities(kinds.ad, adGroup.id).at(-1);
  if (
    rule !== undefined &&
    last !== undefined &&
    world.now() - last.created < Number(rule.ms ?? 5_000)
  )
    throw new Refusal(41021, concurrentText);
}

const keptOf = (data: object): readonly Creative[] =>
  (data as { readonly creative_list: readonly Creative[] }).creative_list;

/** Dark posts are the default since 27 January 2026. */
const defaults: JsonObject = { dark_post_status: 'ON' };

function nameOf(data: JsonObject, id: string): string {
  const name = words(data.ad_name) || id;
  if (emoji.test(name)) throw invalid('ad_name: Emoji are not supported.');
  if (lengthOf(name) > 512) throw invalid('ad_name: Length must be between 1 and 512.');
  return name;
}

/** Makes the creatives of an ad, each with ids of its own. */
export function addSmartAd(
  world: World,
  adGroup: Entity,
  data: JsonObject,
  {
    created = world.now(),
    rejects,
  }: { readonly created?: number; readonly rejects?: JsonObject | undefined } = {},
): Entity {
  const id = newId(world);
  const reviewed_at = created + reviewMs;
  const config = { ...defaults, ...(isObject(data.ad_configuration) && data.ad_configuration) };
  const infos = (data.creative_list as readonly JsonObject[]).map(
    ({ creative_info }) => creative_info as JsonObject,
  );
  const [first] = infos;
  const adds = config.creative_auto_add_toggle === true && first !== undefined;
  const creatives = [
    ...infos.map((each, at) =>
      newCreative(world, each, created, {
        ...(rejects !== undefined && (rejects.type !== 'part' || at === 0) && { rejected: true }),
      }),
    ),
    // What TikTok adds by itself comes with delivery.
    ...(adds ? [newCreative(world, first, reviewed_at, { added: true })] : []),
  ];
  return world.add({
    id,
    kind: kinds.ad,
    ...below(adGroup),
    created,
    data: {
      ...data,
      ad_name: nameOf(data, id),
      ad_configuration: config,
      creative_list: creatives,
      adgroup_id: adGroup.id,
      campaign_id: words(adGroup.data.campaign_id),
      reviewed_at,
      spans: spansAfter([], data.operation_status === 'ENABLE', created),
    },
  });
}

/** The list is replaced whole; a creative that is named by its id stays what it is. */
function replacedCreatives(turn: Turn, ad: Entity, sent: readonly JsonObject[]) {
  const { world, fired } = turn;
  const before = keptCreatives(ad);
  const living = before.filter(({ removed, added }) => removed !== true && added !== true);
  const next = sent.map(({ ad_material_id, creative_info }, at) => {
    if (ad_material_id === undefined) {
      if (!isObject(creative_info)) throw missing(`creative_list.${at}.creative_info`);
      return newCreative(world, creative_info, world.now());
    }
    if (fired.has('material-id-refused'))
      throw invalid(`creative_list.${at}.ad_material_id: The advertiser is not on the allowlist.`);
    const found = living.find((each) => each.ad_material_id === ad_material_id);
    if (found === undefined)
      throw invalid(`creative_list.${at}.ad_material_id: The creative does not exist in this ad.`);
    return found;
  });
  const gone = before.filter((each) => !next.includes(each) && each.added !== true);
  const others = before.filter(({ added }) => added === true);
  const removed = gone.map((each) =>
    each.removed === true ? each : { ...each, removed: true, spans: closed(world, each.spans) },
  );
  return {
    all: [...next, ...others, ...removed],
    isNew: next.some((each) => !before.includes(each)),
  };
}

const closed = (world: World, spans: Json): Json =>
  isList(spans)
    ? spans.map((span) => (isList(span) ? [span[0] ?? 0, span[1] ?? world.now()] : span))
    : [];

function checkAd(turn: Turn, account: Entity, adGroup: Entity, data: JsonObject): void {
  const { world, fired } = turn;
  const campaign = world.get(words(adGroup.data.campaign_id));
  const infos = (data.creative_list as readonly JsonObject[]).map(({ creative_info }, at) => {
    if (!isObject(creative_info)) throw missing(`creative_list.${at}.creative_info`);
    return creative_info;
  });
  if (fired.has('creatives-31') && infos.length > 31)
    throw invalid('creative_list: The length of the list must be between 1 and 31.');
  if (words(data.ad_name) !== '') nameOf(data, '');
  const config = isObject(data.ad_configuration) ? data.ad_configuration : {};
  const isCatalog = campaign?.data.catalog_enabled === true;
  for (const [at, each] of infos.entries())
    checkCreative(turn, account, adGroup, {
      info: each,
      config,
      where: `creative_list.${at}.creative_info`,
      isCatalog,
    });
  const arePulled = infos.every((each) => each.tiktok_item_id !== undefined);
  const texts = isList(data.ad_text_list) ? data.ad_text_list : [];
  if (texts.some((each) => !isObject(each) || words(each.ad_text) === ''))
    throw missing('ad_text_list.0.ad_text');
  if (texts.length === 0 && (!arePulled || fired.has('text-always'))) throw missing('ad_text_list');
  checkButton(turn, account, adGroup, { data, config, infos });
  checkDestination(turn, adGroup, data);
  if (
    campaign?.data.objective_type === 'LEAD_GENERATION' &&
    fired.has('lead-terms-open') &&
    !isSigned(world, account)
  )
    throw invalid('Lead Generation agreement has not be signed yet');
  if (
    fired.has('add-on-refused') &&
    isList(data.interactive_add_on_list) &&
    data.interactive_add_on_list.length > 0
  )
    throw invalid('interactive_add_on_list: Not supported.');
  const { disclaimer } = data;
  if (isObject(disclaimer)) {
    const type = required(disclaimer, 'disclaimer_type');
    if (
      disclaimer[type === 'TEXT_ONLY' ? 'disclaimer_text' : 'disclaimer_clickable_texts'] ===
      undefined
    )
      throw missing(
        `disclaimer.${type === 'TEXT_ONLY' ? 'disclaimer_text' : 'disclaimer_clickable_texts'}`,
      );
  }
}

interface CheckedCreative {
  readonly info: JsonObject;
  readonly config: JsonObject;
  readonly where: string;
  readonly isCatalog: boolean;
}

function checkCreative(
  turn: Turn,
  account: Entity,
  adGroup: Entity,
  { info: each, config, where, isCatalog }: CheckedCreative,
): void {
  const format = required(each, 'ad_format');
  if (format === 'CATALOG_CAROUSEL' && !isCatalog)
    throw invalid(`${where}.ad_format: Needs a campaign with a catalog.`);
  const owner = each.identity_type === undefined ? config : each;
  const type = text(owner, 'identity_type');
  if (type === undefined) throw missing(`${where}.identity_type`);
  if (type === 'CUSTOMIZED_USER' && isOnTiktok(adGroup) && !isCatalog)
    throw invalid(
      `${where}.identity_type: CUSTOMIZED_USER is not supported on the TikTok placement.`,
    );
  const identity = identityOf(turn, account, type, required(owner, 'identity_id'));
  if (
    type === 'BC_AUTH_TT' &&
    identity.data.identity_authorized_bc_id !== owner.identity_authorized_bc_id
  )
    throw invalid('identity_bc_id is required');
  if (each.aigc_disclosure_type !== undefined && type !== 'CUSTOMIZED_USER')
    throw invalid(`${where}.aigc_disclosure_type: Needs the identity type CUSTOMIZED_USER.`);
  const images = isList(each.image_info)
    ? each.image_info.map((image) => (isObject(image) ? words(image.web_uri) : ''))
    : [];
  const music = isObject(each.music_info) ? words(each.music_info.music_id) : '';
  if (each.tiktok_item_id !== undefined) {
    if (type === 'CUSTOMIZED_USER')
      throw invalid(`${where}.identity_type: A Spark Ad needs an identity that owns the post.`);
    postOf(turn, identity, words(each.tiktok_item_id));
    return;
  }
  if (format === 'SINGLE_VIDEO') {
    const video = isObject(each.video_info)
      ? ownedBy(turn, account, kinds.video, words(each.video_info.video_id))
      : undefined;
    if (video === undefined)
      throw invalid(`${where}.video_info.video_id: The video does not exist.`);
    checkReady(turn, video);
    if (images.length !== 1)
      throw invalid('video material should have 1 image_info as the video cover');
  } else if (music === '') throw missing(`${where}.music_info.music_id`);
  if (format === 'CAROUSEL_ADS' && images.length === 0) throw missing(`${where}.image_info`);
  for (const id of images)
    if (
      ownedBy(turn, account, kinds.image, id) === undefined &&
      !isSuggestedCover(turn, account, id)
    )
      throw invalid(`${where}.image_info: Unable to access image ${id}.`);
}

const isSuggestedCover = (turn: Turn, account: Entity, id: string): boolean =>
  turn.world.entities(kinds.video, account.id).some((video) => suggestedCover(video) === id);

interface CheckedAd {
  readonly data: JsonObject;
  readonly config: JsonObject;
  readonly infos: readonly JsonObject[];
}

/**
 * Where TikTok is a placement, leads and Spark identities need a portfolio. Callers saw a list
 * taken too: two readings.
 */
function checkButton(
  turn: Turn,
  account: Entity,
  adGroup: Entity,
  { data, config, infos }: CheckedAd,
): void {
  const { world, fired } = turn;
  const id = text(config, 'call_to_action_id');
  const isLead =
    world.get(words(adGroup.data.campaign_id))?.data.objective_type === 'LEAD_GENERATION';
  const isSpark = infos.some(
    ({ identity_type }) => identity_type !== undefined && identity_type !== 'CUSTOMIZED_USER',
  );
  const buttons = isList(data.call_to_action_list) ? data.call_to_action_list : [];
  const isTaken = fired.has('button-list-taken') && !isLead && buttons.length > 0;
  if (isOnTiktok(adGroup) && (isLead || isSpark) && id === undefined && !isTaken)
    throw missing('ad_configuration.call_to_action_id');
  if (isOnTiktok(adGroup) && (isLead || isSpark) && buttons.length > 0 && !isTaken)
    throw invalid('call_to_action_list: Not supported here. Use call_to_action_id.');
  if (id !== undefined && ownedBy(turn, account, kinds.portfolio, id) === undefined)
    throw invalid(`ad_configuration.call_to_action_id: The portfolio ${id} does not exist.`);
}

function checkDestination(turn: Turn, adGroup: Entity, data: JsonObject): void {
  const of = (name: string, field: string) =>
    (isList(data[name]) ? data[name] : []).map((each) =>
      isObject(each) ? words(each[field]) : '',
    );
  const links = of('landing_page_url_list', 'landing_page_url');
  const pages = of('page_list', 'page_id');
  for (const link of links)
    if (!/^https?:\/\/[^\s/]+/.test(link))
      throw invalid('landing_page_url_list.0.landing_page_url: Not a valid URL.');
  for (const [at, page_id] of pages.entries()) checkForm(turn, { page_id }, `page_list.${at}`);
  const { promotion_type, promotion_target_type } = adGroup.data;
  const needsLink = promotion_type === 'WEBSITE' || promotion_target_type === 'EXTERNAL_WEBSITE';
  if (needsLink && links.length + pages.length === 0) throw missing('landing_page_url_list');
  if (promotion_target_type === 'INSTANT_PAGE' && pages.length === 0) throw missing('page_list');
  if (
    promotion_type === 'LEAD_GEN_CLICK_TO_TT_DIRECT_MESSAGE' &&
    data.auto_message_list === undefined
  )
    throw missing('auto_message_list');
  if (
    promotion_type === 'LEAD_GEN_CLICK_TO_CALL' &&
    !(isObject(data.ad_configuration) && data.ad_configuration.phone_info)
  )
    throw missing('ad_configuration.phone_info');
}

/**
 * Kept only where the address has the same parameters already; by another reading they are
 * appended.
 */
function withUtm({ fired }: Turn, data: JsonObject): JsonObject {
  const config = data.ad_configuration;
  if (!isObject(config) || !isList(config.utm_params) || fired.has('utm-appended')) return data;
  const [first] = isList(data.landing_page_url_list) ? data.landing_page_url_list : [];
  const link = isObject(first) ? words(first.landing_page_url) : '';
  const query = URL.canParse(link) ? new URL(link).searchParams : new URLSearchParams();
  const isSame = config.utm_params.every(
    (pair) => isObject(pair) && query.get(words(pair.key)) === words(pair.value),
  );
  return isSame
    ? data
    : { ...data, ad_configuration: fieldsOf(config, (name) => name !== 'utm_params') };
}

/** A disclaimer is never removed, and keeps its type. */
function checkDisclaimer({ data }: Entity, sent: Json | undefined): void {
  if (!isObject(data.disclaimer) || sent === undefined) return;
  if (!isObject(sent) || sent.disclaimer_type !== data.disclaimer.disclaimer_type)
    throw invalid('disclaimer: A disclaimer cannot be removed, nor its type changed.');
}

import { spansAfter } from '../../kit/delivery.ts';
import { below, fieldsOf } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { checkManual, checkManualEnd } from '../smart/gates.ts';
import {
  checkKnown,
  checkLength,
  type Endpoints,
  invalid,
  isObject,
  kinds,
  lengthOf,
  list,
  missing,
  newId,
  oneOf,
  ownedBy,
  type Params,
  Refusal,
  required,
  type Turn,
  text,
  wordList,
  words,
  writableAccount,
} from '../wire.ts';
import { checkCentre, identityOf, identityTypes, postOf } from './accounts.ts';
import { editable, emoji, switches } from './campaigns.ts';
import { checkReady } from './files.ts';
import { checkForm } from './leads.ts';
import { isDeleted, operationOf, rowOf } from './rows.ts';

export const callsToAction = choices(`
  LEARN_MORE SHOP_NOW SIGN_UP DOWNLOAD_NOW CONTACT_US APPLY_NOW BOOK_NOW WATCH_NOW VIEW_NOW GET_QUOTE ORDER_NOW INSTALL_NOW
  SUBSCRIBE READ_MORE PLAY_GAME LISTEN_NOW VISIT_STORE PREORDER_NOW GET_TICKETS_NOW GET_SHOWTIMES INTERESTED EXPERIENCE_NOW
  CALL_NOW SEND_MESSAGE
`);
const formats = [
  'SINGLE_IMAGE',
  'SINGLE_VIDEO',
  'CAROUSEL_ADS',
  'CATALOG_CAROUSEL',
  'LIVE_CONTENT',
] as const;
const disclosures = ['SELF_DISCLOSURE', 'NOT_DECLARED'] as const;
/** Objectives that need a landing page. */
const leading = ['TRAFFIC', 'WEB_CONVERSIONS'];

const creativeFields = names(`
  ad_name identity_type identity_id identity_authorized_bc_id ad_format video_id image_ids ad_text call_to_action
  landing_page_url display_name operation_status tiktok_item_id aigc_disclosure_type page_id deeplink deeplink_type music_id
  utm_params tracking_pixel_id tracking_app_id tracking_offline_event_set_ids impression_tracking_url click_tracking_url
  video_view_tracking_url disclaimer_type disclaimer_text
`);
/** What `patch_update` takes. */
const patchable = names(`
  ad_id ad_name identity_type identity_id identity_authorized_bc_id video_id image_ids music_id tiktok_item_id ad_text
`);

/** An element of `creatives`, and its place in messages. */
interface Item {
  readonly creative: Params;
  readonly where: string;
}

/** One fault refuses the whole call. */
function adData(turn: Turn, account: Entity, adGroup: Entity, item: Item): JsonObject {
  const { creative, where } = item;
  checkKnown(creative, [...creativeFields, 'ad_id'], `${where}.`);
  const name = required(creative, 'ad_name');
  if (emoji.test(name)) throw invalid(`${where}.ad_name: Emoji are not supported.`);
  if (lengthOf(name) > 512) throw invalid(`${where}.ad_name: Length must be between 1 and 512.`);
  const format = oneOf(creative, 'ad_format', formats);
  if (format === undefined) throw missing(`${where}.ad_format`);
  const identity = identityFor(turn, account, item);
  const button = oneOf(creative, 'call_to_action', callsToAction);
  // Required for a new ad; an update without it removes it.
  if (button === undefined && creative.ad_id === undefined)
    throw missing(`${where}.call_to_action`);
  oneOf(creative, 'aigc_disclosure_type', disclosures);
  checkLink(turn, adGroup, item);
  checkForm(turn, creative, where);
  if (text(creative, 'tiktok_item_id') === undefined) checkOwnMedia(turn, account, item, format);
  else checkPost(turn, identity, item, format);
  const { ad_id: _id, ...data } = creative as JsonObject;
  return { ...data, operation_status: oneOf(creative, 'operation_status', switches) ?? 'ENABLE' };
}

function identityFor(turn: Turn, account: Entity, { creative, where }: Item) {
  const type = oneOf(creative, 'identity_type', identityTypes);
  if (type === undefined) throw missing(`${where}.identity_type`);
  const identity = identityOf(turn, account, type, required(creative, 'identity_id'));
  checkCentre(identity, text(creative, 'identity_authorized_bc_id'));
  return identity;
}

function checkLink({ world }: Turn, adGroup: Entity, { creative, where }: Item) {
  const link = text(creative, 'landing_page_url');
  if (link !== undefined && !/^https?:\/\/[^\s/]+/.test(link))
    throw invalid(`${where}.landing_page_url: Not a valid URL.`);
  const objective = words(world.get(words(adGroup.data.campaign_id))?.data.objective_type);
  if (link === undefined && leading.includes(objective)) throw missing(`${where}.landing_page_url`);
}

function checkOwnMedia(
  turn: Turn,
  account: Entity,
  { creative, where }: Item,
  format: string,
): void {
  const caption = required(creative, 'ad_text');
  if (emoji.test(caption)) throw invalid(`${where}.ad_text: Emoji are not supported.`);
  if (lengthOf(caption) > 100) throw invalid(`${where}.ad_text: Length must be between 1 and 100.`);
  const images = wordList(creative, 'image_ids', 35) ?? [];
  const videoId = text(creative, 'video_id');
  if (format === 'SINGLE_VIDEO') {
    const video = videoId === undefined ? undefined : ownedBy(turn, account, kinds.video, videoId);
    if (video === undefined) throw invalid(`${where}.video_id: The video does not exist.`);
    checkReady(turn, video);
    if (images.length !== 1)
      throw invalid(`${where}.image_ids: A video ad needs exactly one cover image.`);
  } else if (videoId !== undefined)
    throw invalid(`${where}.video_id: Not supported by this ad_format.`);
  if (format === 'SINGLE_IMAGE' && images.length !== 1)
    throw invalid(`${where}.image_ids: Exactly one image is needed.`);
  for (const id of images)
    if (ownedBy(turn, account, kinds.image, id) === undefined)
      throw invalid(`${where}.image_ids: Unable to access image ${id}.`);
}

function checkPost(turn: Turn, identity: Entity, { creative, where }: Item, format: string): void {
  if (identity.data.identity_type === 'CUSTOMIZED_USER')
    throw invalid(`${where}.identity_type: A Spark Ad needs an identity that owns the post.`);
  if (format !== 'SINGLE_VIDEO')
    throw invalid(`${where}.ad_format: A post with a video is a SINGLE_VIDEO.`);
  if (text(creative, 'video_id') !== undefined || creative.image_ids !== undefined)
    throw invalid(`${where}.video_id: Not supported together with tiktok_item_id.`);
  postOf(turn, identity, required(creative, 'tiktok_item_id'));
}

/** Without deleted ones. */
const capacity = 20;
export const reviewMs = 5_000;

export const adEndpoints: Endpoints = {
  'POST ad/create': {
    known: ['adgroup_id', 'creatives'],
    run(turn) {
      const account = writableAccount(turn);
      const adGroup = editable(turn, account, kinds.adGroup, required(turn.params, 'adgroup_id'));
      const campaign = turn.world.get(words(adGroup.data.campaign_id));
      checkManual(turn, words(adGroup.data.campaign_id));
      checkManualEnd(turn, account, 'ad', words(campaign?.data.objective_type));
      const wanted = creativesOf(turn);
      const held = turn.world.entities(kinds.ad, adGroup.id);
      if (held.filter((ad) => !isDeleted(ad)).length + wanted.length > capacity)
        throw new Refusal(
          40502,
          `The number of ads in the ad group has reached the limit of ${capacity}.`,
        );
      // All are checked before the first is made.
      const data = wanted.map((creative, at) =>
        adData(turn, account, adGroup, { creative, where: `creatives.${at}` }),
      );
      const some = turn.fired.has('partial') ? data.filter((_, at) => at % 2 === 0) : data;
      const rejected = turn.fired.has('review-rejected');
      const ads = some.map((each) =>
        addAd(turn.world, adGroup, { ...each, ...(rejected && { rejected }) }),
      );
      return answerOf(turn, account, ads);
    },
  },
  'POST ad/update': {
    known: ['adgroup_id', 'creatives', 'patch_update'],
    run(turn) {
      const account = writableAccount(turn);
      const adGroup = editable(turn, account, kinds.adGroup, required(turn.params, 'adgroup_id'));
      checkManual(turn, words(adGroup.data.campaign_id));
      const changes = creativesOf(turn).map((creative, at) => {
        const ad = editable(turn, account, kinds.ad, required(creative, 'ad_id'));
        if (ad.data.adgroup_id !== adGroup.id)
          throw invalid(`creatives.${at}.ad_id: Belongs to another ad group.`);
        const where = `creatives.${at}`;
        if (turn.params.patch_update !== true)
          return { ad, data: adData(turn, account, adGroup, { creative, where }) };
        checkPatched(creative, where);
        const whole = {
          ...fieldsOf(ad.data, (name) => creativeFields.includes(name)),
          ...creative,
        };
        return { ad, data: adData(turn, account, adGroup, { creative: whole, where }) };
      });
      const ads = changes.map(({ ad, data }) => replaceAd(turn, ad, data));
      return answerOf(turn, account, ads);
    },
  },
};

function checkPatched(creative: Params, where: string): void {
  const other = Object.keys(creative).find((name) => !patchable.includes(name));
  if (other !== undefined)
    throw invalid(`${where}.${other}: Not supported together with patch_update.`);
}

const answerOf = (turn: Turn, account: Entity, ads: readonly Entity[]): JsonObject => ({
  ad_ids: ads.map(({ id }) => id),
  need_audit: true,
  creatives: ads.map((ad) => rowOf(turn, account, ad)),
});

export const addAd = (
  world: World,
  adGroup: Entity,
  data: JsonObject,
  created = world.now(),
): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.ad,
    ...below(adGroup),
    created,
    data: {
      ...data,
      adgroup_id: adGroup.id,
      campaign_id: String(adGroup.data.campaign_id),
      reviewed_at: created + reviewMs,
      spans: spansAfter([], data.operation_status === 'ENABLE', created),
    },
  });

/** Absent fields are removed; the switch has its own endpoint. */
function replaceAd({ world }: Turn, ad: Entity, data: JsonObject): Entity {
  const kept = [
    'adgroup_id',
    'campaign_id',
    'reviewed_at',
    'rejected',
    'spans',
    'operation_status',
  ];
  const gone = Object.fromEntries(
    Object.keys(ad.data)
      .filter((field) => !kept.includes(field) && data[field] === undefined)
      .map((field) => [field, null]),
  );
  return world.change(ad.id, { ...gone, ...data, operation_status: operationOf(ad) });
}

function creativesOf(turn: Turn): readonly Params[] {
  const creatives = list(turn.params, 'creatives') ?? [];
  if (creatives.length === 0) throw missing('creatives');
  checkLength(creatives.length, 'creatives', capacity);
  return creatives.map((each, at) => {
    if (!isObject(each)) throw invalid(`creatives.${at}: Not a valid object.`);
    return each;
  });
}

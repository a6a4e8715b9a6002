import type { Entity } from '../../entity.ts';
import { choices, names } from '../../kit/names.ts';
import {
  bounded,
  type Endpoints,
  invalid,
  isList,
  kept,
  kinds,
  linkIn,
  notFound,
  oneOf,
  ownedBy,
  type Params,
  Refusal,
  required,
  type Turn,
  text,
  words,
} from '../wire.ts';
import { type Level, levelEndpoints } from './batches.ts';

const reviewMs = 5_000;

const creativeTypes = choices('REGULAR VIDEO SHOPPING CAROUSEL MAX_VIDEO SHOP_THE_PIN COLLECTION IDEA SHOWCASE QUIZ COLLAGE');
const buttons = choices(`
  GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW BOOK_NOW
  REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD EXPLORE_MORE
`);

const links = ['destination_url', 'click_tracking_url', 'ios_deep_link', 'android_deep_link'];
const fields = names(`
  ad_group_id creative_type pin_id name customizable_cta_type tracking_urls carousel_destination_urls is_pin_deleted
  grid_click_type ${links.join(' ')}
`);

export const adLevel: Level = {
  noun: 'ads',
  kind: kinds.ad,
  filters: {
    campaign_ids: ({ data }) => words(data.campaign_id),
    ad_group_ids: ({ data }) => words(data.ad_group_id),
    ad_ids: ({ id }) => id,
  },
  fields,
  required: ['ad_group_id', 'creative_type', 'pin_id'],
  exceptions: (fault) => (fault === undefined ? {} : { exceptions: { code: fault.code, message: fault.message } }),
  checkForm(params) {
    for (const id of ['ad_group_id', 'pin_id']) text(params, id);
    bounded(params, 'name', 255);
    oneOf(params, 'creative_type', creativeTypes);
    oneOf(params, 'customizable_cta_type', buttons);
    oneOf(params, 'grid_click_type', ['CLOSEUP', 'DIRECT_TO_DESTINATION'] as const);
    for (const name of links) linkIn(params, name);
    const { carousel_destination_urls: cards } = params;
    if (cards !== undefined && !isList(cards)) throw invalid("'carousel_destination_urls' is not of type array");
  },
  check(turn, account, params, before) {
    const data = kept(params, [...fields, 'status']);
    if (before !== undefined) {
      if (params.ad_group_id !== undefined && params.ad_group_id !== before.data.ad_group_id)
        throw invalid("'ad_group_id' cannot be changed");
      return data;
    }
    const adGroup = adGroupOf(turn, account, params);
    checkPin(turn, params);
    return {
      ...data,
      campaign_id: words(adGroup.data.campaign_id),
      reviewed_at: turn.world.now() + reviewMs,
      ...(turn.fired.has('ad-rejected') && { rejected: true }),
    };
  },
  parents: ({ world }, params) => {
    const id = required(params, 'ad_group_id');
    return [words(world.get(id)?.data.campaign_id), id];
  },
};

export const adEndpoints: Endpoints = levelEndpoints(adLevel);

function adGroupOf(turn: Turn, account: Entity, params: Params): Entity {
  const adGroup = ownedBy(turn, kinds.adGroup, required(params, 'ad_group_id'));
  if (adGroup === undefined || adGroup.parents[0] !== account.id || adGroup.data.status === 'ARCHIVED')
    throw notFound('Ad group');
  return adGroup;
}

function checkPin(turn: Turn, params: Params): void {
  const pin = ownedBy(turn, kinds.pin, required(params, 'pin_id'));
  if (pin === undefined) throw notFound('Pin');
  if (turn.fired.has('pin-sandboxed')) throw new Refusal(400, 'Sandboxed Pins may not be promoted.', 2781);
  if (pin.data.creative_type !== params.creative_type)
    throw invalid(`'creative_type' ${String(params.creative_type)} is not that of the Pin`);
}

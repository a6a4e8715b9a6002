import type { Entity, JsonObject } from '../../entity.ts';
import { within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  checkKnown,
  checkLength,
  type Endpoints,
  invalid,
  kinds,
  missing,
  newId,
  notFound,
  object,
  oneOf,
  type Params,
  required,
  requiredOneOf,
  type Turn,
  text,
  writableAccount,
} from '../wire.ts';
import { dataOf, eachItem, type Listing, listing, reading } from './lists.ts';
import { isReady } from './media.ts';

const creativeList: Listing = { plural: 'creatives', singular: 'creative', kinds: [kinds.creative] };

const types = ['SNAP_AD', 'WEB_VIEW'] as const;
const buttons = choices(`
  BLANK INSTALL_NOW WATCH VIEW_MORE WATCH_EPISODE DOWNLOAD PLAY SHOP_NOW SIGN_UP USE_APP APPLY_NOW BOOK_NOW BUY_TICKETS GET_NOW
  LISTEN MORE ORDER_NOW READ SHOW SHOWTIMES VIEW OPEN_APP TRY FOLLOW RESPOND
`);
const fields = names(`
  ad_account_id name type headline brand_name top_snap_media_id shareable call_to_action profile_properties web_view_properties
  favorite_display_mode cta_color_display_mode forced_view_eligibility top_snap_crop_position ad_product offer_disclaimer_id
`);
const webViewFields = names('url allow_snap_javascript_sdk block_preload use_immersive_mode deep_link_urls web_browser_type');
const reviewMs = 5_000;

export const creativeEndpoints: Endpoints = {
  'GET adaccounts/{id}/creatives': listing(creativeList, 'adaccounts'),
  'GET creatives/{id}': reading(creativeList, 'Creative'),
  'POST adaccounts/{id}/creatives': {
    takes: 'json',
    run(turn) {
      const account = writableAccount(turn, turn.ids.id ?? '');
      return eachItem(turn, creativeList, (item) => {
        check(turn, account, item);
        return addCreative(turn.world, account, dataOf(item));
      });
    },
  },
};

export function addCreative(world: World, account: Entity, data: JsonObject, created = world.now()): Entity {
  return world.add({
    id: newId(world),
    kind: kinds.creative,
    ...within(account),
    created,
    data: { ...data, ad_account_id: account.id, reviewed_at: created + reviewMs },
  });
}

function check(turn: Turn, account: Entity, item: Params): void {
  checkKnown(item, fields);
  required(item, 'name');
  checkLength(item, 'name', 375);
  required(item, 'headline');
  checkLength(item, 'headline', 34);
  checkLength(item, 'brand_name', 32);
  if ((text(item, 'ad_account_id') ?? account.id) !== account.id)
    throw invalid('ad_account_id is another than that of the address.');
  const type = requiredOneOf(item, 'type', types);
  oneOf(item, 'call_to_action', buttons);
  checkProfile(turn, item);
  checkPage(type, item);
  checkMedia(turn, account, required(item, 'top_snap_media_id'));
}

function checkProfile({ world, company }: Turn, item: Params): void {
  const properties = object(item, 'profile_properties');
  if (properties === undefined) throw missing('profile_properties.profile_id');
  checkKnown(properties, ['profile_id']);
  const id = required(properties, 'profile_id');
  const profile = world.get(id);
  if (profile?.kind !== kinds.profile || profile.company !== company) throw notFound('Profile', id);
}

function checkPage(type: (typeof types)[number], item: Params): void {
  const page = object(item, 'web_view_properties');
  if (type === 'SNAP_AD') {
    if (page !== undefined) throw invalid('web_view_properties is not supported by a creative of type SNAP_AD.');
    return;
  }
  if (page === undefined) throw missing('web_view_properties.url');
  checkKnown(page, webViewFields);
  if (!/^https?:\/\/[^\s/]+/.test(required(page, 'url'))) throw invalid('web_view_properties.url is not an address.');
}

function checkMedia(turn: Turn, account: Entity, id: string): void {
  const file = turn.world.get(id);
  if (file === undefined || (file.kind !== kinds.image && file.kind !== kinds.video) || file.parents[0] !== account.id)
    throw notFound('Media', id);
  if (!isReady(turn.world, file) || turn.fired.has('not-uploaded-yet')) throw invalid(`Media ${id} hasn't been uploaded yet.`);
}

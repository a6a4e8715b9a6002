import type { Entity, JsonObject, Table } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  checkKnown,
  checkLength,
  type Endpoints,
  invalid,
  kinds,
  newId,
  notFound,
  type Params,
  required,
  requiredOneOf,
  type Turn,
  text,
  words,
  writableAccount,
} from '../wire.ts';
import { living } from './campaigns.ts';
import { dataOf, deleting, eachItem, type Listing, listing, reading, replace, switches } from './lists.ts';

const adList: Listing = { plural: 'ads', singular: 'ad', kinds: [kinds.ad], query: ['read_deleted_entities'] };

/** Creative type by ad type. */
const creativeTypes: Table<string> = {
  SNAP_AD: 'SNAP_AD',
  REMOTE_WEBPAGE: 'WEB_VIEW',
  APP_INSTALL: 'APP_INSTALL',
  DEEP_LINK: 'DEEP_LINK',
  COLLECTION: 'COLLECTION',
  STORY: 'COMPOSITE',
  LEAD_GENERATION: 'LEAD_GENERATION',
};
const fields = names('id name ad_squad_id creative_id status type');
/** Simulated time until an ad is reviewed. */
const reviewMs = 5_000;

export const adEndpoints: Endpoints = {
  'GET adaccounts/{id}/ads': listing(adList, { path: 'adaccounts', kind: kinds.account, what: 'AdAccount' }),
  'GET campaigns/{id}/ads': listing(adList, { path: 'campaigns', kind: kinds.campaign, what: 'Campaign' }),
  'GET adsquads/{id}/ads': listing(adList, { path: 'adsquads', kind: kinds.adSquad, what: 'AdSquad' }),
  'GET ads/{id}': reading(adList, 'Ad'),
  'DELETE ads/{id}': deleting(kinds.ad, adList, 'Ad'),
  'POST adsquads/{id}/ads': {
    takes: 'json',
    run(turn) {
      const squad = openSquad(turn);
      return eachItem(turn, adList, (item) => {
        check(turn, squad, item);
        if (text(item, 'id') !== undefined) throw invalid('id is not a supported field.');
        return addAd(turn.world, squad, { ...dataOf(item), ...(turn.fired.has('ad-rejected') && { rejected: true }) });
      });
    },
  },
  'PUT adsquads/{id}/ads': {
    takes: 'json',
    run(turn) {
      const squad = openSquad(turn);
      return eachItem(turn, adList, (item) => {
        check(turn, squad, item);
        const ad = living(turn, kinds.ad, 'Ad', required(item, 'id'));
        if (ad.data.ad_squad_id !== squad.id) throw notFound('Ad', ad.id);
        return replace(turn, ad, item, ['type']);
      });
    },
  },
};

function openSquad(turn: Turn): Entity {
  const squad = living(turn, kinds.adSquad, 'AdSquad', turn.ids.id ?? '');
  writableAccount(turn, squad.parents[0] ?? '');
  return squad;
}

export function addAd(world: World, squad: Entity, data: JsonObject, created = world.now()): Entity {
  const campaignId = words(squad.data.campaign_id);
  return world.add({
    id: newId(world),
    kind: kinds.ad,
    company: squad.company,
    created,
    parents: [squad.parents[0] ?? '', campaignId, squad.id],
    data: {
      ...data,
      ad_squad_id: squad.id,
      campaign_id: campaignId,
      render_type: 'STATIC',
      reviewed_at: created + reviewMs,
      spans: spansAfter([], data.status === 'ACTIVE', created),
    },
  });
}

function check(turn: Turn, squad: Entity, item: Params): void {
  checkKnown(item, fields);
  required(item, 'name');
  checkLength(item, 'name', 375);
  if ((text(item, 'ad_squad_id') ?? squad.id) !== squad.id) throw invalid('ad_squad_id is another than that of the address.');
  requiredOneOf(item, 'status', switches);
  const type = requiredOneOf(item, 'type', Object.keys(creativeTypes));
  const creative = living(turn, kinds.creative, 'Creative', required(item, 'creative_id'));
  if (creative.parents[0] !== squad.parents[0]) throw notFound('Creative', creative.id);
  if (creative.data.type !== creativeTypes[type])
    throw invalid(`An ad of type ${type} does not show a creative of type ${words(creative.data.type)}.`);
}

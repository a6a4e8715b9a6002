import type { Entity, JsonObject, Table } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { below } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import { type Endpoints, invalid, kinds, newId, notFound, required, requiredOneOf, words } from '../wire.ts';
import { levelEndpoints, living, switches } from './lists.ts';

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
const reviewMs = 5_000;

export const adEndpoints: Endpoints = levelEndpoints({
  plural: 'ads',
  singular: 'ad',
  kind: kinds.ad,
  what: 'Ad',
  query: ['read_deleted_entities'],
  above: ['adaccounts', 'campaigns', 'adsquads'],
  parent: 'ad_squad_id',
  fields: names('id name ad_squad_id creative_id status type'),
  fixed: ['type'],
  check(turn, squad, item) {
    requiredOneOf(item, 'status', switches);
    const type = requiredOneOf(item, 'type', Object.keys(creativeTypes));
    const creative = living(turn, kinds.creative, 'Creative', required(item, 'creative_id'));
    if (creative.parents[0] !== squad.parents[0]) throw notFound('Creative', creative.id);
    if (creative.data.type !== creativeTypes[type])
      throw invalid(`An ad of type ${type} does not show a creative of type ${words(creative.data.type)}.`);
  },
  add: ({ world, fired }, squad, data) => addAd(world, squad, { ...data, ...(fired.has('ad-rejected') && { rejected: true }) }),
});

export const addAd = (world: World, squad: Entity, data: JsonObject, created = world.now()): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.ad,
    ...below(squad),
    created,
    data: {
      ...data,
      ad_squad_id: squad.id,
      campaign_id: words(squad.data.campaign_id),
      render_type: 'STATIC',
      reviewed_at: created + reviewMs,
      spans: spansAfter([], data.status === 'ACTIVE', created),
    },
  });

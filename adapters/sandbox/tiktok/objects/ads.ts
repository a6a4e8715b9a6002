import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { type Endpoints, kinds, newId, type Turn, writableAccount } from '../wire/call.ts';
import { checkLength, isObject, list, type Params, required } from '../wire/params.ts';
import { invalid, missing, Refusal } from '../wire/refusals.ts';
import { editable } from './campaigns.ts';
import { adData } from './creatives.ts';
import { rowOf } from './lists.ts';
import { isDeleted, operationOf } from './statuses.ts';

/** Without deleted ones. */
const capacity = 20;
const reviewMs = 5_000;

export const adEndpoints: Endpoints = {
  'POST ad/create': {
    known: ['adgroup_id', 'creatives'],
    run(turn) {
      const account = writableAccount(turn);
      const adGroup = editable(turn, account, kinds.adGroup, required(turn.params, 'adgroup_id'));
      const wanted = creativesOf(turn);
      const held = turn.world.entities(kinds.ad, adGroup.id);
      if (held.filter((ad) => !isDeleted(ad)).length + wanted.length > capacity)
        throw new Refusal(40502, `The number of ads in the ad group has reached the limit of ${capacity}.`);
      // All are checked before the first is made.
      const data = wanted.map((creative, at) => adData(turn, account, adGroup, creative, `creatives.${at}`));
      const some = turn.fired.has('partial') ? data.filter((_, at) => at % 2 === 0) : data;
      const ads = some.map((each) => addAd(turn, account, adGroup, each));
      return {
        ad_ids: ads.map(({ id }) => id),
        need_audit: true,
        creatives: ads.map((ad) => rowOf(turn, account, ad)),
      };
    },
  },
  'POST ad/update': {
    known: ['adgroup_id', 'creatives'],
    run(turn) {
      const account = writableAccount(turn);
      const adGroup = editable(turn, account, kinds.adGroup, required(turn.params, 'adgroup_id'));
      const changes = creativesOf(turn).map((creative, at) => {
        const ad = editable(turn, account, kinds.ad, required(creative, 'ad_id'));
        if (ad.data.adgroup_id !== adGroup.id) throw invalid(`creatives.${at}.ad_id: Belongs to another ad group.`);
        return { ad, data: adData(turn, account, adGroup, creative, `creatives.${at}`) };
      });
      const ads = changes.map(({ ad, data }) => replaceAd(turn, ad, data));
      return { ad_ids: ads.map(({ id }) => id), need_audit: true, creatives: ads.map((ad) => rowOf(turn, account, ad)) };
    },
  },
};

export function addAd(
  turn: Pick<Turn, 'world'>,
  account: Entity,
  adGroup: Entity,
  data: JsonObject,
  created = turn.world.now(),
): Entity {
  const campaignId = String(adGroup.data.campaign_id);
  return turn.world.add({
    id: newId(turn.world),
    kind: kinds.ad,
    company: account.company,
    parents: [account.id, campaignId, adGroup.id],
    created,
    data: {
      ...data,
      adgroup_id: adGroup.id,
      campaign_id: campaignId,
      reviewed_at: created + reviewMs,
      spans: spansAfter([], data.operation_status === 'ENABLE', created),
    },
  });
}

/** Absent fields are removed; the switch has its own endpoint. */
function replaceAd({ world }: Turn, ad: Entity, data: JsonObject): Entity {
  const kept = ['adgroup_id', 'campaign_id', 'reviewed_at', 'spans', 'operation_status'];
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

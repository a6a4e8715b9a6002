import type { Entity, JsonObject } from '../world.ts';
import { editable } from './campaigns.ts';
import { adData } from './creatives.ts';
import { rowOf } from './lists.ts';
import { isObject, listOf, type Params, required } from './params.ts';
import { invalid, Refusal } from './refusals.ts';
import { isDeleted, newSpans, operationOf } from './statuses.ts';
import { type Endpoint, kinds, newId, type Turn, writableAccount } from './turn.ts';

/** Ads an ad group holds, deleted ones not counted. */
const capacity = 20;
/** Simulated time until an ad is reviewed. */
const reviewMs = 5_000;

export const adEndpoints: { readonly [path: string]: Endpoint } = {
  'ad/create': {
    method: 'POST',
    known: ['adgroup_id', 'creatives'],
    run(turn) {
      const account = writableAccount(turn);
      const adGroup = editable(turn, account, kinds.adGroup, required(turn.params, 'adgroup_id'));
      const wanted = creativesOf(turn);
      const held = turn.world.under(kinds.ad, adGroup.id).flatMap((id) => turn.world.get(id) ?? []);
      if (held.filter((ad) => !isDeleted(ad)).length + wanted.length > capacity)
        throw new Refusal(40502, `The number of ads in the ad group has reached the limit of ${capacity}.`);
      // All are looked at before the first is made.
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
  'ad/update': {
    method: 'POST',
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
      spans: newSpans(String(data.operation_status), created),
    },
  });
}

/** What an update leaves out is gone afterwards; the switch has its own endpoint. */
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
  const list = listOf(turn.params, 'creatives');
  if (list === undefined || list.length === 0) throw invalid('creatives: Missing data for required field.');
  if (list.length > capacity) throw invalid(`creatives: Length must be between 1 and ${capacity}.`);
  return list.map((each, at) => {
    if (!isObject(each)) throw invalid(`creatives.${at}: Not a valid object.`);
    return each;
  });
}

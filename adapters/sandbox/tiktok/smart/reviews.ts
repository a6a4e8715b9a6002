import { isList, isObject } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import { editable } from '../objects/campaigns.ts';
import { appealed, appealOf, checkReason, isReviewed, rejection } from '../objects/reviews.ts';
import { isLifted } from '../objects/rows.ts';
import {
  accountOf,
  type Endpoint,
  type Endpoints,
  flag,
  invalid,
  kinds,
  missing,
  object,
  required,
  requiredOneOf,
  requiredWords,
  type Turn,
  words,
  writableAccount,
} from '../wire.ts';
import { previewed } from './ads.ts';
import { type Creative, isSmartAd, keptCreatives } from './creatives.ts';
import { checkManual, smartAccount, smartObject } from './gates.ts';
import { checkShape, listOf } from './shape.ts';

const settings = { include_reject_info: 'flag', include_violation_frame: 'flag' } as const;

const reviews = (
  ids: string,
  run: (turn: Turn, account: Entity, wanted: readonly string[]) => JsonObject,
): Endpoint => ({
  known: [ids, 'lang', 'extra_info_setting', 'context_info'],
  run(turn) {
    const account = accountOf(turn);
    checkShape(settings, object(turn.params, 'extra_info_setting') ?? {}, 'extra_info_setting.');
    return run(turn, account, requiredWords(turn.params, ids, 100));
  },
});

export const smartReviewEndpoints: Endpoints = {
  'GET smart_plus/ad/review_info': reviews('smart_plus_ad_ids', (turn, account, wanted) => {
    const ads = wanted
      .map((id) => smartObject(turn, account, kinds.ad, id))
      .filter((ad) => isReviewed(turn.world, ad));
    return {
      smart_plus_ad_review_infos: ads.map((ad) => adReview(turn, ad)),
      material_review_infos: ads.flatMap((ad) =>
        livingOf(ad).flatMap((creative) => creativeReviews(turn, ad, creative)),
      ),
    };
  }),
  'GET smart_plus/material/review_info': reviews('ad_material_ids', (turn, account, wanted) => {
    const ads = turn.world.entities(kinds.ad, account.id).filter(isSmartAd);
    const found = wanted.map((id) => {
      const ad = ads.find((each) =>
        livingOf(each).some(({ ad_material_id }) => ad_material_id === id),
      );
      if (ad === undefined) throw invalid(`ad_material_ids: The creative ${id} does not exist.`);
      return { ad, creatives: livingOf(ad).filter(({ ad_material_id }) => ad_material_id === id) };
    });
    return {
      material_review_infos: found
        .filter(({ ad }) => isReviewed(turn.world, ad))
        .flatMap(({ ad, creatives }) =>
          creatives.flatMap((creative) => creativeReviews(turn, ad, creative)),
        ),
    };
  }),
  'POST smart_plus/ad/appeal': {
    known: ['smart_plus_ad_id', 'appeal_reason', 'attachment_list'],
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape({ appeal_reason: 'text', attachment_list: listOf('text', 100) }, params, '', true);
      checkReason(params);
      const ad = smartObject(turn, account, kinds.ad, required(params, 'smart_plus_ad_id'));
      if (!livingOf(ad).some(({ rejected }) => rejected === true))
        throw invalid('smart_plus_ad_id: The ad was not rejected.');
      world.change(ad.id, appealed(turn));
      return {};
    },
  },
  'POST creative/ads_preview/create': {
    known: ['preview_type', 'ad_id'],
    run(turn) {
      const { base } = turn;
      const account = accountOf(turn);
      requiredOneOf(turn.params, 'preview_type', ['AD']);
      const ad = editable(turn, account, kinds.ad, required(turn.params, 'ad_id'));
      checkManual(turn, words(ad.data.campaign_id));
      const preview_link = `${base}/preview/${ad.id}`;
      return { preview_link, iframe: `<iframe src="${preview_link}"></iframe>` };
    },
  },
  'POST smart_plus/ad/preview': {
    known: [...Object.keys(previewed), 'preview_type', 'smart_plus_ad_id'],
    run(turn) {
      const { params, base } = turn;
      const account = writableAccount(turn);
      const type = requiredOneOf(params, 'preview_type', ['AD', 'ADS_CREATION']);
      checkShape(previewed, params, '', true);
      if (type === 'AD') smartObject(turn, account, kinds.ad, required(params, 'smart_plus_ad_id'));
      else if (params.creative_list === undefined) throw missing('creative_list');
      const preview_link = `${base}/preview/${type === 'AD' ? required(params, 'smart_plus_ad_id') : 'new'}`;
      return { preview_link, iframe: `<iframe src="${preview_link}"></iframe>` };
    },
  },
};

const livingOf = (ad: Entity): readonly Creative[] =>
  keptCreatives(ad).filter(({ removed }) => removed !== true);

function adReview(turn: Turn, ad: Entity): JsonObject {
  const refused = livingOf(ad).filter((creative) => isRefused(turn.world, ad, creative));
  const status =
    refused.length === 0
      ? 'ALL_AVAILABLE'
      : refused.length === livingOf(ad).length
        ? 'UNAVAILABLE'
        : 'PART_AVAILABLE';
  return {
    smart_plus_ad_id: ad.id,
    review_status: status,
    appeal_status: appealOf(turn.world, ad),
    appeal_reject_reasons: null,
    passed_locations: null,
    reject_info: refused.length === 0 ? [] : rejectInfo(turn),
  };
}

const isRefused = (world: World, ad: Entity, { rejected }: Creative): boolean =>
  rejected === true && !isLifted(world, ad);

/** In a carousel each image has a review, under an id of its own. */
function creativeReviews(turn: Turn, ad: Entity, creative: Creative): readonly JsonObject[] {
  const { ad_material_id, creative_info: info } = creative;
  const images =
    info.ad_format === 'CAROUSEL_ADS' && isList(info.image_info) ? info.image_info : [];
  const ids =
    images.length === 0
      ? [ad_material_id]
      : images.map((_, at) => `${ad_material_id.slice(0, -2)}${10 + at}`);
  const isBad = isRefused(turn.world, ad, creative);
  return ids.map((id) => ({
    ad_material_id: id,
    smart_plus_ad_id: ad.id,
    review_status: isBad ? 'UNAVAILABLE' : 'ALL_AVAILABLE',
    passed_locations: null,
    reject_info: isBad ? rejectInfo(turn) : null,
  }));
}

/** Told where it is asked for. */
function rejectInfo({ params }: Turn): Json {
  const asked = object(params, 'extra_info_setting') ?? {};
  if (!isObject(asked) || !flag(asked, 'include_reject_info')) return null;
  return [
    {
      ...rejection,
      content_info: { content_type: 'ModeVideo' },
      specification: 'A product is not allowed.',
    },
  ];
}

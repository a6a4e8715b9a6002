import type { Entity, JsonObject, World } from '../../types.ts';
import { checkManual } from '../smart/gates.ts';
import { checkShape, listOf } from '../smart/shape.ts';
import {
  accountOf,
  type Endpoints,
  invalid,
  kinds,
  ownedBy,
  type Params,
  required,
  requiredWords,
  type Turn,
  text,
  words,
  writableAccount,
} from '../wire.ts';
import { reviewMs } from './ads.ts';
import { isDeleted, isLifted } from './rows.ts';

export const rejection: JsonObject = {
  reasons: ['The ad shows a product that is not allowed.'],
  suggestion: 'Remove the product.',
  forbidden_ages: null,
  forbidden_locations: null,
  forbidden_placements: null,
};

/** An ad that waits for its review has none of the statuses. */
export const isReviewed = (world: World, { data }: Entity): boolean =>
  Number(data.reviewed_at ?? 0) <= world.now();

/** Decided after a while. */
export const appealed = ({ world, fired }: Turn): JsonObject => ({
  appealed_at: world.now() + reviewMs,
  appeal_fails: fired.has('appeal-fails'),
});

export function appealOf(world: World, { data }: Entity): string {
  if (data.appealed_at === undefined) return 'NOT_APPEALED';
  if (Number(data.appealed_at) > world.now()) return 'APPEALING';
  return data.appeal_fails === true ? 'APPEAL_FAILED' : 'APPEAL_SUCCESSFUL';
}

export function checkReason(params: Params): void {
  if ((text(params, 'appeal_reason') ?? '').length > 512)
    throw invalid('appeal_reason: Length must be between 1 and 512.');
}

/**
 * Of manual ad groups (portal, page 1740554277061634; the members of an appeal as callers type
 * them): it is one of the ad group.
 */
export const reviewEndpoints: Endpoints = {
  'GET adgroup/review_info': {
    known: ['adgroup_ids', 'lang'],
    run(turn) {
      const account = accountOf(turn);
      const groups = requiredWords(turn.params, 'adgroup_ids', 20).map((id) =>
        adGroupOf(turn, account, id),
      );
      return {
        ad_review_map: Object.fromEntries(
          groups.map((group) => [group.id, adReviews(turn, group)]),
        ),
        ad_group_review_map: Object.fromEntries(
          groups.map((group) => [group.id, groupReview(turn, group)]),
        ),
      };
    },
  },
  'POST adgroup/appeal': {
    known: ['adgroup_id', 'ad_id', 'appeal_reason', 'attachment_list'],
    run(turn) {
      const { params, world } = turn;
      const account = writableAccount(turn);
      checkShape({ appeal_reason: 'text', attachment_list: listOf('text', 100) }, params, '', true);
      checkReason(params);
      const group = adGroupOf(turn, account, required(params, 'adgroup_id'));
      const only = text(params, 'ad_id');
      const ads = reviewed(turn, group).filter(
        (ad) => isRefused(world, ad) && (only === undefined || ad.id === only),
      );
      if (ads.length === 0)
        throw invalid(`${only === undefined ? 'adgroup_id' : 'ad_id'}: There is no rejection.`);
      for (const { id } of [group, ...ads]) world.change(id, appealed(turn));
      return {};
    },
  },
};

function adGroupOf(turn: Turn, account: Entity, id: string): Entity {
  const group = ownedBy(turn, account, kinds.adGroup, id);
  if (group === undefined) throw invalid(`The ad group ${id} does not exist.`);
  checkManual(turn, words(group.data.campaign_id));
  return group;
}

const reviewed = ({ world }: Turn, group: Entity): readonly Entity[] =>
  world.entities(kinds.ad, group.id).filter((ad) => !isDeleted(ad) && isReviewed(world, ad));

const isRefused = (world: World, ad: Entity): boolean =>
  ad.data.rejected === true && !isLifted(world, ad);

/** What TikTok says of ads is always null here: their appeal, and when they were reviewed. */
const adReviews = (turn: Turn, group: Entity): JsonObject =>
  Object.fromEntries(
    reviewed(turn, group).map((ad) => {
      const refused = isRefused(turn.world, ad);
      const review_status = refused ? 'UNAVAILABLE' : 'ALL_AVAILABLE';
      const reject_info = refused
        ? [{ ...rejection, content_info: { content_type: 'MODE_VIDEO' } }]
        : [];
      const about = { is_approved: !refused, review_status, reject_info };
      return [ad.id, { ad_id: ad.id, ...about, appeal_status: null, last_audit_time: null }];
    }),
  );

function groupReview(turn: Turn, group: Entity): JsonObject {
  const ads = reviewed(turn, group);
  const refused = ads.filter((ad) => isRefused(turn.world, ad)).length;
  const status =
    refused === 0 ? 'ALL_AVAILABLE' : refused === ads.length ? 'UNAVAILABLE' : 'PART_AVAILABLE';
  return {
    adgroup_id: group.id,
    is_approved: refused === 0,
    review_status: status,
    appeal_status: appealOf(turn.world, group),
    contain_rejected_ads: refused > 0,
    reject_info: [],
  };
}

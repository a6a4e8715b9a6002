import type { Entity, Json, Table } from '../../entity.ts';
import { textOf } from '../../kit/json.ts';
import { adSetOf, type Edge, type NodeType, stored, string, unset } from '../graph/graph.ts';
import { addLabels } from '../graph/label-edges.ts';
import { labelField } from '../graph/labels.ts';
import { isObject, items } from '../graph/params.ts';
import { effectiveStatus, listLive, statusFields, verdictOf } from '../graph/status.ts';
import { clockTime, timeFields } from './accounts.ts';
import { createAd, deleteAd, updateAd } from './ad-writes.ts';

export const adType: NodeType = {
  kind: 'ads',
  word: 'Ad',
  defaults: ['id'],
  fields: {
    ...stored('name adset_id campaign_id tracking_specs conversion_domain display_sequence source_ad_id'),
    ...unset(
      `ad_active_time bid_amount bid_info bid_type conversion_specs demolink_hash engagement_audience failed_delivery_checks last_updated_by_app_id
      placement priority recommendations`,
    ),
    ...statusFields,
    ...timeFields,
    adlabels: labelField,
    creative_asset_groups_spec: groupsOf,
    ad_schedule_start_time: clockTime('schedule_start_at'),
    ad_schedule_end_time: clockTime('schedule_end_at'),
    preview_shareable_link: (ad) => `https://fb.invalid/${ad.id}`,
    targeting: (ad, turn) => adSetOf(turn, ad)?.data.targeting,
    ad_review_feedback: (ad, turn) =>
      verdictOf(turn, ad) === 'DISAPPROVED'
        ? { global: { MISLEADING: 'The ad makes claims that cannot be checked.' } }
        : undefined,
    issues_info: (ad, turn) =>
      effectiveStatus(turn, ad) === 'WITH_ISSUES'
        ? [
            {
              level: 'AD',
              error_code: 1815869,
              error_summary: 'Ad cannot be delivered',
              error_message: 'The post of this ad is not available.',
              error_type: 'HARD_ERROR',
            },
          ]
        : undefined,
  },
  links: {
    creative: (ad) => string(ad.data.creative_id),
    adset: (ad) => string(ad.data.adset_id),
    campaign: (ad) => string(ad.data.campaign_id),
    source_ad: (ad) => string(ad.data.source_ad_id),
  },
  edges: {
    adlabels: addLabels,
    adcreatives: { list: (_turn, ad) => ({ ids: [textOf(ad.data.creative_id)] }) },
  },
  update: updateAd,
  remove: deleteAd,
};

/** The platform names each group. */
function groupsOf(ad: Entity): Json | undefined {
  const spec = ad.data.creative_asset_groups_spec;
  if (!isObject(spec)) return undefined;
  const named = items(spec, 'groups').map((group, at) =>
    isObject(group) ? { group_uuid: `${ad.id}-${at + 1}`, ...group } : group,
  );
  return { ...spec, groups: named };
}

export const adEdges: Table<Edge> = {
  ads: {
    list: (turn, account, params) => listLive(turn, 'ads', account.id, params),
    post: createAd,
  },
};

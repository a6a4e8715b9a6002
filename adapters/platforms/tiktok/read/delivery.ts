import { chunks, rowsOf, said } from '../../kit/json.ts';
import type { Access, Delivery, DeliveryCapability, Rejection, Row } from '../../types.ts';
import { familyOf, type Tiktok } from '../family.ts';
import { readRows } from './entities.ts';
import { idsPerFilter, shapes } from './shapes.ts';

/**
 * The review of Smart+ ads. What TikTok does not tell of Smart+ objects, and the reasons of the review of manual ads, which are not
 * read, are named, not left empty.
 */
export const createDelivery = (api: Tiktok): DeliveryCapability => ({
  async read(access, { type, ids, estimate }) {
    const rows = await readRows(api, access, type, ids);
    const smart = ids.filter((id) => familyOf(rows.get(id) ?? {}) === 'smart');
    const reviews = type === 'ad' ? await reviewsOf(api, access, smart) : new Map<string, Row>();
    return ids.map((id) => {
      const row = rows.get(id);
      if (row === undefined) return { id, failure: api.wire.missing(id) };
      const isSmart = smart.includes(id);
      const review = reviews.get(id);
      const { name, status } = shapes.facts(access, type, row);
      const delivery: Delivery = {
        id,
        name,
        status,
        effectiveStatus: said(row.secondary_status),
        issues: [
          ...(type === 'ad' && review === undefined && (isSmart || /DENY|REJECTED/.test(said(row.secondary_status)))
            ? [notReviewed(isSmart)]
            : []),
          ...(estimate && isSmart ? [noEstimate] : []),
        ],
        rejections: rowsOf(review?.reject_info).map((info) => rejectionOf(review ?? {}, info)),
        opportunities: [],
      };
      return delivery;
    });
  },
});

/** By ad; an ad whose review cannot be read is left out. */
async function reviewsOf({ calls }: Tiktok, access: Access, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for (const smart_plus_ad_ids of chunks(ids, idsPerFilter)) {
    const query = { smart_plus_ad_ids, extra_info_setting: { include_reject_info: true } };
    const answer = await calls.read(access, 'smart_plus/ad/review_info/', query);
    for (const row of rowsOf(answer.smart_plus_ad_review_infos)) found.set(said(row.smart_plus_ad_id), row);
  }
  return found;
}

function rejectionOf({ review_status, appeal_status }: Row, { reasons, suggestion }: Row): Rejection {
  const reason = (Array.isArray(reasons) ? reasons : []).map(String).join(' ');
  return { where: said(review_status), reason, message: [said(suggestion), said(appeal_status)].filter(Boolean).join(' ') };
}

const notReviewed = (isSmart: boolean) => ({
  level: 'ad',
  code: 'review_unknown',
  summary: 'The reasons of the review are not known.',
  message: isSmart
    ? 'TikTok tells no review of this ad yet.'
    : 'Slipway reads them for Upgraded Smart+ ads alone. The state says whether the ad was rejected.',
});

const noEstimate = {
  level: 'adset',
  code: 'no_estimate',
  summary: 'There is no estimate of the people reached.',
  message: 'TikTok’s API gives no estimates, no diagnosis and no recommendations for Upgraded Smart+ ad groups.',
};

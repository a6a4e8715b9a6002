import { rowsOf, said } from '../../kit/json.ts';
import type { Delivery, DeliveryCapability, Rejection, Row } from '../../types.ts';
import { familyOf, type Tiktok } from '../family.ts';
import { readRows } from './entities.ts';
import { reviewsOf } from './reviews.ts';
import { shapes } from './shapes.ts';

/**
 * The review of Smart+ ads, and of manual ones that look rejected. What TikTok does not tell is
 * named, not left empty.
 */
export const createDelivery = (api: Tiktok): DeliveryCapability => ({
  async read(access, { type, ids, estimate }) {
    const rows = await readRows(api, access, type, ids);
    const smart = ids.filter((id) => familyOf(rows.get(id) ?? {}) === 'smart');
    const asked = [...rows].filter(
      ([id, row]) => type === 'ad' && (smart.includes(id) || looksRejected(row)),
    );
    const reviews = await reviewsOf(api, access, new Map(asked));
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
          ...(type === 'ad' && review === undefined && (isSmart || looksRejected(row))
            ? [notReviewed]
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

function rejectionOf(
  { review_status, appeal_status }: Row,
  { reasons, suggestion }: Row,
): Rejection {
  const reason = (Array.isArray(reasons) ? reasons : []).map(String).join(' ');
  return {
    where: said(review_status),
    reason,
    message: [said(suggestion), said(appeal_status)].filter(Boolean).join(' '),
  };
}

const looksRejected = ({ secondary_status }: Row) => /DENY|REJECTED/.test(said(secondary_status));

const notReviewed = {
  level: 'ad',
  code: 'review_unknown',
  summary: 'The reasons of the review are not known.',
  message: 'TikTok tells no review of this ad yet. The state says whether the ad was rejected.',
};

const noEstimate = {
  level: 'adset',
  code: 'no_estimate',
  summary: 'There is no estimate of the people reached.',
  message:
    'TikTok’s API gives no estimates, no diagnosis and no recommendations for Upgraded Smart+ ad groups.',
};

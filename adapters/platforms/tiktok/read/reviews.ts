import { asRow, chunks, rowsOf, said } from '../../kit/json.ts';
import type { Access, Row } from '../../types.ts';
import { familyOf, type Tiktok } from '../family.ts';
import { idsPerFilter } from './shapes.ts';

/** The most ad groups that a question takes. */
const adGroupsPerQuestion = 20;

/**
 * The reviews of ads, by ad; an ad whose review is not told is left out. `appeal_status` is that of
 * what appeals are made for: a Smart+ ad, or the ad group of a manual one, whose ads have none of
 * their own (docs id 1740554277061634).
 */
export async function reviewsOf(
  api: Tiktok,
  access: Access,
  ads: ReadonlyMap<string, Row>,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  const smart = [...ads].filter(([, row]) => familyOf(row) === 'smart').map(([id]) => id);
  for (const smart_plus_ad_ids of chunks(smart, idsPerFilter)) {
    const query = { smart_plus_ad_ids, extra_info_setting: { include_reject_info: true } };
    const answer = await api.calls.read(access, 'smart_plus/ad/review_info/', query);
    for (const row of rowsOf(answer.smart_plus_ad_review_infos))
      found.set(said(row.smart_plus_ad_id), row);
  }
  const manual = [...ads].filter(([, row]) => familyOf(row) === 'manual');
  for (const adgroup_ids of chunks(
    [...new Set(manual.map(([, row]) => said(row.adgroup_id)))],
    adGroupsPerQuestion,
  )) {
    const { ad_review_map, ad_group_review_map } = await api.calls.read(
      access,
      'adgroup/review_info/',
      { adgroup_ids },
    );
    for (const [id, { adgroup_id }] of manual) {
      const group = said(adgroup_id);
      const review = asRow(asRow(asRow(ad_review_map)?.[group])?.[id]);
      const { appeal_status } = asRow(asRow(ad_group_review_map)?.[group]) ?? {};
      if (review !== undefined) found.set(id, { ...review, appeal_status });
    }
  }
  return found;
}

export const isRejected = ({ review_status }: Row) =>
  /^(PART_|UN)AVAILABLE$/.test(said(review_status));

import { defined, text, wordsIn } from '../../kit/json.ts';
import { copiedWindow, kept, type Rebuilding } from '../../kit/rebuild.ts';
import type { Api, Clock, CopyRequest, Row } from '../../types.ts';
import { landingPage } from '../check.ts';
import { readRows } from '../read/entities.ts';
import { msOf, nouns, platformTime, statusWords } from '../wire/values.ts';

const campaignFields = ['objective_type', 'budget_mode', 'budget'];
const adGroupFields = wordsIn(`
  promotion_type placement_type placements location_ids zipcode_ids age_groups gender languages budget budget_mode
  billing_event optimization_goal pacing bid_type bid_price conversion_bid_price deep_bid_type pixel_id optimization_event
  app_id interest_category_ids audience_ids excluded_audience_ids operating_systems comment_disabled video_download_disabled
  dayparting brand_safety_type frequency frequency_schedule
`);
const adFields = wordsIn(`
  ad_format ad_text call_to_action landing_page_url video_id image_ids identity_id identity_type identity_authorized_bc_id
  tiktok_item_id aigc_disclosure_type
`);

const operationStatus = (_row: Row, { status }: CopyRequest) => ({ operation_status: statusWords[status] });

const types: Rebuilding['types'] = {
  campaign: { keep: campaignFields, name: 'campaign_name', changed: operationStatus },
  adset: {
    keep: adGroupFields,
    name: 'adgroup_name',
    parent: 'campaign_id',
    changed: (row, request, now) => ({ ...schedule(row, now), ...operationStatus(row, request) }),
  },
  ad: {
    keep: adFields,
    name: 'ad_name',
    parent: 'adgroup_id',
    changed: (row, request) => ({ ...otherTexts(row, request), ...operationStatus(row, request) }),
  },
};

export const createRebuilding = ({ calls, wire }: Api, clock: Clock): Rebuilding => ({
  types,
  clock,
  fail: wire.fail,
  read: async (access, type, id) => (await readRows(calls, access, type, [id])).get(id),
  create(access, type, { adgroup_id, ...creative }) {
    if (type === 'ad') return calls.tried(access, 'ad/create/', { adgroup_id, creatives: [creative] });
    return calls.tried(access, `${nouns[type]}/create/`, creative);
  },
  idOf: (type, { body }) => text(type === 'ad' ? Array.isArray(body.ad_ids) && body.ad_ids[0] : body[`${nouns[type]}_id`]),
});

/** An update has to repeat all of these. */
export const replacementOf = (row: Row) => ({ ...kept(row, adFields), ad_name: row.ad_name });

/** One text and one link: of several texts the first counts. */
function otherTexts(row: Row, { values }: CopyRequest) {
  const { primaryTexts, headlines, url, urlTags } = values ?? {};
  const ad_text = primaryTexts?.[0] ?? headlines?.[0];
  const link = url ?? (urlTags === undefined ? undefined : text(row.landing_page_url)?.split('?', 1)[0]);
  const landing_page_url = link === undefined ? undefined : landingPage({ link, ...defined({ utmTags: urlTags }) });
  return { ...defined({ ad_text, landing_page_url }) };
}

/** The platform takes a start at most twelve hours back: one that has passed becomes now. */
function schedule(row: Row, now: number) {
  const end = row.schedule_type === 'SCHEDULE_START_END' ? msOf(row.schedule_end_time) : undefined;
  const window = copiedWindow({ start: msOf(row.schedule_start_time), end }, now);
  const schedule_start_time = platformTime(window.start ?? now);
  if (window.end === undefined) return { schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time };
  return { schedule_type: 'SCHEDULE_START_END', schedule_start_time, schedule_end_time: platformTime(window.end) };
}

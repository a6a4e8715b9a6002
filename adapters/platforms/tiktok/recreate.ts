import { PlatformError, type PlatformFailure } from '../../../core/errors.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { CopyOutcome, CopyRequest } from '../../../core/ports/platform-changes.ts';
import { at, type Row, text } from '../json.ts';
import type { Params } from '../params.ts';
import type { Calls } from './calls.ts';
import type { Api } from './client.ts';
import { missing, readRows } from './entities.ts';
import { wireFailure } from './errors.ts';
import { landingPage } from './landing-page.ts';
import { statusWords } from './statuses.ts';
import { msOf, platformTime } from './times.ts';

export interface CopyPorts {
  readonly calls: Calls;
  readonly api: Api;
  readonly clock: Clock;
}

/** What can be written of what can be read. */
const campaignFields = ['objective_type', 'budget_mode', 'budget'];
const adGroupFields = [
  ...['promotion_type', 'placement_type', 'placements', 'location_ids', 'zipcode_ids', 'age_groups', 'gender', 'languages'],
  ...['budget', 'budget_mode', 'billing_event', 'optimization_goal', 'pacing', 'bid_type', 'bid_price', 'conversion_bid_price'],
  ...['deep_bid_type', 'pixel_id', 'optimization_event', 'app_id', 'interest_category_ids', 'audience_ids'],
  ...['excluded_audience_ids', 'operating_systems', 'comment_disabled', 'video_download_disabled', 'dayparting'],
  ...['brand_safety_type', 'frequency', 'frequency_schedule'],
];
const adFields = [
  ...['ad_format', 'ad_text', 'call_to_action', 'landing_page_url', 'video_id', 'image_ids', 'identity_id', 'identity_type'],
  ...['identity_authorized_bc_id', 'tiktok_item_id', 'aigc_disclosure_type'],
];

/** Reads the object and makes another like it, without what is below it. */
export async function recreate(ports: CopyPorts, access: Access, request: CopyRequest): Promise<CopyOutcome> {
  const { calls, api } = ports;
  try {
    const row = (await readRows(calls, access, request.type, [request.sourceId])).get(request.sourceId);
    if (row === undefined) return { state: 'failed', failure: missing(request.sourceId, api.newTraceId()) };
    const { path, body } = creation(request, row, ports.clock.now());
    const answer = await calls.tried(access, path, body);
    if (!answer.ok) return { state: answer.maybeDone ? 'unknown' : 'failed', failure: answer.failure };
    const id = idOf(request, answer.data);
    if (id !== undefined) return { state: 'done', id, objects: [{ type: request.type, sourceId: request.sourceId, id }] };
    return { state: 'unknown', failure: wireFailure('transient', 'The platform answered without an id.', api.newTraceId()) };
  } catch (error) {
    // Only the reading throws: nothing can have been made.
    if (error instanceof PlatformError) return { state: 'failed', failure: failureOf(error) };
    throw error;
  }
}

const failureOf = (error: PlatformError): PlatformFailure => error.failure;

function creation(request: CopyRequest, row: Row, now: number): { readonly path: `${string}/`; readonly body: Params } {
  const operation_status = statusWords[request.status];
  const named = (name: unknown): string => `${text(name) ?? ''}${request.marker === undefined ? '' : ` ${request.marker}`}`;
  switch (request.type) {
    case 'campaign':
      return {
        path: 'campaign/create/',
        body: { ...picked(row, campaignFields), campaign_name: named(row.campaign_name), operation_status },
      };
    case 'adset':
      return {
        path: 'adgroup/create/',
        body: {
          ...picked(row, adGroupFields),
          ...schedule(row, now),
          campaign_id: request.parentId ?? text(row.campaign_id),
          adgroup_name: named(row.adgroup_name),
          operation_status,
        },
      };
    case 'ad': {
      const name = named(request.values?.adName ?? row.ad_name);
      const creatives = [{ ...replacementOf(row), ...changed(row, request), ad_name: name, operation_status }];
      return { path: 'ad/create/', body: { adgroup_id: request.parentId ?? text(row.adgroup_id), creatives } };
    }
  }
}

/** Everything of an ad that an update has to repeat. */
export const replacementOf = (row: Row): Params => ({ ...picked(row, adFields), ad_name: row.ad_name });

/** There is one text and one link here: of several texts the first counts. */
function changed(row: Row, { values }: CopyRequest): Params {
  const { primaryTexts, headlines, url, urlTags } = values ?? {};
  const ad_text = primaryTexts?.[0] ?? headlines?.[0];
  const link = url ?? (urlTags === undefined ? undefined : text(row.landing_page_url)?.split('?', 1)[0]);
  const landing_page_url =
    link === undefined ? undefined : landingPage({ link, ...(urlTags !== undefined && { utmTags: urlTags }) });
  return { ...(ad_text !== undefined && { ad_text }), ...(landing_page_url !== undefined && { landing_page_url }) };
}

/** What there is none of comes as null, an empty text or an empty list, and would be refused when sent back. */
function picked(row: Row, fields: readonly string[]): Params {
  const empty = (value: unknown): boolean =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(fields.filter((field) => !empty(row[field])).map((field) => [field, row[field]]));
}

/** A start lies at most twelve hours back; a window that has passed starts anew now, as long as it was. */
function schedule(row: Row, now: number): Params {
  const start = msOf(row.schedule_start_time) ?? now;
  const end = row.schedule_type === 'SCHEDULE_START_END' ? msOf(row.schedule_end_time) : undefined;
  const schedule_start_time = platformTime(Math.max(start, now));
  if (end === undefined) return { schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time };
  const newEnd = end > Math.max(start, now) ? end : now + (end - start);
  return { schedule_type: 'SCHEDULE_START_END', schedule_start_time, schedule_end_time: platformTime(newEnd) };
}

function idOf({ type }: CopyRequest, data: unknown): string | undefined {
  if (type === 'campaign') return text(at(data, 'campaign_id'));
  if (type === 'adset') return text(at(data, 'adgroup_id'));
  const ids = at(data, 'ad_ids');
  return Array.isArray(ids) ? text(ids[0]) : undefined;
}

import type { Actor } from '../../access/caller.ts';
import { countsOf } from '../../base/item-counts.ts';
import { itemError } from '../../base/refusal.ts';
import { shownTime } from '../../base/time/days.ts';
import type { AdAbout } from '../../ports/platform-reads.ts';
import type { ManagePorts } from '../open-account.ts';
import type { AdDebugRequest, AdDebugResponse } from '../schema/inspect.ts';
import { readAdsById } from './ads-by-id.ts';

/**
 * One call for each ad, and one for each image account, video, page and profile behind them, in two
 * batch requests; an ad that fails does not fail the others.
 */
export async function adDebugData(
  ports: ManagePorts,
  caller: Actor,
  request: AdDebugRequest,
): Promise<AdDebugResponse> {
  const captions = request.includeVideoCaptions === true;
  const ads = await readAdsById(ports, caller.companyId, request, {
    member: 'debug',
    read: (debug, asker, adIds) => debug(asker, adIds, { captions }),
  });
  const data = ads.map((ad) =>
    'failure' in ad
      ? { adId: ad.adId, success: false, ...itemError(ad.failure) }
      : { ...ad.record, ...inShape(fieldsOf(ad.about), ad.record), adId: ad.adId, success: true },
  );
  return { data, count: data.length, ...countsOf(data) };
}

type Fields = { readonly [field: string]: unknown };
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of every platform: what is not known of them comes from the record where it has it in
 * the same form.
 */
function inShape(fields: Fields, record: Fields): Fields {
  const told = Object.entries(fields).map(([name, value]) => {
    const own = record[name];
    if (isFields(value)) return [name, isFields(own) ? { ...own, ...inShape(value, own) } : value];
    const isTime = name.endsWith('_time');
    return [
      name,
      value ?? (isTime ? shownTime(typeof own === 'string' ? own : undefined) : own) ?? null,
    ];
  });
  return Object.fromEntries(told);
}

function fieldsOf({
  adAccountId,
  createdTime,
  updatedTime,
  campaign,
  adSet,
  creative,
  identity,
  ...shown
}: AdAbout) {
  return {
    account_id: adAccountId ?? null,
    created_time: shownTime(createdTime),
    updated_time: shownTime(updatedTime),
    campaign: { ...named(campaign), objective: campaign?.objective ?? null },
    adset: {
      ...named(adSet),
      optimization_goal: adSet?.optimizationGoal ?? null,
      destination_type: null,
    },
    creative: {
      ...named(creative),
      object_story_spec: null,
      asset_feed_spec: null,
      thumbnail_url: shown.thumbnailUrl ?? null,
    },
    pageMetadata: {
      pageId: identity?.value ?? null,
      pageName: identity?.label ?? null,
      secondaryUserId: identity?.linked?.value ?? null,
      secondaryName: identity?.linked?.label ?? null,
      profileImageUrl: identity?.imageUrl ?? null,
      companySlug: identity?.handle ?? null,
    },
    videoSource: shown.video?.sourceUrl ?? null,
    videoThumbnail: shown.video?.thumbnailUrl ?? null,
  };
}

const named = (object: AdAbout['campaign']) => ({
  id: object?.id ?? null,
  name: object?.name ?? null,
});

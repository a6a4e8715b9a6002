import { defined } from '../../../../core/base/defined.ts';
import type { Access, Identity as ListedIdentity } from '../../../../core/ports/platform-accounts.ts';
import type { AdAbout } from '../../../../core/ports/platform-reads.ts';
import type { Calls } from '../../kit/calls.ts';
import { chunks, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { parseIdentity } from '../identity.ts';
import { msOf } from '../wire/values.ts';
import { idsPerFilter } from './accounts.ts';
import { readRows } from './entities.ts';
import type { Identities } from './identities.ts';

interface AdSurroundings {
  readonly ad: Row;
  readonly campaign: Row;
  readonly adGroup: Row;
  readonly pictureUrl: string | undefined;
  readonly video: Row;
  readonly identity: ListedIdentity | undefined;
}

const videosPerCall = 60;

const isoOf = (value: unknown) => {
  const ms = msOf(value);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

export async function readSurroundings(
  calls: Calls,
  access: Access,
  adIds: readonly string[],
  identities: Identities,
): Promise<ReadonlyMap<string, AdSurroundings>> {
  const ads = await readRows(calls, access, 'ad', adIds);
  const named = (field: string) => [...ads.values()].flatMap((row) => text(row[field]) ?? []);
  if (ads.size === 0) return new Map();
  const campaigns = await readRows(calls, access, 'campaign', named('campaign_id'));
  const adGroups = await readRows(calls, access, 'adset', named('adgroup_id'));
  const pictures = await picturesOf(calls, access, [...ads.keys()]);
  const videos = await videosOf(calls, access, named('video_id'));
  const known = named('identity_id').length === 0 ? [] : await identities.all(access);
  const rowIn = (rows: ReadonlyMap<string, Row>, id: unknown) => rows.get(said(id)) ?? {};
  return new Map(
    [...ads].map(([id, ad]) => [
      id,
      {
        ad,
        campaign: rowIn(campaigns, ad.campaign_id),
        adGroup: rowIn(adGroups, ad.adgroup_id),
        pictureUrl: pictures.get(id),
        video: rowIn(videos, ad.video_id),
        identity: known.find(({ value }) => parseIdentity(value)?.id === said(ad.identity_id)),
      },
    ]),
  );
}

async function videosOf(calls: Calls, access: Access, ids: readonly string[]) {
  const videos = new Map<string, Row>();
  for (const video_ids of chunks([...new Set(ids)], videosPerCall))
    for (const row of rowsOf((await calls.read(access, 'file/video/ad/info/', { video_ids })).list))
      videos.set(said(row.video_id), row);
  return videos;
}

export const aboutAd = (
  adId: string,
  adAccountId: string,
  { ad, campaign, adGroup, pictureUrl, video, identity }: AdSurroundings,
): AdAbout => ({
  adAccountId,
  createdTime: isoOf(ad.create_time),
  updatedTime: isoOf(ad.modify_time),
  campaign: { id: text(ad.campaign_id), name: text(campaign.campaign_name), objective: text(campaign.objective_type) },
  adSet: { id: text(ad.adgroup_id), name: text(adGroup.adgroup_name), optimizationGoal: text(adGroup.optimization_goal) },
  creative: { id: adId, name: text(ad.ad_name) },
  identity: defined({
    value: text(ad.identity_id),
    label: text(ad.display_name) ?? identity?.label,
    imageUrl: text(ad.profile_image_url) ?? identity?.imageUrl,
    handle: identity?.handle,
  }),
  thumbnailUrl: pictureUrl ?? text(video.video_cover_url),
  video: { sourceUrl: text(video.preview_url), thumbnailUrl: text(video.video_cover_url) },
});

/** Both kinds of ads name it first among their images. */
export async function picturesOf(calls: Calls, access: Access, adIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const imageOf = new Map<string, string>();
  for (const [adId, row] of await readRows(calls, access, 'ad', adIds)) {
    const image = Array.isArray(row.image_ids) ? text(row.image_ids[0]) : undefined;
    if (image !== undefined) imageOf.set(adId, image);
  }
  const urls = new Map<string, string>();
  for (const image_ids of chunks([...new Set(imageOf.values())], idsPerFilter))
    for (const row of rowsOf((await calls.read(access, 'file/image/ad/info/', { image_ids })).list)) {
      const url = text(row.image_url);
      if (url !== undefined) urls.set(said(row.image_id), url);
    }
  return new Map([...imageOf].flatMap(([adId, image]) => (urls.has(image) ? [[adId, urls.get(image) ?? ''] as const] : [])));
}

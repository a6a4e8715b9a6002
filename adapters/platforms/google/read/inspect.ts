import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import { badCursor } from '../../kit/failures.ts';
import { asRow, at, defined, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  CursorPage,
  EntityType,
  InspectCapability,
  Row,
} from '../../types.ts';
import type { Api } from '../wire/client.ts';
import { idsIn, select } from '../wire/gaql.ts';
import { statusOf } from '../wire/values.ts';
import { createAudiences } from './audiences.ts';
import { idOf, linkFields, nameOf, objectOf, readEntities, readRows } from './entities.ts';

const listFields = wordsIn(`
  ad_group_ad.status ad_group_ad.primary_status ad_group_ad.ad.id ad_group_ad.ad.name ad_group.id
  ad_group_ad.ad.url_custom_parameters ad_group_ad.ad.responsive_search_ad.headlines
`);

export function createInspect(api: Api): InspectCapability {
  const { wire } = api;
  const rowsOfType = (type: EntityType) => (access: Access, ids: readonly string[]) =>
    readRows(api, access, type, ids);
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    audiences: createAudiences(api),
    debug: (asker, adIds) =>
      eachAd(wire, { asker, adIds }, rowsOfType('ad'), (adId, row, adAccountId) => ({
        adId,
        about: aboutAd(adId, adAccountId, row),
        record: { customerId: adAccountId, ...objectOf('ad', row) },
      })),
    creatives: (asker, adIds) => eachAd(wire, { asker, adIds }, rowsOfType('ad'), creativeOf),
    accountOf: (asker, { type, id }) => accountHolding(wire, asker, id, rowsOfType(type)),
  };
}

const statusWords = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const;

/** Oldest first; the cursor is the last id. */
async function listAds(
  { search, wire }: Api,
  access: Access,
  query: AdsQuery,
): Promise<CursorPage<AdListing>> {
  const { adSetId, campaignId, status, limit, after } = query;
  if (status === 'ARCHIVED') return { data: [] };
  if (after !== undefined && !/^\d{1,20}(~\d{1,20}~[A-Z_]{1,40})?$/.test(after)) {
    throw badCursor(wire.fail);
  }
  const conditions = [
    status === undefined
      ? "ad_group_ad.status != 'REMOVED'"
      : `ad_group_ad.status = '${statusWords[status]}'`,
    ...(adSetId === undefined ? [] : [idsIn('ad_group.id', [adSetId])]),
    ...(campaignId === undefined ? [] : [idsIn('campaign.id', [campaignId])]),
    ...(after === undefined ? [] : [`ad_group_ad.ad.id > ${after.includes('~') ? '0' : after}`]),
  ];
  const rest = `ORDER BY ad_group_ad.ad.id LIMIT ${limit + 1}`;
  const rows = await search(access, select(listFields, 'ad_group_ad', conditions, rest));
  if (rows.length === 0 && adSetId !== undefined)
    return listLinks({ search }, access, adSetId, query);
  const data = rows.slice(0, limit).map(listingOf);
  const last = data[data.length - 1];
  return { data, ...(rows.length > limit && last !== undefined && { after: last.id }) };
}

/** There are never many: the cursor is the last id. */
async function listLinks(
  { search }: Pick<Api, 'search'>,
  access: Access,
  adSetId: string,
  { status, limit, after }: AdsQuery,
): Promise<CursorPage<AdListing>> {
  const wanted =
    status === undefined || status === 'ARCHIVED' ? "!= 'REMOVED'" : `= '${statusWords[status]}'`;
  const conditions = [idsIn('asset_group.id', [adSetId]), `asset_group_asset.status ${wanted}`];
  const rows = await search(
    access,
    select(linkFields, 'asset_group_asset', conditions, 'ORDER BY asset_group_asset.resource_name'),
  );
  const shown = rows.filter((row) =>
    ['IMAGE', 'YOUTUBE_VIDEO'].includes(said(row, 'asset', 'type')),
  );
  const start = after === undefined ? 0 : shown.findIndex((row) => idOf('ad', row) === after) + 1;
  const data = shown.slice(start, start + limit).map(listingOf);
  const last = data[data.length - 1];
  return { data, ...(start + limit < shown.length && last !== undefined && { after: last.id }) };
}

const listingOf = (row: Row): AdListing => ({
  id: idOf('ad', row),
  name: nameOf('ad', row),
  status: statusOf(objectOf('ad', row).status),
  effectiveStatus:
    text(objectOf('ad', row).primaryStatus) ?? text(objectOf('ad', row).status) ?? '',
  // The platform does not tell it.
  createdTime: '',
  thumbnailUrl: text(at(row, 'asset', 'imageAsset', 'fullSize', 'url')) ?? null,
  adSetId: text(at(row, 'adGroup', 'id')) ?? text(at(row, 'assetGroup', 'id')) ?? '',
});

const aboutAd = (adId: string, adAccountId: string, row: Row): AdAbout => ({
  adAccountId,
  campaign: {
    id: text(at(row, 'campaign', 'id')),
    name: text(at(row, 'campaign', 'name')),
    objective: text(at(row, 'campaign', 'advertisingChannelType')),
  },
  adSet: {
    id: text(at(row, 'adGroup', 'id')) ?? text(at(row, 'assetGroup', 'id')),
    name: text(at(row, 'adGroup', 'name')) ?? text(at(row, 'assetGroup', 'name')),
  },
  creative: { id: adId, name: nameOf('ad', row) },
  thumbnailUrl: text(at(row, 'asset', 'imageAsset', 'fullSize', 'url')),
});

const textsOf = (ad: unknown, field: string) =>
  rowsOf(at(ad, 'responsiveSearchAd', field)).flatMap((each) => text(each.text) ?? []);

function creativeOf(adId: string, row: Row): AdCreative {
  if (row.assetGroupAsset !== undefined) return assetCreative(adId, row);
  const ad = at(row, 'adGroupAd', 'ad');
  const urls = at(ad, 'finalUrls');
  return {
    adId,
    creativeId: adId,
    titles: textsOf(ad, 'headlines'),
    bodies: textsOf(ad, 'descriptions'),
    descriptions: [],
    ...defined({
      link: Array.isArray(urls) ? text(urls[0]) : undefined,
      urlTags: text(at(ad, 'finalUrlSuffix')),
    }),
    images: [],
    videos: [],
  };
}

/** An asset leads where its asset group does. */
function assetCreative(adId: string, row: Row): AdCreative {
  const asset = asRow(row.asset) ?? {};
  const id = said(asset.id);
  const urls = at(row, 'assetGroup', 'finalUrls');
  const words = text(at(asset, 'textAsset', 'text'));
  const video = text(at(asset, 'youtubeVideoAsset', 'youtubeVideoId'));
  return {
    adId,
    creativeId: id,
    titles: words === undefined ? [] : [words],
    bodies: [],
    descriptions: [],
    ...defined({ link: Array.isArray(urls) ? text(urls[0]) : undefined }),
    images:
      asset.type === 'IMAGE'
        ? [{ ref: id, ...defined({ url: text(at(asset, 'imageAsset', 'fullSize', 'url')) }) }]
        : [],
    videos: video === undefined ? [] : [{ id: video }],
  };
}

import { defined } from '../../../../core/defined.ts';
import { PlatformError } from '../../../../core/errors.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type {
  AdAbout,
  AdCreative,
  AdListing,
  CredentialScope,
  CursorPage,
  InspectCapability,
} from '../../../../core/ports/platform-reads.ts';
import { findAnywhere } from '../../kit/anywhere.ts';
import { missing } from '../../kit/failures.ts';
import { asRow, at, type Row, rowsOf, text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';
import { idsIn, select } from '../wire/gaql.ts';
import { statusOf } from '../wire/statuses.ts';
import { idOf, nameOf, readEntities, readRows } from './entities.ts';

const listFields = [
  ...['ad_group_ad.status', 'ad_group_ad.primary_status', 'ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group.id'],
  ...['ad_group_ad.ad.url_custom_parameters', 'ad_group_ad.ad.responsive_search_ad.headlines'],
];

export function createInspect(api: Api): InspectCapability {
  const { wire } = api;
  const anywhere = (asker: CredentialScope, type: EntityType, ids: readonly string[]) =>
    findAnywhere(asker, ids, (access, open) => readRows(api, access, type, open));
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    async debug(asker, adIds) {
      const ads = await anywhere(asker, 'ad', adIds);
      return adIds.map((adId) => {
        const ad = ads.get(adId);
        if (ad === undefined) return { adId, failure: missing(adId, wire.fail) };
        const { adAccountId, found } = ad;
        return { adId, about: aboutAd(adId, adAccountId, found), record: { customerId: adAccountId, ...asRow(found.adGroupAd) } };
      });
    },
    async creatives(asker, adIds) {
      const ads = await anywhere(asker, 'ad', adIds);
      return adIds.map((adId): AdCreative => {
        const ad = ads.get(adId);
        return ad === undefined ? { adId, failure: missing(adId, wire.fail) } : creativeOf(adId, ad.found);
      });
    },
    async accountOf(asker, { type, id }) {
      const found = (await anywhere(asker, type, [id])).get(id);
      if (found === undefined) throw new PlatformError(missing(id, wire.fail));
      return found.adAccountId;
    },
  };
}

const statusWords = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const;

/** A page of ads, the oldest first: the cursor is the id of the last one before it. */
async function listAds(
  { search, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  if (status === 'ARCHIVED') return { data: [] };
  if (after !== undefined && !/^\d{1,20}$/.test(after)) {
    const fix = 'Start again from the first page, without a cursor.';
    throw new PlatformError({ ...wire.fail('invalid', 'This is no cursor of an earlier page.', fix), field: 'after' });
  }
  const conditions = [
    status === undefined ? "ad_group_ad.status != 'REMOVED'" : `ad_group_ad.status = '${statusWords[status]}'`,
    ...(adSetId === undefined ? [] : [idsIn('ad_group.id', [adSetId])]),
    ...(campaignId === undefined ? [] : [idsIn('campaign.id', [campaignId])]),
    ...(after === undefined ? [] : [`ad_group_ad.ad.id > ${after}`]),
  ];
  const rest = `ORDER BY ad_group_ad.ad.id LIMIT ${limit + 1}`;
  const rows = await search(access, select(listFields, 'ad_group_ad', conditions, rest));
  const data = rows.slice(0, limit).map(listingOf);
  const last = data[data.length - 1];
  return { data, ...(rows.length > limit && last !== undefined && { after: last.id }) };
}

const listingOf = (row: Row): AdListing => ({
  id: idOf('ad', row),
  name: nameOf('ad', row),
  status: statusOf(at(row, 'adGroupAd', 'status')),
  effectiveStatus: text(at(row, 'adGroupAd', 'primaryStatus')) ?? text(at(row, 'adGroupAd', 'status')) ?? '',
  // The platform does not tell when an ad was made.
  createdTime: '',
  thumbnailUrl: null,
  adSetId: text(at(row, 'adGroup', 'id')) ?? '',
});

const aboutAd = (adId: string, adAccountId: string, row: Row): AdAbout => ({
  adAccountId,
  campaign: { id: text(at(row, 'campaign', 'id')), name: text(at(row, 'campaign', 'name')) },
  adSet: { id: text(at(row, 'adGroup', 'id')), name: text(at(row, 'adGroup', 'name')) },
  // The creative is part of the ad.
  creative: { id: adId, name: nameOf('ad', row) },
});

const textsOf = (ad: unknown, field: string): readonly string[] =>
  rowsOf(at(ad, 'responsiveSearchAd', field)).flatMap((each) => text(each.text) ?? []);

function creativeOf(adId: string, row: Row): AdCreative {
  const ad = at(row, 'adGroupAd', 'ad');
  const urls = at(ad, 'finalUrls');
  return {
    adId,
    // The creative is the ad.
    creativeId: adId,
    titles: textsOf(ad, 'headlines'),
    bodies: textsOf(ad, 'descriptions'),
    descriptions: [],
    ...defined({ link: Array.isArray(urls) ? text(urls[0]) : undefined, urlTags: text(at(ad, 'finalUrlSuffix')) }),
    images: [],
    videos: [],
  };
}

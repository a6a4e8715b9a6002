import { entityReader } from '../../kit/anywhere.ts';
import { asRow, at, defined, said, text } from '../../kit/json.ts';
import { callerOf } from '../../kit/requests.ts';
import { siftedPage } from '../../kit/sifted.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  Api,
  CredentialScope,
  CursorPage,
  EntityFacts,
  EntityType,
  InspectCapability,
  Row,
} from '../../types.ts';
import { cursorOf } from '../wire/client.ts';
import { itemsOf } from '../wire/errors.ts';
import { statusOf } from '../wire/values.ts';
import { objectiveOf, shapes } from './accounts.ts';
import { assetsOf, creativeOf, pictureIn, picturesOf } from './creatives.ts';
import { type Located, locate } from './rows.ts';

/** An id finds its object in any account. */
export function createInspect(api: Api): InspectCapability {
  const { wire } = api;
  const askerOf = ({ companyId, credentials, connectionId }: CredentialScope) =>
    callerOf(companyId, credentials, connectionId);
  /** Of the asker's accounts. */
  const ads = async ({ accounts, ...asker }: CredentialScope, adIds: readonly string[]) => {
    const found = await locate(api, askerOf({ accounts, ...asker }), { type: 'ad', ids: adIds });
    return new Map(
      [...found].filter(([, { adAccountId }]) => accounts.some(({ id }) => id === adAccountId)),
    );
  };
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    pictures: (access, adIds) => picturesOf(api, access, adIds),
    async debug(asker, adIds) {
      const found = await ads(asker, adIds);
      const { creatives, files } = await assetsOf(api, askerOf(asker), creativeIds(found));
      return adIds.map((adId) => {
        const ad = found.get(adId);
        if (ad === undefined) return { adId, failure: wire.missing(adId) };
        const creative = creatives.get(said(ad.row.creative_id));
        const record = { ...ad.row, adsquad: ad.adSquad, campaign: ad.campaign, creative };
        const file = files.get(said(creative?.top_snap_media_id));
        return { adId, about: { ...aboutAd(ad, creative), thumbnailUrl: pictureIn(file) }, record };
      });
    },
    async creatives(asker, adIds) {
      const found = await ads(asker, adIds);
      const { creatives, files } = await assetsOf(api, askerOf(asker), creativeIds(found));
      return adIds.map((adId): AdCreative => {
        const row = creatives.get(said(found.get(adId)?.row.creative_id));
        if (row === undefined) return { adId, failure: wire.missing(adId) };
        return creativeOf(adId, row, files.get(said(row.top_snap_media_id)));
      });
    },
    async accountOf(asker, { type, id }) {
      const found = (await locate(api, askerOf(asker), { type, ids: [id] })).get(id);
      if (
        found === undefined ||
        !asker.accounts.some((account) => account.id === found.adAccountId)
      )
        throw wire.notFound(id);
      return found.adAccountId;
    },
  };
}

const creativeIds = (ads: ReadonlyMap<string, Located>) =>
  [...ads.values()].map(({ row }) => said(row.creative_id));

function aboutAd(
  { row, campaign, adSquad, adAccountId }: Located,
  creative: Row | undefined,
): AdAbout {
  const profile = text(at(creative, 'profile_properties', 'profile_id'));
  const label = text(creative?.brand_name);
  return {
    adAccountId,
    createdTime: text(row.created_at),
    updatedTime: text(row.updated_at),
    campaign: {
      id: text(campaign.id),
      name: text(campaign.name),
      objective: text(campaign.objective),
    },
    adSet: {
      id: text(adSquad?.id),
      name: text(adSquad?.name),
      optimizationGoal: text(adSquad?.optimization_goal),
    },
    creative: { id: text(row.creative_id), name: text(creative?.name) },
    ...(profile !== undefined && {
      identity: { value: profile, ...(label !== undefined && { label }) },
    }),
  };
}

const pageSize = 200;

/**
 * The platform has no filter for what the user set: pages are read and sifted. A picture would cost
 * two calls for each ad. Cursor: `<place on the page>.<the platform's cursor>`.
 */
async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: AdsQuery,
): Promise<CursorPage<AdListing>> {
  if (status === 'ARCHIVED') return { data: [] };
  const under =
    adSetId !== undefined
      ? `adsquads/${adSetId}`
      : campaignId !== undefined
        ? `campaigns/${campaignId}`
        : `adaccounts/${access.adAccountId}`;
  const read = async (cursor: string) => {
    const answer = await calls.read(access, `${under}/ads`, {
      limit: pageSize,
      ...(status === 'DELETED' && { read_deleted_entities: true }),
      ...(cursor !== '' && { cursor }),
    });
    const rows = itemsOf(answer, 'ads', '').flatMap((item) => (item.ok ? [item.row] : []));
    return { rows, next: cursorOf(at(answer, 'paging', 'next_link')) };
  };
  const isMeant = (row: Row) => status === undefined || statusOf(row) === status;
  return siftedPage(wire.fail, { limit, after, read, isMeant }, shapes.listing);
}

/** With the ids of what is above it. */
export const placed = ({ row, campaign, adSquad }: Located): Row => ({
  ...row,
  campaign_id: campaign.id,
  ad_squad_id: adSquad?.id,
});

const factsOf = (access: Access, type: EntityType, _id: string, found: Located): EntityFacts => ({
  ...shapes.facts(access, type, placed(found)),
  adAccountId: found.adAccountId,
  ...defined({
    objective: type === 'adset' ? undefined : objectiveOf(found.campaign),
    targeting: type === 'adset' ? asRow(found.row.targeting) : undefined,
  }),
});

export const readEntities = entityReader(
  (api: Api, access, type, ids) => locate(api, access, { type, ids, within: access.adAccountId }),
  factsOf,
);

import type { AdAbout, AdCreative, CredentialScope, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import type { Api } from '../../kit/calls.ts';
import { at, type Row, said, text } from '../../kit/json.ts';
import type { Caller } from '../../kit/requests.ts';
import { listAds } from './ad-list.ts';
import { assetsOf, creativeOf, picturesOf } from './creatives.ts';
import { readEntities } from './entities.ts';
import { type Located, locate } from './rows.ts';

/** An id finds its object in any account. */
export function createInspect(api: Api): InspectCapability {
  const { wire } = api;
  const callerOf = ({ companyId, credentials, connectionId }: CredentialScope): Caller => ({
    companyId,
    credentials,
    ...(connectionId !== undefined && { connectionId }),
  });
  /** Of the asker's accounts. */
  const ads = async ({ accounts, ...asker }: CredentialScope, adIds: readonly string[]) => {
    const found = await locate(api, callerOf({ accounts, ...asker }), 'ad', adIds);
    return new Map([...found].filter(([, { adAccountId }]) => accounts.some(({ id }) => id === adAccountId)));
  };
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(api, access, query),
    entities: (access, objects) => readEntities(api, access, objects),
    pictures: (access, adIds) => picturesOf(api, access, adIds),
    async debug(asker, adIds) {
      const found = await ads(asker, adIds);
      const { creatives } = await assetsOf(api, callerOf(asker), creativeIds(found));
      return adIds.map((adId) => {
        const ad = found.get(adId);
        if (ad === undefined) return { adId, failure: wire.missing(adId) };
        const creative = creatives.get(said(ad.row.creative_id));
        const record = { ...ad.row, adsquad: ad.adSquad, campaign: ad.campaign, creative };
        return { adId, about: aboutAd(ad, creative), record };
      });
    },
    async creatives(asker, adIds) {
      const found = await ads(asker, adIds);
      const { creatives, files } = await assetsOf(api, callerOf(asker), creativeIds(found));
      return adIds.map((adId): AdCreative => {
        const row = creatives.get(said(found.get(adId)?.row.creative_id));
        if (row === undefined) return { adId, failure: wire.missing(adId) };
        return creativeOf(adId, row, files.get(said(row.top_snap_media_id)));
      });
    },
    async accountOf(asker, { type, id }) {
      const found = (await locate(api, callerOf(asker), type, [id])).get(id);
      if (found === undefined || !asker.accounts.some((account) => account.id === found.adAccountId)) throw wire.notFound(id);
      return found.adAccountId;
    },
  };
}

const creativeIds = (ads: ReadonlyMap<string, Located>): readonly string[] =>
  [...ads.values()].map(({ row }) => said(row.creative_id));

function aboutAd({ row, campaign, adSquad, adAccountId }: Located, creative: Row | undefined): AdAbout {
  const profile = text(at(creative, 'profile_properties', 'profile_id'));
  const label = text(creative?.brand_name);
  return {
    adAccountId,
    createdTime: text(row.created_at),
    updatedTime: text(row.updated_at),
    campaign: { id: text(campaign.id), name: text(campaign.name) },
    adSet: { id: text(adSquad?.id), name: text(adSquad?.name) },
    creative: { id: text(row.creative_id), name: text(creative?.name) },
    ...(profile !== undefined && { identity: { value: profile, ...(label !== undefined && { label }) } }),
  };
}

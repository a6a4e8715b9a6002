import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import { type Claims, createClaims } from '../../kit/claims.ts';
import { asRow, at, type Row, text } from '../../kit/json.ts';
import { type AdOperation, isAd } from '../../kit/operations.ts';
import { assetChannel } from '../check-assets.ts';
import { markIn, markOf } from '../names.ts';
import { idOf } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, lastPart, select } from '../wire/gaql.ts';
import { linkOf } from './asset-links.ts';

/** Puts an asset into an asset group. */
export const isLink = ({ adSet, ad }: AdOperation): boolean => adSet.objective === assetChannel || ad.media.length > 0;

/** An ad carries batch and operation, also when removed. A link is known by group, asset and place, also when a person made it. */
export async function reconcile(
  api: Api,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const ads = operations.filter(isAd);
  await claimAds(
    api,
    access,
    ads.filter((each) => !isLink(each)),
    claims,
  );
  await claimLinks(api, access, ads.filter(isLink), claims);
  return claims.outcomes(operations);
}

async function claimAds({ search }: Api, access: Access, ads: readonly AdOperation[], claims: Claims): Promise<void> {
  const made = new Map<string, string>();
  const fields = ['ad_group_ad.ad.id', 'ad_group_ad.ad.url_custom_parameters'];
  for (const some of idChunks(ads.map(({ adSet }) => adSet.id)))
    for (const row of await search(access, select(fields, 'ad_group_ad', [idsIn('ad_group.id', some)]))) {
      const mark = markIn(adOf(row));
      if (mark !== undefined) made.set(`${mark} ${idOf('ad', row)}`, idOf('ad', row));
    }
  for (const operation of ads) {
    const mark = markOf(operation);
    // Several ads may carry one mark: each is taken once.
    for (const [key, id] of made)
      if (key.startsWith(`${mark} `) && !claims.outcomes([operation])[0]) {
        claims.take(operation, id);
        if (claims.outcomes([operation])[0]) made.delete(key);
      }
  }
}

async function claimLinks({ search }: Api, access: Access, links: readonly AdOperation[], claims: Claims): Promise<void> {
  const there = new Set<string>();
  const fields = ['asset_group_asset.resource_name'];
  for (const some of idChunks(links.map(({ adSet }) => adSet.id))) {
    const conditions = [idsIn('asset_group.id', some), "asset_group_asset.status != 'REMOVED'"];
    for (const row of await search(access, select(fields, 'asset_group_asset', conditions)))
      there.add(lastPart(text(at(row, 'assetGroupAsset', 'resourceName'))));
  }
  for (const operation of links) if (there.has(linkOf(operation))) claims.take(operation, linkOf(operation));
}

const adOf = (row: Row): Row => asRow(at(row, 'adGroupAd', 'ad')) ?? {};

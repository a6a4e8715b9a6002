import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CopyRequest } from '../../../../core/ports/platform-changes.ts';
import { asRow, at, type Row, text } from '../../kit/json.ts';
import { adCreation } from './ad.ts';
import { adGroupOperations } from './ad-group.ts';
import { assetGroupOperations } from './asset-group.ts';
import { campaignOperations } from './campaign.ts';
import { criterionCopy } from './criteria.ts';
import { type CopyOperation, NotCopyable } from './operation.ts';
import { adGroupOf, idOf, type Source } from './source.ts';

export function copyOperations(access: Access, source: Source, request: CopyRequest, now: number): readonly CopyOperation[] {
  refuseLost(source);
  const customer = `customers/${access.adAccountId}`;
  if (source.type === 'ad') {
    const adGroup = `${customer}/adGroups/${request.parentId ?? adGroupOf(source.root)}`;
    return source.ads.map((ad) => ({
      operation: { adGroupAdOperation: { create: adCreation(ad, adGroup, request) } },
      of: { type: 'ad', sourceId: idOf('ad', ad) },
    }));
  }
  const isCampaign = source.type === 'campaign';
  const campaign = `${customer}/campaigns/${isCampaign ? '-2' : (request.parentId ?? text(at(source.root, 'campaign', 'id')))}`;
  const names = { budget: `${customer}/campaignBudgets/-1`, campaign };
  return [
    ...(isCampaign ? campaignOperations(access, source, request, now, names) : []),
    ...source.adGroups.flatMap((row, index) =>
      adGroupOperations(source, row, `${customer}/adGroups/-${index + 10}`, campaign, request),
    ),
    ...source.assetGroups.flatMap((row, index) =>
      assetGroupOperations(source, row, `${customer}/assetGroups/-${index + 10}`, campaign, request),
    ),
  ];
}

/** A copy that lost criteria would spend on other people: it is refused. */
function refuseLost({ campaignCriteria, criteria, listingGroups }: Source): void {
  const typesLost = (level: 'campaign' | 'adGroup', rows: readonly Row[], field: string): readonly string[] =>
    rows.flatMap((row) => {
      const held = asRow(row[field]) ?? {};
      return criterionCopy(level, held) === undefined ? [text(held.type) ?? 'unknown'] : [];
    });
  const lost = new Set([
    ...typesLost('campaign', campaignCriteria, 'campaignCriterion'),
    ...typesLost('adGroup', criteria, 'adGroupCriterion'),
    ...(listingGroups.length > 0 ? ['LISTING_GROUP'] : []),
  ]);
  if (lost.size > 0) throw new NotCopyable(`Its targeting has criteria that a copy would lose: ${[...lost].join(', ')}.`);
}

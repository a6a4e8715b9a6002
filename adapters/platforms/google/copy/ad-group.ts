import type { CopyRequest } from '../../../../core/ports/platform-changes.ts';
import { asRow, type Row, said, text, wordsIn } from '../../kit/json.ts';
import { copiedName, kept } from '../../kit/rebuild.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/values.ts';
import { adCreation } from './ad.ts';
import { criterionCopy } from './criteria.ts';
import type { CopyOperation } from './operation.ts';
import { adGroupOf, idOf, type Source } from './source.ts';

const settings = wordsIn(`
  type cpcBidMicros cpmBidMicros cpvBidMicros targetCpaMicros targetRoas percentCpcBidMicros targetingSetting
  excludedParentAssetFieldTypes optimizedTargetingEnabled aiMaxAdGroupSetting trackingUrlTemplate finalUrlSuffix
  urlCustomParameters
`);

/** Objects below the copy keep name and words. */
const inside = { marker: undefined, values: undefined } as const;

export function adGroupOperations(
  source: Source,
  row: Row,
  resourceName: string,
  campaign: string,
  request: CopyRequest,
): readonly CopyOperation[] {
  const adGroup = asRow(row.adGroup) ?? {};
  const id = said(adGroup.id);
  const isRoot = source.type === 'adset';
  const status = isRoot || request.status === 'PAUSED' ? statusWords[request.status] : text(adGroup.status);
  const create = {
    resourceName,
    campaign,
    status,
    name: isRoot ? copiedName(adGroup.name, request) : text(adGroup.name),
    ...kept(adGroup, settings),
  };
  const its = (rows: readonly Row[], field: string): readonly Row[] =>
    rows.flatMap((each) => {
      const held = asRow(each[field]) ?? {};
      return lastPart(text(held.adGroup)) === id ? [held] : [];
    });
  return [
    { operation: { adGroupOperation: { create } }, of: { type: 'adset', sourceId: id } },
    ...its(source.criteria, 'adGroupCriterion').map((held) => ({
      operation: { adGroupCriterionOperation: { create: { adGroup: resourceName, ...criterionCopy('adGroup', held) } } },
    })),
    ...its(source.bidModifiers, 'adGroupBidModifier').map((held) => ({
      operation: {
        adGroupBidModifierOperation: { create: { adGroup: resourceName, ...kept(held, ['bidModifier', 'device']) } },
      },
    })),
    ...its(source.adGroupAssets, 'adGroupAsset').map((held) => ({
      operation: {
        adGroupAssetOperation: { create: { adGroup: resourceName, ...kept(held, ['asset', 'fieldType', 'status']) } },
      },
    })),
    ...source.ads
      .filter((ad) => adGroupOf(ad) === id)
      .map(
        (ad): CopyOperation => ({
          operation: { adGroupAdOperation: { create: adCreation(ad, resourceName, { ...request, ...inside }) } },
          of: { type: 'ad', sourceId: idOf('ad', ad) },
        }),
      ),
  ];
}

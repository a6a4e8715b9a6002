import { kinds, lastPart, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { checkFieldType } from './asset-rules.ts';
import { type Service, statuses } from './service.ts';

const fieldTypes = [
  ...['HEADLINE', 'DESCRIPTION', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE', 'PORTRAIT_MARKETING_IMAGE', 'YOUTUBE_VIDEO'],
  ...['SITELINK', 'CALLOUT', 'AD_IMAGE', 'LOGO', 'BUSINESS_NAME', 'LONG_HEADLINE', 'LANDSCAPE_LOGO'],
];

const link = (collection: string, name: string, kind: string, above: string, aboveKind: string): Service => ({
  ...{
    collection,
    name,
    kind,
    required: [above, 'asset', 'fieldType'],
    immutable: [above, 'asset', 'fieldType'],
    updates: true,
    removes: true,
  },
  fields: { resourceName: 'text', [above]: 'text', asset: 'text', fieldType: fieldTypes, status: statuses },
  above: (data) => [words(data[above])],
  idOf: (data) => `${lastPart(data[above])}~${lastPart(data.asset)}~${words(data.fieldType)}`,
  worldId: (id) => `${collection}:${id}`,
  made: (data) => ({ status: data.status ?? 'ENABLED', heldParent: lastPart(data[above]) }),
  check(data, draft, path) {
    draft.needs(aboveKind, words(data[above]), [...path, { name: above }]);
    draft.needs(kinds.asset, words(data.asset), [...path, { name: 'asset' }]);
  },
});

/** Assets of an asset group are checked, and linked once. */
const inAssetGroup = (service: Service): Service => ({
  ...service,
  check(data, draft, path, isNew) {
    service.check(data, draft, path, isNew);
    if (!isNew) return;
    checkFieldType(words(data.fieldType), draft.dataOf(words(data.asset)) ?? {}, path);
    const others = draft.living(kinds.assetGroupAsset, words(data.assetGroup));
    if (others.some((each) => each.asset === data.asset && each.fieldType === data.fieldType))
      throw refusal('assetGroupAssetError', 'DUPLICATE_RESOURCE', 'Cannot add duplicated asset group asset.', { path });
  },
});

export const assetLinks: readonly Service[] = [
  link('campaignAssets', 'campaignAsset', kinds.campaignAsset, 'campaign', kinds.campaign),
  link('adGroupAssets', 'adGroupAsset', kinds.adGroupAsset, 'adGroup', kinds.adGroup),
  inAssetGroup(link('assetGroupAssets', 'assetGroupAsset', kinds.assetGroupAsset, 'assetGroup', kinds.assetGroup)),
];

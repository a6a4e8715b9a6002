import { asRow, said, text, wordsIn } from '../../kit/json.ts';
import { copiedName, copiedWindow, kept } from '../../kit/rebuild.ts';
import type { Access, CopyRequest, Params, Row } from '../../types.ts';
import { withoutMark } from '../names.ts';
import { msOf, platformTime, statusWords } from '../wire/values.ts';
import { biddingOf, type CopyOperation, NotCopyable } from './bidding.ts';
import { criterionCopy } from './criteria.ts';
import type { Source } from './source.ts';

const settings = wordsIn(`
  advertisingChannelType advertisingChannelSubType networkSettings geoTargetTypeSetting campaignGroup targetingSetting
  dynamicSearchAdsSetting aiMaxSetting keywordMatchType adServingOptimizationStatus excludedParentAssetFieldTypes
  assetAutomationSettings brandGuidelinesEnabled trackingUrlTemplate finalUrlSuffix urlCustomParameters
`);

export function campaignOperations(
  access: Access,
  source: Source,
  {
    request,
    now,
    names,
  }: {
    readonly request: CopyRequest;
    readonly now: number;
    readonly names: { readonly budget: string; readonly campaign: string };
  },
): readonly CopyOperation[] {
  const row = asRow(source.root.campaign) ?? {};
  const name = copiedName(row.name, request);
  const { campaign } = names;
  const its = (rows: readonly Row[], part: string, copy: (held: Row) => Params | undefined) =>
    rows.map((each) => ({
      operation: {
        [`${part}Operation`]: { create: { campaign, ...copy(asRow(each[part]) ?? {}) } },
      },
    }));
  const create = {
    resourceName: campaign,
    name,
    status: statusWords[request.status],
    campaignBudget: names.budget,
    ...kept(withoutMark(row), settings),
    ...biddingOf(row),
    containsEuPoliticalAdvertising: declarationOf(row),
    ...scheduleOf(access, row, now),
  };
  return [
    {
      operation: {
        campaignBudgetOperation: {
          create: budgetOf(asRow(source.root.campaignBudget) ?? {}, name, names.budget),
        },
      },
    },
    {
      operation: { campaignOperation: { create } },
      of: { type: 'campaign', sourceId: said(row.id) },
    },
    ...its(source.campaignCriteria, 'campaignCriterion', (held) => criterionCopy('campaign', held)),
    ...its(source.sharedSets, 'campaignSharedSet', (held) => kept(held, ['sharedSet'])),
    ...its(source.campaignAssets, 'campaignAsset', (held) =>
      kept(held, ['asset', 'fieldType', 'status']),
    ),
  ];
}

/** Its own budget, also where the source shares one. */
function budgetOf(row: Row, name: string, resourceName: string) {
  const total = text(row.totalAmountMicros) ?? '0';
  const amount =
    total === '0'
      ? { amountMicros: text(row.amountMicros) }
      : { totalAmountMicros: total, period: 'CUSTOM_PERIOD' };
  return {
    resourceName,
    name,
    ...amount,
    ...kept(row, ['deliveryMethod']),
    explicitlyShared: false,
  };
}

/** Only a person may declare this. */
function declarationOf(row: Row) {
  const declared = text(row.containsEuPoliticalAdvertising);
  if (declared !== undefined && !/^UN(SPECIFIED|KNOWN)$/.test(declared)) return declared;
  throw new NotCopyable(
    'The campaign does not say whether it contains political advertising in the EU. Declare it in its settings in Google Ads first.',
  );
}

function scheduleOf({ timezone }: Access, row: Row, now: number) {
  const window = copiedWindow(
    { start: msOf(row.startDateTime, timezone), end: msOf(row.endDateTime, timezone) },
    now,
  );
  return {
    ...(window.start !== undefined && { startDateTime: platformTime(window.start, timezone) }),
    ...(window.end !== undefined && { endDateTime: platformTime(window.end, timezone) }),
  };
}

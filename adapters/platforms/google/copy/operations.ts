import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CopyRequest, CopyValues } from '../../../../core/ports/platform-changes.ts';
import { asRow, at, type Row, rowsOf, text } from '../../kit/json.ts';
import type { Params } from '../../kit/params.ts';
import { copiedName, copiedWindow, kept } from '../../kit/rebuild.ts';
import { nameOfAd, parametersFor } from '../names.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/statuses.ts';
import { msOf, platformTime } from '../wire/times.ts';
import { adGroupOf, idOf, type Source } from './source.ts';

/** An operation of a mixed request, and the object of the source it makes another of. */
export interface CopyOperation {
  readonly operation: Params;
  readonly of?: { readonly type: 'campaign' | 'adset' | 'ad'; readonly sourceId: string };
}

/** One sentence: why the platform's own rules, or ours, keep it from being copied. */
export class NotCopyable extends Error {}

const addresses = ['trackingUrlTemplate', 'finalUrlSuffix', 'urlCustomParameters'];

/** Everything that makes a copy, in the order in which one needs the other, under temporary ids. */
export function copyOperations(access: Access, source: Source, request: CopyRequest, now: number): readonly CopyOperation[] {
  refuseLost(source);
  const customer = `customers/${access.adAccountId}`;
  if (source.type === 'ad') {
    const adGroup = `${customer}/adGroups/${request.parentId ?? adGroupOf(source.root)}`;
    return source.ads.map((ad) => ({ ...adOperation(ad, adGroup, request), of: { type: 'ad', sourceId: idOf('ad', ad) } }));
  }
  const campaign = `${customer}/campaigns/-2`;
  const parent =
    source.type === 'campaign'
      ? campaign
      : `${customer}/campaigns/${request.parentId ?? text(at(source.root, 'campaign', 'id'))}`;
  return [
    ...(source.type === 'campaign'
      ? campaignOperations(access, source, request, now, { budget: `${customer}/campaignBudgets/-1`, campaign })
      : []),
    ...source.adGroups.flatMap((row, index) =>
      adGroupOperations(source, row, `${customer}/adGroups/-${index + 10}`, parent, request),
    ),
  ];
}

interface Names {
  readonly budget: string;
  readonly campaign: string;
}

function campaignOperations(
  access: Access,
  source: Source,
  request: CopyRequest,
  now: number,
  names: Names,
): readonly CopyOperation[] {
  const { campaign = {}, campaignBudget } = source.root;
  const row = asRow(campaign) ?? {};
  const name = copiedName(row.name, request);
  return [
    { operation: { campaignBudgetOperation: { create: budgetOf(asRow(campaignBudget) ?? {}, name, names.budget) } } },
    {
      operation: {
        campaignOperation: {
          create: {
            ...{ resourceName: names.campaign, name, status: statusWords[request.status], campaignBudget: names.budget },
            ...kept(row, ['advertisingChannelType', 'networkSettings', 'geoTargetTypeSetting', ...addresses]),
            ...biddingOf(row),
            containsEuPoliticalAdvertising: declarationOf(row),
            ...scheduleOf(access, row, now),
          },
        },
      },
      of: { type: 'campaign', sourceId: text(row.id) ?? '' },
    },
    ...source.campaignCriteria.map(({ campaignCriterion }) => ({
      operation: {
        campaignCriterionOperation: {
          create: {
            campaign: names.campaign,
            ...kept(asRow(campaignCriterion) ?? {}, ['negative', 'bidModifier', 'keyword', 'location', 'language']),
          },
        },
      },
    })),
    ...source.campaignAssets.map(({ campaignAsset }) => ({
      operation: {
        campaignAssetOperation: {
          create: { campaign: names.campaign, ...kept(asRow(campaignAsset) ?? {}, ['asset', 'fieldType']) },
        },
      },
    })),
  ];
}

/** Targeting that a copy is made with. */
const copied = { campaign: ['KEYWORD', 'LOCATION', 'LANGUAGE'], adGroup: ['KEYWORD'] };

/** A copy that reaches other people than its source would spend on them: what it would lose is named, and nothing is made. */
function refuseLost({ campaignCriteria, criteria }: Source): void {
  const lost = [
    ...campaignCriteria
      .map((row) => text(asRow(row.campaignCriterion)?.type))
      .filter((type) => !copied.campaign.includes(type ?? '')),
    ...criteria.map((row) => text(asRow(row.adGroupCriterion)?.type)).filter((type) => !copied.adGroup.includes(type ?? '')),
  ];
  if (lost.length === 0) return;
  const types = [...new Set(lost.map((type) => type ?? 'unknown'))].join(', ');
  throw new NotCopyable(`Its targeting has criteria that a copy would lose: ${types}.`);
}

/** A copy has a budget of its own, also where its source shares one. */
function budgetOf(row: Row, name: string, resourceName: string): Params {
  const total = text(row.totalAmountMicros) ?? '0';
  const amount = total === '0' ? { amountMicros: text(row.amountMicros) } : { totalAmountMicros: total, period: 'CUSTOM_PERIOD' };
  return { resourceName, name, ...amount, ...kept(row, ['deliveryMethod']), explicitlyShared: false };
}

/** What is not declared by a person is not declared by us. */
function declarationOf(row: Row): string {
  const declared = text(row.containsEuPoliticalAdvertising);
  if (declared !== undefined && !/^UN(SPECIFIED|KNOWN)$/.test(declared)) return declared;
  throw new NotCopyable(
    'The campaign does not say whether it contains political advertising in the EU. Declare it in its settings in Google Ads first.',
  );
}

const biddings: { readonly [type: string]: string } = {
  MANUAL_CPC: 'manualCpc',
  MAXIMIZE_CONVERSIONS: 'maximizeConversions',
  MAXIMIZE_CONVERSION_VALUE: 'maximizeConversionValue',
  TARGET_SPEND: 'targetSpend',
};

function biddingOf(row: Row): Params {
  const type = text(row.biddingStrategyType) ?? '';
  const field = biddings[type];
  if (field === undefined) throw new NotCopyable(`A campaign with the bidding strategy ${type} cannot be copied.`);
  return { [field]: asRow(row[field]) ?? {} };
}

function scheduleOf({ timezone }: Access, row: Row, now: number): Params {
  const window = copiedWindow({ start: msOf(row.startDateTime, timezone), end: msOf(row.endDateTime, timezone) }, now);
  return {
    ...(window.start !== undefined && { startDateTime: platformTime(window.start, timezone) }),
    ...(window.end !== undefined && { endDateTime: platformTime(window.end, timezone) }),
  };
}

function adGroupOperations(
  source: Source,
  row: Row,
  resourceName: string,
  campaign: string,
  request: CopyRequest,
): readonly CopyOperation[] {
  const adGroup = asRow(row.adGroup) ?? {};
  const id = text(adGroup.id) ?? '';
  const isRoot = source.type === 'adset';
  const isIts = (held: unknown): boolean => lastPart(text(asRow(held)?.adGroup)) === id;
  const status = isRoot || request.status === 'PAUSED' ? statusWords[request.status] : text(adGroup.status);
  return [
    {
      operation: {
        adGroupOperation: {
          create: {
            ...{ resourceName, campaign, status, name: isRoot ? copiedName(adGroup.name, request) : text(adGroup.name) },
            ...kept(adGroup, ['type', 'cpcBidMicros', 'cpmBidMicros', 'targetCpaMicros', ...addresses]),
          },
        },
      },
      of: { type: 'adset', sourceId: id },
    },
    ...source.criteria.flatMap(({ adGroupCriterion: held }) => {
      const criterion = asRow(held) ?? {};
      if (!isIts(criterion)) return [];
      // A negative keyword has no status of its own.
      const own = criterion.negative === true ? {} : { status: text(criterion.status) };
      const create = {
        adGroup: resourceName,
        ...own,
        ...kept(criterion, ['negative', 'keyword', 'cpcBidMicros', 'finalUrls', ...addresses]),
      };
      return [{ operation: { adGroupCriterionOperation: { create } } }];
    }),
    ...source.adGroupAssets.flatMap(({ adGroupAsset: held }) => {
      const asset = asRow(held) ?? {};
      return isIts(asset)
        ? [
            {
              operation: { adGroupAssetOperation: { create: { adGroup: resourceName, ...kept(asset, ['asset', 'fieldType']) } } },
            },
          ]
        : [];
    }),
    ...source.ads
      .filter((ad) => adGroupOf(ad) === id)
      .map(
        (ad): CopyOperation => ({
          ...adOperation(ad, resourceName, { ...request, ...inside }),
          of: { type: 'ad', sourceId: idOf('ad', ad) },
        }),
      ),
  ];
}

/** What stands below the copy keeps its name and its words. */
const inside = { marker: undefined, values: undefined } as const;

type AdRequest = Pick<CopyRequest, 'status'> & {
  readonly marker?: string | undefined;
  readonly values?: CopyValues | undefined;
};

function adOperation(row: Row, adGroup: string, request: AdRequest): { readonly operation: Params } {
  return { operation: { adGroupAdOperation: { create: adCreation(row, adGroup, request) } } };
}

/** An ad like another one, without the mark of the launch that made it. */
export function adCreation(row: Row, adGroup: string, { status, marker, values }: AdRequest): Params {
  const ad = asRow(at(row, 'adGroupAd', 'ad')) ?? {};
  const search = asRow(ad.responsiveSearchAd);
  if (search === undefined || rowsOf(search.headlines).length === 0)
    throw new NotCopyable(`An ad of the type ${text(ad.type) ?? 'unknown'} cannot be copied: only responsive search ads can.`);
  const name = `${values?.adName ?? nameOfAd(ad)}${marker === undefined ? '' : ` ${marker}`}`;
  return {
    adGroup,
    status: statusWords[status],
    ad: {
      ...kept(ad, ['finalMobileUrls', 'trackingUrlTemplate', 'finalUrlSuffix']),
      finalUrls: values?.url === undefined ? ad.finalUrls : [values.url],
      ...(values?.urlTags !== undefined && { finalUrlSuffix: values.urlTags.replace(/^[?&]+/, '') }),
      urlCustomParameters: parametersFor(ad, name),
      responsiveSearchAd: {
        headlines: replaced(search.headlines, values?.headlines),
        descriptions: replaced(search.descriptions, values?.primaryTexts),
        ...kept(search, ['path1', 'path2']),
      },
    },
  };
}

/** Other words take the places of the first ones, pins included; the rest stays. */
function replaced(held: unknown, words: readonly string[] = []): readonly Params[] {
  const texts = rowsOf(held).map((each) => kept(each, ['text', 'pinnedField']));
  const changed = texts.map((each, index) => (words[index] === undefined ? each : { ...each, text: words[index] }));
  return [...changed, ...words.slice(texts.length).map((text_) => ({ text: text_ }))];
}

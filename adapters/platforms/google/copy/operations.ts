import { asRow, at, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import { copiedName, kept } from '../../kit/rebuild.ts';
import type { Access, CopyRequest, CopyValues, Params, Row } from '../../types.ts';
import { nameOfAd, parametersFor, withoutMark } from '../names.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/values.ts';
import { type CopyOperation, NotCopyable } from './bidding.ts';
import { campaignOperations } from './campaign.ts';
import { criterionCopy } from './criteria.ts';
import { adGroupOf, idOf, type Source } from './source.ts';

export function copyOperations(
  access: Access,
  source: Source,
  request: CopyRequest,
  now: number,
): readonly CopyOperation[] {
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
    ...(isCampaign ? campaignOperations(access, source, { request, now, names }) : []),
    ...source.adGroups.flatMap((row, index) =>
      adGroupOperations(source, row, {
        resourceName: `${customer}/adGroups/-${index + 10}`,
        campaign,
        request,
      }),
    ),
    ...source.assetGroups.flatMap((row, index) =>
      assetGroupOperations(source, row, {
        resourceName: `${customer}/assetGroups/-${index + 10}`,
        campaign,
        request,
      }),
    ),
  ];
}

/** A copy that lost criteria would spend on other people: it is refused. */
function refuseLost({ campaignCriteria, criteria, listingGroups }: Source) {
  const typesLost = (
    level: 'campaign' | 'adGroup',
    rows: readonly Row[],
    field: string,
  ): readonly string[] =>
    rows.flatMap((row) => {
      const held = asRow(row[field]) ?? {};
      return criterionCopy(level, held) === undefined ? [text(held.type) ?? 'unknown'] : [];
    });
  const lost = new Set([
    ...typesLost('campaign', campaignCriteria, 'campaignCriterion'),
    ...typesLost('adGroup', criteria, 'adGroupCriterion'),
    ...(listingGroups.length > 0 ? ['LISTING_GROUP'] : []),
  ]);
  if (lost.size > 0)
    throw new NotCopyable(
      `Its targeting has criteria that a copy would lose: ${[...lost].join(', ')}.`,
    );
}

const settings = wordsIn(`
  type cpcBidMicros cpmBidMicros cpvBidMicros targetCpaMicros targetRoas percentCpcBidMicros targetingSetting
  excludedParentAssetFieldTypes optimizedTargetingEnabled aiMaxAdGroupSetting trackingUrlTemplate finalUrlSuffix
  urlCustomParameters
`);

/** Objects below the copy keep name and words. */
const inside = { marker: undefined, values: undefined } as const;

interface GroupCopy {
  readonly resourceName: string;
  readonly campaign: string;
  readonly request: CopyRequest;
}

/** Creates a group, and with `its` what the source holds for it. */
function groupCopy(
  type: Source['type'],
  group: Row,
  { key, keep }: { readonly key: 'adGroup' | 'assetGroup'; readonly keep: readonly string[] },
  { resourceName, campaign, request }: GroupCopy,
) {
  const id = said(group.id);
  const isRoot = type === 'adset';
  const create = {
    resourceName,
    campaign,
    status:
      isRoot || request.status === 'PAUSED' ? statusWords[request.status] : text(group.status),
    name: isRoot ? copiedName(group.name, request) : text(group.name),
    ...kept(withoutMark(group), keep),
  };
  const root: CopyOperation = {
    operation: { [`${key}Operation`]: { create } },
    of: { type: 'adset', sourceId: id },
  };
  const its = (
    rows: readonly Row[],
    part: string,
    copy: (held: Row) => Params | undefined,
  ): readonly CopyOperation[] =>
    rows
      .map((each) => asRow(each[part]) ?? {})
      .filter((held) => lastPart(text(held[key])) === id)
      .map((held) => ({
        operation: { [`${part}Operation`]: { create: { [key]: resourceName, ...copy(held) } } },
      }));
  return { id, root, its };
}

const linkCopy = (held: Row) => kept(held, ['asset', 'fieldType', 'status']);

function adGroupOperations(source: Source, row: Row, copy: GroupCopy): readonly CopyOperation[] {
  const { id, root, its } = groupCopy(
    source.type,
    asRow(row.adGroup) ?? {},
    { key: 'adGroup', keep: settings },
    copy,
  );
  return [
    root,
    ...its(source.criteria, 'adGroupCriterion', (held) => criterionCopy('adGroup', held)),
    ...its(source.bidModifiers, 'adGroupBidModifier', (held) =>
      kept(held, ['bidModifier', 'device']),
    ),
    ...its(source.adGroupAssets, 'adGroupAsset', linkCopy),
    ...source.ads
      .filter((ad) => adGroupOf(ad) === id)
      .map(
        (ad): CopyOperation => ({
          operation: {
            adGroupAdOperation: {
              create: adCreation(ad, copy.resourceName, { ...copy.request, ...inside }),
            },
          },
          of: { type: 'ad', sourceId: idOf('ad', ad) },
        }),
      ),
  ];
}

const groupSettings = ['finalUrls', 'finalMobileUrls', 'path1', 'path2'];

/** One request: an asset group without its assets is invalid. */
function assetGroupOperations(source: Source, row: Row, copy: GroupCopy): readonly CopyOperation[] {
  const { root, its } = groupCopy(
    source.type,
    asRow(row.assetGroup) ?? {},
    { key: 'assetGroup', keep: groupSettings },
    copy,
  );
  return [
    root,
    ...its(source.assetGroupAssets, 'assetGroupAsset', linkCopy),
    ...its(source.signals, 'assetGroupSignal', (held) => kept(held, ['audience', 'searchTheme'])),
  ];
}

type AdRequest = Pick<CopyRequest, 'status'> & {
  readonly marker?: string | undefined;
  readonly values?: CopyValues | undefined;
};

/** Without the mark of the launch that made it. */
export function adCreation(row: Row, adGroup: string, { status, marker, values }: AdRequest) {
  const ad = asRow(at(row, 'adGroupAd', 'ad')) ?? {};
  const search = asRow(ad.responsiveSearchAd);
  if (search === undefined || rowsOf(search.headlines).length === 0)
    throw new NotCopyable(
      `An ad of the type ${text(ad.type) ?? 'unknown'} cannot be copied: only responsive search ads can.`,
    );
  const name = `${values?.adName ?? nameOfAd(ad)}${marker === undefined ? '' : ` ${marker}`}`;
  return {
    adGroup,
    status: statusWords[status],
    ad: {
      ...kept(ad, ['finalMobileUrls', 'trackingUrlTemplate', 'finalUrlSuffix']),
      finalUrls: values?.url === undefined ? ad.finalUrls : [values.url],
      ...(values?.urlTags !== undefined && {
        finalUrlSuffix: values.urlTags.replace(/^[?&]+/, ''),
      }),
      urlCustomParameters: parametersFor(ad, name),
      responsiveSearchAd: {
        headlines: replaced(search.headlines, values?.headlines),
        descriptions: replaced(search.descriptions, values?.primaryTexts),
        ...kept(search, ['path1', 'path2']),
      },
    },
  };
}

/** Other words replace the first ones and keep their pins. */
function replaced(held: unknown, words: readonly string[] = []) {
  const texts = rowsOf(held).map((each) => kept(each, ['text', 'pinnedField']));
  const changed = texts.map((each, index) =>
    words[index] === undefined ? each : { ...each, text: words[index] },
  );
  return [...changed, ...words.slice(texts.length).map((text_) => ({ text: text_ }))];
}

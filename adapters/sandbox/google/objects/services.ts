import { imageFacts } from '../../kit/image-bytes.ts';
import { isList, isObject } from '../../kit/json.ts';
import type { Entity, Json, JsonObject } from '../../world.ts';
import { channels } from '../gaql/fields.ts';
import { kinds, lastPart, words } from '../wire/call.ts';
import { type PathPart, refusal } from '../wire/refusals.ts';
import type { Draft } from './mutate.ts';
import { customParameters, each, type Message, message } from './shapes.ts';

/** How one kind of resource is made and changed. */
export interface Service {
  /** In addresses and names: `adGroupAds`. */
  readonly collection: string;
  /** In mixed requests: `adGroupAd` for `adGroupAdOperation` and `adGroupAdResult`. */
  readonly name: string;
  readonly kind: string;
  readonly fields: Message;
  readonly required: readonly string[];
  /** Fields that only a creation may set. */
  readonly immutable: readonly string[];
  /** Absent: it is changed elsewhere. */
  readonly updates?: boolean;
  readonly removes?: boolean;
  /** The objects it is in, below the account: by their resource names in the message. */
  above(data: JsonObject): readonly string[];
  /** The id in its resource name. */
  idOf(data: JsonObject, newId: () => string): string;
  /** Its id in the world, which has one table for all. */
  worldId(id: string): string;
  /** What is noted of a new one beside what was sent. */
  made?(data: JsonObject, id: string, customer: string): JsonObject;
  /** Throws what the platform has against it, new or changed. */
  check(data: JsonObject, draft: Draft, path: readonly PathPart[], isNew: boolean): void;
}

const statuses = ['ENABLED', 'PAUSED'];
const bare = (id: string): string => id;
const inCampaign = ({ campaign }: JsonObject): readonly string[] => [words(campaign)];
const at = (path: readonly PathPart[], ...names: readonly string[]): { readonly path: readonly PathPart[] } => ({
  path: [...path, ...names.map((name) => ({ name }))],
});

const urls: Message = {
  ...{ trackingUrlTemplate: 'text', finalUrlSuffix: 'text', urlCustomParameters: customParameters },
};

const budgets: Service = {
  ...{ collection: 'campaignBudgets', name: 'campaignBudget', kind: kinds.budget, required: ['amountMicros'] },
  fields: {
    ...{ resourceName: 'text', name: 'text', amountMicros: 'int', totalAmountMicros: 'int', explicitlyShared: 'bool' },
    ...{ deliveryMethod: ['STANDARD', 'ACCELERATED'], period: ['DAILY', 'CUSTOM_PERIOD'], type: ['STANDARD'] },
  },
  immutable: ['period', 'type'],
  ...{ updates: true, removes: true },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: (id) => `budget:${id}`,
  made: () => ({ status: 'ENABLED' }),
  check({ amountMicros }, _draft, path) {
    const amount = Number(amountMicros ?? 0);
    if (amount <= 0)
      throw refusal(
        'campaignBudgetError',
        'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
        'The budget is less than the minimum bid.',
        at(path, 'amount_micros'),
      );
    if (amount % 10_000 !== 0)
      throw refusal(
        'campaignBudgetError',
        'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
        'The budget amount must be a multiple of the minimum unit.',
        at(path, 'amount_micros'),
      );
    if (amount < 100_000)
      throw refusal(
        'campaignBudgetError',
        'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
        'The budget is less than the minimum bid.',
        at(path, 'amount_micros'),
      );
  },
};

const biddings = ['manualCpc', 'maximizeConversions', 'maximizeConversionValue', 'targetSpend'] as const;

const campaigns: Service = {
  ...{ collection: 'campaigns', name: 'campaign', kind: kinds.campaign },
  fields: {
    ...{ resourceName: 'text', name: 'text', status: statuses, advertisingChannelType: channels, campaignBudget: 'text' },
    ...{ manualCpc: message({ enhancedCpcEnabled: 'bool' }), maximizeConversions: message({ targetCpaMicros: 'int' }) },
    ...{ maximizeConversionValue: message({ targetRoas: 'double' }), targetSpend: message({ cpcBidCeilingMicros: 'int' }) },
    networkSettings: message({
      ...{ targetGoogleSearch: 'bool', targetSearchNetwork: 'bool', targetContentNetwork: 'bool' },
      targetPartnerSearchNetwork: 'bool',
    }),
    geoTargetTypeSetting: message({
      positiveGeoTargetType: ['PRESENCE_OR_INTEREST', 'SEARCH_INTEREST', 'PRESENCE'],
      negativeGeoTargetType: ['PRESENCE_OR_INTEREST', 'PRESENCE'],
    }),
    ...{ startDateTime: 'text', endDateTime: 'text', advertisingChannelSubType: 'text' },
    containsEuPoliticalAdvertising: ['CONTAINS_EU_POLITICAL_ADVERTISING', 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'],
    ...urls,
  },
  required: ['name', 'advertisingChannelType', 'campaignBudget'],
  immutable: ['advertisingChannelType', 'advertisingChannelSubType'],
  ...{ updates: true, removes: true },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ status: data.status ?? 'ENABLED', biddingStrategyType: biddingOf(data), heldName: words(data.name) }),
  check(data, draft, path, isNew) {
    if (isNew && data.containsEuPoliticalAdvertising === undefined)
      throw refusal(
        'mutateError',
        'EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
        'The campaign must declare whether it contains EU political advertising.',
        at(path, 'contains_eu_political_advertising'),
      );
    draft.needs(kinds.budget, words(data.campaignBudget), [...path, { name: 'campaign_budget' }]);
    if (isNew && biddings.filter((bidding) => data[bidding] !== undefined).length !== 1)
      throw refusal(
        'requestError',
        'REQUIRED_FIELD_MISSING',
        'The required field was not present.',
        at(path, 'campaign_bidding_strategy'),
      );
    unique(draft, kinds.campaign, '', data, 'campaignError', 'DUPLICATE_CAMPAIGN_NAME', path);
  },
};

const biddingOf = (data: JsonObject): string => {
  const found = biddings.find((bidding) => data[bidding] !== undefined) ?? 'manualCpc';
  return found.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
};

/** Names are unique among what is not removed, in the account or in what is above. */
function unique(
  draft: Draft,
  kind: string,
  above: string,
  { name, resourceName }: JsonObject,
  family: string,
  type: string,
  path: readonly PathPart[],
): void {
  const taken = draft.living(kind, above).some((other) => other.name === name && other.resourceName !== resourceName);
  if (taken)
    throw refusal(family, type, 'The name is assigned to another object already.', { ...at(path, 'name'), trigger: words(name) });
}

const adGroups: Service = {
  ...{ collection: 'adGroups', name: 'adGroup', kind: kinds.adGroup },
  fields: {
    ...{ resourceName: 'text', name: 'text', status: statuses, campaign: 'text', type: ['SEARCH_STANDARD', 'DISPLAY_STANDARD'] },
    ...{ cpcBidMicros: 'int', cpmBidMicros: 'int', targetCpaMicros: 'int', ...urls },
  },
  required: ['name', 'campaign'],
  immutable: ['campaign', 'type'],
  ...{ updates: true, removes: true },
  above: inCampaign,
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ status: data.status ?? 'ENABLED', heldName: words(data.name), heldParent: lastPart(data.campaign) }),
  check(data, draft, path) {
    draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]);
    unique(draft, kinds.adGroup, words(data.campaign), data, 'adGroupError', 'DUPLICATE_ADGROUP_NAME', path);
  },
};

const pins = ['HEADLINE_1', 'HEADLINE_2', 'HEADLINE_3', 'DESCRIPTION_1', 'DESCRIPTION_2'];
const texts = each(message({ text: 'text', pinnedField: pins, asset: 'text' }));

const adFields: Message = {
  ...{ resourceName: 'text', finalUrls: each('text'), finalMobileUrls: each('text'), name: 'text', ...urls },
  responsiveSearchAd: message({ headlines: texts, descriptions: texts, path1: 'text', path2: 'text' }),
};

/** The name a person gave by a custom parameter, else the first headline: what tests call the ad. */
function adName(ad: Json | undefined): string {
  if (!isObject(ad)) return '';
  const parameters = isList(ad.urlCustomParameters) ? ad.urlCustomParameters : [];
  const named = parameters.flatMap((each_) => (isObject(each_) && each_.key === 'adname' ? [words(each_.value)] : []))[0];
  const [headline] = listAt(ad, 'responsiveSearchAd', 'headlines');
  return named === undefined
    ? isObject(headline)
      ? words(headline.text)
      : ''
    : decodeURIComponent(named.replace(/_([0-9a-f]{2})/g, '%$1'));
}

function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isList(found) ? found : [];
}

const adGroupAds: Service = {
  ...{ collection: 'adGroupAds', name: 'adGroupAd', kind: kinds.ad },
  fields: { resourceName: 'text', status: statuses, adGroup: 'text', ad: message(adFields) },
  required: ['adGroup', 'ad'],
  immutable: ['adGroup', 'ad'],
  ...{ updates: true, removes: true },
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => id.split('~')[1] ?? id,
  made: (data, id, customer) => ({
    status: data.status ?? 'ENABLED',
    ad: {
      ...(isObject(data.ad) ? data.ad : {}),
      ...{
        id: id.split('~')[1] ?? '',
        resourceName: `customers/${customer}/ads/${id.split('~')[1]}`,
        type: 'RESPONSIVE_SEARCH_AD',
      },
    },
    heldName: adName(data.ad),
    heldParent: lastPart(data.adGroup),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.adGroup, words(data.adGroup), [...path, { name: 'ad_group' }]);
    if (isNew) checkAd(data.ad, [...path, { name: 'ad' }]);
  },
};

/** Ads are changed in place by another service than the one that puts them into ad groups. */
const ads: Service = {
  ...{ collection: 'ads', name: 'ad', kind: kinds.ad, fields: adFields, required: [], immutable: ['name'], updates: true },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ heldName: adName(data) }),
  check: (data, _draft, path) => checkAd(data, path),
};

const tooLong = (path: readonly PathPart[]): Error => refusal('stringLengthError', 'TOO_LONG', 'Too long.', { path });

function checkAd(ad: Json | undefined, path: readonly PathPart[]): void {
  if (!isObject(ad)) throw refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', { path });
  const inner = (...names: readonly string[]) => at(path, ...names);
  const search = ad.responsiveSearchAd;
  if (!isObject(search)) throw refusal('adError', 'INVALID_AD_TYPE', 'A specific type of ad is required.', { path });
  if (ad.name !== undefined)
    throw refusal('adError', 'CANNOT_SET_FIELD', 'The field is incompatible with this type of ad.', inner('name'));
  const finalUrls = listAt(ad, 'finalUrls');
  if (finalUrls.length === 0) throw refusal('adError', 'EMPTY_FIELD', 'A required field was not specified.', inner('final_urls'));
  for (const url of finalUrls)
    if (!/^https?:\/\/[^\s/]+/.test(words(url)))
      throw refusal('urlFieldError', 'INVALID_FINAL_URL', 'The final url is invalid.', {
        ...inner('final_urls'),
        trigger: words(url),
      });
  if (/^[?&]/.test(words(ad.finalUrlSuffix)))
    throw refusal(
      'urlFieldError',
      'FINAL_URL_SUFFIX_MALFORMED',
      "The final url suffix cannot begin with '?' or '&'.",
      inner('final_url_suffix'),
    );
  checkTexts(search, 'headlines', { least: 3, most: 15, longest: 30 }, [...path, { name: 'responsive_search_ad' }]);
  checkTexts(search, 'descriptions', { least: 2, most: 4, longest: 90 }, [...path, { name: 'responsive_search_ad' }]);
  if (search.path2 !== undefined && search.path1 === undefined)
    throw refusal(
      'adError',
      'CANNOT_SET_PATH2_WITHOUT_PATH1',
      'Cannot set path2 without path1.',
      inner('responsive_search_ad', 'path2'),
    );
  for (const name of ['path1', 'path2'])
    if (words(search[name]).length > 15) throw tooLong(inner('responsive_search_ad', name).path);
  for (const parameter of listAt(ad, 'urlCustomParameters')) {
    const [key, value] = isObject(parameter) ? [words(parameter.key), words(parameter.value)] : ['', ''];
    if (!/^[A-Za-z0-9]{1,16}$/.test(key))
      throw refusal(
        'urlFieldError',
        'INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_KEY',
        'An invalid character appears in the parameter key.',
        inner('url_custom_parameters'),
      );
    if (/\s/.test(value) || value.length > 200)
      throw refusal(
        'urlFieldError',
        'INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_VALUE',
        'An invalid character appears in the parameter value.',
        inner('url_custom_parameters'),
      );
  }
}

function checkTexts(
  search: JsonObject,
  name: 'headlines' | 'descriptions',
  { least, most, longest }: { readonly least: number; readonly most: number; readonly longest: number },
  path: readonly PathPart[],
): void {
  const found = listAt(search, name);
  if (found.length < least) throw refusal('collectionSizeError', 'TOO_FEW', 'Too few.', { path: [...path, { name }] });
  if (found.length > most) throw refusal('collectionSizeError', 'TOO_MANY', 'Too many.', { path: [...path, { name }] });
  const seen = new Set<string>();
  for (const [index, item] of found.entries()) {
    const text = isObject(item) ? words(item.text) : '';
    const place = { path: [...path, { name, index }, { name: 'text' }] };
    if (text.trim() === '') throw refusal('stringLengthError', 'TOO_SHORT', 'Too short.', place);
    if ([...text].length > longest) throw tooLong(place.path);
    if (seen.has(text.toLowerCase()))
      throw refusal(
        'assetLinkError',
        'DUPLICATE_ASSETS_WITH_SAME_FIELD_VALUE',
        'Duplicate assets across operations with same field value.',
        { ...place, trigger: text },
      );
    seen.add(text.toLowerCase());
  }
}

const keyword = message({ text: 'text', matchType: ['EXACT', 'PHRASE', 'BROAD'] });

const criteria: Service = {
  ...{ collection: 'adGroupCriteria', name: 'adGroupCriterion', kind: kinds.criterion },
  fields: {
    ...{ resourceName: 'text', adGroup: 'text', status: statuses, negative: 'bool', keyword, cpcBidMicros: 'int' },
    ...{ finalUrls: each('text'), ...urls },
  },
  required: ['adGroup', 'keyword'],
  immutable: ['adGroup', 'keyword', 'negative'],
  ...{ updates: true, removes: true },
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => `criterion:${id}`,
  made: (data, id) => ({
    ...{
      criterionId: id.split('~')[1] ?? '',
      type: 'KEYWORD',
      status: data.status ?? 'ENABLED',
      heldParent: lastPart(data.adGroup),
    },
    ...(data.negative !== true && { qualityInfo: { qualityScore: 5 + (Number(id.split('~')[1]) % 5) } }),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.adGroup, words(data.adGroup), [...path, { name: 'ad_group' }]);
    if (isNew) checkKeyword(data, draft.living(kinds.criterion, words(data.adGroup)), path);
  },
};

function checkKeyword({ keyword: word, negative }: JsonObject, others: readonly JsonObject[], path: readonly PathPart[]): void {
  const [text, match] = isObject(word) ? [words(word.text), word.matchType] : ['', undefined];
  if (text === '' || text.length > 80 || match === undefined)
    throw refusal('criterionError', 'INVALID_KEYWORD_TEXT', 'Keyword text is invalid.', {
      ...at(path, 'keyword', 'text'),
      trigger: text,
    });
  const same = others.some(
    (other) =>
      isObject(other.keyword) &&
      words(other.keyword.text).toLowerCase() === text.toLowerCase() &&
      other.keyword.matchType === match &&
      (other.negative === true) === (negative === true),
  );
  if (same)
    throw refusal('mutateError', 'RESOURCE_ALREADY_EXISTS', 'The resource being created already exists.', at(path, 'keyword'));
}

const campaignCriteria: Service = {
  ...{ collection: 'campaignCriteria', name: 'campaignCriterion', kind: kinds.campaignCriterion },
  fields: {
    ...{ resourceName: 'text', campaign: 'text', negative: 'bool', keyword, bidModifier: 'double', status: statuses },
    ...{ location: message({ geoTargetConstant: 'text' }), language: message({ languageConstant: 'text' }) },
  },
  required: ['campaign'],
  immutable: ['campaign', 'keyword', 'location', 'language', 'negative'],
  ...{ updates: true, removes: true },
  above: inCampaign,
  idOf: ({ campaign }, newId) => `${lastPart(campaign)}~${newId()}`,
  worldId: (id) => `campaign-criterion:${id}`,
  made: (data, id) => ({
    criterionId: id.split('~')[1] ?? '',
    type: data.keyword === undefined ? (data.location === undefined ? 'LANGUAGE' : 'LOCATION') : 'KEYWORD',
    status: 'ENABLED',
    heldParent: lastPart(data.campaign),
  }),
  check: (data, draft, path) => draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]),
};

const assets: Service = {
  ...{
    collection: 'assets',
    name: 'asset',
    kind: kinds.asset,
    required: [],
    immutable: ['type', 'imageAsset', 'textAsset'],
    updates: true,
  },
  fields: {
    ...{
      resourceName: 'text',
      name: 'text',
      type: ['IMAGE', 'TEXT', 'YOUTUBE_VIDEO', 'SITELINK', 'CALLOUT'],
      finalUrls: each('text'),
    },
    ...{ imageAsset: message({ data: 'bytes' }), textAsset: message({ text: 'text' }) },
    ...{ youtubeVideoAsset: message({ youtubeVideoId: 'text' }), calloutAsset: message({ calloutText: 'text' }) },
    sitelinkAsset: message({ linkText: 'text', description1: 'text', description2: 'text' }),
  },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: (id) => `asset:${id}`,
  made: (data) => ({ ...assetData(data), heldName: words(data.name), source: 'ADVERTISER' }),
  check(data, _draft, path, isNew) {
    if (!isNew) return;
    const kind = ['imageAsset', 'textAsset', 'youtubeVideoAsset', 'calloutAsset', 'sitelinkAsset'].filter(
      (name) => data[name] !== undefined,
    );
    if (kind.length !== 1)
      throw refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', at(path, 'asset_data'));
    if (isObject(data.imageAsset) && sizeOf(data.imageAsset) === undefined)
      throw refusal('imageError', 'CANNOT_PROCESS_IMAGE', 'The image could not be processed.', at(path, 'image_asset', 'data'));
    if (isObject(data.youtubeVideoAsset) && !/^[\w-]{11}$/.test(words(data.youtubeVideoAsset.youtubeVideoId)))
      throw refusal(
        'youtubeVideoRegistrationError',
        'VIDEO_NOT_FOUND',
        'Video to be registered was not found.',
        at(path, 'youtube_video_asset'),
      );
  },
};

const sizeOf = ({ data }: JsonObject) => imageFacts(Uint8Array.from(atob(words(data)), (char) => char.charCodeAt(0)));

/** Of an image the bytes are not kept, but what is known of them. */
function assetData(data: JsonObject): JsonObject {
  if (!isObject(data.imageAsset)) return {};
  const size = sizeOf(data.imageAsset);
  const bytes = words(data.imageAsset.data);
  return {
    type: 'IMAGE',
    imageAsset: {
      ...{ fileSize: String(Math.floor((bytes.length * 3) / 4)), mimeType: 'IMAGE_PNG' },
      fullSize: {
        url: 'https://sandbox.example/image.png',
        widthPixels: String(size?.width ?? 0),
        heightPixels: String(size?.height ?? 0),
      },
    },
  };
}

const fieldTypes = [
  ...['HEADLINE', 'DESCRIPTION', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE', 'PORTRAIT_MARKETING_IMAGE', 'YOUTUBE_VIDEO'],
  ...['SITELINK', 'CALLOUT', 'AD_IMAGE', 'LOGO', 'BUSINESS_NAME', 'LONG_HEADLINE'],
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

export const services: readonly Service[] = [
  ...[budgets, campaigns, campaignCriteria, adGroups, criteria, adGroupAds, ads, assets],
  link('campaignAssets', 'campaignAsset', kinds.campaignAsset, 'campaign', kinds.campaign),
  link('adGroupAssets', 'adGroupAsset', kinds.adGroupAsset, 'adGroup', kinds.adGroup),
  link('assetGroupAssets', 'assetGroupAsset', kinds.assetGroupAsset, 'assetGroup', kinds.assetGroup),
];

export const isRemoved = ({ data }: Pick<Entity, 'data'>): boolean => data.status === 'REMOVED';

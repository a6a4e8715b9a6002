import { isList, isObject } from '../../../kit/json.ts';
import type { Json, JsonObject } from '../../../types.ts';
import { kinds, lacking, lastPart, type PathPart, refusal, words } from '../../wire.ts';
import { each, type Message, message } from '../shapes.ts';
import {
  at,
  type Draft,
  inCampaign,
  restrictions,
  type Service,
  statuses,
  unique,
  urls,
} from './service.ts';

export const adGroups: Service = {
  collection: 'adGroups',
  name: 'adGroup',
  kind: kinds.adGroup,
  fields: {
    resourceName: 'text',
    name: 'text',
    status: statuses,
    campaign: 'text',
    type: ['SEARCH_STANDARD', 'DISPLAY_STANDARD'],
    targetingSetting: message({ targetRestrictions: restrictions }),
    excludedParentAssetFieldTypes: each('text'),
    aiMaxAdGroupSetting: message({ disableSearchTermMatching: 'bool' }),
    cpvBidMicros: 'int',
    targetRoas: 'double',
    percentCpcBidMicros: 'int',
    optimizedTargetingEnabled: 'bool',
    cpcBidMicros: 'int',
    cpmBidMicros: 'int',
    targetCpaMicros: 'int',
    ...urls,
  },
  required: ['name', 'campaign'],
  immutable: ['campaign', 'type'],
  updates: true,
  removes: true,
  above: inCampaign,
  made: (data) => ({
    status: data.status ?? 'ENABLED',
    heldName: words(data.name),
    heldParent: lastPart(data.campaign),
  }),
  check(data, draft, path) {
    draft.needs(kinds.campaign, words(data.campaign), [...path, { name: 'campaign' }]);
    unique(draft, data, path, {
      kind: kinds.adGroup,
      above: words(data.campaign),
      error: 'adGroupError.DUPLICATE_ADGROUP_NAME',
    });
  },
};

function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = path.reduce<Json | undefined>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    value,
  );
  return isList(found) ? found : [];
}

const tooLong = (path: readonly PathPart[]) =>
  refusal('stringLengthError', 'TOO_LONG', 'Too long.', { path });

function checkAd(
  ad: Json | undefined,
  path: readonly PathPart[],
  { fired }: Pick<Draft, 'fired'>,
): void {
  const lengthOf = fired.has('wide-letters') ? wideLength : plainLength;
  if (!isObject(ad)) throw lacking({ path });
  const inner = (...names: readonly string[]) => at(path, ...names);
  const search = ad.responsiveSearchAd;
  if (!isObject(search))
    throw refusal('adError', 'INVALID_AD_TYPE', 'A specific type of ad is required.', { path });
  if (ad.name !== undefined)
    throw refusal(
      'adError',
      'CANNOT_SET_FIELD',
      'The field is incompatible with this type of ad.',
      inner('name'),
    );
  const finalUrls = listAt(ad, 'finalUrls');
  if (finalUrls.length === 0)
    throw refusal(
      'adError',
      'EMPTY_FIELD',
      'A required field was not specified.',
      inner('final_urls'),
    );
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
  checkTexts(search, 'headlines', { least: 3, most: 15, longest: 30, lengthOf }, [
    ...path,
    { name: 'responsive_search_ad' },
  ]);
  checkTexts(search, 'descriptions', { least: 2, most: 4, longest: 90, lengthOf }, [
    ...path,
    { name: 'responsive_search_ad' },
  ]);
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
    const [key, value] = isObject(parameter)
      ? [words(parameter.key), words(parameter.value)]
      : ['', ''];
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

const plainLength = (text: string) => [...text].length;
const wideLength = (text: string) =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x10ff ? 2 : 1), 0);

interface TextRule {
  readonly least: number;
  readonly most: number;
  readonly longest: number;
  lengthOf(text: string): number;
}

function checkTexts(
  search: JsonObject,
  name: 'headlines' | 'descriptions',
  { least, most, longest, lengthOf }: TextRule,
  path: readonly PathPart[],
): void {
  const found = listAt(search, name);
  if (found.length < least)
    throw refusal('collectionSizeError', 'TOO_FEW', 'Too few.', { path: [...path, { name }] });
  if (found.length > most)
    throw refusal('collectionSizeError', 'TOO_MANY', 'Too many.', { path: [...path, { name }] });
  const seen = new Set<string>();
  for (const [index, item] of found.entries()) {
    const text = isObject(item) ? words(item.text) : '';
    const place = { path: [...path, { name, index }, { name: 'text' }] };
    if (text.trim() === '') throw refusal('stringLengthError', 'TOO_SHORT', 'Too short.', place);
    if (lengthOf(text) > longest) throw tooLong(place.path);
    if (seen.has(text.toLowerCase()))
      throw refusal('assetError', 'DUPLICATE_ASSET', 'Assets are duplicated across operations.', {
        ...place,
        trigger: text,
      });
    seen.add(text.toLowerCase());
  }
}

const pins = ['HEADLINE_1', 'HEADLINE_2', 'HEADLINE_3', 'DESCRIPTION_1', 'DESCRIPTION_2'];
const texts = each(message({ text: 'text', pinnedField: pins, asset: 'text' }));

const adFields: Message = {
  resourceName: 'text',
  finalUrls: each('text'),
  finalMobileUrls: each('text'),
  name: 'text',
  ...urls,
  responsiveSearchAd: message({
    headlines: texts,
    descriptions: texts,
    path1: 'text',
    path2: 'text',
  }),
};

/** For tests: the name in a custom parameter, else the first headline. */
function adName(ad: Json | undefined): string {
  if (!isObject(ad)) return '';
  const parameters = isList(ad.urlCustomParameters) ? ad.urlCustomParameters : [];
  const named = parameters.flatMap((each_) =>
    isObject(each_) && each_.key === 'adname' ? [words(each_.value)] : [],
  )[0];
  const [headline] = listAt(ad, 'responsiveSearchAd', 'headlines');
  return named === undefined
    ? isObject(headline)
      ? words(headline.text)
      : ''
    : decodeURIComponent(named.replace(/_([0-9a-f]{2})/g, '%$1'));
}

export const adGroupAds: Service = {
  collection: 'adGroupAds',
  name: 'adGroupAd',
  kind: kinds.ad,
  fields: { resourceName: 'text', status: statuses, adGroup: 'text', ad: message(adFields) },
  required: ['adGroup', 'ad'],
  immutable: ['adGroup', 'ad'],
  updates: true,
  removes: true,
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => id.split('~')[1] ?? id,
  made: (data, id, customer) => ({
    status: data.status ?? 'ENABLED',
    ad: {
      ...(isObject(data.ad) ? data.ad : {}),
      id: id.split('~')[1] ?? '',
      resourceName: `customers/${customer}/ads/${id.split('~')[1]}`,
      type: 'RESPONSIVE_SEARCH_AD',
    },
    heldName: adName(data.ad),
    heldParent: lastPart(data.adGroup),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.adGroup, words(data.adGroup), [...path, { name: 'ad_group' }]);
    if (isNew) checkAd(data.ad, [...path, { name: 'ad' }], draft);
  },
};

/** Not the service that adds ads to ad groups. */
export const ads: Service = {
  collection: 'ads',
  name: 'ad',
  kind: kinds.ad,
  fields: adFields,
  required: [],
  immutable: ['name'],
  updates: true,
  made: (data) => ({ heldName: adName(data) }),
  check: (data, draft, path) => checkAd(data, path, draft),
};

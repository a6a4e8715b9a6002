import type { Json, JsonObject } from '../../../entity.ts';
import { isList, isObject } from '../../../kit/json.ts';
import { words } from '../../wire/call.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import { at, type Draft } from './service.ts';

export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isList(found) ? found : [];
}

const tooLong = (path: readonly PathPart[]): Error => refusal('stringLengthError', 'TOO_LONG', 'Too long.', { path });

export function checkAd(ad: Json | undefined, path: readonly PathPart[], { fired }: Pick<Draft, 'fired'>): void {
  const lengthOf = fired.has('wide-letters') ? wideLength : plainLength;
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
  checkTexts(search, 'headlines', { least: 3, most: 15, longest: 30, lengthOf }, [...path, { name: 'responsive_search_ad' }]);
  checkTexts(search, 'descriptions', { least: 2, most: 4, longest: 90, lengthOf }, [...path, { name: 'responsive_search_ad' }]);
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

const plainLength = (text: string): number => [...text].length;
const wideLength = (text: string): number =>
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
  if (found.length < least) throw refusal('collectionSizeError', 'TOO_FEW', 'Too few.', { path: [...path, { name }] });
  if (found.length > most) throw refusal('collectionSizeError', 'TOO_MANY', 'Too many.', { path: [...path, { name }] });
  const seen = new Set<string>();
  for (const [index, item] of found.entries()) {
    const text = isObject(item) ? words(item.text) : '';
    const place = { path: [...path, { name, index }, { name: 'text' }] };
    if (text.trim() === '') throw refusal('stringLengthError', 'TOO_SHORT', 'Too short.', place);
    if (lengthOf(text) > longest) throw tooLong(place.path);
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

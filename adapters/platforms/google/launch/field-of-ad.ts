import type { LaunchAd, PlatformFailure } from '../../types.ts';
import { fields } from '../words.ts';

/** Fields of the platform's ad, and the fields of requests they come from. */
const sources: { readonly [field: string]: string } = {
  ad_group: 'adSets',
  final_urls: 'link',
  final_url_suffix: 'utmTags',
  tracking_url_template: fields.trackingTemplate,
  url_custom_parameters: 'adName',
  path1: fields.path1,
  path2: fields.path2,
  pinned_field: fields.pins,
  ignorable_policy_topics: fields.ignorablePolicyTopics,
  asset: 'media[0]',
  field_type: fields.assetType,
  asset_group: 'adSets',
};

/**
 * `operations[0].create.ad.responsive_search_ad.headlines[2].text` is the third headline. Undefined
 * where the platform means the whole ad, or does not say.
 */
export function fieldOfAd(ad: LaunchAd, { field = '', code = '' }: PlatformFailure) {
  if (code.startsWith('policyValidationParameterError.')) return fields.ignorablePolicyTopics;
  const parts = field.split('.').map((part) => {
    const [, name = part, index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? [];
    return { name, index: index === undefined ? undefined : Number(index) };
  });
  for (const { name, index } of parts.some((part) => part.name === 'pinned_field') ? [] : parts) {
    if (name === 'headlines')
      return placed(
        name,
        index,
        ['title', ad.title],
        ['headlineVariations', ad.headlineVariations],
      );
    if (name === 'descriptions')
      return placed(
        name,
        index,
        ['description', ad.description],
        ['bodyVariations', ad.bodyVariations],
      );
  }
  const named = [...parts].reverse().find(({ name }) => Object.hasOwn(sources, name));
  return named === undefined ? undefined : sources[named.name];
}

/** First the ad's own text, then its variations, then the platform's field. */
function placed(
  own: string,
  index: number | undefined,
  [firstField, first]: readonly [string, string | undefined],
  [variationField, variations = []]: readonly [string, readonly string[] | undefined],
) {
  if (index === undefined) return own;
  if (first !== undefined && index === 0) return firstField;
  const distinct = [...new Set(variations)].filter((words) => words !== first);
  const words = distinct[index - (first === undefined ? 0 : 1)];
  return words === undefined ? own : `${variationField}[${variations.indexOf(words)}]`;
}

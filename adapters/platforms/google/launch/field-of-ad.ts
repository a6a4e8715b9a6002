import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
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
 * `operations[0].create.ad.responsive_search_ad.headlines[2].text` is the third headline. Undefined where the platform means the
 * whole ad, or does not say.
 */
export function fieldOfAd(ad: LaunchAd, { field = '', code = '' }: PlatformFailure): string | undefined {
  if (code.startsWith('policyValidationParameterError.')) return fields.ignorablePolicyTopics;
  const parts = field.split('.').map((part) => {
    const [, name = part, index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? [];
    return { name, index: index === undefined ? undefined : Number(index) };
  });
  const pinned = parts.some(({ name }) => name === 'pinned_field');
  for (const { name, index } of parts) {
    if (pinned) break;
    if (name === 'headlines')
      return placed(index, ad.title, {
        firstField: 'title',
        variations: ad.headlineVariations,
        variationField: 'headlineVariations',
        own: name,
      });
    if (name === 'descriptions')
      return placed(index, ad.description, {
        firstField: 'description',
        variations: ad.bodyVariations,
        variationField: 'bodyVariations',
        own: name,
      });
  }
  const named = [...parts].reverse().find(({ name }) => Object.hasOwn(sources, name));
  return named === undefined ? undefined : sources[named.name];
}

/** First the ad's own text, then its variations, then the platform's field. */
function placed(
  index: number | undefined,
  first: string | undefined,
  {
    firstField,
    variations = [],
    variationField,
    own,
  }: {
    readonly firstField: string;
    readonly variations?: readonly string[] | undefined;
    readonly variationField: string;
    readonly own: string;
  },
) {
  if (index === undefined) return own;
  const distinct = [...new Set(variations)].filter((words) => words !== first);
  if (first !== undefined && index === 0) return firstField;
  const at = index - (first === undefined ? 0 : 1);
  const words = distinct[at];
  return words === undefined ? own : `${variationField}[${variations.indexOf(words)}]`;
}

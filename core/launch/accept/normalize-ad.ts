import { type AccountKey, accountKey } from '../../base/account-key.ts';
import { compact } from '../../base/defined.ts';
import type { Fault } from '../../base/errors.ts';
import type { PlatformId } from '../../base/platforms.ts';
import { join } from '../../base/schema/faults.ts';
import type { LaunchAd, LaunchAdSet, LaunchMedia, LaunchType } from '../../ports/launch-ad.ts';
import { platformNamed } from '../../ports/platform-definition.ts';
import type { AdPlace } from '../hooks.ts';
import type { AdInput } from '../request-schema.ts';
import { newId } from '../structure/parents.ts';
import { accountOfAd } from './account-of-ad.ts';
import { nonBlank } from './body.ts';
import { plainLink } from './check-links.ts';
import type { LaunchDefaults } from './defaults.ts';
import type { LaunchFacts } from './facts.ts';
import { normalizeMedia } from './normalize-media.ts';

interface AdSurroundings {
  readonly index: number;
  readonly path: string;
  readonly forAll: { readonly adSets: readonly LaunchAdSet[]; readonly path: string } | undefined;
  readonly useDefaults: boolean;
  readonly facts: LaunchFacts;
}

export function normalizeAd(
  input: AdInput,
  { index, path, forAll, useDefaults, facts }: AdSurroundings,
): { ad: LaunchAd; faults: Fault[] } {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string) => {
    faults.push({ path: join(path, field), code, message });
  };

  const { platform, adAccountId } = accountOfAd(input, facts, fault);
  const account = accountKey(platform, adAccountId);
  const defaults = facts.defaults(account);
  const layer: LaunchDefaults = useDefaults ? defaults : {};
  const wanted = (field: keyof LaunchDefaults & keyof AdInput): string | undefined =>
    nonBlank(input[field] as string | null | undefined) ??
    nonBlank(layer[field] as string | undefined);

  const statusPaused =
    input.status === undefined || input.status === null ? undefined : input.status === 'PAUSED';
  const launchPaused = input.launchPaused ?? undefined;
  if (statusPaused !== undefined && launchPaused !== undefined && statusPaused !== launchPaused)
    fault(
      'status',
      'status_disagrees',
      `status ${input.status} and launchPaused ${launchPaused} say opposite things. Send one of them.`,
    );

  const page = wanted('page');
  const type = typeOf(input, facts.definitions[platform]?.launch?.types ?? []);
  if (type === 'postBoost' && input.type && input.type !== 'postBoost' && input.type !== 'single')
    fault(
      'type',
      'post_type',
      `scalePostId boosts one existing post as it is; it cannot be a ${input.type} ad. Leave one of them out.`,
    );
  const media = normalizeMedia(input.media ?? [], {
    path: join(path, 'media'),
    page,
    type,
    describe: facts.media,
  });
  faults.push(...media.faults, ...mediaPlatformFaults(input, path, platform, facts));

  const named = nameOfAd(input, { index, path, facts, media: media.items, layer, zone: account });
  faults.push(...named.faults);
  const tracked = tagsOfAd(input, { index, path }, facts, platform);
  faults.push(...tracked.faults);

  const list = (values: readonly string[] | null | undefined): readonly string[] | undefined =>
    values === null || values === undefined || values.length === 0 ? undefined : values;

  const ad = compact<LaunchAd>({
    index,
    path,
    platform,
    adAccountId,
    type,
    adName: named.name,
    adSets: input.adSets ? normalizeAdSets(input.adSets) : (forAll?.adSets ?? []),
    adSetsPath: input.adSets || !forAll ? join(path, 'adSets') : forAll.path,
    media: media.items,
    paused:
      statusPaused ??
      launchPaused ??
      (useDefaults ? defaults.launchPaused : facts.companyPaused) ??
      true,
    title: wanted('title'),
    // The only item's own text is the text of the ad.
    description:
      nonBlank(input.description) ??
      (type === 'single' && media.items.length === 1
        ? media.items[0]?.adCopyDescription
        : undefined) ??
      nonBlank(layer.description),
    adDescription: nonBlank(input.adDescription),
    headlineVariations: list(input.headlineVariations),
    bodyVariations: list(input.bodyVariations),
    cta: wanted('cta')?.toUpperCase(),
    link: plainLink(wanted('link')),
    utmTags: normalizeTags(input.utmTags) ?? tracked.tags ?? normalizeTags(layer.utmTags),
    page,
    primaryName: wanted('primaryName'),
    secondary: wanted('secondary'),
    secondaryName: wanted('secondaryName'),
    promoCode: nonBlank(input.promoCode),
    leadFormId: nonBlank(input.leadFormId),
    aiMediaSelfDisclosure: input.aiMediaSelfDisclosure === true ? true : undefined,
    partnershipCode: nonBlank(input.partnershipCode),
    partnershipAd: input.partnershipAd ? creatorOf(input.partnershipAd) : undefined,
    enhancements: input.enhancements ? enhancementsOf(input.enhancements) : undefined,
    platformFields: platformFieldsOf(input, facts.definitions[platform]?.launch?.fields ?? []),
  });
  return { ad, faults };
}

/** What an item is meant for must be where its ad is shown. */
function mediaPlatformFaults(
  input: AdInput,
  path: string,
  platform: PlatformId,
  { definitions }: LaunchFacts,
): Fault[] {
  const own = definitions[platform]?.launch?.mediaPlatforms ?? [];
  return (input.media ?? []).flatMap((item, position): Fault[] => {
    const word = nonBlank(item.platform);
    if (word === undefined || own.includes(word.toLowerCase())) return [];
    const named = platformNamed(Object.values(definitions), word)?.id;
    if (named === platform) return [];
    const at = join(path, `media[${position}].platform`);
    const wanted = `Leave platform out, or name ${[platform, ...own].join(' or ')}.`;
    return named === undefined
      ? [
          {
            path: at,
            code: 'unknown_platform',
            message: `${word.slice(0, 40)} is not a platform here. ${wanted}`,
          },
        ]
      : [
          {
            path: at,
            code: 'media_platform',
            message: `This item is meant for ${named}, and the ad is for ${platform}. ${wanted}`,
          },
        ];
  });
}

interface AdToName extends Pick<AdSurroundings, 'index' | 'path' | 'facts'> {
  readonly media: readonly LaunchMedia[];
  readonly layer: LaunchDefaults;
  readonly zone: AccountKey;
}

function nameOfAd(
  { adName, naming }: AdInput,
  { index, path, facts, media, layer, zone }: AdToName,
): { readonly name: string; readonly faults: readonly Fault[] } {
  const given = nonBlank(adName);
  if (naming === undefined || naming === null)
    return { name: given ?? nonBlank(layer.namingConvention) ?? '', faults: [] };
  const ad = { index, path, media, now: facts.now, timezone: facts.timezone?.(zone) ?? 'UTC' };
  const found = facts.fillings?.flatMap((filling) => filling.name?.(naming, ad) ?? [])[0];
  const built = { name: found?.name ?? standInFor(naming), faults: found?.faults ?? [] };
  if (given === undefined) return built;
  const message =
    'The ad has a name, and values that a naming convention builds one from. Leave one of them out.';
  return {
    name: given,
    faults: [...built.faults, { path: join(path, 'adName'), code: 'name_disagrees', message }],
  };
}

/** Stands for a name that cannot be built, as in a sheet without a service. */
const standInFor = ({ values }: NonNullable<AdInput['naming']>) =>
  Object.values(values ?? {})
    .join(' ')
    .replace(/[{}]/g, '')
    .trim() || 'unnamed';

const NONE: { readonly faults: readonly Fault[] } = { faults: [] };

function tagsOfAd(
  input: AdInput,
  place: AdPlace,
  { fillings = [], definitions }: LaunchFacts,
  platform: PlatformId,
): { readonly tags?: string | undefined; readonly faults: readonly Fault[] } {
  const definition = definitions[platform];
  const [made] =
    definition === undefined
      ? []
      : fillings.flatMap(({ tags }) => tags?.(input, place, definition) ?? []);
  if (made?.tags === undefined) return made ?? NONE;
  const message = 'The ad has tags of its own, and a UTM template. Leave one of them out.';
  const path = join(place.path, 'utmTemplateId');
  if (normalizeTags(input.utmTags) !== undefined)
    return { faults: [{ path, code: 'tags_disagree', message }] };
  return { tags: nonBlank(made.tags), faults: made.faults };
}

const creatorOf = ({ creatorId, creatorPageId }: NonNullable<AdInput['partnershipAd']>) =>
  compact<NonNullable<LaunchAd['partnershipAd']>>({
    creatorId: nonBlank(creatorId),
    creatorPageId: nonBlank(creatorPageId),
  });

function enhancementsOf(sent: NonNullable<AdInput['enhancements']>): readonly string[] | undefined {
  const on = Object.keys(sent).filter((name) => sent[name] === true);
  return on.length === 0 ? undefined : on.sort();
}

function platformFieldsOf(
  input: AdInput,
  fields: readonly { readonly name: string }[],
): LaunchAd['platformFields'] {
  const sent = input as { readonly [field: string]: unknown };
  let found: { [field: string]: string } | undefined;
  for (const { name } of fields) {
    const value = nonBlank(textOf(sent[name]));
    if (value !== undefined) found = { ...found, [name]: value };
  }
  return found;
}

/** A list of texts becomes one text, a line each. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? value.join('\n') : undefined;
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;
}

function typeOf(input: AdInput, offered: readonly LaunchType[]): LaunchType {
  if (input.scalePostId === true || input.type === 'postBoost') return 'postBoost';
  // A single ad is the default, over which a code wins.
  if (input.type === undefined || input.type === null || input.type === 'single')
    return nonBlank(input.partnershipCode) === undefined ? 'single' : 'partnershipCode';
  // Platforms refuse placements without an alternative: a sole medium is shown everywhere.
  const alone =
    input.type === 'multi' &&
    input.media?.length === 1 &&
    nonBlank(input.partnershipCode) === undefined;
  return alone && offered.includes('multi') ? 'single' : input.type;
}

export function normalizeAdSets(sent: NonNullable<AdInput['adSets']>): LaunchAdSet[] {
  return sent.map((each) => {
    if (typeof each === 'string') return { id: each, label: '' };
    const made = each.ref === undefined ? undefined : newId(each.ref);
    return {
      id: each.value ?? each.id ?? made ?? '',
      label: nonBlank(each.label) ?? nonBlank(each.name) ?? '',
    };
  });
}

function normalizeTags(tags: AdInput['utmTags']): string | undefined {
  if (tags === undefined || tags === null) return undefined;
  // Values may hold macros of the platform, such as {{campaign.name}}, which must reach it
  // unescaped.
  const joined =
    typeof tags === 'string'
      ? tags
      : Object.keys(tags)
          .map((name) => `${name}=${tags[name] ?? ''}`)
          .join('&');
  return nonBlank(joined.trim().replace(/^[?&]+/, ''));
}

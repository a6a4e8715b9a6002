import type { Fault } from '../../errors.ts';
import { canonicalAccountId, type PlatformId, platformByAccountId, platformByName } from '../../platforms.ts';
import type { LaunchAd, LaunchAdSet, LaunchType } from '../../ports/launch-ad.ts';
import type { MediaFacts } from '../../ports/media.ts';
import { join } from '../../schema/faults.ts';
import { type AdInput, platformFieldNames } from '../../schema/launch-request.ts';
import { accountIdOf, given } from './body.ts';
import { plainLink } from './check-links.ts';
import type { LaunchDefaults } from './defaults.ts';
import { normalizeMedia } from './normalize-media.ts';

/** What normalising needs to know of the company. All of it is looked up beforehand, so that this stays a pure function. */
export interface NormalizeContext {
  /** The company's registered account under any spelling. */
  account(id: string): { readonly id: string; readonly platform: PlatformId } | undefined;
  /** Facts of a file in our own media store. */
  media(url: string): MediaFacts | undefined;
  /** Company and account layer merged. */
  defaults(adAccountId: string): LaunchDefaults;
  /** Whether the company's ads start paused where a request neither says so nor asks for defaults. Default true. */
  readonly companyPaused?: boolean | undefined;
}

interface AdSurroundings {
  readonly index: number;
  readonly path: string;
  /** The ad sets of ads that name none of their own, and where they stand. */
  readonly forAll: { readonly adSets: readonly LaunchAdSet[]; readonly path: string } | undefined;
  readonly useDefaults: boolean;
  readonly context: NormalizeContext;
}

/** Brings one ad to its form. Pure. */
export function normalizeAd(
  input: AdInput,
  { index, path, forAll, useDefaults, context }: AdSurroundings,
): { ad: LaunchAd; faults: Fault[] } {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string): void => {
    faults.push({ path: join(path, field), code, message });
  };

  const accountId = accountIdOf(input) ?? '';
  const registered = accountId === '' ? undefined : context.account(accountId);
  const stated = given(input.adAccountType);
  const statedPlatform = stated === undefined ? undefined : platformByName(stated);
  if (stated !== undefined && statedPlatform === undefined)
    fault(
      'adAccountType',
      'unknown_platform',
      `${stated} is not a platform. Leave adAccountType out or name one such as primary or short-video.`,
    );
  if (statedPlatform !== undefined && registered !== undefined && registered.platform !== statedPlatform)
    fault(
      'adAccountType',
      'account_platform_mismatch',
      `${accountId} is an account of ${registered.platform}, not of ${statedPlatform}.`,
    );
  const platform = registered?.platform ?? statedPlatform ?? platformByAccountId(accountId) ?? 'primary';
  const adAccountId = registered?.id ?? canonicalAccountId(platform, accountId);

  const defaults = context.defaults(adAccountId);
  const layer: LaunchDefaults = useDefaults ? defaults : {};
  const wanted = (field: keyof LaunchDefaults & keyof AdInput): string | undefined =>
    given(input[field] as string | null | undefined) ?? given(layer[field] as string | undefined);

  const statusPaused = input.status === undefined || input.status === null ? undefined : input.status === 'PAUSED';
  const launchPaused = input.launchPaused ?? undefined;
  if (statusPaused !== undefined && launchPaused !== undefined && statusPaused !== launchPaused)
    fault(
      'status',
      'status_disagrees',
      `status ${input.status} and launchPaused ${launchPaused} say opposite things. Send one of them.`,
    );

  const page = wanted('page');
  const type = typeOf(input);
  if (type === 'postBoost' && input.type && input.type !== 'postBoost' && input.type !== 'single')
    fault(
      'type',
      'post_type',
      `scalePostId boosts one existing post as it is; it cannot be a ${input.type} ad. Leave one of them out.`,
    );
  const media = normalizeMedia(input.media ?? [], { path: join(path, 'media'), page, describe: context.media });
  faults.push(...media.faults);

  const platformFields = Object.fromEntries(
    platformFieldNames.flatMap((name) => {
      const value = given(input[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const list = (values: readonly string[] | null | undefined): readonly string[] | undefined =>
    values === null || values === undefined || values.length === 0 ? undefined : values;
  const enhancements = Object.keys(input.enhancements ?? {})
    .filter((name) => input.enhancements?.[name] === true)
    .sort();
  const creator = { creatorId: given(input.partnershipAd?.creatorId), creatorPageId: given(input.partnershipAd?.creatorPageId) };

  const ad: LaunchAd = compact({
    index,
    path,
    platform,
    adAccountId,
    type,
    adName: given(input.adName) ?? given(layer.namingConvention) ?? '',
    adSets: input.adSets ? normalizeAdSets(input.adSets) : (forAll?.adSets ?? []),
    adSetsPath: input.adSets || !forAll ? join(path, 'adSets') : forAll.path,
    media: media.items,
    paused: statusPaused ?? launchPaused ?? (useDefaults ? defaults.launchPaused : context.companyPaused) ?? true,
    title: wanted('title'),
    description: wanted('description'),
    adDescription: given(input.adDescription),
    headlineVariations: list(input.headlineVariations),
    bodyVariations: list(input.bodyVariations),
    cta: wanted('cta')?.toUpperCase(),
    link: plainLink(wanted('link')),
    utmTags: normalizeTags(input.utmTags) ?? normalizeTags(layer.utmTags),
    page,
    primaryName: wanted('primaryName'),
    secondary: wanted('secondary'),
    secondaryName: wanted('secondaryName'),
    promoCode: given(input.promoCode),
    aiMediaSelfDisclosure: input.aiMediaSelfDisclosure === true ? true : undefined,
    partnershipCode: given(input.partnershipCode),
    partnershipAd: input.partnershipAd === undefined || input.partnershipAd === null ? undefined : compact(creator),
    enhancements: enhancements.length === 0 ? undefined : enhancements,
    platformFields: Object.keys(platformFields).length === 0 ? undefined : platformFields,
  });
  return { ad, faults };
}

function typeOf(input: AdInput): LaunchType {
  if (input.scalePostId === true || input.type === 'postBoost') return 'postBoost';
  if (input.type !== undefined && input.type !== null) return input.type;
  return given(input.partnershipCode) === undefined ? 'single' : 'partnershipCode';
}

export function normalizeAdSets(sent: NonNullable<AdInput['adSets']>): LaunchAdSet[] {
  return sent.map((each) => {
    if (typeof each === 'string') return { id: each, label: '' };
    return { id: each.value ?? each.id ?? '', label: given(each.label) ?? given(each.name) ?? '' };
  });
}

/** `?utm_source=x&utm_medium=y`, or an object of them, as a query string without its question mark. */
function normalizeTags(tags: AdInput['utmTags']): string | undefined {
  if (tags === undefined || tags === null) return undefined;
  // Values may hold the platform's own macros ({{campaign.name}}), which must reach it unescaped.
  const joined =
    typeof tags === 'string'
      ? tags
      : Object.keys(tags)
          .map((name) => `${name}=${tags[name] ?? ''}`)
          .join('&');
  return given(joined.trim().replace(/^[?&]+/, ''));
}

/** Drops members that are undefined: under exactOptionalPropertyTypes absent and undefined are two things. */
function compact<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {};
  for (const name in value) if (value[name] !== undefined) kept[name] = value[name];
  return kept as T;
}

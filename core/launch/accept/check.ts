import type { Fault } from '../../errors.ts';
import { type PlatformId, platforms as platformTable } from '../../platforms.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { LaunchRules } from '../../ports/platform-launch.ts';
import type { Steps } from '../../records/steps.ts';
import { join } from '../../schema/faults.ts';
import { typeFaults } from './check-types.ts';
import { nameFaults } from './names.ts';
import type { NormalizedLaunch } from './normalize.ts';
import { liesIn } from './read-ad.ts';

export interface CheckContext {
  readonly platforms: { readonly [P in PlatformId]?: { readonly launch?: LaunchRules } };
  /** The status of a registered account; undefined when the company has no such account. */
  accountStatus(adAccountId: string): string | undefined;
  /** An account's ad sets by id; undefined when the platform could not be asked. */
  adSets(adAccountId: string): ReadonlyMap<string, AdSet> | undefined;
  /** Addresses of our own media at which the company has no file. */
  readonly missingMedia?: ReadonlySet<string>;
  /** Skips the capacity rule. */
  readonly force: boolean;
}

/**
 * All faults of a request, those of its form and those of its rules together. A rule finds nothing in a
 * place that could not be read.
 */
export function* faultsOfLaunch(request: NormalizedLaunch, context: Omit<CheckContext, 'force'>): Steps<readonly Fault[]> {
  const checked = yield* checkLaunch(request.ads, { ...context, force: request.force });
  return [
    ...request.faults,
    ...checked
      .filter(({ path }) => !liesIn(path, request.broken))
      .map((fault) => ({ ...fault, path: request.sentAs.get(fault.path) ?? fault.path })),
  ];
}

/**
 * Every rule that can be known before anything is created, over all ads at once: the answer lists all
 * faults of all ads, in the order of the ads. Pure.
 */
function* checkLaunch(ads: readonly LaunchAd[], context: CheckContext): Steps<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const ad of ads) {
    yield;
    faults.push(...checkAd(ad, context));
  }
  if (!context.force) faults.push(...capacityFaults(ads, context));
  return distinct(faults);
}

/** Ads that share top-level ad sets would all report the same fault of the same place. */
function distinct(faults: readonly Fault[]): Fault[] {
  const seen = new Set<string>();
  return faults.filter(({ path, code, message }) => {
    const key = `${path} ${code} ${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function checkAd(ad: LaunchAd, context: CheckContext): Fault[] {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string): void => {
    faults.push({ path: join(ad.path, field), code, message });
  };

  if (ad.adName === '') fault('adName', 'missing_field', 'adName is missing: give the ad a name.');
  else faults.push(...nameFaults(ad.adName, join(ad.path, 'adName')));
  faults.push(...accountFaults(ad, context), ...adSetFaults(ad, context), ...missingMediaFaults(ad, context));

  const platform = context.platforms[ad.platform];
  if (platform !== undefined) {
    const launch = platform.launch;
    if (launch === undefined || !launch.types.includes(ad.type)) {
      const offered = launch === undefined ? 'no launches' : launch.types.join(', ');
      fault(
        'type',
        'unsupported_on_platform',
        `${platformTable[ad.platform].name} does not offer ${ad.type} ads. Offered there: ${offered}.`,
      );
    } else {
      faults.push(...typeFaults(ad, launch), ...launch.check(ad));
    }
  }
  return faults;
}

/** Of a boosted post the media are but a preview. */
function missingMediaFaults(ad: LaunchAd, { missingMedia }: CheckContext): Fault[] {
  if (missingMedia === undefined || ad.type === 'postBoost') return [];
  return ad.media.flatMap(({ url }, position) =>
    url === undefined || !missingMedia.has(url)
      ? []
      : [
          {
            path: join(ad.path, `media[${position}].url`),
            code: 'unknown_media',
            message: 'This file is not in your media. It may have been deleted: upload it again.',
          },
        ],
  );
}

function accountFaults(ad: LaunchAd, context: CheckContext): Fault[] {
  const path = join(ad.path, 'adAccountId');
  if (ad.adAccountId === '')
    return [{ path, code: 'missing_field', message: 'adAccountId is missing: GET /v1/adaccounts lists yours.' }];
  const status = context.accountStatus(ad.adAccountId);
  if (status === undefined)
    return [
      {
        path,
        code: 'unknown_ad_account',
        message: `There is no ad account ${ad.adAccountId} here. GET /v1/adaccounts lists yours.`,
      },
    ];
  if (status !== 'active')
    return [
      {
        path,
        code: 'ad_account_not_active',
        message: `The ad account ${ad.adAccountId} is ${status}; the platform takes no ads for it. Settle that in the platform's manager first.`,
      },
    ];
  if (context.platforms[ad.platform] === undefined)
    return [{ path, code: 'unsupported_on_platform', message: `This service was started without the ${ad.platform} platform.` }];
  return [];
}

function adSetFaults(ad: LaunchAd, context: CheckContext): Fault[] {
  const path = ad.adSetsPath;
  const word = platformTable[ad.platform].adSetWord;
  if (ad.adSets.length === 0)
    return [{ path, code: 'missing_field', message: `adSets is missing: name at least one ${word}, in the ad or at top level.` }];
  const known = context.adSets(ad.adAccountId);
  const seen = new Set<string>();
  return ad.adSets.flatMap(({ id }, position): Fault[] => {
    const at = join(path, position);
    if (id === '') return [{ path: at, code: 'missing_field', message: `This ${word} has no value: give its id.` }];
    if (seen.has(id))
      return [
        {
          path: at,
          code: 'duplicate_ad_set',
          message: `The ${word} ${id} is named twice for this ad. Remove one, or add the ad a second time if you want it twice.`,
        },
      ];
    seen.add(id);
    if (known === undefined || context.accountStatus(ad.adAccountId) === undefined) return [];
    const adSet = known.get(id);
    if (adSet === undefined)
      return [
        {
          path: at,
          code: 'unknown_ad_set',
          message: `There is no ${word} ${id} in ${ad.adAccountId}. GET /v1/adsets?accountId=${ad.adAccountId} lists them.`,
        },
      ];
    if (adSet.status === 'ARCHIVED' || adSet.status === 'DELETED')
      return [
        {
          path: at,
          code: 'ad_set_closed',
          message: `The ${word} ${adSet.name} is ${adSet.status.toLowerCase()} and takes no more ads.`,
        },
      ];
    return [];
  });
}

/** Counts what this launch adds to each ad set against the room left in it; the ad that goes over is blamed. */
function capacityFaults(ads: readonly LaunchAd[], context: CheckContext): Fault[] {
  const added = new Map<string, number>();
  return ads.flatMap((ad) =>
    ad.adSets.flatMap(({ id }, position): Fault[] => {
      const adSet = context.adSets(ad.adAccountId)?.get(id);
      if (adSet === undefined) return [];
      const count = (added.get(id) ?? 0) + 1;
      added.set(id, count);
      if (adSet.adCount + count <= adSet.capacity) return [];
      const room = Math.max(0, adSet.capacity - adSet.adCount);
      const message = `${adSet.name} holds ${adSet.adCount} of ${adSet.capacity} ads: there is room for ${room} more. Choose another, archive ads there, or send force: true.`;
      return [{ path: join(ad.adSetsPath, position), code: 'ad_set_full', message }];
    }),
  );
}

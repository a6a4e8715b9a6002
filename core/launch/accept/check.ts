import { notOpen } from '../../accounts/find-account.ts';
import { type AccountKey, accountKeyOf } from '../../base/account-key.ts';
import type { Fault } from '../../base/errors.ts';
import { nameFaults } from '../../base/name-tokens.ts';
import { join } from '../../base/schema/faults.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { Steps } from '../../records/steps.ts';
import { typeFaults } from './check-types.ts';
import type { BelowAccount, LaunchFacts } from './facts.ts';
import type { NormalizedLaunch } from './normalize.ts';
import { liesIn } from './read-ad.ts';

/**
 * All faults of a request, those of its form and those of its rules together. A rule finds nothing in a
 * place that could not be read.
 */
export function* faultsOfLaunch(request: NormalizedLaunch, facts: LaunchFacts): Steps<readonly Fault[]> {
  const checked = yield* checkLaunch(request.ads, facts, request.force);
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
function* checkLaunch(ads: readonly LaunchAd[], facts: LaunchFacts, force: boolean): Steps<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const ad of ads) {
    yield;
    faults.push(...checkAd(ad, facts));
  }
  if (!force) faults.push(...capacityFaults(ads, facts));
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

function checkAd(ad: LaunchAd, facts: LaunchFacts): Fault[] {
  const faults: Fault[] = [];
  const fault = (field: string, code: string, message: string): void => {
    faults.push({ path: join(ad.path, field), code, message });
  };

  const account = accountKeyOf(ad);
  if (ad.adName === '') fault('adName', 'missing_field', 'adName is missing: give the ad a name.');
  else faults.push(...nameFaults(ad.adName, join(ad.path, 'adName')));
  faults.push(...accountFaults(ad, account, facts), ...adSetFaults(ad, account, facts), ...missingMediaFaults(ad, facts));

  const definition = facts.definitions[ad.platform];
  if (definition !== undefined) {
    const { launch } = definition;
    if (launch === undefined || !launch.types.includes(ad.type)) {
      const offered = launch === undefined ? 'no launches' : launch.types.join(', ');
      fault('type', 'unsupported_on_platform', `${definition.label} does not offer ${ad.type} ads. Offered there: ${offered}.`);
    } else {
      const adSets = knownAdSets(ad, account, facts);
      faults.push(...typeFaults(ad, definition.label, launch), ...launch.check(ad, adSets, facts.post?.(ad)));
    }
  }
  return faults;
}

/** Those of an ad's ad sets that could be read. */
function knownAdSets(ad: LaunchAd, account: AccountKey, facts: LaunchFacts): AdSet[] {
  const known = facts.adSets(account);
  return ad.adSets.flatMap(({ id }) => known?.get(id) ?? []);
}

/** Of a boosted post the media are but a preview. */
function missingMediaFaults(ad: LaunchAd, facts: LaunchFacts): Fault[] {
  const isMissing = ({ url }: LaunchMedia): boolean => url !== undefined && facts.media(url) === 'missing';
  if (ad.type === 'postBoost' || !ad.media.some(isMissing)) return [];
  return ad.media.flatMap((media, position) =>
    !isMissing(media)
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

function accountFaults(ad: LaunchAd, account: AccountKey, facts: LaunchFacts): Fault[] {
  const status = facts.accountStatus(account);
  if (status === 'active' && facts.definitions[ad.platform] !== undefined) return [];
  const path = join(ad.path, 'adAccountId');
  if (ad.adAccountId === '')
    return [{ path, code: 'missing_field', message: 'adAccountId is missing: name the ad account.', hint: 'list-ad-accounts' }];
  const below = status === undefined ? (facts.below?.(account) ?? []) : [];
  if (below.length > 0) return [{ path, code: 'manager_account', message: managerMessage(ad.adAccountId, below) }];
  if (status === undefined)
    return [
      {
        path,
        code: 'unknown_ad_account',
        message: `There is no ad account ${ad.adAccountId} here.`,
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
  return [{ path, code: 'unsupported_on_platform', message: notOpen(ad.platform, Object.keys(facts.definitions)) }];
}

/** Accounts that one message names. */
const MOST_NAMED = 20;

function managerMessage(id: string, below: readonly BelowAccount[]): string {
  const named = below.slice(0, MOST_NAMED).map((each) => `${each.id} (${each.name})`);
  const more = below.length > MOST_NAMED ? ` and ${below.length - MOST_NAMED} more` : '';
  return `${id} manages other accounts and takes no ads itself. Choose one of those below it: ${named.join(', ')}${more}.`;
}

function adSetFaults(ad: LaunchAd, account: AccountKey, facts: LaunchFacts): Fault[] {
  const path = ad.adSetsPath;
  const word = facts.definitions[ad.platform]?.adSetWord ?? 'ad set';
  if (ad.adSets.length === 0)
    return [{ path, code: 'missing_field', message: `adSets is missing: name at least one ${word}, in the ad or at top level.` }];
  const isRegistered = facts.accountStatus(account) !== undefined;
  const known = isRegistered ? facts.adSets(account) : undefined;
  const [first] = ad.adSets;
  if (ad.adSets.length === 1 && first !== undefined && isOpen(known?.get(first.id))) return [];
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
    if (known === undefined) return [];
    const adSet = known.get(id);
    if (isOpen(adSet)) return [];
    if (adSet === undefined)
      return [
        {
          path: at,
          code: 'unknown_ad_set',
          message: `There is no ${word} ${id} in ${ad.adAccountId}.`,
        },
      ];
    const message = `The ${word} ${adSet.name} is ${adSet.status.toLowerCase()} and takes no more ads.`;
    return [{ path: at, code: 'ad_set_closed', message }];
  });
}

/** Whether there is such an ad set and it takes ads. */
const isOpen = (adSet: AdSet | undefined): boolean =>
  adSet !== undefined && adSet.status !== 'ARCHIVED' && adSet.status !== 'DELETED';

/** Counts what this launch adds to each ad set against the room left in it; the ad that goes over is blamed. */
function capacityFaults(ads: readonly LaunchAd[], facts: LaunchFacts): Fault[] {
  const added = new Map<string, number>();
  const count = (key: string, more: number): number => {
    const total = (added.get(key) ?? 0) + more;
    added.set(key, total);
    return total;
  };
  return ads.flatMap((ad) => {
    const account = accountKeyOf(ad);
    const more = ad.type === 'multi' && facts.definitions[ad.platform]?.launch?.multi === 'ads' ? ad.media.length : 1;
    return ad.adSets.flatMap(({ id }, position): Fault[] => {
      const adSet = facts.adSets(account)?.get(id);
      if (adSet === undefined) return [];
      const { name, adCount, capacity, active } = adSet;
      const words = [
        roomFault(name, 'ads', adCount, capacity, count(`${account} ${id}`, more)),
        ad.paused || active === undefined
          ? undefined
          : roomFault(name, 'active ads', active.count, active.capacity, count(`${account} ${id} active`, more)),
      ];
      return words.flatMap((message) =>
        message === undefined ? [] : [{ path: join(ad.adSetsPath, position), code: 'ad_set_full', message }],
      );
    });
  });
}

function roomFault(name: string, what: string, held: number, capacity: number, added: number): string | undefined {
  if (held + added <= capacity) return undefined;
  const room = Math.max(0, capacity - held);
  return `${name} holds ${held} of ${capacity} ${what}: there is room for ${room} more. Choose another, archive ads there, or send force: true.`;
}

import { notOpen } from '../../accounts/find-account.ts';
import { type AccountKey, accountKeyOf } from '../../base/account-key.ts';
import type { Fault } from '../../base/errors.ts';
import { nameFaults } from '../../base/name-tokens.ts';
import { platformCalled } from '../../base/platforms.ts';
import { join } from '../../base/schema/faults.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { Definitions } from '../../ports/platform-definition.ts';
import type { Steps } from '../../records/steps.ts';
import type { AdsInto } from '../request-schema.ts';
import { isNewId } from '../structure/parents.ts';
import { typeFaults } from './check-types.ts';
import type { BelowAccount, LaunchFacts } from './facts.ts';
import type { NormalizedLaunch } from './normalize.ts';
import { liesIn } from './read-ad.ts';

/**
 * All faults of a request, of form and rules. A rule finds nothing in a place that could not be
 * read.
 */
export function* faultsOfLaunch(
  request: NormalizedLaunch,
  facts: LaunchFacts,
): Steps<readonly Fault[]> {
  const checked = yield* checkLaunch(request, facts);
  return [
    ...request.faults,
    ...checked
      .filter(({ path }) => !liesIn(path, request.broken))
      .map((fault) => ({ ...fault, path: request.sentAs.get(fault.path) ?? fault.path })),
  ];
}

function* checkLaunch(
  { ads, force, after = [] }: NormalizedLaunch,
  facts: LaunchFacts,
): Steps<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const ad of ads) {
    yield;
    faults.push(...checkAd(ad, facts));
  }
  if (!force) faults.push(...capacityFaults(ads, after, facts));
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
  const fault = (field: string, code: string, message: string) => {
    faults.push({ path: join(ad.path, field), code, message });
  };

  const account = accountKeyOf(ad);
  if (ad.adName === '') fault('adName', 'missing_field', 'adName is missing: give the ad a name.');
  else faults.push(...nameFaults(ad.adName, join(ad.path, 'adName')));
  faults.push(
    ...accountFaults(ad, account, facts),
    ...adSetFaults(ad, account, facts),
    ...missingMediaFaults(ad, facts),
  );

  const definition = facts.definitions[ad.platform];
  if (definition !== undefined) {
    const { launch } = definition;
    if (launch === undefined || !launch.types.includes(ad.type)) {
      const offered = launch === undefined ? 'no launches' : launch.types.join(', ');
      fault(
        'type',
        'unsupported_on_platform',
        `${platformCalled(definition.label)} does not offer ${ad.type} ads. Offered there: ${offered}.`,
      );
    } else {
      const adSets = knownAdSets(ad, account, facts);
      faults.push(
        ...typeFaults(ad, platformCalled(definition.label), launch),
        ...launch.check(ad, adSets, facts.post?.(ad)),
      );
    }
  }
  return faults;
}

function knownAdSets(ad: LaunchAd, account: AccountKey, facts: LaunchFacts): AdSet[] {
  const known = facts.adSets(account);
  return ad.adSets.flatMap(({ id }) => known?.get(id) ?? []);
}

/** The media of a boosted post are only a preview. */
function missingMediaFaults(ad: LaunchAd, facts: LaunchFacts): Fault[] {
  const isMissing = ({ url }: LaunchMedia) => url !== undefined && facts.media(url) === 'missing';
  if (ad.type === 'postBoost' || !ad.media.some(isMissing)) return [];
  const message = 'This file is not in your media. It may have been deleted: upload it again.';
  return ad.media.flatMap((media, position) =>
    isMissing(media)
      ? [{ path: join(ad.path, `media[${position}].url`), code: 'unknown_media', message }]
      : [],
  );
}

function accountFaults(ad: LaunchAd, account: AccountKey, facts: LaunchFacts): Fault[] {
  const status = facts.accountStatus(account);
  if (status === 'active' && facts.definitions[ad.platform] !== undefined) return [];
  const path = join(ad.path, 'adAccountId');
  const values = { account: ad.adAccountId, ...(status !== undefined && { status }) };
  const fault = (code: string, message: string): Fault[] => [{ path, code, message, values }];
  if (ad.adAccountId === '')
    return [
      {
        path,
        code: 'missing_field',
        message: 'adAccountId is missing: name the ad account.',
        hint: 'list-ad-accounts',
      },
    ];
  const below = status === undefined ? (facts.below?.(account) ?? []) : [];
  if (below.length > 0) return fault('manager_account', managerMessage(ad.adAccountId, below));
  if (status === undefined)
    return fault('unknown_ad_account', `There is no ad account ${ad.adAccountId} here.`);
  if (status !== 'active')
    return fault(
      'ad_account_not_active',
      `The ad account ${ad.adAccountId} is ${status}; the platform takes no ads for it. Settle that in the platform's manager first.`,
    );
  return fault('unsupported_on_platform', notOpen(ad.platform, Object.keys(facts.definitions)));
}

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
    return [
      { path, code: 'missing_field', message: `adSets is missing: name at least one ${word}.` },
    ];
  const isRegistered = facts.accountStatus(account) !== undefined;
  const known = isRegistered ? facts.adSets(account) : undefined;
  const [first] = ad.adSets;
  if (ad.adSets.length === 1 && first !== undefined && isOpen(known?.get(first.id))) return [];
  const seen = new Set<string>();
  return ad.adSets.flatMap(({ id }, position): Fault[] => {
    const adSet = known?.get(id);
    const values = {
      adSet: adSet?.name ?? id,
      account: ad.adAccountId,
      ...(adSet && { status: adSet.status }),
    };
    const fault = (code: string, message: string): Fault[] => [
      { path: join(path, position), code, message, values },
    ];
    if (id === '') return fault('missing_field', `This ${word} has no value: give its id.`);
    if (seen.has(id))
      return fault(
        'duplicate_ad_set',
        `The ${word} ${id} is named twice for this ad. Remove one, or add the ad a second time if you want it twice.`,
      );
    seen.add(id);
    if (known === undefined || isOpen(adSet) || (isNewId(id) && facts.knowsNew !== true)) return [];
    if (adSet === undefined)
      return fault('unknown_ad_set', `There is no ${word} ${id} in ${ad.adAccountId}.`);
    if (adSet.takesNoAds !== undefined) return fault('ad_set_takes_no_ads', adSet.takesNoAds);
    return fault(
      'ad_set_closed',
      `The ${word} ${adSet.name} is ${adSet.status.toLowerCase()} and takes no more ads.`,
    );
  });
}

const isOpen = (adSet: AdSet | undefined) =>
  adSet !== undefined &&
  adSet.takesNoAds === undefined &&
  adSet.status !== 'ARCHIVED' &&
  adSet.status !== 'DELETED';

/**
 * Counts what this launch and the parts before it add to each ad set against its room; the faults
 * are of the ads that go over.
 */
function capacityFaults(
  ads: readonly LaunchAd[],
  after: readonly AdsInto[],
  facts: LaunchFacts,
): Fault[] {
  const added = new Map<string, Added>();
  const addedTo = (into: string): Added => {
    const known = added.get(into) ?? { ads: 0, active: 0 };
    added.set(into, known);
    return known;
  };
  for (const each of after) {
    const into = addedTo(`${accountKeyOf(each)} ${each.adSetId}`);
    into.ads += each.ads;
    into.active += each.activeAds;
  }
  const over: {
    readonly path: string;
    readonly adSet: AdSet;
    readonly into: Added;
    readonly active: boolean;
  }[] = [];
  for (const ad of ads) {
    const account = accountKeyOf(ad);
    const more = adsEach(ad, facts.definitions);
    for (const [position, { id }] of ad.adSets.entries()) {
      const adSet = facts.adSets(account)?.get(id);
      if (adSet === undefined) continue;
      const into = addedTo(`${account} ${id}`);
      const path = join(ad.adSetsPath, position);
      into.ads += more;
      if (into.ads > roomIn({ count: adSet.adCount, capacity: adSet.capacity }))
        over.push({ path, adSet, into, active: false });
      if (ad.paused || adSet.active === undefined) continue;
      into.active += more;
      if (into.active > roomIn(adSet.active)) over.push({ path, adSet, into, active: true });
    }
  }
  return over.map(
    ({ path, adSet: { name, adCount, capacity, active }, into, active: isActive }) => {
      const held = isActive && active !== undefined ? active : { count: adCount, capacity };
      const what = isActive ? 'active ads' : 'ads';
      const message = `${name} holds ${held.count} of ${held.capacity} ${what}: it has room for ${roomIn(held)}, and these are ${isActive ? into.active : into.ads}. Choose another ad set or archive ads in this one.`;
      const values = {
        adSet: name,
        count: held.count,
        capacity: held.capacity,
        asked: isActive ? into.active : into.ads,
      };
      return { path, code: 'ad_set_full', message, values };
    },
  );
}

interface Added {
  ads: number;
  active: number;
}

const roomIn = ({
  count,
  capacity,
}: {
  readonly count: number;
  readonly capacity: number;
}): number => Math.max(0, capacity - count);

/** How many ads of the platform an ad becomes in each ad set. */
export const adsEach = ({ platform, type, media }: LaunchAd, definitions: Definitions): number =>
  type === 'multi' && definitions[platform]?.launch?.multi === 'ads' ? media.length : 1;

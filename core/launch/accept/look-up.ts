import { hasWorkspace } from '../../access/has-workspace.ts';
import { type AccessPorts, accessFound } from '../../accounts/access.ts';
import {
  definitionsOf,
  type FoundAccount,
  findAccounts,
  foundAccount,
  keysFor,
} from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import {
  type AccountKey,
  accountKeyOf,
  accountOfKey,
  adAccountIdOf,
} from '../../base/account-key.ts';
import { PlatformError } from '../../base/errors.ts';
import type { LaunchLimits } from '../../base/limits.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { GateHooks } from '../../gate/pending.ts';
import type { ManageHooks } from '../../manage/hooks.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { MediaFacts, MediaSource } from '../../ports/media.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { BoostedPost } from '../../ports/platform-definition.ts';
import type { Asset } from '../../ports/platform-launch.ts';
import type { Turns } from '../../ports/turns.ts';
import { allOf } from '../../records/list.ts';
import type { Numbers } from '../../records/sequence.ts';
import { pausing } from '../../records/steps.ts';
import type { LaunchHooks } from '../hooks.ts';
import { recallAsset } from '../plan/assets.ts';
import { isNewId } from '../structure/parents.ts';
import type { Structure } from '../structure/structure.ts';
import { namesIn, type SentLaunch } from './body.ts';
import { type LaunchDefaults, readLaunchDefaults } from './defaults.ts';
import type { BelowAccount, LaunchFacts } from './facts.ts';
import { readFillings } from './fill.ts';
import type { NormalizedLaunch } from './normalize.ts';
import { readAdSets, type SpendingPorts } from './spending.ts';

export interface PreparePorts extends SpendingPorts {
  readonly media: MediaSource;
  readonly hooks: LaunchHooks & GateHooks & ManageHooks;
  readonly numbers?: Numbers;
  /** Default: 500 ads, 5,000 ads x ad sets. */
  readonly launchLimits?: LaunchLimits;
  /** Absent where nothing else waits for the thread. */
  readonly turns?: Turns;
}

interface LookedUp {
  readonly facts: Omit<LaunchFacts, 'adSets'>;
  readonly accounts: ReadonlyMap<AccountKey, FoundAccount>;
}

export async function lookUp(
  ports: PreparePorts,
  companyId: string,
  sent: SentLaunch,
): Promise<LookedUp> {
  const { accountIds, mediaUrls, workspaceIds } = namesIn(sent);
  const meant = new Map<string, readonly FoundAccount[]>();
  const accounts = new Map<AccountKey, FoundAccount>();
  const media = new Map<string, MediaFacts | 'missing'>();
  const defaults = new Map<AccountKey, LaunchDefaults>();
  const below = new Map<AccountKey, readonly BelowAccount[]>();
  const pause = pausing(ports.turns);
  for (const id of accountIds) {
    await pause();
    const found = await findAccounts(ports, companyId, id);
    meant.set(id, found);
    if (found.length === 0)
      for (const [key, accounts] of await accountsBelow(ports, companyId, id))
        below.set(key, accounts);
    for (const account of found) {
      accounts.set(account.key, account);
      if (!defaults.has(account.key))
        defaults.set(account.key, await readLaunchDefaults(ports, companyId, account.key));
    }
  }
  for (const url of mediaUrls) {
    await pause();
    const facts = await ports.media.describe(companyId, url, ports.store);
    if (facts !== undefined) media.set(url, facts);
  }
  const workspaces = new Set<string>();
  for (const id of workspaceIds)
    if (await hasWorkspace(ports.store, companyId, id)) workspaces.add(id);
  const companyDefaults = await readLaunchDefaults(ports, companyId);
  return {
    accounts,
    facts: {
      definitions: definitionsOf(ports.platforms),
      accounts: (id) => meant.get(id) ?? [],
      hasWorkspace: (id) => workspaces.has(id),
      defaults: (account) => defaults.get(account) ?? companyDefaults,
      companyPaused: companyDefaults.launchPaused,
      media: (url) => media.get(url),
      accountStatus: (account) => accounts.get(account)?.status,
      below: (account) => below.get(account) ?? [],
      fillings: await readFillings(ports.hooks.fillers, ports.store, companyId, sent),
      now: ports.clock.now(),
      timezone: (account) => accounts.get(account)?.timezone,
    },
  };
}

/** Of unregistered accounts that an id may mean: the company's accounts below them. */
async function accountsBelow(
  { store, platforms }: PreparePorts,
  companyId: string,
  id: string,
): Promise<ReadonlyMap<AccountKey, readonly BelowAccount[]>> {
  const keys = keysFor(Object.values(definitionsOf(platforms)), id);
  if (keys.length === 0) return new Map();
  const registered = await allOf(store, adAccountKind, companyId);
  const isBelow = (key: AccountKey) => {
    const { platform, adAccountId } = accountOfKey(key);
    return registered.filter(
      ({ doc }) => doc.platform === platform && doc.managers?.includes(adAccountId),
    );
  };
  return new Map(
    keys.map((key) => [
      key,
      isBelow(key).map((each) => ({
        id: adAccountIdOf(foundAccount(each).key),
        name: each.doc.name,
      })),
    ]),
  );
}

export interface Surroundings {
  readonly adSets: ReadonlyMap<AccountKey, ReadonlyMap<string, AdSet> | undefined>;
  readonly assets: ReadonlyMap<string, Asset>;
  post(ad: LaunchAd): BoostedPost | undefined;
  readonly warnings: readonly Warning[];
}

/** The ad sets of every account named, and the media those accounts hold already. */
export async function readSurroundings(
  ports: PreparePorts,
  companyId: string,
  request: NormalizedLaunch,
  { accounts, made = new Map() }: LookedUp & { readonly made?: Structure['adSets'] },
): Promise<Surroundings> {
  const adSets = new Map<AccountKey, ReadonlyMap<string, AdSet> | undefined>();
  const assets = new Map<string, Asset>();
  const warnings: Warning[] = [];
  const wantedBy = adSetsByAccount(request.ads);
  await Promise.all(
    [...wantedBy].map(async ([account, wanted]) => {
      if (accounts.get(account)?.status !== 'active') return;
      const news = made.get(account);
      const existing = [...wanted].filter((id) => !isNewId(id));
      // Ads that all go into new ad sets need no others.
      const read =
        existing.length === 0 ? new Map() : await readAdSets(ports, companyId, account, existing);
      adSets.set(account, read && news ? new Map([...read, ...news]) : read);
      if (read === undefined)
        warnings.push({
          path: 'ads',
          code: 'ad_sets_unread',
          message: `The platform could not be asked about the ad sets of ${adAccountIdOf(account)}; their names and room were not checked.`,
        });
    }),
  );
  const contents = new Map(
    request.ads.flatMap((ad) => {
      const account = accountKeyOf(ad);
      return ad.media.flatMap(({ sha256 }) =>
        sha256 === undefined ? [] : [[`${account} ${sha256}`, { account, sha256 }] as const],
      );
    }),
  );
  const pause = pausing(ports.turns);
  for (const [key, { account, sha256 }] of contents) {
    await pause();
    const asset = await recallAsset(ports.store, companyId, account, sha256);
    if (asset !== undefined) assets.set(key, asset);
  }
  return {
    adSets,
    assets,
    post: await readPosts(ports, companyId, request.ads, accounts),
    warnings,
  };
}

function adSetsByAccount(ads: readonly LaunchAd[]): ReadonlyMap<AccountKey, ReadonlySet<string>> {
  const byAccount = new Map<AccountKey, Set<string>>();
  for (const ad of ads) {
    const account = accountKeyOf(ad);
    const ids = byAccount.get(account) ?? new Set<string>();
    byAccount.set(account, ids);
    for (const { id } of ad.adSets) ids.add(id);
  }
  return byAccount;
}

/**
 * The posts that ads boost, as far as the platform lists them: one request for each account and
 * owner. Of posts that cannot be read the platform decides when the ad is launched.
 */
async function readPosts(
  ports: AccessPorts,
  companyId: string,
  ads: readonly LaunchAd[],
  accounts: ReadonlyMap<AccountKey, FoundAccount>,
): Promise<Surroundings['post']> {
  const owners = new Map<string, { readonly account: FoundAccount; readonly owner: string }>();
  const keyOf = (ad: LaunchAd) => `${accountKeyOf(ad)} ${ownerOf(ports, ad) ?? ''}`;
  for (const ad of ads) {
    const account = accounts.get(accountKeyOf(ad));
    const owner = ownerOf(ports, ad);
    if (account?.status === 'active' && owner !== undefined)
      owners.set(keyOf(ad), { account, owner });
  }
  const read = new Map<string, ReadonlyMap<string, BoostedPost>>();
  for (const [key, { account, owner }] of owners)
    read.set(key, await postsOf(ports, companyId, account, owner));
  if (read.size === 0) return () => undefined;
  return (ad) => read.get(keyOf(ad))?.get(ad.media[0]?.effectiveStoryId ?? '');
}

const ownerOf = ({ platforms }: AccessPorts, ad: LaunchAd): string | undefined =>
  ad.type === 'postBoost' && platforms[ad.platform]?.inspect?.posts !== undefined
    ? platforms[ad.platform]?.definition.launch?.postOwner?.(ad)
    : undefined;

async function postsOf(
  ports: AccessPorts,
  companyId: string,
  account: FoundAccount,
  owner: string,
) {
  try {
    const { platform, access } = await accessFound(ports, companyId, account);
    const posts = (await platform.inspect?.posts?.(access, owner)) ?? [];
    return new Map(posts.map((post) => [post.id, post]));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return new Map<string, BoostedPost>();
  }
}

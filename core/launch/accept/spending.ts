import type { Actor } from '../../access/caller.ts';
import {
  type AccountAccess,
  accessAccount,
  accessFound,
  registeredAccount,
  storedConnection,
} from '../../accounts/access.ts';
import type { AdSetReader } from '../../accounts/ad-sets.ts';
import { type AccountKey, accountKeyOf, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { toMicro } from '../../base/money.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { accountsOf } from '../../effects/schedule.ts';
import { judgeBlocked } from '../../gate/blocked.ts';
import { changesOf } from '../../gate/changes.ts';
import { type Judgement, judgeDemand, refuseExceeded, throughGate } from '../../gate/gate.ts';
import type { Verdict } from '../../gate/judge.ts';
import { oneAtATimeInEach } from '../../gate/one-at-a-time.ts';
import { pendingIn, withStarting } from '../../gate/pending.ts';
import { limitsOf, readGuardrails } from '../../gate/records.ts';
import { type CampaignState, campaignsOf, startedBetween } from '../../gate/started.ts';
import type { Spender } from '../../gate/started-by.ts';
import type { TotalPorts } from '../../gate/totals.ts';
import { shown } from '../../gate/words.ts';
import { judgeWorkspace } from '../../gate/workspace.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { Store } from '../../ports/store.ts';
import type { Plan } from '../plan/plan.ts';
import { isActive, isNewId, newSpenders } from '../structure/parents.ts';
import type { Structure } from '../structure/structure.ts';

export interface ActiveAd {
  readonly account: AccountKey;
  readonly adSetId: string;
  readonly path: string;
}

export const activeIn = (ads: readonly LaunchAd[]): readonly ActiveAd[] =>
  ads
    .filter(({ paused }) => !paused)
    .flatMap((ad) =>
      ad.adSets.map(({ id }, position) => ({
        account: accountKeyOf(ad),
        adSetId: id,
        path: join(ad.adSetsPath, position),
      })),
    );

/** What a launch would start to spend, and the budgets of what it makes. */
export interface Spending {
  readonly active: readonly ActiveAd[];
  /** Campaigns and ad sets that are there, paused, and will be switched on as they are by then. */
  readonly starting?: readonly {
    readonly account: AccountKey;
    readonly id: string;
    readonly campaignId: string;
  }[];
  readonly structure?: Pick<Structure, 'parents'> &
    Partial<Pick<Structure, 'beside' | 'empty' | 'budgets'>>;
}

interface LaunchSpending {
  readonly judgements: readonly Judgement[];
  /** Accounts whose ad sets could not be read: what active ads would spend there is not known. */
  readonly unread: readonly AccountKey[];
}

export const unknownSpending = ({ unread }: LaunchSpending): Warning[] =>
  unread.map((account) => ({
    path: 'ads',
    code: 'spend_unknown',
    message: `What active ads would spend in ${adAccountIdOf(account)} is not known now: they will not be accepted before the platform answers.`,
  }));

export interface SpendingPorts extends TotalPorts {
  readonly adSets: AdSetReader;
}

/** Read again when this service has changed the account since. */
export async function readAdSets(
  ports: SpendingPorts,
  companyId: string,
  key: AccountKey,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, AdSet> | undefined> {
  const stamp = await changesOf(ports.store, companyId, key);
  return reachable(async () => {
    const account = await registeredAccount(ports.store, companyId, key);
    await storedConnection(ports.store, companyId, account.connectionId);
    return ports.adSets.read(
      { companyId, key, open: () => accessFound(ports, companyId, account) },
      wanted,
      stamp,
    );
  });
}

const reach = (
  ports: SpendingPorts,
  companyId: string,
  key: AccountKey,
): Promise<AccountAccess | undefined> => reachable(() => accessAccount(ports, companyId, key));

/** Undefined where the account or its connection is gone. */
async function reachable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SlipwayError) return undefined;
    throw error;
  }
}

/** Makes no calls where the ad sets were read for a plan just before. */
export async function judgeSpending(
  ports: SpendingPorts,
  caller: Spender,
  spending: Spending,
): Promise<LaunchSpending> {
  const judgements: Judgement[] = [];
  const unread: AccountKey[] = [];
  for (const key of accountsWith(spending)) {
    const earlier = [...(caller.earlier ?? []), ...judgements.flatMap(({ steps }) => steps)];
    const judgement = await judgeAccount(ports, { ...caller, earlier }, key, spending);
    if (judgement === undefined) unread.push(key);
    else judgements.push(judgement);
  }
  return { judgements, unread };
}

const accountsWith = ({ active, starting = [], structure }: Spending): readonly AccountKey[] => [
  ...new Set([...active, ...starting, ...(structure?.parents ?? [])].map(({ account }) => account)),
];

async function judgeAccount(
  ports: SpendingPorts,
  caller: Spender,
  key: AccountKey,
  { active, starting = [], structure }: Spending,
): Promise<Judgement | undefined> {
  const { companyId } = caller;
  const ads = active.filter(({ account }) => account === key);
  const paths = new Map([...ads].reverse().map(({ adSetId, path }) => [adSetId, path]));
  const existing = [...paths.keys()].filter((id) => !isNewId(id));
  const adSets =
    existing.length === 0 ? new Map() : await readAdSets(ports, companyId, key, existing);
  const account = adSets && (await reach(ports, companyId, key));
  if (adSets === undefined || account === undefined) return undefined;
  const { parents = [], beside, empty, budgets = [] } = structure ?? {};
  const known = new Map([
    ...(beside?.get(key) ?? []).map((adSet) => [adSet.id, adSet] as const),
    ...adSets,
  ]);
  const made = newSpenders(parents, key, new Set(paths.keys()));
  const own = starting.filter((each) => each.account === key);
  // What is switched on delivers with all that is in it by now.
  const whole = new Set(own.map(({ campaignId }) => campaignId));
  const read = [...campaignsOf(known.values()), ...(empty?.get(key) ?? [])].filter(
    ({ id }) => !whole.has(id),
  );
  const unread = [...new Set([...whole, ...made.adSets.keys()])].filter(
    (id) => !read.some((campaign) => campaign.id === id),
  );
  const held = [...read, ...(await joined(account, unread))];
  const before =
    held.length === 0 ? held : withStarting(held, await pendingIn(ports, companyId, key));
  const on = { starting: new Set(own.map(({ id }) => id)) };
  const after = withStarting(before, on).map(
    (campaign): CampaignState => ({
      ...campaign,
      adSets: [
        ...campaign.adSets.map((adSet) =>
          paths.has(adSet.id) ? { ...adSet, hasActiveAds: true } : adSet,
        ),
        ...(made.adSets.get(campaign.id) ?? []),
      ],
    }),
  );
  return judgeDemand(ports, caller, account, {
    wanted: budgets.filter((budget) => budget.account === key),
    switchesOn:
      ads.length > 0 ||
      own.length > 0 ||
      parents.some((parent) => parent.account === key && isActive(parent)),
    started: startedBetween(before, [...after, ...made.campaigns], ports.clock.now(), toMicro),
    pathOf: ([adSetId]) => paths.get(adSetId ?? '') ?? ads[0]?.path ?? 'ads',
  });
}

/**
 * Campaigns that new ad sets of a second try join. What the platform does not tell of one is taken
 * for delivering.
 */
async function joined(
  { platform, access }: AccountAccess,
  ids: readonly string[],
): Promise<readonly CampaignState[]> {
  if (ids.length === 0) return [];
  const held = campaignsOf(await platform.accounts.adSets(access, { campaignIds: ids }));
  const rest = ids.filter((id) => !held.some((campaign) => campaign.id === id));
  const facts =
    rest.length === 0
      ? []
      : await platform.inspect?.entities(
          access,
          rest.map((id) => ({ type: 'campaign', id })),
        );
  const empty = rest.map((id): CampaignState => {
    const found = facts?.find((each) => each.id === id);
    if (found === undefined || 'failure' in found)
      return { id, name: id, status: 'ACTIVE', adSets: [] };
    const { name, status, dailyBudget, lifetimeBudget, endTime } = found;
    return { id, name, status, adSets: [], ...defined({ dailyBudget, lifetimeBudget, endTime }) };
  });
  return [...held, ...empty];
}

/**
 * Commits a launch if the gate lets these ads pass, while nothing else changes what their accounts
 * spend: a later change finds the launch in the records.
 */
export const passedInTurn = async <T>(
  ports: SpendingPorts,
  caller: Spender,
  spending: Spending,
  commit: () => Promise<T>,
  check: () => Promise<void> = async () => undefined,
): Promise<T> => {
  const accounts = accountsWith(spending);
  if (accounts.length === 0) {
    await check();
    return commit();
  }
  return oneAtATimeInEach(ports, caller.companyId, accounts, async () => {
    const judged = await judgeSpending(ports, caller, spending);
    refuseSpending(judged);
    // What is refused here has started nothing: it comes before anything is reserved.
    await check();
    return throughGate(ports, judged.judgements, commit);
  });
};

/** Throws when a guard is exceeded, and `unavailable` when that cannot be known. */
function refuseSpending({ judgements, unread }: LaunchSpending): void {
  refuseExceeded(judgements.flatMap(({ verdicts }) => verdicts));
  if (unread.length === 0) return;
  const message = `The platform could not be asked about the ad sets of ${unread.map(adAccountIdOf).join(', ')}, so it is not known what active ads would spend there. Nothing was launched: try again in a minute, or launch the ads paused.`;
  throw new SlipwayError('unavailable', message, {
    details: [{ path: 'ads', code: 'spend_unknown', message }],
  });
}

export async function judgeWhole(
  ports: { readonly store: Store },
  caller: Actor,
  plan: Plan,
): Promise<readonly Verdict[]> {
  const accounts = accountsOf(plan.operations);
  const record = (await readGuardrails(ports, caller.companyId))?.doc;
  const asked = plan.operations.filter(({ kind }) => kind === 'ad').length;
  const sizes = accounts.map((key): Verdict => {
    const adAccountId = adAccountIdOf(key);
    const limit = limitsOf(record, { key, currency: '' }).adsPerLaunch;
    const message = `This would launch ${shown(asked)} ${asked === 1 ? 'ad' : 'ads'}. ${adAccountId} allows at most ${shown(limit)} ads in one launch.`;
    return {
      guard: 'adsPerLaunch',
      adAccountId,
      limit,
      asked,
      exceeded: asked > limit,
      path: 'ads',
      message,
    };
  });
  const workspaces = await judgeWorkspace(ports, caller, accounts, 'ads');
  return [...sizes, ...workspaces, ...(await judgeBlockedAbove(ports, caller, plan.operations))];
}

const MADE_BY = { campaign: 'manage.createCampaign', adset: 'manage.createAdSet' } as const;

/** What makes a campaign or ad set alone: where the company has blocked it, a launch makes none. */
export async function judgeBlockedAbove(
  ports: { readonly store: Store },
  caller: Actor,
  operations: Plan['operations'],
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const kind of ['campaign', 'adset'] as const)
    if (operations.some((operation) => operation.kind === kind))
      verdicts.push(
        ...(await judgeBlocked(ports, caller, MADE_BY[kind])).filter(({ exceeded }) => exceeded),
      );
  return verdicts;
}

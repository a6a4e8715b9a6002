import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { AdSetState, CampaignState } from '../../gate/started.ts';
import type { Pace } from '../../ports/platform-accounts.ts';
import type { CreationRequest } from '../../ports/platform-create.ts';

/** A campaign or an ad set that a launch makes for its ads. */
export interface NewParent {
  /** Of the operation that makes it: `campaign:0`, `adset:3`. */
  readonly id: string;
  readonly level: 'campaign' | 'adSet';
  readonly ref: string;
  readonly account: AccountKey;
  /** As its platform takes it. `campaignId` names a campaign that is made too by its ref (`newId`). */
  readonly request: CreationRequest;
  /** Ad sets: when it spends its budget. */
  readonly pace?: Pace;
}

/** Stands for the id of what is yet to be made. */
export const newId = (ref: string): string => `new:${ref}`;
export const isNewId = (id: string | undefined): boolean => id?.startsWith('new:') === true;

/** Nothing above it is new. It is made paused and switched on last, so that nothing delivers before all of it is there. */
export const isTop = ({ request }: NewParent): boolean => !isNewId(request.campaignId);

export const isActive = ({ request }: NewParent): boolean => request.status === 'ACTIVE';

const parentWords = ({ level, request }: NewParent): string =>
  `${level === 'campaign' ? 'campaign' : 'ad set'} ${quoted(request.name)}`;

/** As asked for, with ads that are switched on or not. */
const adSetState = (parent: NewParent, hasActiveAds: boolean): AdSetState => ({
  ...parent.pace,
  ...stateOf(parent),
  hasActiveAds,
});

const campaignState = (parent: NewParent, adSets: readonly AdSetState[]): CampaignState => ({
  ...stateOf(parent),
  adSets,
});

function stateOf({ ref, request: { name, status = 'PAUSED', dailyBudget, lifetimeBudget } }: NewParent) {
  return {
    id: newId(ref),
    name,
    status,
    ...(dailyBudget !== undefined && { dailyBudget }),
    ...(lifetimeBudget !== undefined && { lifetimeBudget }),
  };
}

/** What new campaigns and ad sets of an account will spend once the ads in these ad sets are switched on. */
export function newSpenders(
  parents: readonly NewParent[],
  account: AccountKey,
  active: ReadonlySet<string>,
): { readonly campaigns: readonly CampaignState[]; readonly adSets: ReadonlyMap<string, readonly AdSetState[]> } {
  const own = parents.filter((parent) => parent.account === account);
  const byCampaign = new Map<string, AdSetState[]>();
  for (const parent of own) {
    if (parent.level !== 'adSet') continue;
    const campaign = parent.request.campaignId ?? '';
    byCampaign.set(campaign, [...(byCampaign.get(campaign) ?? []), adSetState(parent, active.has(newId(parent.ref)))]);
  }
  const campaigns = own.flatMap((parent) =>
    parent.level === 'campaign' ? [campaignState(parent, byCampaign.get(newId(parent.ref)) ?? [])] : [],
  );
  return { campaigns, adSets: new Map([...byCampaign].filter(([id]) => !isNewId(id))) };
}

/** The sentence of a plan for an operation on what a launch makes above its ads. */
export function parentSummary(parent: NewParent, kind: string): string {
  const words = parentWords(parent);
  if (kind === 'finish') return `Finish ${words}`;
  if (kind === 'start') return `Switch ${words} on, once all of it is there`;
  const { dailyBudget, lifetimeBudget } = parent.request;
  const money = [
    ...(dailyBudget === undefined ? [] : [`${dailyBudget} a day`]),
    ...(lifetimeBudget === undefined ? [] : [`${lifetimeBudget} in all`]),
  ].map((amount) => `, ${amount}`);
  const state = isActive(parent) && !isTop(parent) ? 'active' : 'paused';
  return `Create ${state} ${words} in ${adAccountIdOf(parent.account)}${money.join('')}`;
}

import { withWholeStore } from '../access/whole-store.ts';
import type { AccountKey } from '../base/account-key.ts';
import { defined } from '../base/defined.ts';
import type { Clock } from '../ports/clock.ts';
import type { EntityStatus, Pace } from '../ports/platform-accounts.ts';
import type { CopySource } from '../ports/platform-changes.ts';
import type { Store } from '../ports/store.ts';
import { type AdSetState, budgetsOf, type CampaignState } from './started.ts';

/**
 * What accepted, unfinished operations will still bring into an account: a campaign switched on
 * meanwhile delivers with them.
 */
export interface Pending {
  readonly adSetIds: ReadonlySet<string>;
  /** Active copies of ad sets, by the campaign they join. */
  readonly copies: ReadonlyMap<string, readonly AdSetState[]>;
  readonly campaigns: readonly CampaignState[];
  /** Campaigns and ad sets that are there, paused, until the operation switches them on. */
  readonly starting: ReadonlySet<string>;
  /** Campaigns and ad sets that a batch makes, or has made by now. */
  readonly making: readonly Making[];
}

interface Making {
  readonly batch: string;
  readonly level: 'campaign' | 'adSet';
  readonly name: string;
  /** Of an ad set: that of its campaign, where it is there. */
  readonly campaignId?: string | undefined;
}

export interface GateHooks {
  readonly pending: readonly ((
    ports: { readonly store: Store; readonly clock: Clock },
    companyId: string,
    key: AccountKey,
  ) => Promise<Partial<Pending>>)[];
}

/** Of the whole company, also where the caller sees a part of it. */
export async function pendingIn(
  narrowed: { readonly store: Store; readonly clock: Clock; readonly hooks: GateHooks },
  companyId: string,
  key: AccountKey,
): Promise<Pending> {
  const ports = withWholeStore(narrowed);
  const adSetIds = new Set<string>();
  const copies = new Map<string, readonly AdSetState[]>();
  const campaigns: CampaignState[] = [];
  const starting = new Set<string>();
  const making: Making[] = [];
  for (const pending of ports.hooks.pending) {
    const some = await pending(ports, companyId, key);
    for (const id of some.adSetIds ?? []) adSetIds.add(id);
    for (const [id, adSets] of some.copies ?? [])
      copies.set(id, [...(copies.get(id) ?? []), ...adSets]);
    campaigns.push(...(some.campaigns ?? []));
    for (const id of some.starting ?? []) starting.add(id);
    making.push(...(some.making ?? []));
  }
  return { adSetIds, copies, campaigns, starting, making };
}

/** What joins a campaign that is about to be switched on will deliver with it. */
export const withStarting = (
  campaigns: readonly CampaignState[],
  { starting }: Pick<Pending, 'starting'>,
): CampaignState[] => {
  const on = <S extends { readonly id: string; readonly status: EntityStatus }>(state: S): S =>
    starting.has(state.id) ? { ...state, status: 'ACTIVE' } : state;
  return campaigns.map((campaign) => ({ ...on(campaign), adSets: campaign.adSets.map(on) }));
};

export const withPending = (
  campaigns: readonly CampaignState[],
  pending: Pending,
): CampaignState[] => {
  const { adSetIds, copies } = pending;
  const coming = (campaign: CampaignState) => [
    ...(copies.get(campaign.id) ?? []),
    ...pending.campaigns.flatMap(({ id, adSets }) => (id === campaign.id ? adSets : [])),
  ];
  return withStarting(campaigns, pending).map((campaign) => ({
    ...campaign,
    adSets: [
      ...campaign.adSets.map((adSet) =>
        adSetIds.has(adSet.id) ? { ...adSet, hasActiveAds: true } : adSet,
      ),
      // What the platform lists already is as the platform has it.
      ...coming(campaign).filter(({ id }) => !campaign.adSets.some((adSet) => adSet.id === id)),
    ],
  }));
};

/**
 * All that will deliver: what the platform lists, with what is on its way into it, and what it does
 * not list yet.
 */
export const allWithPending = (
  campaigns: readonly CampaignState[],
  pending: Pending,
): CampaignState[] => [
  ...withPending(campaigns, pending),
  ...pending.campaigns.filter(({ id }) => !campaigns.some((campaign) => campaign.id === id)),
];

interface Copying {
  readonly inherit?: boolean | undefined;
  readonly now: number;
  readonly parentId?: string | undefined;
}

/**
 * What an active copy of an ad set will be: all of it switched on, or as much as in the source
 * (`inherit`).
 */
export const copiedAdSet = (
  source: CopySource,
  copy: string,
  { inherit = false, now, parentId }: Copying,
): AdSetState => ({
  id: `${source.id} copy ${copy}`,
  name: source.name,
  status: inherit ? source.status : 'ACTIVE',
  ...budgetsOf(source),
  ...paceOfCopy(source, now),
  hasActiveAds: source.children.some(({ status }) => !inherit || status === 'ACTIVE'),
  mayShare: parentId !== undefined,
});

/** With a whole lifetime budget again. What has ended gets another end, unknown here. */
function paceOfCopy({ startTime, endTime, peaks, weekdays }: CopySource, now: number): Pace {
  return defined({
    startTime,
    endTime: endTime !== undefined && endTime > now ? endTime : undefined,
    peaks,
    weekdays,
  });
}

export const copiedCampaign = (
  source: CopySource,
  copy: string,
  copying: Copying,
): CampaignState => ({
  ...copiedAdSet(source, copy, copying),
  adSets: adSetsIn(source).map((adSet) => copiedAdSet(adSet, copy, copying)),
});

/** A campaign that holds ads itself is its own ad set, which spends the campaign's budget. */
function adSetsIn(campaign: CopySource): readonly CopySource[] {
  if (campaign.children.every(({ type }) => type !== 'ad')) return campaign.children;
  const { dailyBudget: _daily, lifetimeBudget: _lifetime, ...adSet } = campaign;
  return [adSet];
}

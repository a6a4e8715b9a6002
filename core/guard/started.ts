import type { AdSet, Budgets, EntityStatus } from '../ports/platform-accounts.ts';

/** A campaign with all its ad sets, as far as it matters for delivery. */
export interface CampaignState extends Budgets {
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly adSets: readonly AdSetState[];
}

export interface AdSetState extends Budgets {
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly hasActiveAds: boolean;
  readonly endTime?: number;
}

/** A campaign or ad set whose budget an operation sets delivering. */
export interface StartedHolder extends Budgets {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
  readonly name: string;
  /** The ad sets through which it starts to deliver. */
  readonly adSetIds: readonly string[];
}

/** What an operation sets delivering that did not deliver before. Amounts in the unit `count` gives. */
export interface Started {
  readonly daily: number;
  readonly lifetime: number;
  readonly holders: readonly StartedHolder[];
}

export const nothingStarted: Started = { daily: 0, lifetime: 0, holders: [] };

/** The campaigns some ad sets belong to. A campaign without ad sets is not among them. */
export function campaignsOf(adSets: Iterable<AdSet>): CampaignState[] {
  const campaigns = new Map<string, CampaignState & { readonly adSets: AdSetState[] }>();
  for (const adSet of adSets) {
    const { campaignId: id, campaignName: name, campaign } = adSet;
    const known = campaigns.get(id) ?? { ...campaign, id, name, adSets: [] };
    known.adSets.push(adSet);
    campaigns.set(id, known);
  }
  return [...campaigns.values()];
}

/**
 * Compares two states of the same campaigns. A budget of a campaign is spent as soon as one of its ad sets
 * delivers; where the campaign has none, each ad set spends its own. `count` makes amounts summable without
 * rounding.
 */
export function startedBetween(
  before: readonly CampaignState[],
  after: readonly CampaignState[],
  now: number,
  count: (amount: number) => number,
): Started {
  const known = new Map(before.map((campaign) => [campaign.id, campaign]));
  let [daily, lifetime] = [0, 0];
  const holders: StartedHolder[] = [];
  for (const campaign of after) {
    const was = known.get(campaign.id);
    const delivered = new Set(was === undefined ? [] : delivering(was, now).map(({ id }) => id));
    const delivers = delivering(campaign, now);
    const spentBefore = was === undefined ? { daily: 0, lifetime: 0 } : spendOf(was, now, count);
    const spent = spendOf(campaign, now, count);
    daily += Math.max(0, spent.daily - spentBefore.daily);
    lifetime += Math.max(0, spent.lifetime - spentBefore.lifetime);
    const fresh = delivers.filter(({ id }) => !delivered.has(id));
    if (fresh.length > 0 && delivered.size === 0 && hasBudget(campaign))
      holders.push({ type: 'campaign', ...holderOf(campaign), adSetIds: fresh.map(({ id }) => id) });
    for (const adSet of fresh) if (hasBudget(adSet)) holders.push({ type: 'adset', ...holderOf(adSet), adSetIds: [adSet.id] });
  }
  return { daily, lifetime, holders };
}

/** The daily budgets that these campaigns spend as they are. */
export const deliveringDaily = (campaigns: readonly CampaignState[], now: number, count: (amount: number) => number): number =>
  campaigns.reduce((sum, campaign) => sum + spendOf(campaign, now, count).daily, 0);

const hasBudget = ({ dailyBudget, lifetimeBudget }: Budgets): boolean =>
  dailyBudget !== undefined || lifetimeBudget !== undefined;

const holderOf = (holder: CampaignState | AdSetState) => ({ id: holder.id, name: holder.name, ...budgetsOf(holder) });

/** The budgets of whatever has some, and nothing else of it. */
export const budgetsOf = ({
  dailyBudget,
  lifetimeBudget,
}: {
  readonly dailyBudget?: number | undefined;
  readonly lifetimeBudget?: number | undefined;
}): Budgets => ({
  ...(dailyBudget !== undefined && { dailyBudget }),
  ...(lifetimeBudget !== undefined && { lifetimeBudget }),
});

const delivering = ({ status, adSets }: CampaignState, now: number): readonly AdSetState[] =>
  status !== 'ACTIVE'
    ? []
    : adSets.filter(
        (adSet) => adSet.status === 'ACTIVE' && adSet.hasActiveAds && (adSet.endTime === undefined || adSet.endTime > now),
      );

function spendOf(campaign: CampaignState, now: number, count: (amount: number) => number) {
  const delivers = delivering(campaign, now);
  const spent = (kind: 'dailyBudget' | 'lifetimeBudget'): number => {
    if (delivers.length === 0) return 0;
    const own = campaign[kind];
    return own !== undefined ? count(own) : delivers.reduce((sum, adSet) => sum + count(adSet[kind] ?? 0), 0);
  };
  return { daily: spent('dailyBudget'), lifetime: spent('lifetimeBudget') };
}

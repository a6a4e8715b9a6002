import { defined } from '../base/defined.ts';
import type { AdSet, Budgets, EntityStatus } from '../ports/platform-accounts.ts';
import { type Paced, perDay, sharedPace } from './per-day.ts';

export interface CampaignState extends Paced {
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly adSets: readonly AdSetState[];
}

export interface AdSetState extends Paced {
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly hasActiveAds: boolean;
  /** Copied into another campaign, it may spend that one's budget. */
  readonly mayShare?: boolean;
}

interface StartedHolder extends Budgets {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
  readonly name: string;
  readonly adSetIds: readonly string[];
}

/** What a campaign or ad set spends before and after an operation, in the unit of `count`. */
export interface Rise {
  readonly id?: string;
  readonly perDay: Step;
  readonly lifetime: Step;
}

export interface Step {
  readonly from: number;
  readonly to: number;
}

/** What an operation newly sets delivering, in the unit of `count`. */
export interface Started {
  readonly daily: number;
  readonly lifetime: number;
  /** What a day may spend of both (per-day.ts); the limits are for this. */
  readonly perDay: number;
  readonly holders: readonly StartedHolder[];
  readonly rises: readonly Rise[];
  /** When the last of what starts ends by itself; null: never. Absent where nothing starts. */
  readonly until?: number | null;
}

export const nothingStarted: Started = { daily: 0, lifetime: 0, perDay: 0, holders: [], rises: [] };

/** Without campaigns that have no ad sets. */
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
 * Compares two states of the same campaigns. A campaign's budget is spent as soon as one of its ad
 * sets delivers; without one each ad set spends its own. `count` makes amounts summable without
 * rounding.
 */
export function startedBetween(
  before: readonly CampaignState[],
  after: readonly CampaignState[],
  now: number,
  count: (amount: number) => number,
): Started {
  const known = new Map(before.map((campaign) => [campaign.id, campaign]));
  const sums = { daily: 0, lifetime: 0, perDay: 0 };
  const holders: StartedHolder[] = [];
  const rises: Rise[] = [];
  const ends: (number | undefined)[] = [];
  for (const campaign of after) {
    const was = known.get(campaign.id) ?? { ...campaign, adSets: [] };
    const delivered = new Set(delivering(was, now).map(({ id }) => id));
    const [spentBefore, spent] = [spendOf(was, now, count), spendOf(campaign, now, count)];
    for (const kind of kinds)
      sums[kind] += Math.max(0, sumOf(spent, kind) - sumOf(spentBefore, kind));
    const isKnown = (id: string) =>
      known.has(campaign.id) && (id === was.id || was.adSets.some((each) => each.id === id));
    rises.push(...risesBetween(spentBefore, spent, isKnown));
    const fresh = delivering(campaign, now).filter(({ id }) => !delivered.has(id));
    ends.push(...fresh.map((adSet) => sharedPace(campaign, [adSet]).endTime));
    if (fresh.length > 0 && delivered.size === 0 && hasBudget(campaign))
      holders.push({
        type: 'campaign',
        ...holderOf(campaign),
        adSetIds: fresh.map(({ id }) => id),
      });
    for (const adSet of fresh)
      if (hasBudget(adSet))
        holders.push({ type: 'adset', ...holderOf(adSet), adSetIds: [adSet.id] });
  }
  const until = ends.includes(undefined) ? null : Math.max(...ends.map((end = 0) => end));
  return { ...sums, holders, rises, ...(ends.length > 0 && { until }) };
}

function risesBetween(before: Spend, after: Spend, isKnown: (id: string) => boolean): Rise[] {
  const found: Rise[] = [];
  for (const [id, spent] of after) {
    const was = before.get(id) ?? nothing;
    if (spent.perDay <= was.perDay && spent.lifetime <= was.lifetime) continue;
    const step = (kind: 'perDay' | 'lifetime'): Step => ({ from: was[kind], to: spent[kind] });
    found.push({ ...(isKnown(id) && { id }), perDay: step('perDay'), lifetime: step('lifetime') });
  }
  return found;
}

export const deliveringPerDay = (
  campaigns: readonly CampaignState[],
  now: number,
  count: (amount: number) => number,
): number =>
  campaigns.reduce((sum, campaign) => sum + sumOf(spendOf(campaign, now, count), 'perDay'), 0);

const hasBudget = ({ dailyBudget, lifetimeBudget }: Budgets) =>
  dailyBudget !== undefined || lifetimeBudget !== undefined;

const holderOf = (holder: CampaignState | AdSetState) => ({
  id: holder.id,
  name: holder.name,
  ...budgetsOf(holder),
});

export const budgetsOf = ({
  dailyBudget,
  lifetimeBudget,
}: { [B in keyof Budgets]: Budgets[B] | undefined }): Budgets =>
  defined({ dailyBudget, lifetimeBudget });

const isOpen = ({ endTime }: Paced, now: number) => endTime === undefined || endTime > now;

const delivering = (campaign: CampaignState, now: number): readonly AdSetState[] =>
  campaign.status !== 'ACTIVE' || !isOpen(campaign, now)
    ? []
    : campaign.adSets.filter(
        (adSet) => adSet.status === 'ACTIVE' && adSet.hasActiveAds && isOpen(adSet, now),
      );

const kinds = ['daily', 'lifetime', 'perDay'] as const;
type Spent = { readonly [K in (typeof kinds)[number]]: number };
type Spend = ReadonlyMap<string, Spent>;

const nothing: Spent = { daily: 0, lifetime: 0, perDay: 0 };

const sumOf = (spend: Spend, kind: keyof Spent) =>
  [...spend.values()].reduce((sum, each) => sum + each[kind], 0);

/**
 * A campaign's daily budget bounds what its ad sets spend in a day. Its lifetime budget is spent by
 * the ad sets that have none: above ad sets with budgets of their own it is a cap, which says
 * nothing about a day.
 */
function spendOf(campaign: CampaignState, now: number, count: (amount: number) => number): Spend {
  const delivers = delivering(campaign, now);
  if (delivers.length === 0) return new Map();
  const { dailyBudget, lifetimeBudget } = campaign;
  const sharing = delivers.filter(
    (adSet) => dailyBudget !== undefined || adSet.mayShare === true || !hasBudget(adSet),
  );
  const of = (holder: Budgets, kind: 'dailyBudget' | 'lifetimeBudget') => count(holder[kind] ?? 0);
  const own: Spent = {
    daily: of(campaign, 'dailyBudget'),
    lifetime: of(campaign, 'lifetimeBudget'),
    perDay:
      sharing.length === 0
        ? 0
        : count(perDay({ ...campaign, ...sharedPace(campaign, sharing) }, now)),
  };
  const ofAdSet = (adSet: AdSetState): Spent => ({
    daily: dailyBudget === undefined ? of(adSet, 'dailyBudget') : 0,
    lifetime: lifetimeBudget === undefined ? of(adSet, 'lifetimeBudget') : 0,
    perDay:
      dailyBudget !== undefined
        ? 0
        : count(perDay({ ...adSet, ...sharedPace(campaign, [adSet]) }, now)),
  });
  const spend = new Map([[campaign.id, own]]);
  for (const adSet of delivers) {
    const [known, more] = [spend.get(adSet.id) ?? nothing, ofAdSet(adSet)];
    spend.set(adSet.id, {
      daily: known.daily + more.daily,
      lifetime: known.lifetime + more.lifetime,
      perDay: known.perDay + more.perDay,
    });
  }
  return spend;
}

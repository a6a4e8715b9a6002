import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';

/** What a platform holds of one account, read without any of the code under test. */

export type Row = { readonly id: string; readonly [field: string]: unknown };
export type Held = {
  readonly campaigns: readonly Row[];
  readonly adsets: readonly Row[];
  readonly ads: readonly Row[];
};

/** Seeded objects carry the number of their account. */
const otherAccount = (id: string): boolean => /^12000000100[2-9]/.test(id);

/** Of the account in euros. */
export async function heldBy(fixture: {
  held(kind: 'campaigns' | 'adsets' | 'ads'): Promise<readonly Row[]>;
}): Promise<Held> {
  const own = (rows: readonly Row[]) => rows.filter(({ id }) => !otherAccount(id));
  const [campaigns, adsets, ads] = await Promise.all([
    fixture.held('campaigns'),
    fixture.held('adsets'),
    fixture.held('ads'),
  ]);
  return { campaigns: own(campaigns), adsets: own(adsets), ads: own(ads) };
}

export const budgetOf = (row: Row): number => Number(row.daily_budget ?? 0) / 100;

const DAY = 86_400_000;
const FAR = Number.MAX_SAFE_INTEGER;

/**
 * What a day may spend of each budget that delivers, by campaign or ad set: daily budgets, and
 * lifetime budgets divided by the days on which they are spent.
 */
export function spentByHolder(
  { campaigns, adsets, ads }: Held,
  now: number,
): ReadonlyMap<string, number> {
  const isOn = (row: Row | undefined): boolean => row?.status === 'ACTIVE';
  const endOf = (row: Row): number => Number(row.end_at ?? row.stop_at ?? 0) || FAR;
  const rate = (row: Row, starts: number, ends: number): number => {
    const days = ends === FAR ? 1 : Math.max(1, (ends - Math.max(now, starts)) / DAY);
    return budgetOf(row) || Number(row.lifetime_budget ?? 0) / 100 / days;
  };
  const found = new Map<string, number>();
  for (const campaign of campaigns) {
    const last =
      campaign.lifetime_budget === undefined || campaign.lifetime_budget === null
        ? FAR
        : endOf(campaign);
    const own = adsets.filter(
      (adSet) =>
        adSet.campaign_id === campaign.id &&
        isOn(adSet) &&
        isOn(campaign) &&
        Math.min(endOf(adSet), last) > now &&
        ads.some((ad) => ad.adset_id === adSet.id && isOn(ad) && ad.verdict !== 'DISAPPROVED'),
    );
    if (own.length === 0) continue;
    const starts = (adSet: Row): number => Number(adSet.start_at ?? 0);
    const ends = (adSet: Row): number => Math.min(endOf(adSet), last);
    const shared = rate(campaign, Math.min(...own.map(starts)), Math.max(...own.map(ends)));
    if (shared > 0) found.set(campaign.id, shared);
    else for (const adSet of own) found.set(adSet.id, rate(adSet, starts(adSet), ends(adSet)));
  }
  return found;
}

/** What a day may spend in all. */
export const delivering = (held: Held, now = 0): number =>
  [...spentByHolder(held, now).values()].reduce((sum, each) => sum + each, 0);

/** Few enough that what was changed is met again: two that deliver or could, and the two newest. */
export function pickFrom(
  { campaigns, adsets }: Held,
  type: 'campaign' | 'adset',
  index: number,
): string {
  const eur = seed.accounts.eur;
  const seeded =
    type === 'campaign'
      ? [seed.campaign(eur, 'traffic'), seed.campaign(eur, 'advantage')]
      : [seed.deliveringAdSet(eur, 'traffic'), seed.emptyAdSets(eur, 'traffic')[0]];
  const rows = type === 'campaign' ? campaigns : adsets;
  return [...seeded, ...rows.slice(-2).map(({ id }) => id)][index] ?? '';
}

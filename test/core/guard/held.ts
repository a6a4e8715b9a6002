import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';

/** What a platform holds of one account, read without any of the code under test. */

export type Row = { readonly id: string; readonly [field: string]: unknown };
export type Held = { readonly campaigns: readonly Row[]; readonly adsets: readonly Row[]; readonly ads: readonly Row[] };

/** Seeded objects carry the number of their account. */
const otherAccount = (id: string): boolean => /^12000000100[2-9]/.test(id);

/** Of the account in euros. */
export async function heldBy(fixture: { held(kind: 'campaigns' | 'adsets' | 'ads'): Promise<readonly Row[]> }): Promise<Held> {
  const own = (rows: readonly Row[]) => rows.filter(({ id }) => !otherAccount(id));
  const [campaigns, adsets, ads] = await Promise.all([fixture.held('campaigns'), fixture.held('adsets'), fixture.held('ads')]);
  return { campaigns: own(campaigns), adsets: own(adsets), ads: own(ads) };
}

export const budgetOf = (row: Row): number => Number(row.daily_budget ?? 0) / 100;

/** Daily budgets that deliver. */
export function delivering({ campaigns, adsets, ads }: Held): number {
  const isOn = (row: Row | undefined): boolean => row?.status === 'ACTIVE';
  const sets = adsets.filter(
    (adSet) =>
      isOn(adSet) &&
      isOn(campaigns.find(({ id }) => id === adSet.campaign_id)) &&
      ads.some((ad) => ad.adset_id === adSet.id && isOn(ad) && ad.verdict !== 'DISAPPROVED'),
  );
  return campaigns.reduce((sum, campaign) => {
    const own = sets.filter(({ campaign_id }) => campaign_id === campaign.id);
    if (own.length === 0) return sum;
    return sum + (budgetOf(campaign) || own.reduce((part, adSet) => part + budgetOf(adSet), 0));
  }, 0);
}

/** Few enough that what was changed is met again: two that deliver or could, and the two newest. */
export function pickFrom({ campaigns, adsets }: Held, type: 'campaign' | 'adset', index: number): string {
  const eur = seed.accounts.eur;
  const seeded =
    type === 'campaign'
      ? [seed.campaign(eur, 'traffic'), seed.campaign(eur, 'advantage')]
      : [seed.deliveringAdSet(eur, 'traffic'), seed.emptyAdSets(eur, 'traffic')[0]];
  const rows = type === 'campaign' ? campaigns : adsets;
  return [...seeded, ...rows.slice(-2).map(({ id }) => id)][index] ?? '';
}

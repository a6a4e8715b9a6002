import type { Access, AdPlatform } from '../core/ports/ad-platform.ts';

/** Ads the platform takes in one ad set. */
export const ROOM = 50;

/** Makes as many empty ad sets as hold that many ads. */
export async function makeRoomyAdSets({ create }: AdPlatform, access: Access, ads: number): Promise<string[]> {
  if (create === undefined) throw new Error('The platform cannot create ad sets.');
  const objective = 'OUTCOME_TRAFFIC';
  const campaign = await create.campaign(access, { name: 'Room', objective, status: 'PAUSED' });
  const ids: string[] = [];
  for (let i = 0; i < Math.ceil(ads / ROOM); i++) {
    const { id } = await create.adSet(access, {
      campaignId: campaign.id,
      campaign: { objective, hasBudget: false },
      name: `Room ${i}`,
      status: 'PAUSED',
      dailyBudget: 50,
      optimizationGoal: 'LINK_CLICKS',
      targeting: { geo_locations: { countries: ['US'] } },
    });
    ids.push(id);
  }
  return ids;
}

import type { AdPlatform } from '../core/ports/ad-platform.ts';
import type { Access } from '../core/ports/platform-accounts.ts';
import { sendCreation } from './creation.ts';

/** Ads the platform takes in one ad set. */
export const ROOM = 50;

/** Makes as many empty ad sets as hold that many ads. */
export async function makeRoomyAdSets(platform: AdPlatform, access: Access, ads: number): Promise<string[]> {
  const objective = 'OUTCOME_TRAFFIC';
  const campaign = await sendCreation(platform, access, 'campaign', { name: 'Room', objective }, 'room');
  if ('unanswered' in campaign) throw new Error(campaign.unanswered.message);
  const ids: string[] = [];
  for (let i = 0; i < Math.ceil(ads / ROOM); i++) {
    const input = {
      campaignId: campaign.id,
      name: `Room ${i}`,
      status: 'PAUSED',
      dailyBudget: 50,
      optimizationGoal: 'LINK_CLICKS',
      targeting: { geo_locations: { countries: ['US'] } },
    } as const;
    const adSet = await sendCreation(platform, access, 'adSet', input, `room-${i}`);
    if ('unanswered' in adSet) throw new Error(adSet.unanswered.message);
    ids.push(adSet.id);
  }
  return ids;
}

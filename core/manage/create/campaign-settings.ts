import { kind, type Store, type Write } from '../../ports/store.ts';

/**
 * What a caller said about a campaign that the platform keeps on ad sets: its bid, its conversion, that it
 * is meant to be automated. Ad sets created here take it over. Id: the campaign's id.
 */
export interface CampaignSettings {
  readonly bidAmount?: number;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly automated?: boolean;
}

export const campaignSettingsKind = kind<CampaignSettings>('campaign-settings');

export const settingsWrite = (companyId: string, campaignId: string, doc: CampaignSettings): Write => ({
  kind: campaignSettingsKind,
  companyId,
  id: campaignId,
  expect: 'absent',
  doc,
});

export async function readCampaignSettings(store: Store, companyId: string, campaignId: string): Promise<CampaignSettings> {
  return (await store.get(campaignSettingsKind, companyId, campaignId))?.doc ?? {};
}

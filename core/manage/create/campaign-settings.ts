import type { AccountKey } from '../../accounts/account-key.ts';
import { kind, type Store, type Write } from '../../ports/store.ts';

/**
 * What a caller said about a campaign that the platform keeps on ad sets: its bid, its conversion, that it
 * is meant to be automated. Ad sets created here take it over. Kept under account and campaign.
 */
export interface CampaignSettings {
  readonly bidAmount?: number;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly automated?: boolean;
}

export const campaignSettingsKind = kind<CampaignSettings>('campaign-settings');

const settingsId = (account: AccountKey, campaignId: string): string => `${account}/${campaignId}`;

export const settingsWrite = (companyId: string, account: AccountKey, campaignId: string, doc: CampaignSettings): Write => ({
  kind: campaignSettingsKind,
  companyId,
  id: settingsId(account, campaignId),
  expect: 'absent',
  doc,
});

export async function readCampaignSettings(
  store: Store,
  companyId: string,
  account: AccountKey,
  campaignId: string,
): Promise<CampaignSettings> {
  const stored =
    (await store.get(campaignSettingsKind, companyId, settingsId(account, campaignId))) ??
    // As they were kept before accounts had their platform in their keys.
    (await store.get(campaignSettingsKind, companyId, campaignId));
  return stored?.doc ?? {};
}

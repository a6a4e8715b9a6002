/** What a campaign request said that the platform keeps on ad sets. */
export type CampaignSettings = {
  readonly bidAmount?: number;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly automated?: boolean;
};

/** What a request for a campaign said that the platform keeps on ad sets: its bid, its conversion, that it is meant to be automated. */
export type CampaignSettings = {
  readonly bidAmount?: number;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly automated?: boolean;
};

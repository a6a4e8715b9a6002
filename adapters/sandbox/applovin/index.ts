import type { HeldStatus, Simulation, Table } from '../types.ts';
import { basePath, simulateApplovin } from './api.ts';
import { applovinAccountId, applovinAccounts } from './seed/ids.ts';
import { seedApplovinCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

const statuses: Table<HeldStatus> = { LIVE: 'ACTIVE', PAUSED: 'PAUSED' };

export const applovin: Simulation = {
  platform: 'app-network',
  name: 'applovin',
  basePath,
  create: simulateApplovin,
  seed: seedApplovinCompany,
  credentials: ({ token, number }) => ({
    apiKey: token,
    accountIds: applovinAccounts.map((_, index) => applovinAccountId(number, index + 1)).join(','),
  }),
  // A creative set outside every campaign is no longer an ad.
  statusOf: ({ status, campaign_ids }) =>
    Array.isArray(campaign_ids) && campaign_ids.length === 0 ? 'DELETED' : statuses[String(status)],
  stage,
};

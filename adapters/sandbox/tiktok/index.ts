import type { Simulation } from '../simulation.ts';
import { simulateTiktok } from './api.ts';
import { seedTiktokCompany } from './seed.ts';
import { appId, appSecret } from './seed-ids.ts';

/** The TikTok API for Business, simulated. */
export const tiktok: Simulation = {
  platform: 'short-video',
  name: 'tiktok',
  basePath: '/tiktok/open_api/v1.3',
  create: simulateTiktok,
  seed: seedTiktokCompany,
  credentials: ({ token }) => ({ accessToken: token, appId, secret: appSecret }),
  isDeleted: ({ operation_status }) => operation_status === 'DELETE',
};

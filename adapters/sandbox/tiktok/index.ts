import type { Simulation } from '../simulation.ts';
import type { HeldStatus } from '../stage.ts';
import { basePath, simulateTiktok } from './api.ts';
import { authorization } from './authorization.ts';
import { appId, appSecret } from './seed/ids.ts';
import { seedTiktokCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

const statuses: { readonly [operation: string]: HeldStatus } = { ENABLE: 'ACTIVE', DISABLE: 'PAUSED', DELETE: 'DELETED' };

export const tiktok: Simulation = {
  platform: 'short-video',
  name: 'tiktok',
  basePath,
  create: simulateTiktok,
  seed: seedTiktokCompany,
  credentials: ({ token }) => ({ accessToken: token, appId, secret: appSecret }),
  authorization,
  statusOf: ({ operation_status }) => statuses[String(operation_status)],
  stage,
};

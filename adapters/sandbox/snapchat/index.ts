import type { Simulation } from '../simulation.ts';
import { basePath, simulateSnapchat } from './api.ts';
import { authorization } from './authorization.ts';
import { seedSnapchatCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

export const snapchat: Simulation = {
  platform: 'photo-messaging',
  name: 'snapchat',
  basePath,
  create: simulateSnapchat,
  seed: seedSnapchatCompany,
  // Does not end; the seed has a refresh token for it.
  credentials: ({ token }) => ({ accessToken: token }),
  authorization,
  statusOf: ({ deleted, status }) =>
    deleted === true ? 'DELETED' : status === 'ACTIVE' || status === 'PAUSED' ? status : undefined,
  stage,
};

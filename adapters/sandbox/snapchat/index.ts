import type { Simulation } from '../simulation.ts';
import { basePath, simulateSnapchat } from './api.ts';
import { authorization } from './authorization.ts';
import { seedSnapchatCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

/** The Snapchat Marketing API, simulated. */
export const snapchat: Simulation = {
  platform: 'photo-messaging',
  name: 'snapchat',
  basePath,
  create: simulateSnapchat,
  seed: seedSnapchatCompany,
  // An access token that does not end; a refresh token for it is in the seed.
  credentials: ({ token }) => ({ accessToken: token }),
  authorization,
  statusOf: ({ deleted, status }) =>
    deleted === true ? 'DELETED' : status === 'ACTIVE' || status === 'PAUSED' ? status : undefined,
  stage,
};

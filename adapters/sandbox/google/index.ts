import type { Simulation } from '../simulation.ts';
import type { HeldStatus } from '../stage.ts';
import { basePath, simulateGoogle } from './api.ts';
import { authorization } from './authorization.ts';
import { clientId, clientSecret, developerToken, googleAccountId } from './seed/ids.ts';
import { seedGoogleCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

const statuses: { readonly [status: string]: HeldStatus } = { ENABLED: 'ACTIVE', PAUSED: 'PAUSED', REMOVED: 'DELETED' };

export const google: Simulation = {
  platform: 'search-ads',
  name: 'google',
  basePath,
  create: simulateGoogle,
  seed: seedGoogleCompany,
  credentials: ({ token, number }) => ({
    ...{
      developerToken,
      clientId,
      clientSecret,
      refreshToken: token,
      loginCustomerId: googleAccountId(number, 0),
      accessLevel: 'basic',
    },
    accessToken: `ya29.${token}.seed`,
  }),
  authorization,
  statusOf: ({ status }) => statuses[String(status)],
  stage,
};

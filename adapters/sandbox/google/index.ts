import { formApp } from '../kit/code-grant.ts';
import { refreshTokenOf } from '../kit/tokens.ts';
import type { HeldStatus, SimulatedAuthorization, Simulation, Table } from '../types.ts';
import { basePath, simulateGoogle } from './api.ts';
import { clientId, clientSecret, developerToken, googleAccountId } from './seed/ids.ts';
import { seedGoogleCompany } from './seed/seed.ts';
import { stage } from './stage.ts';
import { tokenKind } from './wire.ts';

const authorization: SimulatedAuthorization = {
  ...formApp(clientId, clientSecret),
  app: { clientId, clientSecret, developerToken },
  authorizePath: /^\/o\/oauth2\/v2\/auth$/,
  tokenPath: /^\/token$/,
  pkce: true,
  tokens(world, { token }, scopes) {
    world.change(tokenKind.idOf(token), { scopes });
    return {
      access_token: `ya29.${token}.${world.now().toString(36)}`,
      refresh_token: refreshTokenOf(token),
      expires_in: 3_600,
      token_type: 'Bearer',
      scope: scopes.join(' '),
    };
  },
};

const statuses: Table<HeldStatus> = { ENABLED: 'ACTIVE', PAUSED: 'PAUSED', REMOVED: 'DELETED' };

export const google: Simulation = {
  platform: 'search-ads',
  name: 'google',
  basePath,
  create: simulateGoogle,
  seed: seedGoogleCompany,
  credentials: ({ token, number }) => ({
    developerToken,
    clientId,
    clientSecret,
    refreshToken: refreshTokenOf(token),
    loginCustomerId: googleAccountId(number, 0),
    accessLevel: 'basic',
    accessToken: `ya29.${token}.seed`,
  }),
  refreshTokenOf,
  authorization,
  statusOf: ({ status }) => statuses[String(status)],
  stage,
};

import { formApp } from '../kit/code-grant.ts';
import { refreshTokenOf } from '../kit/tokens.ts';
import type { HeldStatus, SimulatedAuthorization, Simulation, Table } from '../types.ts';
import { basePath, simulateLinkedin } from './api.ts';
import { clientId, clientSecret } from './seed/ids.ts';
import { seedLinkedinCompany } from './seed/seed.ts';
import { stage } from './stage.ts';
import { tokenKind } from './wire.ts';

/** Programmatic refresh: sixty days, and a year. */
const authorization: SimulatedAuthorization = {
  ...formApp(clientId, clientSecret),
  authorizePath: /^\/oauth\/v2\/authorization$/,
  tokenPath: /^\/oauth\/v2\/accessToken$/,
  pkce: false,
  tokens(world, { token }, scopes) {
    for (const each of [token, `refresh of ${refreshTokenOf(token)}`])
      world.change(tokenKind.idOf(each), { scopes });
    return {
      access_token: token,
      expires_in: 5_184_000,
      refresh_token: refreshTokenOf(token),
      refresh_token_expires_in: 31_536_000,
      scope: scopes.join(','),
    };
  },
};

const statuses: Table<HeldStatus> = {
  ACTIVE: 'ACTIVE',
  PAUSED: 'PAUSED',
  DRAFT: 'PAUSED',
  PENDING_DELETION: 'DELETED',
  REMOVED: 'DELETED',
};

export const linkedin: Simulation = {
  platform: 'professional-network',
  name: 'linkedin',
  basePath,
  create: simulateLinkedin,
  seed: seedLinkedinCompany,
  credentials: ({ token }) => ({ accessToken: token }),
  refreshTokenOf,
  authorization,
  statusOf: ({ intendedStatus, status }) => statuses[String(intendedStatus ?? status)],
  stage,
};

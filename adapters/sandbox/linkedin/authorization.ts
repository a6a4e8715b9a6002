import { formApp } from '../kit/code-grant.ts';
import type { SimulatedAuthorization } from '../simulation.ts';
import { clientId, clientSecret } from './seed/ids.ts';

/** Programmatic refresh: sixty days, and a year. */
export const authorization: SimulatedAuthorization = {
  ...formApp(clientId, clientSecret),
  authorizePath: /^\/oauth\/v2\/authorization$/,
  tokenPath: /^\/oauth\/v2\/accessToken$/,
  pkce: false,
  tokens: (_world, { token }) => ({
    ...{ access_token: token, expires_in: 5_184_000 },
    ...{ refresh_token: `refresh-${token}`, refresh_token_expires_in: 31_536_000 },
    scope: 'rw_ads,r_ads_reporting,r_organization_social,w_organization_social',
  }),
};

import { formApp } from '../kit/code-grant.ts';
import type { SimulatedAuthorization } from '../simulation.ts';
import { clientId, clientSecret, developerToken } from './seed/ids.ts';

export const authorization: SimulatedAuthorization = {
  ...formApp(clientId, clientSecret),
  app: { clientId, clientSecret, developerToken },
  authorizePath: /^\/o\/oauth2\/v2\/auth$/,
  tokenPath: /^\/token$/,
  pkce: true,
  tokens: (world, { token }) => ({
    ...{ access_token: `ya29.${token}.${world.now().toString(36)}`, refresh_token: token, expires_in: 3_600 },
    ...{ token_type: 'Bearer', scope: 'https://www.googleapis.com/auth/adwords' },
  }),
};

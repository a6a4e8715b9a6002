import type { SimulatedAuthorization } from '../simulation.ts';
import { appId, appSecret, refreshTokenOf } from './seed/ids.ts';

/** Thirty days, and a year. */
export const authorization: SimulatedAuthorization = {
  app: { appId, appSecret },
  clientId: appId,
  names: { client: 'client_id', code: 'code' },
  authorizePath: /^\/oauth\/$/,
  tokenPath: /^\/v5\/oauth\/token$/,
  pkce: false,
  isCodeGrant: ({ grant_type }) => grant_type === 'authorization_code',
  isApp: (_params, authorization) => authorization === `Basic ${btoa(`${appId}:${appSecret}`)}`,
  tokens: (_world, { token }) => ({
    ...{ response_type: 'authorization_code', access_token: token, token_type: 'bearer', expires_in: 2_592_000 },
    ...{ refresh_token: refreshTokenOf(token), refresh_token_expires_in: 31_536_000 },
    scope: 'ads:read ads:write boards:read boards:write pins:read pins:write',
  }),
};

import type { SimulatedAuthorization, Simulation } from '../types.ts';
import { basePath, simulateMeta } from './api.ts';
import { appId, appSecret, tokenKind } from './graph/tokens.ts';
import { seedMetaCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

/** About an hour; about sixty days once exchanged. */
const authorization: SimulatedAuthorization = {
  app: { appId, appSecret },
  clientId: appId,
  names: { client: 'client_id', code: 'code' },
  authorizePath: /^\/v\d+\.\d+\/dialog\/oauth$/,
  tokenPath: /^\/v\d+\.\d+\/oauth\/access_token$/,
  pkce: false,
  isCodeGrant: ({ code }) => code !== undefined,
  isApp: ({ client_id, client_secret }) => client_id === appId && client_secret === appSecret,
  tokens(world, { token }, scopes) {
    world.change(tokenKind.idOf(token), { scopes });
    return { access_token: token, token_type: 'bearer', expires_in: 5_180 };
  },
  prolong: ({ fb_exchange_token: access_token }) =>
    access_token === undefined
      ? undefined
      : { access_token, token_type: 'bearer', expires_in: 5_183_944 },
};

export const meta: Simulation = {
  platform: 'primary',
  name: 'meta',
  tellsVersionsApart: true,
  basePath,
  create: simulateMeta,
  seed: seedMetaCompany,
  credentials: ({ token }) => ({ accessToken: token }),
  authorization,
  statusOf: ({ status }) =>
    status === 'ACTIVE' || status === 'PAUSED' || status === 'DELETED' ? status : undefined,
  stage,
};

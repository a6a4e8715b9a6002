import { formApp } from '../kit/code-grant.ts';
import { addToken, refreshTokenOf } from '../kit/tokens.ts';
import type { SimulatedAuthorization, Simulation } from '../types.ts';
import { basePath, simulateSnapchat } from './api.ts';
import { clientId, clientSecret } from './seed/ids.ts';
import { seedSnapchatCompany } from './seed/seed.ts';
import { stage } from './stage.ts';
import { tokenKind } from './wire.ts';

const lifeSeconds = 3_600;

const authorization: SimulatedAuthorization = {
  ...formApp(clientId, clientSecret),
  authorizePath: /^\/login\/oauth2\/authorize$/,
  tokenPath: /^\/login\/oauth2\/access_token$/,
  pkce: false,
  tokens(world, company) {
    const access_token = `sandbox-access-${world.sequence()}`;
    const ends_at = world.now() + lifeSeconds * 1_000;
    addToken(world, tokenKind, `snapchat_company:${company.number}`, access_token, {
      main: true,
      ends_at,
    });
    return {
      access_token,
      token_type: 'Bearer',
      expires_in: lifeSeconds,
      refresh_token: refreshTokenOf(company.token),
      scope: 'snapchat-marketing-api snapchat-offline-conversions-api',
    };
  },
};

export const snapchat: Simulation = {
  platform: 'photo-messaging',
  name: 'snapchat',
  basePath,
  create: simulateSnapchat,
  seed: seedSnapchatCompany,
  // Does not end; the seed has a refresh token for it.
  credentials: ({ token }) => ({ accessToken: token }),
  refreshTokenOf,
  authorization,
  statusOf: ({ deleted, status }) =>
    deleted === true ? 'DELETED' : status === 'ACTIVE' || status === 'PAUSED' ? status : undefined,
  stage,
};

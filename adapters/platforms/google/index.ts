import { formGrant, type OAuthDeclaration } from '../kit/oauth.ts';
import type { PlatformModule } from '../module.ts';
import { definition, scopes } from './definition.ts';
import { open } from './open.ts';
import { changeOperations } from './operations/changes.ts';
import { listOperations } from './operations/lists.ts';
import { queryOperations } from './operations/queries.ts';

/**
 * Google gives a refresh token at the first consent only, unless `prompt` asks each time. Addresses
 * and challenge: googleapis/google-auth-library-nodejs, src/auth/oauth2client.ts
 * (`oauth2AuthBaseUrl`, `oauth2TokenUrl`); `access_type` and `prompt`: the guide "Using OAuth 2.0
 * for Web Server Applications"; the scope: the vendor's generated client of the API. Read on
 * 2026-11-16; not tried.
 */
const oauth: OAuthDeclaration = {
  app: ['clientId', 'clientSecret', 'developerToken'],
  optional: ['developerToken'],
  clientId: 'clientId',
  kept: ['clientId', 'clientSecret', 'developerToken'],
  extras: ['loginCustomerId', 'accessLevel'],
  addresses: ({ baseUrl }) => ({
    authorize:
      baseUrl === undefined
        ? 'https://accounts.google.com/o/oauth2/v2/auth'
        : `${baseUrl}/o/oauth2/v2/auth`,
    token: baseUrl === undefined ? 'https://oauth2.googleapis.com/token' : `${baseUrl}/token`,
  }),
  scopes: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`),
  pkce: true,
  parameters: { access_type: 'offline', prompt: 'consent' },
  redeem: formGrant('clientId', 'clientSecret'),
};

export const google = {
  definition,
  oauth,
  open,
  // In the order of the reference pages.
  operations: [...listOperations, ...queryOperations, ...changeOperations] as const,
} satisfies PlatformModule;

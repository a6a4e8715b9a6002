import { formGrant, type OAuthDeclaration } from '../kit/oauth.ts';
import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';
import { operations } from './operations.ts';

/** The documentation of the Marketing API names no challenge. */
const oauth: OAuthDeclaration = {
  app: ['clientId', 'clientSecret'],
  clientId: 'clientId',
  kept: ['clientId', 'clientSecret'],
  addresses({ baseUrl }) {
    const beside = `${baseUrl?.replace(/\/v\d+$/, '') ?? 'https://accounts.snapchat.com'}/login/oauth2`;
    return { authorize: `${beside}/authorize`, token: `${beside}/access_token` };
  },
  scopes: ['snapchat-marketing-api', 'snapchat-offline-conversions-api'],
  pkce: false,
  redeem: formGrant('clientId', 'clientSecret'),
};

export const snapchat = { definition, oauth, open, operations } satisfies PlatformModule;

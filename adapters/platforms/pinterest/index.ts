import type { PlatformModule } from '../module.ts';
import type { OAuthDeclaration } from '../types.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';
import { usualUrl } from './version.ts';

/** Whether the platform takes a challenge is not documented. */
const oauth: OAuthDeclaration = {
  app: ['appId', 'appSecret'],
  clientId: 'appId',
  kept: ['appId', 'appSecret'],
  addresses: ({ baseUrl = usualUrl }) => ({
    authorize: baseUrl.startsWith('https://api.pinterest.com/')
      ? 'https://www.pinterest.com/oauth/'
      : `${baseUrl.replace(/\/v\d+$/, '')}/oauth/`,
    token: `${baseUrl}/oauth/token`,
  }),
  scopes: ['ads:read', 'ads:write', 'boards:read', 'boards:write', 'pins:read', 'pins:write'],
  between: ',',
  pkce: false,
  redeem: ({ appId = '', appSecret = '' }, { code, redirectUri, tokenUrl }) => ({
    method: 'POST',
    url: tokenUrl,
    headers: { Authorization: `Basic ${btoa(`${appId}:${appSecret}`)}` },
    body: {
      type: 'form',
      fields: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
    },
  }),
};

export const pinterest: PlatformModule = { definition, oauth, open };

import { asRow } from '../kit/json.ts';
import type { OAuthDeclaration } from '../kit/oauth.ts';

/** Scopes belong to the app, the token does not end, and the code comes back under a name of its own. */
export const oauth: OAuthDeclaration = {
  app: ['appId', 'secret'],
  clientId: 'appId',
  kept: ['appId', 'secret'],
  addresses: ({ baseUrl = 'https://business-api.tiktok.com/open_api/v1.3' }) => ({
    authorize: `${baseUrl.replace(/\/open_api\/v1\.3$/, '')}/portal/auth`,
    token: `${baseUrl}/oauth2/access_token/`,
  }),
  scopes: [],
  pkce: false,
  names: { client: 'app_id', code: 'auth_code' },
  redeem: ({ appId, secret }, { code, tokenUrl }) => ({
    method: 'POST',
    url: tokenUrl,
    body: { type: 'json', value: { app_id: appId, secret, auth_code: code } },
  }),
  bodyOf: ({ data }) => asRow(data),
};

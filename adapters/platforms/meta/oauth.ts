import { encodeQuery } from '../kit/json.ts';
import type { OAuthDeclaration } from '../types.ts';
import { adScopes, commentScopes, leadScopes } from './definition.ts';
import { version as versions } from './version.ts';

const withQuery = (url: string, query: { readonly [name: string]: string }): string =>
  `${url}?${encodeQuery(query)}`;

/**
 * A code gives a token of hours, exchanged for one of about 60 days, which nothing renews: the
 * person connects again. The app's secret signs calls.
 */
export const oauth: OAuthDeclaration = {
  app: ['appId', 'appSecret'],
  clientId: 'appId',
  kept: ['appSecret'],
  addresses: ({ baseUrl, version = versions.pinned }) => ({
    authorize: `${baseUrl ?? 'https://www.facebook.com'}/${version}/dialog/oauth`,
    token: `${baseUrl ?? 'https://graph.facebook.com'}/${version}/oauth/access_token`,
  }),
  scopes: [...adScopes, ...commentScopes],
  scopesFor: { leads: leadScopes },
  between: ',',
  pkce: false,
  redeem: ({ appId = '', appSecret = '' }, { code, redirectUri, tokenUrl }) => ({
    method: 'GET',
    url: withQuery(tokenUrl, {
      client_id: appId,
      client_secret: appSecret,
      redirect_uri: redirectUri,
      code,
    }),
  }),
  prolong: ({ appId = '', appSecret = '' }, accessToken, tokenUrl) => ({
    method: 'GET',
    url: withQuery(tokenUrl, {
      grant_type: 'fb_exchange_token',
      client_id: appId,
      client_secret: appSecret,
      fb_exchange_token: accessToken,
    }),
  }),
};

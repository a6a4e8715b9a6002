import { asRow } from '../kit/json.ts';
import type { PlatformModule } from '../module.ts';
import type { OAuthDeclaration } from '../types.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';
import { usualUrl } from './version.ts';

/**
 * Scopes belong to the app, the token does not end, and the code comes back as `auth_code`. Token
 * address: the vendor's SDK (tiktok/tiktok-business-api-sdk, java_sdk/docs/AuthenticationApi.md).
 * Sign-in address: no readable page of the vendor has it; ten public programs that connect
 * advertisers use `/portal/auth` with `app_id`, `state` and `redirect_uri`, and two of them say
 * that the vendor's portal shows it for an app. `www.tiktok.com/v2/auth/authorize` is for holders
 * of accounts, not for advertisers. Read on 2026-11-16; not tried.
 */
const oauth: OAuthDeclaration = {
  app: ['appId', 'secret'],
  clientId: 'appId',
  kept: ['appId', 'secret'],
  addresses: ({ baseUrl = usualUrl }) => ({
    authorize: `${baseUrl.replace(/\/open_api\/v[\d.]+$/, '')}/portal/auth`,
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

export const tiktok: PlatformModule = { definition, oauth, open };

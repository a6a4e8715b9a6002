import { formGrant, type OAuthDeclaration } from '../kit/oauth.ts';

/** A refresh token is given at the first consent only, unless consent is asked for each time. */
export const oauth: OAuthDeclaration = {
  app: ['clientId', 'clientSecret', 'developerToken'],
  optional: ['developerToken'],
  clientId: 'clientId',
  kept: ['clientId', 'clientSecret', 'developerToken'],
  extras: ['loginCustomerId', 'accessLevel'],
  addresses: ({ baseUrl }) => ({
    authorize: baseUrl === undefined ? 'https://accounts.google.com/o/oauth2/v2/auth' : `${baseUrl}/o/oauth2/v2/auth`,
    token: baseUrl === undefined ? 'https://oauth2.googleapis.com/token' : `${baseUrl}/token`,
  }),
  scopes: ['https://www.googleapis.com/auth/adwords'],
  pkce: true,
  parameters: { access_type: 'offline', prompt: 'consent' },
  redeem: formGrant('clientId', 'clientSecret'),
};

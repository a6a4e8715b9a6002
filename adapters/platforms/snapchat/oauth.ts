import { formGrant, type OAuthDeclaration } from '../kit/oauth.ts';

/** The documentation of the Marketing API names no challenge. */
export const oauth: OAuthDeclaration = {
  app: ['clientId', 'clientSecret'],
  clientId: 'clientId',
  kept: ['clientId', 'clientSecret'],
  addresses({ baseUrl }) {
    const beside = `${baseUrl?.replace(/\/v\d+$/, '') ?? 'https://accounts.snapchat.com'}/login/oauth2`;
    return { authorize: `${beside}/authorize`, token: `${beside}/access_token` };
  },
  scopes: ['snapchat-marketing-api'],
  pkce: false,
  redeem: formGrant('clientId', 'clientSecret'),
};

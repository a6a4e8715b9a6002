import { formGrant, type OAuthDeclaration } from '../kit/oauth.ts';

/**
 * Apps without programmatic refresh get an access token alone, for 60 days. The documentation names no challenge for web apps.
 */
export const oauth: OAuthDeclaration = {
  app: ['clientId', 'clientSecret'],
  clientId: 'clientId',
  kept: ['clientId', 'clientSecret'],
  addresses({ baseUrl }) {
    const beside = `${baseUrl?.replace(/\/rest$/, '') ?? 'https://www.linkedin.com'}/oauth/v2`;
    return { authorize: `${beside}/authorization`, token: `${beside}/accessToken` };
  },
  scopes: ['rw_ads', 'r_ads_reporting', 'r_organization_social', 'w_organization_social'],
  pkce: false,
  redeem: formGrant('clientId', 'clientSecret'),
};

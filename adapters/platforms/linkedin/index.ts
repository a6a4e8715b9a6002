import { formGrant, type OAuthDeclaration } from '../kit/oauth.ts';
import type { PlatformModule } from '../module.ts';
import { definition, scopes } from './definition.ts';
import { open } from './open.ts';
import { operations } from './operations.ts';

/**
 * Apps without programmatic refresh get an access token alone, for 60 days. The documentation names
 * no challenge for web apps. LinkedIn refuses the whole consent where the app lacks a scope:
 * `scopes` leaves out `rw_conversions` for apps without the product Conversions API.
 */
const oauth: OAuthDeclaration = {
  app: ['clientId', 'clientSecret', 'scopes'],
  optional: ['scopes'],
  clientId: 'clientId',
  kept: ['clientId', 'clientSecret'],
  addresses({ baseUrl }) {
    const beside = `${baseUrl?.replace(/\/rest$/, '') ?? 'https://www.linkedin.com'}/oauth/v2`;
    return { authorize: `${beside}/authorization`, token: `${beside}/accessToken` };
  },
  scopes,
  scopesFor: { leads: ['r_marketing_leadgen_automation'] },
  pkce: false,
  redeem: formGrant('clientId', 'clientSecret'),
};

export const linkedin = {
  definition,
  oauth,
  open,
  operations,
} satisfies PlatformModule;

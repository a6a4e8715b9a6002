import { creating } from '../kit/create-schema.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { adWith, textList, timedAdSet, timedCampaign, webLink } from '../kit/update-schema.ts';
import type { PlatformDefinition } from '../types.ts';
import { callsToAction, checkAd, identityOf, organizationField, postField } from './check.ts';
import { checks, placements } from './checks.ts';
import { adSetRequest, campaignRequest } from './create/schema.ts';
import { accountForm, entityForm, numberOf, organizationForm } from './urns.ts';
import { version } from './version.ts';

/** Asked for at sign-in. */
export const scopes = [
  'rw_ads',
  'r_ads_reporting',
  'r_organization_social',
  'w_organization_social',
  'r_organization_admin',
  'rw_conversions',
];

export const definition: PlatformDefinition = {
  id: 'professional-network',
  folder: 'linkedin',
  page: 'live/linkedin',
  label: 'Professional network (LinkedIn)',
  version,
  aliases: ['linkedin'],
  adSetWord: 'campaign',
  accountId: {
    matches: (text) => accountForm.test(text),
    canonical: numberOf,
    example: '508720451',
  },
  entityId: {
    pattern: entityForm,
    hint: 'digits, or a URN such as urn:li:sponsoredCampaignGroup:1, urn:li:sponsoredCampaign:1, urn:li:sponsoredCreative:1',
  },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Of a member with a role in the ad accounts. It expires after 60 days.',
        guide: ['Auth › OAuth 2.0 tools › Create token, with the permissions above.'],
        secret: true,
      },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: 'Slipway renews the access token with it, for 365 days from the first consent.',
        guide: [
          'Only apps that LinkedIn has approved for programmatic refresh get one, together with the access token.',
        ],
        secret: true,
      },
      {
        key: 'clientId',
        label: 'Client ID',
        hint: 'Needed with a refresh token.',
        guide: ['Auth tab of your app.'],
        secret: false,
      },
      {
        key: 'clientSecret',
        label: 'Client secret',
        hint: 'Needed with a refresh token.',
        guide: ['Auth tab of your app: Primary Client Secret.'],
        secret: true,
      },
    ],
    guide: {
      steps: [
        'At https://developer.linkedin.com choose My apps › Create app: name, LinkedIn Page, privacy policy, logo.',
        'Settings › Verify: send the link to a super admin of the Page, who opens it.',
        'Products › Advertising API › Request access.',
        'Auth: add https://YOUR-ADDRESS/oauth/callback to Authorized redirect URLs.',
      ],
      scopes,
      takes: 'LinkedIn reviews the request. Users report one to a few working days.',
      refused:
        'The token has expired (after 60 days), or the app lacks a permission. A 403 for an ad account: in the Development tier add each account to the app by its ID, under Products.',
    },
    ways: [
      ['accessToken'],
      ['accessToken', 'refreshToken', 'clientId', 'clientSecret'],
      ['refreshToken', 'clientId', 'clientSecret'],
    ],
  },
  // Amounts travel as decimals; the table says how fine they may be.
  accountLimit: {
    most: 5,
    message:
      'LinkedIn lets an app of the Development tier change at most five ad accounts: apply for the Standard tier before the sixth.',
    source: 'LinkedIn Marketing API, increasing access: Development tier',
    asOf: '2026-11-16',
  },
  currencies: usualCurrencies,
  metrics: {
    spend: 'costInLocalCurrency, decimal text in whole units',
    impressions: 'impressions',
    clicks: 'clicks',
    results: 'externalWebsiteConversions, oneClickLeads, or both, by the objective of the campaign',
    conversions: 'externalWebsiteConversions',
    conversionValue: 'conversionValueInLocalCurrency',
    reach: 'approximateMemberReach, over at most 92 days',
  },
  retentionDays: 730,
  create: creating(campaignRequest, adSetRequest),
  update: {
    campaign: { request: timedCampaign },
    adSet: { request: timedAdSet },
    ad: { request: adWith({ primaryTexts: textList(3_000, 1), link: webLink }) },
  },
  unchangeable: {
    ad: {
      headlines:
        'A post of LinkedIn keeps its title. Launch a new ad with the new title, then pause this one.',
    },
  },
  launch: {
    // sderosiaux/linkedin-ads-cli@aad73cf (2026-04) writes it and says that creatives tell none;
    // the source below reads it.
    mark: {
      field: 'name',
      of: 'creative',
      source: 'singer-io/tap-linkedin-ads@44d6bef, schemas/creatives.json',
      asOf: '2026-11-17',
      isTold: 'unknown',
    },
    types: ['single', 'postBoost'],
    withoutMedia: ['postBoost'],
    identity: 'platform-field',
    identityOf,
    extras: ['leadFormId'],
    fields: [
      {
        name: organizationField,
        header: 'Organization',
        note: 'The organization whose page the ad speaks for.',
        holds: 'id',
        usedBy: ['single', 'postBoost'],
      },
      {
        name: postField,
        header: 'Post URN',
        note: 'To sponsor a post that exists, of any kind: urn:li:share:… or urn:li:ugcPost:…, with the type Post boost.',
        holds: 'text',
        usedBy: ['postBoost'],
      },
    ],
    unused: ['adDescription'],
    callsToAction,
    documents: true,
    placements,
    checks,
    check: checkAd,
  },
  lists: [
    { path: 'organizations', kind: 'identities', summary: 'Organizations ads can speak for' },
    {
      path: 'posts',
      kind: 'posts',
      of: {
        field: 'organization',
        pattern: organizationForm,
        hint: 'Give an organization as the list of organizations has it.',
      },
      summary: 'Posts of an organization that can be sponsored',
    },
  ],
};

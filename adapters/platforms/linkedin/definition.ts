import type { PlatformDefinition } from '../../../core/ports/platform-definition.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { callsToAction, checkAd, identityOf, organizationField, postField } from './check.ts';
import { checks, placements } from './checks.ts';
import { accountForm, entityForm, numberOf, organizationForm } from './urns.ts';
import { version } from './version.ts';

export const definition: PlatformDefinition = {
  id: 'professional-network',
  folder: 'linkedin',
  label: 'Professional network (LinkedIn)',
  version,
  aliases: ['linkedin'],
  adSetWord: 'campaign',
  accountId: { matches: (text) => accountForm.test(text), canonical: numberOf, example: '508720451' },
  entityId: {
    pattern: entityForm,
    hint: 'digits, or a URN such as urn:li:sponsoredCampaignGroup:1, urn:li:sponsoredCampaign:1, urn:li:sponsoredCreative:1',
  },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Of a member with a role in the ad accounts, with the scopes rw_ads, r_ads_reporting, r_organization_social and w_organization_social. It works for 60 days.',
        secret: true,
      },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: 'With it the access token is renewed by itself. It works for a year; apps without programmatic refresh have none.',
        secret: true,
      },
      { key: 'clientId', label: 'Client ID', hint: 'Of your developer app, under Auth. Needed to renew tokens.', secret: false },
      { key: 'clientSecret', label: 'Client secret', hint: 'Of your developer app, under Auth.', secret: true },
    ],
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
  launch: {
    mark: { field: 'name', of: 'creative', source: 'LinkedIn Marketing API, creatives', asOf: '2026-11-16' },
    types: ['single', 'postBoost'],
    identity: 'platform-field',
    identityOf,
    extras: [],
    fields: [
      {
        name: organizationField,
        header: 'Organization',
        note: 'The organization whose page the ad speaks for. Needed on the professional network.',
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

import { launchTypes } from '../../../core/ports/launch-ad.ts';
import type { PlatformDefinition } from '../../../core/ports/platform-definition.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { adWarnings, checkAd } from './check.ts';
import { checks } from './checks.ts';
import { adSetRecord, adSetRequest, campaignRecord, campaignRequest } from './create/schema.ts';
import { callsToAction } from './creative/call-to-action.ts';
import { macros, placements } from './placements.ts';
import { adSetUpdate, adUpdate, campaignUpdate } from './update/schema.ts';
import { version } from './version.ts';

export const definition: PlatformDefinition = {
  id: 'primary',
  folder: 'meta',
  page: 'live/meta',
  label: 'Primary (Meta)',
  version,
  aliases: ['meta', 'facebook'],
  adSetWord: 'ad set',
  accountId: {
    matches: (text) => /^(act_)?\d+$/.test(text),
    canonical: (text) => (text.startsWith('act_') ? text : `act_${text}`),
    example: 'act_1234567890',
  },
  entityId: { pattern: /^\d{1,30}$/, hint: 'digits only' },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Of a system user, in the business settings. Choose Never as its end, or 60 days, which Meta suggests: Slipway asks Meta which it is and tells the end 14, 7 and 1 days before. It needs ads_management, ads_read, pages_show_list, pages_read_engagement and pages_manage_ads.',
        secret: true,
      },
      {
        key: 'appSecret',
        label: 'App secret',
        hint: 'Only where your app asks for a proof with every call. In the basic settings of the app.',
        secret: true,
      },
    ],
    ways: [['accessToken']],
  },
  currencies: usualCurrencies,
  metrics: {
    spend: 'spend, decimal text in whole units',
    impressions: 'impressions',
    clicks: 'clicks, all clicks',
    results: 'results, by indicator; no values means none; kinds are never added',
    conversions: 'actions, one purchase entry: the same purchase is repeated under up to eight types',
    conversionValue: 'action_values, the entry chosen for conversions',
    reach: 'reach',
  },
  // 37 months.
  retentionDays: 1127,
  byCountry: true,
  create: {
    campaign: { request: campaignRequest, record: campaignRecord },
    adSet: { request: adSetRequest, record: adSetRecord },
  },
  update: {
    campaign: { request: campaignUpdate },
    adSet: { request: adSetUpdate },
    ad: { request: adUpdate },
  },
  launch: {
    mark: {
      field: 'adlabels',
      of: 'ad',
      source: 'Meta Marketing API, ad: facebook-nodejs-business-sdk, src/objects/ad.js',
      asOf: '2026-11-16',
    },
    types: launchTypes,
    identity: 'page-and-profile',
    extras: ['promoCode', 'aiMediaSelfDisclosure'],
    fields: [],
    mediaPlatforms: ['secondary', 'instagram'],
    callsToAction,
    phoneLinks: true,
    macros,
    checks,
    placements,
    check: checkAd,
    warnings: adWarnings,
    postOwner: ({ page }) => page,
  },
  lists: [
    {
      path: 'posts',
      kind: 'posts',
      of: { field: 'page', pattern: /^\d{1,30}$/, hint: 'Give the id of a page: digits.' },
      summary: 'Posts of a page that can be boosted',
    },
  ],
};

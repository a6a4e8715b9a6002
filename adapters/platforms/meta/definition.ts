import { launchTypes } from '../../../core/ports/launch-ad.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import type { PlatformDefinition } from '../types.ts';
import { adWarnings, checkAd } from './check.ts';
import { checks, macros, placements } from './checks.ts';
import { adSetRecord, adSetRequest, campaignRecord, campaignRequest } from './create/schema.ts';
import { callsToAction } from './creative/call-to-action.ts';
import { adSetUpdate, adUpdate, campaignUpdate } from './update/schema.ts';
import { version } from './version.ts';

/** Permissions to launch, manage and report. */
export const adScopes = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
] as const;
/** Permissions to read and answer comments under ads. */
export const commentScopes = [
  'pages_manage_engagement',
  'instagram_basic',
  'instagram_manage_comments',
] as const;

/** Permissions to read leads, and to be told of them. */
export const leadScopes = ['leads_retrieval', 'pages_manage_metadata'] as const;

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
        hint: 'Of a system user. Meta shows it once.',
        guide: [
          'Meta Business Suite › Settings › Users › System users › Add, with the role Admin.',
          'Assign assets: the ad accounts, the Pages, the datasets (pixels) and the app.',
          'Generate token: choose the app, the permissions and the expiry. Meta offers Never or 60 days, and suggests 60.',
        ],
        secret: true,
      },
      {
        key: 'appSecret',
        label: 'App secret',
        hint: 'Only if your app demands a proof with every call, or sends notices of leads.',
        guide: ['In the basic settings of the app at developers.facebook.com/apps.'],
        secret: true,
      },
    ],
    guide: {
      steps: [
        'At https://developers.facebook.com/apps choose Create App, with a name without FB, Face, Book, Insta or Gram.',
        'Choose the use case Create & manage ads with Marketing API.',
        'In the Business step connect the portfolio that owns the ad account. App and system user must belong to the same portfolio.',
      ],
      scopes: [
        ...adScopes,
        `for comments: ${commentScopes.join(', ')}`,
        `for leads: ${leadScopes.join(', ')}`,
      ],
      takes:
        'no wait for ad accounts of your own business. To act for other businesses Meta asks for App Review.',
      refused:
        'The token was copied in part, has expired or was revoked (190), or lacks a permission or an assigned asset (#200, #10, #294). Generate a new one.',
    },
    ways: [['accessToken']],
  },
  currencies: usualCurrencies,
  metrics: {
    spend: 'spend, decimal text in whole units',
    impressions: 'impressions',
    clicks: 'clicks, all clicks',
    results: 'results, by indicator; no values means none; kinds are never added',
    conversions:
      'actions, one purchase entry: the same purchase is repeated under up to eight types',
    conversionValue: 'action_values, the entry chosen for conversions',
    videoViews:
      'actions, the entry video_view: played for three seconds, or nearly whole where it is shorter',
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
    extras: ['promoCode', 'aiMediaSelfDisclosure', 'leadFormId'],
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

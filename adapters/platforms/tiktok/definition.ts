import { usualCurrencies } from '../kit/currencies.ts';
import { adWith, namedCampaign, targetedAdSet, textList, webLink } from '../kit/update-schema.ts';
import type { PlatformDefinition } from '../types.ts';
import {
  adWarnings,
  callsToAction,
  checkAd,
  identityField,
  identityOf,
  musicField,
} from './check.ts';
import { checks, macros, placements } from './checks.ts';
import { adSetRecord, adSetRequest, campaignRecord, campaignRequest } from './create/schema.ts';
import { manualEnd } from './family.ts';
import { version } from './version.ts';

const timesOfAdGroups = 'TikTok keeps the times with the ad groups: change those.';

export const definition: PlatformDefinition = {
  id: 'short-video',
  folder: 'tiktok',
  page: 'live/tiktok',
  label: 'Short video (TikTok)',
  version,
  endings: [manualEnd],
  aliases: ['tiktok'],
  adSetWord: 'ad group',
  accountId: {
    matches: (text) => /^\d+$/.test(text),
    canonical: (text) => text,
    example: '7000000000000000000',
  },
  entityId: { pattern: /^\d{1,30}$/, hint: 'digits only' },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Of an advertiser who authorized your app. It has no fixed end.',
        guide: [
          'Open the Advertiser authorization URL of the app, sign in, tick the ad accounts, Confirm.',
          'The address you come back to holds auth_code. Exchange it at once: the guide has the command.',
        ],
        secret: true,
      },
      {
        key: 'appId',
        label: 'App ID',
        hint: 'With the secret, Slipway finds all ad accounts.',
        guide: ['My Apps in the TikTok API for Business portal, your app.'],
        secret: false,
      },
      {
        key: 'secret',
        label: 'App secret',
        hint: 'Beside the app ID.',
        guide: ['My Apps in the TikTok API for Business portal, your app.'],
        secret: true,
      },
      {
        key: 'advertiserIds',
        label: 'Advertiser IDs',
        hint: 'Instead of app ID and secret: the ad accounts, separated by commas.',
        guide: ['The IDs of the ad accounts that you ticked when you authorized the app.'],
        secret: false,
      },
    ],
    guide: {
      steps: [
        'Open https://business-api.tiktok.com/portal and choose Become a Developer. Apps of developers.tiktok.com and of TikTok Shop do not work here.',
        'My Apps › Create an App, with the Advertiser redirect URL https://YOUR-ADDRESS/oauth/callback.',
        'Tick the scopes below and Submit. TikTok reviews the app.',
        'Ask your TikTok representative to allow-list your ad accounts for the Upgraded Smart+ API: after 2026-12-31 TikTok creates no manual campaigns.',
      ],
      scopes: [
        'Ad Account Management',
        'Ads Management: campaigns, ad groups and ads, read, create and update',
        'Reporting, with Upgraded Smart+ Report',
        'Creative Management: posts, identities and Creative tool',
      ],
      takes: 'TikTok reviews the app. Users report 2 to 3 working days.',
      refused:
        'TikTok does not accept the token (40104, 40105): authorize the app again. If a scope is missing (40001), add it, wait for the review, then authorize again: a token has the scopes of the day it was made.',
    },
    ways: [
      ['accessToken', 'appId', 'secret'],
      ['accessToken', 'advertiserIds'],
    ],
  },
  // Amounts travel as decimals; the table says how fine they may be.
  currencies: usualCurrencies,
  metrics: {
    spend: 'spend, decimal text in whole units',
    impressions: 'impressions',
    clicks: 'clicks',
    results: 'result',
    conversions: 'complete_payment',
    conversionValue: 'total_complete_payment_rate, which is the value despite its name',
    reach: 'reach',
  },
  retentionDays: 1127,
  byCountry: true,
  create: {
    campaign: { request: campaignRequest, record: campaignRecord },
    adSet: { request: adSetRequest, record: adSetRecord },
  },
  update: {
    campaign: { request: namedCampaign },
    adSet: { request: targetedAdSet },
    /** All of its texts. Manual ads have one. */
    ad: { request: adWith({ primaryTexts: textList(100, 5), link: webLink }) },
  },
  unchangeable: {
    campaign: {
      startTime: timesOfAdGroups,
      endTime: timesOfAdGroups,
      bidAmount: 'Bids belong to the ad groups: change those.',
    },
    ad: { headlines: 'Ads of TikTok have a text and no headline: change primaryTexts.' },
  },
  launch: {
    mark: {
      field: 'ad_name',
      of: 'ad',
      source:
        'TikTok API for Business v1.3, ad/get: bububa/tiktok-business@051f6c0, model/ad/ad.go',
      asOf: '2026-11-17',
    },
    types: ['single', 'postBoost'],
    identity: 'platform-field',
    identityOf,
    extras: ['leadFormId'],
    fields: [
      {
        name: identityField,
        header: 'TikTok identity',
        aliases: ['Short-video identity'],
        note: 'The account the ad is shown under.',
        holds: 'id',
        usedBy: ['single', 'postBoost'],
      },
      {
        name: musicField,
        header: 'TikTok music',
        aliases: ['Short-video music'],
        note: 'The id of the music of an image in an Upgraded Smart+ ad group. Optional.',
        holds: 'id',
      },
    ],
    unused: ['title', 'adDescription'],
    callsToAction,
    macros,
    checks,
    placements,
    check: checkAd,
    warnings: adWarnings,
    decisive: ['smart_plus', 'manual_ended'],
  },
  lists: [
    { path: 'identities', kind: 'identities', summary: 'Identities ads can run under' },
    {
      path: 'posts',
      kind: 'posts',
      of: {
        field: 'identity',
        pattern: /./,
        hint: 'Give an identity as the list of identities has it.',
      },
      summary: 'Posts of an identity that can be boosted',
    },
  ],
};

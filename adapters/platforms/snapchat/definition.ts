import { creating } from '../kit/create-schema.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { adWith, textList, timedAdSet, timedCampaign, webLink } from '../kit/update-schema.ts';
import type { PlatformDefinition } from '../types.ts';
import { checkAd, identityOf, longest } from './check.ts';
import { checks, placements } from './checks.ts';
import { adSetRequest, campaignRequest } from './create/schema.ts';
import { callsToAction, fieldNames, launchedTypes } from './fields.ts';
import { version } from './version.ts';
import { isUuid, uuid } from './wire/values.ts';

export const definition: PlatformDefinition = {
  id: 'photo-messaging',
  folder: 'snapchat',
  page: 'live/snapchat',
  label: 'Photo messaging (Snapchat)',
  version,
  aliases: ['snapchat', 'snap'],
  adSetWord: 'ad squad',
  accountId: {
    matches: isUuid,
    canonical: (text) => text.toLowerCase(),
    example: '8adc3db7-8148-4fbf-999c-8d2266369d74',
  },
  entityId: { pattern: uuid, hint: 'a UUID, such as 8adc3db7-8148-4fbf-999c-8d2266369d74' },
  credentials: {
    fields: [
      {
        key: 'clientId',
        label: 'Client ID',
        hint: 'Of your OAuth app.',
        guide: ['Ads Manager, menu › Business Details, your OAuth app.'],
        secret: false,
      },
      {
        key: 'clientSecret',
        label: 'Client secret',
        hint: 'Of the same OAuth app.',
        guide: ['Snapchat shows it once, when you make the app.'],
        secret: true,
      },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: 'Slipway renews access tokens with it.',
        guide: [
          'Open https://accounts.snapchat.com/login/oauth2/authorize with your client ID and the scope, sign in, and copy code from the address you come back to.',
          'Exchange the code: the guide has both addresses. The answer has refresh_token.',
        ],
        secret: true,
      },
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Only to try it: it expires after an hour.',
        guide: ['The answer that has refresh_token has access_token too.'],
        secret: true,
      },
    ],
    guide: {
      steps: [
        'At https://business.snapchat.com have a business with an ad account and a payment method, and be Organization Admin.',
        'Ads Manager, menu › Business Details › + OAuth App. Accept the terms.',
        'Snap Redirect URI: https://YOUR-ADDRESS/oauth/callback. It cannot be edited later.',
      ],
      scopes: ['snapchat-marketing-api', 'snapchat-offline-conversions-api'],
      takes: 'minutes. Snapchat has no review.',
      refused:
        'Check that client ID, secret and refresh token belong to the same app. A 403 on one ad account: the person has no role there, add it under Members.',
    },
    ways: [['clientId', 'clientSecret', 'refreshToken'], ['accessToken']],
  },
  // Amounts travel as millionths; the table says how fine they may be.
  currencies: usualCurrencies,
  metrics: {
    spend: 'spend, millionths of a unit',
    impressions: 'impressions',
    clicks: 'swipes',
    results: 'what the ad squad is optimised for: swipes, video_views, conversion_*',
    conversions: 'conversion_purchases',
    conversionValue: 'conversion_purchases_value, millionths of a unit',
    reach: 'uniques, of campaigns, ad squads and ads',
  },
  // No end is known.
  retentionDays: 3650,
  create: creating(campaignRequest, adSetRequest),
  update: {
    campaign: { request: timedCampaign },
    adSet: { request: timedAdSet },
    ad: { request: adWith({ headlines: textList(longest.headline, 1), link: webLink }) },
  },
  unchangeable: {
    ad: { primaryTexts: 'Ads of Snapchat show a headline alone: change headlines.' },
  },
  byCountry: true,
  launch: {
    mark: {
      field: 'name',
      of: 'ad',
      source: 'Snapchat Ads API, ads: Enubia/snapchat-marketing-sdk, src/interfaces',
      asOf: '2026-11-16',
    },
    types: ['single', 'multi'],
    multi: 'ads',
    identity: 'platform-field',
    identityOf,
    extras: [],
    fields: [
      {
        name: fieldNames.profileId,
        header: 'Snapchat profile',
        aliases: ['Photo-messaging profile'],
        note: 'The public profile the ad speaks for.',
        holds: 'id',
        usedBy: ['single', 'multi'],
      },
      {
        name: fieldNames.brandName,
        header: 'Snapchat brand name',
        aliases: ['Photo-messaging brand name'],
        note: `The name shown with the ad, at most ${longest.brandName} characters.`,
        holds: 'text',
        usedBy: ['single', 'multi'],
        example: 'Harbour',
      },
      {
        name: fieldNames.headline,
        header: 'Snapchat headline',
        aliases: ['Photo-messaging headline'],
        note: `At most ${longest.headline} characters. Where it is empty, Headline is shown.`,
        holds: 'text',
      },
      {
        name: fieldNames.adType,
        header: 'Snapchat ad type',
        aliases: ['Photo-messaging ad type'],
        note: 'SNAP_AD leads nowhere, WEB_VIEW to a web page. Where it is empty, Link decides.',
        holds: 'text',
        choices: launchedTypes,
      },
      {
        name: fieldNames.cta,
        header: 'Snapchat call to action',
        aliases: ['Photo-messaging call to action'],
        note: 'The button on Snapchat, where it is another than Call to action.',
        holds: 'text',
        choices: callsToAction,
      },
    ],
    unused: ['description', 'adDescription'],
    callsToAction,
    checks,
    placements,
    check: checkAd,
  },
  lists: [
    {
      path: 'profiles',
      kind: 'identities',
      summary: 'Public profiles that creatives of the account speak for',
    },
  ],
};

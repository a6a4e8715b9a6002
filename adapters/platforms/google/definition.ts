import { creating } from '../kit/create-schema.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { adWith, bidAdSet, bidCampaign, textList, webLink } from '../kit/update-schema.ts';
import type { PlatformDefinition } from '../types.ts';
import { checkAd } from './check.ts';
import { assetTypes } from './check-assets.ts';
import { checks, placements } from './checks.ts';
import { adSetRequest, campaignRequest } from './create/schema.ts';
import { version } from './version.ts';
import { fields, macros } from './words.ts';

/** 123-456-7890, customers/1234567890 and 1234567890 are one account. */
export const customerId = (text: string) => text.replace(/^customers\//, '').replace(/-/g, '');

/**
 * Asked for at sign-in. Events go to the Data Manager API (ingestion_service.proto of googleapis).
 */
export const scopes = ['adwords', 'datamanager'];

const timesOfCampaign = 'Google Ads keeps the times with the campaign: change those.';

export const definition: PlatformDefinition = {
  id: 'search-ads',
  folder: 'google',
  page: 'live/google-ads',
  label: 'Search ads (Google Ads)',
  version,
  aliases: ['google-ads', 'google'],
  adSetWord: 'ad group',
  accountId: {
    matches: (text) => /^(customers\/)?\d{3}-?\d{3}-?\d{4}$/.test(text),
    canonical: customerId,
    example: '1234567890',
  },
  // An asset in an asset group is named by both and its place there.
  entityId: {
    pattern: /^\d{1,20}(~\d{1,20}~[A-Z_]{1,40})?$/,
    hint: 'digits only, or group~asset~FIELD_TYPE',
  },
  credentials: {
    fields: [
      {
        key: 'clientId',
        label: 'OAuth client ID',
        hint: 'Of your Google Cloud project.',
        guide: ['APIs & Services › Credentials › your OAuth client.'],
        secret: false,
      },
      {
        key: 'clientSecret',
        label: 'OAuth client secret',
        hint: 'Beside the client ID.',
        guide: ['APIs & Services › Credentials › your OAuth client.'],
        secret: true,
      },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: 'Of a user of the ad accounts. Without datamanager Slipway cannot send conversions.',
        guide: [
          'Open https://developers.google.com/oauthplayground, press the gear, tick Use your own OAuth credentials.',
          'Enter the scopes, Authorize APIs, sign in as the user of the ad account.',
          'Exchange authorization code for tokens, and copy the refresh token.',
        ],
        secret: true,
      },
      {
        key: 'loginCustomerId',
        label: 'Manager account',
        hint: 'Only if the user reaches the ad account through a manager, as 123-456-7890.',
        secret: false,
      },
      {
        key: 'accessLevel',
        label: 'Access level',
        hint: 'test, explorer, basic or standard, so that plans say how many operations a day are left.',
        guide: [
          'https://console.cloud.google.com/google/ads-apis/overview shows the level of the project.',
        ],
        secret: false,
      },
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Leave it out: Slipway makes it from the refresh token.',
        secret: true,
      },
      {
        key: 'developerToken',
        label: 'Developer token',
        hint: 'Leave it out: Google ignores developer tokens since 2026-09-09.',
        secret: true,
        retired:
          'Google ignores developer tokens since 2026-09-09, and a later version of its API refuses them.',
      },
    ],
    guide: {
      steps: [
        'In the Google Cloud console make a project, then API Library › Google Ads API › Enable.',
        'OAuth consent screen › Audience: Internal, or External and Publish app. In Testing, refresh tokens expire after 7 days.',
        'Credentials › Create credentials › OAuth client ID › Web application, with the redirect addresses https://YOUR-ADDRESS/oauth/callback and https://developers.google.com/oauthplayground.',
        'Apply for Explorer access at https://console.cloud.google.com/google/ads-apis/overview.',
      ],
      scopes: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`),
      takes: 'minutes. Google approves Explorer access automatically in most cases.',
      refused:
        'invalid_grant after a week: publish the consent screen and get a new token. USER_PERMISSION_DENIED: give the manager account, or sign in as another user. CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: apply for Explorer access.',
    },
    ways: [['clientId', 'clientSecret', 'refreshToken']],
  },
  // Amounts travel as millionths; the table says how fine they may be.
  currencies: usualCurrencies,
  metrics: {
    spend: 'metrics.cost_micros, millionths as text',
    impressions: 'metrics.impressions',
    clicks: 'metrics.clicks',
    results: 'metrics.conversions',
    conversions: 'metrics.conversions',
    conversionValue: 'metrics.conversions_value',
  },
  retentionDays: 1127,
  create: creating(campaignRequest, adSetRequest),
  update: {
    campaign: { request: bidCampaign },
    adSet: { request: bidAdSet },
    /** Descriptions are the primary texts. */
    ad: {
      request: adWith({
        headlines: textList(30, 15),
        primaryTexts: textList(90, 4),
        link: webLink,
      }),
    },
  },
  unchangeable: { adSet: { startTime: timesOfCampaign, endTime: timesOfCampaign } },
  launch: {
    mark: {
      field: 'url_custom_parameters',
      of: 'ad',
      source: 'Google Ads API v25, resources/ad.proto of googleapis@f8291d2b89',
      asOf: '2026-11-17',
    },
    types: ['single', 'multi'],
    // Each image or video is an asset of its own.
    multi: 'ads',
    withoutMedia: ['single'],
    identity: 'platform-field',
    extras: [],
    fields: [
      {
        name: fields.headlines,
        header: 'Headlines',
        note: '3 to 15 headlines of a search ad, up to 30 characters each: a line each, or between bars.',
        holds: 'text',
        usedBy: ['single'],
        example: 'A coat for every tide | Dry feet, all winter | Light for long evenings',
      },
      {
        name: fields.descriptions,
        header: 'Descriptions',
        note: '2 to 4 descriptions of a search ad, up to 90 characters each: a line each, or between bars.',
        holds: 'text',
        usedBy: ['single'],
        example: 'From the harbour, in every weather. | Delivered to your door.',
      },
      {
        name: fields.pins,
        header: 'Pins',
        note: 'H1:2 shows the first headline in the second place only; D1:1 the first description in the first.',
        holds: 'text',
      },
      {
        name: fields.path1,
        header: 'Path 1',
        note: 'Shown behind the address of a search ad, up to 15 characters.',
        holds: 'text',
      },
      {
        name: fields.path2,
        header: 'Path 2',
        note: 'Shown behind path 1, up to 15 characters.',
        holds: 'text',
      },
      {
        name: fields.trackingTemplate,
        header: 'Tracking template',
        note: 'The address a click passes through, with {lpurl} for the page: {lpurl}?source=search.',
        holds: 'text',
      },
      {
        name: fields.ignorablePolicyTopics,
        header: 'Ignorable policy topics',
        note: 'Policy topics of search ads to ask an exemption for, such as TRADEMARKS_IN_AD_TEXT. Nothing is asked for by itself.',
        holds: 'text',
      },
      {
        name: fields.assetType,
        header: 'Asset type',
        note: 'Where an image or video stands in an asset group. Empty: its shape decides; a logo must be named.',
        holds: 'text',
        choices: assetTypes,
        usedBy: ['multi'],
      },
    ],
    unused: ['title', 'description', 'adDescription'],
    callsToAction: [],
    macros,
    placements,
    checks,
    check: checkAd,
  },
};

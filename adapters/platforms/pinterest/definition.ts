import { creating } from '../kit/create-schema.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { adWith, timedAdSet, timedCampaign, webLink } from '../kit/update-schema.ts';
import type { PlatformDefinition } from '../types.ts';
import { boardField, buttonField, callsToAction, checkAd, identityOf } from './check.ts';
import { checks, placements } from './checks.ts';
import { adSetRequest, campaignRequest } from './create/schema.ts';
import { version } from './version.ts';

const textsOfPin =
  'The texts belong to the pin, and an ad of Pinterest keeps its pin. Launch a new ad with the new texts, then pause this one.';

export const definition: PlatformDefinition = {
  id: 'pin',
  folder: 'pinterest',
  page: 'live/pinterest',
  label: 'Pin (Pinterest)',
  version,
  aliases: ['pinterest'],
  adSetWord: 'ad group',
  accountId: {
    matches: (text) => /^\d{1,18}$/.test(text),
    canonical: (text) => text,
    example: '549755885175',
  },
  entityId: { pattern: /^\d{1,30}$/, hint: 'digits only' },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'With all permissions above. Without a refresh token the connection ends with it.',
        guide: [
          'Sign in through your app with all scopes. A token of Generate Access Token in the portal has fewer scopes and is not enough.',
        ],
        secret: true,
      },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: 'Slipway renews access tokens with it.',
        guide: [
          'Pinterest answers it together with the access token when you sign in through your app.',
        ],
        secret: true,
      },
      {
        key: 'appId',
        label: 'App ID',
        hint: 'Needed with a refresh token.',
        guide: ['My apps › Manage › Configure.'],
        secret: false,
      },
      {
        key: 'appSecret',
        label: 'App secret',
        hint: 'Needed with a refresh token.',
        guide: ['My apps › Manage › Configure: App secret key.'],
        secret: true,
      },
    ],
    guide: {
      steps: [
        'At https://developers.pinterest.com/apps choose Connect app, with a name without “Pinterest”, website and privacy policy. Submit it for Trial access.',
        'My apps › Manage › Configure: add the redirect address https://YOUR-ADDRESS/oauth/callback.',
        'To launch, ask for Standard access, with a video of the whole sign-in and of an action over the API. With Trial access pins are visible to their creator alone.',
      ],
      scopes: ['ads:read', 'ads:write', 'boards:read', 'boards:write', 'pins:read', 'pins:write'],
      takes: 'two reviews: Trial on working days, Standard without a stated time.',
      refused:
        'Check app ID and secret, and that the token has all scopes. Code 29 means that the app has Trial access: ask for Standard.',
    },
    ways: [['accessToken'], ['refreshToken', 'appId', 'appSecret']],
  },
  // Amounts travel as millionths; the table says how fine they may be.
  currencies: usualCurrencies,
  metrics: {
    spend: 'SPEND_IN_MICRO_DOLLAR, millionths of the currency of the account despite its name',
    impressions: 'TOTAL_IMPRESSION, paid and earned',
    clicks: 'TOTAL_CLICKTHROUGH, paid and earned',
    results:
      'by the objective of the campaign: TOTAL_IMPRESSION, TOTAL_CLICKTHROUGH or TOTAL_CONVERSIONS',
    conversions: 'TOTAL_CONVERSIONS',
    conversionValue: 'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
    reach: 'TOTAL_IMPRESSION_USER, within the last 90 days',
  },
  // Of reports in the background; other figures go back 90 days.
  retentionDays: 914,
  create: creating(campaignRequest, adSetRequest),
  update: {
    campaign: { request: timedCampaign },
    adSet: { request: timedAdSet },
    ad: { request: adWith({ link: webLink }) },
  },
  unchangeable: { ad: { headlines: textsOfPin, primaryTexts: textsOfPin } },
  launch: {
    mark: {
      field: 'link',
      of: 'pin',
      source: 'Pinterest API v5, Pin and PinCreate of pinterest/api-description 5.23.0',
      asOf: '2026-11-17',
    },
    types: ['single', 'carousel', 'postBoost'],
    identity: 'platform-field',
    identityOf,
    extras: ['leadFormId'],
    fields: [
      {
        name: boardField,
        header: 'Pinterest board',
        aliases: ['Pin board'],
        note: 'The board that the pin of the ad is put on. To boost a pin, leave it empty.',
        holds: 'id',
        usedBy: ['single', 'carousel'],
      },
      {
        name: buttonField,
        header: 'Pinterest button',
        aliases: ['Pin button'],
        note: 'The button on Pinterest, where it is another than Call to action.',
        holds: 'text',
        choices: callsToAction,
      },
    ],
    unused: ['adDescription'],
    callsToAction,
    // The platform is not known to fill in any.
    macros: [],
    checks,
    placements,
    check: checkAd,
  },
  lists: [
    { path: 'boards', kind: 'identities', summary: 'Boards that pins of ads can be put on' },
    {
      path: 'pins',
      kind: 'posts',
      of: {
        field: 'board',
        pattern: /^\d{1,30}$/,
        hint: 'Give the id of a board as the list of boards has it.',
      },
      summary: 'Pins of a board that can be boosted',
    },
  ],
};

import type { PlatformDefinition } from '../../../core/ports/platform-definition.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { callsToAction } from './call-to-action.ts';
import { adWarnings, checkAd, identityField, identityOf } from './check.ts';
import { checks, macros, placements } from './checks.ts';
import { version } from './version.ts';

export const definition: PlatformDefinition = {
  id: 'short-video',
  folder: 'tiktok',
  page: 'live/tiktok',
  label: 'Short video (TikTok)',
  version,
  aliases: ['tiktok'],
  adSetWord: 'ad group',
  accountId: { matches: (text) => /^\d+$/.test(text), canonical: (text) => text, example: '7000000000000000000' },
  entityId: { pattern: /^\d{1,30}$/, hint: 'digits only' },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'What the platform answers when an advertiser authorises your developer app. It does not expire.',
        secret: true,
      },
      { key: 'appId', label: 'App ID', hint: 'Of your developer app; with its secret all ad accounts are found.', secret: false },
      { key: 'secret', label: 'App secret', hint: 'Of your developer app.', secret: true },
      {
        key: 'advertiserIds',
        label: 'Advertiser IDs',
        hint: 'Instead of app ID and secret: the ad accounts, separated by commas.',
        secret: false,
      },
    ],
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
  launch: {
    mark: {
      field: 'ad_name',
      of: 'ad',
      source: 'TikTok API for Business v1.3, ad/get: bububa/tiktok-business@051f6c0, model/ad/ad.go',
      asOf: '2026-11-17',
    },
    types: ['single', 'postBoost'],
    identity: 'platform-field',
    identityOf,
    extras: [],
    fields: [
      {
        name: identityField,
        header: 'Short-video identity',
        note: 'The account the ad is shown under. Needed on the short-video platform.',
        holds: 'id',
        usedBy: ['single', 'postBoost'],
      },
    ],
    unused: ['title', 'adDescription'],
    callsToAction,
    macros,
    checks,
    placements,
    check: checkAd,
    warnings: adWarnings,
  },
  lists: [
    { path: 'identities', kind: 'identities', summary: 'Identities ads can run under' },
    {
      path: 'posts',
      kind: 'posts',
      of: { field: 'identity', pattern: /./, hint: 'Give an identity as the list of identities has it.' },
      summary: 'Posts of an identity that can be boosted',
    },
  ],
};

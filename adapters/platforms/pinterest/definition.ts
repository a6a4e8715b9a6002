import type { PlatformDefinition } from '../../../core/ports/platform-definition.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { callsToAction } from './call-to-action.ts';
import { boardField, buttonField, checkAd, identityOf } from './check.ts';
import { checks, placements } from './checks.ts';
import { version } from './version.ts';

export const definition: PlatformDefinition = {
  id: 'pin',
  folder: 'pinterest',
  page: 'live/pinterest',
  label: 'Pin (Pinterest)',
  version,
  aliases: ['pinterest'],
  adSetWord: 'ad group',
  accountId: { matches: (text) => /^\d{1,18}$/.test(text), canonical: (text) => text, example: '549755885175' },
  entityId: { pattern: /^\d{1,30}$/, hint: 'digits only' },
  credentials: {
    fields: [
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Of your developer app, with the scopes ads, pins and boards, each for reading and writing. It ends after some weeks.',
        secret: true,
      },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: 'Instead of an access token, or beside it: access tokens are then renewed by themselves.',
        secret: true,
      },
      { key: 'appId', label: 'App ID', hint: 'Of your developer app. Needed with a refresh token.', secret: false },
      { key: 'appSecret', label: 'App secret', hint: 'Of your developer app. Needed with a refresh token.', secret: true },
    ],
    ways: [['accessToken'], ['refreshToken', 'appId', 'appSecret']],
  },
  // Amounts travel as millionths; the table says how fine they may be.
  currencies: usualCurrencies,
  metrics: {
    spend: 'SPEND_IN_MICRO_DOLLAR, millionths of the currency of the account despite its name',
    impressions: 'TOTAL_IMPRESSION, paid and earned',
    clicks: 'TOTAL_CLICKTHROUGH, paid and earned',
    results: 'by the objective of the campaign: TOTAL_IMPRESSION, TOTAL_CLICKTHROUGH or TOTAL_CONVERSIONS',
    conversions: 'TOTAL_CONVERSIONS',
    conversionValue: 'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
    reach: 'TOTAL_IMPRESSION_USER, within the last 90 days',
  },
  // Of reports in the background; other figures go back 90 days.
  retentionDays: 914,
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
    extras: [],
    fields: [
      {
        name: boardField,
        header: 'Pin board',
        note: 'The board that the pin of the ad is put on. Needed on the pin platform, except to boost a pin.',
        holds: 'id',
        usedBy: ['single', 'carousel'],
      },
      {
        name: buttonField,
        header: 'Pin button',
        note: 'The button of the ad on the pin platform, where it is another than the call to action.',
        holds: 'text',
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
      of: { field: 'board', pattern: /^\d{1,30}$/, hint: 'Give the id of a board as the list of boards has it.' },
      summary: 'Pins of a board that can be boosted',
    },
  ],
};

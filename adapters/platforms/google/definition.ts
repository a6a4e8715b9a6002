import type { PlatformDefinition } from '../../../core/ports/platform-definition.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { checkAd } from './check.ts';
import { checks, placements } from './checks.ts';
import { macros } from './macros.ts';
import { version } from './version.ts';
import { fields } from './words.ts';

/** 123-456-7890, customers/1234567890 and 1234567890 are one account. */
export const customerId = (text: string): string => text.replace(/^customers\//, '').replace(/-/g, '');

/** Asked for at sign-in. Events go to the Data Manager API (ingestion_service.proto of googleapis). */
export const scopes = ['adwords', 'datamanager'];

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
  entityId: { pattern: /^\d{1,20}(~\d{1,20}~[A-Z_]{1,40})?$/, hint: 'digits only, or group~asset~FIELD_TYPE' },
  credentials: {
    fields: [
      { key: 'clientId', label: 'OAuth client ID', hint: 'Of your Google Cloud project, under Credentials.', secret: false },
      { key: 'clientSecret', label: 'OAuth client secret', hint: 'Beside the client ID.', secret: true },
      {
        key: 'refreshToken',
        label: 'Refresh token',
        hint: `What Google answers when a user of the ad accounts grants the scopes ${scopes.join(' and ')} to your OAuth client; without datamanager no conversions can be sent.`,
        secret: true,
      },
      {
        key: 'loginCustomerId',
        label: 'Manager account',
        hint: 'The manager through which the ad accounts are reached, 123-456-7890. Leave it out where the user has them directly.',
        secret: false,
      },
      {
        key: 'accessLevel',
        label: 'Access level',
        hint: 'Of your Google Cloud project: test, explorer, basic or standard. It says how many operations a day are allowed, which plans tell.',
        secret: false,
      },
      {
        key: 'accessToken',
        label: 'Access token',
        hint: 'Leave it out: it is made from the refresh token.',
        secret: true,
      },
      {
        key: 'developerToken',
        label: 'Developer token',
        hint: 'Leave it out: Google ignores developer tokens since 2026-09-09. Access belongs to the Google Cloud project.',
        secret: true,
        retired: 'Google ignores developer tokens since 2026-09-09, and a later version of its API refuses them.',
      },
    ],
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
      },
      {
        name: fields.descriptions,
        header: 'Descriptions',
        note: '2 to 4 descriptions of a search ad, up to 90 characters each: a line each, or between bars.',
        holds: 'text',
        usedBy: ['single'],
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
      { name: fields.path2, header: 'Path 2', note: 'Shown behind path 1, up to 15 characters.', holds: 'text' },
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
        note: 'Where an image or video stands in an asset group: LOGO, MARKETING_IMAGE and others. Left empty it follows the shape.',
        holds: 'text',
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

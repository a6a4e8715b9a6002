import { creating } from '../kit/create-schema.ts';
import { usualCurrencies } from '../kit/currencies.ts';
import { adWith, bidAdSet, textList, timedCampaign, webLink } from '../kit/update-schema.ts';
import type { PlatformDefinition } from '../types.ts';
import { checkAd } from './check.ts';
import { checks, macros, placements } from './checks.ts';
import { adSetRequest, campaignRequest } from './create/schema.ts';
import { version } from './version.ts';

const timesOfCampaign = 'Campaigns have the times here: change that of the campaign.';

export const definition: PlatformDefinition = {
  id: 'openai-ads',
  folder: 'openai',
  page: 'live/openai',
  version,
  // Beta until a record of a probe with a live account is in the repository.
  label: 'Chat ads (OpenAI Ads beta)',
  aliases: ['openai', 'chat-ads', 'openai ads', 'chatgpt', 'chatgpt-ads'],
  adSetWord: 'ad group',
  accountId: {
    matches: (text) => /^adacct_[A-Za-z0-9]{1,64}$/.test(text),
    canonical: (text) => text,
    example: 'adacct_0123456789abcdef0123456789abcdef',
  },
  entityId: { pattern: /^[A-Za-z0-9_-]{4,80}$/, hint: 'letters, digits and underscores' },
  credentials: {
    fields: [
      {
        key: 'apiKey',
        label: 'Ads API key',
        hint: 'Of one ad account. A key of the OpenAI API platform does not work here.',
        guide: ['Ads Manager of the account › Settings › API keys › Create key. It is shown once.'],
        secret: true,
      },
      {
        key: 'conversionsKey',
        label: 'Conversions key',
        hint: 'Only to send conversion events. It looks like the Ads API key and is another one.',
        guide: ['Ads Manager of the account › Settings › Conversions API › Create key.'],
        secret: true,
      },
    ],
    guide: {
      steps: [
        'Have an ad account of OpenAI Ads that you are an admin of. Its brand must be approved, and a payment method be there, before anything is shown.',
        'Each ad account has keys of its own: make one connection for each account.',
      ],
      takes: 'minutes. OpenAI needs no app and no review of it.',
      refused:
        'Check that the key was made in Ads Manager, by an admin, for this ad account. A key that begins with sk- may be of another product.',
    },
    ways: [['apiKey'], ['apiKey', 'conversionsKey']],
  },
  // Seen: US dollar and euro. The table says how fine amounts may be.
  currencies: usualCurrencies,
  metrics: {
    spend: 'spend, decimal in whole units',
    impressions: 'impressions',
    clicks: 'clicks',
    results: 'by what the campaign pays for: impressions, clicks or conversions',
    conversions: 'conversions after a click, of the event settings of the campaign',
    conversionValue: 'order_created_attributed_sales',
  },
  retentionDays: 365,
  create: creating(campaignRequest, adSetRequest),
  update: {
    campaign: { request: timedCampaign },
    /**
     * The bid: for a click or a conversion, for a thousand impressions where the campaign pays for
     * these.
     */
    adSet: { request: bidAdSet },
    /** A title and a body of a card. */
    ad: {
      request: adWith({
        headlines: textList(50, 1),
        primaryTexts: textList(100, 1),
        link: webLink,
      }),
    },
  },
  unchangeable: { adSet: { startTime: timesOfCampaign, endTime: timesOfCampaign } },
  launch: {
    mark: {
      field: 'name',
      of: 'ad',
      source: 'https://developers.openai.com/ads, ads: name, and its filter in lists',
      asOf: '2026-09-10',
    },
    types: ['single', 'multi'],
    multi: 'ads',
    identity: 'none',
    extras: [],
    fields: [],
    unused: ['adDescription', 'enhancements', 'media[n].thumbnail'],
    callsToAction: [],
    macros,
    checks,
    placements,
    check: checkAd,
  },
};

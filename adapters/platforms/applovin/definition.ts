import { currencyTable } from '../../../core/base/money.ts';
import { endingCampaign } from '../kit/update-schema.ts';
import type { CheckRow, PlatformDefinition } from '../types.ts';
import { adWarnings, checkAd, endCardField } from './check.ts';
import { version } from './version.ts';

const specifications = { source: 'Axon by AppLovin, specifications of assets', asOf: '2026-11-16' };
const images = 'Images are end cards of 9:16, banners of 32:5 or rectangles of 6:5.';

const checks: readonly CheckRow[] = [
  {
    about: 'ratio',
    id: 'video',
    placement: 'full screen',
    ratio: 9 / 16,
    media: 'video',
    says: 'Videos are 9:16.',
    ...specifications,
  },
  {
    about: 'ratio',
    id: 'end-card',
    placement: 'end card',
    ratio: 9 / 16,
    media: 'image',
    says: images,
    ...specifications,
  },
  {
    about: 'ratio',
    id: 'banner',
    placement: 'banner',
    ratio: 32 / 5,
    media: 'image',
    says: images,
    ...specifications,
  },
  {
    about: 'ratio',
    id: 'rectangle',
    placement: 'rectangle',
    ratio: 6 / 5,
    media: 'image',
    says: images,
    ...specifications,
  },
  {
    about: 'duration',
    id: 'length',
    most: 60,
    says: 'Videos take at most 60 seconds.',
    ...specifications,
  },
];

const filesAlone =
  'A creative set of AppLovin holds files alone, and its address belongs to the app or the campaign. Launch a new ad with other files.';

export const definition: PlatformDefinition = {
  id: 'app-network',
  folder: 'applovin',
  page: 'live/applovin',
  label: 'App network (AppLovin)',
  version,
  aliases: ['applovin', 'axon'],
  adSetWord: 'campaign',
  // A campaign holds creative sets, which are the ads here.
  adSets: 'campaigns',
  accountId: {
    matches: (text) => /^\d{1,20}$/.test(text),
    canonical: (text) => text,
    example: '300004',
  },
  entityId: { pattern: /^\d{1,30}$/, hint: 'digits only' },
  credentials: {
    fields: [
      {
        key: 'apiKey',
        label: 'Campaign Management API key',
        hint: 'Neither the Report key nor the Management key of MAX works here.',
        guide: ['Axon dashboard: your account, top right › Keys › Campaign Management API key.'],
        secret: true,
      },
      {
        key: 'accountIds',
        label: 'Account IDs',
        hint: 'Several separated by commas: a key does not say which accounts it opens.',
        guide: [
          'Axon dashboard: your account, top right › Go to settings. The ID is the number after the account name.',
        ],
        secret: false,
      },
    ],
    guide: {
      steps: ['Have an Axon account with a campaign. AppLovin needs no app and no sign-in.'],
      takes: 'minutes if your dashboard shows the key. If it does not, ask your AppLovin contact.',
      refused:
        'Check that it is the Campaign Management API key, and that each account ID belongs to it.',
    },
    ways: [['apiKey', 'accountIds']],
  },
  currencies: currencyTable([], ['USD']),
  metrics: {},
  retentionDays: 45,
  update: { campaign: { request: endingCampaign } },
  unchangeable: {
    campaign: {
      startTime: 'A campaign of AppLovin keeps its start. Make a new campaign with another one.',
    },
    ad: { headlines: filesAlone, primaryTexts: filesAlone, link: filesAlone },
  },
  launch: {
    mark: {
      field: 'name',
      of: 'creative set',
      source:
        'Axon Campaign Management API v1 as api-evangelist/applovin@1a419f5 describes it: CreativeSet of create and list',
      asOf: '2026-11-17',
    },
    checks,
    types: ['single'],
    identity: 'none',
    extras: [],
    fields: [
      {
        name: endCardField,
        header: 'End card',
        note: 'What is shown after the video: the id of an HTML asset of the account, or the https address of an HTML file.',
        holds: 'id',
        usedBy: ['single'],
      },
    ],
    unused: ['title', 'description', 'adDescription'],
    callsToAction: [],
    // The platform is not known to fill in any.
    macros: [],
    check: checkAd,
    warnings: adWarnings,
  },
};

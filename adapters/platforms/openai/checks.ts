import type { CheckRow, Macro, Placement } from '../types.ts';

const page = { source: 'https://developers.openai.com/ads, ads', asOf: '2026-09-10' };
const files = { source: 'https://developers.openai.com/ads, files', asOf: '2026-09-10' };
const seen = { source: 'Press reports on how cards are shown', asOf: '2026-11-16' };

export const checks: readonly CheckRow[] = [
  {
    about: 'length',
    id: 'title',
    field: 'title',
    most: 50,
    says: 'The title of a card has 3 to 50 characters.',
    ...page,
  },
  {
    about: 'length',
    id: 'text',
    field: 'description',
    most: 100,
    says: 'The text of a card has at most 100 characters.',
    ...page,
  },
  {
    about: 'length',
    id: 'link',
    field: 'link',
    most: 2048,
    says: 'A link has at most 2048 characters.',
    ...page,
  },
  {
    about: 'length',
    id: 'name',
    field: 'adName',
    most: 1000,
    says: 'A name has 3 to 1000 characters.',
    ...page,
  },
  {
    about: 'length',
    id: 'title-shown',
    field: 'title',
    most: 16,
    advice: true,
    says: 'About 16 characters of a title are shown.',
    ...seen,
  },
  {
    about: 'length',
    id: 'text-shown',
    field: 'description',
    most: 32,
    advice: true,
    says: 'About 32 characters of a text are shown.',
    ...seen,
  },
  {
    about: 'ratio',
    id: 'card',
    placement: 'chat card',
    ratio: 1,
    media: 'image',
    says: 'A square image of at least 640 by 640 pixels is shown whole.',
    ...files,
  },
  {
    about: 'review',
    id: 'review',
    changes: ['headlines', 'primaryTexts', 'link'],
    says: 'A changed card is a new version, which is reviewed before it is shown.',
    ...page,
  },
];

export const placements: readonly Placement[] = [
  { id: 'chat_card', kind: 'tile', label: 'Chat card', source: page.source, asOf: page.asOf },
];

const filledIn = {
  source: 'https://developers.openai.com/ads, campaign management',
  asOf: '2026-09-10',
};
const ours = { source: 'Written out when the ad is made (checks.ts)', asOf: '2026-11-17' };

/** Single braces are the platform's own. */
export const macros: readonly Macro[] = [
  { name: 'campaign.id', sent: '{campaign_id}', ...filledIn },
  { name: 'ad.id', sent: '{ad_id}', ...filledIn },
  { name: 'adset.id', ...ours },
  { name: 'adset.name', ...ours },
  { name: 'ad.name', ...ours },
];

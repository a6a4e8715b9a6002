import { wordsIn } from '../kit/json.ts';
import type { CheckRow, Macro, Placement } from '../types.ts';

const asOf = '2026-11-15';
const ratios = {
  source: 'Recommended ratios, as public guides of the Marketing API quote them',
  asOf,
};
const feed = {
  source: 'developers.facebook.com/docs/marketing-api/ad-creative/asset-feed-spec/options',
  asOf,
};
const learning = { source: 'facebook.com/business/help/112167992830700 and 316478108955072', asOf };
const review = { source: 'facebook.com/business/help/204798856225114', asOf };
const adSets = { source: 'Marketing API v25, ad sets: promoted_object', asOf };

const feedTypes = ['multi', 'flexible'] as const;

type LearningRow = Extract<CheckRow, { readonly about: 'learning' }>;

const learns = (change: LearningRow['change'], id: string, says: string): LearningRow => ({
  about: 'learning',
  id: `learning-${id}`,
  change,
  learning: 'resets',
  says,
  ...learning,
});

/** Combinations without a row are not known. */
export const checks: readonly CheckRow[] = [
  {
    about: 'ratio',
    id: 'feed-square',
    placement: 'feed',
    ratio: 1,
    says: 'Feeds show squares whole.',
    ...ratios,
  },
  {
    about: 'ratio',
    id: 'feed-portrait',
    placement: 'feed',
    ratio: 4 / 5,
    says: 'Feeds show 4:5 whole.',
    ...ratios,
  },
  {
    about: 'ratio',
    id: 'story',
    placement: 'story and reel',
    ratio: 9 / 16,
    says: 'Stories and reels show 9:16 whole.',
    ...ratios,
  },
  {
    about: 'ratio',
    id: 'column',
    placement: 'right column',
    ratio: 1.91,
    says: 'The right column shows 1.91:1 whole.',
    ...ratios,
  },
  {
    about: 'ratio',
    id: 'in-stream',
    placement: 'in-stream',
    ratio: 16 / 9,
    says: 'In-stream shows 16:9 whole.',
    ...ratios,
  },
  {
    about: 'length',
    id: 'feed-title',
    field: 'title',
    most: 255,
    types: feedTypes,
    says: 'Headlines of asset feeds have at most 255 characters.',
    ...feed,
  },
  {
    about: 'length',
    id: 'feed-description',
    field: 'adDescription',
    most: 255,
    types: feedTypes,
    says: 'Descriptions of asset feeds have at most 255 characters.',
    ...feed,
  },
  {
    about: 'length',
    id: 'title',
    field: 'title',
    most: 255,
    advice: true,
    types: ['single', 'carousel'],
    says: 'Headlines have at most 255 characters in asset feeds; of other ads no limit is published.',
    ...feed,
  },
  {
    about: 'length',
    id: 'feed-text',
    field: 'description',
    most: 1024,
    types: feedTypes,
    says: 'Texts of asset feeds have at most 1024 characters.',
    ...feed,
  },
  {
    about: 'matrix',
    id: 'flexible-objectives',
    types: ['flexible'],
    leastMedia: 2,
    objectives: ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'],
    says: 'Outside the objectives OUTCOME_SALES and OUTCOME_APP_PROMOTION one of the media of a flexible ad is shown, and no other.',
    source: 'developers.facebook.com/docs/marketing-api, flexible ad format',
    asOf,
  },
  {
    about: 'matrix',
    id: 'conversions-event',
    goals: ['OFFSITE_CONVERSIONS'],
    needs: [
      ['pixel_id', 'custom_event_type'],
      ['custom_conversion_id'],
      ['product_set_id'],
      ['application_id'],
      ['offline_conversion_data_set_id'],
    ],
    says: 'The goal OFFSITE_CONVERSIONS needs to know what counts as a conversion.',
    ...adSets,
  },
  {
    about: 'matrix',
    id: 'app-object',
    goals: ['APP_INSTALLS'],
    needs: [['application_id', 'object_store_url']],
    says: 'The goal APP_INSTALLS needs the app and its address in the store.',
    ...adSets,
  },
  learns('newAd', 'new-ad', 'A new ad sets the learning phase of its ad set back.'),
  learns('targeting', 'targeting', 'A change of targeting sets the learning phase back.'),
  learns('creative', 'creative', 'Another creative sets the learning phase back.'),
  {
    about: 'review',
    id: 'review',
    changes: ['creative'],
    says: 'Another creative is reviewed before the ad shows it.',
    ...review,
  },
  learns('bidStrategy', 'bid-strategy', 'Another bid strategy sets the learning phase back.'),
  {
    ...learns(
      'budget',
      'budget',
      'A change of budget may set the learning phase back, by its size; no percentage is published.',
    ),
    learning: 'depends',
  },
  {
    about: 'budget',
    id: 'least-daily-budget',
    field: 'dailyBudget',
    says: 'The least daily budget is the account’s own, read from the platform with the account.',
    source: 'Marketing API v25, ad account: min_daily_budget and minimum_budgets',
    asOf,
  },
];

const feedSource = {
  source:
    'Marketing API, image crops 100x100 and 400x500; lengths of text as pages of others quote facebook.com/business/ads-guide',
  asOf,
};
const guide = { source: 'facebook.com/business/ads-guide as pages of others quote it', asOf };

export const placements: readonly Placement[] = [
  {
    id: 'feed',
    kind: 'feed',
    label: 'Feed on a telephone',
    ratios: { least: 4 / 5, most: 1.91 },
    ...feedSource,
    clips: { primary: 125, headline: 40 },
    format: 'MOBILE_FEED_STANDARD',
  },
  {
    id: 'story',
    kind: 'story',
    label: 'Story',
    ratios: { least: 9 / 16, most: 9 / 16 },
    ...guide,
    covered: { top: 0.14, bottom: 0.2, left: 0, right: 0 },
    clips: { primary: 125, headline: 40 },
  },
  {
    id: 'reel',
    kind: 'reel',
    label: 'Reel',
    ratios: { least: 9 / 16, most: 9 / 16 },
    ...guide,
    covered: { top: 0.14, bottom: 0.35, left: 0.06, right: 0.06 },
  },
];

const evidence = {
  source: 'Ads Manager, URL parameters of an ad (url_tags of AdCreative)',
  asOf: '2026-11-15',
};

/** In links and `url_tags`. Catalogues bring their own fields. */
export const macros: readonly Macro[] = wordsIn(`
  campaign.id campaign.name adset.id adset.name ad.id ad.name placement site_source_name product.*
`).map((name) => ({ name, ...evidence }));

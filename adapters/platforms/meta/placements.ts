import type { Macro } from '../../../core/ports/evidence.ts';
import type { Placement } from '../../../core/ports/placement.ts';
import { wordsIn } from '../kit/json.ts';

const asOf = '2026-11-15';
const feed = {
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
    ...feed,
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

const evidence = { source: 'Ads Manager, URL parameters of an ad (url_tags of AdCreative)', asOf: '2026-11-15' };

/** In links and `url_tags`. Catalogues bring their own fields. */
export const macros: readonly Macro[] = wordsIn(`
  campaign.id campaign.name adset.id adset.name ad.id ad.name placement site_source_name product.*
`).map((name) => ({ name, ...evidence }));

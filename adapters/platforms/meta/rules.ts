import { launchTypes } from '../../../core/ports/launch-ad.ts';
import type { LaunchRules } from '../../../core/ports/platform-launch.ts';
import { checkAd } from './check.ts';

/** What can be launched here, and by which rules. */
export const metaRules: LaunchRules = {
  types: launchTypes,
  speaker: 'page',
  extras: ['promoCode', 'aiMediaSelfDisclosure'],
  phoneLinks: true,
  // As the ads manager's own list of URL parameters has them.
  macros: ['campaign.id', 'campaign.name', 'adset.id', 'adset.name', 'ad.id', 'ad.name', 'placement', 'site_source_name'],
  check: checkAd,
};

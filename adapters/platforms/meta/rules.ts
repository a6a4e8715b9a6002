import { launchTypes } from '../../../core/launch/ad.ts';
import type { LaunchRules } from '../../../core/ports/platform-launch.ts';
import { checkAd } from './check.ts';

/** What can be launched here, and by which rules. */
export const metaRules: LaunchRules = {
  types: launchTypes,
  speaker: 'page',
  extras: ['promoCode', 'aiMediaSelfDisclosure'],
  phoneLinks: true,
  check: checkAd,
};

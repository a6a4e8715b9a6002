import type { LaunchRules } from '../../../core/ports/platform-launch.ts';
import { checkAd } from './check.ts';

/** What can be launched here, and by which rules. */
export const tiktokRules: LaunchRules = { types: ['single', 'postBoost'], speaker: 'own', extras: [], check: checkAd };

import { callsToAction } from '../adapters/platforms/meta/creative/call-to-action.ts';
import { metaRules } from '../adapters/platforms/meta/rules.ts';
import type { CheckContext } from '../core/launch/accept/check.ts';
import { platformIds } from '../core/platforms.ts';
import { launchTypes } from '../core/ports/launch-ad.ts';
import type { LaunchRules } from '../core/ports/platform-launch.ts';

/** Refuses nothing: what these platforms refuse is told by the service's plan. */
const lenient: LaunchRules = {
  types: launchTypes,
  speaker: 'own',
  extras: ['promoCode', 'aiMediaSelfDisclosure'],
  check: () => [],
};

/** The platforms as far as a check in the sheet needs them. The rules of those that have some of their own come along. */
export const rulesOnly = (): CheckContext['platforms'] => ({
  ...Object.fromEntries(platformIds.map((id) => [id, { launch: lenient }])),
  primary: { launch: metaRules },
});

/** Buttons for the dropdown. */
export const buttons = (): readonly string[] => [...callsToAction];

import { callsToAction } from '../adapters/platforms/meta/call-to-action.ts';
import { checkAd } from '../adapters/platforms/meta/check.ts';
import type { Platforms } from '../core/accounts/access.ts';
import { launchTypes } from '../core/launch/ad.ts';
import { platformIds } from '../core/platforms.ts';

/**
 * The platforms as far as a check in the sheet needs them: launch types and rules. The primary platform's own rules
 * come along; what the others refuse beyond the common rules is told by the service's plan.
 */
export const rulesOnly = (): Platforms =>
  Object.fromEntries(
    platformIds.map((id) => [id, { id, launch: { types: launchTypes, check: id === 'primary' ? checkAd : () => [] } }]),
    // A check asks a platform for nothing else.
  ) as unknown as Platforms;

/** Buttons for the dropdown. */
export const buttons = (): readonly string[] => [...callsToAction];

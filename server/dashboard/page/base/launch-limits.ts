import { defaultLaunchLimits, type LaunchLimits } from '../../../../core/base/limits.ts';

/** As the page says it: `500,5000`. */
export function launchLimitsIn(text: string | undefined): LaunchLimits {
  const [ads = 0, creations = 0] = (text ?? '').split(',').map(Number);
  return ads > 0 && creations > 0 ? { ads, creations } : defaultLaunchLimits;
}

/** What is launched at once, as the service says it. */
export const launchLimits = (): LaunchLimits => launchLimitsIn(document.documentElement.dataset.launchLimit);

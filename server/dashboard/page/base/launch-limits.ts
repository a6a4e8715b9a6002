import { defaultLaunchLimits, type LaunchLimits } from '../../../../core/base/limits.ts';

/** `500,5000`: ads and creations, as the page holds them. */
export function launchLimitsIn(text: string | undefined): LaunchLimits {
  const [ads = 0, creations = 0] = (text ?? '').split(',').map(Number);
  return ads > 0 && creations > 0 ? { ads, creations } : defaultLaunchLimits;
}

export const launchLimits = (): LaunchLimits =>
  launchLimitsIn(document.documentElement.dataset.launchLimit);

import type { SlipwayError } from '../../base/errors.ts';
import { defaultLaunchLimits, type LaunchLimits, roomFor } from '../../base/limits.ts';
import { breaks } from '../../base/refusal.ts';
import { refuseOversized } from '../../base/schema/bounds.ts';
import { unwrapped } from './body.ts';

/**
 * Refuses a body that is too much for one launch before any ad is looked at, so that the answer
 * costs the same however much was sent. Throws `unprocessable_entity`, and `bad_request` when the
 * body is no object.
 */
export function refuseOversizedLaunch(
  body: unknown,
  limits: LaunchLimits = defaultLaunchLimits,
): void {
  const { fields, placeOf } = unwrapped(body);
  const path = placeOf('ads');
  if (Array.isArray(fields.ads)) {
    const { length } = fields.ads;
    if (length === 0 || length > limits.ads)
      throw breaks(
        path,
        'ads_count',
        `A launch holds 1 to ${limits.ads} ads; these are ${length}.${length === 0 ? '' : ' Split it.'}`,
      );
    const creations = creationsOf(fields.ads, lengthOf(fields.adSets));
    if (creations > limits.creations) throw tooManyCreations(path, creations, limits);
  }
  const own = lengthOf(fields.adSets);
  if (own > limits.creations) throw tooManyCreations(placeOf('adSets'), own, limits);
  refuseOversized(body, roomFor(limits));
}

/** An ad without ad sets goes into those for all. */
function creationsOf(ads: readonly unknown[], forAll: number): number {
  let sum = 0;
  for (const ad of ads) {
    const own =
      typeof ad === 'object' && ad !== null
        ? (ad as { readonly adSets?: unknown }).adSets
        : undefined;
    sum += Array.isArray(own) ? own.length : forAll;
  }
  return sum;
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

const tooManyCreations = (path: string, creations: number, limits: LaunchLimits): SlipwayError =>
  breaks(
    path,
    'creations_count',
    `A launch makes at most ${limits.creations} ads; these ads and ad sets would make ${creations}. Split it.`,
  );

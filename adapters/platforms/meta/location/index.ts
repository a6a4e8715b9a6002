import type { ChangedZips, LocationCapability, Targeting } from '../../../../core/ports/platform-location.ts';
import { type Geo, hasGeo, mergedGeo, type Place } from './geo.ts';
import { applyLocation, asGeo, locationFaults } from './location.ts';

/** Where ads are shown: the places in a targeting's `geo_locations`. */
export const createLocation = (set: LocationCapability['set']): LocationCapability => ({
  faults: locationFaults,
  apply: applyLocation,
  withZips,
  set,
});

function withZips(targeting: Targeting, codes: readonly string[], mode: 'replace' | 'merge' | 'remove'): ChangedZips | undefined {
  const before = asGeo(targeting.geo_locations);
  const after = changedGeo(before, codes, mode);
  if (!hasGeo(after)) return undefined;
  return { targeting: { ...targeting, geo_locations: after }, had: codesOf(before), has: codesOf(after) };
}

const codesOf = (geo: Geo): string[] => (geo.zips ?? []).map(({ key }) => key);

function changedGeo(before: Geo, keys: readonly string[], mode: 'replace' | 'merge' | 'remove'): Geo {
  const zips: Place[] = keys.map((key) => ({ key }));
  const { zips: old = [], ...others } = before;
  if (mode === 'replace') return mergedGeo(others, { zips });
  if (mode === 'merge') return mergedGeo(before, { zips });
  const removed = new Set(keys);
  const rest = old.filter(({ key }) => !removed.has(key));
  return rest.length === 0 ? others : { ...others, zips: rest };
}

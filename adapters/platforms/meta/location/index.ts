import type { ChangedZips, LocationCapability, Targeting } from '../../../../core/ports/platform-location.ts';
import { type Geo, hasGeo, hasPlacesOf, mergedGeo, type Place } from './geo.ts';
import { applyLocation, asGeo, locationFaults } from './location.ts';

/** The places in `geo_locations`. */
export const createLocation = (set: LocationCapability['set']): LocationCapability => ({
  faults: locationFaults,
  apply: applyLocation,
  withZips,
  set,
});

function withZips(
  targeting: Targeting,
  codes: readonly string[],
  mode: 'replace' | 'merge' | 'remove',
  narrowed: readonly string[] = [],
): ChangedZips | undefined {
  const before = asGeo(targeting.geo_locations);
  const after = withCountries(changedGeo(before, codes, mode), narrowed);
  if (!hasGeo(after)) return undefined;
  const had = before.countries ?? [];
  const kept = after.countries ?? [];
  return {
    targeting: { ...targeting, geo_locations: after },
    had: codesOf(before),
    has: codesOf(after),
    narrowed: [...new Set([...narrowed, ...had])].filter((country) => !kept.includes(country)),
  };
}

/** Restores countries that postal codes had narrowed, where no place of theirs is left. */
function withCountries(geo: Geo, narrowed: readonly string[]): Geo {
  const back = narrowed.filter((country) => !hasPlacesOf(geo, country));
  return back.length === 0 ? geo : { ...geo, countries: [...new Set([...(geo.countries ?? []), ...back])] };
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

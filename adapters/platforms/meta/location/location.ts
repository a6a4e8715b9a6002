import { join } from '../../../../core/base/schema/faults.ts';
import type { LocationInput, Places } from '../../../../core/base/schema/location.ts';
import type {
  ChangedZips,
  Fault,
  LocationCapability,
  LocationMode,
  Targeting,
} from '../../types.ts';
import {
  type Geo,
  geoOf,
  hasGeo,
  hasPlacesOf,
  mergedGeo,
  narrowedCountries,
  type Place,
  withoutPlaces,
} from './geo.ts';

/**
 * `replace` needs a country, region, city or postal code: markets and districts only narrow these.
 * `merge` takes any place, and exclusions alone.
 */
export function locationFaults(
  location: LocationInput,
  path: string,
  mode: LocationMode = 'replace',
): Fault[] {
  const { excluded_locations: excluded, ...included } = location;
  const faults = [
    ...overlapFaults(included, path),
    ...radiusFaults(included, path),
    ...(excluded === undefined ? [] : radiusFaults(excluded, join(path, 'excluded_locations'))),
  ];
  const alone = [included.countries, included.regions, included.cities, included.zips];
  const named =
    alone.some((places) => places !== undefined && places.length > 0) ||
    (mode === 'merge' && [included, excluded ?? {}].some((places) => hasGeo(geoOf(places))));
  if (named) return faults;
  const message = 'Name at least one country, region, city or postal code.';
  return [...faults, { path, code: 'no_geo', message }];
}

/** The platform takes a country or places inside it; the caller decides which. */
function overlapFaults(places: Places, path: string): Fault[] {
  return narrowedCountries(places).map((country) => ({
    path: join(path, 'countries'),
    code: 'places_overlap',
    message: `The platform takes ${country} or places inside it, not both. Leave ${country} out to target only those places (postal codes are then written ${country}:CODE), or leave the places out.`,
  }));
}

function radiusFaults(places: Places, path: string): Fault[] {
  return (places.cities ?? []).flatMap((city, position) => {
    const { radius, distance_unit, distanceUnit } = city as {
      radius?: number;
      distance_unit?: string;
      distanceUnit?: string;
    };
    if (radius === undefined) return [];
    const [least, most, unit] =
      (distance_unit ?? distanceUnit) === 'kilometer' ? [17, 80, 'kilometers'] : [10, 50, 'miles'];
    if (radius >= least && radius <= most) return [];
    const message = `The radius around a city is ${least} to ${most} ${unit}.`;
    return [{ path: `${path}.cities[${position}].radius`, code: 'radius', message }];
  });
}

export function applyLocation(
  targeting: Targeting,
  location: LocationInput,
  mode: LocationMode,
): Targeting {
  const { excluded_locations, ...places } = location;
  const included = geoOf(places);
  const excluded = excluded_locations === undefined ? undefined : geoOf(excluded_locations);
  const { geo_locations, excluded_geo_locations, ...others } = targeting;
  if (mode === 'replace')
    return {
      ...others,
      geo_locations: bare(included),
      ...(excluded !== undefined && hasGeo(excluded) && { excluded_geo_locations: bare(excluded) }),
    };
  const wanted = mergedGeo(asGeo(geo_locations), included);
  const unwanted = withoutPlaces(
    mergedGeo(asGeo(excluded_geo_locations), excluded ?? {}),
    included,
  );
  return {
    ...others,
    geo_locations: bare(wanted),
    ...(hasGeo(unwanted) && { excluded_geo_locations: bare(unwanted) }),
  };
}

/**
 * `location` wins over the places in `targeting`. `defaulted`: neither was given, so it is the
 * United States.
 */
export function targetingOf(
  targeting: Targeting | undefined,
  location: LocationInput | undefined,
): { readonly targeting: Targeting; readonly defaulted: boolean } {
  if (location !== undefined)
    return { targeting: applyLocation(targeting ?? {}, location, 'replace'), defaulted: false };
  if (targeting?.geo_locations !== undefined) return { targeting, defaulted: false };
  return { targeting: { ...targeting, geo_locations: { countries: ['US'] } }, defaulted: true };
}

export const asGeo = (value: unknown): Geo =>
  typeof value === 'object' && value !== null ? (value as Geo) : {};

/** The country beside a region or city is ours; the platform has it in the key. */
function bare(geo: Geo): Geo {
  return Object.fromEntries(
    Object.entries(geo).map(([list, places]) => [
      list,
      (list === 'regions' || list === 'cities') && Array.isArray(places)
        ? places.map(({ country: _country, ...place }: { readonly country?: string }) => place)
        : places,
    ]),
  );
}

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
  return back.length === 0
    ? geo
    : { ...geo, countries: [...new Set([...(geo.countries ?? []), ...back])] };
}

const codesOf = (geo: Geo) => (geo.zips ?? []).map(({ key }) => key);

function changedGeo(
  before: Geo,
  keys: readonly string[],
  mode: 'replace' | 'merge' | 'remove',
): Geo {
  const zips: Place[] = keys.map((key) => ({ key }));
  const { zips: old = [], ...others } = before;
  if (mode === 'replace') return mergedGeo(others, { zips });
  if (mode === 'merge') return mergedGeo(before, { zips });
  const removed = new Set(keys);
  const rest = old.filter(({ key }) => !removed.has(key));
  return rest.length === 0 ? others : { ...others, zips: rest };
}

import type { Places } from '../../../../core/base/schema/location.ts';

/**
 * As the platform's targeting holds them. Unknown lists (`custom_locations`, `country_groups`,
 * `location_types`) are kept.
 */
export type Geo = {
  readonly countries?: readonly string[];
  readonly regions?: readonly Place[];
  readonly cities?: readonly Place[];
  readonly zips?: readonly Place[];
  readonly geo_markets?: readonly Place[];
  readonly electoral_districts?: readonly Place[];
  readonly [list: string]: unknown;
};

export type Place = {
  readonly key: string;
  readonly country?: string;
  readonly [field: string]: unknown;
};

const finerLists = ['regions', 'cities', 'zips', 'geo_markets', 'electoral_districts'] as const;
const otherLists = ['custom_locations', 'country_groups', 'places', 'neighborhoods', 'subcities'];

export const hasGeo = (geo: Geo) =>
  ['countries', ...finerLists, ...otherLists].some((list) => {
    const places = geo[list];
    return Array.isArray(places) && places.length > 0;
  });

/**
 * In the platform's words: keys completed, without doubles and empty lists. A country with places
 * inside it is dropped, because the platform refuses the overlap.
 */
export function geoOf(places: Places): Geo {
  const countries = [...new Set(places.countries ?? [])];
  const only = countries.length === 1 ? countries[0] : undefined;
  const geo: Geo = {
    countries,
    regions: distinct((places.regions ?? []).map(located)),
    cities: distinct((places.cities ?? []).map((place) => located(cityOf(place)))),
    zips: distinct(
      (places.zips ?? []).map((place) => ({
        key: zipKey(place.key, countryNamed(place) ?? only ?? 'US'),
      })),
    ),
    geo_markets: distinct(
      (places.geo_markets ?? []).map(({ key }) => ({
        key: key.includes(':') ? key : `DMA:${key}`,
      })),
    ),
    electoral_districts: distinct(
      (places.electoral_districts ?? []).map((place) => ({
        key: prefixed(place.key, countryNamed(place) ?? only ?? 'US'),
      })),
    ),
  };
  return withoutEmpty(narrowed(geo));
}

/** Named together with places inside them. */
export function narrowedCountries(places: Places) {
  const kept = geoOf(places).countries ?? [];
  return [...new Set(places.countries ?? [])].filter((country) => !kept.includes(country));
}

/** `94304` in the US is `US:94304`. */
const zipKey = (code: string, country: string) => prefixed(code.replace(/\s+/g, ''), country);

function prefixed(code: string, country: string) {
  const key = code.toUpperCase();
  return /^[A-Z]{2}:/.test(key) ? key : `${country}:${key}`;
}

/** Added places win: a city narrows its country, a country swallows its cities. */
export function mergedGeo(existing: Geo, added: Geo): Geo {
  const swallowed = new Set(added.countries ?? []);
  const narrowedTo = new Set(finerLists.flatMap((list) => (added[list] ?? []).map(countryOf)));
  const kept: { [list: string]: unknown } = { ...existing };
  kept.countries = [
    ...new Set([
      ...(existing.countries ?? []).filter((country) => !narrowedTo.has(country)),
      ...swallowed,
    ]),
  ];
  for (const list of finerLists) {
    const outside = (existing[list] ?? []).filter(
      (place) => !swallowed.has(countryOf(place) ?? ''),
    );
    kept[list] = distinct([...(added[list] ?? []), ...outside]);
  }
  return withoutEmpty(kept as Geo);
}

export function withoutPlaces(geo: Geo, removed: Geo): Geo {
  const rest: { [list: string]: unknown } = { ...geo };
  const countries = new Set(removed.countries ?? []);
  rest.countries = (geo.countries ?? []).filter((country) => !countries.has(country));
  for (const list of finerLists) {
    const keys = new Set((removed[list] ?? []).map(({ key }) => key));
    rest[list] = (geo[list] ?? []).filter(({ key }) => !keys.has(key));
  }
  return withoutEmpty(rest as Geo);
}

function narrowed(geo: Geo): Geo {
  const inside = new Set(finerLists.flatMap((list) => (geo[list] ?? []).map(countryOf)));
  return { ...geo, countries: (geo.countries ?? []).filter((country) => !inside.has(country)) };
}

export const hasPlacesOf = (geo: Geo, country: string) =>
  finerLists.some((list) => (geo[list] ?? []).some((place) => countryOf(place) === country));

/**
 * Keys of postal codes and districts begin with their country, markets are American. Of a region or
 * city that does not say so only the platform knows.
 */
function countryOf(place: Place) {
  if (typeof place.country === 'string') return place.country;
  const [, prefix] = /^([A-Z]{2}|DMA):/.exec(place.key) ?? [];
  return prefix === 'DMA' ? 'US' : prefix;
}

type Keyed = { readonly key: string; readonly [field: string]: unknown };

function countryNamed(place: Keyed) {
  const named = place.country_code ?? place.countryCode ?? place.country;
  return typeof named === 'string' && /^[a-z]{2}$/i.test(named) ? named.toUpperCase() : undefined;
}

function located(place: Keyed): Place {
  const country = countryNamed(place);
  const { key, radius, distance_unit } = place;
  return {
    key,
    ...(radius !== undefined && { radius, distance_unit }),
    ...(country !== undefined && { country }),
  };
}

function cityOf(city: Keyed): Keyed {
  if (city.radius === undefined) return city;
  return { ...city, distance_unit: city.distance_unit ?? city.distanceUnit ?? 'mile' };
}

function distinct(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ key }) => !seen.has(key) && seen.add(key));
}

const withoutEmpty = (geo: Geo): Geo =>
  Object.fromEntries(
    Object.entries(geo).filter(([, list]) => !(Array.isArray(list) && list.length === 0)),
  );

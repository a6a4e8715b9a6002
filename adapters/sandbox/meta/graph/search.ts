import { choices } from '../../kit/names.ts';
import type { JsonObject, Table } from '../../types.ts';
import type { Edge, Listing, Turn } from './graph.ts';
import { parseFields } from './lists.ts';
import { lacking, list, oneOf, type Params, setOf, text } from './params.ts';
import { showList } from './read.ts';

interface Place {
  readonly key: string;
  readonly name: string;
  readonly type: 'country' | 'region' | 'city' | 'zip' | 'geo_market';
  readonly country_code: string;
  readonly region?: string;
}

/** Enough places to build and check targeting. */
const places: readonly Place[] = [
  ...(
    [
      ['US', 'United States'],
      ['CA', 'Canada'],
      ['GB', 'United Kingdom'],
      ['DE', 'Germany'],
      ['FR', 'France'],
      ['JP', 'Japan'],
      ['AU', 'Australia'],
    ] as const
  ).map(([code, name]): Place => ({ key: code, name, type: 'country', country_code: code })),
  ...(
    [
      ['3847', 'California', 'US'],
      ['3875', 'New York', 'US'],
      ['3886', 'Texas', 'US'],
      ['534', 'Berlin', 'DE'],
      ['536', 'Bavaria', 'DE'],
      ['1655', 'Tokyo', 'JP'],
    ] as const
  ).map(([key, name, code]): Place => ({ key, name, type: 'region', country_code: code })),
  ...(
    [
      ['2421836', 'San Francisco', 'US', 'California'],
      ['2418779', 'Los Angeles', 'US', 'California'],
      ['2490299', 'New York', 'US', 'New York'],
      ['2428379', 'Austin', 'US', 'Texas'],
      ['560472', 'Berlin', 'DE', 'Berlin'],
      ['567099', 'Munich', 'DE', 'Bavaria'],
      ['814302', 'London', 'GB', 'England'],
      ['1118370', 'Tokyo', 'JP', 'Tokyo'],
    ] as const
  ).map(
    ([key, name, code, region]): Place => ({ key, name, type: 'city', country_code: code, region }),
  ),
  ...(
    [
      ['US:94304', 'California'],
      ['US:94107', 'California'],
      ['US:10001', 'New York'],
      ['US:78701', 'Texas'],
      ['DE:10115', 'Berlin'],
      ['DE:80331', 'Bavaria'],
    ] as const
  ).map(
    ([key, region]): Place => ({
      key,
      name: key.slice(3),
      type: 'zip',
      country_code: key.slice(0, 2),
      region,
    }),
  ),
  { key: 'DMA:501', name: 'New York', type: 'geo_market', country_code: 'US' },
  { key: 'DMA:803', name: 'Los Angeles', type: 'geo_market', country_code: 'US' },
];

export const countryOfPlace = (key: string) =>
  places.find((place) => place.key === key)?.country_code;

const interests = [
  {
    id: '6003107902434',
    name: 'Football',
    audience_size_lower_bound: 900_000,
    audience_size_upper_bound: 1_100_000,
    path: ['Interests', 'Sports', 'Football'],
  },
  {
    id: '6003139266462',
    name: 'Movies',
    audience_size_lower_bound: 800_000,
    audience_size_upper_bound: 950_000,
    path: ['Interests', 'Entertainment', 'Movies'],
  },
  {
    id: '6003348604581',
    name: 'Fashion',
    audience_size_lower_bound: 700_000,
    audience_size_upper_bound: 850_000,
    path: ['Interests', 'Shopping', 'Fashion'],
  },
] as const;

const locales = [
  { key: 6, name: 'English (US)' },
  { key: 24, name: 'English (UK)' },
  { key: 5, name: 'German' },
  { key: 11, name: 'Japanese' },
] as const;

const types = choices(`
  adgeolocation adinterest adlocale adcountry adregion adcity adzipcode adgeolocationmeta adTargetingCategory
`);

const known = setOf(
  'id key name type country_code country_name region region_id supports_region supports_city path audience_size_lower_bound audience_size_upper_bound topic description',
);

/** `GET /search?type=&q=`. */
export function searchTargets(turn: Turn): JsonObject {
  const { params } = turn;
  return showList(
    turn,
    { rows: found(params), known },
    { params, choices: parseFields(params.fields), edge: 'search' },
  );
}

function found(params: Params): readonly JsonObject[] {
  const type = oneOf(params, 'type', types);
  if (type === undefined) throw lacking('type');
  const wanted = (text(params, 'q') ?? '').toLowerCase();
  if (type === 'adinterest')
    return interests
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map((each) => ({ ...each, path: [...each.path] }));
  if (type === 'adlocale')
    return locales
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map((each) => ({ ...each }));
  const kinds: Table<string> = {
    adcountry: 'country',
    adregion: 'region',
    adcity: 'city',
    adzipcode: 'zip',
  };
  const only = kinds[type];
  const chosen = only === undefined ? (list(params, 'location_types') ?? []).map(String) : [only];
  const country = text(params, 'country_code');
  return places
    .filter(
      (place) =>
        place.name.toLowerCase().startsWith(wanted) || place.key.toLowerCase().includes(wanted),
    )
    .filter((place) => chosen.length === 0 || chosen.includes(place.type))
    .filter((place) => country === undefined || place.country_code === country)
    .map((place) => ({
      ...place,
      country_name: countryName(place.country_code),
      supports_region: true,
      supports_city: true,
    }));
}

const countryName = (code: string) =>
  places.find(({ type, key }) => type === 'country' && key === code)?.name ?? code;

export const searchEdges: Table<Edge> = {
  targetingsearch: {
    list: (_turn, _account, params): Listing => ({
      rows: interests
        .filter(({ name }) => name.toLowerCase().includes((text(params, 'q') ?? '').toLowerCase()))
        .map((each) => ({ ...each, path: [...each.path], type: 'interests' })),
      known,
    }),
  },
};

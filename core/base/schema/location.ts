import * as v from 'valibot';
import { aliased } from './aliases.ts';
import { country } from './country.ts';
import { idText } from './fields.ts';
import { listOfAtMost } from './lists.ts';
import { integer, word } from './request-fields.ts';

/** Places, as text or as an object with a key. Answers of geo search fit as they are. */

const key = v.pipe(
  idText,
  v.regex(
    /^[\w:.\- ]{1,60}$/,
    'This cannot be the key of a place. Search for the place to find its key.',
  ),
);

const keyed = v.pipe(
  v.union(
    [
      v.pipe(
        key,
        v.transform((given) => ({ key: given })),
      ),
      v.looseObject({ key }),
    ],
    'Give a key, or an object with a key.',
  ),
  v.transform(
    (place) =>
      place as {
        readonly key: string;
        readonly country?: unknown;
        readonly countryCode?: unknown;
        readonly country_code?: unknown;
      },
  ),
);

const city = v.union(
  [
    v.pipe(
      key,
      v.transform((given) => ({ key: given })),
    ),
    v.looseObject({
      key,
      radius: v.optional(integer(1, 80)),
      distance_unit: v.optional(word(['mile', 'kilometer'])),
      distanceUnit: v.optional(word(['mile', 'kilometer'])),
    }),
  ],
  'Give a key, or an object with a key.',
);

const list = <S extends v.GenericSchema>(item: S, most: number, name: string) =>
  v.optional(listOfAtMost(item, most, name));

const placeEntries = {
  countries: list(country, 250, 'countries'),
  regions: list(keyed, 200, 'regions'),
  cities: list(city, 250, 'cities'),
  zips: list(keyed, 50_000, 'postal codes'),
  geo_markets: list(keyed, 2_500, 'markets'),
  electoral_districts: list(keyed, 2_500, 'districts'),
};

const places = aliased(placeEntries);
export type Places = v.InferOutput<typeof places>;

export const location = aliased({ ...placeEntries, excluded_locations: v.optional(places) });
export type LocationInput = v.InferOutput<typeof location>;

import type { Json, JsonObject, Table } from '../../types.ts';
import type { Turn } from '../graph/graph.ts';
import {
  invalid,
  isList,
  isObject,
  items,
  onlyKeys,
  part,
  refuse,
  refuseWith,
  setOf,
} from '../graph/params.ts';
import { countryOfPlace } from '../graph/search.ts';

const keys = setOf(
  `age_max age_min age_range app_install_state audience_network_positions behaviors brand_safety_content_filter_levels college_years connections
  custom_audiences device_platforms education_majors education_schools education_statuses excluded_connections excluded_custom_audiences
  excluded_geo_locations excluded_publisher_categories excluded_publisher_list_ids excluded_user_device exclusions facebook_positions
  family_statuses flexible_spec friends_of_connections genders geo_locations income industries instagram_positions interests life_events locales
  messenger_positions place_page_set_ids product_audience_specs publisher_platforms relationship_statuses targeting_automation
  targeting_optimization targeting_relaxation_types threads_positions user_device user_os whatsapp_positions wireless_carrier work_employers work_positions`,
);

const geoKeys = setOf(
  'countries regions cities zips geo_markets electoral_districts places custom_locations country_groups location_types neighborhoods subcities medium_geo_areas large_geo_areas small_geo_areas metro_areas',
);

const positions: Table<ReadonlySet<string>> = {
  facebook_positions: setOf(
    'feed right_hand_column marketplace video_feeds story search instream_video facebook_reels facebook_reels_overlay profile_feed notification biz_disco_feed',
  ),
  instagram_positions: setOf(
    'stream story explore explore_home reels profile_feed profile_reels ig_search',
  ),
  messenger_positions: setOf('messenger_home sponsored_messages story'),
  audience_network_positions: setOf('classic instream_video rewarded_video'),
  threads_positions: setOf('threads_stream'),
};

const platformNames = setOf(
  'facebook instagram messenger audience_network threads whatsapp oculus',
);

const retiredInterests: {
  readonly [id: string]: { readonly name: string; readonly alternative: readonly [string, string] };
} = {
  '6003107902433': { name: 'Association football', alternative: ['6003107902434', 'Football'] },
  '6003139266461': { name: 'Classic movies', alternative: ['6003139266462', 'Movies'] },
};

const euCountries = setOf(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
);

export function checkTargeting(turn: Turn, targeting: JsonObject, objective: string): void {
  onlyKeys(targeting, keys, 'targeting');
  const geo = part(targeting, 'geo_locations');
  onlyKeys(geo, geoKeys, 'targeting[geo_locations]');
  onlyKeys(part(targeting, 'excluded_geo_locations'), geoKeys, 'targeting[excluded_geo_locations]');
  const anywhere = Object.entries(geo).some(
    ([key, value]) => key !== 'location_types' && isList(value) && value.length > 0,
  );
  if (!anywhere && items(targeting, 'custom_audiences').length === 0)
    throw invalid('The ad set needs a location or a custom audience', 'targeting', 'geo_locations');
  checkGeo(geo);
  checkAges(targeting);
  checkInterests(targeting);
  checkPositions(turn, targeting, objective);
  checkAutomation(targeting);
}

function checkGeo(geo: JsonObject): void {
  const types = geo.location_types;
  if (isList(types) && [...types].sort().join() !== 'home,recent')
    throw refuse(1870199, 'targeting', 'geo_locations', 'location_types');
  for (const key of ['regions', 'zips', 'geo_markets', 'electoral_districts'])
    if (items(geo, key).some((area) => isObject(area) && area.radius !== undefined))
      throw refuse(1815946);
  for (const [key, most] of [
    ['regions', 200],
    ['cities', 250],
    ['zips', 50_000],
  ] as const)
    if (items(geo, key).length > most)
      throw invalid(`At most ${most} ${key} can be targeted`, 'targeting', 'geo_locations', key);
  for (const city of items(geo, 'cities')) checkRadius(city);
  for (const key of ['regions', 'cities'])
    for (const area of items(geo, key)) {
      const place = String(isObject(area) ? area.key : area);
      if (countryOfPlace(place) === undefined)
        throw invalid(`There is no place ${place}`, 'targeting', 'geo_locations', key);
    }
  const countries = new Set(items(geo, 'countries').map(String));
  const inside = [...items(geo, 'regions'), ...items(geo, 'cities')].map((area) =>
    isObject(area) ? String(area.country ?? countryOfPlace(String(area.key)) ?? '') : '',
  );
  const zipCountries = items(geo, 'zips').map((zip) =>
    isObject(zip) ? (String(zip.key).split(':')[0] ?? '') : '',
  );
  if ([...inside, ...zipCountries].some((country) => countries.has(country)))
    throw refuse(1487756, 'targeting', 'geo_locations');
}

function checkRadius(city: Json) {
  if (!isObject(city) || city.radius === undefined) return;
  const [least, most] = city.distance_unit === 'kilometer' ? [17, 80] : [10, 50];
  if (Number(city.radius) < least || Number(city.radius) > most)
    throw invalid(
      `The radius around a city is between ${least} and ${most}`,
      'targeting',
      'geo_locations',
      'cities',
    );
}

function checkAges(targeting: JsonObject) {
  const least = Number(targeting.age_min ?? 18);
  const most = Number(targeting.age_max ?? 65);
  if (least < 13 || most > 65 || least > most)
    throw invalid('Ages are between 13 and 65', 'targeting', 'age_min');
  if (items(targeting, 'genders').some((gender) => !['1', '2'].includes(String(gender))))
    throw invalid('Param genders holds 1 or 2', 'targeting', 'genders');
}

function checkInterests(targeting: JsonObject): void {
  const specs = [targeting, ...items(targeting, 'flexible_spec')];
  const ids = specs.flatMap((spec) =>
    items(spec, 'interests').map((interest) =>
      isObject(interest) ? String(interest.id) : String(interest),
    ),
  );
  const retired = ids.flatMap((id) => {
    const found = retiredInterests[id];
    return found === undefined
      ? []
      : [
          {
            deprecated_interest_id: id,
            deprecated_interest_name: found.name,
            alternative_interest_id: found.alternative[0],
            alternative_interest_name: found.alternative[1],
          },
        ];
  });
  if (retired.length > 0) throw refuseWith(1870247, { userMessage: JSON.stringify(retired) });
}

function checkPositions(turn: Turn, targeting: JsonObject, objective: string): void {
  const { major } = turn.call;
  const unknownPlatform = items(targeting, 'publisher_platforms').find(
    (name) => !platformNames.has(String(name)),
  );
  if (unknownPlatform !== undefined)
    throw invalid(
      `Unknown publisher platform ${unknownPlatform}`,
      'targeting',
      'publisher_platforms',
    );
  for (const [key, known] of Object.entries(positions)) {
    const unknown = items(targeting, key).find((position) => !known.has(String(position)));
    if (unknown !== undefined)
      throw invalid(`Unknown position ${unknown} in ${key}`, 'targeting', key);
  }
  if (items(targeting, 'facebook_positions').includes('video_feeds') && major >= 24)
    throw invalid(
      'The position video_feeds is no longer available',
      'targeting',
      'facebook_positions',
    );
  const instagram = items(targeting, 'instagram_positions');
  if (instagram.includes('explore') && major >= 26)
    throw invalid(
      'The position explore is no longer available',
      'targeting',
      'instagram_positions',
    );
  if (instagram.includes('explore_home') !== instagram.includes('explore') && major < 26)
    throw refuse(2490392);
  if (
    items(targeting, 'messenger_positions').includes('sponsored_messages') &&
    !['OUTCOME_ENGAGEMENT', 'OUTCOME_TRAFFIC', 'OUTCOME_SALES'].includes(objective)
  )
    throw refuse(1815433);
}

function checkAutomation(targeting: JsonObject): void {
  const automation = targeting.targeting_automation;
  const flag = isObject(automation) ? automation.advantage_audience : undefined;
  const settings = isObject(automation) ? automation.individual_setting : undefined;
  if (isObject(automation)) {
    const stray = Object.keys(automation).some(
      (key) => key !== 'advantage_audience' && key !== 'individual_setting',
    );
    if (stray || (settings !== undefined && Number(flag) !== 1)) throw refuse(1870196);
  } else if (automation !== undefined) throw refuse(1870196);
  if (!['0', '1'].includes(String(flag)))
    throw refuse(1870227, 'targeting', 'targeting_automation');
  if (Number(flag) !== 1) return;
  if (Number(targeting.age_min ?? 18) > 25) throw refuse(1870188);
  if (Number(targeting.age_max ?? 65) < 65) throw refuse(1870189);
}

/** Without stories in messenger, which Meta drops since 2026-10-27. */
export function keptTargeting(targeting: JsonObject | undefined): JsonObject | undefined {
  if (targeting === undefined) return undefined;
  const { messenger_positions: positions, ...rest } = targeting;
  if (!Array.isArray(positions) || !positions.includes('story')) return targeting;
  const kept = positions.filter((position) => position !== 'story');
  return kept.length === 0 ? rest : { ...rest, messenger_positions: kept };
}

/** The EU requires beneficiary and payer. */
export function reachesEu(targeting: JsonObject): boolean {
  const geo = part(targeting, 'geo_locations');
  const areas = ['regions', 'cities', 'custom_locations']
    .flatMap((key) => items(geo, key))
    .map((area) => (isObject(area) ? String(area.country ?? '') : ''));
  const zips = items(geo, 'zips').map((zip) =>
    isObject(zip) ? (String(zip.key).split(':')[0] ?? '') : '',
  );
  const groups = items(geo, 'country_groups').map((group) => String(group).toLowerCase());
  return (
    groups.some((group) => group === 'eea' || group === 'europe') ||
    [...items(geo, 'countries').map(String), ...areas, ...zips].some((country) =>
      euCountries.has(country),
    )
  );
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyLocation,
  locationFaults,
  targetingOf,
} from '../../../adapters/platforms/meta/location/location.ts';
import { location } from '../../../core/base/schema/location.ts';
import { parsed, refusal } from '../../core/manage/manage-fixture.ts';

const geo = (body: object) => applyLocation({}, parsed(location, body), 'replace').geo_locations;

describe('a location', () => {
  test.each([
    [
      'countries in any case, once each',
      { countries: ['us', 'DE', 'US'] },
      { countries: ['US', 'DE'] },
    ],
    [
      'keys as text or objects',
      { regions: ['3847', { key: '3848' }] },
      { regions: [{ key: '3847' }, { key: '3848' }] },
    ],
    [
      'a radius with miles unless said otherwise',
      {
        cities: [
          { key: '1', radius: 25 },
          { key: '2', radius: 20, distanceUnit: 'Kilometer' },
        ],
      },
      {
        cities: [
          { key: '1', radius: 25, distance_unit: 'mile' },
          { key: '2', radius: 20, distance_unit: 'kilometer' },
        ],
      },
    ],
    [
      'postal codes completed by the only country',
      { countries: ['GB'], zips: ['sw1a 1aa'] },
      { zips: [{ key: 'GB:SW1A1AA' }] },
    ],
    [
      'postal codes of the United States without any',
      { zips: ['94304', 'CA:M5V'] },
      { zips: [{ key: 'US:94304' }, { key: 'CA:M5V' }] },
    ],
    [
      'markets and districts',
      { geo_markets: ['501'], electoral_districts: ['CA01'] },
      { geo_markets: [{ key: 'DMA:501' }], electoral_districts: [{ key: 'US:CA01' }] },
    ],
    [
      'what geo search answers, as it is',
      { regions: [{ key: '3847', name: 'California', type: 'region', countryCode: 'US' }] },
      { regions: [{ key: '3847' }] },
    ],
    [
      'a country narrowed to its postal codes',
      { countries: ['US', 'DE'], zips: ['US:94304'] },
      { countries: ['DE'], zips: [{ key: 'US:94304' }] },
    ],
    [
      'a country narrowed to the region that names it',
      { countries: ['US', 'DE'], regions: [{ key: '3847', country: 'US' }] },
      { countries: ['DE'], regions: [{ key: '3847' }] },
    ],
    [
      'a city beside a country: only the platform knows whether it is inside',
      { countries: ['US'], cities: ['2420379'] },
      { countries: ['US'], cities: [{ key: '2420379' }] },
    ],
  ])('takes %s', (_, body, expected) => {
    expect(geo(body)).toEqual(expected);
  });

  test('keeps what is excluded apart', () => {
    const body = parsed(location, { countries: ['US'], excludedLocations: { zips: ['94304'] } });
    expect(applyLocation({ age_min: 21 }, body, 'replace')).toEqual({
      age_min: 21,
      geo_locations: { countries: ['US'] },
      excluded_geo_locations: { zips: [{ key: 'US:94304' }] },
    });
  });

  test.each([
    ['location', {}],
    ['location', { countries: [] }],
    ['location', { excluded_locations: { countries: ['US'] } }],
    ['location.cities[0].radius', { cities: [{ key: '1', radius: 9 }] }],
    ['location.cities[1].radius', { cities: ['2', { key: '1', radius: 51 }] }],
    [
      'location.cities[0].radius',
      { cities: [{ key: '1', radius: 16, distance_unit: 'kilometer' }] },
    ],
    [
      'location.excluded_locations.cities[0].radius',
      { countries: ['US'], excluded_locations: { cities: [{ key: '1', radius: 9 }] } },
    ],
  ])('is refused at %s: %o', (path, body) => {
    expect(locationFaults(parsed(location, body), 'location').map((fault) => fault.path)).toEqual([
      path,
    ]);
  });

  test.each([
    ['countries[0]', { countries: ['USA'] }],
    ['regions[0]', { regions: [7.5] }],
    ['cities[0].key', { cities: [{ radius: 10 }] }],
    ['cities[0].distance_unit', { cities: [{ key: '1', distance_unit: 'yard' }] }],
  ])('is refused by its shape at %s', async (path, body) => {
    expect((await refusal(() => parsed(location, body))).paths).toEqual([path]);
  });
});

describe('merging', () => {
  const merge = (targeting: object, body: object) =>
    applyLocation(targeting as never, parsed(location, body), 'merge');

  test('adds places and keeps the rest', () => {
    const source = {
      geo_locations: { countries: ['DE'], location_types: ['home', 'recent'] },
      age_max: 40,
    };
    expect(merge(source, { countries: ['FR'] })).toEqual({
      age_max: 40,
      geo_locations: { countries: ['DE', 'FR'], location_types: ['home', 'recent'] },
    });
  });

  test('a whole country swallows its cities and codes', () => {
    const source = {
      geo_locations: {
        zips: [{ key: 'US:94304', name: '94304' }],
        cities: [{ key: '1', country: 'DE' }],
      },
    };
    expect(merge(source, { countries: ['US', 'DE'] })).toEqual({
      geo_locations: { countries: ['US', 'DE'] },
    });
  });

  test('a place that was excluded is included when it is added', () => {
    const source = {
      geo_locations: { countries: ['US'] },
      excluded_geo_locations: { countries: ['CA'], zips: [{ key: 'US:10001' }] },
    };
    expect(merge(source, { countries: ['CA'] })).toEqual({
      geo_locations: { countries: ['US', 'CA'] },
      excluded_geo_locations: { zips: [{ key: 'US:10001' }] },
    });
  });

  test('may consist of exclusions alone', () => {
    const body = parsed(location, { excluded_locations: { countries: ['CA'] } });
    expect(locationFaults(body, 'location', 'merge')).toEqual([]);
    expect(applyLocation({ geo_locations: { countries: ['US'] } }, body, 'merge')).toEqual({
      geo_locations: { countries: ['US'] },
      excluded_geo_locations: { countries: ['CA'] },
    });
  });

  test('never targets a country together with a place inside it, and never loses a place that was added', () => {
    const country = fc.constantFrom('US', 'DE', 'FR', 'CA');
    const zip = fc
      .tuple(country, fc.integer({ min: 10_000, max: 10_009 }))
      .map(([in_, code]) => `${in_}:${code}`);
    const places = fc.record({
      countries: fc.array(country, { maxLength: 3 }),
      zips: fc.array(zip, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(places, places, (source, added) => {
        const before = applyLocation({}, parsed(location, source), 'replace');
        const after = applyLocation(before, parsed(location, added), 'merge').geo_locations as {
          countries?: string[];
          zips?: { key: string }[];
        };
        const countries = after.countries ?? [];
        const zips = (after.zips ?? []).map(({ key }) => key);
        expect(new Set(countries).size).toBe(countries.length);
        expect(zips.filter((key) => countries.includes(key.slice(0, 2)))).toEqual([]);
        expect(added.zips.filter((key) => !zips.includes(key))).toEqual([]);
        const covered = (each: string): boolean =>
          countries.includes(each) || zips.some((key) => key.startsWith(`${each}:`));
        expect(added.countries.filter((each) => !covered(each))).toEqual([]);
      }),
    );
  });
});

describe('the targeting of a new ad set', () => {
  test.each([
    ['neither', undefined, undefined, ['US'], true],
    ['a targeting without places', { age_min: 20 }, undefined, ['US'], true],
    ['a targeting with places', { geo_locations: { countries: ['DE'] } }, undefined, ['DE'], false],
    ['a location', undefined, { countries: ['FR'] }, ['FR'], false],
    [
      'both: the location wins',
      { geo_locations: { countries: ['DE'] } },
      { countries: ['FR'] },
      ['FR'],
      false,
    ],
  ])('from %s', (_, targeting, body, countries, defaulted) => {
    const wanted = targetingOf(targeting, body && parsed(location, body));
    expect(wanted).toMatchObject({
      targeting: { ...targeting, geo_locations: { countries } },
      defaulted,
    });
  });
});

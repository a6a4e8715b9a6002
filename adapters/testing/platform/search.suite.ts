import { expect } from 'vitest';
import type { Declaring } from '../platform-under-test.ts';

export function searchSuite({ describeOf, testOf }: Declaring): void {
  describeOf('search', 'samples.place')('search', () => {
    testOf('search.places', 'samples.place')(
      'finds places by name, of the types and in the country asked for',
      async (at) => {
        const { search } = at.platform;
        const { text, types, country } = at.samples.place;
        const places = await search.places(at.access, { text, types, country });
        expect(places.length).toBeGreaterThan(0);
        expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
        for (const place of places) {
          expect(place.key).not.toBe('');
          expect(place.name.toLowerCase()).toContain(text.toLowerCase());
          expect(types).toContain(place.type);
          expect(place.countryCode).toBe(country);
        }
        for (const elsewhere of ['US', 'JP', 'DE'].filter((each) => each !== country))
          for (const { countryCode } of await search.places(at.access, {
            text,
            types,
            country: elsewhere,
          }))
            expect(countryCode).toBe(elsewhere);
        const everywhere = await search.places(at.access, { text, types: [] });
        expect(everywhere.length).toBeGreaterThanOrEqual(places.length);
        expect(await search.places(at.access, { text: 'no place is called this', types })).toEqual(
          [],
        );
      },
    );
  });
}

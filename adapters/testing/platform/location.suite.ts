import { expect } from 'vitest';
import { location as schema } from '../../../core/base/schema/location.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import type { Targeting } from '../../../core/ports/platform-location.ts';
import {
  type Declaring,
  explained,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

const places = (body: object) => parseRequest(schema, body);
const canada = places({ countries: ['CA'] });

async function targetingOf(
  { platform, access }: PlatformUnderTest,
  adSetId: string,
): Promise<Targeting> {
  const [facts] =
    (await platform.inspect?.entities(access, [{ type: 'adset', id: adSetId }])) ?? [];
  if (facts === undefined || 'failure' in facts || facts.targeting === undefined)
    throw new Error('no targeting was read');
  return facts.targeting;
}

export function locationSuite({ describeOf, testOf }: Declaring): void {
  describeOf('location')('location', () => {
    testOf('location')(
      'finds what is wrong with a place under its own path, before the platform is asked',
      async ({ platform }) => {
        const { location } = platform;
        for (const mode of ['replace', 'merge'] as const) {
          expect(location.faults(canada, 'location', mode)).toEqual([]);
          const faults = location.faults(places({}), 'changes[2].location', mode);
          expect(faults.length).toBeGreaterThan(0);
          for (const { path, code, message } of faults) {
            expect(path).toMatch(/^changes\[2\]\.location/);
            expect([code, message]).not.toContain('');
          }
        }
      },
    );

    testOf('location')('changes places and nothing else, in a targeting of its own', async (at) => {
      const { location } = at.platform;
      const before = await targetingOf(at, at.adSetIds[0]);
      const kept = structuredClone(before);
      const replaced = location.apply(before, canada, 'replace');
      const merged = location.apply(replaced, places({ countries: ['FR'] }), 'merge');
      expect(before).toEqual(kept);
      expect(merged).not.toEqual(replaced);
      // What depends on the place that was asked for is about places.
      const france = location.apply(before, places({ countries: ['FR'] }), 'replace');
      const isKept = ([field]: readonly [string, unknown]) =>
        JSON.stringify(replaced[field]) === JSON.stringify(france[field]);
      expect(Object.entries(replaced).filter((each) => !isKept(each))).not.toEqual([]);
      expect(Object.entries(replaced).filter(isKept)).toEqual(
        Object.entries(before).filter(isKept),
      );
      // To add what is there changes nothing.
      expect(location.apply(merged, canada, 'merge')).toEqual(merged);
    });

    testOf('location')(
      'changes postal codes and tells those before and after; without any place left there is no targeting',
      async (at) => {
        const { location } = at.platform;
        const source = location.apply(
          await targetingOf(at, at.adSetIds[0]),
          places({ zips: ['US:94304'] }),
          'replace',
        );
        const changed = (
          from: Targeting,
          codes: readonly string[],
          mode: 'replace' | 'merge' | 'remove',
        ) => {
          const { targeting, had, has } = location.withZips(from, codes, mode) ?? {
            targeting: {},
            had: [],
            has: [],
          };
          return { targeting, had: [...had].sort(), has: [...has].sort() };
        };
        const added = changed(source, ['US:10001'], 'merge');
        expect(added).toMatchObject({ had: ['US:94304'], has: ['US:10001', 'US:94304'] });
        const replaced = changed(added.targeting, ['US:60601'], 'replace');
        expect(replaced).toMatchObject({ had: ['US:10001', 'US:94304'], has: ['US:60601'] });
        expect(changed(added.targeting, ['US:94304'], 'remove')).toMatchObject({
          has: ['US:10001'],
        });
        expect(location.withZips(source, ['US:94304'], 'remove')).toBeUndefined();
      },
    );

    testOf('location')(
      'sets a targeting that was read; an ad set that does not exist fails alone',
      async (at) => {
        const { location } = at.platform;
        const [first, second] = at.adSetIds;
        const targeting = location.apply(await targetingOf(at, first), canada, 'replace');
        const ids = [first, unknownId, second];
        const results = await location.set(
          at.access,
          ids.map((adSetId) => ({ adSetId, targeting })),
        );
        expect(results.map(({ id }) => id)).toEqual(ids);
        expect(results.map(({ failure }) => failure?.class)).toEqual([
          undefined,
          'missing',
          undefined,
        ]);
        if (results[1]?.failure !== undefined) explained(results[1].failure);
        for (const id of [first, second]) {
          const after = await targetingOf(at, id);
          expect(location.apply(after, canada, 'replace')).toEqual(after);
          expect(location.apply(after, canada, 'merge')).toEqual(after);
        }
      },
    );
  });
}

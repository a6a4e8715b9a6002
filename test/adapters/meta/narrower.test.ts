import fc from 'fast-check';
import { expect, test } from 'vitest';
import { campaignId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { sendCreation } from '../../creation.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

/**
 * Whatever the platform no longer has: an ad set is made with a part of what was asked for, or not
 * at all.
 */

type Lists = { readonly [list: string]: readonly unknown[] };
interface Asked extends Lists {
  readonly publisher_platforms: readonly string[];
}

/** Two interests that the simulated platform has retired, two that live. */
const interests = ['6003107902433', '6003139266461', '6003107902434', '6003139266462'].map(
  (id) => ({ id }),
);
const behaviors = [{ id: '6002714895372' }];
const someOf = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 });
const group = fc
  .record({ interests: someOf(interests), behaviors: fc.constant(behaviors) }, { requiredKeys: [] })
  .filter((lists) => Object.keys(lists).length > 0);

const targetings = fc.record(
  {
    publisher_platforms: fc.constantFrom(['instagram'], ['facebook', 'instagram']),
    instagram_positions: someOf(['stream', 'story', 'explore', 'explore_home']),
    facebook_positions: someOf(['feed', 'marketplace']),
    interests: someOf(interests),
    flexible_spec: fc.array(group, { minLength: 1, maxLength: 3 }),
    genders: someOf([1, 2]),
  },
  { requiredKeys: ['publisher_platforms'] },
) as fc.Arbitrary<Asked>;

const refusals = fc.subarray(['1870227', '1870188', '1870189', '1870196', '1870247', '2490392'], {
  maxLength: 1,
});

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
const isPartOf = (held: readonly unknown[] = [], asked: readonly unknown[]): boolean =>
  held.length > 0 &&
  held.every((one) => asked.some((other) => String(idOf(one)) === String(idOf(other))));

/**
 * The lists of a group are joined by "or", so that one of them may be missing; groups are joined by
 * "and", so that none may.
 */
const isPartOfGroup = (held: Lists | undefined, asked: Lists): boolean =>
  held !== undefined &&
  Object.keys(held).length > 0 &&
  Object.entries(held).every(([list, members]) => isPartOf(members, asked[list] ?? []));

function isPart(held: Lists, asked: Asked): boolean {
  return Object.entries(asked).every(([list, members]) =>
    list === 'flexible_spec'
      ? (members as Lists[]).every((each, i) =>
          isPartOfGroup((held[list] as Lists[] | undefined)?.[i], each),
        )
      : isPartOf(held[list], members),
  );
}

const create = (at: MetaAtSandbox, targeting: Asked, mark: string) =>
  sendCreation(
    at.platform,
    at.access,
    'adSet',
    {
      name: mark,
      campaignId: campaignId(at.access.adAccountId, 'traffic'),
      status: 'ACTIVE',
      dailyBudget: 50,
      targeting: { geo_locations: { countries: ['US'] }, ...targeting },
    },
    mark,
  );

test.each(['v25.0', 'v26.0'])(
  'on %s no limit of an ad set is lost or widened by what the platform refuses',
  async (version) => {
    const at = await metaAtSandbox({ version });
    const seen = { made: 0, narrowed: 0, refused: 0 };
    let run = 0;
    await fc.assert(
      fc.asyncProperty(targetings, refusals, async (asked, codes) => {
        run += 1;
        await at.clearFaults();
        for (const code of codes)
          await at.fault({ fault: `refuse-${code}`, path: 'adsets', method: 'POST', times: 1 });
        const made = await create(at, asked, `mark-${version}-${run}`).catch((error: unknown) => {
          // Nothing was sent, or nothing was made.
          expect(error).toSatisfy(
            (it) =>
              it instanceof PlatformError ||
              (it as { code?: string }).code === 'unprocessable_entity',
          );
          return undefined;
        });
        const held = (await at.held('adsets')).find(
          ({ name }) => name === `mark-${version}-${run}`,
        );
        if (made === undefined) {
          seen.refused += 1;
          return held === undefined;
        }
        if ('unanswered' in made || held === undefined) return false;
        const targeting = held.targeting as Lists;
        const same =
          JSON.stringify(Object.keys(asked).map((list) => targeting[list])) ===
          JSON.stringify(Object.values(asked));
        seen[same ? 'made' : 'narrowed'] += 1;
        // What is narrower is told, in the field that it was asked in.
        return (
          isPart(targeting, asked) &&
          (same || made.warnings.some(({ path }) => path === 'targeting'))
        );
      }),
      { numRuns: 250 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  },
);

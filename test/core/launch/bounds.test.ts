import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../../core/base/errors.ts';
import { refuseOversizedLaunch } from '../../../core/launch/accept/bounds.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { normalizeLaunch } from '../../../core/launch/accept/normalize.ts';
import { liesIn } from '../../../core/launch/accept/read-ad.ts';
import { planLaunch } from '../../../core/launch/plan/plan.ts';
import { inTurns, pausing, type Steps } from '../../../core/records/steps.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { noFacts } from '../../test-definition.ts';
import { COMPANY } from '../../test-service.ts';

/** A list that counts how many of its items were looked at. */
function counted<T>(length: number, item: T): { readonly list: readonly T[]; visited(): number } {
  let visits = 0;
  const list = new Proxy(Array<T>(length).fill(item), {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) visits += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  return { list, visited: () => visits };
}

const refusalOf = async (work: () => unknown): Promise<SlipwayError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof SlipwayError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
};

const fixture = () =>
  createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });

describe('a launch above a bound is refused without working through it', () => {
  test.each([501, 10_000, 1_000_000])('%i ads: none is looked at', async (length) => {
    const { ports } = await fixture();
    const { list, visited } = counted(length, { title: 5 });
    const refusal = await refusalOf(() => dryRun(ports, COMPANY, { ads: list }));
    expect([refusal.code, refusal.details.map(({ path, code }) => [path, code])]).toEqual([
      'unprocessable_entity',
      [['ads', 'ads_count']],
    ]);
    expect(visited()).toBe(0);
  });

  test.each([5_001, 800_000])('%i ad sets for all ads: none is looked at', async (length) => {
    const { ports } = await fixture();
    const { list, visited } = counted(length, '1');
    const ads = Array.from({ length: 500 }, () => imageAd({ adSets: undefined }));
    const refusal = await refusalOf(() => dryRun(ports, COMPANY, { ads, adSets: list }));
    expect(refusal.details.map(({ path, code }) => [path, code])).toEqual([
      ['ads', 'creations_count'],
    ]);
    expect(visited()).toBe(0);
  });

  test('ad sets of the ads themselves count, inside the wrapper too', async () => {
    const sets = Array.from({ length: 11 }, (_, i) => String(i));
    const ads = Array.from({ length: 500 }, () => ({ adSets: sets }));
    for (const [body, path] of [
      [{ ads }, 'ads'],
      [{ creativeState: { ads } }, 'creativeState.ads'],
      [{ creativeState: { ads: ads.map(() => ({})) }, adSets: sets }, 'creativeState.ads'],
      [{ adName: 'One', adSets: Array(5_001).fill('1') }, 'adSets'],
    ] as const)
      expect((await refusalOf(() => refuseOversizedLaunch(body))).details).toMatchObject([
        { path, code: 'creations_count' },
      ]);
    expect(() => refuseOversizedLaunch({ ads: ads.slice(0, 454) })).not.toThrow();
  });

  test('more faults than anybody reads are counted, and a hundred are told', async () => {
    const { ports } = await fixture();
    const refusal = await refusalOf(() =>
      dryRun(ports, COMPANY, { ads: Array.from({ length: 500 }, () => ({ title: 5 })) }),
    );
    expect(refusal.details).toHaveLength(100);
    expect(refusal.faultCount).toBeGreaterThan(500);
    expect(refusal.message).toContain(`The first 100 of ${refusal.faultCount} faults are listed.`);
  });

  test('ad sets that cannot be read, for all ads or for one, hide neither the ad nor each other', async () => {
    const { ports } = await fixture();
    const unreadable = Array.from({ length: 1_000 }, () => true);
    for (const body of [
      { ads: [imageAd({ adSets: undefined, link: 'nowhere' })], adSets: unreadable },
      { ads: [imageAd({ adSets: unreadable, link: 'nowhere' })] },
    ]) {
      const refusal = await refusalOf(() => dryRun(ports, COMPANY, body));
      expect(refusal.faultCount).toBeLessThan(250);
      expect(refusal.details[0]).toMatchObject({ path: expect.stringContaining('adSets[0]') });
      expect(refusal.details.map(({ code }) => code)).not.toContain('missing_field');
    }
  });

  test('what was sent is never told back at length', async () => {
    const { ports } = await fixture();
    const long = 'x'.repeat(20_000);
    const ad = imageAd({
      adAccountType: 'y'.repeat(900),
      cta: long,
      link: long,
      adSets: [long.slice(0, 400)],
    });
    const refusal = await refusalOf(() => dryRun(ports, COMPANY, { ads: [ad] }));
    expect(JSON.stringify(refusal.details).length).toBeLessThan(20_000);
  });

  test('a name that its tokens make longer than any platform takes', async () => {
    const { ports } = await fixture();
    const ad = imageAd({
      adName: '{{adset.name}}'.repeat(40),
      adSets: [{ value: '1', label: 'x'.repeat(900) }],
    });
    expect((await refusalOf(() => dryRun(ports, COMPANY, { ads: [ad] }))).details).toMatchObject([
      { path: 'ads[0].adName', code: 'name_too_long' },
    ]);
  });
});

test('warnings are the first hundred and how many more there are', async () => {
  const { ports } = await fixture();
  const strange = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`strange${i}`, 1]));
  const { warnings } = await dryRun(ports, COMPANY, {
    ads: Array.from({ length: 10 }, () => imageAd(strange)),
  });
  expect(warnings).toHaveLength(101);
  expect(warnings[100]).toEqual({
    path: '',
    code: 'unknown_fields',
    message: '300 more fields are not known here and were ignored.',
  });
});

describe('a large launch is planned in turns', () => {
  const turnsOf = (sliceSteps: number) => {
    const counts = { turns: 0, looks: 0 };
    return {
      counts,
      isOver: () => ++counts.looks % sliceSteps === 0,
      next: async () => {
        counts.turns += 1;
      },
    };
  };

  test('the plan is the same, and a small launch waits for no turn', async () => {
    const { ports } = await fixture();
    const body = (ads: number) => ({
      ads: Array.from({ length: ads }, (_, i) => imageAd({ adName: `Ad ${i}` })),
    });
    const few = turnsOf(5);
    await dryRun({ ...ports, turns: few }, COMPANY, body(20));
    expect(few.counts.turns).toBe(0);
    const many = turnsOf(5);
    const planned = await dryRun({ ...ports, turns: many }, COMPANY, body(500));
    expect(many.counts.turns).toBeGreaterThan(300);
    expect(planned).toEqual(await dryRun(ports, COMPANY, body(500)));
  });

  test('an ad for very many ad sets is cut too', async () => {
    const { ports } = await fixture();
    const adSets = Array.from({ length: 2_000 }, (_, i) => String(i));
    const { ads } = normalizeLaunch({ ads: [imageAd({ adSets })] }, noFacts);
    const steps = planLaunch(ads, {
      platforms: ports.platforms,
      adSetFacts: () => undefined,
      knownAsset: () => undefined,
      timezone: () => 'UTC',
      now: 0,
    });
    expect([...steps]).toHaveLength(2_000);
  });

  test('no more steps lie between two turns than fit into one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 1, max: 20 }),
        async (steps, fits) => {
          const lengths: number[] = [0];
          const turns = {
            isOver: () => (lengths[lengths.length - 1] ?? 0) >= fits,
            next: async () => void lengths.push(0),
          };
          function* work(): Steps<string> {
            for (let i = 0; i < steps; i++) {
              lengths[lengths.length - 1] = (lengths[lengths.length - 1] ?? 0) + 1;
              yield;
            }
            return 'done';
          }
          expect(await inTurns(turns, work())).toBe('done');
          expect(Math.max(...lengths)).toBeLessThanOrEqual(Math.max(100, fits));
        },
      ),
    );
    expect(pausing(undefined)()).toBeUndefined();
  });
});

test('a fault lies in a broken place exactly when the place is the start of its path', () => {
  const step = fc.oneof(fc.constantFrom('.title', '.media', '[0]', '[1]', '[10]', '.url'));
  const path = fc
    .tuple(fc.constantFrom('ads', 'adSets'), fc.array(step, { maxLength: 4 }))
    .map(([start, rest]) => start + rest.join(''));
  fc.assert(
    fc.property(path, fc.array(path, { maxLength: 5 }), (fault, places) => {
      const slowly = places.some(
        (place) =>
          fault === place || fault.startsWith(`${place}.`) || fault.startsWith(`${place}[`),
      );
      expect(liesIn(fault, new Set(places))).toBe(slowly);
    }),
  );
});

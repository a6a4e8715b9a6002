import fc from 'fast-check';
import { expect, test } from 'vitest';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { createTwoPlatforms } from '../../two-platforms.ts';
import { equalAd } from './equal-ad.ts';

/**
 * Launches the same ad in several batches at once, the first calls that make it hit by these
 * faults, one each.
 */
async function launchTwins(batches: number, faults: readonly object[]) {
  const fixture = await createTwoPlatforms();
  for (const [index, fault] of faults.entries())
    await fixture.fault({ platform: 'tiktok', path: '/ad/create', nth: index + 1, ...fault });
  const ids: number[] = [];
  for (let n = 0; n < batches; n++)
    ids.push((await submitLaunch(fixture.ports, fixture.caller, { ads: [equalAd] })).adBatchId);
  await Promise.all(ids.map((id) => fixture.run(id)));
  const statuses = await Promise.all(
    ids.map((id) => batchStatus(fixture.ports, fixture.companyId, String(id))),
  );
  return {
    reported: statuses.flatMap(({ launchedAds }) => launchedAds.map(({ adId }) => adId)).sort(),
    held: (await fixture.held('tiktok_ads'))
      .filter(({ ad_name }) => ad_name === 'Twin')
      .map(({ id }) => id)
      .sort(),
  };
}

test('an ad whose answer is still on its way to one batch is not taken by another that got none', async () => {
  const { reported, held } = await launchTwins(2, [
    { fault: 'connection-cut' },
    { fault: 'slow-but-done', ms: 20_000 },
  ]);
  expect(held).toHaveLength(2);
  expect(reported).toEqual(held);
});

test('two batches that both got no answer share out what was made', async () => {
  for (const faults of [
    [{ fault: 'answer-lost' }, { fault: 'answer-lost' }],
    [{ fault: 'answer-lost' }, { fault: 'connection-cut' }],
  ]) {
    const { reported, held } = await launchTwins(2, faults);
    expect(held).toHaveLength(2);
    expect(reported).toEqual(held);
  }
});

test('however the answers to equal ads of several batches are lost or late, each batch ends with its own', async () => {
  const fault = fc.constantFrom(
    { fault: 'answer-lost' },
    { fault: 'connection-cut' },
    { fault: 'failed-but-created' },
    { fault: 'throttle' },
    { fault: 'slow-but-done', ms: 3_000 },
    { fault: 'slow-but-done', ms: 40_000 },
    { fault: 'late-effect', ms: 2_000 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }),
      fc.array(fault, { minLength: 2, maxLength: 6 }),
      async (batches, faults) => {
        const { reported, held } = await launchTwins(batches, faults);
        expect(held).toHaveLength(batches);
        expect(reported).toEqual(held);
      },
    ),
    { numRuns: 25, seed: 11 },
  );
});

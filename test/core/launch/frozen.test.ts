import { expect, test } from 'vitest';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { LaunchCapability } from '../../../core/ports/platform-launch.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

/** A fixture with one batch of two ads, and a worker whose way of sending ads is another. */
async function open(answerMs: number) {
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const fixture = await createLaunchFixture({
    platforms: (clock) => {
      standIn = createStandInPlatform(clock, { answerMs });
      return { primary: standIn.platform };
    },
  });
  const { platform, made } = standIn ?? createStandInPlatform(fixture.clock);
  const { launch } = platform;
  if (launch === undefined) throw new Error('The stand-in launches.');
  const answer = await submitLaunch(fixture.ports, caller, { ads: [imageAd(), imageAd()] });
  const id = answer.adBatchId;
  return {
    fixture,
    id,
    launch,
    adNames: () => made.filter(({ kind }) => kind === 'ad').map(({ name }) => name),
    runAs: (
      name: string,
      clock: Clock,
      send: LaunchCapability['send'],
      holder = createHolder(clock, name),
    ) =>
      runBatch(
        {
          ...fixture.ports,
          clock,
          platforms: { primary: { ...platform, launch: { ...launch, send } } },
        },
        COMPANY,
        String(id),
        { holder },
      ),
  };
}

const never = new Promise<never>(() => {});

test('a worker that stands still before its ads leave, and goes on when another has sent them, sends nothing', async () => {
  const { fixture, id, launch, adNames, runAs } = await open(5_000);
  let thaw = (): void => {};
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  let frozen = false;
  const clock: Clock = {
    ...fixture.clock,
    sleep: (ms) => (frozen ? never : fixture.clock.sleep(ms)),
  };
  const sleeper = runAs('sleeper', clock, async (access, operations) => {
    if (operations.every(({ kind }) => kind !== 'ad')) return launch.send(access, operations);
    frozen = true;
    await thawed;
    return launch.send(access, operations);
  });
  while (!frozen) await fixture.clock.sleep(10);
  await fixture.clock.sleep(31_000);
  await fixture.run(id);
  expect(adNames().sort()).toEqual(['Ad 1', 'Ad 2']);

  frozen = false;
  thaw();
  expect(await sleeper).toEqual({ againAt: expect.any(Number) });
  expect(adNames().sort()).toEqual(['Ad 1', 'Ad 2']);
  expect(await batchStatus(fixture.ports, COMPANY, String(id))).toMatchObject({
    rawStatus: 'Success',
    successfulAds: 2,
  });
});

test('what a worker that died had sent is waited for as long as the platform may take over it', async () => {
  // Longer than it takes to notice the death and to let the platform settle.
  const lateMs = 75_000;
  const { fixture, id, launch, adNames, runAs } = await open(90_000);
  let sent = false;
  void runAs(
    'mortal',
    { ...fixture.clock, sleep: (ms) => (sent ? never : fixture.clock.sleep(ms)) },
    (access, operations) => {
      if (operations.every(({ kind }) => kind !== 'ad')) return launch.send(access, operations);
      sent = true;
      void fixture.clock
        .sleep(lateMs)
        .then(() => launch.send({ ...access, isLeaseHeld: () => true }, operations));
      return never;
    },
  );
  while (!sent) await fixture.clock.sleep(10);
  await fixture.run(id);
  await fixture.clock.sleep(2 * lateMs);
  expect(adNames().sort()).toEqual(['Ad 1', 'Ad 2']);
  expect(await batchStatus(fixture.ports, COMPANY, String(id))).toMatchObject({
    rawStatus: 'Success',
    successfulAds: 2,
  });
});

test('an ad of which a platform says nothing at all is looked for, not forgotten', async () => {
  const { fixture, id, launch, adNames, runAs } = await open(5_000);
  let silent = true;
  const send: LaunchCapability['send'] = async (access, operations) => {
    const outcomes = await launch.send(access, operations);
    if (!silent || operations.every(({ kind }) => kind !== 'ad')) return outcomes;
    silent = false;
    return outcomes.slice(0, 1);
  };
  for (let i = 0; i < 20 && (await runAs('worker', fixture.clock, send)) !== undefined; i++)
    await fixture.clock.sleep(1_000);
  expect(silent).toBe(false);
  expect(adNames().sort()).toEqual(['Ad 1', 'Ad 2']);
  expect(await batchStatus(fixture.ports, COMPANY, String(id))).toMatchObject({
    rawStatus: 'Success',
    successfulAds: 2,
  });
});

import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import type { PlatformFailure } from '../../../core/base/errors.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import type { LaunchCapability, Outcome } from '../../../core/ports/platform-launch.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY } from '../../test-service.ts';

/** A platform that every plan asks, in a company with two accounts. */
async function asking(validate: NonNullable<LaunchCapability['validate']>) {
  const clock = createManualClock();
  const fixture = await createLaunchFixture({
    clock,
    platforms: () => {
      const { platform } = createStandInPlatform(clock);
      if (platform.launch === undefined) throw new Error('The stand-in launches.');
      return {
        primary: { ...platform, launch: { ...platform.launch, validate, validatesPlansOf: 2 } },
      };
    },
  });
  const plan = async (ads: readonly object[], wanted?: 'platform' | 'none') => {
    const { warnings } = await dryRun(fixture.ports, COMPANY, { ads }, { validate: wanted });
    return warnings.map(({ path, code, message }) => `${path} ${code} ${message}`);
  };
  return { clock, plan };
}

const failure = (retryable: boolean): PlatformFailure => ({
  platform: 'primary',
  class: retryable ? 'transient' : 'rule',
  message: 'No.',
  fix: 'Change it.',
  retryable,
  traceId: 'trace',
});
const good: Outcome = { state: 'done', ref: '' };
const named = (adName: string, adAccountId = 'act_1') => imageAd({ adName, adAccountId });

/** Lets everything run that waits for nothing but this thread. */
const untilSleeping = async (clock: ReturnType<typeof createManualClock>, count: number) => {
  while (clock.sleeping() < count) await new Promise((resolve) => setImmediate(resolve));
};

describe('a plan', () => {
  test('in several accounts waits ten seconds in all for platforms that do not answer', async () => {
    const { clock, plan } = await asking(() => new Promise(() => undefined));
    const planned = plan([named('One'), named('Two', 'act_2')]);
    await untilSleeping(clock, 2);
    await clock.advance(10_000);
    expect(await planned).toEqual([
      'ads platform_not_asked The platform gave no opinion of these ads. It did not answer within 10 seconds.',
    ]);
  });

  test('that is made again asks about none of its ads, and one that grew about the new ones', async () => {
    const asked: number[] = [];
    const { clock, plan } = await asking(async (_, operations) => {
      asked.push(operations.length);
      return operations.map((each) =>
        each.kind === 'ad' && each.name === 'Bad'
          ? { state: 'failed', failure: failure(false) }
          : good,
      );
    });
    const refused = ['ads[0] platform_refuses No. Change it.'];
    expect(await plan([named('Bad')])).toEqual(refused);
    expect(await plan([named('Bad')])).toEqual(refused);
    expect(asked).toEqual([1]);
    expect(await plan([named('Bad'), named('Good')])).toEqual(refused);
    expect(asked).toEqual([1, 1]);
    expect(await plan([named('Bad', 'act_2')])).toEqual(refused);
    expect(asked).toEqual([1, 1, 1]);
    await clock.advance(5 * 60_000);
    await plan([named('Bad')]);
    expect(asked).toEqual([1, 1, 1, 1]);
  });

  test('that wants every opinion is answered by the platform, and what it could not say is asked again', async () => {
    const outcomes: Outcome[] = [
      { state: 'unknown', failure: failure(true) },
      { state: 'failed', failure: failure(true) },
    ];
    const asked: number[] = [];
    const { plan } = await asking(async (_, operations) => {
      asked.push(operations.length);
      return operations.map(() => outcomes.shift() ?? good);
    });
    expect(await plan([named('One')])).toEqual(['ads[0] platform_not_asked No. Change it.']);
    expect(await plan([named('One')])).toEqual(['ads[0] platform_refuses No. Change it.']);
    expect(await plan([named('One')])).toEqual([]);
    expect(await plan([named('One')], 'platform')).toEqual([]);
    expect(await plan([named('One')], 'none')).toEqual([]);
    expect(asked).toEqual([1, 1, 1, 1]);
  });

  test('says where only the first of its ads were asked about', async () => {
    const { plan } = await asking(async (_, operations) => operations.map(() => good));
    expect(await plan(['One', 'Two', 'Three'].map((name) => named(name)))).toEqual([
      'ads platform_not_asked The platform was asked about the first 2 of 3 ads. validate=platform asks about all of them.',
    ]);
  });
});

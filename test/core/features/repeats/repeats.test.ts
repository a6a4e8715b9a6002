import { describe, expect, test } from 'vitest';
import { forgetLaunchedInto, launchedIntoKind } from '../../../../core/features/repeats/records.ts';
import { changeGuardrails } from '../../../../core/gate/guardrails.ts';
import { dryRun } from '../../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../../core/launch/accept/submit.ts';
import type { Store } from '../../../../core/ports/store.ts';
import { imageAd } from '../../../launch-fixture.ts';
import { COMPANY, caller } from '../../../test-service.ts';
import { createStandInFixture, several } from '../../launch/stand-in-fixture.ts';

const codes = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
  warnings.filter(({ code }) => code === 'already_launched').length;

type Fixture = Awaited<ReturnType<typeof createStandInFixture>>;
const plan = ({ ports }: Fixture, body: object) => dryRun(ports, COMPANY, body);

describe('ads that were launched already', () => {
  test('are told in the plan and in the answer, with their batch, at their names', async () => {
    const fixture = await createStandInFixture();
    expect(codes(await plan(fixture, { ads: several(3) }))).toBe(0);
    const id = await fixture.launch({ ads: several(3) });
    await fixture.run(id);
    const again = await plan(fixture, { ads: several(3) });
    expect(again.warnings.slice(0, 3).map(({ path, code }) => [path, code])).toEqual(
      [0, 1, 2].map((index) => [`ads[${index}].adName`, 'already_launched']),
    );
    expect(again.warnings[0]?.message).toContain(`batch ${id}`);
    expect(codes(await submitLaunch(fixture.ports, caller, { ads: several(3) }))).toBe(3);
  });

  test('ten launches into one ad set at the same moment line up: none tries in vain, and all but one are told', async () => {
    const fixture = await createStandInFixture();
    let lost = 0;
    const commit: Store['commit'] = async (writes) => {
      const conflict = await fixture.store.commit(writes);
      if (conflict !== undefined) lost += 1;
      return conflict;
    };
    const ports = { ...fixture.ports, store: { ...fixture.store, commit } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submitLaunch(ports, caller, { ads: several(2) })),
    );
    expect(new Set(answers.map(({ adBatchId }) => adBatchId)).size).toBe(10);
    expect(answers.map(codes).sort()).toEqual([0, ...Array.from({ length: 9 }, () => 2)]);
    expect(lost).toBe(0);
  });

  test('under another name, with other words or in another ad set they are other ads; paused or not, the same', async () => {
    const fixture = await createStandInFixture();
    await fixture.launch({ ads: [imageAd({ adName: 'One', title: 'A' })] });
    expect(codes(await plan(fixture, { ads: [imageAd({ adName: 'Two', title: 'A' })] }))).toBe(0);
    expect(codes(await plan(fixture, { ads: [imageAd({ adName: 'One', title: 'B' })] }))).toBe(0);
    expect(codes(await plan(fixture, { ads: [imageAd({ adName: 'One', title: 'A' })] }))).toBe(1);
    expect(
      codes(
        await plan(fixture, { ads: [imageAd({ adName: 'One', title: 'A', launchPaused: false })] }),
      ),
    ).toBe(1);
  });

  test('count while their batch is under way, and no more once they failed, were deleted, or a week has passed', async () => {
    let refuses = true;
    const fixture = await createStandInFixture({
      mood: ({ kind }) => (refuses && kind === 'ad' ? 'rule' : 'ok'),
    });
    const ads = [imageAd({ adName: 'One' })];
    const failing = await fixture.launch({ ads });
    expect(codes(await plan(fixture, { ads }))).toBe(1);
    await fixture.run(failing);
    expect(codes(await plan(fixture, { ads }))).toBe(0);

    refuses = false;
    await fixture.run(await fixture.launch({ ads }));
    expect(codes(await plan(fixture, { ads }))).toBe(1);
    await fixture.clock.sleep(8 * 24 * 60 * 60 * 1000);
    expect(codes(await plan(fixture, { ads }))).toBe(0);
    expect(await forgetLaunchedInto(fixture.ports, COMPANY)).toBe('done');
    expect((await fixture.ports.store.find(launchedIntoKind, COMPANY)).items).toEqual([]);
  });

  test('an agreed plan is not carried out when its ads were launched meanwhile, however close the two come', async () => {
    const fixture = await createStandInFixture();
    const { digest: planDigest } = await plan(fixture, { ads: several(2) });
    const both = await Promise.allSettled(
      [1, 2].map(() => submitLaunch(fixture.ports, caller, { ads: several(2), planDigest })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'conflict', details: [{ code: 'plan_differs' }] });
    const { digest: next } = await plan(fixture, { ads: several(2) });
    expect(next).not.toBe(planDigest);
    await submitLaunch(fixture.ports, caller, { ads: several(2), planDigest: next });
  });

  test('are refused where the company wants it so, unless the request says again', async () => {
    const fixture = await createStandInFixture();
    await changeGuardrails(fixture.ports, caller, {
      refuseRepeats: true,
      currencies: {},
      accounts: {},
    });
    await fixture.launch({ ads: several(2) });
    await expect(submitLaunch(fixture.ports, caller, { ads: several(2) })).rejects.toMatchObject({
      code: 'conflict',
      details: [{ code: 'already_launched' }, { code: 'already_launched' }],
    });
    expect(codes(await submitLaunch(fixture.ports, caller, { ads: several(2), again: true }))).toBe(
      2,
    );
  });

  test('are refused where the request says so, whatever the company has set', async () => {
    const fixture = await createStandInFixture();
    await fixture.launch({ ads: several(2) });
    await expect(
      submitLaunch(fixture.ports, caller, { ads: several(2), again: false }),
    ).rejects.toMatchObject({
      details: [{ code: 'already_launched' }, { code: 'already_launched' }],
    });
  });
});

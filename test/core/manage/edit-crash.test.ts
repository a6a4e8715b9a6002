import { describe, expect, test } from 'vitest';
import { changeGuardrails } from '../../../core/gate/guardrails.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateBudgetRequest } from '../../../core/manage/schema/edit.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import type { Once } from '../../../core/records/once.ts';
import { underKey } from '../../under-key.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

const key = { key: 'POST /v1/manage/edit k1', bodyDigest: 'digest' };

const raised = (ports: ManageFixture['ports'], entityId: string, once: Once) =>
  updateBudget(
    ports,
    caller,
    parsed(updateBudgetRequest, {
      businessId: eur,
      entityType: 'adset',
      entityId,
      dailyBudget: 400,
    }),
    once,
  );

describe('an edit that the platform', () => {
  const send = async (fixture: ManageFixture, adSet: string, request = key) =>
    underKey(fixture.ports, caller.companyId, request, (once) =>
      raised(fixture.ports, adSet, once),
    );

  test('carried out without an answer is seen at the platform, and answered as done', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({ fault: 'failed-but-created', method: 'POST', path: `*/${adSet}` });
    expect((await send(fixture, adSet)).answer).toMatchObject({
      dailyBudget: 400,
      previous: { dailyBudget: 50 },
    });
  });

  test('gave no answer to, and does not show, is remembered: the key holds, and the repetition sends it again', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `*/${adSet}`,
      code: 2,
      message: 'Later',
    });
    expect(await refusal(send(fixture, adSet))).toMatchObject({ code: 'platform_error' });
    await fixture.clearFaults();
    expect(await refusal(send(fixture, adSet, { ...key, bodyDigest: 'other' }))).toMatchObject({
      reasons: ['key_reused'],
    });
    expect((await send(fixture, adSet)).answer).toMatchObject({
      dailyBudget: 400,
      previous: { dailyBudget: 50 },
    });
  });

  test('did not carry out is sent by the repetition although the clock is set back meanwhile', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `*/${adSet}`,
      code: 2,
      message: 'Later',
    });
    await refusal(send(fixture, adSet));
    await fixture.clearFaults();
    const { primary } = fixture.ports.platforms;
    let looks = 0;
    const entities: NonNullable<typeof primary.inspect>['entities'] = async (...asked) => {
      const read = await primary.inspect?.entities(...asked);
      looks += 1;
      fixture.clock.step(-3_600_000);
      return read ?? [];
    };
    const inspect = primary.inspect && { ...primary.inspect, entities };
    const ports = {
      ...fixture.ports,
      platforms: { primary: { ...primary, ...(inspect && { inspect }) } },
    };
    await underKey(ports, caller.companyId, key, (once) => raised(ports, adSet, once));
    expect(looks).toBeGreaterThan(0);
    expect(await fixture.read(adSet, 'daily_budget')).toMatchObject({ daily_budget: '40000' });
  });

  test('did not carry out is judged anew by the repetition: limits may be others by now', async () => {
    const fixture = await createManageFixture();
    const at = (days: number) => new Date(fixture.clock.now() + days * 86_400_000).toISOString();
    const { adSet: adSetId } = await fixture.tree([1], {
      campaign: { status: 'ACTIVE' },
      adSet: { daily_budget: 9_000, status: 'ACTIVE', end_time: at(1) },
    });
    await fixture.clock.advance(2 * 86_400_000);
    const body = { accountId: eur, adSetId, endTime: at(3) };
    const lengthen = () =>
      underKey(fixture.ports, caller.companyId, key, (once) =>
        updateObject(fixture.ports, caller, { level: 'adSet', body }, once),
      );
    const { end_time: ended } = await fixture.read(adSetId, 'end_time');
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `*/${adSetId}`,
      code: 2,
      message: 'Later',
    });
    expect(await refusal(lengthen())).toMatchObject({ code: 'platform_error' });
    await fixture.clearFaults();
    const money = {
      dailyBudget: 1_000,
      lifetimeBudget: 1_000,
      startedDailyBudget: 50,
      startedLifetimeBudget: 50,
    };
    await changeGuardrails(fixture.ports, caller, {
      risePercent: 900,
      currencies: { EUR: money },
      accounts: {},
    });
    expect(await refusal(lengthen())).toMatchObject({ reasons: ['guard_exceeded'] });
    expect((await fixture.read(adSetId, 'end_time')).end_time).toEqual(ended);
  });

  test('refused leaves the key free for a corrected request', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `*/${adSet}`,
      code: 100,
      message: 'No',
      times: 1,
    });
    await refusal(send(fixture, adSet));
    expect((await send(fixture, adSet, { ...key, bodyDigest: 'corrected' })).replayed).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { renameEntity } from '../../../core/manage/edit/rename-entity.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { updateZips } from '../../../core/manage/edit/update-zips.ts';
import * as schemas from '../../../core/manage/schema/edit.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import type { Once } from '../../../core/records/once.ts';
import type { Crash } from '../../crashing-store.ts';
import { underKey } from '../../under-key.ts';
import { caller, createManageFixture, eur, type ManageFixture, parsed, refusal } from './manage-fixture.ts';
import { runUntilCrash } from './run-until-crash.ts';

const key = { key: 'POST /v1/manage/edit k1', bodyDigest: 'digest' };

type Edit = (ports: ManageFixture['ports'], adSet: string, once?: Once) => Promise<object>;

const edits: { readonly [verb: string]: Edit } = {
  'ad set budget': (ports, entityId, once) =>
    updateBudget(
      ports,
      caller,
      parsed(schemas.updateBudgetRequest, { businessId: eur, entityType: 'adset', entityId, dailyBudget: 400 }),
      once,
    ),
  'ad set name': (ports, entityId, once) =>
    renameEntity(
      ports,
      caller,
      parsed(schemas.renameRequest, { businessId: eur, entityType: 'adset', entityId, name: 'New' }),
      once,
    ),
  'postal codes': (ports, adSetId, once) =>
    updateZips(ports, caller, parsed(schemas.updateZipsRequest, { businessId: eur, adSetId, zips: ['94304'] }), once),
  settings: (ports, adSetId, once) =>
    updateObject(
      ports,
      caller,
      { level: 'adSet', body: { accountId: eur, adSetId, name: 'New', location: { countries: ['CA'] } } },
      once,
    ),
  status: (ports, entityId, once) =>
    updateStatus(
      ports,
      caller,
      parsed(schemas.updateStatusRequest, { businessId: eur, entityType: 'adset', entityId, newStatus: 'PAUSED' }),
      once,
    ),
  deletion: (ports, entityId, once) =>
    deleteEntities(
      ports,
      caller,
      parsed(schemas.deleteRequest, { businessId: eur, entityType: 'adsets', entityIds: [entityId], confirm: true }),
      once,
    ),
};

const deaths: readonly Crash[] = [1, 2, 3, 4].flatMap((at) => [
  { at, when: 'before' as const },
  { at, when: 'after' as const },
]);

/** As the traces and the platform tell it. */
async function change(verb: string, deathsOf: readonly Crash[]) {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000, status: 'ACTIVE' } });
  const edit = edits[verb] as Edit;
  const send = (ports: ManageFixture['ports']) => underKey(ports, caller.companyId, key, (once) => edit(ports, adSet, once));
  for (const death of deathsOf) await runUntilCrash(fixture, death, send);
  const { answer } = await send(fixture.ports);
  const again = await send(fixture.ports);
  const { id: _, ...state } = await fixture.read(adSet, 'name,status,daily_budget,targeting');
  return {
    answer: JSON.stringify(answer)
      .replaceAll(adSet, 'ad set')
      .replace(/upd_\w+/, 'the change'),
    state,
    replayed: again.replayed && JSON.stringify(again.answer) === JSON.stringify(answer),
  };
}

describe('a process that dies at any commit of an edit', () => {
  test.each(Object.keys(edits))(
    'of an object’s %s: the repeated request ends it and answers what the first would have',
    async (verb) => {
      const undisturbed = await change(verb, []);
      expect(undisturbed.replayed).toBe(true);
      for (const death of deaths) expect([death, await change(verb, [death])]).toEqual([death, undisturbed]);
      expect(await change(verb, deaths.slice(2, 5))).toEqual(undisturbed);
    },
  );
});

describe('an edit that the platform', () => {
  const send = async (fixture: ManageFixture, adSet: string, request = key) =>
    underKey(fixture.ports, caller.companyId, request, (once) => (edits['ad set budget'] as Edit)(fixture.ports, adSet, once));

  test('carried out without an answer is seen at the platform, and answered as done', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({ fault: 'failed-but-created', method: 'POST', path: `*/${adSet}` });
    expect((await send(fixture, adSet)).answer).toMatchObject({ dailyBudget: 400, previous: { dailyBudget: 50 } });
  });

  test('gave no answer to, and does not show, is remembered: the key holds, and the repetition sends it again', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({ fault: 'error', method: 'POST', path: `*/${adSet}`, code: 2, message: 'Later' });
    expect(await refusal(send(fixture, adSet))).toMatchObject({ code: 'platform_error' });
    await fixture.clearFaults();
    expect(await refusal(send(fixture, adSet, { ...key, bodyDigest: 'other' }))).toMatchObject({ reasons: ['key_reused'] });
    expect((await send(fixture, adSet)).answer).toMatchObject({ dailyBudget: 400, previous: { dailyBudget: 50 } });
  });

  test('refused leaves the key free for a corrected request', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    await fixture.fault({ fault: 'error', method: 'POST', path: `*/${adSet}`, code: 100, message: 'No', times: 1 });
    await refusal(send(fixture, adSet));
    expect((await send(fixture, adSet, { ...key, bodyDigest: 'corrected' })).replayed).toBe(false);
  });
});

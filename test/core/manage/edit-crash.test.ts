import { describe, expect, test } from 'vitest';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { renameEntity } from '../../../core/manage/edit/rename-entity.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { updateZips } from '../../../core/manage/edit/update-zips.ts';
import type { Once } from '../../../core/records/once.ts';
import * as schemas from '../../../core/schema/manage-edit.ts';
import type { Death } from '../../mortal-store.ts';
import { underKey } from '../../under-key.ts';
import { caller, createHouse, eur, type House, parsed, refusal } from './house.ts';
import { life } from './life.ts';

const key = { key: 'POST /v1/manage/edit k1', bodyDigest: 'digest' };

type Edit = (ports: House['ports'], adSet: string, once?: Once) => Promise<object>;

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

const deaths: readonly Death[] = [1, 2, 3, 4].flatMap((at) => [
  { at, when: 'before' as const },
  { at, when: 'after' as const },
]);

/** As the traces and the platform tell it. */
async function change(verb: string, deathsOf: readonly Death[]) {
  const house = await createHouse();
  const { adSet } = await house.tree([0], { adSet: { daily_budget: 5_000, status: 'ACTIVE' } });
  const edit = edits[verb] as Edit;
  const send = (ports: House['ports']) => underKey(ports, caller.companyId, key, (once) => edit(ports, adSet, once));
  for (const death of deathsOf) await life(house, death, send);
  const { answer } = await send(house.ports);
  const again = await send(house.ports);
  const { id: _, ...state } = await house.read(adSet, 'name,status,daily_budget,targeting');
  return {
    answer: JSON.stringify(answer).replaceAll(adSet, 'ad set'),
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
  const send = async (house: House, adSet: string, request = key) =>
    underKey(house.ports, caller.companyId, request, (once) => (edits['ad set budget'] as Edit)(house.ports, adSet, once));

  test('gave no answer to is remembered: the key holds, and the repetition tells what it was before', async () => {
    const house = await createHouse();
    const { adSet } = await house.tree([0], { adSet: { daily_budget: 5_000 } });
    await house.fault({ fault: 'failed-but-created', method: 'POST', path: `*/${adSet}` });
    expect(await refusal(send(house, adSet))).toMatchObject({ code: 'platform_error' });
    await house.clearFaults();
    expect(await refusal(send(house, adSet, { ...key, bodyDigest: 'other' }))).toMatchObject({ reasons: ['key_reused'] });
    expect((await send(house, adSet)).answer).toMatchObject({ dailyBudget: 400, previous: { dailyBudget: 50 } });
  });

  test('refused leaves the key free for a corrected request', async () => {
    const house = await createHouse();
    const { adSet } = await house.tree([0], { adSet: { daily_budget: 5_000 } });
    await house.fault({ fault: 'error', method: 'POST', path: `*/${adSet}`, code: 100, message: 'No', times: 1 });
    await refusal(send(house, adSet));
    expect((await send(house, adSet, { ...key, bodyDigest: 'corrected' })).replayed).toBe(false);
  });
});

import { harmlessTwice } from '../kit/calls.ts';
import { said } from '../kit/json.ts';
import type {
  Access,
  Answer,
  EditCapability,
  EditResult,
  Fail,
  LocationCapability,
  Params,
} from '../types.ts';
import { writableTargeting } from './create/targeting.ts';
import type { BatchEntry } from './wire/batch.ts';
import type { Calls } from './wire/calls.ts';
import { isoTime, minorIn } from './wire/params.ts';

/** Ads of other objectives end with their ad set. */
const ownEnds = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'];
const noOwnEnd = 'Ads have an end of their own in sales and app campaigns only.';

export function createEdit(calls: Calls, fail: Fail): EditCapability {
  return {
    setStatus: (access, changes) =>
      each(access, changes, ({ id, status }) => update(id, { status })),
    remove: (access, objects) =>
      each(access, objects, ({ id }) => ({ method: 'DELETE', path: id })),
    endsAds: (objective) => objective !== undefined && ownEnds.includes(objective),
    setEnd: (access, changes) =>
      Promise.all(
        changes.map(async ({ type, id, endTime, objective }) =>
          type === 'ad' && objective !== undefined && !ownEnds.includes(objective)
            ? { id, failure: fail('rule', noOwnEnd, 'End its ad set instead, or pause the ad.') }
            : end(access, type, id, endTime),
        ),
      ),
    rename: (access, changes) => each(access, changes, ({ id, name }) => update(id, { name })),
    async setBudget(access, _type, id, budget) {
      const money = minorIn(access);
      const params = { daily_budget: money(budget.daily), lifetime_budget: money(budget.lifetime) };
      await calls.write(access, id, params, harmlessTwice);
    },
  };

  async function each<C extends { readonly id: string }>(
    access: Access,
    changes: readonly C[],
    entryOf: (change: C) => BatchEntry,
  ) {
    const answers = await calls.writeMany(access, changes.map(entryOf), harmlessTwice);
    return changes.map(({ id }, position) => resultOf(id, answers[position]));
  }

  async function end(
    access: Access,
    type: 'campaign' | 'adset' | 'ad',
    id: string,
    endTime: number,
  ): Promise<EditResult> {
    const time = isoTime(endTime);
    if (type === 'adset') return one(access, id, { end_time: time });
    if (type === 'ad') return one(access, id, { ad_schedule_end_time: time });
    // A campaign with a lifetime budget ends by itself; otherwise its ad sets do.
    const [read] = await calls.readMany(access, [
      { path: id, params: { fields: 'lifetime_budget' } },
    ]);
    if (read === undefined || !read.ok) return resultOf(id, read);
    if (read.body.lifetime_budget !== undefined) return one(access, id, { stop_time: time });
    const adSets = await calls.list(access, `${id}/adsets`, { fields: 'id', limit: 200 });
    const entries = adSets.map((row) => update(said(row.id), { end_time: time }));
    const answers = await calls.writeMany(access, entries, harmlessTwice);
    return resultOf(
      id,
      answers.find((answer) => !answer.ok),
    );
  }

  async function one(access: Access, id: string, params: Params): Promise<EditResult> {
    const [answer] = await calls.writeMany(access, [update(id, params)], harmlessTwice);
    return resultOf(id, answer);
  }
}

/** All in one go. */
export const setTargeting =
  (calls: Calls): LocationCapability['set'] =>
  async (access, changes) => {
    const entries = changes.map(({ adSetId, targeting }) =>
      update(adSetId, { targeting: writableTargeting(targeting) }),
    );
    const answers = await calls.writeMany(access, entries, harmlessTwice);
    return changes.map(({ adSetId }, position) => resultOf(adSetId, answers[position]));
  };

const update = (id: string, params: Params): BatchEntry => ({ method: 'POST', path: id, params });

function resultOf(id: string, answer: Answer | undefined): EditResult {
  return answer === undefined || answer.ok ? { id } : { id, failure: answer.failure };
}

import { PlatformError } from '../../../core/base/errors.ts';
import { harmlessTwice } from '../kit/calls.ts';
import { editEach, editResults, failureOf, nameMissing, withTypes } from '../kit/edits.ts';
import { chunks, text } from '../kit/json.ts';
import type { Access, Api, EditCapability, EntityType, Params, PlatformFailure } from '../types.ts';
import { replacementOf } from './copy/recreate.ts';
import { budgetsOf } from './read/accounts.ts';
import { readEntities, readRows } from './read/entities.ts';
import { nouns, platformTime, statusWords } from './wire/values.ts';

const perSwitch = 20;

interface Named {
  readonly type: EntityType;
  readonly id: string;
}

export function createEdit({ calls, wire }: Api): EditCapability {
  return {
    statusWords,
    async setStatus(access, changes) {
      const typed = await withTypes(changes, (untyped) => readEntities({ calls, wire }, access, untyped));
      const failed = new Map<string, PlatformFailure>();
      for (const status of ['ACTIVE', 'PAUSED'] as const) {
        const some = typed.filter((change) => change.status === status);
        for (const [id, failure] of await switchAll(access, some, statusWords[status])) failed.set(id, failure);
      }
      return editResults(changes, failed);
    },
    async remove(access, objects) {
      return editResults(objects, await switchAll(access, objects, 'DELETE'));
    },
    setEnd: (access, changes) =>
      editEach(changes, ({ type, id, endTime }) => existing(access, type, id, () => end(access, type, id, endTime))),
    rename: (access, changes) =>
      editEach(changes, ({ type, id, name }) => existing(access, type, id, () => rename(access, type, id, name))),
    async setBudget(access, type, id, budget) {
      const row = (await readRows(calls, access, type, [id])).get(id);
      if (row === undefined) throw wire.notFound(id);
      const { lifetimeBudget } = budgetsOf(row);
      // The amount can be changed, the mode cannot.
      if ((budget.daily === undefined) === (lifetimeBudget === undefined)) {
        const has = lifetimeBudget === undefined ? 'daily' : 'lifetime';
        const message = `This ${nouns[type]} has a ${has} budget, and the platform does not change one into the other.`;
        throw wire.error('rule', message, `Give a ${has} budget.`);
      }
      const noun = nouns[type];
      await calls.write(
        access,
        `${noun}/update/`,
        { [`${noun}_id`]: id, budget: budget.daily ?? budget.lifetime },
        harmlessTwice,
      );
    },
  };

  /** The platform refuses a whole call for one object: then each is tried alone. */
  async function switchAll(access: Access, objects: readonly Named[], operation: string) {
    const failed = new Map<string, PlatformFailure>();
    for (const type of ['campaign', 'adset', 'ad'] as const) {
      const ids = objects.filter((each) => each.type === type).map(({ id }) => id);
      for (const some of chunks(ids, perSwitch)) {
        const failure = await switchSome(access, type, some, operation);
        if (failure === undefined) continue;
        if (some.length === 1 || failure.class !== 'invalid') for (const id of some) failed.set(id, failure);
        else
          for (const id of some) {
            const own = await switchSome(access, type, [id], operation);
            if (own !== undefined) failed.set(id, own);
          }
      }
      await nameUnknown(access, type, failed);
    }
    return failed;
  }

  async function switchSome(access: Access, type: EntityType, ids: readonly string[], operation: string) {
    const noun = nouns[type];
    const body = { [`${noun}_ids`]: ids, operation_status: operation };
    const answer = await calls.tried(access, `${noun}/status/update/`, body, harmlessTwice);
    if (!answer.ok) return answer.failure;
    // The caller tries each alone: the answer does not reliably say which were changed.
    return answer.partial ? wire.fail('invalid', 'The platform changed some of these objects only.') : undefined;
  }

  /** The platform gives unknown ids the code of any wrong value. */
  async function nameUnknown(access: Access, type: EntityType, failed: Map<string, PlatformFailure>) {
    await nameMissing(wire, failed, ['invalid'], (ids) => readRows(calls, access, type, ids));
  }

  async function existing(access: Access, type: EntityType, id: string, change: () => Promise<void>) {
    const failure = await failureOf(change);
    if (failure === undefined) return;
    const failed = new Map([[id, failure]]);
    await nameUnknown(access, type, failed);
    throw new PlatformError(failed.get(id) ?? failure);
  }

  /** Only ad groups have a schedule: a campaign ends when all of its do. */
  async function end(access: Access, type: EntityType, id: string, endTime: number) {
    if (type === 'ad') {
      const message = 'An ad has no end of its own on this platform.';
      throw wire.error('rule', message, 'End its ad group, or pause the ad.');
    }
    const filtering = type === 'adset' ? { adgroup_ids: [id] } : { campaign_ids: [id] };
    const adGroups = await calls.list(access, 'adgroup/get/', { filtering, fields: ['adgroup_id', 'schedule_start_time'] });
    if (adGroups.length === 0 && !(await readRows(calls, access, type, [id])).has(id)) throw wire.notFound(id);
    for (const { adgroup_id, schedule_start_time } of adGroups) {
      // With a schedule_type the platform wants the start again.
      const schedule: Params = { schedule_type: 'SCHEDULE_START_END', schedule_start_time: text(schedule_start_time) };
      const body = { adgroup_id: text(adgroup_id), ...schedule, schedule_end_time: platformTime(endTime) };
      await calls.write(access, 'adgroup/update/', body, harmlessTwice);
    }
  }

  async function rename(access: Access, type: EntityType, id: string, name: string) {
    const noun = nouns[type];
    if (type !== 'ad') {
      await calls.write(access, `${noun}/update/`, { [`${noun}_id`]: id, [`${noun}_name`]: name }, harmlessTwice);
      return;
    }
    const row = (await readRows(calls, access, 'ad', [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    // An update of an ad removes what it leaves out.
    const creatives = [{ ...replacementOf(row), ad_id: id, ad_name: name }];
    await calls.write(access, 'ad/update/', { adgroup_id: text(row.adgroup_id), creatives }, harmlessTwice);
  }
}

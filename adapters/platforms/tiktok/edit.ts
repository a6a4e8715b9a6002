import { PlatformError } from '../../../core/base/errors.ts';
import { harmlessTwice } from '../kit/calls.ts';
import { editEach, editResults, failureOf, nameMissing, withTypes } from '../kit/edits.ts';
import { unless } from '../kit/failures.ts';
import { chunks, numeric, rowsOf, said, text } from '../kit/json.ts';
import type { Access, EditCapability, EntityType, Params, PlatformFailure, Row } from '../types.ts';
import { createAppeal } from './appeal.ts';
import {
  type Family,
  familyOf,
  formerSmart,
  namesOtherFamily,
  otherFamilyCode,
  type Tiktok,
} from './family.ts';
import { familiesOf, readEntities, readRows } from './read/entities.ts';
import { inFamily, rowInOther } from './read/other-family.ts';
import { budgetsOf } from './read/shapes.ts';
import { adUpdateOf } from './update/ad.ts';
import { nouns, platformTime, statusWords } from './wire/values.ts';

const perSwitch = 20;
/** Lists may lag behind a write. */
const looks = 4;
const lookAgainMs = 2_000;

/** Answers after which an object is simply not seen. */
const unseen = ['transient', 'flaky', 'throttled'] as const;

const isGone = (row: Row) => said(row.secondary_status).endsWith('_DELETE');

interface Named {
  readonly type: EntityType;
  readonly id: string;
}

type Failed = Map<string, PlatformFailure>;

export function createEdit(api: Tiktok): EditCapability {
  const { calls, wire, clock } = api;
  return {
    statusWords,
    appeal: createAppeal(api),
    async setStatus(access, changes) {
      const typed = await withTypes(changes, (untyped) => readEntities(api, access, untyped));
      const failed: Failed = new Map();
      for (const status of ['ACTIVE', 'PAUSED'] as const) {
        const some = typed.filter((change) => change.status === status);
        for (const [id, failure] of await switchAll(access, some, statusWords[status]))
          failed.set(id, failure);
      }
      return editResults(changes, failed);
    },
    async remove(access, objects) {
      const failed = await switchAll(access, objects, 'DELETE');
      await passOverGone(access, objects, failed);
      return editResults(objects, failed);
    },
    setEnd: (access, changes) =>
      editEach(changes, ({ type, id, endTime }) =>
        existing(access, type, id, () => end(access, type, id, endTime)),
      ),
    rename: (access, changes) =>
      editEach(changes, ({ type, id, name }) =>
        existing(access, type, id, () =>
          inFamily(api, access, { type, id }, () => rename(access, type, id, name)),
        ),
      ),
    setBudget: (access, type, id, budget) =>
      inFamily(api, access, { type, id }, () => setBudget(access, type, id, budget)),
  };

  async function setBudget(
    ...[access, type, id, budget]: Parameters<NonNullable<EditCapability['setBudget']>>
  ): Promise<void> {
    const row = await rowOf(access, type, id);
    const { lifetimeBudget } = budgetsOf(row);
    // The amount can be changed, the mode cannot.
    if ((budget.daily === undefined) === (lifetimeBudget === undefined)) {
      const has = lifetimeBudget === undefined ? 'daily' : 'lifetime';
      const message = `This ${nouns[type]} has a ${has} budget, and the platform does not change one into the other.`;
      throw wire.error('rule', message, `Give a ${has} budget.`);
    }
    const amount = budget.daily ?? budget.lifetime;
    const noun = nouns[type];
    const isSmart = familyOf(row) === 'smart';
    const [path, body]: [string, Params] =
      isSmart && type === 'adset'
        ? ['smart_plus/adgroup/budget/update/', { budget: [{ adgroup_id: id, budget: amount }] }]
        : [
            `${isSmart ? 'smart_plus/' : ''}${noun}/update/`,
            { [`${noun}_id`]: id, budget: amount },
          ];
    await calls.write(access, path, body, harmlessTwice);
    // An amount that it does not take is answered as done.
    if (isSmart)
      await keptOr(
        access,
        type,
        id,
        (now) => numeric(now.budget) === amount,
        `the budget ${amount}`,
      );
  }

  async function rowOf(access: Access, type: EntityType, id: string): Promise<Row> {
    const row = (await readRows(api, access, type, [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    if (familyOf(row) === 'former') throw wire.error('rule', formerSmart, formerSmart);
    return row;
  }

  /** Reads an object until it shows what was written; says what it kept where it does not. */
  async function keptOr(
    access: Access,
    type: EntityType,
    id: string,
    isKept: (row: Row) => boolean,
    what: string,
  ) {
    for (let look = 1; ; look += 1) {
      const row = (await readRows(api, access, type, [id])).get(id);
      if (row === undefined || isKept(row)) return;
      if (look === looks)
        throw wire.error(
          'rule',
          `TikTok took ${what} and shows another value all the same.`,
          'Look at the object in the ads manager: TikTok answers so to an amount below what was spent, for instance.',
        );
      await clock.sleep(lookAgainMs);
    }
  }

  async function switchAll(
    access: Access,
    objects: readonly Named[],
    operation: string,
  ): Promise<Failed> {
    const failed: Failed = new Map();
    for (const type of ['campaign', 'adset', 'ad'] as const) {
      const ids = objects.filter((each) => each.type === type).map(({ id }) => id);
      for (const [family, some] of await familiesOf(api, access, type, ids))
        for (const part of chunks(some, perSwitch))
          await switchPart(access, { type, family, operation }, part, failed);
      await nameUnknown(access, type, failed);
    }
    return failed;
  }

  /** A deletion that is repeated finds what it deleted refused as any wrong value is. */
  async function passOverGone(
    access: Access,
    objects: readonly Named[],
    failed: Failed,
  ): Promise<void> {
    for (const type of ['campaign', 'adset', 'ad'] as const) {
      const ids = objects.flatMap((each) =>
        each.type === type && failed.get(each.id)?.class === 'invalid' ? [each.id] : [],
      );
      const rows =
        ids.length === 0 ? undefined : await unless(unseen, () => readRows(api, access, type, ids));
      for (const [id, row] of rows ?? []) if (isGone(row)) failed.delete(id);
    }
  }

  interface Switch {
    readonly type: EntityType;
    readonly family: Family;
    readonly operation: string;
  }

  /** The platform refuses a whole call for one object: then each is tried alone. */
  async function switchPart(
    access: Access,
    wanted: Switch,
    ids: readonly string[],
    failed: Failed,
  ) {
    const { type, family } = wanted;
    if (family === 'former')
      for (const id of ids) failed.set(id, wire.fail('rule', formerSmart, formerSmart));
    if (family === 'former') return;
    const failure = await switchSome(access, wanted, ids, failed);
    if (failure === undefined) return;
    const [only] = ids;
    if (ids.length > 1 && failure.class === 'invalid')
      for (const id of ids) await switchPart(access, wanted, [id], failed);
    else if (only !== undefined) await switchOther(access, wanted, only, { failure, failed });
    else for (const id of ids) failed.set(id, failure);
    if (family === 'smart' && failure.class === 'transient')
      await tellStates(access, type, wanted.operation, ids, failed);
  }

  /** Once, if the object is of the other family indeed. */
  async function switchOther(
    access: Access,
    wanted: Switch,
    id: string,
    { failure, failed }: { readonly failure: PlatformFailure; readonly failed: Failed },
  ) {
    const other = await rowInOther(api, access, { ...wanted, id }, failure);
    failed.delete(id);
    const again =
      other === undefined
        ? failure
        : await switchSome(access, { ...wanted, family: familyOf(other) }, [id], failed);
    if (again !== undefined) failed.set(id, again);
  }

  /** Answers a refusal of all. */
  async function switchSome(
    access: Access,
    wanted: Switch,
    ids: readonly string[],
    failed: Failed,
  ) {
    const { type, family, operation } = wanted;
    const noun = nouns[type];
    const isSmart = family === 'smart';
    const list = isSmart && type === 'ad' ? 'smart_plus_ad_ids' : `${noun}_ids`;
    const path = `${isSmart ? 'smart_plus/' : ''}${noun}/status/update/`;
    const answer = await calls.tried(
      access,
      path,
      { [list]: ids, operation_status: operation },
      harmlessTwice,
    );
    if (!answer.ok) return answer.failure;
    if (isSmart) {
      // The answer is good although objects were refused, and for ads it does not say which.
      for (const { error_message, ...row } of rowsOf(answer.body.error_list))
        failed.set(
          said(row[`${noun}_id`]),
          wire.fail('rule', said(error_message), 'Do what TikTok’s message asks for.'),
        );
      // Without a code, whatever the refusal is.
      for (const [id, failure] of [...failed])
        if (ids.includes(id) && namesOtherFamily(failure.message))
          await switchOther(access, wanted, id, {
            failure: { ...failure, code: otherFamilyCode },
            failed,
          });
      await tellStates(access, type, operation, ids, failed);
      return undefined;
    }
    // The caller tries each alone: the answer does not reliably say which were changed.
    return answer.partial
      ? wire.fail('invalid', 'The platform changed some of these objects only.')
      : undefined;
  }

  /** What Smart+ objects show after a change: done, refused, or not known. */
  async function tellStates(
    access: Access,
    type: EntityType,
    operation: string,
    ids: readonly string[],
    failed: Failed,
  ) {
    let open = ids.filter((id) => !failed.has(id) || failed.get(id)?.class === 'transient');
    for (let look = 1; open.length > 0 && look <= looks; look += 1) {
      if (look > 1) await clock.sleep(lookAgainMs);
      const rows = await unless(unseen, () => readRows(api, access, type, open));
      for (const id of rows === undefined ? [] : open) {
        const row = rows?.get(id);
        if (isSwitched(row, operation)) failed.delete(id);
        else if (row !== undefined && isGone(row))
          failed.set(id, wire.fail('rule', 'It is deleted.', 'Choose another one.'));
        else continue;
        open = open.filter((each) => each !== id);
      }
    }
    const message =
      'TikTok answered the change as done, and the object does not show it: whether it is done is not known.';
    for (const id of open)
      if (!failed.has(id))
        failed.set(
          id,
          wire.fail('transient', message, 'Read the object again in a minute, then repeat it.'),
        );
  }

  function isSwitched(row: Row | undefined, operation: string) {
    if (operation === 'DELETE') return row === undefined || isGone(row);
    return row !== undefined && !isGone(row) && row.operation_status === operation;
  }

  /** The platform gives unknown ids the code of any wrong value. */
  async function nameUnknown(access: Access, type: EntityType, failed: Failed) {
    await nameMissing(wire, failed, ['invalid'], (ids) => readRows(api, access, type, ids));
  }

  async function existing(
    access: Access,
    type: EntityType,
    id: string,
    change: () => Promise<void>,
  ) {
    const failure = await failureOf(change);
    if (failure === undefined) return;
    const failed: Failed = new Map([[id, failure]]);
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
    const fields = ['adgroup_id', 'schedule_start_time', 'campaign_automation_type'];
    const adGroups = await calls.list(access, 'adgroup/get/', { filtering, fields });
    if (adGroups.length === 0 && !(await readRows(api, access, type, [id])).has(id))
      throw wire.notFound(id);
    for (const row of adGroups) {
      const adSetId = said(row.adgroup_id);
      const family = familyOf(row);
      await inFamily(api, access, { type: 'adset', id: adSetId, family }, (other = row) =>
        endAdGroup(access, other, endTime),
      );
    }
  }

  async function endAdGroup(access: Access, row: Row, endTime: number) {
    const adgroup_id = said(row.adgroup_id);
    const schedule_end_time = platformTime(endTime);
    const schedule: Params = { schedule_type: 'SCHEDULE_START_END', schedule_end_time };
    if (familyOf(row) !== 'smart') {
      // With a schedule_type the platform wants the start again.
      const schedule_start_time = text(row.schedule_start_time);
      await calls.write(
        access,
        'adgroup/update/',
        { adgroup_id, ...schedule, schedule_start_time },
        harmlessTwice,
      );
      return;
    }
    const failure = await failureOf(() =>
      calls.write(access, 'smart_plus/adgroup/update/', { adgroup_id, ...schedule }, harmlessTwice),
    );
    const fix =
      'TikTok may take a later end with a lifetime budget alone. Give its ads an end: Slipway then pauses them itself.';
    if (failure !== undefined)
      throw new PlatformError(failure.class === 'invalid' ? { ...failure, fix } : failure);
    await keptOr(
      access,
      'adset',
      adgroup_id,
      (now) => now.schedule_end_time === schedule_end_time,
      'the new end',
    );
  }

  async function rename(access: Access, type: EntityType, id: string, name: string) {
    const noun = nouns[type];
    const known = api.families.of(id);
    const row =
      known === undefined || known === 'former' || type === 'ad'
        ? await rowOf(access, type, id)
        : {};
    if ((known ?? familyOf(row)) === 'smart') {
      const named = type === 'ad' ? { smart_plus_ad_id: id } : { [`${noun}_id`]: id };
      await calls.write(
        access,
        `smart_plus/${noun}/update/`,
        { ...named, [`${noun}_name`]: name },
        harmlessTwice,
      );
    } else if (type === 'ad') {
      await calls.write(
        access,
        'ad/update/',
        adUpdateOf(row, { ad_id: id, ad_name: name }),
        harmlessTwice,
      );
    } else
      await calls.write(
        access,
        `${noun}/update/`,
        { [`${noun}_id`]: id, [`${noun}_name`]: name },
        harmlessTwice,
      );
  }
}

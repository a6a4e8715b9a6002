import { PlatformError } from '../../../core/base/errors.ts';
import { editEach, failureOf } from '../kit/edits.ts';
import { asRow } from '../kit/json.ts';
import type { Access, Api, EditCapability, EntityType, Params, Row } from '../types.ts';
import { moneyOf } from './money.ts';
import { readEntities } from './read/inspect.ts';
import { listGroups, objectPath, readRows, rowId } from './read/objects.ts';
import { mayBe, typeOf } from './urns.ts';
import { partialUpdate, patchOf } from './wire/client.ts';
import { isDraft, living, statusOf } from './wire/statuses.ts';

/** One by one; each sets a state, so that repeating it does no harm. */
export function createEdit({
  calls,
  wire,
}: Api): EditCapability & Required<Pick<EditCapability, 'rename'>> {
  return {
    setStatus: (access, changes) =>
      editEach(changes, async ({ id, status, ...change }) => {
        const type = change.type ?? (await typeFound(access, id));
        await setStatus(access, type, id, status);
      }),
    remove: (access, objects) => editEach(objects, ({ type, id }) => remove(access, type, id)),
    setEnd: (access, changes) =>
      editEach(changes, ({ type, id, endTime }) => end(access, type, id, endTime)),
    rename: (access, changes) =>
      editEach(changes, ({ type, id, name }) => change(access, type, id, { name })),
    setBudget: (access, type, id, { daily, lifetime }) =>
      change(access, type, id, {
        ...(daily !== undefined && { dailyBudget: moneyOf(access, daily) }),
        ...(lifetime !== undefined && { totalBudget: moneyOf(access, lifetime) }),
      }),
  };

  async function change(access: Access, type: EntityType, id: string, fields: Params) {
    if (!mayBe(type, id)) throw wire.notFound(id);
    await calls.write(access, objectPath(access, type, id), patchOf(fields), partialUpdate);
  }

  async function typeFound(access: Access, id: string): Promise<EntityType> {
    const known = typeOf(id);
    if (known !== undefined) return known;
    const [facts] = await readEntities({ calls, wire }, access, [{ id }]);
    if (facts === undefined || 'failure' in facts)
      throw new PlatformError(facts?.failure ?? wire.missing(id));
    return facts.type;
  }

  async function setStatus(
    access: Access,
    type: EntityType,
    id: string,
    status: 'ACTIVE' | 'PAUSED',
  ) {
    const fields = type === 'ad' ? { intendedStatus: status } : { status };
    const failure = await failureOf(() => change(access, type, id, fields));
    if (failure === undefined) return;
    // A draft that cannot be paused does not deliver.
    const isRefused = status === 'PAUSED' && ['invalid', 'rule'].includes(failure.class);
    const row = isRefused ? (await readRows(calls, access, type, [id])).get(id) : undefined;
    if (row === undefined || !isDraft(row)) throw new PlatformError(failure);
  }

  async function existing(access: Access, type: EntityType, id: string) {
    const row = (await readRows(calls, access, type, [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    return row;
  }

  /** Drafts are deleted at once, all else is marked for deletion. */
  async function remove(access: Access, type: EntityType, id: string) {
    const row = await existing(access, type, id);
    if (statusOf(row) === 'DELETED') return;
    if (!isDraft(row)) {
      await change(access, type, id, {
        [type === 'ad' ? 'intendedStatus' : 'status']: 'PENDING_DELETION',
      });
      return;
    }
    const answer = await calls.tried(access, objectPath(access, type, id), undefined, {
      method: 'DELETE',
      harmlessTwice: true,
    });
    // The first attempt may have done it.
    if (!answer.ok && answer.failure.class !== 'missing') throw new PlatformError(answer.failure);
  }

  /**
   * A schedule is replaced whole, with its start. A campaign group passes its end on to its
   * campaigns.
   */
  async function end(access: Access, type: EntityType, id: string, endTime: number) {
    if (type === 'ad') {
      const message = 'A creative has no end of its own on this platform.';
      throw wire.error('rule', message, 'End its campaign, or pause the creative.');
    }
    const row = await existing(access, type, id);
    if (type === 'campaign')
      for (const campaign of await listGroups(calls, access, {
        type: 'adset',
        statuses: living,
        below: [id],
      }))
        await change(access, 'adset', rowId('adset', campaign), {
          runSchedule: scheduleUntil(campaign, endTime),
        });
    await change(access, type, id, { runSchedule: scheduleUntil(row, endTime) });
  }
}

const scheduleUntil = (row: Row, end: number) => ({ ...asRow(row.runSchedule), end });

import { PlatformError } from '../../../core/base/errors.ts';
import { harmlessTwice } from '../kit/calls.ts';
import { toMicro } from '../kit/currencies.ts';
import { editEach, resultOf, withTypes } from '../kit/edits.ts';
import { unless } from '../kit/failures.ts';
import { said } from '../kit/json.ts';
import type {
  Access,
  Api,
  EditCapability,
  EditResult,
  EntityType,
  Params,
  PlatformFailure,
  Row,
} from '../types.ts';
import { readEntities } from './read/inspect.ts';
import { listRows, locate } from './read/rows.ts';
import { writeAll } from './wire/bulk.ts';
import {
  budgetFields,
  budgetsOf,
  msOf,
  parentOf,
  platformTime,
  plurals,
  statusOf,
  writable,
} from './wire/values.ts';

interface Change {
  readonly type: EntityType;
  readonly id: string;
  /** null removes a field. Throws `PlatformError`. */
  fields(row: Row): Params;
}

interface Edits extends EditCapability {
  /**
   * Changes fields of objects and keeps all others; answers in order. `known`: rows that were just
   * read.
   */
  change(
    access: Access,
    changes: readonly Change[],
    known?: ReadonlyMap<string, Row>,
  ): Promise<readonly EditResult[]>;
}

const containers = { campaign: 'adaccounts', adset: 'campaigns', ad: 'adsquads' } as const;

export function createEdit(api: Api): Edits {
  const { calls, wire } = api;
  const edits: Edits = {
    change,
    async setStatus(access, changes) {
      const typed = await withTypes(changes, (untyped) => readEntities(api, access, untyped));
      return change(
        access,
        typed.map(({ type, id, status }) => ({ type, id, fields: () => ({ status }) })),
      );
    },
    setEnd: (access, changes) =>
      editEach(changes, async ({ type, id, endTime }) => {
        for (const { failure } of await change(access, await endsOf(access, type, id, endTime)))
          if (failure !== undefined) throw new PlatformError(failure);
      }),
    remove: (access, objects) =>
      editEach(objects, async ({ type, id }) => {
        const found = (
          await locate(api, access, { type, ids: [id], within: access.adAccountId })
        ).get(id);
        if (found === undefined) throw wire.notFound(id);
        if (statusOf(found.row) === 'DELETED') return;
        // An object that went meanwhile is gone, as wanted.
        const more = { ...harmlessTwice, method: 'DELETE' } as const;
        await unless(['missing'], () =>
          calls.write(access, `${plurals[type]}/${id}`, undefined, more),
        );
      }),
    rename: (access, changes) =>
      change(
        access,
        changes.map(({ type, id, name }) => ({ type, id, fields: () => ({ name }) })),
      ),
    async setBudget(access, type, id, budget) {
      const [result] = await change(access, [
        { type, id, fields: (row) => budgetChange(type, row, budget) },
      ]);
      if (result?.failure !== undefined) throw new PlatformError(result.failure);
    },
  };
  return edits;

  /**
   * A write replaces the whole object: each is read first and sent back with the change. Unchanged
   * ones are not sent. Objects with one parent travel together.
   */
  async function change(
    access: Access,
    changes: readonly Change[],
    known?: ReadonlyMap<string, Row>,
  ): Promise<readonly EditResult[]> {
    const failed = new Map<Change, PlatformFailure>();
    for (const type of ['campaign', 'adset', 'ad'] as const) {
      const ofType = changes.filter((each) => each.type === type);
      if (ofType.length === 0) continue;
      const unread = ofType.map(({ id }) => id).filter((id) => !known?.has(id));
      const rows = await locate(api, access, { type, ids: unread, within: access.adAccountId });
      const byParent = new Map<string, { readonly change: Change; readonly object: Params }[]>();
      for (const each of ofType) {
        const row = known?.get(each.id) ?? rows.get(each.id)?.row;
        const object =
          row === undefined || statusOf(row) === 'DELETED'
            ? wire.missing(each.id)
            : changed(row, each);
        if (object === undefined) continue;
        if ('traceId' in object) failed.set(each, object);
        else {
          const parent = parentOf(type, row ?? {}) ?? '';
          byParent.set(parent, [
            ...(byParent.get(parent) ?? []),
            { change: each, object: object.object },
          ]);
        }
      }
      for (const [parent, group] of byParent) await put(access, type, { parent, group, failed });
    }
    return changes.map((each) => resultOf(each, failed.get(each)));
  }

  function changed(
    row: Row,
    { fields }: Change,
  ): { readonly object: Params } | PlatformFailure | undefined {
    try {
      const wanted = fields(row);
      const isSame = ([field, value]: readonly [string, unknown]) =>
        (row[field] ?? null) === value || isSameTime(row[field], value);
      if (Object.entries(wanted).every(isSame)) return undefined;
      const object = Object.entries({ ...writable(row), ...wanted }).filter(
        ([, value]) => value !== null,
      );
      return { object: Object.fromEntries(object) };
    } catch (error) {
      if (error instanceof PlatformError) return error.failure;
      throw error;
    }
  }

  async function put(
    access: Access,
    type: EntityType,
    {
      parent,
      group,
      failed,
    }: {
      readonly parent: string;
      readonly group: readonly { readonly change: Change; readonly object: Params }[];
      readonly failed: Map<Change, PlatformFailure>;
    },
  ) {
    const plural = plurals[type];
    const path = `${containers[type]}/${parent}/${plural}`;
    const send = (body: Params) =>
      calls.tried(access, path, body, { ...harmlessTwice, method: 'PUT' });
    const items = await writeAll(
      api,
      access,
      { plural, send },
      group.map(({ object }) => object),
    );
    group.forEach(({ change: each }, position) => {
      const item = items[position];
      if (item !== undefined && !item.ok) failed.set(each, item.failure);
    });
  }

  /** A campaign without an end of its own passes it on to its ad squads. */
  async function endsOf(
    access: Access,
    type: EntityType,
    id: string,
    endTime: number,
  ): Promise<readonly Change[]> {
    const fields = () => ({ end_time: platformTime(endTime) });
    if (type === 'ad') {
      const message = 'An ad has no end of its own on this platform.';
      throw wire.error('rule', message, 'End its ad squad, or pause the ad.');
    }
    if (type === 'adset') return [{ type, id, fields }];
    const campaign = (
      await locate(api, access, { type: 'campaign', ids: [id], within: access.adAccountId })
    ).get(id);
    if (campaign === undefined) throw wire.notFound(id);
    if (msOf(campaign.row.end_time) !== undefined) return [{ type, id, fields }];
    const squads = await listRows(api, access, 'adset', { under: `campaigns/${id}` });
    return squads.map((row) => ({ type: 'adset', id: said(row.id), fields }));
  }

  function budgetChange(
    type: 'campaign' | 'adset',
    row: Row,
    { daily, lifetime }: { readonly daily?: number; readonly lifetime?: number },
  ) {
    const fields = budgetFields[type];
    const { dailyBudget, lifetimeBudget } = budgetsOf(type, row);
    const isDaily = daily !== undefined;
    if (
      (isDaily ? dailyBudget : lifetimeBudget) === undefined &&
      (isDaily ? lifetimeBudget : dailyBudget) !== undefined
    ) {
      const has = isDaily ? 'lifetime' : 'daily';
      const message = `This ${type === 'adset' ? 'ad squad' : 'campaign'} has a ${has} budget, and one is not changed into the other.`;
      throw wire.error('rule', message, `Give a ${has} budget.`);
    }
    return { [isDaily ? fields.daily : fields.lifetime]: toMicro(daily ?? lifetime ?? 0) };
  }
}

/** The platform may write the same moment in another form. */
const isSameTime = (held: unknown, wanted: unknown) =>
  typeof wanted === 'string' && /^\d{4}-\d\d-\d\dT/.test(wanted) && msOf(held) === msOf(wanted);

import { PlatformError } from '../../../core/base/errors.ts';
import { toMicro } from '../kit/currencies.ts';
import { editResults, nameMissing, withTypes } from '../kit/edits.ts';
import { chunks, said } from '../kit/json.ts';
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
import { listRows, readEntities, readRows } from './read/entities.ts';
import { itemsOf, itemsPerRequest } from './wire/items.ts';
import { budgetsOf, livingStatuses, pathOf, toSeconds } from './wire/values.ts';

interface Change {
  readonly type: EntityType;
  readonly id: string;
  readonly fields: Params;
}

interface Edits extends EditCapability {
  readonly rename: NonNullable<EditCapability['rename']>;
  /** Sets fields; answers the failures by id. */
  change(access: Access, changes: readonly Change[]): Promise<ReadonlyMap<string, PlatformFailure>>;
}

/** All writes set a state: repeating them does no harm. */
export function createEdit(api: Api): Edits {
  const { calls, wire } = api;
  return {
    change: changeAll,
    async setStatus(access, changes) {
      const typed = await withTypes(changes, (untyped) => readEntities(api, access, untyped));
      const wanted = typed.map(({ id, type, status }) => ({ id, type, fields: { status } }));
      return editResults(changes, await changeAll(access, wanted));
    },
    async remove(access, objects) {
      const changes = objects.map((object) => ({ ...object, fields: { status: 'ARCHIVED' } }));
      return editResults(objects, await changeAll(access, changes));
    },
    async rename(access, changes) {
      const named = changes.map(({ type, id, name }) => ({ type, id, fields: { name } }));
      return editResults(changes, await changeAll(access, named));
    },
    setEnd: setEnds,
    async setBudget(access, type, id, budget) {
      const row = (await readRows(calls, access, type, [id])).get(id);
      if (row === undefined) throw wire.notFound(id);
      const failed = await changeAll(access, [
        { type, id, fields: budgetFields(type, row, budget) },
      ]);
      const failure = failed.get(id);
      if (failure !== undefined) throw new PlatformError(failure);
    },
  };

  async function changeAll(access: Access, changes: readonly Change[]) {
    const failed = new Map<string, PlatformFailure>();
    for (const type of ['campaign', 'adset', 'ad'] as const)
      for (const some of chunks(
        changes.filter((change) => change.type === type),
        itemsPerRequest,
      ))
        for (const [id, failure] of await changeSome(access, type, some)) failed.set(id, failure);
    return failed;
  }

  async function changeSome(access: Access, type: EntityType, changes: readonly Change[]) {
    const path = pathOf(access.adAccountId, type);
    const failed = new Map<string, PlatformFailure>();
    // The schema has campaigns alone name their account.
    const more = type === 'campaign' ? { ad_account_id: access.adAccountId } : {};
    const body = changes.map(({ id, fields }) => ({ id, ...more, ...fields }));
    const answer = await calls.tried(access, path, body, { method: 'PATCH', harmlessTwice: true });
    if (answer.ok)
      for (const [position, item] of itemsOf(wire, access, {
        path,
        answer,
        sent: body,
      }).entries()) {
        if ('failure' in item) failed.set(changes[position]?.id ?? '', item.failure);
      }
    else if (changes.length === 1 || !isAboutOne(answer.failure))
      for (const { id } of changes) failed.set(id, answer.failure);
    else
      for (const each of changes)
        for (const [id, failure] of await changeSome(access, type, [each])) failed.set(id, failure);
    // The code for an unknown id is not documented: the platform is asked.
    await nameMissing(wire, failed, ['invalid', 'missing'], (ids) =>
      readRows(calls, access, type, ids),
    );
    return failed;
  }

  /** An ad has no end. A campaign passes its end on to its ad groups. */
  async function setEnds(
    access: Access,
    changes: Parameters<NonNullable<EditCapability['setEnd']>>[1],
  ): Promise<readonly EditResult[]> {
    const failed = new Map<string, PlatformFailure>();
    const wanted: (Change & { readonly from: string })[] = [];
    for (const { type, id, endTime } of changes) {
      const fields = { end_time: toSeconds(endTime) };
      if (type === 'ad') failed.set(id, noEnd());
      else if (type === 'adset') wanted.push({ type, id, fields, from: id });
      else if ((await readRows(calls, access, 'campaign', [id])).has(id))
        for (const { id: adSet } of await listRows(calls, access, 'adset', {
          campaign_ids: [id],
          entity_statuses: livingStatuses,
        }))
          wanted.push({ type: 'adset', id: said(adSet), fields, from: id });
      else failed.set(id, wire.missing(id));
    }
    const refused = await changeAll(access, wanted);
    for (const { id, from } of wanted) {
      const failure = refused.get(id);
      if (failure !== undefined) failed.set(from, failure);
    }
    return editResults(changes, failed);
  }

  function noEnd() {
    return wire.fail(
      'rule',
      'An ad has no end of its own on this platform.',
      'End its ad group, or pause the ad.',
    );
  }

  function budgetFields(
    type: 'campaign' | 'adset',
    row: Row,
    { daily, lifetime }: { daily?: number; lifetime?: number },
  ) {
    const { dailyBudget, lifetimeBudget } = budgetsOf(type, row);
    const has =
      lifetimeBudget !== undefined ? 'lifetime' : dailyBudget !== undefined ? 'daily' : undefined;
    const amount = toMicro(daily ?? lifetime ?? 0);
    if (type === 'adset' && row.budget_type === 'CBO_ADGROUP') {
      const message = 'The campaign of this ad group shares out one budget.';
      throw wire.error('rule', message, 'Change the budget of the campaign.');
    }
    if (has !== undefined && (has === 'daily') !== (daily !== undefined)) {
      const message = `This object has a ${has} budget, and one is not changed into the other here.`;
      throw wire.error('rule', message, `Give a ${has} budget.`);
    }
    if (type === 'campaign')
      return daily === undefined ? { lifetime_spend_cap: amount } : { daily_spend_cap: amount };
    return {
      budget_in_micro_currency: amount,
      ...(has === undefined && { budget_type: daily === undefined ? 'LIFETIME' : 'DAILY' }),
    };
  }
}

const isAboutOne = ({ class: kind }: PlatformFailure) =>
  ['invalid', 'rule', 'missing'].includes(kind);

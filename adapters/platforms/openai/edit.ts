import { PlatformError } from '../../../core/base/errors.ts';
import { harmlessTwice } from '../kit/calls.ts';
import { editEach, failureOf, withTypes } from '../kit/edits.ts';
import type { Access, EditCapability, EntityType, Params } from '../types.ts';
import { type Budget, microsOf } from './money.ts';
import { readEntities, readRow } from './read/rows.ts';
import { budgetsOf, isLiving, placeOf, toSeconds, typeOfId } from './wire/values.ts';
import type { OpenaiApi } from './wire/written.ts';

const actions = { ACTIVE: 'activate', PAUSED: 'pause' } as const;

/** All writes set a state: repeating them does no harm. */
export function createEdit(api: OpenaiApi): EditCapability {
  const { calls, wire } = api;
  return {
    ends: { types: ['campaign'], wholeDays: false },
    async setStatus(access, changes) {
      const known = changes.map((change) => ({ ...change, ...typed(change) }));
      const all = await withTypes(known, (untyped) => readEntities(api, access, untyped));
      return each(access, all, ({ type, id, status }) => act(access, type, id, actions[status]));
    },
    // Archived is final: nothing is deleted here.
    remove: (access, objects) => each(access, objects, ({ type, id }) => archive(access, type, id)),
    rename: (access, changes) =>
      each(access, changes, ({ type, id, name }) => update(access, type, id, { name })),
    setEnd: (access, changes) =>
      each(access, changes, async ({ type, id, endTime }) => {
        if (type !== 'campaign') throw await ofCampaign(access, type, id, 'schedule');
        await update(access, type, id, { end_time: toSeconds(endTime) });
      }),
    async setBudget(access, type, id, { daily, lifetime }) {
      if (type !== 'campaign') throw await ofCampaign(access, type, id, 'budget');
      const row = await readRow(calls, access, type, id);
      if (row === undefined) throw wire.notFound(id);
      if (daily === undefined && budgetsOf(row).dailyBudget !== undefined)
        throw wire.error(
          'rule',
          'This campaign has a daily budget, and the platform does not change it into a lifetime budget.',
          'Give a daily budget, or copy the campaign.',
        );
      const budget: Budget =
        daily === undefined
          ? { lifetime_spend_limit_micros: microsOf(lifetime ?? 0) }
          : { daily_spend_limit_micros: microsOf(daily) };
      await update(access, type, id, { budget });
      await calls.settled(access, [placeOf(type, id)]);
    },
  };

  async function each<C extends { readonly type: EntityType; readonly id: string }>(
    access: Access,
    changes: readonly C[],
    edit: (change: C) => Promise<unknown>,
  ) {
    const results = await editEach(changes, edit);
    const done = changes.filter((_, position) => results[position]?.failure === undefined);
    await calls.settled(
      access,
      done.map(({ type, id }) => placeOf(type, id)),
    );
    return results;
  }

  function typed({ type, id }: { readonly type?: EntityType; readonly id: string }) {
    const told = type ?? typeOfId(id);
    return told === undefined ? {} : { type: told };
  }

  async function update(access: Access, type: EntityType, id: string, fields: Params) {
    await calls.write(access, placeOf(type, id), fields, harmlessTwice);
  }

  async function act(access: Access, type: EntityType, id: string, action: string) {
    await calls.write(access, `${placeOf(type, id)}/${action}`, undefined, harmlessTwice);
  }

  /** Whether the platform archives what is archived is not known. */
  async function archive(access: Access, type: EntityType, id: string) {
    const failure = await failureOf(() => act(access, type, id, 'archive'));
    if (failure === undefined) return;
    const row = ['invalid', 'rule'].includes(failure.class)
      ? await readRow(calls, access, type, id)
      : undefined;
    if (row === undefined || isLiving(row)) throw new PlatformError(failure);
  }

  /** Reads first: so the answer says whether the key is dead or the id unknown. */
  async function ofCampaign(access: Access, type: EntityType, id: string, what: string) {
    if ((await readRow(calls, access, type, id)) === undefined) return wire.notFound(id);
    return wire.error(
      'rule',
      `Here only campaigns have a ${what}.`,
      `Change the ${what} of its campaign.`,
    );
  }
}

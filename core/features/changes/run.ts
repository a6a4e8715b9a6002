import type { Actor } from '../../access/caller.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { type EffectHandler, runEffects } from '../../effects/run.ts';
import { refuseBlocked } from '../../gate/blocked.ts';
import { changeOnce } from '../../manage/change/change.ts';
import type { Changing } from '../../manage/change/changing.ts';
import { passing } from '../../manage/change/passing.ts';
import { changedSince } from '../../manage/change/since.ts';
import { renaming } from '../../manage/edit/rename-entity.ts';
import { budgeting } from '../../manage/edit/update-budget.ts';
import { switching } from '../../manage/edit/update-status.ts';
import type { ManagePorts } from '../../manage/open-account.ts';
import { undoUpdate } from '../../manage/undo/undo.ts';
import { updatingObject } from '../../manage/update/update-object.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { Json } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import { keyed, type Once } from '../../records/once.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import { askedIn, type ChangePart, LEVELS, operationOf, settingsBody } from './plan.ts';
import { CHANGE, type ChangeActor, changeSetKind, pageId } from './records.ts';
import { isSame } from './wanted.ts';

/** A step of a plan of effects. */
export interface ChangeInput extends Pick<ChangePart, 'part' | 'fields'> {
  readonly by: ChangeActor;
  /** The record under which it is carried out once. */
  readonly key: string;
  readonly account: AccountKey;
  readonly type: EntityType;
  readonly id: string;
  readonly confirm?: boolean;
  /** Instead: the change that is taken back. */
  readonly undo?: string;
}

/**
 * Carries the pages of a set out, one after the other. Any number of workers may call it: the lease
 * lets one in.
 */
export async function runChanges(
  ports: ManagePorts,
  companyId: string,
  changeId: string,
  options: WorkerOptions,
): Promise<JobDone> {
  return workUnderLease(ports, companyId, {
    name: `changes:${changeId}`,
    ...options,
    work: async () => {
      const found = await ports.store.get(changeSetKind, companyId, changeId);
      if (found === undefined || found.doc.state === 'finished') return undefined;
      const again: number[] = [];
      for (const page of found.doc.pages.keys()) {
        if (options.stopping?.()) return { againAt: ports.clock.now() };
        const handlers = { [CHANGE]: changeHandler(ports, companyId) };
        const done = await runEffects(
          ports,
          { companyId, planId: pageId(changeId, page) },
          handlers,
          options,
        );
        if (done !== undefined) again.push(done.againAt);
      }
      if (again.length > 0) return { againAt: Math.min(...again) };
      await changeKept(ports.store, changeSetKind, {
        companyId,
        id: changeId,
        change: (doc) => ({ ...doc, state: 'finished' as const }),
      });
      return undefined;
    },
  });
}

/** The verb compares before it sends, under a key of its own: to send it again is harmless. */
const AT_ONCE = { settleMs: 0, answerMs: 0, lagMs: 0 };

const changeHandler =
  (ports: ManagePorts, companyId: string): EffectHandler =>
  (_account, input) => ({
    what: 'this change',
    times: AT_ONCE,
    find: async () => undefined,
    prepare: async () => ({
      trace: () => [],
      refused: () => [],
      send: () => send(ports, companyId, input as unknown as ChangeInput),
    }),
  });

async function send(ports: ManagePorts, companyId: string, input: ChangeInput) {
  const { by, key } = input;
  const { rights, ...who } = by;
  const actor: Actor = { companyId, ...who, ...(rights && { person: { ...rights, email: '' } }) };
  const once = keyed(ports, companyId, { key, bodyDigest: '' });
  try {
    return { updateId: (await carryOut(ports, actor, input, once)) ?? null };
  } catch (error) {
    if (error instanceof PlatformError && error.failure.class === 'transient')
      return { unanswered: error.failure };
    throw passing(error);
  }
}

async function carryOut(
  ports: ManagePorts,
  actor: Actor,
  input: ChangeInput,
  once: Once,
): Promise<string | undefined> {
  const { account, type, id, fields, undo } = input;
  const confirm = input.confirm === true ? { confirm: true } : {};
  await refuseBlocked(
    ports,
    actor,
    undo === undefined ? operationOf(type, input.part) : 'manage.undoUpdate',
  );
  if (undo !== undefined)
    return (await undoUpdate(ports, actor, { updateId: undo, ...confirm }, once)).updateId;
  const wanted = askedIn(fields);
  const named = { businessId: account, entityType: type, entityId: id };
  switch (input.part) {
    case 'status': {
      const newStatus = wanted.status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
      // With `at` a refusal is thrown with its class, by which the plan decides whether to send it
      // again.
      const open = async () => ({
        ...(await switching(ports, actor, { ...named, newStatus })),
        at: { missing: 'id' },
      });
      const { results, updateId } = await changeOnce(
        ports,
        actor,
        async () => asPlanned(await open(), fields),
        once,
      );
      const refused = results.find(({ success }) => !success);
      if (refused !== undefined)
        throw new SlipwayError('unprocessable_entity', refused.error ?? 'It was not changed.');
      return updateId;
    }
    case 'name': {
      const request = { ...named, name: String(wanted.name) };
      return (
        await changeOnce(
          ports,
          actor,
          async () => asPlanned(await renaming(ports, actor, request), fields),
          once,
        )
      ).updateId;
    }
    case 'budget': {
      const entityType = type === 'campaign' ? 'campaign' : 'adset';
      const request = { ...named, entityType, ...wanted, ...confirm } as const;
      return (
        await changeOnce(
          ports,
          actor,
          async () => asPlanned(await budgeting(ports, actor, request), fields),
          once,
        )
      ).updateId;
    }
    case 'settings': {
      const body = { ...settingsBody(account, type, id, wanted), ...confirm };
      const open = async () =>
        asPlanned(await updatingObject(ports, actor, { level: LEVELS[type], body }), fields);
      return (await changeOnce(ports, actor, open, once)).updateId;
    }
  }
}

/** Refuses where the object has other values by now than it had when this was planned. */
function asPlanned<X extends object, A extends object, C extends Changing<X, A>['account']>(
  changing: Changing<X, A, C>,
  fields: ChangeInput['fields'],
): Changing<X, A, C> {
  const isOther = (
    values: { readonly [field: string]: Json } = {},
    { field, before, after }: ChangeInput['fields'][number],
  ) => field in values && !isSame(values[field], before) && !isSame(values[field], after);
  return {
    ...changing,
    async draw(account, former) {
      const plan = await changing.draw(account, former);
      const others = plan.steps.flatMap((step) =>
        fields.filter((field) => isOther(step.before, field)),
      );
      if (others.length > 0)
        throw changedSince(
          others.map(({ field }) => field),
          '',
        );
      return plan;
    },
  };
}

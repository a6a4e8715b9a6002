import type { AccountAccess } from '../../accounts/access.ts';
import type { AdSetReader } from '../../accounts/ad-sets.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import { firstSeenToday } from '../../gate/seen.ts';
import { keptNotesWrite, readKeptNotes } from '../../manage/create/kept-notes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Created, Creation, CreationRequest } from '../../ports/platform-create.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import type { Json, Store } from '../../ports/store.ts';
import { LeaseLost } from '../../records/lease.ts';
import type { States } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { isNewId, isTop, type NewParent, newId } from './parents.ts';

interface Making {
  readonly ports: { readonly store: Store; readonly clock: Clock; readonly adSets?: Pick<AdSetReader, 'forget'> };
  readonly companyId: string;
  readonly plan: Plan;
  readonly states: States;
  readonly mark: string;
}

/** Each is a call or two of its own. */
const AT_ONCE = 4;

/** Carries out what is made above the ads; one outcome each, in order. Throws as little as a platform's launch does. */
export const sendParents = (
  making: Making,
  account: AccountAccess,
  operations: readonly PlannedOperation[],
): Promise<readonly Outcome[]> =>
  mapBounded(operations, AT_ONCE, async (operation) => {
    try {
      const parent = parentOf(making.plan, operation);
      if (operation.kind === 'finish') return await finish(making, account, parent);
      if (operation.kind === 'start') return await start(making, account, parent);
      return await make(making, account, parent);
    } catch (error) {
      return refused(account, error);
    }
  });

/** What exists for these, found by their marks. `undefined`: nothing is seen. Throws PlatformError. */
export const findParents = (
  making: Making,
  account: AccountAccess,
  operations: readonly PlannedOperation[],
): Promise<readonly (Outcome | undefined)[]> =>
  mapBounded(operations, AT_ONCE, async (operation) => {
    const parent = parentOf(making.plan, operation);
    const { creation, request, kept } = await opened(making, account, parent);
    const created = await creation.find(account.access, request, markOf(making, parent), kept);
    return created && done(created);
  });

export function parentOf(plan: Pick<Plan, 'parents'>, { id, parent }: PlannedOperation): NewParent {
  const found = plan.parents?.find((each) => each.id === parent);
  if (found === undefined) throw new Error(`Operation ${id} names ${parent}, which its plan does not make.`);
  return found;
}

async function make(making: Making, account: AccountAccess, parent: NewParent): Promise<Outcome> {
  const { creation, request, kept } = await opened(making, account, parent);
  const { faults, send } = await creation.prepare(account.access, request, kept);
  const [fault] = faults;
  if (fault !== undefined) return failed(account, fault.message);
  const made = await send(markOf(making, parent));
  return 'unanswered' in made ? { state: 'unknown', failure: made.unanswered } : done(made);
}

/** Harmless when repeated. Where a part is refused, it is not finished, and what stands on top is not switched on. */
async function finish(making: Making, account: AccountAccess, parent: NewParent): Promise<Outcome> {
  const { ports, companyId } = making;
  const id = madeId(making, parent);
  const { creation, request } = await opened(making, account, parent);
  const { dailyBudget, lifetimeBudget } = request;
  await firstSeenToday(ports, guardedAccount(account), { id, ...defined({ dailyBudget, lifetimeBudget }) });
  const { keep } = creation.notes(request);
  if (parent.level === 'campaign' && isKept(keep)) await ports.store.commit([keptNotesWrite(companyId, account.key, id, keep)]);
  const told = (await creation.finish?.(account.access, request, { id, record: {}, warnings: [] }, false)) ?? [];
  ports.adSets?.forget(companyId, account.key);
  return told.length === 0 ? { state: 'done', ref: id } : failed(account, told.join(' '));
}

async function start(making: Making, account: AccountAccess, parent: NewParent): Promise<Outcome> {
  const id = madeId(making, parent);
  const type = parent.level === 'campaign' ? 'campaign' : 'adset';
  const [result] = await offeredGroup(account.platform, 'edit').setStatus(account.access, [{ type, id, status: 'ACTIVE' }]);
  const failure = result?.failure;
  return failure === undefined ? { state: 'done', ref: id } : { state: 'failed', failure };
}

interface OpenedParent {
  readonly creation: Creation;
  readonly request: CreationRequest;
  readonly kept: Json | undefined;
}

async function opened(making: Making, account: AccountAccess, parent: NewParent): Promise<OpenedParent> {
  const { plan, ports, companyId } = making;
  const creation = offeredMember(account.platform, 'create', parent.level);
  const { campaignId, status } = parent.request;
  const above = isNewId(campaignId)
    ? plan.parents?.find(
        ({ level, ref, account }) => level === 'campaign' && newId(ref) === campaignId && account === parent.account,
      )
    : undefined;
  const request: CreationRequest = {
    ...parent.request,
    ...defined({ campaignId: above === undefined ? campaignId : madeId(making, above) }),
    ...defined({ status: isTop(parent) ? ('PAUSED' as const) : status }),
  };
  const kept =
    above !== undefined
      ? offeredMember(account.platform, 'create', 'campaign').notes(above.request).keep
      : campaignId === undefined
        ? undefined
        : await readKeptNotes(ports.store, companyId, account.key, campaignId);
  return { creation, request, kept };
}

function madeId({ states }: Making, { id }: NewParent): string {
  const ref = states.get(id)?.result?.ref;
  if (ref === undefined) throw new Error(`${id} was needed before it was made.`);
  return ref;
}

/** Told from every other object of the batch, and from its ads. */
const markOf = ({ mark }: Making, { id }: NewParent): string => `${mark}-${id.replace(':', '')}`;

const done = ({ id, warnings }: Created): Outcome => ({
  state: 'done',
  ref: id,
  ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message) }),
});

const failed = ({ platform }: AccountAccess, message: string): Outcome => ({
  state: 'failed',
  failure: { platform: platform.definition.id, class: 'rule', message, fix: '', retryable: false, traceId: '' },
});

function refused(account: AccountAccess, error: unknown): Outcome {
  if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
  if (error instanceof SlipwayError && !(error instanceof LeaseLost)) return failed(account, error.message);
  throw error;
}

const isKept = (keep: Json | undefined): keep is { readonly [field: string]: Json } =>
  typeof keep === 'object' && keep !== null && Object.keys(keep).length > 0;

import type { AccountAccess } from '../../accounts/access.ts';
import type { AdSetReader } from '../../accounts/ad-sets.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { noteChange } from '../../gate/changes.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import { firstSeenToday } from '../../gate/seen.ts';
import { keptNotesWrite, readKeptNotes } from '../../manage/create/kept-notes.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  Created,
  Creation,
  CreationRequest,
  CreationTogether,
  FinishedCreation,
  WantedCreation,
} from '../../ports/platform-create.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import type { Json, Store } from '../../ports/store.ts';
import { LeaseLost } from '../../records/lease.ts';
import type { States } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { isNewId, isTop, type NewParent, newId, type Parcel, parcelsOf } from './parents.ts';

interface Making {
  readonly ports: {
    readonly store: Store;
    readonly clock: Clock;
    readonly adSets?: Pick<AdSetReader, 'forget'>;
  };
  readonly companyId: string;
  readonly plan: Plan;
  readonly states: States;
  readonly mark: string;
}

/** Requests at a time, of one object or of several that travel together. */
const AT_ONCE = 4;

/**
 * Carries out what is made above the ads; one outcome each, in order. Throws as little as a
 * platform's launch does.
 */
export const sendParents = (
  making: Making,
  account: AccountAccess,
  operations: readonly PlannedOperation[],
): Promise<readonly Outcome[]> =>
  inParcels(
    parcelsOf(making.plan, operations, account.platform),
    operations,
    async ({ kind, parents, together }) => {
      try {
        if (kind === 'start') return await start(making, account, parents);
        if (kind === 'finish') return await finish(making, account, parents, together);
        return await make(making, account, parents, together);
      } catch (error) {
        return parents.map(() => refused(account, error));
      }
    },
  );

/**
 * What exists for these, found by their marks. `undefined`: nothing is seen. Throws PlatformError.
 */
export const findParents = (
  making: Making,
  account: AccountAccess,
  operations: readonly PlannedOperation[],
): Promise<readonly (Outcome | undefined)[]> =>
  inParcels(
    parcelsOf(making.plan, operations, account.platform, lookedFor),
    operations,
    async ({ kind, parents, together }) => {
      if (kind === 'start')
        return mapBounded(parents, AT_ONCE, (parent) => findStarted(making, account, parent));
      const wanted = await mapBounded(parents, AT_ONCE, (parent) =>
        opened(making, account, parent),
      );
      const found =
        together === undefined
          ? await Promise.all(
              wanted.map((each) =>
                each.creation.find(account.access, each.request, each.mark, each.kept),
              ),
            )
          : await together.find(account.access, wanted);
      return found.map((created) => created && done(created));
    },
  );

/** One question answers for all of a level. */
const lookedFor = (together: CreationTogether | undefined): number =>
  together === undefined ? 1 : Number.MAX_SAFE_INTEGER;

async function inParcels<A>(
  parcels: readonly Parcel[],
  operations: readonly PlannedOperation[],
  work: (parcel: Parcel) => Promise<readonly A[]>,
): Promise<readonly A[]> {
  const answers = new Map<string, A | undefined>();
  await mapBounded(parcels, AT_ONCE, async (parcel) => {
    const answered = await work(parcel);
    parcel.operations.forEach(({ id }, position) => {
      answers.set(id, answered[position]);
    });
  });
  return operations.map(({ id }) => answers.get(id) as A);
}

/**
 * Campaigns and ad sets of existing campaigns are looked at first, one by one, where the platform
 * makes one at a time.
 */
async function make(
  making: Making,
  account: AccountAccess,
  parents: readonly NewParent[],
  together: CreationTogether | undefined,
): Promise<readonly Outcome[]> {
  const wanted = await mapBounded(parents, AT_ONCE, (parent) => opened(making, account, parent));
  const answers =
    together === undefined
      ? await Promise.all(wanted.map(one))
      : await together.send(account.access, wanted);
  return answers.map((made) => {
    if ('refused' in made) return { state: 'failed', failure: made.refused };
    return 'unanswered' in made ? { state: 'unknown', failure: made.unanswered } : done(made);
  });

  async function one({ creation, request, mark, kept, above }: OpenedParent) {
    const { faults, send } = await creation.prepare(account.access, request, kept, above);
    const [fault] = faults;
    return fault === undefined ? send(mark) : { refused: ruleFailure(account, fault.message) };
  }
}

/**
 * Harmless when repeated. Where a part is refused, it is not finished, and what stands on top is
 * not switched on.
 */
async function finish(
  making: Making,
  account: AccountAccess,
  parents: readonly NewParent[],
  together: CreationTogether | undefined,
): Promise<readonly Outcome[]> {
  const { ports, companyId } = making;
  const creation = offeredMember(account.platform, 'create', parents[0]?.level ?? 'campaign');
  const made: FinishedCreation[] = [];
  for (const parent of parents) {
    const id = madeId(making, parent);
    const { request } = await opened(making, account, parent);
    const { dailyBudget, lifetimeBudget } = request;
    await firstSeenToday(ports, guardedAccount(account), {
      id,
      ...defined({ dailyBudget, lifetimeBudget }),
    });
    const { keep } = creation.notes(request);
    if (parent.level === 'campaign' && isKept(keep))
      await ports.store.commit([keptNotesWrite(companyId, account.key, id, keep)]);
    made.push({ request, id });
  }
  const told = await (together === undefined
    ? Promise.all(
        made.map(({ request, id }) =>
          creation.finish?.(account.access, request, { id, record: {}, warnings: [] }, false),
        ),
      )
    : together.finish?.(account.access, made));
  ports.adSets?.forget(companyId, account.key);
  return made.map(({ id }, position): Outcome => {
    const said = told?.[position] ?? [];
    return said.length === 0
      ? { state: 'done', ref: id }
      : {
          state: 'failed',
          failure: ruleFailure(account, said.map(({ message }) => message).join(' ')),
        };
  });
}

/**
 * All in one request where the platform takes that. Without an answer it may deliver, too: what was
 * read before is stale.
 */
async function start(
  making: Making,
  account: AccountAccess,
  parents: readonly NewParent[],
): Promise<readonly Outcome[]> {
  const { ports, companyId } = making;
  const changes = parents.map((parent) => ({
    type: typeOf(parent),
    id: madeId(making, parent),
    status: 'ACTIVE' as const,
  }));
  const results = await offeredGroup(account.platform, 'edit')
    .setStatus(account.access, changes)
    .finally(() => noteChange(ports, companyId, account.key));
  return changes.map(({ id }, position): Outcome => {
    const failure = results[position]?.failure;
    if (failure === undefined) return { state: 'done', ref: id };
    return { state: failure.class === 'transient' ? 'unknown' : 'failed', failure };
  });
}

/** Without an answer it may deliver by now: the object itself tells. */
async function findStarted(
  making: Making,
  { platform, access }: AccountAccess,
  parent: NewParent,
): Promise<Outcome | undefined> {
  const id = madeId(making, parent);
  const [read] = await offeredGroup(platform, 'inspect').entities(access, [
    { type: typeOf(parent), id },
  ]);
  if (read !== undefined && 'failure' in read && read.failure.class !== 'missing')
    throw new PlatformError(read.failure);
  return read !== undefined && 'status' in read && read.status === 'ACTIVE'
    ? { state: 'done', ref: id }
    : undefined;
}

const typeOf = ({ level }: NewParent) =>
  level === 'campaign' ? ('campaign' as const) : ('adset' as const);

interface OpenedParent extends WantedCreation {
  readonly creation: Creation;
  readonly kept: Json | undefined;
}

async function opened(
  making: Making,
  account: AccountAccess,
  parent: NewParent,
): Promise<OpenedParent> {
  const { plan, ports, companyId } = making;
  const creation = offeredMember(account.platform, 'create', parent.level);
  const { campaignId, status } = parent.request;
  const above = isNewId(campaignId)
    ? plan.parents?.find(
        ({ level, ref, account }) =>
          level === 'campaign' && newId(ref) === campaignId && account === parent.account,
      )
    : undefined;
  const request: CreationRequest = {
    ...parent.request,
    ...defined({ campaignId: above === undefined ? campaignId : madeId(making, above) }),
    ...defined({ status: isTop(parent) ? ('PAUSED' as const) : status }),
  };
  const mark = markOf(making, parent);
  if (above !== undefined) {
    const campaign = offeredMember(account.platform, 'create', 'campaign');
    const facts = campaign.asParent?.(above.request);
    return {
      creation,
      request,
      mark,
      kept: campaign.notes(above.request).keep,
      ...defined({ above: facts }),
    };
  }
  const kept =
    campaignId === undefined
      ? undefined
      : await readKeptNotes(ports.store, companyId, account.key, campaignId);
  return { creation, request, mark, kept };
}

function madeId({ states }: Making, { id }: NewParent): string {
  const ref = states.get(id)?.result?.ref;
  if (ref === undefined) throw new Error(`${id} was needed before it was made.`);
  return ref;
}

/**
 * It tells an object from every other one of the batch, from its ads, and from the one that an undo
 * has deleted.
 */
function markOf({ mark, states }: Making, { id }: NewParent): string {
  const made = states.get(id)?.made ?? 0;
  return `${mark}-${id.replace(':', '')}${made === 0 ? '' : `-${made + 1}`}`;
}

const done = ({ id, warnings }: Created): Outcome => ({
  state: 'done',
  ref: id,
  ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message) }),
});

const ruleFailure = ({ platform }: AccountAccess, message: string): PlatformFailure => ({
  platform: platform.definition.id,
  class: 'rule',
  message,
  fix: '',
  retryable: false,
  traceId: '',
});

function refused(account: AccountAccess, error: unknown): Outcome {
  if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
  if (error instanceof SlipwayError && !(error instanceof LeaseLost))
    return { state: 'failed', failure: ruleFailure(account, error.message) };
  throw error;
}

const isKept = (keep: Json | undefined): keep is { readonly [field: string]: Json } =>
  typeof keep === 'object' && keep !== null && Object.keys(keep).length > 0;

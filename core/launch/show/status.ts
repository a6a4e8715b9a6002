import type { Platforms } from '../../accounts/find-account.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { type PageWindow, paginationOf } from '../../base/schema/envelope.ts';
import { foldEntries } from '../../effects/state.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { haltedBy } from '../../records/dead-job.ts';
import type { Halted } from '../../records/halted.ts';
import { pageOf } from '../../records/list.ts';
import { readBatch, readJournal, readPlan } from '../journal/journal.ts';
import {
  type BatchEvent,
  type BatchRecord,
  batchKind,
  type JournalEntry,
  journalKind,
  LAUNCH_QUEUE,
  planKind,
  type RawStatus,
  type States,
  UNDO_QUEUE,
} from '../journal/records.ts';
import type { Plan } from '../plan/plan.ts';
import { madeObjects } from '../structure/show.ts';
import { foldUndo, type UndoResults } from '../undo/state.ts';
import { firstPage, openWindow, type Pagination } from './page.ts';
import { batchSummary, type FailedAd, failedAd, type LaunchedAd, launchedAd } from './present.ts';

export interface StatusPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: Platforms;
}

type Summary = ReturnType<typeof batchSummary>;

export type BatchStatus = Omit<Summary, 'undo'> & {
  readonly success: true;
  readonly halted?: Halted;
  readonly undo?: NonNullable<Summary['undo']> & { readonly left: readonly LeftBehind[] };
  readonly launchedAds: readonly (LaunchedAd & { readonly undone?: 'paused' | 'deleted' })[];
  readonly failedAds: readonly FailedAd[];
  readonly made?: ReturnType<typeof madeObjects>;
  /** Of a batch with pages: which ads are listed, by their places in the request. */
  readonly pagination?: Pagination;
};

export interface LeftBehind {
  readonly type: 'ad' | 'creative' | 'adset' | 'campaign';
  readonly id: string;
  readonly message: string;
}

export async function batchStatus(
  ports: StatusPorts,
  companyId: string,
  batchId: string,
): Promise<BatchStatus> {
  return (await openStatus(ports, companyId, batchId)).status;
}

/**
 * Of a batch with pages the ads of one window, without a look at the others. Throws `not_found`.
 */
export const pagedStatus = (
  ports: StatusPorts,
  companyId: string,
  batchId: string,
  window?: PageWindow,
): Promise<BatchStatus> => statusIn(ports, companyId, batchId, { window });

/** With a head that is yet to be committed. */
export const statusToBe = (
  ports: StatusPorts,
  companyId: string,
  batchId: string,
  head: BatchRecord,
): Promise<BatchStatus> => statusIn(ports, companyId, batchId, { known: head });

async function statusIn(
  ports: StatusPorts,
  companyId: string,
  batchId: string,
  { window, known }: { readonly window?: PageWindow | undefined; readonly known?: BatchRecord },
): Promise<BatchStatus> {
  const head = known ?? (await readBatch(ports.store, companyId, batchId)).doc;
  // What is made above the ads holds ads of all pages.
  const hasParents =
    head.pages && (await ports.store.get(planKind, companyId, batchId))?.doc.parents !== undefined;
  const page = hasParents
    ? undefined
    : await openWindow(ports.store, companyId, { batchId, pages: head.pages }, window);
  if (page === undefined) {
    const { status } = await openStatus(ports, companyId, batchId, known);
    return head.pages === undefined ? status : windowOf(status, head.pages.ads, window);
  }
  const { plan, entries, causes, pagination } = page;
  const states = foldEntries(
    [...plan.operations, ...Array.from(causes, (id) => ({ id }))],
    entries,
  );
  return {
    ...(await statusFrom(ports, companyId, batchId, { head, plan, states, entries, known })),
    pagination,
  };
}

function windowOf(
  status: BatchStatus,
  ads: number,
  { offset, limit }: PageWindow = firstPage,
): BatchStatus {
  const isInside = ({ index }: { readonly index: number }) =>
    index >= offset && index < offset + limit;
  return {
    ...status,
    launchedAds: status.launchedAds.filter(isInside),
    failedAds: status.failedAds.filter(isInside),
    pagination: paginationOf({ offset, limit }, ads),
  };
}

export async function batchStatuses(
  ports: StatusPorts,
  companyId: string,
  batchIds: readonly string[],
): Promise<Omit<BatchStatus, 'success'>[]> {
  const found: Omit<BatchStatus, 'success'>[] = [];
  for (const id of new Set(batchIds)) {
    const status = await pagedStatus(ports, companyId, id).catch((error: unknown) => {
      if (error instanceof SlipwayError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (status === undefined) continue;
    const { success: _, ...rest } = status;
    found.push(rest);
  }
  return found;
}

/** With what it was computed from; a draft has no plan. */
export async function openStatus(
  ports: StatusPorts,
  companyId: string,
  batchId: string,
  known?: BatchRecord,
): Promise<{ readonly status: BatchStatus; readonly plan?: Plan; readonly states: States }> {
  const head = known ?? (await readBatch(ports.store, companyId, batchId)).doc;
  if (head.rawStatus === 'Draft') {
    const { undo: _, ...summary } = batchSummary(batchId, head, ports.clock.now());
    return {
      status: { success: true, ...summary, launchedAds: [], failedAds: [] },
      states: new Map(),
    };
  }
  const plan = await readPlan(ports.store, companyId, batchId);
  const entries = await readJournal(ports.store, companyId, batchId);
  const states = foldEntries(plan.operations, entries);
  return {
    status: await statusFrom(ports, companyId, batchId, { head, plan, states, entries, known }),
    plan,
    states,
  };
}

interface Folded {
  readonly head: BatchRecord;
  readonly plan: Plan;
  readonly states: States;
  readonly entries: readonly JournalEntry[];
  /** A head that is yet to be committed. */
  readonly known: BatchRecord | undefined;
}

async function statusFrom(
  ports: StatusPorts,
  companyId: string,
  batchId: string,
  { head, plan, states, entries, known }: Folded,
): Promise<BatchStatus> {
  const { undo, ...summary } = batchSummary(batchId, head, ports.clock.now());
  const results = foldUndo(entries);
  const halted =
    known === undefined ? await haltedBatch(ports.store, companyId, batchId, head) : undefined;
  return {
    success: true,
    ...summary,
    ...(halted && { halted, message: `${summary.message} ${halted.message} ${halted.fix}` }),
    ...(undo !== undefined && { undo: { ...undo, left: leftBehind(plan, states, results) } }),
    ...(plan.parents && { made: madeObjects(plan, states, results) }),
    ...adResults(plan, states, results, {
      platforms: ports.platforms,
      corrected: head.corrected ?? {},
    }),
  };
}

/** The job of its launch or its undo may be dead. */
async function haltedBatch(
  store: Store,
  companyId: string,
  batchId: string,
  { finishedAt, undo }: BatchRecord,
): Promise<Halted | undefined> {
  if (finishedAt === undefined) return haltedBy(store, LAUNCH_QUEUE, companyId, batchId);
  return undo !== undefined && undo.finishedAt === undefined
    ? haltedBy(store, UNDO_QUEUE, companyId, batchId)
    : undefined;
}

function adResults(
  plan: Plan,
  states: States,
  undone: UndoResults,
  {
    platforms,
    corrected,
  }: { readonly platforms: Platforms; readonly corrected: NonNullable<BatchRecord['corrected']> },
): Pick<BatchStatus, 'launchedAds' | 'failedAds'> {
  const launchedAds: BatchStatus['launchedAds'][number][] = [];
  const failedAds: FailedAd[] = [];
  for (const operation of plan.operations) {
    const launched = launchedAd(plan, operation, states, platforms);
    const failed = failedAd(plan, operation, states);
    const now = undone.get(operation.id)?.to;
    if (launched !== undefined)
      launchedAds.push(
        now === 'paused' || now === 'deleted' ? { ...launched, undone: now } : launched,
      );
    else if (failed !== undefined)
      failedAds.push({ ...failed, ...defined({ correctedIn: corrected[failed.index] }) });
  }
  return { launchedAds, failedAds };
}

const isUndoneKind = (kind: string): kind is LeftBehind['type'] =>
  ['ad', 'creative', 'adset', 'campaign'].includes(kind);

function leftBehind(plan: Plan, states: States, undone: UndoResults): LeftBehind[] {
  return plan.operations.flatMap(({ id, kind }): LeftBehind[] => {
    const result = undone.get(id);
    const ref = states.get(id)?.result?.ref;
    if (
      ref === undefined ||
      !isUndoneKind(kind) ||
      (result?.to !== 'failed' && result?.to !== 'kept')
    )
      return [];
    return [{ type: kind, id: ref, message: result.why }];
  });
}

export const newestFirst = { by: 'createdAt', direction: 'desc' } as const;

/** A raw status means itself, the words of `status` and `summaryStatus` all they stand for. */
const standsFor = {
  Draft: ['Draft'],
  Queued: ['Queued'],
  Processing: ['Processing'],
  Success: ['Success'],
  Error: ['Error'],
  Cancelled: ['Cancelled'],
  draft: ['Draft'],
  processing: ['Queued', 'Processing'],
  in_progress: ['Queued', 'Processing'],
  success: ['Success'],
  error: ['Error', 'Cancelled'],
} as const satisfies { readonly [word: string]: readonly RawStatus[] };

const ended: readonly RawStatus[] = ['Success', 'Error', 'Cancelled'];
const launched: readonly RawStatus[] = ['Queued', 'Processing', ...ended];

/** Newest first. Without a status all but drafts, which `listDrafts` lists. */
export async function listBatches(
  ports: StatusPorts,
  companyId: string,
  { status }: { readonly status?: keyof typeof standsFor | undefined },
  { offset, limit }: PageWindow,
) {
  const wanted = status === undefined ? launched : standsFor[status];
  // Each status has its own index; the newest of all are among the newest of each.
  const parts = await Promise.all(
    wanted.map((rawStatus) =>
      pageOf(ports.store, batchKind, {
        companyId,
        query: { where: { rawStatus }, order: newestFirst },
        offset: 0,
        limit: offset + limit,
      }),
    ),
  );
  const items = parts
    .flatMap((part) => part.items)
    .sort((a, b) => b.doc.createdAt - a.doc.createdAt || Number(b.id) - Number(a.id))
    .slice(offset, offset + limit);
  return {
    items: items.map(({ id, doc }) => ({
      ...batchSummary(id, doc, ports.clock.now()),
      failedCount: doc.failedAds,
    })),
    total: parts.reduce((sum, { total }) => sum + total, 0),
  };
}

/**
 * The events after `after`, in order, from at most `limit` journal entries. `complete`: the batch
 * has ended and has no others.
 */
export async function batchEvents(
  ports: { readonly store: Store },
  companyId: string,
  batchId: string,
  { after, limit = 100 }: { readonly after: number; readonly limit?: number },
): Promise<{ readonly events: readonly BatchEvent[]; readonly complete: boolean }> {
  const { doc: head } = await readBatch(ports.store, companyId, batchId);
  const page = await ports.store.find(journalKind, companyId, {
    where: { batch: batchId, lastEvent: { from: after + 1 } },
    order: { by: 'lastEvent' },
    limit,
  });
  const events = page.items.flatMap(({ doc }) => doc.events.filter(({ id }) => id > after));
  const reached = events[events.length - 1]?.id ?? after;
  return { events, complete: ended.includes(head.rawStatus) && reached >= head.lastEvent };
}

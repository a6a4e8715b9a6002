import type { JournalEntry, States, UndoCounts, UndoMode, UndoResult } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adsIn, isTop, type NewParent, parentOf } from '../structure/parents.ts';

export type UndoResults = Map<string, UndoResult>;

/** The last result of each; deleted stays deleted, unless it was made again. */
export function foldUndo(entries: Iterable<JournalEntry>): UndoResults {
  const results: UndoResults = new Map();
  for (const { again = [], undone = {} } of entries) {
    for (const id of again) results.delete(id);
    applyUndo(results, undone);
  }
  return results;
}

export function applyUndo(
  results: UndoResults,
  undone: { readonly [operationId: string]: UndoResult },
): void {
  for (const [id, result] of Object.entries(undone))
    if (results.get(id)?.to !== 'deleted') results.set(id, result);
}

export interface Undoable {
  readonly ads: readonly PlannedOperation[];
  readonly creatives: readonly PlannedOperation[];
  /** Campaigns and ad sets that the batch made. */
  readonly parents: readonly PlannedOperation[];
}

export function undoable(plan: Plan, states: States, mode: UndoMode): Undoable {
  const made = (kind: PlannedOperation['kind']): PlannedOperation[] =>
    plan.operations.filter(
      (operation) => operation.kind === kind && states.get(operation.id)?.phase === 'done',
    );
  if (mode === 'delete-empty') {
    const isEmpty = (operation: PlannedOperation) =>
      hasNoAds(parentOf(plan, operation), plan, states);
    return {
      ads: [],
      creatives: [],
      parents: [...made('adset'), ...made('campaign')].filter(isEmpty),
    };
  }
  /** From the leaves up. Deleting goes over all of it, pausing over what stands on top. */
  const parentsOf = (): PlannedOperation[] =>
    mode === 'delete'
      ? [...made('adset'), ...made('campaign')]
      : [...made('campaign'), ...made('adset')].filter((operation) =>
          isTop(parentOf(plan, operation)),
        );
  return {
    ads: made('ad'),
    creatives: mode === 'delete' ? made('creative') : [],
    parents: parentsOf(),
  };
}

/** An ad that may be there counts as there. */
export const hasNoAds = (parent: NewParent, plan: Plan, states: States): boolean =>
  adsIn(parent, plan, (ad) => states.get(ad.id)?.phase === 'done' || mayExist(states, ad)) === 0;

/** A deleted ad needs no pausing. */
export const isUndone = (result: UndoResult | undefined, mode: UndoMode): boolean =>
  result?.to === 'deleted' || (mode === 'pause' && result?.to === 'paused');

/** Failed while it was unknown whether it exists: an undo looks for it first. */
export function isDoubtful(states: States, { id, kind, dependsOn }: PlannedOperation): boolean {
  const state = states.get(id);
  const canBeAsked = dependsOn.every((each) => states.get(each)?.phase === 'done');
  return (
    ['ad', 'creative', 'campaign', 'adset'].includes(kind) &&
    state?.phase === 'failed' &&
    state.maybeMade &&
    canBeAsked
  );
}

/**
 * Failed, and may be there all the same: after a restore also what is below what cannot be looked
 * for.
 */
export function mayExist(states: States, operation: PlannedOperation): boolean {
  const state = states.get(operation.id);
  return (
    isDoubtful(states, operation) ||
    (state?.phase === 'failed' && state.maybeMade && state.doubted === true)
  );
}

/**
 * Whether another undo in this mode would find something to do. A creative kept for a reason is
 * settled.
 */
export function isLeft(plan: Plan, states: States, results: UndoResults, mode: UndoMode): boolean {
  const { ads, creatives, parents } = undoable(plan, states, mode);
  return (
    plan.operations.some((operation) => isDoubtful(states, operation)) ||
    ads.some(({ id }) => !isUndone(results.get(id), mode)) ||
    parents.some(({ id }) => !isUndone(results.get(id), mode)) ||
    creatives.some(({ id }) => !['deleted', 'kept'].includes(results.get(id)?.to ?? ''))
  );
}

export function countUndo(
  plan: Plan,
  states: States,
  results: UndoResults,
  mode: UndoMode,
): UndoCounts {
  const { ads, creatives } = undoable(plan, states, mode);
  const count = (operations: readonly PlannedOperation[], to: UndoResult['to']) =>
    operations.filter(({ id }) => results.get(id)?.to === to).length;
  return {
    ads: ads.length,
    undone: ads.filter(({ id }) => isUndone(results.get(id), mode)).length,
    failed: count(ads, 'failed'),
    ...(mode === 'delete' && {
      creatives: {
        made: creatives.length,
        deleted: count(creatives, 'deleted'),
        kept: count(creatives, 'kept'),
        failed: count(creatives, 'failed'),
      },
    }),
  };
}

import { defined } from '../../base/defined.ts';
import type { Part } from '../../base/outcomes.ts';
import { itemError } from '../../base/refusal.ts';
import type { CopyResult } from '../schema/duplicate.ts';
import { markerOf } from './context.ts';
import type { DuplicatePlan } from './records.ts';
import { copyOf, type DuplicateState, refusalOf, stepOf } from './state.ts';
import type { Tree } from './tree.ts';

export function copyResults(plan: DuplicatePlan, tree: Tree, state: DuplicateState): CopyResult[] {
  return plan.names.map((name, index) => {
    const copy = index + 1;
    const { gaveUp, left, renamed, located, activated } = copyOf(state, copy);
    const root = stepOf(state, copy, plan.source.id);
    if (gaveUp !== undefined && left !== undefined)
      return {
        copyNumber: copy,
        success: false,
        outcome: 'refused',
        ...itemError(gaveUp),
        ...(left.length > 0 && { leftBehind: left.map(({ type, id }) => ({ type, id })) }),
      };
    if (activated === undefined || root.result === undefined) return pendingResult(copy);
    const skipped = [...tree.values()].flatMap(({ source }) => {
      const failure = refusalOf(stepOf(state, copy, source.id));
      return failure !== undefined
        ? [{ id: source.id, name: source.name, ...itemError(failure) }]
        : [];
    });
    const warnings = [
      ...new Set(
        [...tree.values()].flatMap(
          ({ source }) => stepOf(state, copy, source.id).result?.warnings ?? [],
        ),
      ),
    ];
    const isNamed = renamed !== undefined && renamed.error === undefined;
    return {
      copyNumber: copy,
      success: true,
      outcome: 'done',
      newId: root.result.ref,
      method: root.how === 'rebuild' ? ('recreation' as const) : ('copies' as const),
      renamed: plan.namesChosen && isNamed,
      newName: isNamed ? name : `${plan.source.name} ${markerOf(plan, copy)}`,
      ...defined({ renameError: renamed?.error }),
      ...(plan.targeting !== undefined && {
        locationApplied: located !== undefined && located.error === undefined,
      }),
      ...defined({ locationError: located?.error, statusError: activated.error }),
      ...(skipped.length > 0 && { skipped }),
      ...(warnings.length > 0 && { warnings }),
    };
  });
}

/**
 * For copies that are given up: those that are not complete fail for that reason, with what is left
 * behind.
 */
export function endedResults(
  plan: DuplicatePlan,
  tree: Tree,
  state: DuplicateState,
  why: string,
): CopyResult[] {
  return copyResults(plan, tree, state).map((result): CopyResult => {
    if (!result.pending) return result;
    const leftBehind = [...tree.values()].flatMap(({ source: { type, id: sourceId } }) => {
      const id = stepOf(state, result.copyNumber, sourceId).result?.ref;
      return id === undefined ? [] : [{ type, id }];
    });
    return {
      copyNumber: result.copyNumber,
      success: false,
      outcome: 'refused',
      error: why,
      ...(leftBehind.length > 0 && { leftBehind }),
    };
  });
}

const pendingResult = (copyNumber: number): CopyResult => ({
  copyNumber,
  success: false,
  outcome: 'unknown',
  pending: true,
  error:
    'Still being copied; it goes on by itself. Send the request again with the same Idempotency-Key for the result, or look at the duplication by its id.',
});

/** Each copy, and what it was to have and has not. */
export const copyParts = (type: string, results: readonly CopyResult[]): readonly Part[] =>
  results.flatMap((copy): readonly Part[] => {
    const { newId: id, newName: name, copyNumber, error, skipped = [] } = copy;
    const named = {
      type,
      ...(id === undefined ? { name: `copy ${copyNumber}` } : { id, ...defined({ name }) }),
    };
    if (copy.pending) return [{ ...named, outcome: 'running', ...defined({ reason: error }) }];
    if (!copy.success) return [{ ...named, outcome: 'refused', ...defined({ reason: error }) }];
    const lacks = [copy.renameError, copy.locationError, copy.statusError].filter(
      (each) => each !== undefined,
    );
    return [
      lacks.length === 0
        ? { ...named, outcome: 'done' }
        : {
            ...named,
            outcome: 'refused',
            reason: `It is made, but not as asked. ${lacks.join(' ')}`,
          },
      ...skipped.map(
        (ad): Part => ({
          type: 'ad',
          id: ad.id,
          name: ad.name,
          outcome: 'refused',
          reason: `Not copied. ${ad.error}`,
        }),
      ),
    ];
  });

import { accountOfKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { explained } from '../../base/errors.ts';
import { failureOf } from '../../effects/state.ts';
import type { States } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { hasNoAds, mayExist as mayBeThere, type UndoResults } from '../undo/state.ts';
import { adsIn, isActive, isNewId, isTop, type NewParent } from './parents.ts';

/** The ad set of an ad at its platform; of one that is yet to be made, what stands for it. */
export const adSetIdOf = ({ adSet, adSetId = '' }: PlannedOperation, states: States): string =>
  (adSet === undefined ? undefined : states.get(adSet)?.result?.ref) ?? adSetId;

/** Of an ad set that the launch makes. */
export const adSetRefOf = ({ adSetId = '' }: PlannedOperation): { readonly adSetRef?: string } =>
  isNewId(adSetId) ? { adSetRef: adSetId.slice('new:'.length) } : {};

/** What became of each campaign and ad set that the launch makes. */
export function madeObjects(plan: Plan, states: States, undone: UndoResults) {
  return (plan.parents ?? []).map((parent) => {
    const { id, level, ref, account, request } = parent;
    const state = states.get(id);
    const made = state?.result?.ref;
    const result = undone.get(id)?.to;
    const message = result === 'deleted' ? undefined : messageOf(parent, plan, states);
    return {
      type: level === 'campaign' ? ('campaign' as const) : ('adset' as const),
      ref,
      name: request.name,
      ...accountOfKey(account),
      id: made ?? null,
      state:
        made !== undefined
          ? ('made' as const)
          : state?.phase === 'failed'
            ? ('failed' as const)
            : ('waiting' as const),
      ...defined({
        status:
          made === undefined || mayBeOn(parent, states) ? undefined : statusOf(parent, states),
      }),
      ...(mayExist(parent, plan, states) && { mayExist: true as const }),
      ...(made !== undefined &&
        states.get(`finish:${id}`)?.phase === 'failed' && { unfinished: true as const }),
      ads: adsIn(parent, plan, isDone(states)),
      ...(isEmpty(parent, plan, states) && result !== 'deleted' && { empty: true as const }),
      ...(result === 'paused' || result === 'deleted' ? { undone: result } : {}),
      ...defined({ message }),
    };
  });
}

const mayExist = ({ id }: NewParent, { operations }: Plan, states: States): boolean =>
  operations.some((operation) => operation.id === id && mayBeThere(states, operation));

/** It was switched on without an answer, and could not be looked at since. */
const mayBeOn = ({ id }: NewParent, states: States): boolean => {
  const state = states.get(`start:${id}`);
  return state?.phase === 'failed' && state.maybeMade;
};

const isDone =
  (states: States) =>
  ({ id }: { readonly id: string }) =>
    states.get(id)?.phase === 'done';

/** An ad that may be there counts as there. */
const isEmpty = (parent: NewParent, plan: Plan, states: States): boolean =>
  isDone(states)(parent) && !isWaiting(plan, states) && hasNoAds(parent, plan, states);

/** As this launch has left it. */
function statusOf(parent: NewParent, states: States): 'ACTIVE' | 'PAUSED' {
  if (!isActive(parent)) return 'PAUSED';
  return !isTop(parent) || states.get(`start:${parent.id}`)?.phase === 'done' ? 'ACTIVE' : 'PAUSED';
}

const STAYS_PAUSED = 'It stays paused, since not all of it was made.';
const MAY_BE_ON =
  'It was switched on without an answer and may deliver: look at it, or retry the batch.';
const MAY_BE_ON_SINCE =
  'It may have been switched on after the backup was made, and deliver: look at it.';
const IN_DOUBT = 'It may exist all the same: a retry or an undo of the batch looks for it first.';

function messageOf(parent: NewParent, plan: Plan, states: States): string | undefined {
  const why = (id: string) => {
    const failure = failureOf(states, id)?.failure;
    return failure && explained({ message: failure.message, fix: failure.fix ?? '' });
  };
  const notMade = why(parent.id);
  const canBeFound =
    mayExist(parent, plan, states) && failureOf(states, parent.id)?.failure.code !== 'restored';
  if (notMade !== undefined) return canBeFound ? `${notMade} ${IN_DOUBT}` : notMade;
  const unfinished = why(`finish:${parent.id}`);
  const notStarted = why(`start:${parent.id}`);
  const mayDeliver = states.get(`start:${parent.id}`)?.doubted ? MAY_BE_ON_SINCE : MAY_BE_ON;
  const parts = [
    ...(unfinished === undefined ? [] : [`Not all of it was taken. ${unfinished}`]),
    ...(isEmpty(parent, plan, states)
      ? ['None of its ads was made: remove what stayed empty, or retry.']
      : []),
    ...(notStarted === undefined || isEmpty(parent, plan, states)
      ? []
      : [`${mayBeOn(parent, states) ? mayDeliver : STAYS_PAUSED} ${notStarted}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}

const isWaiting = ({ operations }: Plan, states: States): boolean =>
  operations.some(
    ({ id, kind }) => kind === 'ad' && !['done', 'failed'].includes(states.get(id)?.phase ?? ''),
  );

/**
 * Of what stands above the ads: whether something of it was refused although all ads may be there.
 */
export const isIncomplete = ({ operations }: Plan, states: States): boolean =>
  operations.some(({ id, parent }) => parent !== undefined && states.get(id)?.phase === 'failed');

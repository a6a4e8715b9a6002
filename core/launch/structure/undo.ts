import type { AccountAccess } from '../../accounts/access.ts';
import { counted } from '../../base/counted.ts';
import { explained } from '../../base/errors.ts';
import { objectsBelow } from '../../manage/undo/below.ts';
import type { UndoResult } from '../journal/records.ts';
import type { PlannedOperation } from '../plan/plan.ts';
import type { UndoRun } from '../undo/account.ts';
import { isTop } from './parents.ts';
import { parentOf } from './send.ts';

/** What the batch made above its ads, from the leaves up. Deleting goes over all of it, pausing over what stands on top. */
export function undoableParents({ plan, states, mode }: Pick<UndoRun, 'plan' | 'states' | 'mode'>): PlannedOperation[] {
  const made = plan.operations.filter(
    ({ kind, id }) => (kind === 'campaign' || kind === 'adset') && states.get(id)?.phase === 'done',
  );
  if (mode === 'pause') return made.filter((operation) => isTop(parentOf(plan, operation)));
  return [...made.filter(({ kind }) => kind === 'adset'), ...made.filter(({ kind }) => kind === 'campaign')];
}

/** An object that holds something by now which this undo has not deleted is kept, and says what. */
export async function undoParent(
  run: UndoRun,
  { platform, access }: AccountAccess,
  operation: PlannedOperation,
): Promise<UndoResult> {
  const { edit, duplicate } = platform;
  const id = run.states.get(operation.id)?.result?.ref ?? '';
  const type = operation.kind === 'campaign' ? 'campaign' : 'adset';
  if (edit === undefined) return { to: 'failed', why: `${platform.definition.id} offers no way to undo.` };
  if (run.mode === 'delete') {
    if (edit.removes !== undefined && !edit.removes.includes(type))
      return { to: 'kept', why: 'The platform offers no way to delete it. Pause it instead.' };
    const gone = new Set(
      [...run.results].flatMap(([made, { to }]) => (to === 'deleted' ? (run.states.get(made)?.result?.ref ?? []) : [])),
    );
    const left =
      duplicate === undefined ? [] : objectsBelow(await duplicate.tree(access, type, id)).filter((each) => !gone.has(each.id));
    const [first] = left;
    if (first !== undefined)
      return { to: 'kept', why: `It still holds ${counted(left.length, 'object')}, for instance “${first.name}”.` };
  }
  const [result] =
    run.mode === 'delete'
      ? await edit.remove(access, [{ type, id }])
      : await edit.setStatus(access, [{ type, id, status: 'PAUSED' }]);
  const failure = result?.failure;
  if (failure?.class === 'missing') return { to: 'deleted' };
  if (failure !== undefined) return { to: 'failed', why: explained(failure) };
  return { to: run.mode === 'delete' ? 'deleted' : 'paused' };
}

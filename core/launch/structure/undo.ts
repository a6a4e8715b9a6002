import type { AccountAccess } from '../../accounts/access.ts';
import { counted } from '../../base/counted.ts';
import { explained } from '../../base/errors.ts';
import { objectsBelow } from '../../manage/undo/below.ts';
import type { Store } from '../../ports/store.ts';
import type { States, UndoMode, UndoResult } from '../journal/records.ts';
import { filledByLaunches } from '../pending.ts';
import type { PlannedOperation } from '../plan/plan.ts';

interface Undoing {
  readonly ports: { readonly store: Store };
  readonly companyId: string;
  readonly mode: UndoMode;
  readonly states: States;
  readonly results: ReadonlyMap<string, UndoResult>;
}

/** An object that holds something by now which this undo has not deleted is kept, and says what. */
export async function undoParent(
  run: Undoing,
  { key, platform, access }: AccountAccess,
  operation: PlannedOperation,
): Promise<UndoResult> {
  const { edit, duplicate } = platform;
  const id = run.states.get(operation.id)?.result?.ref ?? '';
  const type = operation.kind === 'campaign' ? 'campaign' : 'adset';
  if (edit === undefined)
    return { to: 'failed', why: `${platform.definition.id} offers no way to undo.` };
  if (run.mode !== 'pause') {
    if (edit.removes !== undefined && !edit.removes.includes(type))
      return { to: 'kept', why: 'The platform offers no way to delete it. Pause it instead.' };
    const batch = (await filledByLaunches(run.ports.store, run.companyId, key)).get(id);
    if (batch !== undefined)
      return {
        to: 'kept',
        why: `Batch ${batch} is launching into it: undo again once that has ended.`,
      };
    const gone = new Set(
      [...run.results].flatMap(([made, { to }]) =>
        to === 'deleted' ? (run.states.get(made)?.result?.ref ?? []) : [],
      ),
    );
    const left =
      duplicate === undefined
        ? []
        : objectsBelow(await duplicate.tree(access, type, id)).filter((each) => !gone.has(each.id));
    const [first] = left;
    if (first !== undefined)
      return {
        to: 'kept',
        why: `It still holds ${counted(left.length, 'object')}, for instance “${first.name}”.`,
      };
  }
  const [result] =
    run.mode === 'pause'
      ? await edit.setStatus(access, [{ type, id, status: 'PAUSED' }])
      : await edit.remove(access, [{ type, id }]);
  const failure = result?.failure;
  if (failure?.class === 'missing') return { to: 'deleted' };
  if (failure !== undefined) return { to: 'failed', why: explained(failure) };
  return { to: run.mode === 'pause' ? 'paused' : 'deleted' };
}

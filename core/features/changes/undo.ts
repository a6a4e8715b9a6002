import type { Actor } from '../../access/caller.ts';
import { refusal } from '../../base/refusal.ts';
import type { Preview } from '../../gate/preview.ts';
import type { ManagePorts } from '../../manage/open-account.ts';
import { previewUndoUpdate } from '../../manage/undo/undo.ts';
import type { Json } from '../../ports/store.ts';
import type { Once } from '../../records/once.ts';
import { type ChangesPorts, carriedOut, changeWrites } from './apply.ts';
import { together } from './preview.ts';
import { changeSetKind, type KeptChange } from './records.ts';
import type { ChangesAnswer } from './schema.ts';
import { eachPage, isUnknown, storedChanges } from './show.ts';

/**
 * Takes changes back, the last first: each is compared with the platform before anything is sent,
 * and what others have changed since stays as it is and is named.
 */
export async function undoChanges(
  ports: ChangesPorts,
  caller: Actor,
  {
    id,
    confirm = false,
    once,
  }: { readonly id: string; readonly confirm?: boolean | undefined; readonly once: Once },
): Promise<ChangesAnswer> {
  const { companyId } = caller;
  const { changeId } = await once.inOneCommit<{ readonly changeId: string }>(async (conclude) => {
    const found = await storedChanges(ports.store, companyId, id);
    if (found.doc.state === 'running')
      throw refusal('conflict', {
        path: 'id',
        code: 'in_progress',
        message: 'These changes are still under way.',
      });
    const back = await wayBack(ports, companyId, id);
    const { changeId: undoneBy, writes } = changeWrites(ports, caller, back, confirm, {
      undoOf: id,
    });
    const undone = {
      kind: changeSetKind,
      companyId,
      id,
      expect: found.version,
      doc: { ...found.doc, undoneBy },
    };
    if ((await conclude([...writes, undone], { changeId: undoneBy })) !== undefined)
      throw refusal('conflict', {
        path: 'id',
        code: 'in_progress',
        message: 'Another request takes these changes back.',
      });
    return { changeId: undoneBy };
  });
  return carriedOut(ports, companyId, changeId);
}

export async function previewUndoChanges(
  ports: ManagePorts,
  caller: Actor,
  id: string,
  confirm?: boolean,
): Promise<Preview> {
  const back = await wayBack(ports, caller.companyId, id);
  const previews: Preview[] = [];
  for (const { parts } of back)
    for (const { undo } of parts)
      if (undo !== undefined)
        previews.push(
          await previewUndoUpdate(ports, caller, { updateId: undo, ...(confirm && { confirm }) }),
        );
  const open = back.filter((change) => change.open !== undefined).length;
  const left =
    open === 0 ? '' : `; of ${open} it is not known whether all was changed, and that part stays`;
  return together(
    previews,
    `Take ${back.filter(({ parts }) => parts.length > 0).length} changes back${left}`,
  );
}

/** Objects in the reverse order, and the parts of each. */
export async function wayBack(
  { store }: Pick<ManagePorts, 'store'>,
  companyId: string,
  id: string,
): Promise<readonly KeptChange[]> {
  const { doc } = await storedChanges(store, companyId, id);
  const back: KeptChange[] = [];
  let isAnyBack = false;
  for await (const { change, steps } of eachPage(store, companyId, id, doc)) {
    const parts = change.parts.flatMap((part, at) => {
      const undo = updateIdOf(steps[at]?.made);
      const fields = part.fields.map((field) => ({
        ...field,
        before: field.after,
        after: field.before,
      }));
      return undo === undefined ? [] : [{ ...part, fields, does: `Take back: ${part.does}`, undo }];
    });
    const isOpen = steps.some(
      (step) => isUnknown(step) || (doc.doubtedAt !== undefined && step?.phase !== 'done'),
    );
    isAnyBack ||= parts.length > 0;
    if (parts.length > 0 || isOpen)
      back.unshift({ ...change, parts: parts.reverse(), ...(isOpen && { open: OPEN }) });
  }
  if (isAnyBack) return back;
  const message =
    back.length === 0
      ? 'Nothing was changed, so there is nothing to take back.'
      : 'Whether anything was changed is not known, so nothing is taken back. Look at the objects on the platform.';
  throw refusal('conflict', { path: 'id', code: 'cannot_undo', message });
}

const OPEN =
  'Whether all of it had been changed is not known, so that part is not taken back. Look at it on the platform.';

const updateIdOf = (made: Json | undefined): string | undefined =>
  typeof made === 'object' &&
  made !== null &&
  'updateId' in made &&
  typeof made.updateId === 'string'
    ? made.updateId
    : undefined;

import type { Actor } from '../../access/caller.ts';
import { type AccountAccess, accessAccount } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import type { Part } from '../../base/outcomes.ts';
import { refusal } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { Preview } from '../../gate/preview.ts';
import { refuseOtherWorkspace } from '../../gate/workspace.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { changeIn } from '../change/change.ts';
import { readDuplicatePlan, readEntries } from '../duplicate/journal.ts';
import { duplicateKind } from '../duplicate/records.ts';
import { foldDuplicate, stepOf } from '../duplicate/state.ts';
import { treeOf } from '../duplicate/tree.ts';
import type { ManagePorts } from '../open-account.ts';
import type { UndoUpdateRequest, UpdateResponse } from '../schema/update.ts';
import type { Progress } from '../update/settings.ts';
import {
  type KeptObject,
  type KeptObjects,
  type KeptSettings,
  type KeptUpdate,
  updateKind,
} from './kept.ts';
import { previewUndoObjects, undoingObjects } from './objects.ts';
import { previewUndoSettings, undoingSettings } from './settings.ts';

/**
 * Takes an earlier change back: settings, status, budgets and names get their former values, what
 * was created or copied is deleted. It is compared with the platform first: what has been changed
 * since stays, and then nothing is taken back.
 */
export function undoUpdate(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
  once: Once = unkeyed(ports.store),
): Promise<UpdateResponse> {
  return once.inSteps<object, UpdateResponse>(async (steps) => {
    const opened = await openKept(ports, caller, request);
    const { kept } = opened;
    if (isSettings(kept))
      return changeIn(
        ports,
        caller,
        undoingSettings(ports, caller, request, { ...opened, kept }),
        steps as Steps<Progress, UpdateResponse>,
      );
    const doc = kept.doc as KeptObjects;
    const { companyId } = caller;
    const undone = (undoneBy = 'deleted'): readonly Write[] =>
      // Copies are kept as copies.
      kept.version === 0
        ? []
        : [
            {
              kind: updateKind,
              companyId,
              id: kept.id,
              expect: kept.version,
              doc: { ...doc, undoneBy },
            },
          ];
    const undoing = await undoingObjects(ports, caller, { ...opened, doc, request }, undone);
    return changeIn(
      ports,
      caller,
      undoing,
      steps as Steps<{ readonly open: readonly KeptObject[] }, UpdateResponse>,
    );
  });
}

export async function previewUndoUpdate(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
): Promise<Preview> {
  const opened = await openKept(ports, caller, request);
  const { kept } = opened;
  return isSettings(kept)
    ? previewUndoSettings(ports, caller, request, { ...opened, kept })
    : previewUndoObjects(ports, caller, { ...opened, doc: kept.doc as KeptObjects, request });
}

const isSettings = (kept: Stored<KeptUpdate>): kept is Stored<KeptSettings> => 'patch' in kept.doc;

async function openKept(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
): Promise<{
  readonly kept: Stored<KeptUpdate>;
  readonly account: AccountAccess;
  readonly path: string;
}> {
  const path = sentName(request, 'updateId');
  const { store } = ports;
  const { companyId } = caller;
  const kept =
    (await store.get(updateKind, companyId, request.updateId)) ??
    (await copied(store, companyId, request.updateId, path));
  if (kept === undefined) {
    const message =
      'There is no change with this id. The answer to a change names it as updateId, that to a duplication as duplicateId.';
    throw refusal('not_found', { path, code: 'unknown_update', message });
  }
  await refuseOtherWorkspace(ports, caller, [kept.doc.account], path);
  return { kept, account: await accessAccount(ports, companyId, kept.doc.account), path };
}

/** What a duplication has made, as something that was created. */
async function copied(
  store: Store,
  companyId: string,
  id: string,
  path: string,
): Promise<Stored<KeptObjects> | undefined> {
  const found = await store.get(duplicateKind, companyId, id);
  if (found === undefined) return undefined;
  const { state, account, createdAt } = found.doc;
  if (state !== 'finished') {
    const message = 'These copies are still being made. Take them back once they are complete.';
    throw refusal('conflict', { path, code: 'in_progress', message });
  }
  const plan = await readDuplicatePlan(store, companyId, id);
  const folded = foldDuplicate(plan, await readEntries(store, companyId, id));
  const objects = plan.names.flatMap((name, at) =>
    [...treeOf(plan.source).values()].flatMap(({ source, parentId }): readonly KeptObject[] => {
      const ref = stepOf(folded, at + 1, source.id).result?.ref;
      return ref === undefined
        ? []
        : [
            {
              type: source.type,
              id: ref,
              name: parentId === undefined ? name : source.name,
              changes: [],
            },
          ];
    }),
  );
  if (objects.length === 0)
    throw refusal('conflict', {
      path,
      code: 'cannot_undo',
      message: 'No copy was made, so there is nothing to take back.',
    });
  return { id, version: 0, doc: keptCopies(account, createdAt, objects) };
}

const keptCopies = (
  account: AccountKey,
  at: number,
  objects: readonly KeptObject[],
): KeptObjects => ({
  account,
  at,
  entityId: objects[0]?.id ?? '',
  of: 'creation',
  objects,
});

/** What became of each object, for plans. */
export const undoParts = {
  of: async (
    _ports: unknown,
    _companyId: string,
    answer: UpdateResponse,
  ): Promise<readonly Part[]> =>
    answer.results?.map(({ entityType: type, entityId: id, name, outcome, error: reason }) => ({
      type,
      id,
      name,
      outcome,
      reason,
    })) ?? [{ type: answer.entityType, id: answer.entityId, name: answer.name, outcome: 'done' }],
  again: (input: { readonly [name: string]: unknown }) => ({ input }),
};

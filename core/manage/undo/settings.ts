import type { Actor } from '../../access/caller.ts';
import { type AccountAccess, whileHeld } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { noteChange } from '../../gate/changes.ts';
import { refuseExceeded, throughGate } from '../../gate/gate.ts';
import { oneAtATime } from '../../gate/one-at-a-time.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import type { FieldChange, Patch } from '../../ports/platform-update.ts';
import type { Stored } from '../../ports/store.ts';
import type { Steps } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { readOne } from '../edit/entities.ts';
import type { ManagePorts } from '../open-account.ts';
import type { UndoUpdateRequest, UpdateResponse } from '../schema/update.ts';
import {
  answerOf,
  begin,
  changedSince,
  changeWords,
  entityTypes,
  finish,
  type Progress,
  settled,
  worldOf,
} from '../update/carry-out.ts';
import { concernsMoney, type JudgedChange, judgeUpdate } from '../update/judge-update.ts';
import { type KeptSettings, reverse, updateKind } from './kept.ts';

/**
 * Sets the fields of an earlier change back. A field that has another value by now is not touched, and then nothing of the
 * change is taken back. Two calls; one where all is back already.
 */
export const undoSettings = (
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
  opened: OpenedSettings & { readonly steps: Steps<Progress, UpdateResponse> },
): Promise<UpdateResponse> =>
  oneAtATime(ports, { companyId: caller.companyId, key: opened.account.key }, async (isHeld) => {
    const account = whileHeld(opened.account, () => opened.steps.isHeld() && isHeld());
    return takeBack(ports, caller, request, { ...opened, account });
  });

export async function previewUndoSettings(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
  opened: OpenedSettings,
): Promise<Preview> {
  const { changes, judgement, unconfirmed } = await wayBack(ports, caller, request, opened);
  refuseFaults(unconfirmed);
  const { entityId: id, name, level } = opened.kept.doc;
  return {
    ...previewOf(judgement, worldOf(changes)),
    summary: `Set back ${changeWords(changes)}`,
    objects: [{ type: entityTypes[level], id, name }],
  };
}

interface OpenedSettings {
  readonly kept: Stored<KeptSettings>;
  readonly account: AccountAccess;
  readonly path: string;
}

/** What of an earlier change still stands. Throws where something of it has another value by now. */
async function wayBack(
  ports: ManagePorts,
  caller: Actor,
  { confirm }: UndoUpdateRequest,
  { kept: { doc }, account, path }: OpenedSettings,
) {
  refuseFaults(
    doc.changes.flatMap(({ field, final }) =>
      final === undefined ? [] : [{ path, code: 'cannot_undo', message: `${field} cannot be set back: ${final}` }],
    ),
  );
  const updating = offeredMember(account.platform, 'update', doc.level);
  const back = reversed(doc.patch);
  const standings = await withRequestErrors({ missing: path }, () => updating.standing(account.access, doc.entityId, back));
  const others = back.filter((_, position) => standings[position] === 'other').map(({ field }) => field);
  if (others.length > 0) throw changedSince(others, path);
  const patch = back.filter((_, position) => standings[position] === 'before');
  const open = new Set(patch.map(({ field }) => field));
  const changes = doc.changes.filter(({ field }) => open.has(field)).map(reverse);
  const judged = await judgeUndone(ports, caller, account, { doc, changes, confirm, path });
  return { patch, changes, ...judged };
}

async function takeBack(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
  opened: OpenedSettings & { readonly steps: Steps<Progress, UpdateResponse> },
): Promise<UpdateResponse> {
  const {
    kept: { doc, version },
    account,
    path,
    steps,
  } = opened;
  const { access, platform, key } = account;
  const updating = offeredMember(platform, 'update', doc.level);
  const at = { missing: path };
  const mark = (updateId: string) => ({
    kind: updateKind,
    companyId: caller.companyId,
    id: request.updateId,
    expect: version,
    doc: { ...doc, undoneBy: updateId },
  });
  if (steps.begun !== undefined) {
    const { begun } = steps;
    await withRequestErrors(at, () => settled(updating, access, begun));
    return finish(ports, caller, { account, progress: begun, steps }, [mark(begun.updateId)]);
  }
  const { patch, changes, judgement, unconfirmed } = await wayBack(ports, caller, request, opened);
  refuseExceeded(judgement?.verdicts ?? []);
  refuseFaults(unconfirmed);
  if (request.dryRun === true || patch.length === 0) {
    const object = { id: doc.entityId, name: doc.name };
    const answer = answerOf({ level: doc.level, object, changes, isDry: request.dryRun === true, warnings: [] });
    await steps.conclude(answer, []);
    return answer;
  }
  const progress: Progress = {
    updateId: randomId(ports.secrets, 'upd'),
    level: doc.level,
    entityId: doc.entityId,
    name: doc.name,
    changes,
    patch,
    warnings: [],
  };
  await throughGate(ports, [judgement], () =>
    begin(ports, caller, { account, progress, steps, at }, () => updating.write(access, doc.entityId, patch)).finally(() =>
      noteChange(ports, access.companyId, key),
    ),
  );
  return finish(ports, caller, { account, progress, steps }, [mark(progress.updateId)]);
}

interface Undone {
  readonly doc: KeptSettings;
  readonly changes: readonly FieldChange[];
  readonly confirm: boolean | undefined;
  readonly path: string;
}

/** Taking an end, a cap or a bid back may start or raise what it had held back: then one call. */
async function judgeUndone(
  ports: ManagePorts,
  caller: Actor,
  account: OpenedSettings['account'],
  { doc: { level, entityId }, changes, confirm, path }: Undone,
): Promise<JudgedChange> {
  const { money } = offeredMember(account.platform, 'update', level);
  if (!concernsMoney(money, changes) || account.platform.edit === undefined) return { unconfirmed: [] };
  const opened = { ...account, can: account.platform.edit };
  const object = await readOne(opened, {}, { type: entityTypes[level], id: entityId, field: path });
  return judgeUpdate(ports, caller, account, { object, money, changes, confirm, pathOf: () => path });
}

const reversed = (patch: Patch): Patch => patch.map(reverse);

import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import type { FieldChange, Patch } from '../../ports/platform-update.ts';
import type { Stored } from '../../ports/store.ts';
import { randomId } from '../../records/random-id.ts';
import type { Changing } from '../change/changing.ts';
import { changedSince } from '../change/since.ts';
import { objectWords, readOne } from '../edit/entities.ts';
import type { ManagePorts } from '../open-account.ts';
import type { UndoUpdateRequest, UpdateResponse } from '../schema/update.ts';
import { concernsMoney, type JudgedChange, judgeUpdate } from '../update/judge-update.ts';
import { changeWords, entityTypes, type Progress, setting, worldOf } from '../update/settings.ts';
import { type KeptSettings, reverse, updateKind } from './kept.ts';

/**
 * Sets the fields of an earlier change back. A field that has another value by now is not touched,
 * and then nothing of the change is taken back. Two calls; one where all is back already.
 */
export function undoingSettings(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
  opened: OpenedSettings,
): Changing<Progress, UpdateResponse> {
  const { kept, account, path } = opened;
  const { id, version: expect, doc } = kept;
  const isDry = request.dryRun === true;
  return setting(ports, caller, {
    account,
    updating: offeredMember(account.platform, 'update', doc.level),
    at: { missing: path },
    isDry,
    async draw(held) {
      const { patch, changes, judgement, unconfirmed } = await wayBack(ports, caller, request, {
        ...opened,
        account: held,
      });
      refuseExceeded(judgement?.verdicts ?? []);
      refuseFaults(unconfirmed);
      const { level, entityId, name } = doc;
      const isSent = !isDry && patch.length > 0;
      const drawn = { level, entityId, name, changes, patch, warnings: [], judgement };
      return { ...drawn, ...(isSent && { updateId: randomId(ports.secrets, 'upd') }) };
    },
    async judge(held, changes) {
      return (
        await judgeUndone(ports, caller, held, {
          doc,
          changes,
          confirm: request.confirm,
          path: opened.path,
        })
      ).judgement;
    },
    more: (undoneBy) => [
      { kind: updateKind, companyId: caller.companyId, id, expect, doc: { ...doc, undoneBy } },
    ],
  });
}

export async function previewUndoSettings(
  ports: ManagePorts,
  caller: Actor,
  request: UndoUpdateRequest,
  opened: OpenedSettings,
): Promise<Preview> {
  const { changes, judgement, unconfirmed } = await wayBack(ports, caller, request, opened);
  refuseFaults(unconfirmed);
  const { entityId: id, name, level } = opened.kept.doc;
  const type = entityTypes[level];
  const summary = `Set back ${changeWords(changes)}`;
  return {
    ...previewOf(judgement, worldOf(changes)),
    summary,
    objects: [{ type, id, name, does: `${summary} of ${objectWords({ type, name })}` }],
  };
}

interface OpenedSettings {
  readonly kept: Stored<KeptSettings>;
  readonly account: AccountAccess;
  readonly path: string;
}

/**
 * What of an earlier change still stands. Throws where something of it has another value by now.
 */
async function wayBack(
  ports: ManagePorts,
  caller: Actor,
  { confirm }: UndoUpdateRequest,
  { kept: { doc }, account, path }: OpenedSettings,
) {
  refuseFaults(
    doc.changes.flatMap(({ field, final }) =>
      final === undefined
        ? []
        : [{ path, code: 'cannot_undo', message: `${field} cannot be set back: ${final}` }],
    ),
  );
  const updating = offeredMember(account.platform, 'update', doc.level);
  const back = reversed(doc.patch);
  const standings = await withRequestErrors({ missing: path }, () =>
    updating.standing(account.access, doc.entityId, back),
  );
  const others = back
    .filter((_, position) => standings[position] === 'other')
    .map(({ field }) => field);
  if (others.length > 0) throw changedSince(others, path);
  const patch = back.filter((_, position) => standings[position] === 'before');
  const open = new Set(patch.map(({ field }) => field));
  const changes = doc.changes.filter(({ field }) => open.has(field)).map(reverse);
  const judged = await judgeUndone(ports, caller, account, { doc, changes, confirm, path });
  return { patch, changes, ...judged };
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
  if (!concernsMoney(money, changes) || account.platform.edit === undefined)
    return { unconfirmed: [] };
  const opened = { ...account, can: account.platform.edit };
  const object = await readOne(opened, {}, { type: entityTypes[level], id: entityId, field: path });
  return judgeUpdate(ports, caller, account, {
    object,
    money,
    changes,
    confirm,
    pathOf: () => path,
  });
}

const reversed = (patch: Patch): Patch => patch.map(reverse);

import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { PlatformError } from '../../base/errors.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Preview } from '../../gate/preview.ts';
import type { Once } from '../../records/once.ts';
import { changeOnce } from '../change/change.ts';
import type { Changing } from '../change/changing.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { RenameRequest, RenameResponse } from '../schema/edit.ts';
import { keepChanged } from '../undo/kept.ts';
import { lookByFacts, previewQuiet, readOne } from './entities.ts';

export const renameEntity = (
  ports: ManagePorts,
  caller: Actor,
  request: RenameRequest,
  once?: Once,
): Promise<RenameResponse> =>
  changeOnce(ports, caller, () => renaming(ports, caller, request), once);

interface Previous {
  readonly name: string;
}

export async function renaming(
  ports: ManagePorts,
  caller: Actor,
  request: RenameRequest,
): Promise<Changing<Previous, RenameResponse, Opened<'edit'>>> {
  const { entityType: type, entityId: id, name } = request;
  const opened = await openToChange(ports, caller, request, 'edit');
  const rename = offeredMember(opened.platform, 'edit', 'rename', sentName(request, 'accountId'));
  return {
    account: opened,
    inTurn: false,
    at: { missing: sentName(request, 'entityId'), fields: { name: 'name' } },
    async draw(account, former) {
      const now = await readOne(account, request, { type, id, field: 'entityId' });
      const own = { name: former?.name ?? now.name };
      const step = { id, type, name, action: `${type}.rename`, before: own, after: { name } };
      return { steps: now.name === name && former === undefined ? [] : [step], own };
    },
    async send({ access }) {
      const [result] = await rename(access, [{ type, id, name }]);
      if (result?.failure !== undefined) throw new PlatformError(result.failure);
      return [{ id }];
    },
    look: lookByFacts,
    async answer({ steps, own }) {
      const { undo, writes } = keepChanged(
        ports,
        caller.companyId,
        { account: opened.key, of: 'name' },
        steps,
      );
      return {
        answer: {
          success: true,
          entityId: id,
          entityType: type,
          name,
          previousName: own.name,
          ...undo,
        },
        writes,
      };
    },
  };
}

export const previewRename = (
  ports: ManagePorts,
  caller: Actor,
  request: RenameRequest,
): Promise<Preview> =>
  previewQuiet(ports, caller, request, { verb: 'Rename', rest: ` to ${quoted(request.name)}` });

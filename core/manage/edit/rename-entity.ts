import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Preview } from '../../gate/preview.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { type ManagePorts, openToChange } from '../open-account.ts';
import type { RenameRequest, RenameResponse } from '../schema/edit.ts';
import { keepObjects } from '../undo/kept.ts';
import { previewQuiet, readOne } from './entities.ts';
import { traced } from './trace.ts';

export function renameEntity(
  ports: ManagePorts,
  caller: Actor,
  request: RenameRequest,
  once: Once = unkeyed(ports.store),
): Promise<RenameResponse> {
  const { entityType: type, entityId: id, name } = request;
  return once.inSteps<{ readonly name: string }, RenameResponse>(async (steps) => {
    const account = whileHeld(await openToChange(ports, caller, request, 'edit'), steps.isHeld);
    const rename = offeredMember(account.platform, 'edit', 'rename', sentName(request, 'accountId'));
    const now = await readOne(account, request, { type, id, field: 'entityId' });
    const progress = steps.begun ?? { name: now.name };
    if (now.name !== name) {
      const { adAccountId } = account.access;
      const change = { action: `${type}.rename`, subject: id, adAccountId, before: progress, after: { name } };
      const at = { missing: sentName(request, 'entityId'), fields: { name: 'name' } };
      await traced(ports, caller, { change, at, progress, steps }, async () => {
        const [result] = await rename(account.access, [{ type, id, name }]);
        if (result?.failure !== undefined) throw new PlatformError(result.failure);
      });
    }
    const changes = progress.name === name ? [] : [{ field: 'name', before: progress.name, after: name }];
    const objects = changes.length === 0 ? [] : [{ type, id, name, changes }];
    const { updateId, writes } = keepObjects(ports, caller.companyId, { account: account.key, of: 'name', objects });
    const answer: RenameResponse = {
      success: true,
      entityId: id,
      entityType: type,
      name,
      previousName: progress.name,
      ...defined({ updateId }),
    };
    await steps.conclude(answer, writes);
    return answer;
  });
}

export const previewRename = (ports: ManagePorts, caller: Actor, request: RenameRequest): Promise<Preview> =>
  previewQuiet(ports, caller, request, { verb: 'Rename', rest: ` to ${quoted(request.name)}` });

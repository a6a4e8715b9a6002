import type { Actor } from '../access/caller.ts';
import { PlatformError } from '../errors.ts';
import { sentName } from '../schema/aliases.ts';
import type { RenameRequest, RenameResponse } from '../schema/manage-edit.ts';
import { readOne } from './entities.ts';
import { type ManagePorts, openAccount } from './open-account.ts';
import { traced } from './trace.ts';

/** Gives a campaign, ad set or ad another name. Two calls, one when it has that name already. */
export async function renameEntity(ports: ManagePorts, caller: Actor, request: RenameRequest): Promise<RenameResponse> {
  const { entityType: type, entityId: id, name } = request;
  const account = await openAccount(ports, caller.companyId, request, 'edit');
  const before = await readOne(account, request, type, id, 'entityId');
  if (before.name !== name) {
    const change = {
      action: `${type}.rename`,
      subject: id,
      adAccountId: account.access.adAccountId,
      before: { name: before.name },
      after: { name },
    };
    await traced(ports, caller, change, { missing: sentName(request, 'entityId'), fields: { name: 'name' } }, async () => {
      const [result] = await account.can.rename(account.access, [{ type, id, name }]);
      if (result?.failure !== undefined) throw new PlatformError(result.failure);
    });
  }
  return { success: true, entityId: id, entityType: type, name, previousName: before.name };
}

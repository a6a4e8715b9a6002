import type { Actor } from '../../access/caller.ts';
import type { PlatformId } from '../../base/platforms.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { ManagePorts } from '../open-account.ts';
import {
  type ListIdentitiesRequest,
  type ListIdentitiesResponse,
  wholeListAnswer,
} from '../schema/inspect.ts';
import { openAnyAccount } from './any-account.ts';

export async function listIdentities(
  ports: ManagePorts,
  caller: Actor,
  request: ListIdentitiesRequest,
  platform: PlatformId,
): Promise<ListIdentitiesResponse> {
  const opened = await openAnyAccount(ports, caller.companyId, { ...request, platform }, 'inspect');
  const { accounts } = opened.platform;
  const identities = await withRequestErrors({ missing: sentName(request, 'accountId') }, () =>
    accounts.identities(opened.access),
  );
  const data = identities.map(({ value, label, handle, imageUrl }) => ({
    value,
    label,
    username: handle ?? null,
    imageUrl: imageUrl ?? null,
  }));
  return wholeListAnswer(data, request);
}

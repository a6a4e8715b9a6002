import type { Actor } from '../access/caller.ts';
import { companyKind, workspaceKind } from '../access/records.ts';
import { whereEnough } from '../access/roles.ts';
import { type AccountKey, adAccountIdOf } from '../base/account-key.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { refuseExceeded } from './gate.ts';
import type { Verdict } from './judge.ts';
import { readGuardrails } from './records.ts';

interface Ports {
  readonly store: Store;
}

export async function judgeWorkspace(
  ports: Ports,
  caller: Actor,
  keys: readonly AccountKey[],
  path: string,
): Promise<readonly Verdict[]> {
  const layers = (await readGuardrails(ports, caller.companyId))?.doc.accounts ?? {};
  const kept = keys.flatMap((key) =>
    layers[key]?.workspaceId === undefined ? [] : [{ key, only: layers[key].workspaceId }],
  );
  if (kept.length === 0) return [];
  const own = caller.workspaceId ?? (await defaultWorkspace(ports, caller.companyId));
  const isOpen = (workspaceId: string): boolean => {
    if (caller.person === undefined) return own === workspaceId;
    const where = whereEnough(caller.person, 'launcher');
    return where === 'company' || where.includes(workspaceId);
  };
  return Promise.all(
    kept.map(async ({ key, only }): Promise<Verdict> => {
      const adAccountId = adAccountIdOf(key);
      const name = (await ports.store.get(workspaceKind, caller.companyId, only))?.doc.name ?? only;
      const message = `Only keys of the workspace “${name}” may change ${adAccountId}, and this key is of another.`;
      return {
        guard: 'workspaceId',
        adAccountId,
        limit: only,
        asked: own,
        exceeded: !isOpen(only),
        path,
        message,
      };
    }),
  );
}

/** Throws where the caller's workspace may not change one of the accounts. */
export const refuseOtherWorkspace = async (
  ...asked: Parameters<typeof judgeWorkspace>
): Promise<void> => refuseExceeded(await judgeWorkspace(...asked));

/** Keys made for no workspace belong to this one. */
const defaultWorkspace = async ({ store }: Ports, companyId: string): Promise<string> =>
  (await store.get(companyKind, SYSTEM, companyId))?.doc.defaultWorkspaceId ?? '';

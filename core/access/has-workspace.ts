import type { Fault } from '../base/errors.ts';
import type { Store } from '../ports/store.ts';
import { workspaceKind } from './records.ts';
/** The fault of a request that names a workspace the company does not have. */
export const unknownWorkspace = (workspaceId: string, path: string): Fault => ({
  path,
  code: 'unknown_workspace',
  message: `Your company has no workspace ${workspaceId.slice(0, 100)}. Name one of yours, or leave workspaceId out.`,
});

/** Whether a company has a workspace of this id. */
export const hasWorkspace = async (store: Store, companyId: string, workspaceId: string): Promise<boolean> =>
  /^[\w-]{1,100}$/.test(workspaceId) && (await store.get(workspaceKind, companyId, workspaceId)) !== undefined;

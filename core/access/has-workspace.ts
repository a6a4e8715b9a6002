import type { Fault } from '../base/errors.ts';
import type { Store } from '../ports/store.ts';
import { workspaceKind } from './records.ts';
export const unknownWorkspace = (workspaceId: string, path: string): Fault => ({
  path,
  code: 'unknown_workspace',
  message: `Your company has no workspace ${workspaceId.slice(0, 100)}. Name one of yours, or leave workspaceId out.`,
});

export const hasWorkspace = async (
  store: Store,
  companyId: string,
  workspaceId: string,
): Promise<boolean> =>
  /^[\w-]{1,100}$/.test(workspaceId) &&
  (await store.get(workspaceKind, companyId, workspaceId)) !== undefined;

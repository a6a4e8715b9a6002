import { hasWorkspace, unknownWorkspace } from '../access/has-workspace.ts';
import type { AccountKey } from '../base/account-key.ts';
import type { Fault } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { sentName } from '../base/schema/aliases.ts';
import type { Store } from '../ports/store.ts';
import { accountAt } from './find-account.ts';
import type { AdAccountRecord } from './records.ts';

type Account = Pick<AdAccountRecord, 'workspaceId'>;

export const outsideWorkspace = (workspaceId: string, path: string): Fault => ({
  path,
  code: 'account_outside_workspace',
  message: `The ad account is not in the workspace ${workspaceId}. Name the workspace of the account, or leave workspaceId out.`,
});

/** Throws `unknown_workspace`. */
async function workspaceOf(
  store: Store,
  companyId: string,
  request: object,
): Promise<string | undefined> {
  const { workspaceId } = request as { readonly workspaceId?: string | undefined };
  if (workspaceId === undefined) return undefined;
  if (!(await hasWorkspace(store, companyId, workspaceId)))
    throw refusal(
      'unprocessable_entity',
      unknownWorkspace(workspaceId, sentName(request, 'workspaceId')),
    );
  return workspaceId;
}

/**
 * Whether accounts pass the `workspaceId` of a request: lists and reports leave out the others.
 * Throws `unknown_workspace`.
 */
export async function workspaceFilter(
  store: Store,
  companyId: string,
  request: object,
): Promise<(account: Account) => boolean> {
  const wanted = await workspaceOf(store, companyId, request);
  return ({ workspaceId }) => wanted === undefined || workspaceId === wanted;
}

export async function passesWorkspace(
  store: Store,
  companyId: string,
  request: object,
  key: AccountKey,
): Promise<boolean> {
  const isWanted = await workspaceFilter(store, companyId, request);
  const account = await accountAt(store, companyId, key);
  return account !== undefined && isWanted(account);
}

/** Throws `unknown_workspace`, or `account_outside_workspace`. */
export async function refuseOutside(
  store: Store,
  companyId: string,
  request: object,
  account: Account,
): Promise<void> {
  const wanted = await workspaceOf(store, companyId, request);
  if (wanted !== undefined && account.workspaceId !== wanted)
    throw refusal(
      'unprocessable_entity',
      outsideWorkspace(wanted, sentName(request, 'workspaceId')),
    );
}

import type { Actor } from '../access/caller.ts';
import { type AccountAccess, accessFound } from '../accounts/access.ts';
import type { AdSetReader } from '../accounts/ad-sets.ts';
import { offeredGroup } from '../accounts/capabilities.ts';
import { findNamed } from '../accounts/find-account.ts';
import { refuseOutside } from '../accounts/in-workspace.ts';
import type { AccountKey } from '../base/account-key.ts';
import type { PlatformId } from '../base/platforms.ts';
import { sentName } from '../base/schema/aliases.ts';
import type { GateHooks } from '../gate/pending.ts';
import type { TotalPorts } from '../gate/totals.ts';
import { refuseOtherWorkspace } from '../gate/workspace.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Holder } from '../records/lease.ts';
import { refuseForeignIds } from './entity-ids.ts';
import type { ManageHooks } from './hooks.ts';

export interface ManagePorts extends TotalPorts {
  readonly hooks: ManageHooks & GateHooks;
  /**
   * Called when the ad sets of an account are no longer as they were read, so that a launch right
   * after knows it.
   */
  readonly adSets?: Pick<AdSetReader, 'forget'>;
  /**
   * A job's right to the account's turn, which a worker that takes the job over has at once.
   * Default: one for each request.
   */
  readonly holder?: Holder;
  /** How long a dead process holds that turn. Default: half a minute. */
  readonly leaseMs?: number | undefined;
}

export type Capability =
  | 'create'
  | 'edit'
  | 'duplicate'
  | 'inspect'
  | 'history'
  | 'search'
  | 'choices'
  | 'delivery'
  | 'conversions';

export type Opened<C extends Capability> = AccountAccess & {
  readonly can: NonNullable<AdPlatform[C]>;
};

/**
 * The account that a request names. `namedAt` is where the request has it, if not under one of
 * these names.
 */
export type NamesAccount = ({ readonly accountId: string } | { readonly businessId: string }) & {
  readonly namedAt?: string;
};

const pathOf = (request: NamesAccount) =>
  request.namedAt ?? sentName(request, 'businessId' in request ? 'businessId' : 'accountId');

const idOf = (request: NamesAccount): string =>
  'businessId' in request ? request.businessId : request.accountId;

/**
 * The account of a request for one platform. Throws `unprocessable_entity` for one of another, and
 * as `openAccount` does.
 */
export async function keyOn(
  platform: PlatformId,
  ports: ManagePorts,
  companyId: string,
  request: NamesAccount,
): Promise<AccountKey> {
  return (await findNamed(ports, companyId, idOf(request), { path: pathOf(request), platform }))
    .key;
}

/**
 * Throws `not_found` with the place when the company has no such account, `unprocessable_entity`
 * when its platform does not offer this or when it is not in the workspace named.
 */
export async function openAccount<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  request: NamesAccount,
  capability: C,
): Promise<Opened<C>> {
  const path = pathOf(request);
  const found = await findNamed(ports, companyId, idOf(request), { path });
  await refuseOutside(ports.store, companyId, request, found);
  const account = await accessFound(ports, companyId, found);
  refuseForeignIds([account.platform], request);
  return { ...account, can: offeredGroup(account.platform, capability, path) };
}

/** Throws where only another workspace may change the account. */
export async function openToChange<C extends Capability>(
  ports: ManagePorts,
  caller: Actor,
  request: NamesAccount,
  capability: C,
): Promise<Opened<C>> {
  const account = await openAccount(ports, caller.companyId, request, capability);
  await refuseOtherWorkspace(ports, caller, [account.key], pathOf(request));
  return account;
}

/** To change something, whatever the platform offers. Throws as `openToChange` does. */
export async function accessNamed(
  ports: ManagePorts,
  caller: Actor,
  target: { readonly accountId: string },
): Promise<AccountAccess> {
  const path = sentName(target, 'accountId');
  const found = await findNamed(ports, caller.companyId, target.accountId, { path });
  await refuseOutside(ports.store, caller.companyId, target, found);
  await refuseOtherWorkspace(ports, caller, [found.key], path);
  return accessFound(ports, caller.companyId, found);
}

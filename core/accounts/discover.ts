import { workspaceKind } from '../access/records.ts';
import { SlipwayError } from '../errors.ts';
import { type PlatformId, platformIds } from '../platforms.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { type AccountQuery, type AdAccountRow, accountNamed } from '../schema/accounts.ts';
import { type AccountAccess, accessAccount, type Platforms } from './access.ts';
import { adAccountKind } from './records.ts';

export interface DiscoverPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

/** A company's ad accounts, by id. */
export async function listAdAccounts(
  ports: Pick<DiscoverPorts, 'store'>,
  companyId: string,
  filter: { readonly platform?: PlatformId | undefined; readonly workspaceId?: string | undefined },
): Promise<AdAccountRow[]> {
  const workspaces = new Map((await allOf(ports.store, workspaceKind, companyId)).map(({ id, doc }) => [id, doc.name]));
  return (
    (await allOf(ports.store, adAccountKind, companyId))
      .filter(({ doc }) => filter.platform === undefined || doc.platform === filter.platform)
      .filter(({ doc }) => filter.workspaceId === undefined || doc.workspaceId === filter.workspaceId)
      // Platform by platform in the order of the one table, the primary one first; within each by id, as they were read.
      .sort((a, b) => platformIds.indexOf(a.doc.platform) - platformIds.indexOf(b.doc.platform))
      .map(({ id, doc: { name, platform, currency, timezone, status, workspaceId } }) => ({
        ...{ id, name, platform, currency, timezone, status, workspaceId },
        workspaceName: workspaces.get(workspaceId) ?? '',
      }))
  );
}

/** Identities the account's ads can be shown under. */
export async function listProfiles(ports: DiscoverPorts, companyId: string, query: AccountQuery) {
  const { platform, access } = await accessNamed(ports, companyId, query);
  return (await platform.accounts.profiles(access)).map((profile) => ({
    page: profile.page,
    primaryName: profile.primaryName,
    pageImageUrl: profile.pageImageUrl ?? null,
    secondary: profile.secondary ?? null,
    secondaryName: profile.secondaryName ?? null,
  }));
}

function accessNamed(ports: DiscoverPorts, companyId: string, query: AccountQuery): Promise<AccountAccess> {
  const id = accountNamed(query);
  if (id !== undefined) return accessAccount(ports, companyId, id);
  throw new SlipwayError('bad_request', 'The ad account is missing.', {
    details: [{ path: 'accountId', code: 'missing_field', message: 'Name the ad account. GET /v1/adaccounts lists yours.' }],
  });
}

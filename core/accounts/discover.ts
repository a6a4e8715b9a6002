import { workspaceKind } from '../access/records.ts';
import { adAccountIdOf } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { comparePlatforms, type PlatformId } from '../base/platforms.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { type AccountAccess, accessFound } from './access.ts';
import {
  type AccountPorts,
  findNamed,
  foundAccount,
  namedPlatform,
  type Platforms,
} from './find-account.ts';
import { workspaceFilter } from './in-workspace.ts';
import { adAccountKind } from './records.ts';
import { type AccountQuery, type AdAccountRow, accountNamed } from './schema.ts';

interface DiscoverPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

/** By platform, then id. */
export async function listAdAccounts(
  ports: AccountPorts,
  companyId: string,
  filter: { readonly platform?: string | undefined; readonly workspaceId?: string | undefined },
): Promise<AdAccountRow[]> {
  const wanted: PlatformId | undefined =
    filter.platform && namedPlatform(ports.platforms, filter.platform).definition.id;
  const isInWorkspace = await workspaceFilter(ports.store, companyId, filter);
  const workspaces = new Map(
    (await allOf(ports.store, workspaceKind, companyId)).map(({ id, doc }) => [id, doc.name]),
  );
  return (
    (await allOf(ports.store, adAccountKind, companyId))
      .filter(({ doc }) => wanted === undefined || doc.platform === wanted)
      .filter(({ doc }) => isInWorkspace(doc))
      // Platform by platform; within each by id, as they were read.
      .sort((a, b) => comparePlatforms(a.doc.platform, b.doc.platform))
      .map(foundAccount)
      .map(({ key, name, platform, currency, timezone, status, workspaceId }) => ({
        id: adAccountIdOf(key),
        name,
        platform,
        currency,
        timezone,
        status,
        workspaceId,
        workspaceName: workspaces.get(workspaceId) ?? '',
      }))
  );
}

export async function listProfiles(ports: DiscoverPorts, companyId: string, query: AccountQuery) {
  const { platform, access } = await accessNamed(ports, companyId, query);
  return (await platform.accounts.identities(access)).map(
    ({ value, label, imageUrl, handle, linked }) => ({
      page: value,
      primaryName: label,
      pageImageUrl: imageUrl ?? null,
      secondary: linked?.value ?? null,
      secondaryName: (linked?.label ?? handle) || null,
    }),
  );
}

async function accessNamed(
  ports: DiscoverPorts,
  companyId: string,
  query: AccountQuery,
): Promise<AccountAccess> {
  const named = accountNamed(query);
  if (named === undefined)
    throw new SlipwayError('bad_request', 'The ad account is missing.', {
      details: [
        {
          path: 'accountId',
          code: 'missing_field',
          message: 'Name the ad account.',
          hint: 'list-ad-accounts',
        },
      ],
    });
  return accessFound(ports, companyId, await findNamed(ports, companyId, named.id, named));
}

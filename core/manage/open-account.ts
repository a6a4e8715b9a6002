import { type AccountAccess, accessAccount, credentialsOf, findAccount, type Platforms } from '../accounts/access.ts';
import { adAccountKind, connectionKind } from '../accounts/records.ts';
import { PlatformError, SlipwayError } from '../errors.ts';
import type { AdPlatform, Credentials } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { sentName } from '../schema/aliases.ts';

export interface ManagePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

/** Who asks. */
export interface ManageCaller {
  readonly companyId: string;
  readonly keyId: string;
}

export type Capability = 'create' | 'edit' | 'duplicate' | 'inspect' | 'history' | 'search';

/** An account opened for one kind of work, with that part of its platform at hand. */
export type Opened<C extends Capability> = AccountAccess & { readonly can: NonNullable<AdPlatform[C]> };

/**
 * The right to work on the account a request names. Throws `not_found` with the place when the company has
 * no such account, `unprocessable_entity` when its platform does not offer this.
 */
export async function openAccount<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  request: { readonly accountId: string },
  capability: C,
  path = sentName(request, 'accountId'),
): Promise<Opened<C>> {
  if ((await findAccount(ports.store, companyId, request.accountId)) === undefined) {
    const message = 'There is no such ad account here. GET /v1/adaccounts lists yours.';
    throw new SlipwayError('not_found', message, { details: [{ path, code: 'unknown_ad_account', message }] });
  }
  const account = await accessAccount(ports, companyId, request.accountId);
  const can = account.platform[capability];
  if (can === undefined) throw unsupported(account.platform, capability, path);
  return { ...account, can };
}

function unsupported(platform: AdPlatform, capability: Capability, path: string): SlipwayError {
  const { id: _id, accounts: _accounts, ...offered } = platform;
  const message = `${platform.id} does not offer ${capability} here. It offers: ${Object.keys(offered).join(', ') || 'nothing but its accounts'}.`;
  return new SlipwayError('unprocessable_entity', message, { details: [{ path, code: 'unsupported_on_platform', message }] });
}

/**
 * The account an object belongs to, for requests that name only the object. Asks the platform only where
 * the company has several accounts.
 */
export async function openAccountOf<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  id: string,
  capability: C,
): Promise<Opened<C>> {
  const accounts = await allOf(ports.store, adAccountKind, companyId, { where: { platform: 'primary' } });
  const [first, second] = accounts;
  if (first === undefined)
    throw new SlipwayError('not_found', 'There is no ad account here that could hold this object. Connect one first.');
  if (second === undefined) return openAccount(ports, companyId, { accountId: first.id }, capability);
  let refusal: unknown;
  for (const { platform, credentials } of await primaryConnections(ports, companyId)) {
    try {
      const accountId = await platform.inspect?.accountOf(companyId, credentials, id);
      if (accountId !== undefined && accounts.some((account) => account.id === accountId))
        return await openAccount(ports, companyId, { accountId }, capability);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.failure.class !== 'missing') throw error;
      refusal = error;
    }
  }
  throw refusal ?? new SlipwayError('not_found', `None of your ad accounts holds the object ${id}.`);
}

/** The company's connections to the primary platform, oldest first. */
export async function primaryConnections(
  ports: ManagePorts,
  companyId: string,
): Promise<readonly { readonly platform: AdPlatform; readonly credentials: Credentials }[]> {
  const platform = ports.platforms.primary;
  if (platform === undefined) return [];
  const connections = await allOf(ports.store, connectionKind, companyId, {
    where: { platform: 'primary' },
    order: { by: 'createdAt' },
  });
  return Promise.all(connections.map(async ({ id }) => ({ platform, credentials: await credentialsOf(ports, companyId, id) })));
}

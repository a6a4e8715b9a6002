import { isPart } from '../../access/whole-store.ts';
import { type AccountAccess, credentialsOf } from '../../accounts/access.ts';
import { foundAccount } from '../../accounts/find-account.ts';
import { adAccountKind, connectionKind } from '../../accounts/records.ts';
import { accountKey, adAccountIdOf } from '../../base/account-key.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { CredentialScope, InspectCapability } from '../../ports/platform-reads.ts';
import { allOf } from '../../records/list.ts';
import { refuseForeignIds } from '../entity-ids.ts';
import { type Capability, type ManagePorts, type Opened, openAccount } from '../open-account.ts';

export interface Source {
  readonly platform: AdPlatform;
  readonly inspect: InspectCapability;
  readonly asker: CredentialScope;
}

/**
 * For requests that name only the object. Its id does not tell the platform, so one after the other
 * is asked; none where the company has a single account.
 */
export async function openOwner<C extends Capability>(
  ports: ManagePorts,
  companyId: string,
  object: { readonly type: EntityType; readonly id: string },
  capability: C,
): Promise<Opened<C>> {
  const all = await sourcesOf(ports, companyId);
  const sources = all.filter(({ platform }) =>
    platform.definition.entityId.pattern.test(object.id),
  );
  if (sources.length === 0)
    refuseForeignIds(
      all.map(({ platform }) => platform),
      { [fieldOf[object.type]]: object.id },
    );
  const accounts = sources.flatMap(({ platform, asker }) =>
    asker.accounts.map(({ id }) => accountKey(platform.definition.id, id)),
  );
  const [first, second] = accounts;
  if (first === undefined)
    throw new SlipwayError(
      'not_found',
      'There is no ad account here that could hold this object. Connect one first.',
    );
  if (second === undefined && !isPart(ports.store))
    return openAccount(ports, companyId, { accountId: first }, capability);
  let refusal: PlatformError | undefined;
  for (const { platform, inspect, asker } of sources) {
    try {
      const accountId = accountKey(platform.definition.id, await inspect.accountOf(asker, object));
      if (accounts.includes(accountId))
        return await openAccount(ports, companyId, { accountId }, capability);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      refusal = tellingMore(refusal, error);
    }
  }
  throw (
    refusal ??
    new SlipwayError('not_found', `None of your ad accounts holds the object ${object.id}.`)
  );
}

/**
 * Throws `not_found` where the caller sees only some accounts and an object is in none of them,
 * though the same credentials reach it. One call, for such callers.
 */
export async function refuseElsewhere(
  { store }: Pick<ManagePorts, 'store'>,
  { platform, access }: AccountAccess,
  objects: readonly { readonly type: EntityType; readonly id: string }[],
  path: string,
): Promise<void> {
  if (!isPart(store) || platform.inspect === undefined || objects.length === 0) return;
  const read = await platform.inspect.entities(access, objects);
  if (!read.some((each) => 'adAccountId' in each && each.adAccountId !== access.adAccountId))
    return;
  const message = `This is not in ${access.adAccountId}. Name an object of this ad account.`;
  throw new SlipwayError('not_found', message, {
    details: [{ path, code: 'other_account', message }],
  });
}

const fieldOf = { campaign: 'campaignId', adset: 'adSetId', ad: 'adId' } as const;

/** That a platform could not be asked says more than that another has no such object. */
function tellingMore(first: PlatformError | undefined, second: PlatformError): PlatformError {
  return first === undefined ||
    (first.failure.class === 'missing' && second.failure.class !== 'missing')
    ? second
    : first;
}

export async function sourcesOf(ports: ManagePorts, companyId: string): Promise<readonly Source[]> {
  const accounts = await allOf(ports.store, adAccountKind, companyId, {});
  const connections = await allOf(ports.store, connectionKind, companyId, {
    order: { by: 'createdAt' },
  });
  const sources: Source[] = [];
  for (const [id, platform] of Object.entries(ports.platforms)) {
    if (platform.inspect === undefined) continue;
    for (const connection of connections.filter(({ doc }) => doc.platform === id)) {
      const credentials = await credentialsOf(ports, companyId, connection.id);
      const reached = accounts.filter(({ doc }) => doc.connectionId === connection.id);
      const known = reached
        .map(foundAccount)
        .map(({ key, currency, timezone }) => ({ id: adAccountIdOf(key), currency, timezone }));
      const asker = { companyId, connectionId: connection.id, credentials, accounts: known };
      sources.push({ platform, inspect: platform.inspect, asker });
    }
  }
  return sources;
}

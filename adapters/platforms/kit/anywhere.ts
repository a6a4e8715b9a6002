import type { PlatformFailure } from '../../../core/base/errors.ts';
import type { Access, EntityType } from '../../../core/ports/platform-accounts.ts';
import type { CredentialScope, EntityFacts, InspectCapability } from '../../../core/ports/platform-reads.ts';
import type { Wire } from './wire.ts';

type Read<T> = (access: Access, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

/**
 * Asks each account in turn until all ids are found, where a platform answers only about a named account. Leaves out ids that no
 * account has.
 */
export async function findAnywhere<T>(
  { accounts, ...who }: CredentialScope,
  ids: readonly string[],
  read: Read<T>,
): Promise<ReadonlyMap<string, { readonly adAccountId: string; readonly found: T }>> {
  const all = new Map<string, { readonly adAccountId: string; readonly found: T }>();
  for (const { id: adAccountId, currency, timezone } of accounts) {
    const open = ids.filter((id) => !all.has(id));
    if (open.length === 0) break;
    for (const [id, found] of await read({ ...who, adAccountId, currency, timezone }, open)) all.set(id, { adAccountId, found });
  }
  return all;
}

/** Shows each ad that one of the asker's accounts has; the others are missing. */
export async function eachAd<T, R>(
  wire: Wire,
  { asker, adIds }: { readonly asker: CredentialScope; readonly adIds: readonly string[] },
  read: Read<T>,
  shown: (adId: string, found: T, adAccountId: string) => R,
): Promise<readonly (R | { readonly adId: string; readonly failure: PlatformFailure })[]> {
  const ads = await findAnywhere(asker, adIds, read);
  return adIds.map((adId) => {
    const ad = ads.get(adId);
    return ad === undefined ? { adId, failure: wire.missing(adId) } : shown(adId, ad.found, ad.adAccountId);
  });
}

/** `InspectCapability.accountOf`. */
export async function accountHolding(wire: Wire, asker: CredentialScope, id: string, read: Read<unknown>): Promise<string> {
  const found = (await findAnywhere(asker, [id], read)).get(id);
  if (found === undefined) throw wire.notFound(id);
  return found.adAccountId;
}

/** `InspectCapability.entities`. Ids do not tell their type: unknown ones are read as ads, ad sets and campaigns. */
export const entityReader =
  <A extends { readonly wire: Wire }, R>(
    read: (api: A, access: Access, type: EntityType, ids: readonly string[]) => Promise<ReadonlyMap<string, R>>,
    factsOf: (access: Access, type: EntityType, id: string, row: R) => EntityFacts,
  ) =>
  async (api: A, ...[access, objects]: Parameters<InspectCapability['entities']>): ReturnType<InspectCapability['entities']> => {
    const found = new Map<string, EntityFacts>();
    for (const type of ['ad', 'adset', 'campaign'] as const) {
      const ids = objects.filter((each) => (each.type ?? type) === type && !found.has(each.id)).map(({ id }) => id);
      if (ids.length === 0) continue;
      for (const [id, row] of await read(api, access, type, ids)) found.set(id, factsOf(access, type, id, row));
    }
    return objects.map(({ id }) => found.get(id) ?? { id, failure: api.wire.missing(id) });
  };

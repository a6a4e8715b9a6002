import { chunks, type Params, type Row, said } from './json.ts';
import type {
  Access,
  AdSetsWanted,
  Clock,
  CredentialScope,
  EntityFacts,
  EntityType,
  InspectCapability,
  PlatformFailure,
} from './ports.ts';
import type { Wire } from './wire.ts';

type Read<T> = (access: Access, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

/**
 * Asks each account in turn until all ids are found, where a platform answers only about a named
 * account. Leaves out ids that no account has.
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
    for (const [id, found] of await read({ ...who, adAccountId, currency, timezone }, open))
      all.set(id, { adAccountId, found });
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
    return ad === undefined
      ? { adId, failure: wire.missing(adId) }
      : shown(adId, ad.found, ad.adAccountId);
  });
}

/** `InspectCapability.accountOf`. */
export async function accountHolding(
  wire: Wire,
  asker: CredentialScope,
  id: string,
  read: Read<unknown>,
): Promise<string> {
  const found = (await findAnywhere(asker, [id], read)).get(id);
  if (found === undefined) throw wire.notFound(id);
  return found.adAccountId;
}

/** Rows by id, asked for in questions of `size` ids; leaves out unknown ids. */
export async function rowsById(
  ids: readonly string[],
  { size, idField = 'id' }: { readonly size: number; readonly idField?: string },
  read: (some: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (const some of chunks([...new Set(ids)], size))
    for (const row of await read(some)) rows.set(said(row[idField]), row);
  return rows;
}

/** Filters for the ad sets wanted; `fields` names those for ad sets and campaigns. */
export function adSetFilters(
  only: AdSetsWanted | undefined,
  size: number,
  fields: readonly [string, string],
): readonly Params[] {
  if (only === undefined) return [{}];
  const [field, ids] = 'ids' in only ? [fields[0], only.ids] : [fields[1], only.campaignIds];
  return chunks([...new Set(ids)], size).map((some) => ({ [field]: some }));
}

/** Reads once in `ms` for each account; forgets what failed. */
export function remembered<T>(
  clock: Clock,
  ms: number,
  read: (access: Access) => Promise<T>,
): (access: Access) => Promise<T> {
  const kept = new Map<string, { readonly at: number; readonly found: Promise<T> }>();
  return (access) => {
    const key = `${access.companyId} ${access.adAccountId}`;
    const known = kept.get(key);
    if (known !== undefined && clock.monotonic() - known.at < ms) return known.found;
    const found = read(access);
    kept.set(key, { at: clock.monotonic(), found });
    found.catch(() => kept.delete(key));
    return found;
  };
}

/**
 * `InspectCapability.entities`. Ids do not tell their type: unknown ones are read as ads, ad sets
 * and campaigns.
 */
export const entityReader =
  <A extends { readonly wire: Wire }, R>(
    read: (
      api: A,
      access: Access,
      type: EntityType,
      ids: readonly string[],
    ) => Promise<ReadonlyMap<string, R>>,
    factsOf: (access: Access, type: EntityType, id: string, row: R) => EntityFacts,
  ) =>
  async (
    api: A,
    ...[access, objects]: Parameters<InspectCapability['entities']>
  ): ReturnType<InspectCapability['entities']> => {
    const found = new Map<string, EntityFacts>();
    for (const type of ['ad', 'adset', 'campaign'] as const) {
      const ids = objects
        .filter((each) => (each.type ?? type) === type && !found.has(each.id))
        .map(({ id }) => id);
      if (ids.length === 0) continue;
      for (const [id, row] of await read(api, access, type, ids))
        found.set(id, factsOf(access, type, id, row));
    }
    return objects.map(({ id }) => found.get(id) ?? { id, failure: api.wire.missing(id) });
  };

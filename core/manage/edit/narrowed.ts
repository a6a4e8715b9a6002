import { kind, type Store } from '../../ports/store.ts';

/**
 * The countries that an ad set targeted until postal codes replaced them. Id: `<account> <ad set>`.
 */
interface Narrowed {
  readonly countries: readonly string[];
}

export const narrowedKind = kind<Narrowed>('narrowed-ad-set', {});

export const narrowedCountries = async (
  store: Store,
  companyId: string,
  id: string,
): Promise<readonly string[]> =>
  (await store.get(narrowedKind, companyId, id))?.doc.countries ?? [];

/** Of two changes at once either list will do: the platform has the last targeting. */
export async function keepNarrowed(
  store: Store,
  companyId: string,
  id: string,
  countries: readonly string[],
): Promise<void> {
  const kept = await store.get(narrowedKind, companyId, id);
  if (JSON.stringify(kept?.doc.countries ?? []) === JSON.stringify(countries)) return;
  const doc = countries.length === 0 ? undefined : { countries: [...countries] };
  await store.commit([
    { kind: narrowedKind, companyId, id, expect: kept?.version ?? 'absent', doc },
  ]);
}

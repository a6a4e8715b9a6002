/** What rows may call by name instead of id. */
export interface KnownNames {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  /** Of one account; undefined where they were not read. */
  adSets(
    accountId: string,
  ): readonly { readonly value: string; readonly label: string }[] | undefined;
  profiles(accountId: string):
    | readonly {
        readonly page: string;
        readonly primaryName: string;
        readonly secondary: string | null;
        readonly secondaryName: string | null;
      }[]
    | undefined;
  readonly callsToAction: readonly string[];
}

const none: readonly never[] = [];

type Ad = { readonly [field: string]: unknown };

/** Replaces names that mean exactly one thing by ids. Unknown and ambiguous names stay. */
export function withIds(ad: Ad, names: KnownNames): Ad {
  const account =
    typeof ad.adAccountId === 'string'
      ? only(ad.adAccountId, names.accounts, 'id', 'name')
      : undefined;
  const accountId = account ?? '';
  const adSets = names.adSets(accountId) ?? none;
  const profiles = names.profiles(accountId) ?? none;
  return {
    ...ad,
    ...(account !== undefined && { adAccountId: account }),
    ...(Array.isArray(ad.adSets) && {
      adSets: ad.adSets.map((each: unknown) =>
        typeof each === 'string' ? only(each, adSets, 'value', 'label') : each,
      ),
    }),
    ...(typeof ad.page === 'string' && { page: only(ad.page, profiles, 'page', 'primaryName') }),
    ...(typeof ad.secondary === 'string' && {
      secondary: only(ad.secondary, profiles, 'secondary', 'secondaryName'),
    }),
    ...(typeof ad.cta === 'string' && { cta: buttonNamed(ad.cta, names.callsToAction) }),
  };
}

/** Whether an ad has a name that only lists of its account can resolve. */
export const hasNames = (ad: Ad): boolean =>
  [...(Array.isArray(ad.adSets) ? ad.adSets : []), ad.page, ad.secondary].some(
    (each: unknown) => typeof each === 'string' && /[^\d\w:-]/.test(each.trim()),
  );

const plain = (name: string): string => name.trim().toLowerCase();

interface Index {
  readonly ids: ReadonlySet<string | null>;
  /** Null where several share a name. */
  readonly byName: ReadonlyMap<string, string | null>;
}

/** Thousands of rows ask the same lists. */
const indexes = new WeakMap<object, Map<string, Index>>();

function indexOf<K extends string, N extends string>(
  known: readonly { readonly [F in K | N]: string | null }[],
  id: K,
  name: N,
): Index {
  const ofList = indexes.get(known) ?? new Map<string, Index>();
  indexes.set(known, ofList);
  const kept = ofList.get(id);
  if (kept !== undefined) return kept;
  const byName = new Map<string, string | null>();
  for (const each of known) {
    const called = plain(each[name] ?? '');
    const before = byName.get(called);
    byName.set(called, before === undefined || before === each[id] ? each[id] : null);
  }
  const made = { ids: new Set(known.map((each) => each[id])), byName };
  ofList.set(id, made);
  return made;
}

function only<K extends string, N extends string>(
  written: string,
  known: readonly { readonly [F in K | N]: string | null }[],
  id: K,
  name: N,
): string {
  const { ids, byName } = indexOf(known, id, name);
  return ids.has(written) ? written : (byName.get(plain(written)) ?? written);
}

/** `Shop now` is SHOP_NOW. */
function buttonNamed(written: string, known: readonly string[]): string {
  const id = written
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return known.includes(id) ? id : written;
}

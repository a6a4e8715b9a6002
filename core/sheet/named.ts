/** What rows may call by name instead of id. */
export interface KnownNames {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  /** Of one account; undefined where they were not read. */
  adSets(accountId: string): readonly { readonly value: string; readonly label: string }[] | undefined;
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

type Ad = { readonly [field: string]: unknown };

/** Replaces names that mean exactly one thing by ids. Unknown and ambiguous names stay. */
export function withIds(ad: Ad, names: KnownNames): Ad {
  const account = typeof ad.adAccountId === 'string' ? only(ad.adAccountId, names.accounts, 'id', 'name') : undefined;
  const accountId = account ?? '';
  const profiles = names.profiles(accountId);
  return {
    ...ad,
    ...(account !== undefined && { adAccountId: account }),
    ...(Array.isArray(ad.adSets) && {
      adSets: ad.adSets.map((each: unknown) =>
        typeof each === 'string' ? only(each, names.adSets(accountId) ?? [], 'value', 'label') : each,
      ),
    }),
    ...(typeof ad.page === 'string' && { page: only(ad.page, profiles ?? [], 'page', 'primaryName') }),
    ...(typeof ad.secondary === 'string' && { secondary: only(ad.secondary, profiles ?? [], 'secondary', 'secondaryName') }),
    ...(typeof ad.cta === 'string' && { cta: buttonNamed(ad.cta, names.callsToAction) }),
  };
}

/** Whether an ad has a name that only lists of its account can resolve. */
export const hasNames = (ad: Ad): boolean =>
  [...(Array.isArray(ad.adSets) ? ad.adSets : []), ad.page, ad.secondary].some(
    (each: unknown) => typeof each === 'string' && /[^\d\w:-]/.test(each.trim()),
  );

const plain = (name: string): string => name.trim().toLowerCase();

function only<K extends string, N extends string>(
  written: string,
  known: readonly { readonly [F in K | N]: string | null }[],
  id: K,
  name: N,
): string {
  if (known.some((each) => each[id] === written)) return written;
  const meant = new Set(known.filter((each) => plain(each[name] ?? '') === plain(written)).map((each) => each[id]));
  const [first] = meant;
  return meant.size === 1 && typeof first === 'string' ? first : written;
}

/** `Shop now` is SHOP_NOW. */
function buttonNamed(written: string, known: readonly string[]): string {
  const id = written
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return known.includes(id) ? id : written;
}

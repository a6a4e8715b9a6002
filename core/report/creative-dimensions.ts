/** What only the names of ads, or what was launched here, can tell: `asset`, or a field of a naming convention. */
export type CreativeKey = 'asset' | `name.${string}`;

/** The groupings of a report that facts know nothing of. */
export interface CreativePlan {
  readonly keys: readonly CreativeKey[];
  /** Where rows are sorted by one of them. */
  readonly sortBy?: { readonly key: CreativeKey; readonly direction: 'asc' | 'desc' };
}

/** How much of the figures a grouping is known of. */
export interface CreativeCoverage {
  readonly dimension: CreativeKey;
  readonly spendShare: number | null;
  readonly ads: number;
  readonly knownAds: number;
}

const NAME = 'name.';

/** The grouping a name means, or undefined. Whether a convention has the field is known only later. */
export function creativeByName(name: string): CreativeKey | undefined {
  return name === 'asset' || /^name\.[a-z][A-Za-z0-9]{0,39}$/.test(name) ? (name as CreativeKey) : undefined;
}

/** The field of a convention; undefined for an asset. */
export const fieldOf = (key: CreativeKey): string | undefined => (key === 'asset' ? undefined : key.slice(NAME.length));

export function creativePlanOf(
  names: readonly string[],
  { sortBy, sortDirection }: { readonly sortBy?: string | undefined; readonly sortDirection?: 'ASC' | 'DESC' | undefined },
): CreativePlan | undefined {
  const keys = [...new Set(names.flatMap((name) => creativeByName(name) ?? []))];
  if (keys.length === 0) return undefined;
  const key = keys.find((each) => each === sortBy);
  return { keys, ...(key !== undefined && { sortBy: { key, direction: sortDirection === 'ASC' ? 'asc' : 'desc' } }) };
}

/** As rows tell it: `asset`, and the fields of names under `name`. */
export function creativeFields(values: { readonly [key: string]: string | null } = {}) {
  const { asset, ...others } = values;
  const fields = Object.entries(others).map(([key, value]) => [key.slice(NAME.length), value] as const);
  return {
    ...(asset !== undefined && { asset }),
    ...(fields.length > 0 && { name: Object.fromEntries(fields) as { [field: string]: string | null } }),
  };
}

/**
 * `asset`, or a field of a naming convention: known from ads' names or launches, not from facts.
 */
export type CreativeKey = 'asset' | `name.${string}`;

/** The groupings that facts do not know. */
export interface CreativePlan {
  readonly keys: readonly CreativeKey[];
  readonly sortBy?: { readonly key: CreativeKey; readonly direction: 'asc' | 'desc' };
}

/** The share of the figures for which a grouping is known. */
export interface CreativeCoverage {
  readonly dimension: CreativeKey;
  readonly spendShare: number | null;
  readonly ads: number;
  readonly knownAds: number;
}

const NAME = 'name.';

/** Does not check that a convention has the field. */
export function creativeByName(name: string): CreativeKey | undefined {
  return name === 'asset' || /^name\.[a-z][A-Za-z0-9]{0,39}$/.test(name)
    ? (name as CreativeKey)
    : undefined;
}

/** Undefined for an asset. */
export const fieldOf = (key: CreativeKey): string | undefined =>
  key === 'asset' ? undefined : key.slice(NAME.length);

export function creativePlanOf(
  names: readonly string[],
  {
    sortBy,
    sortDirection,
  }: { readonly sortBy?: string | undefined; readonly sortDirection?: 'ASC' | 'DESC' | undefined },
): CreativePlan | undefined {
  const keys = [...new Set(names.flatMap((name) => creativeByName(name) ?? []))];
  if (keys.length === 0) return undefined;
  const key = keys.find((each) => each === sortBy);
  return {
    keys,
    ...(key !== undefined && {
      sortBy: { key, direction: sortDirection === 'ASC' ? 'asc' : 'desc' },
    }),
  };
}

/** `asset`, and the fields of names under `name`. */
export function creativeFields(values: { readonly [key: string]: string | null } = {}) {
  const { asset, ...others } = values;
  const fields = Object.entries(others).map(
    ([key, value]) => [key.slice(NAME.length), value] as const,
  );
  return {
    ...(asset !== undefined && { asset }),
    ...(fields.length > 0 && {
      name: Object.fromEntries(fields) as { [field: string]: string | null },
    }),
  };
}

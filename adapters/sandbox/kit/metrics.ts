import { createDice } from '../dice.ts';
import type { Table } from '../entity.ts';

/** A pure function of seed, ad, day and country: repeatable, and parts add up. */
export interface Measures {
  readonly impressions: number;
  readonly clicks: number;
  readonly linkClicks: number;
  /** Minor units. */
  readonly spend: number;
  /** Purchases, leads, installs, … */
  readonly results: number;
  /** Minor units. */
  readonly value: number;
}

const each = (of: (name: keyof Measures) => number): Measures => ({
  impressions: of('impressions'),
  clicks: of('clicks'),
  linkClicks: of('linkClicks'),
  spend: of('spend'),
  results: of('results'),
  value: of('value'),
});

export const nothing = each(() => 0);

/** `minorUnits` scales the money. */
export function measuresOf(
  seed: number,
  ad: string,
  {
    day,
    country,
    minorUnits,
  }: { readonly day: string; readonly country: string; readonly minorUnits: number },
): Measures {
  const dice = createDice(hashOf(`${seed}|${ad}|${day}|${country}`));
  const level = 0.3 + createDice(hashOf(`${seed}|${ad}`))() * 1.7;
  const impressions = Math.floor(level * (400 + dice() * 1600));
  const clicks = Math.floor(impressions * (0.01 + dice() * 0.03));
  const linkClicks = Math.floor(clicks * (0.5 + dice() * 0.4));
  // 4 to 12 units per thousand impressions; more in yen and the like.
  const spend = Math.floor(
    (impressions / 1000) * (4 + dice() * 8) * (minorUnits === 1 ? 150 : minorUnits),
  );
  const results = Math.floor(linkClicks * dice() * 0.12);
  const value = results * Math.floor((20 + dice() * 60) * (minorUnits === 1 ? 150 : minorUnits));
  return { impressions, clicks, linkClicks, spend, results, value };
}

/** Of a day that is not over: whole figures that never shrink as the share grows. */
export function shareOf(whole: Measures, share: number): Measures {
  const part = each((name) => Math.floor(whole[name] * share));
  return { ...part, value: whole.results === 0 ? 0 : part.results * (whole.value / whole.results) };
}

/** Only a share of the results is known yet. */
export function withLateResults(measures: Measures, share: number): Measures {
  if (share === 1) return measures;
  const { results, value } = shareOf(measures, share);
  return { ...measures, results, value };
}

export const add = (left: Measures, right: Measures): Measures =>
  each((name) => left[name] + right[name]);

/** What several parts delivered. */
export const sumOf = (parts: readonly { readonly measures: Measures }[]): Measures =>
  parts.reduce((sum, { measures }) => add(sum, measures), nothing);

/** Shares add up to the whole exactly. */
export function split(
  whole: Measures,
  keys: readonly string[],
  salt: string,
): ReadonlyMap<string, Measures> {
  const weights = keys.map((key) => 0.2 + createDice(hashOf(`${salt}|${key}`))());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = new Map<string, Measures>();
  let left = whole;
  for (const [index, key] of keys.entries()) {
    const last = index === keys.length - 1;
    const part = last
      ? left
      : each((name) => Math.floor(whole[name] * ((weights[index] ?? 0) / total)));
    const rest = left;
    left = each((name) => rest[name] - part[name]);
    parts.set(key, part);
  }
  return parts;
}

/** Without parts that have no figures. */
export const filled = (
  whole: Measures,
  keys: readonly string[],
  salt: string,
): readonly (readonly [string, Measures])[] =>
  [...split(whole, keys, salt)].filter(([, measures]) =>
    Object.values(measures).some((figure) => figure !== 0),
  );

/** Divides by one name after another: each piece with its word under every name. */
export function dividedBy<Name extends string>(
  names: readonly Name[],
  whole: Measures,
  divide: (
    name: Name,
    piece: Measures,
    key: Table<string>,
  ) => Iterable<readonly [string, Measures]>,
): readonly (readonly [key: Table<string>, piece: Measures])[] {
  let pieces: readonly (readonly [Table<string>, Measures])[] = [[{}, whole]];
  for (const name of names)
    pieces = pieces.flatMap(([key, piece]) =>
      [...divide(name, piece, key)].map(
        ([word, share]) => [{ ...key, [name]: word }, share] as const,
      ),
    );
  return pieces;
}

const audience = 60_000;

/** Concave: at most the sum of its parts and at least the largest. */
export const reachOf = (impressions: number): number =>
  impressions === 0
    ? 0
    : Math.max(1, Math.round(audience * (1 - Math.exp(-impressions / audience))));

/** FNV-1a. */
function hashOf(text: string) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

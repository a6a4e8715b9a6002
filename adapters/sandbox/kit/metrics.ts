import { createDice } from '../dice.ts';

/** Figures as a pure function of seed, ad, day and country: the same question has the same answer, and parts add up. */
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

export const nothing: Measures = { impressions: 0, clicks: 0, linkClicks: 0, spend: 0, results: 0, value: 0 };

/** `minorUnits` scales the money. */
export function measuresOf(
  seed: number,
  ad: string,
  { day, country, minorUnits }: { readonly day: string; readonly country: string; readonly minorUnits: number },
): Measures {
  const dice = createDice(hashOf(`${seed}|${ad}|${day}|${country}`));
  const level = 0.3 + createDice(hashOf(`${seed}|${ad}`))() * 1.7;
  const impressions = Math.floor(level * (400 + dice() * 1600));
  const clicks = Math.floor(impressions * (0.01 + dice() * 0.03));
  const linkClicks = Math.floor(clicks * (0.5 + dice() * 0.4));
  // 4 to 12 units per thousand impressions; more in yen and the like.
  const spend = Math.floor((impressions / 1000) * (4 + dice() * 8) * (minorUnits === 1 ? 150 : minorUnits));
  const results = Math.floor(linkClicks * dice() * 0.12);
  const value = results * Math.floor((20 + dice() * 60) * (minorUnits === 1 ? 150 : minorUnits));
  return { impressions, clicks, linkClicks, spend, results, value };
}

export const add = (left: Measures, right: Measures): Measures => ({
  impressions: left.impressions + right.impressions,
  clicks: left.clicks + right.clicks,
  linkClicks: left.linkClicks + right.linkClicks,
  spend: left.spend + right.spend,
  results: left.results + right.results,
  value: left.value + right.value,
});

/** Shares add up to the whole exactly. */
export function split(whole: Measures, keys: readonly string[], salt: string): ReadonlyMap<string, Measures> {
  const weights = keys.map((key) => 0.2 + createDice(hashOf(`${salt}|${key}`))());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = new Map<string, Measures>();
  let left = whole;
  for (const [index, key] of keys.entries()) {
    const last = index === keys.length - 1;
    const part = last ? left : scale(whole, (weights[index] ?? 0) / total);
    left = subtract(left, part);
    parts.set(key, part);
  }
  return parts;
}

const scale = (whole: Measures, share: number): Measures => ({
  impressions: Math.floor(whole.impressions * share),
  clicks: Math.floor(whole.clicks * share),
  linkClicks: Math.floor(whole.linkClicks * share),
  spend: Math.floor(whole.spend * share),
  results: Math.floor(whole.results * share),
  value: Math.floor(whole.value * share),
});

const subtract = (left: Measures, right: Measures): Measures => ({
  impressions: left.impressions - right.impressions,
  clicks: left.clicks - right.clicks,
  linkClicks: left.linkClicks - right.linkClicks,
  spend: left.spend - right.spend,
  results: left.results - right.results,
  value: left.value - right.value,
});

const audience = 60_000;

/** Concave: the reach of a whole is at most the sum of its parts and at least the largest. */
export const reachOf = (impressions: number): number =>
  impressions === 0 ? 0 : Math.max(1, Math.round(audience * (1 - Math.exp(-impressions / audience))));

/** FNV-1a. */
function hashOf(text: string) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

import type { KeyedRow, KnownRows } from './keyed-row.ts';
import { CHOSEN, partsOf } from './row-fingerprint.ts';

/** The key a row is most like. */
export interface Best {
  readonly key: string;
  readonly score: number;
  /** Likeness to its own key; below 0 where it has none that is free. */
  readonly own: number;
  /** It is like this key alone. */
  readonly isSure: boolean;
}

export const NONE: Best = { key: '', score: 0, own: -1, isSure: false };

/** Shares of a row's own words that mean: it is that one; it may be. */
export const SURE = 0.6;
export const SOME = 0.01;

/** The score of a word that only this row has. */
const ONE = 1;

export function bestOf(
  row: KeyedRow,
  carried: ReadonlyMap<string, string>,
  scores: ReadonlyMap<string, number>,
  nearness: (fingerprint: string, key: string) => number,
): Best {
  const own = carried.has(row.key) ? (scores.get(row.key) ?? 0) : -1;
  let best = { key: own >= 0 ? row.key : '', score: Math.max(own, 0) };
  for (const [key, score] of scores) if (score > best.score + 1e-9) best = { key, score };
  const others = [...scores].filter(([key]) => key !== best.key).map(([, score]) => score);
  const isAlone = best.score >= ONE && best.score - Math.max(0, ...others) >= ONE / 2;
  const isNear = nearness(row.fingerprint, best.key) >= (row.shows === best.key ? SOME : SURE);
  return { ...best, own, isSure: isAlone && isNear };
}

export const isAnyLost = (
  carried: ReadonlyMap<string, string>,
  known: KnownRows,
  taken: ReadonlySet<string>,
): boolean => [...carried.keys()].some((key) => known.has(key) && !taken.has(key));

/** Without chosen ones. */
export const ownWords = (print: string): string[] =>
  partsOf(print).filter((part) => !part.startsWith(CHOSEN));

/** The share of a row's own words that a fingerprint has, 0 to 1. */
export function overlap(fingerprint: string, print: string): number {
  const words = ownWords(print);
  const parts = new Set(partsOf(fingerprint));
  return words.length === 0 ? 0 : words.filter((part) => parts.has(part)).length / words.length;
}

interface Comparison {
  /** How much a fingerprint has in common with each key's. Rare words count most. */
  likeness(fingerprint: string): Map<string, number>;
  /** Of the words that only a key's row has, the share that a fingerprint has, 0 to 1. */
  nearness(fingerprint: string, key: string): number;
  /**
   * Whether a fingerprint lacks the rarest words of a key's row. Where that is one word, more of
   * the others must be gone than are left.
   */
  isUnlike(fingerprint: string, key: string): boolean;
}

export function comparison(
  prints: ReadonlyMap<string, string>,
  others: readonly string[],
): Comparison {
  const keysBy = new Map<string, string[]>();
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  /** Rows equal in every column count as one: their words are still their own. */
  const counted = (print: string): string[] => {
    const parts = partsOf(print);
    if (!seen.has(print)) for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
    seen.add(print);
    return parts;
  };
  for (const [key, print] of prints) for (const part of counted(print)) push(keysBy, part, key);
  for (const print of others) counted(print);
  return {
    likeness(fingerprint) {
      const scores = new Map<string, number>();
      for (const part of partsOf(fingerprint)) {
        const count = counts.get(part) ?? 0;
        // Common words tell no row from another.
        if (count > COMMON) continue;
        for (const key of keysBy.get(part) ?? [])
          scores.set(key, (scores.get(key) ?? 0) + 1 / count);
      }
      return scores;
    },
    nearness(fingerprint, key) {
      const own = ownWords(prints.get(key) ?? '').filter((part) => counts.get(part) === 1);
      if (own.length === 0) return 0;
      const parts = new Set(partsOf(fingerprint));
      return own.filter((part) => parts.has(part)).length / own.length;
    },
    isUnlike(fingerprint, key) {
      const words = ownWords(prints.get(key) ?? '');
      const least = Math.min(...words.map((part) => counts.get(part) ?? 0));
      // Words of all rows tell none from another.
      if (least > 1 && least >= seen.size) return false;
      const parts = new Set(partsOf(fingerprint));
      const rarest = words.filter((part) => counts.get(part) === least);
      if (rarest.some((part) => parts.has(part))) return false;
      const gone = words.filter((part) => !parts.has(part)).length;
      return rarest.length > 1 || gone > Math.max(1, words.length / 2);
    },
  };
}

const COMMON = 8;

export function push(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}

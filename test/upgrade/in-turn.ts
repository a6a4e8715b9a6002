import type { Death } from './lives.ts';

/** One after the other: numbers and ids are the same each time. */
export async function mapInTurn<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** The first two, and of the others another one with each death. */
export function three<T>(
  [first, second, ...others]: readonly T[],
  { at, when }: Death,
): readonly T[] {
  const turn = at + Math.floor(at / others.length) + ['after', 'before', 'call'].indexOf(when);
  return [first, second, others[turn % others.length]].filter((each) => each !== undefined);
}

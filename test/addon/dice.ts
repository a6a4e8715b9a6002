import { createHash } from 'node:crypto';

/** Draws numbers from a seed. */
export function dice(seed: number) {
  let drawn = 0;
  const next = (): number => {
    drawn += 1;
    return createHash('sha256').update(`${seed}:${drawn}`).digest().readUInt32BE(0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  return { next, below, oneOf };
}

export type Dice = ReturnType<typeof dice>;

import type { LeadOrder } from '../stage.ts';
import type { World } from '../world.ts';

export interface Person {
  readonly at: number;
  readonly email: string;
  readonly phone: string;
  readonly name: string;
}

export function peopleOf(
  world: World,
  { count, everyMs, startMs = 0, word = 'person' }: LeadOrder,
): readonly Person[] {
  const start = world.now() + startMs;
  return Array.from({ length: count }, (_, i) => ({
    // Times have seconds.
    at: Math.floor((start + i * everyMs) / 1_000) * 1_000,
    email: `${word}-${i + 1}@people.example`,
    phone: `+4915${String(100_000_000 + i)}`,
    name: `Person ${i + 1}`,
  }));
}

import type { Counters } from '../platform.ts';
import type { World } from '../world.ts';

/** Kept with the world. */
export function createCallCounter({ notes }: World, platform: string) {
  const prefix = `calls ${platform} `;
  return {
    count: (kind: string): void =>
      notes.set(`${prefix}${kind}`, Number(notes.get(`${prefix}${kind}`) ?? 0) + 1),
    counters(): Counters {
      const calls = notes
        .starting(prefix)
        .map(([name, count]) => [name.slice(prefix.length), Number(count)] as const);
      return {
        calls: Object.fromEntries([...calls].sort(([one], [other]) => (one < other ? -1 : 1))),
        counted: calls.reduce((sum, [, count]) => sum + count, 0),
      };
    },
    clear: (): void => notes.forget(prefix),
  };
}

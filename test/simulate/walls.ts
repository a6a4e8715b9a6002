/**
 * What a story may not touch: time, timers and chance of the machine. Each throws while a story
 * runs, so that leaks show.
 */

interface Wall {
  readonly on: object;
  readonly name: string;
  readonly instead: unknown;
}

const refused = (name: string) => (): never => {
  throw new Error(`A story has no ${name}: it would not be the same the next time.`);
};

let given: (() => number) | undefined;

/** What is called at once finds the time of the story where it asks the machine for it. */
export function inTimeOf<T>(now: () => number, work: () => T): T {
  given = now;
  try {
    return work();
  } finally {
    given = undefined;
  }
}

/**
 * Only what is asked for now is refused; days that are named are days. Without `new` no class can
 * be called.
 */
class NamedDate extends Date {
  constructor(...parts: readonly (string | number | Date)[]) {
    if (parts.length === 0) refused('date of its own')();
    super(...(parts as [number, number]));
  }

  static override get now(): () => number {
    return given ?? refused('time of the machine');
  }
}

/** @param randomId ids that the product takes from the machine, from the chance of the story */
const walls = (randomId: () => string): readonly Wall[] => [
  { on: globalThis, name: 'Date', instead: NamedDate },
  { on: Math, name: 'random', instead: refused('Math.random') },
  { on: performance, name: 'now', instead: refused('performance.now') },
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'].map((name) => ({
    on: globalThis,
    name,
    instead: refused(name),
  })),
  { on: AbortSignal, name: 'timeout', instead: refused('AbortSignal.timeout') },
  { on: crypto, name: 'getRandomValues', instead: refused('getRandomValues') },
  { on: crypto, name: 'randomUUID', instead: randomId },
];

/** Builds the walls; answers how to take them down. */
export function walled(randomId: () => string): () => void {
  const former = walls(randomId).map(({ on, name, instead }) => {
    const before = Object.getOwnPropertyDescriptor(on, name);
    Object.defineProperty(on, name, { value: instead, configurable: true, writable: true });
    return () => {
      if (before === undefined) Reflect.deleteProperty(on, name);
      else Object.defineProperty(on, name, before);
    };
  });
  return () => {
    for (const restore of former) restore();
  };
}

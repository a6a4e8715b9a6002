/** What a story may not touch: time, timers and chance of the machine. Each throws while a story runs, so that leaks show. */

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

/** Only what is asked for now is refused; days that are named are days. */
function walledDate(): unknown {
  return new Proxy(Date, {
    construct: (target, args, as) => (args.length === 0 ? refused('date of its own')() : Reflect.construct(target, args, as)),
    apply: refused('date of its own'),
    get: (target, name, on) => (name === 'now' ? (given ?? refused('time of the machine')) : Reflect.get(target, name, on)),
  });
}

/** @param randomId ids that the product takes from the machine, from the chance of the story */
const walls = (randomId: () => string): readonly Wall[] => [
  { on: globalThis, name: 'Date', instead: walledDate() },
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

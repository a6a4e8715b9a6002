/**
 * A promise that Apps Script can wait for. The runtime runs jobs of native promises only when the
 * call stack is empty, so a synchronous entry point never sees one settle. This one keeps its own
 * queue, which `unwrap` runs until the promise has settled. The build lowers async functions and
 * binds this class to the name `Promise` around the bundle.
 *
 * Jobs run in the order of native promises, one at a time from a queue: handlers run on the spot
 * would overflow the stack. A class because it replaces one.
 */
export class SyncPromise<T> {
  /**
   * Called when nothing is left to do and a promise is pending; true when there is work again, such
   * as a woken sleeper.
   */
  static whenIdle: (() => boolean) | undefined = undefined;

  private state: State<T> = { is: 'pending', waiting: [] };

  constructor(executor: Executor<T>) {
    this.follow(executor);
  }

  static resolve<T>(value: T | PromiseLike<T>): SyncPromise<T> {
    return value instanceof SyncPromise ? value : new SyncPromise<T>((resolve) => resolve(value));
  }

  static reject<T = never>(reason: unknown): SyncPromise<T> {
    return new SyncPromise<T>((_, reject) => reject(reason));
  }

  static all<T>(values: Iterable<T | PromiseLike<T>>): SyncPromise<T[]> {
    return new SyncPromise((resolve, reject) => {
      const results: T[] = [];
      let missing = 1;
      const arrived = () => {
        missing -= 1;
        if (missing === 0) resolve(results);
      };
      let position = 0;
      for (const value of values) {
        const at = position++;
        missing += 1;
        SyncPromise.resolve(value).then((result) => {
          results[at] = result;
          arrived();
        }, reject);
      }
      arrived();
    });
  }

  static allSettled<T>(
    values: Iterable<T | PromiseLike<T>>,
  ): SyncPromise<PromiseSettledResult<T>[]> {
    return SyncPromise.all(
      Array.from(values, (value) =>
        SyncPromise.resolve(value).then(
          (result): PromiseSettledResult<T> => ({ status: 'fulfilled', value: result }),
          (reason: unknown): PromiseSettledResult<T> => ({ status: 'rejected', reason }),
        ),
      ),
    );
  }

  static race<T>(values: Iterable<T | PromiseLike<T>>): SyncPromise<T> {
    return new SyncPromise((resolve, reject) => {
      for (const value of values) SyncPromise.resolve(value).then(resolve, reject);
    });
  }

  /**
   * The value, or its reason thrown. Throws when nothing is left to do and the promise is pending.
   */
  static unwrap<T>(promise: PromiseLike<T>): T {
    const own = SyncPromise.resolve(promise);
    while (own.state.is === 'pending') {
      const job = takeJob();
      if (job !== undefined) job();
      else if (SyncPromise.whenIdle?.() !== true)
        throw new Error('Still pending: something waits for what never happens in Apps Script.');
    }
    // What was started on the side is finished too.
    for (let job = takeJob(); job !== undefined; job = takeJob()) job();
    if (own.state.is === 'rejected') throw own.state.reason;
    return own.state.value;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise has one
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): SyncPromise<A | B> {
    return new SyncPromise<A | B>((resolve, reject) => {
      this.whenSettled((state) => {
        try {
          if (state.is === 'fulfilled')
            resolve(fulfilled ? fulfilled(state.value) : (state.value as unknown as A));
          else if (rejected) resolve(rejected(state.reason));
          else reject(state.reason);
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  catch<B = never>(
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): SyncPromise<T | B> {
    return this.then(undefined, rejected);
  }

  finally(action?: (() => void) | null): SyncPromise<T> {
    return this.then(
      (value) => SyncPromise.resolve(action?.()).then(() => value),
      (reason) =>
        SyncPromise.resolve(action?.()).then(() => {
          throw reason;
        }),
    );
  }

  private whenSettled(handler: (state: Settled<T>) => void): void {
    const { state } = this;
    if (state.is === 'pending') state.waiting.push(handler);
    else jobs.push(() => handler(state));
  }

  private resolve(value: T | PromiseLike<T>): void {
    if (value === (this as unknown)) {
      this.settle({ is: 'rejected', reason: new TypeError('A promise cannot wait for itself.') });
      return;
    }
    if (!isThenable(value)) {
      this.settle({ is: 'fulfilled', value });
      return;
    }
    // As native promises: the other's `then` is called in its own job.
    jobs.push(() => this.follow((resolve, reject) => value.then(resolve, reject)));
  }

  /** Only the first outcome counts, throwing included. */
  private follow(executor: Executor<T>): void {
    let decided = false;
    const once =
      <A>(action: (argument: A) => void) =>
      (argument: A): void => {
        if (decided) return;
        decided = true;
        action(argument);
      };
    const reject = once((reason: unknown) => this.settle({ is: 'rejected', reason }));
    try {
      executor(
        once((value: T | PromiseLike<T>) => this.resolve(value)),
        reject,
      );
    } catch (error) {
      reject(error);
    }
  }

  private settle(state: Settled<T>): void {
    if (this.state.is !== 'pending') return;
    const { waiting } = this.state;
    this.state = state;
    for (const handler of waiting) jobs.push(() => handler(state));
  }
}

type Executor<T> = (
  resolve: (value: T | PromiseLike<T>) => void,
  reject: (reason: unknown) => void,
) => void;
type Settled<T> =
  | { readonly is: 'fulfilled'; readonly value: T }
  | { readonly is: 'rejected'; readonly reason: unknown };
type State<T> =
  | { readonly is: 'pending'; readonly waiting: ((state: Settled<T>) => void)[] }
  | Settled<T>;

/** A queue from which taking is cheap however long it is. */
let jobs: (() => void)[] = [];
let taken = 0;

function takeJob(): (() => void) | undefined {
  const job = jobs[taken];
  taken += 1;
  if (taken >= jobs.length) {
    jobs = [];
    taken = 0;
  }
  return job;
}

const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  (typeof value === 'object' || typeof value === 'function') &&
  value !== null &&
  typeof (value as { then?: unknown }).then === 'function';

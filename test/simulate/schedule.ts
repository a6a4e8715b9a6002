import type { Choices } from './choices.ts';

/**
 * Who waits for an event. What belongs to a dead one does not happen; what belongs to a frozen one
 * happens when it is back.
 */
export interface Owner {
  readonly name: string;
  isDead: boolean;
  /** Until then nothing of it happens. */
  frozenUntil: number;
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly owner: Owner | undefined;
  readonly run: () => void;
}

/** All that will happen, and the only time there is: it jumps to the next event. */
export interface Schedule {
  now(): number;
  /** `order` of events of one moment is drawn. */
  after(ms: number, owner: Owner | undefined, run: () => void): void;
  /** Runs events until `isEnough` says so, or none is left, or time is up. */
  runUntil(isEnough: () => boolean, until: number): Promise<'enough' | 'empty' | 'late'>;
  readonly events: number;
  /** Of the living. */
  pending(): number;
}

/**
 * Between two events everything that can go on goes on, but at most for so many turns of the queue
 * of promises.
 */
const MOST_TICKS = 24;
const TICKS_AFTER_CALL = 2;

export function createSchedule(choices: Choices): Schedule {
  const heap: Due[] = [];
  let now = 0;
  let events = 0;
  let added = 0;

  const isBefore = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const push = (due: Due): void => {
    let i = heap.push(due) - 1;
    while (i > 0) {
      const above = (i - 1) >> 1;
      const parent = heap[above] as Due;
      if (!isBefore(due, parent)) break;
      heap[i] = parent;
      i = above;
    }
    heap[i] = due;
  };
  const pop = (): Due | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Due, heap[below] as Due))
        below += 1;
      if (!isBefore(heap[below] as Due, last)) break;
      heap[i] = heap[below] as Due;
      i = below;
    }
    heap[i] = last;
    return first;
  };
  const settle = async (): Promise<void> => {
    const before = added;
    let ticks = 0;
    while (ticks < MOST_TICKS && added === before) {
      await null;
      ticks += 1;
    }
    for (let more = 0; more < TICKS_AFTER_CALL; more += 1) await null;
  };

  const schedule: Schedule = {
    now: () => now,
    after(ms, owner, run) {
      added += 1;
      // Equal times are rare enough that the order of most needs no draw; those of one moment are
      // mixed.
      const order = ms <= 0 ? choices.int('order', 4) * 1_000_000_000 + added : added;
      push({ at: now + Math.max(0, ms), order, owner, run });
    },
    async runUntil(isEnough, until) {
      for (;;) {
        await settle();
        if (isEnough()) return 'enough';
        const due = pop();
        if (due === undefined) return 'empty';
        if (due.owner?.isDead) continue;
        if (due.at > until) {
          push(due);
          return 'late';
        }
        now = Math.max(now, due.at);
        if (due.owner !== undefined && due.owner.frozenUntil > now) {
          push({ ...due, at: due.owner.frozenUntil });
          continue;
        }
        events += 1;
        due.run();
      }
    },
    get events() {
      return events;
    },
    pending: () => heap.filter(({ owner }) => !owner?.isDead).length,
  };
  return schedule;
}

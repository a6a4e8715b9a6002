import type { Clock } from '../../core/ports/clock.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Choices } from './choices.ts';
import { drawFaults, type Faults } from './faults.ts';
import { createLimitBook, type LimitBook } from './limits.ts';
import { TIMES } from './network.ts';
import { type CommentBook, createCommentBook } from './platform-comments.ts';
import { createEventBook, type EventBook } from './platform-conversions.ts';
import { createLeadBook, type LeadBook } from './platform-leads.ts';
import { START } from './process.ts';
import { createSchedule, type Owner, type Schedule } from './schedule.ts';
import { createDisk, type Disk } from './store.ts';
import { createThings, type Things } from './things.ts';
import { createTreeBook, type TreeBook } from './trees.ts';

/** All that a story has: its time, its chance, its disk, its platform, and what happened so far. */
export interface World {
  readonly seed: string;
  readonly choices: Choices;
  readonly schedule: Schedule;
  readonly faults: Faults;
  readonly disk: Disk;
  readonly things: Things;
  readonly limits: LimitBook;
  readonly trees: TreeBook;
  readonly leads: LeadBook;
  readonly comments: CommentBook;
  readonly events: EventBook;
  /** Whether the platform makes copies itself. */
  readonly isNative: boolean;
  /** What happened, in one line. */
  note(what: string): void;
  /** After each effect at the platform: what must hold at any time. */
  done(): void;
  /** What did not hold. */
  readonly breaches: readonly string[];
  readonly history: readonly string[];
  clockOf(owner: Owner): Clock;
  storeOf(owner: Owner): Store;
  /** Told when a process is to die. */
  onDeath(heard: (owner: Owner) => void): void;
}

const HANG_MS = 40_000;
const FREEZE_MS = 90_000;
const STEP_MS = 2 * 60 * 60 * 1000;
/**
 * Who looks again and again looks no more often than this: most of a story would go by in looking.
 */
const LOOKS_MS = [8_000, 8_000, 8_000, 8_000, 8_000, 3_000, 1_000, 200];
const isLook = (ms: number) => ms >= 200 && ms <= 1_000;

export function createWorld(
  seed: string,
  choices: Choices,
  from: ReturnType<Disk['backup']>,
): World {
  const history: string[] = [];
  const breaches: string[] = [];
  const schedule = createSchedule(choices);
  const note = (what: string) => void history.push(`${schedule.now()} ${what}`);
  const faults = drawFaults(choices, (fault) => note(`! ${fault}`));
  const disk = createDisk(from, choices.oneIn('frozen', 8));
  const things = createThings({
    now: schedule.now,
    lagMs: () => (faults.strikes('list lags') ? choices.int('lag', TIMES.lagMs) : 0),
    sticks: () => faults.strikes('rule broken', ' in the background'),
    // With all that is below the largest tree of a story it is over in time.
    later: (run) => schedule.after(choices.int('growth', TIMES.growMs / 10), undefined, run),
  });
  const limits = createLimitBook(things, schedule.now);
  const trees = createTreeBook(things);
  const lookMs = choices.pick('looks', LOOKS_MS);
  let died: (owner: Owner) => void = () => undefined;

  /** What may befall a process whenever it waits for something. */
  const befall = (owner: Owner): void => {
    if (owner.name.startsWith('person')) return;
    if (faults.strikes('death')) died(owner);
    else if (faults.strikes('freeze')) {
      owner.frozenUntil = schedule.now() + 1_000 + choices.int('freeze', FREEZE_MS);
      note(`${owner.name} is frozen until ${owner.frozenUntil}`);
    }
  };
  const called = <T>(owner: Owner, ms: number, work: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (owner.isDead) return;
      schedule.after(ms, owner, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  const away = () => new Error('The database is away.');

  return {
    seed,
    choices,
    schedule,
    faults,
    disk,
    things,
    limits,
    trees,
    leads: createLeadBook(schedule.now),
    comments: createCommentBook(schedule.now),
    events: createEventBook(schedule.now, choices, !faults.has('clock steps')),
    isNative: choices.oneIn('native', 2),
    note,
    done() {
      for (const found of [limits.beyond(), trees.halfDelivering()])
        if (found !== undefined && !breaches.includes(found)) breaches.push(found);
    },
    breaches,
    history,
    clockOf(owner) {
      const pace = faults.has('clock drifts') ? 1 + (choices.int('drift', 21) - 10) / 1_000 : 1;
      let off = 0;
      const where = ` of ${owner.name}`;
      return {
        now() {
          if (faults.strikes('clock steps', where))
            off = choices.int('clock', 2 * STEP_MS) - STEP_MS;
          return Math.round(START + off + schedule.now() * pace);
        },
        monotonic: () => schedule.now() * pace,
        sleep: (ms) =>
          called(
            owner,
            Math.ceil(Math.max(0, (isLook(ms) ? Math.max(ms, lookMs) : ms) / pace)),
            () => undefined,
          ),
      };
    },
    storeOf(owner) {
      const { store } = disk;
      const read =
        <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
        (...args: A) =>
          called(owner, choices.int('disk', 4), () => {
            if (faults.strikes('read fails')) throw away();
            return call(...args);
          });
      return {
        get: read(store.get) as Store['get'],
        find: read(store.find) as Store['find'],
        count: read(store.count) as Store['count'],
        commit: (writes) => {
          const hangs = faults.strikes('commit hangs') ? choices.int('disk', HANG_MS) : 0;
          return called(owner, choices.int('disk', 4) + hangs, async () => {
            befall(owner);
            if (owner.isDead && choices.oneIn('death', 2))
              return new Promise<never>(() => undefined);
            if (faults.strikes('commit fails before')) throw away();
            const conflict = await store.commit(writes);
            note(
              `${owner.name} commits ${writes.map(({ kind, id }) => `${kind.name}/${id}`).join()}${conflict ? ' in vain' : ''}`,
            );
            if (owner.isDead) return new Promise<never>(() => undefined);
            if (faults.strikes('commit fails after')) throw away();
            return conflict;
          });
        },
        close: async () => undefined,
      };
    },
    onDeath(heard) {
      died = heard;
    },
  };
}

import { PlatformError } from '../../core/base/errors.ts';
import type { EntityStatus, EntityType } from '../../core/ports/platform-accounts.ts';
import type { CopiedObject } from '../../core/ports/platform-changes.ts';

/** An object at the platform, by its own records. */
export interface Thing {
  readonly id: string;
  readonly type: EntityType | 'creative';
  readonly account: string;
  readonly parent?: string;
  readonly creative?: string;
  name: string;
  /** The name it was made with: people rename things. */
  readonly madeAs: string;
  status: EntityStatus;
  dailyBudget?: number;
  /** What asked for it: the mark of a request, or the batch and operation of a launch. */
  readonly asked: string;
  /** New campaigns and ad sets are found by what asked for them until they are finished. */
  isFinished?: true;
  readonly copiedFrom?: string;
  readonly madeAt: number;
  /** Lists leave it out until then. */
  readonly listedAt: number;
  /** Values that it was given, oldest first: `status=PAUSED`. */
  readonly history: string[];
  /** When it was given each. */
  readonly times: number[];
}

export const PLATFORM = 'primary';

/** What asked for things that were there before the story. */
export const PLANTED = 'planted';

/** The platform's own books: nothing of the product writes or reads them but through calls. */
export interface Things {
  readonly all: ReadonlyMap<string, Thing>;
  /** Throws PlatformError where what it is to be in was deleted. */
  make(thing: Omit<Thing, 'id' | 'madeAs' | 'madeAt' | 'listedAt' | 'history' | 'times'>): Thing;
  get(id: string): Thing | undefined;
  /** Throws PlatformError where it was deleted. */
  set(id: string, values: Partial<Pick<Thing, 'name' | 'status' | 'dailyBudget'>>): void;
  /** Begins what goes on in the background, and answers its name. */
  grow(begin: (grown: CopiedObject[]) => Iterator<undefined>): string;
  grown(session: string): {
    readonly isOver: boolean;
    readonly isStuck: boolean;
    readonly objects: readonly CopiedObject[];
  };
  /** What is alive and in lists by now. */
  listed(type: Thing['type'], account: string): readonly Thing[];
}

interface Chance {
  now(): number;
  /** How long lists leave out what was just made. */
  lagMs(): number;
  /** After a while, at the platform. */
  later(run: () => void): void;
  /** Whether what goes on there ends half-way. */
  sticks(): boolean;
}

const deleted = ({ id }: Thing): PlatformError =>
  new PlatformError({
    platform: PLATFORM,
    class: 'rule',
    message: `${id} was deleted.`,
    fix: 'Take another.',
    retryable: false,
    traceId: 'T',
  });

/** Where what it grows in was deleted there is no more of it. */
function isGrown(growing: Iterator<undefined>): boolean {
  try {
    return growing.next().done === true;
  } catch (error) {
    if (error instanceof PlatformError) return true;
    throw error;
  }
}

export function createThings({ now, lagMs, later, sticks }: Chance): Things {
  const sessions: { isOver: boolean; isStuck: boolean; readonly objects: CopiedObject[] }[] = [];
  const all = new Map<string, Thing>();
  let count = 100;
  return {
    all,
    make(given) {
      const above = all.get(given.parent ?? '');
      if (above?.status === 'DELETED') throw deleted(above);
      count += 1;
      const thing = {
        ...given,
        id: String(count),
        madeAs: given.name,
        madeAt: now(),
        // What was there before the story is in every list.
        listedAt: given.asked === PLANTED ? 0 : now() + lagMs(),
        history: [],
        times: [],
      };
      all.set(thing.id, thing);
      return thing;
    },
    grow(begin) {
      const session = { isOver: false, isStuck: false, objects: [] as CopiedObject[] };
      const growing = begin(session.objects);
      const next = () => {
        session.isStuck = sticks();
        session.isOver = session.isStuck || isGrown(growing);
        if (!session.isOver) later(next);
      };
      later(next);
      return String(sessions.push(session) - 1);
    },
    grown(session) {
      const found = sessions[Number(session)];
      if (found === undefined) throw new Error(`There is no session ${session}.`);
      return found;
    },
    get: (id) => all.get(id),
    set(id, values) {
      const thing = all.get(id);
      if (thing === undefined) return;
      if (thing.status === 'DELETED' && values.status !== 'DELETED') throw deleted(thing);
      for (const [name, value] of Object.entries(values)) {
        thing.history.push(`${name}=${value}`);
        thing.times.push(now());
      }
      Object.assign(thing, values);
    },
    listed: (type, account) =>
      [...all.values()].filter(
        (each) =>
          each.type === type &&
          each.account === account &&
          each.status !== 'DELETED' &&
          each.listedAt <= now(),
      ),
  };
}

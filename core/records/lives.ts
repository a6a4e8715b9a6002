import type { Clock } from '../ports/clock.ts';
import { kind, type Lives, type Store, SYSTEM, type Write } from '../ports/store.ts';
import { createSilence, startElapsed } from './silence.ts';

/** A process that works on the store. */
interface ProcessRow {
  readonly beats: number;
  /** How often in a row others watched it for `WATCH_MS` without a beat. */
  readonly watches?: number;
}

export const processKind = kind<ProcessRow>('process');

/**
 * How many processes besides this one work on a store, or ended without a word in the last half
 * minute.
 */
export async function othersAlive({ find, lives }: Pick<Store, 'find' | 'lives'>): Promise<number> {
  const { items } = await find(processKind, SYSTEM, { limit: MOST });
  return items.filter(({ id }) => id !== lives?.mark).length;
}

const BEAT_MS = 3_000;
/** Two beats: rows of the living are written by their processes alone. */
const WATCH_MS = 2 * BEAT_MS;
const WATCHES = 5;
const SEEN_MS = WATCHES * WATCH_MS;
const MOST = 500;

/** Signs of life in documents, for processes of several machines. */
interface BeatingLives extends Lives {
  stop(): Promise<void>;
}

/**
 * Resolves after the first beat. A process has ended once it was watched for half a minute without
 * one. The watches of all processes add up in its row: each begins with the one before, so that
 * processes which live for seconds only, as in a loop of crashes, find out together what none of
 * them could alone.
 */
export async function startLives(store: Store, clock: Clock, mark: string): Promise<BeatingLives> {
  const silence = createSilence(clock);
  let age: (() => number) | undefined;
  let running = true;
  const rowOf = (id: string) => store.get(processKind, SYSTEM, id);
  const write = (id: string, expect: Write['expect'], doc: ProcessRow | undefined) =>
    store.commit([{ kind: processKind, companyId: SYSTEM, id, expect, doc }]);

  const beat = async (): Promise<void> => {
    const sent = startElapsed(clock);
    const row = await rowOf(mark);
    if (
      (await write(mark, row?.version ?? 'absent', { beats: (row?.doc.beats ?? 0) + 1 })) ===
      undefined
    )
      age = sent;
  };

  const watch = async (): Promise<void> => {
    const { items } = await store.find(processKind, SYSTEM, { limit: MOST });
    for (const { id, version, doc } of items) {
      const { watches = 0 } = doc;
      if (id === mark || !silence.lasts(id, String(version), WATCH_MS)) continue;
      // What it held was free all the while: a mark without a row is that of a dead process too.
      if (watches >= WATCHES) await write(id, version, undefined);
      else await write(id, version, { ...doc, watches: watches + 1 });
    }
  };

  const loop = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(BEAT_MS);
      if (!running) return;
      // A store that is away for a moment ends nothing; others see no beat either.
      await beat().catch(() => undefined);
      await watch().catch(() => undefined);
    }
  };

  await beat();
  // What it sees now counts, if nothing has moved after two beats.
  await watch();
  void loop();
  return {
    mark,
    async hasEnded(other) {
      const row = await rowOf(other);
      return row === undefined || (row.doc.watches ?? 0) >= WATCHES;
    },
    isSeen: () => age !== undefined && age() < SEEN_MS,
    async stop() {
      running = false;
      const row = await rowOf(mark);
      if (row !== undefined) await write(mark, row.version, undefined);
    },
  };
}

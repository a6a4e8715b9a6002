import type { Entry, StepState } from '../../core/effects/step.ts';
import type { Write } from '../../core/ports/store.ts';
import { HEADS, headsIn } from './heads.ts';

/** Which moves of the engine's steps the stories reached, by the journals that were committed. */

type Phase = StepState['phase'];

const PHASES: readonly Phase[] = ['pending', 'sending', 'started', 'unknown', 'done', 'failed'];

/** All that a step can do, as core/effects/state.ts folds it. */
const MOVES: readonly string[] = [
  'pending → sending',
  'sending → done',
  'sending → failed',
  'sending → pending',
  'sending → unknown',
  'sending → started',
  'started → done',
  'started → started',
  'started → failed',
  'started → unknown',
  'unknown → done',
  'unknown → failed',
  'unknown → pending',
  'unknown → unknown',
  'pending → failed',
  'pending → unknown',
  'pending → done',
  'doubted',
  'failed → again',
  'done → again',
];

/** Journals of copies have a word of their own. */
const phaseNamed = (to: string): Phase => (to === 'made' ? 'done' : (to as Phase));

export interface Reached {
  /** Of another story. */
  begin(): void;
  heard(writes: readonly Write[]): void;
  readonly moves: ReadonlyMap<string, number>;
  never(): readonly string[];
}

export function createReached(): Reached {
  const moves = new Map<string, number>();
  const phases = new Map<string, Phase>();
  const count = (move: string) => void moves.set(move, (moves.get(move) ?? 0) + 1);
  const entry = (
    of: string,
    { sending = [], outcomes = {}, doubted = [], again = [] }: Entry,
  ): void => {
    const phaseOf = (id: string): Phase => phases.get(`${of} ${id}`) ?? 'pending';
    const move = (id: string, to: Phase, name = `${phaseOf(id)} → ${to}`) => {
      count(name);
      phases.set(`${of} ${id}`, to);
    };
    for (const id of Array.isArray(sending) ? sending : Object.keys(sending)) move(id, 'sending');
    for (const [id, settled] of Object.entries(outcomes)) {
      const to = phaseNamed(settled.to);
      if (PHASES.includes(to)) move(id, to);
    }
    for (const id of doubted) move(id, 'pending', 'doubted');
    for (const id of again) move(id, 'pending', `${phaseOf(id)} → again`);
  };
  const lengths = new Map<string, number>();
  return {
    begin() {
      phases.clear();
      lengths.clear();
    },
    moves,
    never: () => [...MOVES, ...HEADS].filter((move) => !moves.has(move)),
    heard(writes) {
      for (const write of writes) {
        const { kind, id, doc } = write;
        if (doc === undefined) continue;
        headsIn(write).forEach(count);
        if (kind.name === 'batch-journal' || kind.name === 'duplicate-journal')
          entry(id.split('/')[0] ?? '', doc as Entry);
        if (kind.name !== 'effect-plan' && kind.name !== 'idempotency') continue;
        // Their journals stand in one document, which is written as a whole.
        const { entries, journal, begun } = doc as {
          readonly entries?: unknown;
          readonly journal?: unknown;
          readonly begun?: { readonly entries?: unknown };
        };
        const all =
          [journal, entries, begun?.entries].find((each): each is readonly Entry[] =>
            Array.isArray(each),
          ) ?? [];
        for (const each of all.slice(lengths.get(id) ?? 0)) entry(id, each);
        lengths.set(id, all.length);
      }
    },
  };
}

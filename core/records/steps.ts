import type { Turns } from '../ports/turns.ts';

export type Steps<T> = Generator<undefined, T, undefined>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export async function inTurns<T>(turns: Turns | undefined, steps: Steps<T>): Promise<T> {
  const pause = pausing(turns);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = pause();
    if (turn !== undefined) await turn;
  }
}

/** A small request never waits for its turn. */
const FREE_STEPS = 100;

/**
 * To be called after each step of long work. Answers what to wait for when it is time to let others
 * have their turn.
 */
export function pausing(turns: Turns | undefined): () => Promise<void> | undefined {
  let steps = 0;
  return () => {
    steps += 1;
    if (turns === undefined || steps < FREE_STEPS) return undefined;
    return steps === FREE_STEPS || turns.isOver() ? turns.next() : undefined;
  };
}

/**
 * Takes a turn for work that is done in one go and grows with a launch, unless the launch is small.
 */
export const turnFor = async (turns: Turns | undefined, operations: number): Promise<void> => {
  if (operations >= FREE_STEPS) await turns?.next();
};

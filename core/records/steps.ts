import type { Turns } from '../ports/turns.ts';

/** Work in small steps: whoever does it decides what happens between them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does the work in one go, for whoever has the thread to itself. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work and lets others have their turn in between. */
export async function inTurns<T>(turns: Turns | undefined, steps: Steps<T>): Promise<T> {
  const pause = pausing(turns);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = pause();
    if (turn !== undefined) await turn;
  }
}

/** So many steps are free: a small request never waits for its turn. */
const FREE_STEPS = 100;

/**
 * A function to be called after each step of something long. It returns what to wait for when it is time to
 * let others have their turn; else nothing, so that the many steps in between cost no more than a look.
 */
export function pausing(turns: Turns | undefined): () => Promise<void> | undefined {
  let steps = 0;
  return () => {
    steps += 1;
    if (turns === undefined || steps < FREE_STEPS) return undefined;
    return steps === FREE_STEPS || turns.isOver() ? turns.next() : undefined;
  };
}

/** A turn of its own for what is done in one go and grows with a launch, unless the launch is small. */
export const turnFor = async (turns: Turns | undefined, operations: number): Promise<void> => {
  if (operations >= FREE_STEPS) await turns?.next();
};

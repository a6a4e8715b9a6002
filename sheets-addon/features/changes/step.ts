import { Problem, problemOf } from '../../base/problem.ts';
import type { Part } from './record.ts';

/** Objects by what became of them. */
export type Counts = { readonly [outcome: string]: number };

/** What is kept of a request after its next step. */
export type Step = Partial<Part> & { readonly counts?: Counts };

/**
 * A request that is refused would be refused again: that is told. One without an answer is sent
 * again, under the same key.
 */
export async function answered(
  ask: () => Promise<Step | 'running'>,
  at: 'problem' | 'undoProblem',
): Promise<Step | 'running'> {
  try {
    return await ask();
  } catch (error) {
    const problem = problemOf(error);
    const isRefusal =
      problem.kind === 'rows' || problem.kind === 'changed' || problem.kind === 'other';
    if (!isRefusal || !(error instanceof Problem)) throw error;
    return { [at]: problem.message };
  }
}

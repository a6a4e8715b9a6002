import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import type { EditResult } from '../../../core/ports/platform-changes.ts';

interface Changed {
  readonly id: string;
}

/** One after the other; a refusal is the result of its change alone. */
export async function editEach<C extends Changed>(
  changes: readonly C[],
  edit: (change: C) => Promise<unknown>,
): Promise<readonly EditResult[]> {
  const failed = new Map<C, PlatformFailure>();
  for (const change of changes) {
    const failure = await failureOf(() => edit(change));
    if (failure !== undefined) failed.set(change, failure);
  }
  return changes.map((change) => resultOf(change, failed.get(change)));
}

export const resultOf = ({ id }: Changed, failure: PlatformFailure | undefined): EditResult =>
  failure === undefined ? { id } : { id, failure };

export async function failureOf(work: () => Promise<unknown>): Promise<PlatformFailure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error.failure;
    throw error;
  }
}

import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import type { EditResult } from '../../../core/ports/platform-changes.ts';

interface Changed {
  readonly id: string;
}

/** Changes one after the other: what the platform refuses is the result of that change alone. */
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

/** What the platform refused it for; undefined when it did not. */
export async function failureOf(work: () => Promise<unknown>): Promise<PlatformFailure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error.failure;
    throw error;
  }
}

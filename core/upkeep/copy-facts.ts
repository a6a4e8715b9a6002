import type { Facts } from '../ports/facts.ts';
import type { JobDone } from '../ports/jobs.ts';

/** The queue of copies of the facts, where one process has them to itself and a backup is made by another. */
export const FACTS_COPY_QUEUE = 'facts-copy';

/** Copies the facts to a file beside their own; the subject of the job is the ending of its name. */
export async function runFactsCopy({ facts }: { readonly facts: Facts }, ending: string): Promise<JobDone> {
  await facts.copy?.(ending);
  return undefined;
}
